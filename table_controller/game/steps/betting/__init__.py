"""What bets and words do to the table."""
