"""The node's end of the protocol: what the firmware and the simulated node run."""
