"""What befell a simulated table and what the host noticed of it: a value that scripts report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """How many faults of each kind were put in, how many of them the host noticed, how many are healed."""

    injected: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    healed: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count another table's faults as well."""
        self.injected.update(other.injected)
        self.seen.update(other.seen)
        self.healed.update(other.healed)

    def lines(self) -> list[str]:
        """A line for each kind that could have come."""
        return [
            f"faults of kind {kind}: {self.injected[kind]} injected, {self.seen[kind]} seen, {self.healed[kind]} healed"
            for kind in self.injected
        ]
