"""What can be asked of the dealer, as a table: how an answer is typed, and when it is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from display.keys.cases import options, places, roles
from display.keys.pad import Keypad
from display.wording.wording import GAMES
from table_controller.vocabulary.events import BettingWord
from table_controller.vocabulary.views import TableView

Kind: TypeAlias = Literal["seat", "amount", "card", "seat-cards", "choice", "text", "look", "pin"]
"""How an answer is typed: a digit; digits and Enter; rank and suit and Enter; seat, rank and suit, and Enter; the
number of a line; letters and Enter; Enter alone, after a look; hidden digits and Enter."""

Enter: TypeAlias = Literal["needs", "none"]
"""What Enter alone means: nothing yet; that there is none."""

MOST_DIGITS: Final = 12
LONGEST_TEXT: Final = 80
WHOLE_DECK: Final = 52


class Reads(Struct, frozen=True):
    """How one question is answered.

    `enter` is what Enter alone means, `enter_code` the words for that in the line of keys.
    `most` is how many digits an amount, cards an answer, letters a text may have. A seat that was pointed at answers a
    question that is `pointed`. `choices` are the lines of a choice, from the view and from what was answered before.
    """

    kind: Kind
    enter: Enter = "needs"
    enter_code: str = "key.none"
    most: int = MOST_DIGITS
    pointed: bool = True
    choices: Callable[[TableView | None, Keypad], tuple[str, ...]] = lambda _view, _pad: ()


def _denominations(view: TableView | None, _pad: Keypad) -> tuple[str, ...]:
    return tuple(str(one) for one in view.denominations) if view is not None else ()


_SAID: Final = Reads("amount", "none", "key.send")

MODES: Final[dict[str, Reads]] = {
    "bet": _SAID,
    "raise": _SAID,
    "number": Reads("amount"),
    "turn-up": Reads("seat"),
    "point": Reads("seat", pointed=False),
    "count": Reads("seat", pointed=False),
    "found": Reads("seat"),
    "found-chips": Reads("amount"),
    "buys": Reads("seat"),
    "bought-chips": Reads("amount", "none", "key.a-stack"),
    "clock": Reads("seat", "none", "key.clock-floor"),
    "option": Reads("choice", choices=options),
    "role": Reads("choice", "none", "key.role-floor", choices=roles),
    "ruled-seat": Reads("seat", "none", pointed=False),
    "ruled-seconds": Reads("amount", "none", most=4),
    "ruled-card": Reads("card", "none", "key.no-card", most=1),
    "ruled-hands": Reads("amount", "none", "key.one-hand", most=3),
    "ruled-rounds": Reads("amount", "none", "key.one-hand", most=3),
    "reason": Reads("text", "none", "key.send", most=LONGEST_TEXT),
    "seat": Reads("seat"),
    "seat-or-none": Reads("seat", "none", "key.no-seat"),
    "card": Reads("card", most=1),
    "card-or-none": Reads("card", "none", "key.no-card", most=1),
    "cards-missing": Reads("card", "none", "key.none", most=WHOLE_DECK),
    "show": Reads("seat", pointed=False),
    "name": Reads("text", "none", "key.nameless", most=40),
    "stack": Reads("amount"),
    "hands": Reads("amount", "none", "key.none", most=3),
    "rounds": Reads("amount", "none", "key.warning", most=3),
    "minutes": Reads("amount", "none", "key.now", most=3),
    "small-blind": Reads("amount"),
    "big-blind": Reads("amount"),
    "ante": Reads("amount", "none", "key.none"),
    "variant": Reads("choice", choices=lambda _view, _pad: GAMES),
    "ante-of-game": Reads("amount", "none", "key.unchanged"),
    "bring-in": Reads("amount", "none", "key.unchanged"),
    "denomination": Reads("choice", choices=_denominations),
    "drawn": Reads("seat-cards", most=WHOLE_DECK),
    "words": Reads("text", most=LONGEST_TEXT),
    "steps": Reads("amount", most=2),
    "stack-now": Reads("amount", "none", "key.no-chips"),
    "bet-to": Reads("amount"),
    "place": Reads("choice", choices=lambda view, _pad: places(view)),
    "really": Reads("card", most=1),
    "wrong-seat": Reads("seat"),
    "word-before": Reads("choice", choices=lambda _view, _pad: get_args(BettingWord)),
    "word-chips": _SAID,
    "right-seat": Reads("seat", pointed=False),
    "board-cards": Reads("card", most=5),
    "hand-cards": Reads("card", most=7),
    "look": Reads("look"),
    "leave": Reads("look", "none", "key.leave"),
    "pin": Reads("pin", most=12),
}
"""Every question by its mode; the words of each are ``ask.MODE``."""
