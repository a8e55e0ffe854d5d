"""The demonstration: a simulated table that plays a few real hands through the whole system."""
