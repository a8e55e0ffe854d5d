"""What the controller may ask of the bridge: the one narrow road back.

Every request is idempotent: asked twice, it does no more than once. The controller sends
one only after the event that causes it is in the journal.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.lines import Vocabulary
from firmware_bridge.vocabulary.observations import Handle


class HandStarted(Struct, frozen=True):
    """A hand is under way: from now the bridge notes at which zones each handle was seen."""

    hand: int


class HandEnded(Struct, frozen=True):
    """The hand is over and put away."""

    hand: int


class NameCards(Struct, frozen=True):
    """Name these handles, which the engine ruled public.

    `why` is ``board`` (dealt to the board), ``up`` (dealt face up to a seat), ``tabled`` (turned up by its owner) or
    ``exposed`` (turned up by accident). For ``board`` and ``up`` the bridge refuses a handle that it saw at a seat, the
    muck or the burn this hand: a fold may slide over the board antenna.
    """

    handles: tuple[Handle, ...]
    why: Literal["board", "up", "tabled", "exposed"]


class ForgetCards(Struct, frozen=True):
    """These cards go back into the deck in the middle of a hand: off the felt, their handles are void.

    A card that comes off the deck again has a new handle and no past: it may be a board card like any other.
    """

    handles: tuple[Handle, ...]


class KeysTaken(Struct, frozen=True):
    """The released keys of that hand are in the journal: the bridge need not keep them any more."""

    deal: str


class OverrideDelay(Struct, frozen=True):
    """A producer asks for another delay before hidden cards are released: the command as it was signed.

    The bridge believes no controller in this: it looks at the signature itself, and answers with `DelayAnswered`.
    """

    signed: str
    signature: str


class Lamp(Struct, frozen=True):
    """Light or darken the lamp of a dealer's button."""

    button: str
    lit: bool


Request: TypeAlias = HandStarted | HandEnded | NameCards | ForgetCards | KeysTaken | OverrideDelay | Lamp

REQUESTS: Vocabulary[Request] = Vocabulary(
    "requests", 1, HandStarted, HandEnded, NameCards, ForgetCards, KeysTaken, OverrideDelay, Lamp
)
