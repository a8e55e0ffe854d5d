"""What the panel's buttons mean, and what its lamp and buzzer tell: pure, with time given.

| button | pressed                                                   | held                               |
| ------ | --------------------------------------------------------- | ---------------------------------- |
| next   | the first answer to the question on the screen; else done | nothing more                       |
|        | what NEXT asks of the dealer, if a key can say it         |                                    |
| check  | the player to act says check                              | nothing more                       |
| floor  | calls the floor; called already: takes it back            | mutes the buzzer, or lets it sound |

`floor` speaks when it comes up, because only then is it known for a short press; the others as they go down.
What can mean nothing now is refused by lamp and buzzer, for nobody looks at the screen while pressing.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from display.feed import Connected, Heard, Lost
from firmware_bridge.panel.debounce import Debouncer, Told
from firmware_bridge.panel.patterns import Levels, Need, Signals
from table_controller.vocabulary.attention import needs_of
from table_controller.vocabulary.commands import CallFloor, Command, Confirm, Done, MuteBuzzer, Say
from table_controller.vocabulary.views import SIMPLY_DONE, Refused, TableView, plainly

READ_S: Final = 0.7
"""What NEXT or a question asks must have stood on the screen so long before `next` acts: nobody reads faster."""

NO_CONTROLLER: Final[Need] = ("trouble", "controller")

Wish: TypeAlias = Command | Literal["refused"] | None


def likely(view: TableView) -> Command | None:
    """The likely thing: the first answer to the first question, else what NEXT asks for.

    None where a button cannot say it: a player's act has a word, and the cards of a street have faces.
    """
    if view.prompts:
        first = view.prompts[0]
        return Confirm(first.prompt, first.answers[0]) if first.answers else None
    match view.next.code:
        case code if code in SIMPLY_DONE:
            return Done(view.next.code, view.next.seat, view.next.chips)
        case "await" if view.action is None:
            return Done(view.next.code, view.next.seat, view.next.chips)
        case "call-floor" | "no-cards" if not view.floor_called:
            return CallFloor()
        case _:
            return None


def wish(told: Told, view: TableView | None) -> Wish:
    """What a button asks for by what it did; None: nothing yet, or nothing more."""
    match told.button, told.what:
        case "next", "pressed":
            return "refused" if view is None else likely(view) or "refused"
        case "check", "pressed":
            return "refused" if view is None or view.action is None else Say("check", turn=view.action.seat)
        case "floor", "released":
            return "refused" if view is None else CallFloor(not view.floor_called)
        case "floor", "held":
            return "refused" if view is None else MuteBuzzer(not view.muted)
        case _:
            return None


class PanelKeys:
    """One panel: its contacts, the view that it last heard, and what it signals."""

    def __init__(self, contacts: Debouncer) -> None:
        self.contacts = contacts
        self.signals = Signals()
        self._view: TableView | None = None
        self._asks: object = None
        self._asks_since_s = 0.0
        self._needs: tuple[Need, ...] = ()
        self._refusals = 0

    def hear(self, heard: Heard, now_s: float) -> None:
        """Take one message of the feed."""
        match heard:
            case TableView():
                heard = plainly(heard)
                self._view, self._needs = heard, needs_of(heard)
                if (now := (heard.next, heard.prompts[:1], heard.action)) != self._asks:
                    self._asks, self._asks_since_s = now, now_s
                self._signal(now_s)
            case Lost() if self._view is not None:  # before the first view there is nothing to lose
                self._view, self._asks, self._needs = None, None, (NO_CONTROLLER,)
                self._signal(now_s)
            case Connected():
                self._needs = ()
                self._signal(now_s)
            case Refused():
                self.refuse(now_s)
            case _:
                pass

    def edge(self, button: str, now_s: float, *, down: bool) -> tuple[Command, ...]:
        """Take an edge of a button; the commands that have become sure before it."""
        return self._wished(self.contacts.edge(button, now_s, down=down), now_s)

    def look(self, now_s: float) -> tuple[Command, ...]:
        """The commands that have become sure by now."""
        return self._wished(self.contacts.look(now_s), now_s)

    def refuse(self, now_s: float) -> None:
        """Tell that a button did nothing."""
        self._refusals += 1
        self._signal(now_s)

    def levels(self, now_s: float) -> Levels:
        """Lamp and buzzer now."""
        return self.signals.levels(now_s)

    def next_s(self, now_s: float) -> float | None:
        """When something may change by itself."""
        due = [one for one in (self.contacts.due_s, self.signals.next_s(now_s)) if one is not None]
        return min(due, default=None)

    def _signal(self, now_s: float) -> None:
        muted = self._view.muted if self._view is not None else self.signals.muted
        refused: tuple[Need, ...] = (("refused", str(self._refusals)),) if self._refusals else ()
        self.signals = self.signals.heard((*refused, *self._needs), now_s, muted=muted)

    def _wished(self, told: tuple[Told, ...], now_s: float) -> tuple[Command, ...]:
        commands: list[Command] = []
        for one in told:
            asked = wish(one, self._view)
            if one.button == "next" and asked is not None and one.at_s - self._asks_since_s < READ_S:
                asked = "refused"
            if asked == "refused":
                self.refuse(now_s)
            elif asked is not None:
                commands.append(asked)
        return tuple(commands)
