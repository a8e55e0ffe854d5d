"""Table scripts: small TOML files that tell what happens at a table and what must come of it."""
