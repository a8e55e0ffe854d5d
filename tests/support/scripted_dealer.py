"""A dealer who follows a planned hand: with the keys of the screen, with hands on a simulated felt, or with both.

What the sensors see he does not key. When a moment has passed and the screen has not noticed what he did, he presses
the key for it, as a dealer does at a table with a dead reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from support.planned_hands import Act, PlannedHand, Street

from firmware_bridge.simulator.world import DEALER
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips, fewest_chips, holds_chips, total_chips
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone
from table_controller.runtime.simulated.moves import SETTLE_S, Moves
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts import acts
from table_controller.vocabulary.views import TableView

LADDER: Final = (25, 100, 500, 1000, 5000)
ENTER: Final = "enter"
LOOK_S: Final = 0.1
NOTICE_S: Final = 2.5
"""How long the dealer gives the sensors before he keys it."""
PAID_OUT: Final = ("return-chips", "push-pot", "make-change")
"""Acts by which chips go to a player; for change the dealer's hands need no key of their own."""
MOST: Final = 40
"""Acts of the dealer between two of the players, at the very most."""


class Wrong(AssertionError):
    """The screen does not show what was dealt."""


class Screen(Protocol):
    """What the dealer looks at and presses."""

    def view(self) -> TableView:
        """The table as it is shown."""

    async def press(self, *keys: str) -> None:
        """Press these keys, one after the other."""


def word_of(act: Act) -> tuple[str, ...]:
    """The keys for what a player says."""
    if act.all_in:
        return ("a",)
    match act.kind:
        case "fold":
            return ("f",)
        case "check":
            return ("c",)
        case "call":
            return ("k",)
        case "bet":
            return ("b", *str(act.to_chips), ENTER)
        case "raise":
            return ("r", *str(act.to_chips), ENTER)


def faces(cards: Iterable[Card]) -> tuple[str, ...]:
    """The keys of cards, and Enter."""
    return (*"".join(cards).lower(), ENTER)


def check_ends(view: TableView, hand: PlannedHand) -> None:
    """Raise `Wrong` unless every stack is what the plan has it."""
    shown = {seat.seat: seat.stack_chips for seat in view.seats}
    if shown != dict(hand.ends):
        raise Wrong(f"hand {view.hand}: the screen has {shown}, pokerkit {dict(hand.ends)}")


@dataclass
class KeyDealer:
    """Deals with keys alone."""

    screen: Screen

    async def deal(self, hand: PlannedHand) -> None:
        """One hand from the riffle to the last pot pushed."""
        await self.screen.press("s")
        await self.screen.press("D")
        for step in hand.story:
            await self._do_what_is_next(hand)
            if isinstance(step, Street):
                await self.screen.press("B", *faces(step.cards))
            else:
                check_turn(self.screen.view(), step)
                await self.screen.press(*word_of(step))
        await self._do_what_is_next(hand)
        check_ends(self.screen.view(), hand)

    async def _do_what_is_next(self, hand: PlannedHand) -> None:
        for _ in range(MOST):
            view = self.screen.view()
            code, seat = view.next.code, view.next.seat
            if code in PAID_OUT or (code == "await" and view.action is None and view.next.chips):
                await self.screen.press("space")
            elif code == "await" and view.action is None and seat is not None:
                await self.screen.press("S", str(seat), *faces(hand.holes[seat]))
            else:
                return
        raise Wrong(f"the dealer does {view.next} again and again")


def check_turn(view: TableView, act: Act) -> None:
    """Raise `Wrong` unless it is the turn of the player who acts now."""
    if view.action is None or view.action.seat != act.seat:
        raise Wrong(f"hand {view.hand}: {act} comes, the screen has {view.action}, next {view.next}")


