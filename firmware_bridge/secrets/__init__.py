"""Who may know which card: registered decks, the vault, its small store."""
