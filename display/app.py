"""The dealer's screen: it draws what the controller shows and sends what the dealer keys, nothing more.

It holds no truth of its own. If it dies the hand goes on, and a new one shows the same picture.
"""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final, Protocol

from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.timer import Timer

from display import geometry
from display.crash import crash_report
from display.feed import Heard
from display.keypad import CHOOSING, Keypad, Local, press
from display.log import Teller
from display.placing import put
from display.shown import Shown
from display.ticking import Ticking, ticking
from display.widgets.action import ActionLines
from display.widgets.help import Help
from display.widgets.keys import KeyLine
from display.widgets.next_act import NextActLine
from display.widgets.panel import Panel, rows_wanted
from display.widgets.small import TooSmall
from display.widgets.status import Status
from display.widgets.table import Table
from display.wording import ENGLISH, Wording
from table_controller.commands import Command
from table_controller.views import Notice, TableView

_SAME_AS: Final = {"ctrl+c": "q", "ctrl+q": "q"}
"""Keys that people expect to end a program."""


class Controller(Protocol):
    """What the screen needs of the line to the controller: `feed.Feed` is one."""

    def messages(self, *, follow: bool = True) -> AsyncGenerator[Heard, None]:
        """Everything heard."""

    async def send(self, command: Command) -> bool:
        """Send a command; False if it was not sent."""


