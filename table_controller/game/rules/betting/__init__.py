"""What a book says of bets: their sizes, words, turns and chips."""
