"""The table's memory on the disk: it knows records and bytes, and nothing of poker."""
