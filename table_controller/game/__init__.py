"""The rules kernel: pure, total, without a clock. A state and an event in, the next state and what follows out."""
