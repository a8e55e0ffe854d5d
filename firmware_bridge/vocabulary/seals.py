"""Hidden cards under seal: what binds a seal to its place, how a key opens it, and how anybody proves a card.

The card and 32 random bytes (the salt) lie encrypted under the key of one hand and seat (ChaCha20-Poly1305, RFC 8439),
always in the same number of bytes. Beside them stands a commitment, SHA-256 over place, card and salt: it was published
before anybody could ask for the card, and only this card and this salt give it. Both are bound to table, hand, seat and
number, so that no seal can be moved to another place.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from firmware_bridge.vocabulary.cards import Card, parse_card
from firmware_bridge.vocabulary.observations import Seal

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
SALT_BYTES: Final = 32
CARD_BYTES: Final = 2
_TAG_BYTES: Final = 16
SEALED_BYTES: Final = NONCE_BYTES + CARD_BYTES + SALT_BYTES + _TAG_BYTES
"""Every sealed card is so long, whatever it is."""


class SealBroken(ValueError):
    """A seal that its key does not open, or whose commitment is for another card: says which hand, seat and number."""


def make_seal(place: Seal, card: Card, key: bytes, salt: bytes, nonce: bytes) -> Seal:
    """`place` with `card` in it: table, hand, seat and number are taken from it. A nonce is used once with a key."""
    sealed = nonce + ChaCha20Poly1305(key).encrypt(nonce, card.encode() + salt, _bound(place))
    return msgspec.structs.replace(
        place, sealed=base64.b64encode(sealed).decode(), commitment=_commitment(place, card, salt)
    )


def open_seal(seal: Seal, key: bytes) -> Card:
    """The card under `seal`, proved against its commitment; raise `SealBroken`."""
    try:
        sealed = base64.b64decode(seal.sealed, validate=True)
        plain = ChaCha20Poly1305(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], _bound(seal))
        card, salt = parse_card(plain[:CARD_BYTES].decode()), plain[CARD_BYTES:]
    except (InvalidTag, ValueError, binascii.Error):
        raise SealBroken(f"{_named(seal)}: this key does not open it") from None
    if not proves(seal, card, salt):
        raise SealBroken(f"{_named(seal)}: it holds {card}, and was promised to hold another card")
    return card


def proves(seal: Seal, card: Card, salt: bytes) -> bool:
    """Whether `card` is what the seal was promised to hold, by the salt that was given out with it."""
    return len(salt) == SALT_BYTES and _commitment(seal, card, salt) == seal.commitment


def _bound(place: Seal) -> bytes:
    return msgspec.json.encode(("cardspeak-seal-1", place.table, place.hand, place.deal, place.seat, place.number))


def _commitment(place: Seal, card: Card, salt: bytes) -> str:
    return hashlib.sha256(_bound(place) + b"\0" + card.encode() + salt).hexdigest()


def _named(seal: Seal) -> str:
    return f"hand {seal.hand}, seat {seal.seat}, seal {seal.number}"
