"""One widget, one file: what stands on the dealer's screen."""
