"""What lies in front of a seat: its bet, or what it won."""

from __future__ import annotations

from textual.widgets import Static

from display import palette
from display.paint import Line, content, fit
from display.wording import Wording
from table_controller.vocabulary.views import SeatView


class BetLine(Static):
    """One line between a seat and the middle of the table."""

    def draw(self, line: Line) -> None:
        """Show `line`."""
        self.update(content([line]), layout=False)


def bet_line(seat: SeatView, words: Wording, width: int) -> Line:
    """The bet with the act that made it, chips that no act explains with a ``?``, or the win; else empty."""
    if seat.won_chips:
        return fit(width, [(words.say("seat.won", chips=seat.won_chips), palette.WON)])
    act = words.code("act", seat.last_act) if seat.last_act else ""
    if seat.loose_chips:
        loose: Line = [("● ", palette.WARN), (f"{words.amount(seat.loose_chips)} ?", palette.WARN)]
        lies: Line = [("● ", palette.BET), (words.amount(seat.bet_chips), palette.BET), ("  ", "")]
        return fit(width, [*lies, *loose], loose) if seat.bet_chips else fit(width, loose)
    if not seat.bet_chips:
        return fit(width, [(act, palette.QUIET)]) if act and seat.status != "folded" else []
    bet: Line = [("● ", palette.BET), (words.amount(seat.bet_chips), palette.BET)]
    return fit(width, [*bet, (f" {act}", palette.QUIET)] if act else bet, bet)
