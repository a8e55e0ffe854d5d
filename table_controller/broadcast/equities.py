"""What each hand that is still in would win of the pot, on average over all boards to come.

Of cards that viewers may see alone: the delayed feed knows them, and nothing else computes this. Hands that were folded
or mucked are out of the deck where they are known; burns are not, for nobody at a table has seen one. Pots are not
parted: a player who is all-in for less has the equity of the hand, as television shows it.

`at_once` is exact from the flop on (some tenths of a millisecond) and sampled before it; `exact` walks every board
(1,712,304 of them heads-up before the flop: 0.3 s on a desktop core, about 1 s on a Raspberry Pi 5; of Omaha 1,086,008
in about 1 s), releases the interpreter meanwhile and belongs into a thread. Where high and low hands share a pot the
equity is that of both halves, and nobody has outs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import Any, Final

import poker_equity
from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, Card
from table_controller.broadcast.snapshots import Equities, Equity
from table_controller.game.variants import VARIANTS
from table_controller.vocabulary.views import TableView

SAMPLES: Final = 20_000
"""Boards that are sampled for the first figure: about 10 ms, and one standard error of a third of a percent."""
_THREADS: Final = 1
_TENTHS: Final = 1000
"""Tenths of a percent in the whole."""
_FLOP: Final = 3
_FULL_BOARD: Final = 5
_FIVE: Final = 5
FEWEST_HANDS: Final = 2
"""Hands without which there is nothing to divide."""
_STILL_IN: Final = frozenset({"in", "all-in"})
_GAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("NT", "PT", "FT"), "holdem"),
    "PO": "omaha",
    **dict.fromkeys(("PO5", "PC"), "omaha_five"),
    **dict.fromkeys(("PO/8", "FO/8"), "omaha_hi_lo"),
}
"""The library's name for each variant that can be computed."""


class Spot(Struct, frozen=True):
    """All that equities depend on: hands by seat, the board, and cards that cannot come any more."""

    variant: str
    hands: tuple[tuple[int, tuple[Card, ...]], ...]
    board: tuple[Card, ...]
    dead: frozenset[Card] = frozenset()


def spot_of(view: TableView, hole_cards: Mapping[int, Iterable[str]]) -> Spot | None:
    """The spot at a table whose hidden cards are known; None unless every hand that is still in is, and two are."""
    if view.variant not in _GAMES or len(view.board) != view.board_count:
        return None
    known = {seat: tuple(Card(card) for card in cards) for seat, cards in hole_cards.items()}
    known |= {one.seat: one.tabled for one in view.seats if one.tabled}
    live = [one.seat for one in view.seats if one.status in _STILL_IN]
    size = VARIANTS[view.variant].first.down
    hands = tuple((seat, known[seat]) for seat in live if len(known.get(seat, ())) == size)
    if len(hands) != len(live) or len(hands) < FEWEST_HANDS:
        return None
    dead = frozenset(card for seat, cards in known.items() if seat not in live for card in cards)
    used = [card for _, cards in hands for card in cards] + [*view.board, *dead]
    return Spot(view.variant, hands, view.board, dead) if len(set(used)) == len(used) else None


def at_once(spot: Spot) -> Equities:
    """The figure to show now: exact from the flop on, else sampled; the same spot has the same figure."""
    if is_quick(spot):
        return exact(spot)
    hands, board, dead = _text(spot)
    return _told(spot, poker_equity.chunk_from_text(_GAMES[spot.variant], hands, board, dead, SAMPLES, 0, _THREADS))


def is_quick(spot: Spot) -> bool:
    """Whether so few boards can come that all of them are walked at once: those after a flop."""
    return len(spot.board) >= _FLOP


def exact(spot: Spot) -> Equities:
    """Every board that can come; raise `ValueError` for a spot with too many of them."""
    hands, board, dead = _text(spot)
    found = poker_equity.exact_from_text(_GAMES[spot.variant], hands, board, dead)
    if found is None:
        raise ValueError(f"{spot.variant}: too many boards to walk")
    return _told(spot, found)


def in_tenths(shares: Iterable[float]) -> tuple[int, ...]:
    """Shares of one whole as tenths of a percent that add up to it: the largest remainders are rounded up."""
    exact_tenths = [share * _TENTHS for share in shares]
    tenths = [int(share) for share in exact_tenths]
    missing = round(sum(exact_tenths)) - sum(tenths)
    by_remainder = sorted(range(len(tenths)), key=lambda at: tenths[at] - exact_tenths[at])
    for at in by_remainder[:missing]:
        tenths[at] += 1
    return tuple(tenths)


def outs(spot: Spot) -> dict[int, tuple[Card, ...]]:
    """For each hand that is behind on flop or turn, the next cards after which none beats it."""
    if not _FLOP <= len(spot.board) < _FULL_BOARD or len(VARIANTS[spot.variant].kinds) > 1:
        return {}
    gone = {card for _, cards in spot.hands for card in cards} | set(spot.board) | spot.dead
    coming = [card for card in DECK if card not in gone]
    (ahead, *then) = _best_of(spot, [(), *((card,) for card in coming)])
    drawing: dict[int, list[Card]] = {seat: [] for seat, _ in spot.hands if seat not in ahead}
    for card, best in zip(coming, then, strict=True):
        for seat in drawing.keys() & best:
            drawing[seat].append(card)
    return {seat: tuple(cards) for seat, cards in drawing.items()}


def _best_of(spot: Spot, more: Iterable[tuple[Card, ...]]) -> Iterator[frozenset[int]]:
    """For each of these cards that come to the board, the seats whose hands nothing beats then; fewer is stronger."""
    used = VARIANTS[spot.variant].hole_used
    boards = [(*spot.board, *cards) for cards in more]
    choices = [_choices(cards, board, used) for board in boards for _, cards in spot.hands]
    scores = iter(poker_equity.score_batch("high", [text for texts in choices for text in texts]))
    best = [min(islice(scores, len(texts))) for texts in choices]
    seats = [seat for seat, _ in spot.hands]
    for at in range(0, len(best), len(seats)):
        here = best[at : at + len(seats)]
        yield frozenset(seat for seat, score in zip(seats, here, strict=True) if score == min(here))


def _choices(hole: tuple[Card, ...], board: tuple[Card, ...], used: int | None) -> list[str]:
    """The cards of which the best five count: all of them, or each choice of so many of the hand with three others."""
    if used is None:
        return ["".join((*hole, *board))]
    three = list(combinations(board, _FIVE - used))
    return ["".join((*own, *others)) for own in combinations(hole, used) for others in three]


def _text(spot: Spot) -> tuple[list[str], str, str]:
    return ["".join(cards) for _, cards in spot.hands], "".join(spot.board), "".join(sorted(spot.dead))


def _told(spot: Spot, found: Mapping[str, Any]) -> Equities:
    players = found["players"]
    equity = in_tenths(one["equity"] for one in players)
    drawing = outs(spot)
    told = tuple(
        Equity(
            seat,
            tenths / 10,
            round(one["win"] * 100, 1),
            round(one["tie"] * 100, 1),
            tuple(str(card) for card in drawing.get(seat, ())),
        )
        for (seat, _), one, tenths in zip(spot.hands, players, equity, strict=True)
    )
    return Equities("exact" if found["exact"] else "sampled", found["samples"], told)
