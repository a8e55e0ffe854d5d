"""The stage that a script plays on: the player with its cards and chips, and the acts of regular play.

Between the steps of a script a dealer does what the words take for granted: unmatched chips go
back and bets are gathered before the next card, pots are pushed before the next hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone
from table_controller.game.next_act import next_act
from table_controller.game.queries import who_acts
from table_controller.game.state.hand import SETTLED
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.projections.table_view import seat_view
from table_controller.scripts import acts
from table_controller.scripts.card_source import CardSource
from table_controller.scripts.ladder import make_chips
from table_controller.scripts.player import Player
from table_controller.scripts.purses import Purses
from table_controller.vocabulary.views import NextAct, SeatView

_MOST_ACTS = 64
"""More acts than this in one tidying up are a circle, not a table of ten."""


class StepError(Exception):
    """A step cannot be done: why. The script fails at its line."""


class NotYetError(StepError):
    """A step, an expectation or a value of the header (under `key`) whose rule does not exist in this release."""

    def __init__(self, reason: str, key: str = "rulebook") -> None:
        super().__init__(reason)
        self.key = key


class TableDriver:
    """A player with the cards and chips that lie there.

    Acts ask the table for the one thing they need: a whole view is drawn only for what a script expects of it.
    `posting` says who posts with which chips, `puck_lies` that the script put the puck down for the coming hand.
    """

    def __init__(self, player: Player, cast: CardSource, purses: Purses, seats: int) -> None:
        self.player, self.cast, self.purses = player, cast, purses
        self.seats = range(1, seats + 1)
        self.posting: dict[int, Chips] = {}
        self.puck_lies = False

    def seat(self, seat: int) -> SeatView:
        """A seat as the public sees it; a script that names one nobody sits in cannot go on."""
        if seat in self.seats and (view := seat_view(self.player.table, seat)).status != "empty":
            return view
        raise StepError(f"nobody sits in seat {seat}")

    def _next(self, code: str) -> NextAct | None:
        """The dealer's next act if it is `code`."""
        act = next_act(self.player.table)
        return act if act.code == code else None

    def push(self, seat: int, chips: Chips, *, allin_button: bool = False) -> None:
        """Chips go forward in one motion; the seat makes change first if it must."""
        self._move(stack_zone(seat), bet_zone(seat), chips)
        self.player.do(acts.Push(seat, chips, allin_button))

    def take_back(self, seat: int, chips: Chips) -> None:
        """Chips in front of a seat go back to its stack."""
        self._move(bet_zone(seat), stack_zone(seat), chips)
        self.player.do(acts.TakeBack(seat, chips))

    def take_up(self, seat: int) -> None:
        """Chips that are a seat's own again go back to its stack: from in front of it, or gathered already."""
        due = self.seat(seat).returns_chips
        released = min(due, total_chips(self.purses.lying(bet_zone(seat))))
        if released:
            self.take_back(seat, self.purses.part(bet_zone(seat), released))
        if gathered := min(due - released, total_chips(self.purses.lying(POT))):
            self.push_pot(seat, gathered)

    def gather(self, seats: Iterable[int]) -> None:
        """The dealer draws what lies in front of these seats into the pot; what is no bet yet stays with its player."""
        for seat, lies in self.purses.bets(seats):
            loose = min(loose_chips(self.player.table, seat), total_chips(lies))
            chips = self.purses.part(bet_zone(seat), total_chips(lies) - loose) if loose else lies
            if not chips:
                continue
            self.purses.move(bet_zone(seat), POT, chips)
            self.player.do(acts.Gather(seat, chips))

    def return_chips(self) -> None:
        """Give back what nobody matched, and change for chips too large."""
        for _ in range(_MOST_ACTS):
            act = self._next("return-chips")
            if act is None or act.seat is None:
                return
            self.take_back(act.seat, self.purses.part(bet_zone(act.seat), act.chips))
        raise StepError("chips are to be returned again and again")

    def give_back(self) -> None:
        """Before cards are dealt again: what goes back, from in front of seats and from the pot."""
        self.return_chips()
        self._push_pots()

    def tidy_bets(self) -> None:
        """Before the next card: return and gather, once the betting is over."""
        self.return_chips()
        if who_acts(self.player.table) is None:
            self.gather(self.seats)

    def settle(self) -> None:
        """Return, gather and push the pots that are awarded; who still owes chips puts them in first."""
        self.clear_bets()
        self._push_pots()

    def _push_pots(self) -> None:
        for _ in range(_MOST_ACTS):
            act = self._next("push-pot") or self._next("make-change")  # change that is left unsaid is made unseen
            if act is None or act.seat is None:
                return
            self.push_pot(act.seat, act.chips)

    def clear_bets(self) -> None:
        """Before a pot is pushed: what is owed goes in, what is due back goes back, the rest is gathered."""
        self._pay_up()
        self.tidy_bets()

    def push_pot(self, seat: int, amount_chips: int) -> None:
        """Push chips of the pot to a seat, change made if there must be."""
        chips = self.purses.part(POT, amount_chips)
        self._move(POT, stack_zone(seat), chips)
        self.player.do(acts.PushPot(seat, chips))

    def _pay_up(self) -> None:
        """Chips that are owed although the hand is over: what was bet in words, found chips that go to the winner."""
        if self.player.table.hand.phase != SETTLED:
            return
        for seat, money in enumerate(self.player.table.ledger, 1):
            behind = total_chips(self.purses.lying(stack_zone(seat)))
            if due := min(owes_chips(money), behind):
                self.push(seat, make_chips(due, self.purses.denominations))

    def finish_hand(self) -> None:
        """Settle the hand; it must be over then."""
        self.settle()
        if self._next("new-hand") is None:
            raise StepError(f"the hand is not over: next is {next_text(next_act(self.player.table))}")

    def _move(self, source: Zone, target: Zone, chips: Chips) -> None:
        """The books of a motion that is about to be done, change made where `source` lacks the very chips."""
        change = self.purses.change(source, chips)
        if change is not None:
            self.player.do(acts.MakeChange(source, change))
        self.purses.move(source, target, chips)

    def muck(self, seat: int, *, by_dealer: bool = False) -> None:
        """The cards of a seat go into the muck: given up, or taken in by the dealer."""
        cards = self.cast.take_from(seat)
        if not cards:
            raise StepError(f"seat {seat} has no cards")
        self.player.do(acts.Muck(seat, cards, by_dealer))

    def post(self, seat: int, due_chips: int, *, last: bool) -> None:
        """A forced bet goes in, with the chips that `change` named if it is the seat's last one."""
        chips = self.posting.pop(seat, ()) if last else ()
        behind = total_chips(self.purses.lying(stack_zone(seat)))
        if chips := chips or make_chips(min(due_chips, behind), self.purses.denominations):
            self.push(seat, chips)


def loose_chips(table: Table, seat: int) -> int:
    """What lies in front of a seat and no act explains, chips of a motion under way among them."""
    return table.ledger[seat - 1].loose_chips


def next_text(act: NextAct) -> str:
    """An act as a script writes it: ``deal-card 3``."""
    return act.code if act.seat is None else f"{act.code} {act.seat}"
