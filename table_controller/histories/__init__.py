"""Hand histories: PHH."""
