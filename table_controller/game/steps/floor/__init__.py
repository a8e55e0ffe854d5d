"""What a ruling of the floor does: its options, each one thing."""
