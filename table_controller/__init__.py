"""What the table knows: inference, rules engine, journal, broadcast."""
