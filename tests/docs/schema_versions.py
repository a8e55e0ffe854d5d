"""Writes what a test holds the message types to: ``python -m docs.schema_versions``."""

from __future__ import annotations

import sys
from hashlib import sha256
from typing import Any

import msgspec

from table_controller.broadcast.contract import schemas
from table_controller.broadcast.payloads import version_of


def hashed() -> dict[str, dict[str, Any]]:
    """The version of each message type, and a hash of all in its schema that a client may rely on: not its words."""
    return {
        name: {
            "version": version_of(name),
            "sha256": sha256(msgspec.json.encode(without_words(schema), order="sorted")).hexdigest()[:16],
        }
        for name, schema in sorted(schemas().items())
    }


def without_words(value: Any) -> Any:
    """A schema without descriptions and titles."""
    if isinstance(value, list):
        return [without_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {name: one for name, one in value.items() if not (name in ("description", "title") and isinstance(one, str))}
    return {name: without_words(one) for name, one in kept.items()}


def stepless(old: dict[str, dict[str, Any]], new: dict[str, dict[str, Any]]) -> list[str]:
    """The types that have changed under the version that they had."""
    return [
        name
        for name, one in new.items()
        if name in old and one["sha256"] != old[name]["sha256"] and one["version"] == old[name]["version"]
    ]


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(hashed()), indent=2).decode() + "\n")
