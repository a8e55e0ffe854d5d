"""The one large line: what the dealer does next."""

from __future__ import annotations

from display.screen import glyphs, themes
from display.screen.paint import Line, fit
from display.widgets.painted import Painted
from display.widgets.shown import Shown
from display.wording import sentences
from display.wording.wording import Wording, capital
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.views import DueView, TableView


class NextActLine(Painted):
    """The next act, across the whole screen."""

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show the next act on `rows` rows."""
        self.paint(next_lines(shown, words, width, rows))


def next_lines(shown: Shown, words: Wording, width: int, rows: int) -> list[Line]:
    """The line in the middle of `rows` rows, all on one colour; a lost controller is said here too.

    With five rows it is drawn three rows high, to be read from across the room.
    """
    if shown.view is None:
        texts, style = [words.say("next.waiting")], themes.LOST
    elif shown.link == "lost":
        texts, style = [words.say("next.stale")], themes.LOST
    else:
        texts, style = [f"{words.say('next.title')}  {act}" for act in next_acts(shown.view, words)], themes.NEXT
    forms: list[Line] = [[(f" {text.center(width - 2)} ", style)] for text in texts]
    line = fit(width, *forms, [(f" {texts[-1]} ", style)], [(texts[-1], style)])
    blank: Line = [(" " * width, style)]
    drawn = _drawn(texts, width) if rows > glyphs.ROWS + 1 else ()
    above = (rows - 1 - len(drawn)) // 2
    lines = [*([(row.center(width), style)] for row in drawn), line]
    return [*([blank] * above), *lines, *([blank] * (rows - len(lines) - above))]


def _drawn(texts: list[str], width: int) -> tuple[str, ...]:
    """The fullest form that can be drawn three rows high; it stands below in the terminal's own letters too."""
    for text in texts:
        rows = glyphs.glyphs(text)
        if rows is not None and len(rows[0]) <= width - 2:
            return rows
    return ()


def next_acts(view: TableView, words: Wording) -> list[str]:
    """The next act, one and no more, fullest first: with the chips to take in hand.

    While a player thinks the dealer gives back what is due: whose turn it is stands in the line below.
    """
    plain = words.next_act(view)
    if view.next.code == "loose-chips":
        return [plain, words.next_act(replace(view, next=replace(view.next, code="loose-chips-short")))]
    if view.repair is not None and sentences.is_repair_next(view):
        told = sentences.repair(words, view.repair)
        return [told] if view.next.code == "await" else [told, plain]  # whose turn it is stands below
    if view.next.code == "gather-bets":
        return [*sentences.gathering(words, view), plain]
    own = next((one for one in view.dues if _is_of_the_act(one, view)), None)
    with_chips = sentences.due(words, own, plain) if own is not None else plain
    back = (one for one in view.dues if one.kind == "return" and one is not own and not _may_call_with_it(one, view))
    others = [sentences.due(words, one) for one in back]
    forms = [with_chips, plain]
    return [capital(others[0])] if others and view.next.code == "await" else forms


def _may_call_with_it(one: DueView, view: TableView) -> bool:
    """Whether the change lies in front of a player who has a bet to answer yet: it may be his call."""
    highest = max(seat.bet_chips for seat in view.seats)
    return any(seat.seat == one.seat and seat.status == "in" and seat.bet_chips < highest for seat in view.seats)


def _is_of_the_act(one: DueView, view: TableView) -> bool:
    kinds = {"return-chips": "return", "push-pot": "push", "make-change": "push", "await": "owe"}
    act = view.next
    return (one.kind, one.seat, one.chips) == (kinds.get(act.code), act.seat, act.chips)
