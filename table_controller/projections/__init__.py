"""State to read models: views, messages, histories. Nothing here changes a table."""
