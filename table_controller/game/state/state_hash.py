"""The hash of a table: equal for equal tables, whatever led to them."""

from __future__ import annotations

import hashlib

import msgspec

from table_controller.game.state.table import Table


def state_hash(table: Table) -> str:
    """SHA-256, in hexadecimal, of the table's canonical JSON."""
    return hashlib.sha256(msgspec.json.encode(table, order="deterministic")).hexdigest()
