"""What a book says of the deal, the deck and the board."""
