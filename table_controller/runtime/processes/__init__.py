"""Bridge, controller, panel and displays as processes, and who watches them."""
