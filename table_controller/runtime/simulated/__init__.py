"""A whole table in one process, and players who act on it."""
