"""Serial ports: opened in one place, and kept open."""
