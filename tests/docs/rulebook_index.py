"""``rulebooks/INDEX.md``: every printed rule of every book on a line of its own, so that one search finds it.

PYTHONPATH=tests python -m docs.rulebook_index >table_controller/game/rulebooks/INDEX.md
"""

from __future__ import annotations

import sys

from table_controller.game.rulebooks.rows import Row
from table_controller.game.rulebooks.shipped import base_of, package_rulebook, rows_of, shipped_books
from table_controller.runtime.cli.rulebook_tools import policies_citing

_HEAD = """# Index of the rulebooks

Generated from the manifests by `make docs`; do not edit. Search for a book and a rule as printed: `{example}` stands
once, at the beginning of a line. `cardspeak explain {example}` adds the source of its behaviours and the scripts
that cite it. The classes: AUTO, the table sees it; ASSIST, the table sees it and the floor decides; CLOCK, a clock;
ROOM, the room's software; INFO, only people.
"""


def page() -> str:
    """The whole index as Markdown."""
    books = shipped_books()
    head = _HEAD.format(example=f"{books[-1]} {rows_of(books[-1])[-1].ref}")
    return "\n".join([head, *(_chapter(book) for book in books)])


def _chapter(book: str) -> str:
    loaded, base, rows = package_rulebook(book), base_of(book), rows_of(book)
    lines = [f"## {book}: {loaded.title}", ""]
    if base is not None:
        lines += [f"Laid over {base}: what it does not answer, {base} answers.", ""]
    lines += [
        f"{len(rows)} rows.",
        "",
        "| rule | title | topic | class | policies | behaviours |",
        "|---|---|---|---|---|---|",
    ]
    lines += [_line(row, policies_citing(loaded, row)) for row in rows]
    return "\n".join(lines) + "\n"


def _line(row: Row, policies: list[str]) -> str:
    carried = ", ".join(f"`{slug}`" for slug in row.behaviours)
    if row.parts:
        carried = f"through {', '.join(row.parts)}"
    elif row.restates:
        carried = f"restates {row.restates}"
    cells = (f"{row.book} {row.ref}", row.title, row.topic, row.kind, ", ".join(f"`{p}`" for p in policies), carried)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    sys.stdout.write(page())
