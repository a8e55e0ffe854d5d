"""The form as an application of its own: keys only, or with a mouse; it knows neither the file nor the rules."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from display.screen import geometry, themes
from display.screen.geometry import Box
from display.screen.placing import put
from display.setup.foot import Foot
from display.setup.form import Check, Field, Form, Save, at_field, form_of, press
from display.setup.sheet import FieldTouched, FormSheet
from display.widgets.small import TooSmall
from display.widgets.themed import Themed
from display.wording.wording import wording_in


class SetupScreen(Themed):
    """Shows `fields` of the file `path`; `check` says what is wrong with them, `save` writes them."""

    def __init__(self, fields: tuple[Field, ...], path: str, check: Check, save: Save, language: str = "") -> None:
        super().__init__()
        self.form: Form = form_of(fields)
        self._path, self._check, self._save, self._own = path, check, save, language
        self._sheet, self._foot, self._small = FormSheet(), Foot(), TooSmall()

    def compose(self) -> ComposeResult:
        yield from (self._sheet, self._foot, self._small)

    def on_mount(self) -> None:
        """Draw the form as the file fills it."""
        self.draw()

    async def on_event(self, event: events.Event) -> None:
        """Take what is pasted sign by sign, too."""
        if isinstance(event, events.Paste):
            event.stop()
            for sign in event.text[:64]:
                self.press(sign if sign.isprintable() else "")
        else:
            await super().on_event(event)

    async def keyed(self, key: str) -> None:
        """Give a key to the form."""
        self.press(key)

    def on_field_touched(self, touched: FieldTouched) -> None:
        """A touch goes to the field, and on in its choices."""
        if self.form.saved is None:
            self.form = at_field(self.form, touched.field)
            self.draw()

    def press(self, key: str) -> None:
        """Give a key to the form; Escape leaves it, any key once it is saved."""
        if key in {"ctrl+c", "ctrl+q"}:
            self.exit()
            return
        if self.form.saved is not None:
            self.exit()
            return
        self.form = press(self.form, key, self._check, self._save)
        if self.form.left:
            self.exit()
            return
        self.draw()

    def draw(self) -> None:
        """Bring the widgets to the form, in the language that it says."""
        self.wear(themes.theme_named(self.form.values.get("screen.theme", "")))
        columns, rows = self.size
        fits = columns >= geometry.MIN_COLUMNS and rows >= geometry.MIN_ROWS
        words = wording_in(self._own or self.form.values.get("screen.language", ""))
        self._sheet.display = self._foot.display = fits
        self._small.display = not fits
        if not fits:
            self._small.draw(words, columns, rows)
            return
        put(self._sheet, Box(0, 0, columns, rows - 1))
        put(self._foot, Box(0, rows - 1, columns, 1))
        self._sheet.draw(self.form, self._path, words, columns, rows - 1)
        self._foot.draw(self.form, words, columns)