@dataclass
class FeltDealer:
    """Deals on a simulated felt, and keys what no sensor sees: words, checks, turned faces, and what nobody noticed."""

    screen: Screen
    process: OneProcess
    moves: Moves = field(init=False)
    helped: list[str] = field(default_factory=list)
    """What had to be keyed although hands had done it."""

    def __post_init__(self) -> None:
        self.moves = Moves(self.process.table)
        self._kept: set[Card] = set()

    async def deal(self, hand: PlannedHand) -> None:
        """One hand from the riffle until the cards are gathered."""
        self._kept = {card for step in hand.story if isinstance(step, Street) for card in step.cards}
        await self._move(acts.Riffle(), lambda view: view.street == "deal", "s")
        for seat, chips in hand.posts:
            await self._push(seat, chips)
        for lap in range(2):
            for seat in hand.order:
                self._hands(acts.DealCard(seat, hand.holes[seat][lap]))
        await self._noticed(lambda view: view.street == "preflop", "D")
        for step in hand.story:
            await self._do_what_is_next(hand)
            if isinstance(step, Street):
                await self._street(step)
            else:
                check_turn(self.screen.view(), step)
                await self._act(step, hand)
        await self._do_what_is_next(hand)
        check_ends(self.screen.view(), hand)
        await self._move(acts.PutAway(), lambda view: view.street == "idle", "g")

    async def _act(self, act: Act, hand: PlannedHand) -> None:
        def made(view: TableView) -> bool:
            acted = view.action is None or view.action.seat != act.seat
            return acted and not view.seats[act.seat - 1].owes_chips

        if act.kind == "fold":
            cards = tuple(card for card in hand.holes[act.seat])
            await self._move(acts.Muck(act.seat, cards), made, "f")
            return
        if act.kind == "check":
            await self.screen.press("c")
            return
        if act.all_in:
            await self.screen.press("a")
        elif act.kind == "raise" and not self._unseen(act.seat):
            await self.screen.press("r", ENTER)
        self._hands(acts.Push(act.seat, self._lot(stack_zone(act.seat), act.chips)))
        await self._noticed(made, *word_of(act))

    async def _street(self, street: Street) -> None:
        self._bring_in()  # what no tray sees is brought in, too
        deck = self.process.table.world.cards.names(DEALER)
        burn = next(Card(card) for card in deck if card not in self._kept)
        await self._move(acts.Burn(burn), lambda view: view.next.code != "burn")
        count = self.screen.view().board_count + len(street.cards)
        await self._move(acts.Board(street.cards), lambda view: view.board_count == count, "B", *faces(street.cards))

    async def _do_what_is_next(self, hand: PlannedHand) -> None:
        for _ in range(MOST):
            view = self.screen.view()
            code, seat, chips = view.next.code, view.next.seat, view.next.chips
            if view.prompts:
                await self._answer(view)
            elif code == "gather-bets":
                self._bring_in()
                await self._noticed(lambda view: view.next.code != "gather-bets", "space")
            elif seat is None or view.action is not None or code not in (*PAID_OUT, "await"):
                return
            elif code == "await" and not chips:
                await self._show(seat, hand)
            else:
                await self._pay(code, seat, chips)
        raise Wrong(f"the dealer does {view.next} again and again, asked {view.prompts}")

    async def _answer(self, view: TableView) -> None:
        self.helped.append(view.prompts[0].prompt)
        await self.screen.press(ENTER)

    async def _show(self, seat: int, hand: PlannedHand) -> None:
        await self.screen.press("t", str(seat))
        await self._noticed(
            lambda view: view.next.seat != seat or view.next.code != "await" or bool(view.seats[seat - 1].tabled)
        )
        if not self.screen.view().seats[seat - 1].tabled:
            self.helped.append(f"faces {seat}")
            await self.screen.press("S", str(seat), *faces(hand.holes[seat]))

    async def _pay(self, code: str, seat: int, chips: int) -> None:
        before = self.screen.view().next
        if code == "await":
            behind = total_chips(self.process.table.world.chips.at(stack_zone(seat)))
            if behind > self.screen.view().seats[seat - 1].stack_chips:  # else they lie there, and nobody saw it
                self._hands(acts.Push(seat, self._lot(stack_zone(seat), chips)))
        elif code == "return-chips":
            self._hands(acts.TakeBack(seat, self._lot(bet_zone(seat), chips)))
        elif code == "make-change":
            self._bring_in()
            self._lot(POT, chips)
        else:
            self._bring_in()
            self._hands(acts.PushPot(seat, self._lot(POT, chips)))
        await self._noticed(lambda view: view.next != before, "space")

    def _bring_in(self) -> None:
        for seat in range(1, self.process.table.setup.seats + 1):
            if lot := self.process.table.world.chips.at(bet_zone(seat)):
                self._hands(acts.Gather(seat, lot))

    async def _push(self, seat: int, chips: int) -> None:
        self._hands(acts.Push(seat, self._lot(stack_zone(seat), chips)))
        await self._noticed(lambda view: view.next.seat != seat or view.next.code != "await", "space")

    async def _move(self, act: acts.Act, done: Callable[[TableView], bool], *keys: str) -> None:
        self._hands(act)
        await self._noticed(done, *keys)

    async def _noticed(self, done: Callable[[TableView], bool], *keys: str) -> None:
        """Give the sensors their time; then press the keys."""
        until_s = self.process.table.now_s + NOTICE_S
        while not done(self.screen.view()) and self.process.table.now_s < until_s:
            self.process.table.run_for(LOOK_S)
        if not done(self.screen.view()) and keys:
            self.helped.append(keys[0])
            await self.screen.press(*keys)

    def _hands(self, act: acts.Act) -> None:
        for part in self.moves.parts_of(act):
            if isinstance(part, float):
                self.process.table.run_until(part)

    def _unseen(self, seat: int) -> bool:
        """Whether no tray shows what the seat puts in: one that does tells its act, and a word comes before it."""
        unknown = self.process.controller.session.sensors.unknown
        return stack_zone(seat) in unknown and bet_zone(seat) in unknown

    def _lot(self, zone: Zone, value: int) -> Chips:
        """Chips of this value as they lie in the zone, after change was made if there are none such."""
        wanted = fewest_chips(value, LADDER)
        if not holds_chips(self.process.table.world.chips.at(zone), wanted):
            self.process.table.run_for(SETTLE_S)  # what has just come is counted before it is changed
            self.process.table.run_until(self.process.table.chips.provide(zone, wanted) + SETTLE_S)
        return wanted
