"""Training hands, and the lessons that the engine makes of them."""
