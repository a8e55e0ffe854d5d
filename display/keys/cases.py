"""What stands open on the screen and is answered by keys: the floor's case, and the question of the inference."""

from __future__ import annotations

from typing import Final

from display.keys.pad import Keypad
from table_controller.vocabulary.commands import Confirm, preview_asked
from table_controller.vocabulary.views import NEVER_LIKELY, FindingView, PreviewView, TableView

CHOOSING: Final = frozenset(
    {
        *("option", "role", "ruled-seat", "ruled-seconds", "ruled-card", "ruled-hands", "ruled-rounds", "reason"),
    }
)
"""The modes in which somebody chooses for the floor."""

FLOOR: Final = "call-floor"
"""The next act while play waits for the floor: nobody acts before it has spoken."""

SETTLE: Final = "settle"
"""The next act while play waits for what the dealer may settle."""

NO_KEYS: Final = Keypad()
"""A keypad on which nothing was pressed."""

_OF_THE_FLOOR: Final = ("floor", "director")
"""Who chooses for the floor, by the digit from 1; behind them the dealer, where that is the dealer's to say."""


def floor_case(view: TableView | None) -> FindingView | None:
    """The open case that the floor chooses of next: the latest for which play waits, else the latest.

    What becomes of a hand comes before what its player may earn by it. Findings come newest first.
    """
    findings = view.findings if view is not None else ()
    cases = [finding for finding in findings if finding.open and finding.options]
    waits = [case for case in cases if case.stops_play]
    of_the_hand = [case for case in waits if "penalty" not in case.options]
    return next(iter(of_the_hand or waits or cases), None)


def chosen_case(pad: Keypad, view: TableView | None) -> FindingView | None:
    """The case that is being chosen of: the one that came next as the choice began, whatever has come above it since.

    None once it is closed or offers something else: its numbers must not change under the finger.
    """
    begun = floor_case(pad.begun) if pad.act == "option" else None
    if begun is None or view is None:
        return floor_case(view)
    same = (one for one in view.findings if one.open and (one.number, one.case) == (begun.number, begun.case))
    case = next(same, None)
    return case if case is not None and case.options == begun.options else None


def waits(view: TableView) -> bool:
    """Whether play waits for a choice, the floor's or the dealer's."""
    return view.next.code in {FLOOR, SETTLE}


def options(view: TableView | None, pad: Keypad = NO_KEYS) -> tuple[str, ...]:
    """What the floor may choose in that case."""
    case = chosen_case(pad, view)
    return case.options if case is not None else ()


def roles(view: TableView | None, pad: Keypad) -> tuple[str, ...]:
    """Who may have decided for what is chosen in that case: a dealer not while play waits, nor of chips.

    But for what is the dealer's to settle: then it is named first.
    """
    case, option = chosen_case(pad, view), pad.told("option")
    if view is not None and view.on_screen is not None and view.on_screen.code == SETTLE:
        return ("dealer", *_OF_THE_FLOOR)
    if case is None or case.stops_play or all(one.needs_pin for one in case.choices if one.name == option):
        return _OF_THE_FLOOR
    return (*_OF_THE_FLOOR, "dealer")


def stub_is_shuffled(view: TableView, *now: str) -> bool:
    """Whether a wrong board asks for a shuffle of the stub, which nothing sees, and its present act is one of `now`."""
    repair = view.repair
    if repair is None or view.action is not None or "shuffle-stub" not in repair.acts[repair.step - 1 :]:
        return False
    return repair.acts[repair.step - 1] in now


def preview_of(pad: Keypad, view: TableView | None) -> PreviewView | None:
    """What the command that waits would change, as the controller told it; None as long as it has not."""
    preview = view.preview if view is not None else None
    if preview is None or pad.held is None or preview.asked != preview_asked(pad.held).asked:
        return None
    return preview


def places(view: TableView | None) -> tuple[str, ...]:
    """Where each public card lies, as a correction of it names the place: ``board:2``, ``seat:3:1``."""
    if view is None:
        return ()
    board = (f"board:{at}" for at in range(1, len(view.board) + 1))
    return (*board, *(f"seat:{seat.seat}:{at}" for seat in view.seats for at in range(1, len(seat.tabled) + 1)))


def card_at(place: str, view: TableView | None) -> tuple[int | None, str]:
    """The seat of such a place, None for the board, and the card that lies there, empty if none does."""
    where, *numbers = place.split(":")
    seat = int(numbers[0]) if where == "seat" else None
    seats = view.seats if view is not None else ()
    board = view.board if view is not None else ()
    cards = board if seat is None else next((one.tabled for one in seats if one.seat == seat), ())
    at = int(numbers[-1]) - 1
    return seat, cards[at] if at < len(cards) else ""


def confirmed(key: str, view: TableView | None) -> Confirm | None:
    """The answer that a digit, or Enter for the likely one, gives to the first question.

    Where a wrong answer kills a hand none is likely.
    """
    if view is None or not view.prompts:
        return None
    prompt = view.prompts[0]
    if key == "enter" and prompt.kind in NEVER_LIKELY:
        return None
    number = 1 if key == "enter" else int(key)
    if not 1 <= number <= len(prompt.answers):
        return None
    return Confirm(prompt.prompt, prompt.answers[number - 1])
