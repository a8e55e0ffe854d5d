"""The dealer's screen: it draws what the controller shows and sends what the dealer keys, nothing more.

It holds no truth of its own. If it dies the hand goes on, and a new one shows the same picture.
"""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Final, Protocol

from textual.app import ComposeResult
from textual.reactive import var
from textual.timer import Timer

from display.feed import Heard
from display.keys.cases import CHOOSING, floor_case
from display.keys.hints import seat_keys
from display.keys.machine import press
from display.keys.notes import Noted, shouted, told_of
from display.keys.pad import Keypad, Local
from display.keys.pages import Leafed, leafed
from display.languages import LANGUAGES
from display.log import Teller
from display.screen import geometry
from display.screen.chosen import Chosen
from display.screen.placing import put
from display.widgets.action import ActionLines
from display.widgets.count import CountSheet
from display.widgets.guards import first_question, only_closes, passes, too_soon
from display.widgets.help import Help
from display.widgets.keys import KeyLine
from display.widgets.menu import Menu, menu_rows
from display.widgets.next_act import NextActLine
from display.widgets.page import PageSheet
from display.widgets.panel import Panel, rows_wanted
from display.widgets.shown import STORY_LINES, Shown
from display.widgets.small import TooSmall
from display.widgets.status import Status
from display.widgets.table import Table
from display.widgets.themed import Themed
from display.widgets.touch import SeatTouched
from display.wording.crash import crash_report, fault_word
from display.wording.ticking import Dues, Silences, Ticking, dues, silences, ticking
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import Command, Preview, Sent, bare, preview_asked
from table_controller.vocabulary.views import Notice, TableView

