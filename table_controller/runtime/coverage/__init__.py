"""Which printed rules have a script that would fail without them."""
