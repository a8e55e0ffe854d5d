"""Themes, geometry and paint: what every screen of ours is drawn with."""
