"""The hands of a table out of its records: boards, who won what, and each finding with its rule.

Read are outcomes and findings only, which are public; the cards that readers named stay out, for most were never
tabled: their names serve to take a card off a public board again. What was undone counts no more, what was put right
stands as it was put right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.requests import ForgetCards
from firmware_bridge.vocabulary.zones import BOARD
from table_controller.game.rules.deal import boards
from table_controller.projections.findings import goes_on
from table_controller.vocabulary.events import (
    CardBoarded,
    CardBurned,
    CardIdentified,
    CardStrayed,
    Event,
    FloorRuled,
    HandPutAway,
    PlayerSat,
    Redone,
    Riffled,
    SeatCorrected,
    TableOpened,
    Undone,
)
from table_controller.vocabulary.findings import Citation, Finding
from table_controller.vocabulary.outcomes import (
    BoardNamed,
    Corrected,
    DealVoided,
    HandBegan,
    HandSettled,
    HandShown,
    HandVoided,
    Outcome,
    PotAwarded,
)
from table_controller.vocabulary.record import AppliedEvent, Record
from table_controller.vocabulary.views import Fate, FoundView, HandView, WonView

Titles = Callable[[Citation], str]
"""Our title of a printed rule, empty where there is none."""

Stacks = tuple[tuple[int, int], ...]
"""Seats, each with its stack in chips."""


@dataclass(slots=True)
class Hand:
    """What happened in a hand so far, and who sat where; `view` sums it up."""

    number: int
    names: dict[int, str]
    happened: list[AppliedEvent] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    retold: bool = False

    def take(self, applied: AppliedEvent) -> None:
        """One more thing happened in it."""
        match applied.event:
            case Undone(numbers):
                self.undone |= set(numbers)
                self.retold = True
            case Redone(numbers):
                self.undone -= set(numbers)
                self.retold = True
            case _:
                self.happened.append(applied)

    @property
    def begun(self) -> bool:
        """Whether a hand was dealt, or something was found in it."""
        return any(
            one.findings or any(isinstance(outcome, HandBegan) for outcome in one.outcomes) for one in self.happened
        )

    @property
    def stacks(self) -> Stacks:
        """Every seat with its stack at the end of the hand, as it stands now; empty if the hand did not end."""
        settled = (
            outcome.stacks
            for applied in self.happened
            if applied.number not in self.undone
            for outcome in applied.outcomes
            if isinstance(outcome, HandSettled)
        )
        return next(reversed(list(settled)), ())

    def view(self, titles: Titles) -> HandView:
        """The hand as it stands now."""
        told = _Told()
        for applied in self.happened:
            if applied.number in self.undone:
                continue
            if isinstance(applied.event, FloorRuled):
                told.ruled(applied.event.option)
            if goes_on(applied):
                told.went_on()
            told.retold = told.retold or any(isinstance(one, Corrected) for one in applied.outcomes)
            if told.retold and any(isinstance(one, PotAwarded) for one in applied.outcomes):
                told.won.clear()  # told anew
            told.card_moved(applied.event)
            for outcome in applied.outcomes:
                told.outcome(outcome)
            for request in applied.requests:
                if isinstance(request, ForgetCards):
                    told.back_into_the_deck(request.handles)
            told.withdrawn(applied.withdrawn)
            told.found(applied.findings)
        return HandView(
            self.number,
            told.fate,
            tuple(told.board),
            tuple(sorted(told.tabled.items())),
            tuple(WonView(seat, self._name(seat), *won) for seat, won in sorted(told.won.items())),
            tuple(self._found(found, titles) for found in told.findings),
            self.retold or told.retold,
        )

    def _found(self, found: _Found, titles: Titles) -> FoundView:
        finding = found.what
        return FoundView(
            finding.topic,
            finding.seat,
            self._name(finding.seat) if finding.seat is not None else "",
            finding.cite,
            titles(finding.cite),
            finding.facts,
            tuple(option.name for option in finding.options),
            found.ruled,
            found.past and (found.closed or not finding.options),
        )

    def _name(self, seat: int) -> str:
        return self.names.get(seat, "")


@dataclass(slots=True)
class _Found:
    """A finding, what the floor chose, whether it has `closed` it, and whether play has left it behind."""

    what: Finding
    ruled: str = ""
    closed: bool = False
    past: bool = False


class _Told:
    """A hand, summed up one outcome after the other."""

    def __init__(self) -> None:
        self.fate: Fate = "under-way"
        self.retold = False
        self.board: list[Card] = []
        self.tabled: dict[int, tuple[Card, ...]] = {}
        self.won: dict[int, tuple[int, str]] = {}
        self.findings: list[_Found] = []
        self.faces: dict[str, Card] = {}
        self.lifted: set[Card] = set()

    def card_moved(self, event: Event) -> None:
        """A card got its name, or one of the board lies elsewhere now, or there again."""
        match event:
            case CardIdentified(handle, card):
                self.faces[handle] = card
            case CardStrayed(handle, zone=zone) if zone != BOARD:
                self.back_into_the_deck((handle,))
            case CardBurned(handle):
                self.back_into_the_deck((handle,))
            case CardBoarded(handle) | CardStrayed(handle):
                self._there_again(handle)
            case _:
                pass

    def _there_again(self, handle: str) -> None:
        face = self.faces.get(handle)
        if face is not None and face in self.lifted:
            self.board.append(face)
            self.lifted.discard(face)

    def back_into_the_deck(self, handles: Iterable[str]) -> None:
        """Cards of a wrong board go back: they are no part of it any more."""
        back = {self.faces.get(handle) for handle in handles}
        self.lifted |= {card for card in self.board if card in back}
        self.board = [card for card in self.board if card not in back]

    def ruled(self, chosen: str) -> None:
        """The floor chose this of the youngest finding that offers it and waits: that closes those before."""
        for found in self.findings:
            found.closed = True
        for found in reversed(self.findings):
            if not found.ruled and any(option.name == chosen for option in found.what.options):
                found.ruled = chosen
                return

    def went_on(self) -> None:
        """Play has left behind what was found so far."""
        for found in self.findings:
            found.past = True

    def found(self, findings: Iterable[Finding]) -> None:
        """Findings, of which a flop of five cards is told once: its reader told of four of them before."""
        for finding in findings:
            if self.findings and boards.is_one_more(self.findings[-1].what, finding):
                self.findings.pop()
            self.findings.append(_Found(finding))

    def withdrawn(self, findings: Iterable[Finding]) -> None:
        """A correction has left these without ground."""
        for finding in findings:
            if (last := next((found for found in reversed(self.findings) if found.what == finding), None)) is not None:
                self.findings.remove(last)

    def outcome(self, outcome: Outcome) -> None:
        """One more public fact."""
        match outcome:
            case HandBegan() | DealVoided():
                self.board, self.tabled, self.won, self.fate = [], {}, {}, "under-way"
            case BoardNamed(cards):
                self.board += [card for card in cards if card not in self.board]
            case HandShown(seat, cards):
                self.tabled[seat] = cards
            case PotAwarded(_, seat, chips, label):
                before, named = self.won.get(seat, (0, ""))
                self.won[seat] = (before + chips, label or named)
            case HandSettled():
                self.fate = self.fate if self.fate == "voided" else ""
            case HandVoided():
                self.fate, self.won = "voided", {}
            case Corrected(what="card", before=before, now=now):
                self._card_put_right(before, now)
            case _:
                pass

    def _card_put_right(self, before: str, now: str) -> None:
        """A card that was read wrong, on the board or in a tabled hand."""
        self.board = [Card(now) if card == before else card for card in self.board]
        for seat, cards in self.tabled.items():
            self.tabled[seat] = tuple(Card(now) if card == before else card for card in cards)


class History:
    """All hands of a table, fed with its records in order; `sequence` is that of the last one it took."""

    def __init__(self) -> None:
        self.sequence = 0
        self._hands: dict[int, Hand] = {}
        self._names: dict[int, str] = {}
        self._opening: Stacks = ()

    def take(self, record: Record, sequence: int = 0) -> None:
        """One more record. What comes before a riffle in it belongs to the hand that is over."""
        self.sequence = sequence
        begins = next(
            (at for at, one in enumerate(record.applied_events) if isinstance(one.event, Riffled | HandPutAway)), 0
        )
        for at, applied in enumerate(record.applied_events):
            match applied.event:
                case TableOpened(players=players):
                    self._names = {player.seat: player.name for player in players}
                    self._opening = tuple((player.seat, player.stack_chips) for player in players)
                case PlayerSat(seat, name):
                    self._names = {**self._names, seat: name}
                case SeatCorrected(wrong_seat, right_seat, number=0):
                    names = self._names
                    self._names = {
                        **names,
                        wrong_seat: names.get(right_seat, ""),
                        right_seat: names.get(wrong_seat, ""),
                    }
                case _:
                    pass
            number = record.hand
            if at < begins and number not in self._hands and self._hands:
                number = max(self._hands)
            if number:
                self._hands.setdefault(number, Hand(number, self._names)).take(applied)

    @property
    def names(self) -> Mapping[int, str]:
        """Who sits where now, by seat."""
        return self._names

    def stacks(self) -> tuple[tuple[int, Stacks], ...]:
        """The stacks at the end of each hand by its number, in order; the first are those the table opened with."""
        ends = ((number, self._hands[number].stacks) for number in sorted(self._hands))
        first = min(self._hands, default=1) - 1
        return ((first, self._opening), *((number, stacks) for number, stacks in ends if stacks))

    def latest(self, before_hand: int, count: int) -> tuple[tuple[Hand, ...], bool]:
        """So many hands, newest first, those before `before_hand` (0: from the newest on), and whether there are more.

        A hand in which nothing was dealt is none.
        """
        numbers = sorted((number for number in self._hands if not before_hand or number < before_hand), reverse=True)
        older = [self._hands[number] for number in numbers if self._hands[number].begun]
        return tuple(older[: max(0, count)]), len(older) > count


def hands_of(records: Iterable[Record]) -> History:
    """The history that these records tell."""
    history = History()
    for number, record in enumerate(records, 1):
        history.take(record, number)
    return history
