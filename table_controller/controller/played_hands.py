"""The hands of a journal, each with its account: folded from its records, as they are told in the end.

A hand is taken as it lies there when the next one begins, for then nothing can change it any more; the last one as the
journal leaves it. Cards whose key was given out later are filled in where all the hand's cards are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import ReplayDiffers, fold_record
from table_controller.game.queries import is_busted, is_settled
from table_controller.game.rulebooks.model import Rulebook
from table_controller.journal.journal import Entry
from table_controller.projections.accounts import account_of, with_released
from table_controller.projections.hand_history import History, Titles
from table_controller.projections.reveals import Reveals
from table_controller.session.hand_log import HandLog
from table_controller.session.recording import tables_of
from table_controller.session.state import Session, new_session
from table_controller.vocabulary.accounts import HandAccount
from table_controller.vocabulary.events import HandPutAway, Riffled, TableOpened
from table_controller.vocabulary.record import AppliedEvent, Record, decode_record
from table_controller.vocabulary.views import HandView

BookOf = Callable[[TableOpened], Rulebook]
"""The book that judged the table that was opened so."""


class PlayedHands:
    """Take the entries of a journal in their order; then its hands are told."""

    def __init__(self, book_of: BookOf) -> None:
        self._book_of = book_of
        self._book: Rulebook | None = None
        self._session = new_session()
        self._over: dict[int, HandAccount] = {}
        self._began: dict[int, int] = {}
        self._ended: dict[int, int] = {}
        self._history, self._reveals = History(), Reveals()

    def take(self, entry: Entry) -> None:
        """One record more; raises `ReplayDiffers` if it is refused now."""
        record = decode_record(entry.payload)
        self._history.take(record, entry.sequence)
        self._reveals.take(record)
        book, before = self._book or self._opened(record), self._session
        self._session, _ = fold_record(before, record, book)
        ended = next(
            (at for at, one in enumerate(record.applied_events) if isinstance(one.event, Riffled | HandPutAway)), None
        )
        if ended is not None:
            self._keep(before, record.applied_events[:ended], book)
        number = self._session.table.hand.number
        self._began.setdefault(number, entry.wall_ns)
        if is_settled(self._session.table) and not is_settled(before.table):
            self._ended[number] = entry.wall_ns

    def _opened(self, record: Record) -> Rulebook:
        events = (applied.event for applied in record.applied_events)
        opened = next((event for event in events if isinstance(event, TableOpened)), None)
        if opened is None:
            raise ReplayDiffers("a record comes before the table is opened")
        self._book = self._book_of(opened)
        return self._book

    def _keep(self, session: Session, more: tuple[AppliedEvent, ...], book: Rulebook) -> None:
        """The hand of this session is over, with what else happened before the next one began."""
        if more:
            session = replace(session, happened=HandLog.of((*session.happened, *more)))
        tables = tables_of(session, book)
        if tables and is_settled(tables[-1]) and (told := account_of(tables, session.happened)) is not None:
            self._over[told.number] = told

    def hands(self, titles: Titles) -> tuple[HandAccount, ...]:
        """Every hand that was settled, in order."""
        if self._book is not None:
            self._keep(self._session, (), self._book)
        views = {hand.number: hand.view(titles) for hand in self._history.latest(0, len(self._began) + 1)[0]}
        released: dict[int, dict[Handle, Card]] = {}
        for (hand, _), cards in self._reveals.released.items():
            released.setdefault(hand, {}).update({one.handle: one.card for one in cards})
        return tuple(
            self._whole(with_released(told, released.get(number, {})), views.get(number))
            for number, told in sorted(self._over.items())
        )

    def playing(self) -> frozenset[str]:
        """Who sits at the table in the end and has chips, or some in a hand that is not over; by name."""
        table = self._session.table
        return frozenset(
            player.name
            for seat, player in enumerate(table.players, 1)
            if player is not None and not player.leaving and not is_busted(table, seat)
        )

    def _whole(self, told: HandAccount, view: HandView | None) -> HandAccount:
        return replace(
            told,
            findings=view.findings if view is not None else (),
            retold=view is not None and view.retold,
            began_ns=self._began.get(told.number, 0),
            ended_ns=self._ended.get(told.number, 0),
        )


def played_hands(written: Iterable[Entry], book_of: BookOf) -> PlayedHands:
    """The hands that these entries tell."""
    hands = PlayedHands(book_of)
    for entry in written:
        hands.take(entry)
    return hands
