"""An application without focus that takes every key itself, and wears a theme of `themes` that can change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.filter import Monochrome, NoColor

from display.screen import themes
from display.screen.chosen import Chosen
from display.screen.themes import Theme
from display.widgets.touch import Touched


class Themed(App[None]):
    """Wears the theme of its own choice, else none with colour where the terminal wants none, else the table's.

    Screens say what `draw` brings to their widgets and what `keyed` does with a key: its sign, or its name.
    """

    CSS_PATH = Path(__file__).parents[1] / "app.tcss"
    TITLE = "Cards Speak"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, theme_name: str = "") -> None:
        self._own, self._worn = theme_name, themes.theme_named(theme_name)
        self.remember: Callable[[Chosen], None] = lambda _chosen: None
        """Takes what is chosen while the screen runs, for the one that follows if it dies."""
        super().__init__()
        if self.no_color:  # NO_COLOR: bold, underlined and reversed are left, in the terminal's own two colours
            self._own = self._own or themes.MONOCHROME.name
            self._filters = [NoColor() if isinstance(one, Monochrome) else one for one in self._filters]
        self.depth: str | None = self.console.color_system
        """How many colours the terminal has, in Rich's words."""
        self.wear(themes.theme_named(self._own))

    def draw(self) -> None:
        """Bring every widget to what there is to show, for the size that the terminal has now."""
        raise NotImplementedError  # each screen has its own; Textual's metaclass leaves no room for an abstract class

    async def keyed(self, key: str) -> None:
        """Take a key."""
        raise NotImplementedError  # as `draw`

    def on_resize(self) -> None:
        """Draw for the new size, once Textual knows it too."""
        self.call_later(self.draw)

    async def on_event(self, event: events.Event) -> None:
        """Take keys before anything else sees them."""
        if isinstance(event, events.Key):
            event.stop()
            await self.keyed(event.character if event.is_printable and event.character else event.key)
        else:
            await super().on_event(event)

    async def on_touched(self, touched: Touched) -> None:
        """A touch is the keys that its target stands for."""
        for key in touched.keys:
            await self.keyed(key)

    def get_css_variables(self) -> dict[str, str]:
        """Textual's variables and the colours behind the text."""
        return {**super().get_css_variables(), **self._worn.grounds}

    @property
    def worn(self) -> Theme:
        """The theme that the screen wears."""
        return self._worn

    def wear(self, theme: Theme) -> None:
        """Wear `theme` from now on, as this terminal's colours allow."""
        theme = themes.in_depth(theme, self.depth)
        if theme is not self._worn:
            self._worn = theme
            self.stylesheet.set_variables(self.get_css_variables())
            if self.is_running:
                self.refresh_css(animate=False)
                self.query("Painted").refresh()  # grounds are in the style sheet, the looks of texts are not

    def wear_the_tables(self, name: str) -> None:
        """Wear the table's theme, unless the screen has one of its own."""
        self.wear(themes.theme_named(self._own or name))

    def next_theme(self) -> Theme:
        """Wear the next theme from now on, whatever the table's is."""
        theme = themes.next_theme(self._worn)
        self._own = theme.name
        self.wear(theme)
        return theme
