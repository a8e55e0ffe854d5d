"""What a book says of the end of a hand: who shows, who wins, what is dead."""
