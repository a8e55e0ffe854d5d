"""How a hand is made and what it is worth."""
