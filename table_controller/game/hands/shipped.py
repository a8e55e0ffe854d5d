"""The strengths of hands that come with the package: pokerkit's word, kept in ``high.json``.

To ask pokerkit itself takes half a second on a developer's machine and four on a Raspberry Pi at each start, and 15 MB
of memory from then on. ``make strengths`` asks it again; a test holds that it would still say the same.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec

from table_controller.game.hands import ranking

_A_LINE: Final = 20


def learn_strengths() -> None:
    """Know all 7462 kinds of hands, in 0.03 s; where nobody calls this, pokerkit is asked at the first showdown."""
    kept = (files(__package__) / "high.json").read_bytes()
    ranking.learn(msgspec.json.decode(kept, type=tuple[int, ...]))


def strengths_file() -> str:
    """What ``high.json`` holds, asked of pokerkit now."""
    strengths = [str(strength) for strength in ranking.told()]
    lines = (", ".join(strengths[at : at + _A_LINE]) for at in range(0, len(strengths), _A_LINE))
    return "[" + ",\n".join(lines) + "]\n"
