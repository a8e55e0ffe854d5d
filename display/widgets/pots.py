"""The pots, each with the seats that can win it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from display.screen import glyphs, themes
from display.screen.paint import Line, cells, fit
from display.wording.wording import Wording
from table_controller.vocabulary.views import PotView, TableView

_BETWEEN: Final = "    "
Form = Callable[[TableView, int, Wording], Line]


def pot_lines(view: TableView, words: Wording, width: int, rows: int) -> list[Line]:
    """The pots from the main pot on, in at most `rows` lines; what does not fit is added up in the last one.

    A pot is what lies there: what is owed to it is said at its seat, and what was won from it lies there until it is
    pushed.
    """
    every = all_pots(view)
    if not every:
        (chips,) = _amounts(view)
        return [fit(width, _named(words.say("pot.only"), chips, words))] if chips > 0 else []
    lie = _amounts(view)
    if len(every) == 1:
        chips = lie[0]
        if chips <= 0:
            return []
        only = _named(words.say("pot.only"), chips, words)
        seats = _seats(every[0])
        named = words.say("pot.seats", seats=seats)
        return [fit(width, *([*only, (f"  {text}", themes.QUIET)] for text in (named, f"({seats})")), only)]
    begun = max((number for number, chips in enumerate(lie, 1) if chips > 0), default=0)  # the last ones may be owed
    if begun <= rows:
        return _alike(view, words, width, begun)
    more = words.say("pot.more", count=begun - rows + 1, chips=sum(lie[rows - 1 :]))
    return [*_alike(view, words, width, rows - 1), fit(width, [(more, themes.STRONG)])]


def all_pots(view: TableView) -> tuple[PotView, ...]:
    """The pots from the main pot on, those too that only one player can win any more."""
    return (*view.pots, *view.uncontested)


def drawn_pots(view: TableView, words: Wording, width: int) -> list[Line]:
    """The amounts of the pots three rows high, side by side from the main pot on; nothing where they have no room."""
    drawn = [glyphs.glyphs(words.amount(chips)) for chips in _amounts(view) if chips > 0]
    known = [rows for rows in drawn if rows is not None]
    if not known or len(known) < len(drawn):
        return []
    lines: list[Line] = [[(_BETWEEN.join(parts), themes.BET)] for parts in zip(*known, strict=True)]
    return lines if cells(lines[0]) <= width else []


def lying_in_pots(view: TableView) -> int:
    """What lies in all pots together, with the bets in front."""
    return max(0, sum(_amounts(view)))


def _amounts(view: TableView) -> list[int]:
    """What lies in each pot."""
    every = all_pots(view)
    if not every:
        return [(view.pot_chips or _not_pushed(view)) - _owed(view)]
    if len(every) == 1 and not view.pots_owed:
        return [every[0].chips - _owed(view)]
    owed = (*(view.pots_owed or (0,) * len(view.pots)), *(0 for _ in view.uncontested))
    return [pot.chips - missing for pot, missing in zip(every, owed, strict=True)]


def _owed(view: TableView) -> int:
    return sum(seat.owes_chips for seat in view.seats)


def _not_pushed(view: TableView) -> int:
    """What winners have in the books and not yet in their stacks; once the hand is put away, what lies there still."""
    if view.street == "idle":
        return sum(one.chips for one in view.differences if one.place in ("front", "pot") and one.chips > 0)
    to_bring = {one.seat: one.chips for one in view.dues if one.kind == "bring"}  # out of the bank
    return sum(
        max(0, seat.stack_chips - lies - to_bring.get(seat.seat, 0))
        for seat, lies in zip(view.seats, view.stacks, strict=False)
    )


def _alike(view: TableView, words: Wording, width: int, count: int) -> list[Line]:
    """The first `count` pots in the fullest form that all of them have room for, as one block."""
    lines: list[Line] = []
    for form in _FORMS:
        lines = [form(view, number, words) for number in range(count)]
        if all(cells(line) <= width for line in lines):
            break
    block = max((cells(line) for line in lines), default=0)
    return [[*fit(width, line), (" " * (block - cells(line)), "")] for line in lines]


def _full(view: TableView, number: int, words: Wording) -> Line:
    pot = all_pots(view)[number]
    seats = words.say("pot.seats" if len(pot.seats) > 1 else "pot.seat", seats=_seats(pot))
    return [*_short(view, number, words), (f"  {seats}", themes.QUIET)]


def _bracketed(view: TableView, number: int, words: Wording) -> Line:
    return [*_short(view, number, words), (f"  ({_seats(all_pots(view)[number])})", themes.QUIET)]


def _brief(view: TableView, number: int, words: Wording) -> Line:
    name = words.say("pot.side-short", number=number) if number else words.say("pot.main-short")
    pot = all_pots(view)[number]
    return [*_named(name, _amounts(view)[number], words), (f" ({_seats(pot)})", themes.QUIET)]


def _bare(view: TableView, number: int, words: Wording) -> Line:
    pot = all_pots(view)[number]
    return [(words.amount(_amounts(view)[number]), themes.BET), (f" ({_seats(pot)})", themes.QUIET)]


def _short(view: TableView, number: int, words: Wording) -> Line:
    name = words.say("pot.side", number=number) if number else words.say("pot.main")
    return _named(name, _amounts(view)[number], words)


_FORMS: Final[tuple[Form, ...]] = (_full, _bracketed, _brief, _bare, _short)


def _seats(pot: PotView) -> str:
    return " ".join(str(seat) for seat in pot.seats)


def _named(name: str, chips: int, words: Wording) -> Line:
    return [(f"{name} ", themes.PLAIN), (words.amount(chips), themes.BET)]
