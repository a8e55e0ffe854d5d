"""What people see: the dealer's screen and the plain log."""
