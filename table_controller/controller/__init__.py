"""The single writer of the journal: a session and its log, and the way back to them."""
