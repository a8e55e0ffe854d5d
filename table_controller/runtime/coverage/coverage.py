"""Which printed rules have a script that would fail without them, row by row.

A row counts if a script of its book cites it, passes, and has an expectation that fails when a behaviour
that the row names is knocked out. A heading counts through its parts, an echo through the row that it
restates; rows that wait for something are listed with it, and rows that only people see need nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Literal, TypeAlias

from msgspec import Struct

from table_controller.game.rulebooks.rows import Row
from table_controller.game.rules.behaviour import BEHAVIOURS
from table_controller.runtime.coverage.knockout import Knockouts
from table_controller.scripts.parse import Script

State: TypeAlias = Literal["counts", "missing", "waiting", "people"]
"""`people`: only people see whether the rule is kept."""


class Standing(Struct, frozen=True):
    """Where a row stands. `carried`: behaviours carry it, its own or those of its parts.

    `why` says what is missing or waited for; `proofs` are slugs and scripts that need them.
    """

    row: Row
    state: State
    carried: bool
    why: str = ""
    proofs: tuple[tuple[str, str], ...] = ()


class Coverage:
    """Judges the rows of one book by the scripts that cite them under that book."""

    def __init__(self, rows: Iterable[Row], scripts: Iterable[Script]) -> None:
        self._rows = {row.ref: row for row in rows}
        books = {row.book for row in self._rows.values()}
        self._scripts = tuple(script for script in scripts if script.header.rulebook in books)
        self._citing: dict[str, list[Script]] = defaultdict(list)
        for script in self._scripts:
            for ref in dict.fromkeys(script.header.refs):
                self._citing[ref].append(script)
        self._knockouts = Knockouts()
        self._standings: dict[str, Standing] = {}

    def standings(self, topics: Collection[str] = ()) -> tuple[Standing, ...]:
        """Every row of the book in its order, only of these topics if any are named."""
        return tuple(self.standing(row) for row in self._rows.values() if not topics or row.topic in topics)

    def standing(self, row: Row) -> Standing:
        """Where the row stands; worked out once."""
        if row.ref not in self._standings:
            # Two rows that restate each other would ask forever: whoever asks back finds nothing.
            self._standings[row.ref] = Standing(row, "missing", carried=False, why="counts only through itself")
            self._standings[row.ref] = self._judged(row)
        return self._standings[row.ref]

    def suggestions(self, row: Row) -> tuple[str, ...]:
        """Behaviours without which a script that cites the row fails, rarest in the book's scripts first."""
        found = {slug for script in self._citing[row.ref] for slug in self._knockouts.missed(script)}
        return tuple(sorted(found, key=lambda slug: (self._scripts_missing(slug), slug)))

    def _scripts_missing(self, slug: str) -> int:
        return sum(self._knockouts.misses(script, slug) for script in self._scripts)

    def _judged(self, row: Row) -> Standing:
        if row.kind == "INFO":
            return Standing(row, "people", carried=False)
        if row.waits:
            return Standing(row, "waiting", carried=bool(row.behaviours), why=row.waits)
        if row.parts:
            return self._through(row, row.parts, "parts")
        if row.restates:
            return self._through(row, (row.restates,), "restates")
        if not row.behaviours:
            return Standing(row, "missing", carried=False, why=f"names no behaviour; {self._scripts_of(row)}")
        if unknown := [slug for slug in row.behaviours if slug not in BEHAVIOURS]:
            return Standing(row, "missing", carried=False, why=f"no behaviour is called {', '.join(unknown)}")
        proofs = tuple(
            (slug, script.path)
            for script in self._citing[row.ref]
            for slug in row.behaviours
            if self._knockouts.misses(script, slug)
        )
        if proofs:
            return Standing(row, "counts", carried=True, proofs=proofs)
        return Standing(row, "missing", carried=True, why=self._scripts_of(row))

    def _through(self, row: Row, refs: tuple[str, ...], how: str) -> Standing:
        others = [self.standing(self._rows[ref]) for ref in refs]
        wanted = [other for other in others if other.state not in ("people", "waiting")]
        carried = bool(wanted) and all(other.carried for other in wanted)
        if lacking := [other.row.ref for other in others if other.state == "missing"]:
            return Standing(row, "missing", carried, f"{how} {', '.join(lacking)}")
        if waits := dict.fromkeys(other.why for other in others if other.state == "waiting"):
            return Standing(row, "waiting", carried, ", ".join(waits))
        if not wanted:
            return Standing(row, "missing", carried, f"{how} only what people see: {', '.join(refs)}")
        return Standing(row, "counts", carried, proofs=tuple(proof for other in wanted for proof in other.proofs))

    def _scripts_of(self, row: Row) -> str:
        citing = self._citing[row.ref]
        if not citing:
            return "no script cites it"
        passing = [script for script in citing if self._knockouts.passes(script)]
        if not passing:
            return f"no script that cites it passes: {', '.join(script.path for script in citing)}"
        paths = ", ".join(script.path for script in passing)
        if not row.behaviours:
            slugs = self.suggestions(row)
            return f"fails without {', '.join(slugs)}: {paths}" if slugs else f"no knock-out fails {paths}"
        return f"fails nowhere without {', '.join(row.behaviours)}: {paths}"
