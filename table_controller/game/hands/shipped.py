"""The strengths of hands that come with the package: pokerkit's word, kept in a file a kind.

To ask pokerkit itself takes half a second on a developer's machine and four on a Raspberry Pi at each start, and 15 MB
of memory from then on. ``make strengths`` asks it again; a test holds that it would still say the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Final

import msgspec

from table_controller.game.hands import ranking
from table_controller.game.variants import HandKind

_A_LINE: Final = 20


def learn_strengths(kinds: Iterable[HandKind] = ("high",)) -> None:
    """Know all hands of these kinds, each in 0.03 s; where nobody calls this, pokerkit is asked at a showdown."""
    for kind in kinds:
        kept = (files(__package__) / f"{kind}.json").read_bytes()
        ranking.learn(msgspec.json.decode(kept, type=tuple[int, ...]), kind)


def strengths_file(kind: HandKind) -> str:
    """What the file of that kind holds, asked of pokerkit now."""
    strengths = [str(strength) for strength in ranking.told(kind)]
    lines = (", ".join(strengths[at : at + _A_LINE]) for at in range(0, len(strengths), _A_LINE))
    return "[" + ",\n".join(lines) + "]\n"
