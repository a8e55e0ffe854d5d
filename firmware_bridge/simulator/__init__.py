"""The simulated table: product code that speaks the real node protocol."""
