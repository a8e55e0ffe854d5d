"""What a rulebook makes of an event: readers before the state changes, judges after it."""
