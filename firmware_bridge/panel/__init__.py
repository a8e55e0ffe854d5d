"""The dealer's buttons, lamp and buzzer on the Pi's header."""
