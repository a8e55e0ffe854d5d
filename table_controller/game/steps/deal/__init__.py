"""What dealt cards, burns and boards do to the table."""