class DealerScreen(App[None]):
    """The Textual application.

    `controller` brings the views and takes the commands; without one (pictures) `hear` is called by hand.
    `demo` makes the leave key end the whole demonstration.
    """

    CSS_PATH = Path(__file__).with_name("app.tcss")
    TITLE = "Cards Speak"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, controller: Controller | None = None, *, demo: bool = False, words: Wording = ENGLISH) -> None:
        super().__init__()
        self.shown = Shown()
        self._controller, self._demo, self._words = controller, demo, words
        self._teller = Teller(words, brief=True)
        self._helping = self._will_draw = False
        self.now_s: Callable[[], float] = time.monotonic
        self._ticking: Ticking | None = None
        self._tick: Timer | None = None
        self._status, self._next, self._action = Status(), NextActLine(), ActionLines()
        self._table, self._panel, self._keys, self._help = Table(words), Panel(), KeyLine(), Help()
        self._small = TooSmall()

    def compose(self) -> ComposeResult:
        yield from (self._status, self._next, self._action, self._table)
        yield from (self._panel, self._keys, self._help, self._small)

    def on_mount(self) -> None:
        """Draw the empty screen and begin to listen."""
        self.draw()
        if self._controller is not None:
            self.run_worker(self._listen(self._controller), name="feed", exit_on_error=True)

    def on_resize(self) -> None:
        """Draw for the new size, once Textual knows it too."""
        self.call_later(self.draw)

    async def on_event(self, event: events.Event) -> None:
        """Take keys before anything else sees them: this screen has no focus and no other keys."""
        if isinstance(event, events.Key):
            event.stop()
            plain = event.character if event.is_printable and event.character else event.key
            if plain in _SAME_AS:  # they end whatever was begun
                self.shown = replace(self.shown, pad=Keypad())
            await self._key(_SAME_AS.get(plain, plain))
        else:
            await super().on_event(event)

    def hear(self, heard: Heard) -> None:
        """Take one message of the feed; many in a row are drawn once."""
        self.shown = self.shown.hear(heard, self._teller.hear(heard), self._words)
        if isinstance(heard, TableView):
            self._ticking = ticking(heard, self.now_s())
            self._show_seconds()
        if not self._will_draw:
            self._will_draw = True
            self.call_later(self.draw)

    def tick(self) -> None:
        """Another second of the clock is over, by the screen's own time."""
        self._show_seconds()
        self.draw()

    def _show_seconds(self) -> None:
        """What is left of the clock now, and a timer for the moment when it is one second less."""
        if self._tick is not None:
            self._tick.stop()
            self._tick = None
        now_s, clock = self.now_s(), self._ticking
        self.shown = replace(self.shown, clock_s=None if clock is None else clock.left_s(now_s))
        wait_s = clock.next_s(now_s) if clock is not None else None
        if wait_s is not None and self.is_running:
            self._tick = self.set_timer(wait_s, self.tick)

    def draw(self) -> None:
        """Bring every widget to what `shown` says, for the size the terminal has now."""
        self._will_draw = False
        columns, rows = self.size
        fits = columns >= geometry.MIN_COLUMNS and rows >= geometry.MIN_ROWS
        self._small.display = not fits
        self._status.display = self._next.display = self._keys.display = fits
        self._action.display = self._panel.display = fits and not self._helping
        self._table.display = fits and not self._helping and self.shown.view is not None
        self._help.display = fits and self._helping
        if fits:
            self._draw_parts(self._boxes(columns, rows))
        else:
            self._small.draw(self._words, columns, rows)

    def _boxes(self, columns: int, rows: int) -> geometry.Screen:
        """The parts of the screen; an open case gets the rows that it needs, the table's too while somebody chooses."""
        wanted = rows_wanted(self.shown, self._words, columns)
        return geometry.screen(columns, rows, wanted, over=self.shown.pad.mode in CHOOSING)

    def _draw_parts(self, boxes: geometry.Screen) -> None:
        shown, words = self.shown, self._words
        parts = (
            (self._status, boxes.status),
            (self._next, boxes.next_act),
            (self._action, boxes.action),
            (self._table, boxes.table),
            (self._panel, boxes.panel),
            (self._keys, boxes.keys),
            (self._help, boxes.help),
        )
        for widget, box in parts:
            put(widget, box)
        self._table.display = self._table.display and boxes.table.height > 0
        self._status.draw(shown, words, boxes.status.width)
        self._next.draw(shown, words, boxes.next_act.width, boxes.next_act.height)
        self._keys.draw(shown, words, boxes.keys.width)
        if self._helping:
            self._help.draw(words, boxes.help.width, boxes.help.height)
            return
        self._action.draw(shown, words, boxes.action.width)
        self._panel.draw(shown, words, boxes.panel.width, boxes.panel.height)
        if shown.view is not None and boxes.table.height:
            self._table.draw(shown.view, boxes.table.width, boxes.table.height)

    async def _listen(self, controller: Controller) -> None:
        async with aclosing(controller.messages()) as messages:
            async for heard in messages:
                self.hear(heard)
                if self._demo and isinstance(heard, Notice) and heard.code == "leave":
                    self.exit()

    async def _key(self, key: str) -> None:
        """Give a key to the keypad, and do what comes out."""
        if self._helping:
            self._helping = False
            self.draw()
            return
        shown = replace(self.shown, note="")
        pressed = press(shown.pad, key, shown.view, paused=shown.paused, demo=self._demo)
        self.shown = replace(shown, pad=pressed.pad)
        if pressed.command is not None:
            await self._send(pressed.command)
        self._do(pressed.local, key)
        self.draw()

    async def _send(self, command: Command) -> None:
        sent = self._controller is not None and await self._controller.send(command)
        if not sent:
            self._note("note.refused", reason=self._words.reason("not-connected"))

    def _do(self, local: Local, key: str) -> None:
        match local:
            case "help":
                self._helping = True
            case "leave":
                self.exit()
            case "unknown-key":
                self._note("note.no-key", key=key)
            case "no-option" | "no-such-chips":
                self._note("note.refused", reason=self._words.reason(local))
            case "":
                pass

    def _note(self, code: str, **holes: str) -> None:
        self.shown = replace(self.shown, note=self._words.say(code, **holes))

    def _fatal_error(self) -> None:
        """Textual calls this after an unhandled exception; its own report prints the locals of every frame."""
        self._exit_renderables.append(crash_report(sys.exc_info()[1] or self._exception, self._words))
        self._close_messages_no_wait()
