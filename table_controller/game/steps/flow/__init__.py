"""What leads from one thing to the next: an act, a void hand, what keys tell, what people correct."""
