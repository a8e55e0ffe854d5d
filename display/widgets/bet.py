"""What lies in front of a seat: its bet, or what it won."""

from __future__ import annotations

from display.screen import themes
from display.screen.paint import Line, cells, fit, part
from display.widgets.painted import Painted
from display.wording.wording import Wording
from firmware_bridge.vocabulary.chips import Chips, total_chips
from table_controller.vocabulary.views import SeatView


class BetLine(Painted):
    """One line between a seat and the middle of the table; it lies on the table's own picture, whatever it says."""

    def draw(self, line: Line, under: Line) -> None:
        """Show `line` in the middle of `under`, which is what the table shows where this lies."""
        width, over = cells(under), cells(line)
        at = (width - over) // 2
        self.paint([[*part(under, 0, at), *line, *part(under, at + over, width)]])


def bet_line(seat: SeatView, lies: Chips | None, words: Wording, width: int) -> Line:
    """The chips in front with the act that put them there, loose ones with a ``?``, or the win; else empty.

    `lies` are the chips in front; where they are not told, what the books say was bet. An ante, or a bet that was not
    brought in, stands by itself: it is no part of the act.
    """
    if seat.won_chips:
        return fit(width, [(words.say("seat.won", chips=seat.won_chips), themes.WON)])
    act = words.code("act", seat.last_act) if seat.last_act else ""
    other: Line = []
    chips = seat.bet_chips if lies is None else max(0, total_chips(lies) - seat.loose_chips)
    if lies is not None and seat.earlier_chips:
        other = [("● ", themes.QUIET), (words.amount(seat.earlier_chips), themes.QUIET)]
        chips = max(0, chips - seat.earlier_chips)
    if seat.loose_chips:
        loose: Line = [("● ", themes.WARN), (f"{words.amount(seat.loose_chips)} ?", themes.WARN)]
        known: Line = [("● ", themes.BET), (words.amount(chips), themes.BET), ("  ", "")] if chips else []
        before: Line = [*other, ("  ", "")] if other else []
        return fit(width, [*before, *known, *loose], [*known, *loose], loose)
    said: Line = [(f" {act}", themes.QUIET)] if act else []
    if not chips:
        told = act and seat.status != "folded"
        return fit(width, [*other, *said], other) if other else fit(width, [(act, themes.QUIET)]) if told else []
    bet: Line = [("● ", themes.BET), (words.amount(chips), themes.BET)]
    beside: Line = [*other, ("  ", ""), *bet] if other else bet
    return fit(width, [*beside, *said], beside, [*bet, *said], bet)
