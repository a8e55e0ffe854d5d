"""A dealer and players in one: moves cards and chips as regular play does, straight into the engine.

The robot is the tests' own; it knows the deck, names cards when the engine asks, and keeps all that
the engine answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.chips import Chips, fewest_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import NameCards, Request
from table_controller.game import queries
from table_controller.game.engine import NEW_TABLE, Table, step
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.projections.chips_to_move import chips_to_move
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActKind, Outcome
from table_controller.vocabulary.views import DueView

CHIPS = (1, 5, 25, 100, 500, 1000, 5000)
TDA = package_rulebook("tda-2019")


@dataclass
class Robot:
    """One table and those around it."""

    book: Rulebook = TDA
    denominations: tuple[int, ...] = CHIPS
    names_cards: bool = True
    table: Table = NEW_TABLE
    outcomes: list[Outcome] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    events: list[ev.Event] = field(default_factory=list)
    cards: dict[Handle, Card] = field(default_factory=dict)
    deck: list[Card] = field(default_factory=list)
    now_s: float = 0.0

    def do(self, event: ev.Event) -> tuple[Outcome, ...]:
        """Step the engine; cards that it asks for are named at once."""
        self.now_s += 1.0
        self.events.append(event)
        after = step(self.table, event, self.book)
        self.table = after.table
        self.outcomes.extend(after.outcomes)
        self.findings.extend(after.findings)
        self.requests.extend(after.requests)
        for request in after.requests if self.names_cards else ():
            if isinstance(request, NameCards):
                for handle in request.handles:
                    self.do(ev.CardIdentified(handle, self.cards[handle], self.now_s))
        return after.outcomes

    def open(  # noqa: PLR0913 - the keywords of a table script's header
        self,
        stacks: Mapping[int, int],
        blinds: tuple[int, int] = (50, 100),
        *,
        button: int = 1,
        ante: int = 0,
        ante_mode: str | None = "all",
        seats: int | None = None,
        variant: str = "NT",
        bring_in: int = 0,
        bets: tuple[int, int] = (0, 0),
    ) -> Robot:
        mode = None if ante_mode is None else "bb" if ante_mode == "bb" else "all"
        self.do(
            ev.TableOpened(
                self.now_s,
                self.book.book,
                variant,
                seats or max(stacks),
                tuple(ev.SeatSetUp(seat, f"Player {seat}", stack) for seat, stack in stacks.items()),
                self.denominations,
                *blinds,
                ante,
                mode,  # type: ignore[arg-type]
                button,
                small_bet_chips=bets[0],
                big_bet_chips=bets[1],
                bring_in_chips=bring_in,
            )
        )
        return self

    def riffle(self, deck: Iterable[Card] = DECK) -> None:
        """Start a hand with the deck in this order."""
        self.deck = list(deck)
        self.do(ev.Riffled(self.now_s))

    def post(self) -> None:
        """Antes and blinds go in."""
        for seat, _, chips in queries.forced_bets_due(self.table):
            self.push(seat, chips)

    def deal(self, deck: Iterable[Card] = DECK) -> None:
        """Riffle, post, and deal every seat its cards; in stud the lowest door card brings it in."""
        self.riffle(deck)
        self.post()
        for seat in queries.deal_order(self.table):
            self.do(ev.CardDealt(seat, self.draw(), self.now_s, self.now_s + 0.1))
        while self.table.hand.phase == "deal" and queries.board_due(self.table):
            self.do(ev.CardBoarded(self.draw(), self.now_s, self.now_s + 0.1))
        self.post()  # of stud the bring-in, which the door cards ask for

    def draw(self) -> Handle:
        """The next card off the deck."""
        handle = Handle(f"h{self.table.hand.number}-{len(self.deck)}")
        self.cards[handle] = self.deck.pop(0)
        return handle

    def push(self, seat: int, chips: int | Chips) -> None:
        pushed = fewest_chips(chips, self.denominations) if isinstance(chips, int) else chips
        self.do(ev.ChipsPushed(seat, pushed, self.now_s, self.now_s + 0.2))

    def say(self, seat: int, word: ev.Word, amount: int | None = None) -> None:
        self.do(ev.Declared(seat, word, amount, "before", self.now_s))

    def muck(self, seat: int) -> None:
        """The whole hand of a seat goes to the muck."""
        held = tuple(card.handle for card in self.table.cards if card.zone == f"seat:{seat}")
        self.do(ev.CardsMucked(seat, held, self.now_s))

    def act(self, kind: ActKind, to: int = 0, *, in_words: bool = False) -> None:
        """The seat to act acts as people do: cards for a fold, a word for a check, chips for the rest.

        `in_words`: the act is said first, and the chips follow.
        """
        seat = queries.who_acts(self.table)
        assert seat is not None
        stand, money = self.table.betting.stands[seat - 1], self.table.ledger[seat - 1]
        if in_words or kind == "check":
            self.say(seat, kind, to if kind in ("bet", "raise") else None)
        elif kind in ("raise", "all-in"):
            self.say(seat, kind)  # silent, its chips might count as a call
        if kind == "all-in":
            in_words = True
        chips = {
            "call": queries.to_call_chips(self.table),
            "all-in": money.stack_chips,
            "bet": to - stand.bet_chips,
            "raise": to - stand.bet_chips,
        }.get(kind, 0)
        if in_words:
            chips = dict(queries.owing(self.table)).get(seat, 0)
        if kind == "fold":
            self.muck(seat)
        elif chips:
            self.push(seat, chips)

    def street(self) -> None:
        """Burn and deal the next street."""
        self.do(ev.CardBurned(self.draw(), self.now_s, self.now_s + 0.1))
        for _ in range(queries.board_due(self.table)):
            self.do(ev.CardBoarded(self.draw(), self.now_s, self.now_s + 0.1))

    def discard(self, handles: tuple[Handle, ...]) -> None:
        """The seat whose turn it is in a draw throws these cards away, or says that it keeps its own."""
        seat = queries.discards_now(self.table)
        assert seat is not None
        if handles:
            self.do(ev.CardsMucked(seat, handles, self.now_s))
        else:
            self.say(seat, "pat")

    def give(self) -> Iterator[tuple[int, Handle]]:
        """Burn, and deal each seat the cards of a draw or of a street of stud; told before each."""
        if queries.burn_due(self.table):
            self.do(ev.CardBurned(self.draw(), self.now_s, self.now_s + 0.1))
        street = self.table.hand.phase  # with all all-in, its last card brings the next one
        while (seat := queries.draw_due(self.table)) is not None and self.table.hand.phase == street:
            handle = self.draw()
            yield seat, handle
            self.do(ev.CardDealt(seat, handle, self.now_s, self.now_s + 0.1))

    def pay_out(self) -> Iterator[DueView]:
        """The dealer gives back, gathers and pushes what the screen names, chip by chip; told before each push."""
        for due in chips_to_move(self.table):
            if due.kind == "return":
                self.do(ev.ChipsTakenBack(due.seat, due.pieces, self.now_s))
        for seat, lies in queries.bets_to_gather(self.table):
            self.do(ev.BetsGathered(seat, lies, self.now_s))
        for _ in self.table.players:
            pushes = [due for due in chips_to_move(self.table) if due.kind == "push"]
            if not pushes:
                return
            yield pushes[0]
            self.do(ev.PotPushed(pushes[0].seat, pushes[0].pieces, self.now_s))

    def show(self, *seats: int) -> None:
        for seat in seats or queries.live_seats(self.table):
            self.do(ev.HandTabled(seat, self.now_s))

    def run_out(self) -> None:
        """All live hands are tabled and the board is finished; checks wherever there is betting left."""
        while self.table.hand.phase not in ("showdown", "settled"):
            if queries.who_acts(self.table) is not None:
                self.act("call" if queries.to_call_chips(self.table) else "check")
            else:
                self.street()
        if self.table.hand.phase == "showdown":
            self.show()

    def tidy(self) -> None:
        """The dealer returns, gathers and pushes what is due, until nothing is left in the middle."""
        for seat, chips in queries.returns_due(self.table):
            self.do(ev.ChipsTakenBack(seat, fewest_chips(chips, self.denominations), self.now_s))
        for seat, lying in queries.bets_to_gather(self.table):
            self.do(ev.BetsGathered(seat, lying, self.now_s))
        for seat, chips in queries.awards_due(self.table):
            self.do(ev.PotPushed(seat, fewest_chips(chips, self.denominations), self.now_s))

    def put_away(self) -> None:
        self.do(ev.HandPutAway(self.now_s))

    @property
    def actor(self) -> int | None:
        return queries.who_acts(self.table)

    def stack(self, seat: int) -> int:
        return self.table.ledger[seat - 1].stack_chips

    def stacks(self) -> dict[int, int]:
        return {player.seat: self.stack(player.seat) for player in self.table.players if player}

    def won(self, seat: int) -> int:
        return self.table.ledger[seat - 1].won_chips
