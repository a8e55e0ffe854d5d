"""Settings of a table: read strictly, written by the set-up form."""
