"""Observations to events: presence, motions, doubt."""
