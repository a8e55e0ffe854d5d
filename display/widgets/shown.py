"""All that the dealer's screen shows at one moment, beside the view: the link, the last lines, the keypad."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from display.feed import Connected, Heard, Lost
from display.keys.cases import CHOOSING, chosen_case
from display.keys.machine import after_its_hand, pin_asked
from display.keys.pad import Keypad
from display.keys.pages import Page, opened, wants_a_look
from display.wording import undone
from display.wording.wording import Wording, capital
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.views import ExplainedView, HistoryView, LogLine, Notice, Refused, TableView, plainly

STORY_LINES: Final = 60
"""Lines of the hand that the screen keeps."""

_WITHOUT_PIN: Final = frozenset({"pin-needed", "pin-wrong"})
"""Refusals of a command for want of the floor's PIN."""

Link = Literal["waiting", "live", "lost"]


class Shown(Struct, frozen=True):
    """What stands on the screen.

    `note` is one line for the dealer about the last key, gone with the next one or soon by itself; `paused` is the
    simulated table's pace as last asked for. `reason` is why the link is not there, as a code. `clock_s` are the
    seconds left of the clock on the player to act, None: no clock. `silent_s` says for how many seconds which nodes
    have been silent, `due_s` in how many seconds what the room says is due comes, in the order of the view.
    `counting`: the count of the chips lies over the table. `sent` is the last command that was sent, without a PIN,
    and `sent_by` the keypad that made it.
    `page` lies over the table: the history, or a rule explained. `demo`: the screen is that of the demonstration.
    """

    view: TableView | None = None
    link: Link = "waiting"
    reason: str = ""
    story: tuple[str, ...] = ()
    note: str = ""
    pad: Keypad = field(default_factory=Keypad)
    paused: bool = False
    clock_s: int | None = None
    silent_s: tuple[tuple[str, int], ...] = ()
    due_s: tuple[int, ...] = ()
    counting: bool = False
    sent: Command | None = None
    sent_by: Keypad = field(default_factory=Keypad)
    page: Page | None = None
    demo: bool = False

    @property
    def leafing(self) -> bool:
        """Whether a page lies over the table now: not while something is typed or counted."""
        return self.page is not None and self.pad.mode == "idle" and not self.counting

    def hear(self, heard: Heard, said: list[str], words: Wording) -> Shown:
        """After one more message of the feed, which the plain log tells as `said`."""
        match heard:
            case TableView():
                heard = plainly(heard)
                page = None if wants_a_look(self.view, heard) else self.page
                pad, note = self.pad, self.note
                if pad.mode in CHOOSING and chosen_case(pad, heard) is None:
                    pad, note = Keypad(), words.say("note.refused", reason=words.reason("stale"))
                elif (left := after_its_hand(pad, heard)) != pad:
                    pad, note = left, words.say("note.hand-over")
                counting = _counts(self, heard)
                return replace(
                    self, view=heard, link="live", reason="", counting=counting, page=page, pad=pad, note=note
                )
            case Notice(code="pace"):
                return replace(self, paused=bool(dict(heard.facts).get("paused")))
            case Notice(code="undone" | "redone"):
                note = undone.note(heard, self.view, words) or self.note
                return replace(self, story=(*self.story, *said)[-STORY_LINES:], note=note)
            case Notice(code="played"):
                return replace(self, story=(*self.story, *said)[-STORY_LINES:], note=capital(words.notice(heard)))
            case LogLine() | Notice():
                return replace(self, story=(*self.story, *said)[-STORY_LINES:])
            case Refused():
                note = words.say("note.refused", reason=words.reason(heard.reason))
                return replace(self, note=note, pad=self._for_the_floor(heard.reason))
            case HistoryView() | ExplainedView():
                return replace(self, page=opened(self.page, heard))
            case Connected():
                return replace(self, link="live" if self.view else "waiting", reason="", paused=False)
            case Lost():
                return replace(self, link="lost" if self.view else "waiting", reason=heard.reason)

    def _for_the_floor(self, reason: str) -> Keypad:
        """The keypad after a refusal: what only the floor may tell asks for the PIN, if nothing else is being typed."""
        code, _, facts = reason.partition(" ")
        if code not in _WITHOUT_PIN or self.sent is None or self.pad.mode != "idle":
            return self.pad
        if "command=" in facts and f"command={type(self.sent).__name__}" not in facts.split():
            return self.pad  # something else was sent since
        return pin_asked(self.sent, self.sent_by)


def _counts(shown: Shown, view: TableView) -> bool:
    """Whether the count stays, or comes: it opens when trays begin to differ, and gives way to the first card dealt."""
    before = shown.view
    dealt, dealing = _cards(before), _cards(view)
    if dealing:
        return shown.counting and dealt > 0
    return shown.counting or (bool(view.miscounts) and (before is None or view.miscounts != before.miscounts))


def _cards(view: TableView | None) -> int:
    return sum(seat.cards for seat in view.seats) if view is not None else 0
