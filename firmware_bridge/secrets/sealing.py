"""When hidden cards are released: keys of hands and seats, kept until the hand and the delay are over.

A key opens the seals (`vocabulary/seals.py`) of one seat in one hand. All keys of a hand are made when it begins. When
it ends, the policy decides which of them are destroyed, and the delay begins; when it is over, the others are given
out, until the controller says that it has them.

Time is the table's monotonic clock, which no clock step moves. What outlives the process are keys, and not the time:
in the next one the delay of every hand begins anew. Whatever is in doubt stays sealed: a hand that nobody ended, and
one of which the keys could not be kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.secrets.delay_orders import NO_ORDERS, DelayOrders
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import CardsSealed, DelayAnswered, Handle, KeysReleased, RevealPolicy, Seal
from firmware_bridge.vocabulary.requests import OverrideDelay
from firmware_bridge.vocabulary.seals import KEY_BYTES, NONCE_BYTES, SALT_BYTES, make_seal
from firmware_bridge.vocabulary.zones import MAX_SEATS

Policy: TypeAlias = Literal["all", "shown-only"]

LEAST_DELAY_S: Final = 1800.0
"""No real hand is released earlier after its end."""

DEAL_BYTES: Final = 8
MOST_HANDS: Final = 120
"""Hands whose keys are kept: of more, the oldest are destroyed, and stay sealed for ever."""


class Reveal(Struct, frozen=True):
    """What is released of a hand and how long after its end.

    ``all`` are the folded hands, too; ``shown-only`` those that were tabled. `table` stands in every seal:
    ``venue/table``. A delay of less than `LEAST_DELAY_S` holds only where all is simulated, the deck included, or
    by `orders`.
    """

    table: str = ""
    policy: Policy = "all"
    delay_s: float = LEAST_DELAY_S
    orders: DelayOrders = NO_ORDERS


@dataclass(frozen=True, slots=True)
class HandKeys:
    """The keys of one hand by seat; `ended` once it is over, `released` once they were given out."""

    hand: int
    deal: str
    keys: tuple[tuple[int, bytes], ...] = field(repr=False)
    ended: bool = False
    released: bool = False


@dataclass(slots=True)
class _Hand:
    """One hand: its keys, and when they are due."""

    hand: int
    deal: str
    keys: dict[int, bytes] = field(repr=False)
    ended: bool = False
    due_s: float | None = None
    released_s: float | None = None
    ordered_s: float | None = None
    """The delay that a producer had ordered when the hand began: it holds for the whole of it."""


class Sealing:
    """The keys of one table. `random_bytes` gives so many bytes that nobody can guess."""

    __slots__ = (
        "_hand",
        "_hands",
        "_number",
        "_ordered_s",
        "_random",
        "_salts",
        "_seals",
        "_shown",
        "_unplanned",
        "_wake_s",
        "_whose",
        "changes",
        "reveal",
    )

    def __init__(self, reveal: Reveal, random_bytes: Callable[[int], bytes], kept: tuple[HandKeys, ...] = ()) -> None:
        self.reveal = reveal
        self._random = random_bytes
        made = (_Hand(one.hand, one.deal, dict(one.keys), one.ended or one.released) for one in kept)
        self._hands = {one.deal: one for one in made}
        self._hand: _Hand | None = next((one for one in self._hands.values() if not one.ended), None)
        # a hand that goes on in another process has numbers of its own there, so that none stands for two seals
        self._number = 0 if self._hand is None else int.from_bytes(random_bytes(2), "big") << 8
        self._seals: dict[tuple[Handle, int], Seal] = {}
        self._salts: dict[Handle, bytes] = {}
        self._shown: set[Handle] = set()
        self._whose: dict[int, set[Handle]] = {}
        self._unplanned = any(one.ended for one in self._hands.values())
        """Whether the delay of hands from an earlier process has still to begin."""
        self._wake_s: float | None = None
        self._ordered_s: float | None = None
        self.changes = 0
        """How often what must outlive this process has changed."""

    def __repr__(self) -> str:
        """How many hands are kept; never a key, a salt or a card."""
        return f"Sealing({self.reveal}, hands={len(self._hands)})"

    def begin(self, hand: int, now_s: float, *, simulated: bool) -> None:
        """Hand number `hand` is under way; one that nobody ended is over, for its cards are in the deck again."""
        if self._hand is not None:
            if self._hand.hand == hand:
                return
            self.end(self._hand.hand, now_s, simulated=simulated)
        self._forget_cards()
        keys = {seat: self._random(KEY_BYTES) for seat in range(1, MAX_SEATS + 1)}
        self._hand = _Hand(hand, self._random(DEAL_BYTES).hex(), keys, ordered_s=self._ordered_s)
        self._hands[self._hand.deal] = self._hand
        while len(self._hands) > MOST_HANDS:
            del self._hands[next(iter(self._hands))]
        self._changed()

    def seal(self, handle: Handle, card: Card, seat: int) -> Seal | None:
        """The seal of a hidden card at `seat`, the same each time; None between hands."""
        hand = self._hand
        if hand is None or seat not in hand.keys:
            return None
        if (made := self._seals.get((handle, seat))) is None:
            self._number += 1
            salt = self._random(SALT_BYTES)
            place = Seal(self.reveal.table, hand.hand, hand.deal, seat, self._number)
            made = make_seal(place, card, hand.keys[seat], salt, self._random(NONCE_BYTES))
            self._seals[handle, seat], self._salts[handle] = made, salt
            self._whose.setdefault(seat, set()).add(handle)
        return made

    def sealed(self, at_s: float) -> list[CardsSealed]:
        """All seals of the hand under way, for who may have missed one; nothing if there is none."""
        seals = tuple((handle, seal) for (handle, _), seal in self._seals.items())
        return [CardsSealed(seals, at_s)] if seals else []

    def salt_of_shown(self, handle: Handle) -> str:
        """The card of `handle` was turned up: the salt by which anybody proves it, "" if it was never sealed."""
        self._shown.add(handle)
        return self._salts[handle].hex() if handle in self._salts else ""

    def end(self, hand: int, now_s: float, *, simulated: bool) -> None:
        """The hand is over: keys that the policy does not release are destroyed, and the delay of the others begins."""
        found = self._hand
        if found is None or found.hand != hand:
            return
        found.ended, found.due_s = True, now_s + self._delay_s(found.ordered_s, simulated=simulated)
        if self.reveal.policy == "shown-only":
            found.keys = {seat: key for seat, key in found.keys.items() if self._is_shown(seat)}
        self._hand = None
        self._forget_cards()
        self._changed()

    def is_due(self, now_s: float) -> bool:
        """Whether `due` has anything to do: it is asked at every report."""
        return self._unplanned or (self._wake_s is not None and self._wake_s <= now_s)

    def due(self, now_s: float, *, simulated: bool) -> list[KeysReleased]:
        """The keys whose delay is over by now, once; the delay of hands from an earlier process begins now."""
        released: list[KeysReleased] = []
        for hand in self._hands.values():
            if not hand.ended or hand.released_s is not None:
                continue
            if hand.due_s is None:
                hand.due_s = now_s + self._delay_s(None, simulated=simulated)
            if hand.due_s <= now_s:
                hand.released_s = now_s
                released.append(_released(hand, now_s))
        self._unplanned = False
        self._plan()
        return released

    def again(self) -> list[KeysReleased]:
        """The keys that were given out and that nobody has taken yet."""
        return [_released(hand, hand.released_s) for hand in self._hands.values() if hand.released_s is not None]

    def taken(self, deal: str) -> None:
        """The controller has the released keys of that hand in its journal: they need not be kept any more."""
        found = self._hands.get(deal)
        if found is not None and found.released_s is not None:
            del self._hands[deal]
            self._changed()

    def policy(self, at_s: float, *, simulated: bool) -> RevealPolicy:
        """What is released and after how long, as the journal must have it."""
        return RevealPolicy(self.reveal.policy, self._delay_s(self._ordered_s, simulated=simulated), at_s)

    def order(self, request: OverrideDelay, now_s: float) -> DelayAnswered:
        """From the next hand on keys are released as long after its end as a producer has signed for.

        What is under way keeps its delay, and the next process knows nothing of the order: there the delay is that of
        the settings again.
        """
        answer = self.reveal.orders.answer(request, now_s)
        if not answer.refused:
            self._ordered_s = answer.delay_s
        return answer

    @property
    def next_wake_s(self) -> float | None:
        """When the next keys are due, None: nothing is known to be."""
        return self._wake_s

    def _changed(self) -> None:
        self.changes += 1
        self._plan()

    def _plan(self) -> None:
        dues = [hand.due_s for hand in self._hands.values() if hand.due_s is not None and hand.released_s is None]
        self._wake_s = min(dues, default=None)

    def memory(self) -> tuple[HandKeys, ...]:
        """What must outlive this process."""
        return tuple(
            HandKeys(hand.hand, hand.deal, tuple(hand.keys.items()), hand.ended, hand.released_s is not None)
            for hand in self._hands.values()
        )

    def _delay_s(self, ordered_s: float | None, *, simulated: bool) -> float:
        if ordered_s is not None:
            return ordered_s
        return self.reveal.delay_s if simulated else max(self.reveal.delay_s, LEAST_DELAY_S)

    def _is_shown(self, seat: int) -> bool:
        handles = self._whose.get(seat, set())
        return bool(handles) and handles <= self._shown

    def _forget_cards(self) -> None:
        self._number = 0
        self._seals.clear()
        self._salts.clear()
        self._shown.clear()
        self._whose.clear()


def _released(hand: _Hand, at_s: float) -> KeysReleased:
    return KeysReleased(hand.hand, hand.deal, tuple((seat, key.hex()) for seat, key in sorted(hand.keys.items())), at_s)
