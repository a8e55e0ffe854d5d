"""What a book says around the hands: button, seats, levels, clock, chips, manners."""
