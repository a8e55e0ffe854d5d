"""Answers to a screen that asks: the history out of the journal, and a rule explained; the table does not change."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from typing import Final

from display.wording.boundary import guard
from firmware_bridge.vocabulary.lines import LineError
from table_controller.controller.controller import Controller
from table_controller.journal.journal import Entry, Journal, JournalDamaged, entries
from table_controller.projections.hand_history import History
from table_controller.runtime.processes.explaining import explained, row_of
from table_controller.vocabulary.commands import AskHistory, Asking
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.record import decode_record
from table_controller.vocabulary.views import FEED, ExplainedView, HandView, HistoryView, Refused

MOST_HANDS: Final = 20
"""Hands in one answer."""

TEXT_COLUMNS: Final = 100
"""Width of the history as text."""

MOST_BYTES: Final = 48 * 1024
"""An answer stays well below the longest line of the feed; a hand that has no room is asked for next."""


class Answers:
    """Knows the hands of the journal up to the last time somebody asked."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._history = History()
        self._one_at_a_time = asyncio.Lock()

    async def to(self, asked: Asking) -> HistoryView | ExplainedView | Refused:
        """The answer; working it out does not hold up the table."""
        if isinstance(asked, AskHistory):
            async with self._one_at_a_time:
                try:
                    return await self._hands(asked)
                except (JournalDamaged, LineError, OSError):
                    return Refused("no-history")
        return await asyncio.to_thread(explained, self._controller.session, self._controller.book, asked.number)

    async def _hands(self, asked: AskHistory) -> HistoryView:
        journal, history = self._controller.journal, self._history
        if not history.sequence and isinstance(journal, Journal):
            await asyncio.to_thread(_read, journal, history)  # the whole day, once
        for entry in journal.entries(history.sequence + 1):
            history.take(decode_record(entry.payload), entry.sequence)
        hands, more = history.latest(asked.before_hand, min(asked.count, MOST_HANDS))
        return _fitting(tuple(hand.view(self.title_of) for hand in hands), asked.before_hand, more=more)

    def title_of(self, cite: Citation) -> str:
        """Our title of a rule."""
        if title := self._controller.book.titles.get(cite, ""):
            return title
        return printed_title(cite)


def _read(journal: Journal, history: History) -> None:
    """All that is in the file by now; the file is read on its own, for its writer goes on."""
    for entry in entries(journal.path):
        history.take(decode_record(entry.payload), entry.sequence)


def _fitting(hands: tuple[HandView, ...], before_hand: int, *, more: bool) -> HistoryView:
    view = HistoryView(hands, before_hand, more)
    while len(view.hands) > 1 and len(FEED.encode(view)) > MOST_BYTES:
        view = HistoryView(view.hands[:-1], before_hand, more=True)
    return view


def history_text(written: Iterable[Entry], language: str = "") -> str:
    """The hands of a journal's records, newest first, for a terminal."""
    from display.languages import DEFAULT
    from display.widgets.page import history_entries
    from display.wording.wording import wording_in

    history = History()
    table_language = DEFAULT
    for entry in written:
        record = decode_record(entry.payload)
        history.take(record, entry.sequence)
        for applied in record.applied_events:
            if isinstance(applied.event, TableOpened):
                table_language = applied.event.language
    hands, _ = history.latest(0, sys.maxsize)
    view = HistoryView(tuple(hand.view(printed_title) for hand in hands), 0, more=False)
    blocks = history_entries(view, wording_in(language or table_language), TEXT_COLUMNS)
    return "\n\n".join(
        "\n".join(guard("".join(text for text, _ in line)).rstrip() for line in block) for block in blocks
    )


def printed_title(cite: Citation) -> str:
    """Our title of a printed rule, empty for a house rule."""
    row = row_of(cite)
    return row.title if row is not None else ""
