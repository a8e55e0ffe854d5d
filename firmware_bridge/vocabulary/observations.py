"""What the hardware claims, cleaned: all that ever leaves the bridge.

Times are monotonic seconds of the host (`hardware_docs/time-and-units.md`). Cards are opaque
handles; the only observation that carries a card is `CardNamed`, the answer to a request. Hidden ones travel sealed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, Literal, NewType, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import Vocabulary
from firmware_bridge.vocabulary.zones import Zone

Handle = NewType("Handle", str)
"""Opaque name of one card from its first read until the next shuffle that could include it."""

ZoneStatus: TypeAlias = Literal["ok", "unknown"]
NodeStatus: TypeAlias = Literal["ready", "degraded", "down", "refused"]


class Seal(Struct, frozen=True):
    """A hidden card at a seat that nobody can read before the key of that hand and seat is released.

    `table` is ``venue/table``; `deal` names the hand in the world, for the numbers of hands begin anew with a journal;
    `number` counts the seals of a hand. `sealed` is base64 and always equally long, `commitment` the SHA-256 that
    proves the card later, in hexadecimal (`vocabulary/seals.py`).
    """

    table: str
    hand: int
    deal: str
    seat: int
    number: int
    sealed: str = ""
    commitment: str = ""


class CardArrived(Struct, frozen=True, omit_defaults=True):
    """A card lies in a zone where it did not lie before.

    It came between the last scan without it (`after_s`) and the first with it (`by_s`);
    two arrivals are in a known order only where these intervals do not overlap. At a seat, in a hand, it comes with its
    `seal`.
    """

    handle: Handle
    zone: Zone
    after_s: float
    by_s: float
    seal: Seal | None = None


class CardLeft(Struct, frozen=True):
    """A card has not been read in its zone for the configured number of scans, nor seen elsewhere.

    Never proof that it is gone for good: a reader may fail. Says nothing about a fold.
    """

    handle: Handle
    zone: Zone
    at_s: float


class StrangeCard(Struct, frozen=True):
    """A tag that no handle can stand for lies in a zone.

    It is of no registered deck, of another registered deck, or a second card of one name.
    """

    zone: Zone
    kind: Literal["foreign", "other-deck", "duplicate"]
    at_s: float


class CardsUnseen(Struct, frozen=True):
    """So many cards of the deck in play have not been read anywhere for that many hands: it may lack them."""

    cards: int
    hands: int
    at_s: float


class DeckRiffled(Struct, frozen=True):
    """The deck was mixed over the stub antenna with every other card zone empty: old handles are void."""

    at_s: float


class ChipsMoved(Struct, frozen=True):
    """One motion at one chip zone: the chips that lay there, and those that lie there now that they rest.

    A motion lasts from the first change (`began_s`) until the zone was quiet for a settle
    window (`at_s` is the last change). `confidence` is 1.0 for read chips, less for weighed ones.
    """

    zone: Zone
    lay: Chips
    lie: Chips
    began_s: float
    at_s: float
    confidence: float = 1.0


class PuckSeen(Struct, frozen=True):
    """The dealer button lies at `seat`, or at none."""

    seat: int | None
    at_s: float


class AllInButtonSeen(Struct, frozen=True):
    """The all-in button of `seat` was put down or taken away."""

    seat: int
    down: bool
    at_s: float


class ButtonPressed(Struct, frozen=True):
    """A dealer's button wired to a node or to the panel was pressed: ``next``, ``check``, ``floor``."""

    button: str
    at_s: float


class ZoneSeen(Struct, frozen=True):
    """A zone came into sight (``ok``) or out of it (``unknown``): its reader or node fell silent."""

    zone: Zone
    status: ZoneStatus
    at_s: float


MOST_NODES: Final = 16
"""Nodes that are remembered: of those that are gone or refused, the ones that went first are forgotten first."""

LONGEST_REASON: Final = 120
"""Characters of the reason for which a node is what it is."""


class NodeSeen(Struct, frozen=True):
    """A node's link changed; `reason` is a code with facts, such as ``schema-mismatch node=… host=…``.

    `simulated` is what the node announced of itself, `port` where one speaks that is ready. It is not written where it
    is unset, as in all journals of before.
    """

    node: str
    status: NodeStatus
    reason: str
    at_s: float
    simulated: bool = False
    port: str | UnsetType = UNSET


