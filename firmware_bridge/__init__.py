"""The hardware and its secrets: serial nodes, decks, hidden cards, and the simulated table."""
