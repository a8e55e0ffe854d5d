"""The README's path of a new user, walked as it is written there, and the pictures that come of it."""
