"""The count of the chips: every stack as the game believes it and as its tray counts it, and what to do."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from display.keys.cases import floor_case
from display.screen import themes
from display.screen.paint import Line, cells, fit, join, wrap
from display.widgets.painted import Painted
from display.widgets.pots import lying_in_pots
from display.widgets.shown import Shown
from display.wording import boundary, sentences
from display.wording.wording import Wording, capital
from firmware_bridge.vocabulary.chips import Chips, total_chips
from table_controller.vocabulary.views import TableView

_GAP: Final = "  "
_WIDEST_NAME: Final = 26
_DIFFERS: Final = "!"


class Stack(Struct, frozen=True):
    """One stack: what it should be, what is counted (None: nobody sees it), and the chips if they are known."""

    name: str
    expected_chips: int
    counted_chips: int | None
    pieces: Chips = ()

    @property
    def differs(self) -> bool:
        """Whether tray and game disagree."""
        return self.counted_chips is not None and self.counted_chips != self.expected_chips


class CountSheet(Painted):
    """Lies over the table until a key is pressed or a card is dealt."""

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show the count on `width` x `rows` cells."""
        if shown.view is not None:
            self.paint(count_lines(shown.view, words, width)[:rows])


def stacks(view: TableView, words: Wording) -> tuple[Stack, ...]:
    """Every player's stack; what the trays say now counts before what they said at the hand's end."""
    told = {one.seat: one for one in view.miscounts}
    now = {one.seat: one for one in view.counts}
    found = []
    for seat in view.seats:
        if seat.status == "empty":
            continue
        name = words.player(view.seats, seat.seat)
        live, ended = now.get(seat.seat), told.get(seat.seat)
        if live is not None and live.counted is not None:
            found.append(Stack(name, live.expected_chips, total_chips(live.counted), live.counted))
        elif ended is not None:
            found.append(Stack(name, ended.expected_chips, ended.counted_chips))
        else:
            found.append(Stack(name, live.expected_chips if live is not None else seat.stack_chips, None))
    return tuple(found)


def count_lines(view: TableView, words: Wording, width: int) -> list[Line]:
    """Title, one line for each stack, the whole table, what to do and the keys; each at most `width` wide."""
    inner = width - 2
    found = stacks(view, words)
    wrong = bool(view.miscounts) or any(one.differs for one in found)
    title = words.say("count.title" if wrong else "count.title-fine")
    whole = _whole(found, view, words)
    lines: list[Line] = [[(title, themes.WARN if wrong else themes.STRONG)], *_rows((*found, whole), words, inner)]
    lines.append([])
    key = "to-do" if wrong else "no-trays" if all(one.counted_chips is None for one in found) else "fine"
    lines += [[(row, themes.PLAIN)] for row in wrap(words.say(f"count.{key}"), inner)]
    lines += _choices(view, words, inner)
    lines.append(fit(inner, [(words.say("count.keys"), themes.QUIET)]))
    return [[(" ", ""), *line] for line in lines]


def _rows(found: tuple[Stack, ...], words: Wording, width: int) -> list[Line]:
    """The columns, each as wide as its widest entry; the chips of a tray where there is room for all of them."""
    head = [words.say(f"count.{name}") for name in ("seat", "expected", "counted", "difference")]
    body = [_cells(one, words) for one in found]
    wide = [max(cells([(row[at], "")]) for row in (head, *body)) for at in range(4)]
    room = width - sum(wide) - len(_DIFFERS) - 1 - 4 * len(_GAP)
    rows: list[Line] = [[(f"  {_aligned(head, wide)}", themes.QUIET)]]
    for one, row in zip(found, body, strict=True):
        sign = _DIFFERS if one.differs else " "
        style = themes.WARN if one.differs else themes.PLAIN
        tray = sentences.pieces(one.pieces, words, ones=True) if one.pieces else ""
        fits = tray if cells([(tray, "")]) <= room else ""
        rows.append(join([[(f"{sign} {_aligned(row, wide)}", style)], [(fits, themes.BET)] if fits else []], _GAP))
    return rows


def _whole(found: tuple[Stack, ...], view: TableView, words: Wording) -> Stack:
    """The whole table with what lies in front and in the pot; not counted while a single stack is not.

    What is still owed, as a blind of the next hand, lies in its stack, and is expected there.
    """
    counted = [one.counted_chips for one in found if one.counted_chips is not None]
    whole = sum(counted) + lying_in_pots(view) if len(counted) == len(found) else None
    middle = max(0, view.pot_chips - sum(seat.owes_chips for seat in view.seats))
    return Stack(words.say("count.total"), sum(one.expected_chips for one in found) + middle, whole)


def _cells(one: Stack, words: Wording) -> list[str]:
    name = boundary.shorten(capital(one.name), _WIDEST_NAME)
    if one.counted_chips is None:
        return [name, words.amount(one.expected_chips), words.say("count.unseen"), ""]
    off = one.counted_chips - one.expected_chips
    return [name, words.amount(one.expected_chips), words.amount(one.counted_chips), _signed(off, words)]


def _signed(chips: int, words: Wording) -> str:
    """A difference with its sign, ``=`` for none: read from an arm's length."""
    return f"{'+' if chips > 0 else '-'}{words.amount(abs(chips))}" if chips else "="


def _aligned(row: list[str], wide: list[int]) -> str:
    """The first column at its left, numbers at their right."""
    name = row[0] + " " * (wide[0] - cells([(row[0], "")]))
    numbers = (" " * (width - cells([(text, "")])) + text for text, width in zip(row[1:], wide[1:], strict=True))
    return _GAP.join([name, *numbers])


def _choices(view: TableView, words: Wording, width: int) -> list[Line]:
    """What the floor may choose, where the count is the case that comes next."""
    case = floor_case(view)
    if case is None or not view.miscounts or case.topic != "chip-handling":
        return []
    rule = fit(width, [(sentences.rule(case, words), themes.QUIET)])
    offers: list[Line] = [
        [(f"o {number} ", themes.KEY), (words.code("option", option), themes.PLAIN)]
        for number, option in enumerate(case.options, 1)
    ]
    return [rule, fit(width, join(offers, "   "), *offers)]
