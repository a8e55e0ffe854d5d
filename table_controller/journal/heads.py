"""Signed heads: where a journal ended after each hand, for whoever keeps them elsewhere.

A journal is chained: each record holds the hash of the one before. So a head (the number and the hash of the last
record) stands for all of it up to there. Whoever can write the file can forge another chain, but not the head that was
published before, nor its signature (Ed25519, RFC 8032).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

KEY_BYTES: Final = 32


class SignedHead(Struct, frozen=True):
    """`table` (``venue/table``) says: record `sequence` of the journal `epoch` is the one with this SHA-256.

    `digest`, the public `key` and the `signature` are hexadecimal.
    """

    table: str
    epoch: str
    sequence: int
    digest: str
    key: str = ""
    signature: str = ""


class Signer:
    """One table's key, of `KEY_BYTES` secret bytes."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw().hex()
        """By which anybody checks what it signs."""

    def __repr__(self) -> str:
        """The public half."""
        return f"Signer({self.public})"

    def sign(self, head: SignedHead) -> SignedHead:
        """The head with key and signature."""
        return msgspec.structs.replace(head, key=self.public, signature=self._key.sign(_said(head)).hex())


def is_genuine(head: SignedHead) -> bool:
    """Whether the key in it signed the rest."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(head.key))
        key.verify(bytes.fromhex(head.signature), _said(head))
    except (ValueError, InvalidSignature):
        return False
    return True


def contradictions(epoch: str, digests: Mapping[int, str], heads: Iterable[SignedHead], key: str = "") -> list[str]:
    """What these heads say that the journal `epoch`, whose records have these hashes, does not hold, in sentences.

    Heads of other epochs are passed over. With a public `key` all must be by it; without one, by one and the same.
    """
    wrong: list[str] = []
    for head in heads:
        if head.epoch != epoch:
            continue
        key = key or head.key
        if not is_genuine(head):
            wrong.append(f"the head of record {head.sequence} is not signed by the key that it names")
        elif head.key != key:
            wrong.append(f"the head of record {head.sequence} is signed by another key, {head.key[:16]}")
        elif (found := digests.get(head.sequence)) is None:
            wrong.append(
                f"record {head.sequence} was published as the last one and is missing: the journal was cut back"
            )
        elif found != head.digest:
            wrong.append(f"record {head.sequence}, or one before it, is not the one that was published: it was changed")
    return wrong


def _said(head: SignedHead) -> bytes:
    return msgspec.json.encode(("cardspeak-head-1", head.table, head.epoch, head.sequence, head.digest))