def to_forget(nodes: Collection[NodeSeen]) -> NodeSeen | None:
    """Of these nodes the one that has to go, if they are too many; None if they are not, or all are with us."""
    gone = [one for one in nodes if one.status in ("down", "refused")]
    return min(gone, key=lambda one: one.at_s) if gone and len(nodes) > MOST_NODES else None


def superseded(nodes: Iterable[str], word: NodeSeen) -> tuple[str, ...]:
    """Which of these names stood for whoever spoke at the port of a node that is ready now: it is understood there."""
    if word.status != "ready" or word.port is UNSET:
        return ()
    return tuple(name for name in nodes if name != word.node and name.rpartition("@")[2] == word.port)


class CardNamed(Struct, frozen=True, omit_defaults=True):
    """The bridge's answer to `NameCards` for one handle; `salt` (hexadecimal) proves a card that was sealed."""

    handle: Handle
    card: Card
    at_s: float
    salt: str = ""


class CardWithheld(Struct, frozen=True):
    """The bridge refuses to name a handle.

    `reason` is ``unknown-handle``, ``seen-at-seat``, ``seen-at-muck`` or ``seen-at-burn``.
    """

    handle: Handle
    reason: str
    at_s: float


class CardsSealed(Struct, frozen=True):
    """The seals of the hand under way: of cards that lay there before it was told of, and after a connection all."""

    seals: tuple[tuple[Handle, Seal], ...]
    at_s: float


class KeysReleased(Struct, frozen=True):
    """The keys of a hand by seat (hexadecimal): it is over, and so is the delay after it.

    A seat without one stays sealed for ever. Told again until `KeysTaken`.
    """

    hand: int
    deal: str
    keys: tuple[tuple[int, str], ...]
    at_s: float


class RevealPolicy(Struct, frozen=True):
    """Which hidden cards are released, ``all`` or ``shown-only``, and how many seconds after the end of a hand."""

    policy: Literal["all", "shown-only"]
    delay_s: float
    at_s: float


class DelayAnswered(Struct, frozen=True):
    """What the bridge made of a producer's `OverrideDelay`: refused for a reason (a code), or `delay_s` from now on.

    `id` and `client` are those of the signed command, as far as it could be read.
    """

    client: str
    id: str
    delay_s: float
    refused: str
    at_s: float


class Inventory(Struct, frozen=True):
    """All that the bridge sees now, sent when the controller connects and when anything comes back into sight.

    A difference between it and custody is a prompt to the dealer, not an event.

    `cards` and `chips` list every zone in sight with its content; zones not listed are unknown (the stub is never
    listed). `shuffles` counts the riffles that the bridge told of since its memory began, None if it does not count.
    """

    at_s: float
    simulated: bool
    cards: tuple[tuple[Zone, tuple[Handle, ...]], ...]
    chips: tuple[tuple[Zone, Chips], ...]
    puck: int | None
    allin: tuple[int, ...]
    shuffles: int | None = None


Observation: TypeAlias = (
    CardArrived
    | CardLeft
    | StrangeCard
    | CardsUnseen
    | DeckRiffled
    | ChipsMoved
    | PuckSeen
    | AllInButtonSeen
    | ButtonPressed
    | ZoneSeen
    | NodeSeen
    | CardNamed
    | CardWithheld
    | CardsSealed
    | KeysReleased
    | RevealPolicy
    | DelayAnswered
    | Inventory
)

OBSERVATIONS: Vocabulary[Observation] = Vocabulary(
    "observations",
    1,
    CardArrived,
    CardLeft,
    StrangeCard,
    CardsUnseen,
    DeckRiffled,
    ChipsMoved,
    PuckSeen,
    AllInButtonSeen,
    ButtonPressed,
    ZoneSeen,
    NodeSeen,
    CardNamed,
    CardWithheld,
    CardsSealed,
    KeysReleased,
    RevealPolicy,
    DelayAnswered,
    Inventory,
)
