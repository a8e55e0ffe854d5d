"""Which questions the dealer is asked now, and in which order.

A question about cards means something only while a hand is played, one about a fold only while that hand is live. Of
several differences that one gap left, those that came first in the hand are asked first: so the answers,
each an event, come to the engine in the order of play. An all-in button goes down before the chips that it speaks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_bridge.vocabulary.zones import Zone, zone_seat
from table_controller.game import queries
from table_controller.game.state.custody import where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, is_street
from table_controller.game.state.seats import clockwise
from table_controller.game.state.table import Table
from table_controller.inference import street_gaps
from table_controller.inference.card_gaps import GATHERED, NO_YES, RIFFLED
from table_controller.inference.doubt import GAP_PATIENCE_S, UNSAID
from table_controller.inference.doubts import Doubt, Open, doubts
from table_controller.inference.street_gaps import STREETS
from table_controller.inference.told_cards import ABSENT, absence_doubts

_ACTS: Final = (
    *("gap-pushed", "half-pushed", "half-come", "gap-folded", "gap-card", "cards-gone"),
    *("gap-allin-down", "gap-allin-up"),
)
_ORDER: Final = (
    (RIFFLED,),
    UNSAID,
    (*_ACTS, "gap-bet-gathered"),
    ("gap-dealt", "gap-not-dealt"),
    ("gap-taken-back",),
    ("gap-gathered", "gap-gathered-bets"),
    ("gap-unboarded", "gap-unburned"),
    ("gap-burned", "gap-not-burned"),
    ("gap-boarded", STREETS),
    ("gap-won", "gap-won-of"),
)
_RANKS: Final = {kind: rank for rank, kinds in enumerate(_ORDER) for kind in kinds}
_OF_A_HAND: Final = frozenset(
    (
        *("cards-gone", "gap-card", "gap-folded", "gap-dealt", "gap-burned", "gap-boarded", "gap-mucked"),
        *(STREETS, "gap-strayed", "gap-unboarded", "gap-unburned", "gap-allin-down", "gap-allin-up"),
        *ABSENT,
    )
)
"""Between hands cards and buttons may lie where they like."""
STRANGE: Final = ("strange-foreign", "strange-other-deck", "strange-duplicate")
"""Questions whether a card lies there that the deck in play cannot have, by what it is."""
LIES_UP: Final = "lies-up"
"""The question whether a card lies face up that comes face down, by where it is read."""
_OF_THE_DECK_IN_PLAY: Final = frozenset(STRANGE[1:])
"""Once the pots are awarded the dealer brings the second deck while cards of the first still lie there."""
_OF_LIVE_HANDS: Final = frozenset(("cards-gone", "gap-card", "gap-folded", "gap-not-dealt"))


def questions(state: Open, table: Table) -> tuple[Doubt, ...]:
    """Every question that the dealer may be asked at this table, due or not yet due, first things first."""
    seats = clockwise(table.setup.seats, _first(table) - 1) if table.setup.seats else ()
    places = {seat: at for at, seat in enumerate(seats)}
    absent = absence_doubts(table.cards, state.cards)
    known = street_gaps.together(doubts(state), table, state.sightings, state.cards)
    asked = [doubt for doubt in (*known, *absent, *_lies_up(state, table)) if _matters(doubt, table, state)]
    return tuple(
        sorted(asked, key=lambda doubt: (*_rank(doubt, table), places.get(doubt.seat or 0, 0), _follows(doubt)))
    )


def _lies_up(state: Open, table: Table) -> Iterator[Doubt]:
    """Whether a card that comes face down in stud was turned up: it lies among those that are.

    An antenna tells where a card lies and not which side is up. Once hands are tabled they may lie anywhere.
    """
    hand, cards = table.hand, table.cards
    playing = hand.phase == DEAL or (is_street(hand.phase) and not hand.betting_over)
    if not state.up or not playing or hand.fate or not queries.variant_of(table).deals_up:
        return
    first = {one.handle for one in hand.dealt}
    no_question = {*hand.up, *hand.exposed, *hand.early, *hand.amiss.aside}
    for handle, since_s in state.up.items():
        seat = zone_seat(Zone(where(cards, handle) or ""))
        if seat is None or handle in no_question or seat not in queries.live_seats(table):
            continue
        if handle not in first and not _comes_down(table):
            continue
        if not queries.has_tabled(table, seat):
            yield Doubt(f"{LIES_UP}:{handle}", LIES_UP, seat, NO_YES, since_s + GAP_PATIENCE_S)


def _comes_down(table: Table) -> bool:
    """Whether the card of this street comes face down, and nobody has acted since."""
    game = queries.variant_of(table)
    street = game.street(table.hand.phase)
    return street is not None and street is not game.first and bool(street.down) and not table.betting.recorded_acts


def _rank(doubt: Doubt, table: Table) -> tuple[int, bool]:
    """How late in the hand this came: an act that nobody could make before the next street came after its cards."""
    if doubt.kind in _ACTS and queries.street_due(table) and doubt.seat not in dict(queries.owing(table)):
        return _RANKS["gap-boarded"], True
    return _RANKS.get(doubt.kind, len(_ORDER)), False


def _follows(doubt: Doubt) -> bool:
    """Whether this is asked after what a seat said with its all-in button: the chips alone would be less clear."""
    return doubt.kind != "gap-allin-down"


def _first(table: Table) -> int:
    """The seat from which this moment of the hand goes round: that to act, else the first left of the button."""
    actor = queries.who_acts(table)
    if actor is not None:
        return actor
    return table.positions.button + 1 if table.positions is not None else 1


def _matters(doubt: Doubt, table: Table, state: Open) -> bool:
    phase = table.hand.phase
    if doubt.kind == "cards-gone" and phase == DEAL and not state.sightings.shows_a_card:
        return False  # all at once: the dealer takes the deal in
    if doubt.kind == GATHERED:
        return phase == SETTLED
    if doubt.kind in STRANGE and table.hand.fate:
        return False  # there is no hand any more that it could speak against
    if doubt.kind not in _OF_A_HAND | _OF_THE_DECK_IN_PLAY:
        return True
    if phase in (IDLE, SETTLED):
        return False
    return doubt.kind not in _OF_LIVE_HANDS or phase == DEAL or doubt.seat in queries.live_seats(table)
