"""Putting a widget where the geometry wants it."""

from __future__ import annotations

from textual.widget import Widget

from display.screen.geometry import Box


def put(widget: Widget, box: Box) -> None:
    """Place `widget` on its parent; Textual lays out again only if something changed."""
    widget.styles.offset = (box.x, box.y)
    widget.styles.width = box.width
    widget.styles.height = box.height
