"""The protocol page says what the code does: generated, complete, and its bytes are real."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docs.protocol import COMMAND, protocol_markdown
from docs.protocol_words import EXAMPLES, MEANINGS, PURPOSES

from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.frames import Deframer
from firmware_bridge.wire.messages import TYPES, Received, decode


def paths(fields: Any, prefix: str = "") -> list[str]:
    found = []
    for name, kind in fields:
        if isinstance(kind, str) or isinstance(kind[1], str):
            found.append(prefix + name)
        else:
            found += paths(kind[1], f"{prefix}{name}.")
    return found


def test_the_page_is_up_to_date(project: Path) -> None:
    page = project / "hardware_docs" / "protocol.md"
    assert page.read_text(encoding="utf-8") == protocol_markdown(), f"run: {COMMAND}"


def test_every_message_and_field_has_its_meaning_and_nothing_else_has() -> None:
    assert {row[1]: sorted(paths(row[3])) for row in specs.MESSAGES} == {
        name: sorted(meanings) for name, meanings in MEANINGS.items()
    }
    assert list(PURPOSES) == [row[1] for row in specs.MESSAGES]
    assert [type(example) for example in EXAMPLES] == list(TYPES.values())


def test_the_frames_printed_are_the_examples() -> None:
    page = protocol_markdown()
    blocks = re.findall(r"    frame   ((?:[0-9a-f ]+\n\s*)+)", page)
    directions = [row[2] for row in specs.MESSAGES]
    heard = [Deframer().feed(bytes.fromhex(block)) for block in blocks]
    decoded = [decode(payloads[0], direction) for payloads, direction in zip(heard, directions, strict=True)]
    assert decoded == [Received(2, 0, example) for example in EXAMPLES]
