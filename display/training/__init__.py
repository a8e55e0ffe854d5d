"""Training: the dealer sees an irregular act and says what the floor will say; the engine knows."""