_LEAVES: Final = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that people expect to end a program: they ask as the leave key does, and the second one is the answer."""


class Controller(Protocol):
    """What the screen needs of the line to the controller: `feed.Feed` is one."""

    def messages(self, *, follow: bool = True) -> AsyncGenerator[Heard, None]:
        """Everything heard."""

    async def send(self, command: Sent) -> bool:
        """Send a command; False if it was not sent."""


class DealerScreen(Themed):
    """The Textual application.

    `controller` brings the views and takes the commands; without one (pictures) `hear` is called by hand.
    `demo` makes the leave key end the whole demonstration. The screen speaks the table's language and wears its theme,
    until `language`, `theme` or the dealer chooses another one for it. `fell` is what ended the screen before this one,
    told once; `fault` is what ended this one, if it failed. Whatever changes `shown` is drawn soon.
    """

    shown = var(Shown(), init=False)
    help_page = var(0, init=False)
    """The page of help that lies over the table; 0: none."""

    def __init__(
        self,
        controller: Controller | None = None,
        *,
        demo: bool = False,
        language: str = "",
        theme: str = "",
        fell: str = "",
    ) -> None:
        super().__init__(theme)
        self._fell, self.fault = fell, ""
        self.set_reactive(DealerScreen.shown, Shown(demo=demo))
        self._controller, self._demo = controller, demo
        self._language, self._words = language, wording_in(language)
        self._teller = Teller(self._words, brief=True)
        self._will_draw, self._shouted, self._asked_s = False, False, 0.0
        self.stands: Callable[[], object] = lambda: None
        """Called once the screen has been drawn and takes keys."""
        self.now_s: Callable[[], float] = time.monotonic
        self._ticking: Ticking | None = None
        self._silences, self._noted, self._dues = Silences({}), Noted(), Dues()
        self._tick: Timer | None = None
        self._status, self._next, self._action = Status(), NextActLine(), ActionLines()
        self._table, self._panel, self._keys, self._help = Table(), Panel(), KeyLine(), Help()
        self._small, self._menu, self._count, self._sheet = TooSmall(), Menu(), CountSheet(), PageSheet()

    def compose(self) -> ComposeResult:
        yield from (self._status, self._next, self._action, self._table)
        yield from (self._panel, self._menu, self._count, self._sheet, self._keys, self._help, self._small)

    def on_mount(self) -> None:
        """Draw the empty screen and begin to listen."""
        if self._fell:
            self.hear(Notice("screen-fell", (("why", self._fell),)))
        self.draw()
        if self._controller is not None:
            self.run_worker(self._listen(self._controller), name="feed", exit_on_error=True)

    def on_ready(self) -> None:
        """Say that it stands."""
        self.stands()

    async def keyed(self, key: str) -> None:
        """Give a key to the keypad; one that people expect to end a program ends whatever was begun."""
        if key in _LEAVES and self.shown.pad.mode == "leave":
            key = "enter"
        elif key in _LEAVES:
            self.shown = replace(self.shown, pad=Keypad())
            key = "q"
        await self._key(key)

    async def on_seat_touched(self, touched: SeatTouched) -> None:
        """A touch on a seat points at it, or answers which seat."""
        for key in seat_keys(self.shown.pad, touched.seat):
            await self._key(key)

    def hear(self, heard: Heard) -> None:
        """Take one message of the feed; many in a row are drawn once."""
        before, asked = self.shown.pad, first_question(self.shown.view)
        self.shown = self.shown.hear(heard, self._teller.hear(heard), self._words)
        if self.shown.pad is not before and self.shown.pad.held is not None and self.is_running:
            self.run_worker(self._show_beforehand(self.shown.pad.held))
        elif before.held is not None and self.shown.pad.held is None and self.is_running:
            self.run_worker(self._show_nothing_beforehand())
        if isinstance(heard, TableView):
            self._asked_s = self._asked_s if first_question(heard) == asked else self.now_s()
            if self._teller.takes_back(heard):
                self.shown = replace(self.shown, story=tuple(self._teller.speak(self._words))[-STORY_LINES:])
            self._speak(self._language or heard.language)
            self.wear_the_tables(heard.theme)
            self._ticking, self._silences = ticking(heard, self.now_s()), silences(heard, self.now_s())
            self._dues = dues(heard, self.now_s())
            self._show_seconds()

    def watch_shown(self) -> None:
        """Draw what is shown now, once for many changes in a row."""
        if not self._will_draw:
            self._will_draw = True
            self.call_later(self._draw_what_is_due)

    watch_help_page = watch_shown

    def _draw_what_is_due(self) -> None:
        if self._will_draw:
            self.draw()

    def tick(self) -> None:
        """Another second of the clock or of a silence, or a note, is over by the screen's own time."""
        self._show_seconds()

    def _show_seconds(self) -> None:
        """What is left of the clock and until a break, how long who is silent, a note still read; when that changes."""
        if self._tick is not None:
            self._tick.stop()
            self._tick = None
        now_s, clock = self.now_s(), self._ticking
        self._noted = self._noted.after(self.shown.note, self.shown.view, now_s)
        left_s = None if clock is None else clock.left_s(now_s)
        silent_s = tuple(self._silences.seconds(now_s).items())
        due_s = self._dues.seconds(now_s)
        self.shown = replace(self.shown, clock_s=left_s, silent_s=silent_s, due_s=due_s, note=self._noted.text)
        clock_s = clock.next_s(now_s) if clock is not None else None
        waits = (clock_s, self._silences.next_s(now_s), self._noted.next_s(now_s), self._dues.next_s(now_s))
        wait_s = min((wait for wait in waits if wait is not None), default=None)
        if wait_s is not None and self.is_running:
            self._tick = self.set_timer(wait_s, self.tick)

    def draw(self) -> None:
        """Bring every widget to what `shown` says, for the size the terminal has now."""
        if self.shown.note != self._noted.text:
            self._show_seconds()
        self._will_draw = False
        columns, rows = self.size
        fits = columns >= geometry.MIN_COLUMNS and rows >= geometry.MIN_ROWS
        self._small.display = not fits
        self._status.display = self._next.display = self._keys.display = fits
        self._action.display = fits and not self.help_page
        self._menu.display = self._action.display and menu_rows(self.shown, self._words, columns) > 0
        counting = self.shown.counting and self.shown.pad.mode == "idle"
        self._count.display = self._action.display and counting
        self._sheet.display = self._action.display and self.shown.leafing
        over = counting or self.shown.leafing
        self._panel.display = self._action.display and not self._menu.display and not over
        self._table.display = self._action.display and self.shown.view is not None and not over
        self._help.display = fits and self.help_page > 0
        if fits:
            self._draw_parts(self._boxes(columns, rows))
        else:
            self._small.draw(self._words, columns, rows)

    def _boxes(self, columns: int, rows: int) -> geometry.Screen:
        """The parts of the screen; an open case gets the rows that it needs, the table's too while somebody chooses."""
        wanted = menu_rows(self.shown, self._words, columns) or rows_wanted(self.shown, self._words, columns)
        return geometry.screen(columns, rows, wanted, over=self.shown.pad.mode in CHOOSING)

    def _draw_parts(self, boxes: geometry.Screen) -> None:
        shown, words = self.shown, self._words
        parts = (
            (self._status, boxes.status),
            (self._next, boxes.next_act),
            (self._action, boxes.action),
            (self._table, boxes.table),
            (self._panel, boxes.panel),
            (self._menu, boxes.panel),
            (self._count, boxes.sheet),
            (self._sheet, boxes.sheet),
            (self._keys, boxes.keys),
            (self._help, boxes.help),
        )
        for widget, box in parts:
            put(widget, box)
        self._table.display = self._table.display and boxes.table.height > 0
        self._status.draw(shown, words, boxes.status.width)
        self._next.draw(shown, words, boxes.next_act.width, boxes.next_act.height)
        self._keys.draw(shown, words, boxes.keys.width, boxes.keys.height)
        if self.help_page:
            self._help.draw(words, boxes.help.width, boxes.help.height, self.help_page)
            return
        self._action.draw(shown, words, boxes.action.width, boxes.action.height)
        if self._count.display or self._sheet.display:
            sheet = self._count if self._count.display else self._sheet
            sheet.draw(shown, words, boxes.sheet.width, boxes.sheet.height)
            return
        if self._menu.display:
            self._menu.draw(shown, words, boxes.panel.width, boxes.panel.height)
        else:
            self._panel.draw(shown, words, boxes.panel.width, boxes.panel.height)
        if shown.view is not None and boxes.table.height:
            self._table.draw(shown.view, words, boxes.table, large=boxes.large)

    def _speak(self, language: str) -> None:
        """Say everything in another language, what was told of the hand too."""
        words = wording_in(language)
        if words is not self._words:
            self._words = words
            self.shown = replace(self.shown, story=tuple(self._teller.speak(words))[-STORY_LINES:], note="")

    def next_language(self) -> None:
        """Speak the next language, whatever the table's own one is, and say which one it is."""
        codes = tuple(LANGUAGES)
        self._language = codes[(codes.index(self._words.language) + 1) % len(codes)]
        self._speak(self._language)
        self._note("note.language", language=LANGUAGES[self._language])

    async def _listen(self, controller: Controller) -> None:
        async with aclosing(controller.messages()) as messages:
            async for heard in messages:
                self.hear(heard)
                if self._demo and isinstance(heard, Notice) and heard.code == "leave":
                    self.exit()

    async def _key(self, key: str) -> None:
        """Give a key to the keypad, and do what comes out; a key typed ahead meets the pages that those before made."""
        self._draw_what_is_due()
        self._noted = Noted()
        if self.help_page:
            self.help_page = (self.help_page + 1) % (self._help.pages + 1) if key == "?" else 0
            return
        closes, soon = only_closes(self.shown, key), too_soon(self.shown, key, self.now_s() - self._asked_s)
        if closes or soon:
            self.shown = replace(self.shown, counting=self.shown.counting and not closes)
            if not closes:
                self._note("note.too-soon")
            return
        if await self._leafed(key):
            return
        counting = self.shown.counting and self.shown.pad.mode == "idle"
        shown = replace(self.shown, note="", counting=self.shown.counting and not counting)
        pressed = press(shown.pad, key, shown.view, paused=shown.paused, demo=self._demo)
        page = shown.page if pressed.local in {"language", "theme"} else None
        self.shown = replace(shown, pad=pressed.pad, page=page)
        if pressed.command is not None:
            self.shown = replace(self.shown, note=told_of(pressed.command, shown.view, self._words))
            await self._send(pressed.command, pressed.by)
        self._do(pressed.local, key, counting=counting)
        shouts = shouted(shown.pad, key)
        if shouts and self._shouted:
            self._note("note.caps-lock")
        self._shouted = shouts

    async def _leafed(self, key: str) -> bool:
        """Leaf in the page that lies over the table, or close it; False for a key that goes past it."""
        page = self.shown.page if self.shown.leafing else None
        turned = leafed(page, key, self._sheet.leaves) if page is not None else None
        if page is None or (turned is None and passes(self.shown, key)):
            return False
        turned = turned or Leafed(None)
        self.shown = replace(self.shown, page=turned.page, note="")
        if turned.ask is not None:
            await self._send(turned.ask)
        return True

    async def _show_beforehand(self, command: Command) -> None:
        """Ask what a command would change for which the PIN is wanted."""
        if self._controller is not None:
            await self._controller.send(preview_asked(command))

    async def _show_nothing_beforehand(self) -> None:
        """What a command would change is no longer asked: it was closed with the hand that it was about."""
        if self._controller is not None:
            await self._controller.send(Preview())

    async def _send(self, command: Sent, by: Keypad | None = None) -> None:
        self.shown = replace(self.shown, sent=bare(command)[0], sent_by=by or Keypad())
        sent = self._controller is not None and await self._controller.send(command)
        if not sent:
            self._note("note.refused", reason=self._words.reason("not-connected"))

    def _do(self, local: Local, key: str, *, counting: bool) -> None:
        match local:
            case "help":
                self.help_page = 1
            case "leave":
                self.exit()
            case "unknown-key":
                chooses = key.isdigit() and floor_case(self.shown.view) is not None
                self._note("note.no-key-choice" if chooses else "note.no-key", key=key)
            case "language":
                self.next_language()
                self.remember(Chosen(self._language, self._own))
            case "theme":
                self._note("note.theme", theme=self._words.code("theme", self.next_theme().name))
                self.remember(Chosen(self._language, self._own))
            case "count-screen":
                self.shown = replace(self.shown, counting=not counting)
            case "":
                pass
            case _:
                self._note("note.refused", reason=self._words.reason(local))

    def _note(self, code: str, **holes: str) -> None:
        self.shown = replace(self.shown, note=self._words.say(code, **holes))

    def _fatal_error(self) -> None:
        """Textual calls this after an unhandled exception; its own report prints the locals of every frame."""
        error = sys.exc_info()[1] or self._exception
        self.fault = fault_word(error)
        self._exit_renderables.append(crash_report(error, self._words))
        self._close_messages_no_wait()
