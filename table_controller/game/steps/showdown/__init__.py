"""What the end of a hand does to the table."""
