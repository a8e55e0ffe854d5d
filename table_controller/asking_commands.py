"""What a screen asks of the controller: answered to that screen alone, nothing changes and nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class AskHistory:
    """Show `count` hands of this table, newest first: those before hand `before_hand`; 0: from the newest on."""

    before_hand: int = 0
    count: int = 8


@dataclass(frozen=True, slots=True)
class Explain:
    """Explain finding `number` of this hand; 0: the open one, or the latest."""

    number: int = 0


Asking: TypeAlias = AskHistory | Explain
