"""Small state machines, one file each."""
