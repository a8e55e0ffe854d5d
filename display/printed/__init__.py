"""What the command line prints: tables and charts for a terminal, and the sentences that tell a rule."""
