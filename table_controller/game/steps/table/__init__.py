"""What happens around the hands does to the table."""
