"""The node protocol: bytes in, values out, and one connected node."""
