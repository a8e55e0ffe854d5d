"""A session whose sensors speak in observations and whose dealer keys commands: for tests of what is taken back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.vocabulary.cards import DECK, Card, parse_card
from firmware_bridge.vocabulary.chips import Chips, fewest_chips, subtract_chips
from firmware_bridge.vocabulary.observations import (
    CardArrived,
    CardLeft,
    CardNamed,
    ChipsMoved,
    DeckRiffled,
    Handle,
    Inventory,
)
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, Zone, bet_zone, seat_zone, stack_zone
from table_controller.controller.controller import counted
from table_controller.game import queries
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.session.session import handle_input, open_table
from table_controller.session.state import Session, new_session
from table_controller.vocabulary.events import SeatSetUp, TableOpened
from table_controller.vocabulary.record import Input, Record
from table_controller.vocabulary.views import Refused

RICH: Chips = ((1000, 8), (500, 2), (100, 10))
_FIRST: Final = ("Ah", "Kh", "Qd", "Jc", "9s", "2c", "2d", "3h", "3s", "4c", "4d", "5h", "7d", "8s", "Td")
FACES: tuple[str, ...] = (*_FIRST, *(card for card in DECK if card not in _FIRST and card[0] != "6"))
"""The cards in the order in which they come; those of a deal that was void do not come again, the sixes never."""


@dataclass
class SensedSession:
    """A table of three with 10,000 each, blinds 100 and 200; keeps every record. Seat 1 has the button."""

    book: Rulebook = field(default_factory=lambda: package_rulebook("tda-2019"))
    session: Session = field(default_factory=new_session)
    records: list[Record] = field(default_factory=list)
    now_s: float = 0.0
    stacks: dict[int, Chips] = field(default_factory=lambda: dict.fromkeys((1, 2, 3), RICH))
    bets: dict[int, Chips] = field(default_factory=lambda: dict.fromkeys((1, 2, 3), ()))
    pot: int = 0
    faces: dict[Handle, Card] = field(default_factory=dict)

    def open(self) -> SensedSession:
        players = tuple(SeatSetUp(seat, f"P{seat}", 10_000) for seat in (1, 2, 3))
        opened = TableOpened(0.0, self.book.book, "NT", 6, players, (100, 500, 1000), 100, 200, 0, None, 1)
        self.session, record = counted(*open_table(self.session, opened, self.book))
        self.records.append(record)
        stacks = tuple((stack_zone(seat), RICH) for seat in (1, 2, 3))
        places = tuple((bet_zone(seat), ()) for seat in (1, 2, 3))
        cards = tuple((zone, ()) for zone in self.zones())
        self.take(Inventory(0.0, True, cards, (*stacks, *places, (POT, ())), None, ()))
        return self

    def zones(self) -> tuple[Zone, ...]:
        """Where cards are read."""
        return (*(seat_zone(seat) for seat in (1, 2, 3)), BOARD, BURN, MUCK)

    def take(self, cause: Input) -> Record | Refused:
        self.now_s += 0.5
        answer = handle_input(self.session, cause, self.now_s, self.book)
        if isinstance(answer, Refused):
            return answer
        self.session, record = counted(*answer)
        self.records.append(record)
        for applied in record.applied_events:
            for request in applied.requests:
                for handle in request.handles if isinstance(request, NameCards) else ():
                    self.take(CardNamed(handle, self.faces[handle], self.now_s))
        return record

    def took(self, cause: Input) -> Record:
        """Take what cannot be refused."""
        record = self.take(cause)
        assert isinstance(record, Record), record
        return record

    def push(self, seat: int, chips: Chips) -> None:
        lay, self.stacks[seat] = self.stacks[seat], subtract_chips(self.stacks[seat], chips)
        self._move(stack_zone(seat), lay, self.stacks[seat])
        before, self.bets[seat] = self.bets[seat], (*self.bets[seat], *chips)
        self._move(bet_zone(seat), before, fewest_chips(sum(a * b for a, b in self.bets[seat]), (1000, 500, 100)))

    def sweep(self) -> None:
        """The dealer's hand takes all bets to the pot."""
        for seat, lies in self.bets.items():
            if lies:
                self.bets[seat] = ()
                value = sum(a * b for a, b in lies)
                self._move(bet_zone(seat), fewest_chips(value, (1000, 500, 100)), ())
                lay, self.pot = self.pot, self.pot + value
                self._move(POT, ((100, lay // 100),) if lay else (), ((100, self.pot // 100),))

    def _move(self, zone: Zone, lay: Chips, lie: Chips) -> None:
        self.take(ChipsMoved(zone, lay, lie, self.now_s, self.now_s + 0.4))

    def card(self, zone: Zone) -> None:
        handle = Handle(f"c{len(self.faces) + 1}")
        self.faces[handle] = parse_card(FACES[len(self.faces)])
        self.take(CardArrived(handle, zone, self.now_s, self.now_s + 0.1))

    def post(self) -> SensedSession:
        """The blinds."""
        self.push(2, ((100, 1),))
        self.push(3, ((100, 2),))
        return self

    def deal(self) -> SensedSession:
        self.take(DeckRiffled(self.now_s))
        self.post()
        for seat in queries.deal_order(self.session.table):
            self.card(seat_zone(seat))
        return self

    def board(self, cards: int) -> None:
        """Burn one and deal these."""
        self.card(BURN)
        for _ in range(cards):
            self.card(BOARD)

    def gather(self) -> None:
        """Every card that lies in sight goes back to the dealer's hand."""
        for handle, seen in self.session.inference.sightings.cards.items():
            if seen.present:
                self.now_s += 0.1
                self.took(CardLeft(handle, seen.zone, self.now_s))

    def muck(self, seat: int) -> None:
        for card in self.session.inference.sightings.hand_of(seat):
            self.take(CardArrived(card, MUCK, self.now_s, self.now_s + 0.1))
