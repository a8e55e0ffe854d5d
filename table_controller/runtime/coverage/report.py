"""What ``cardspeak coverage`` prints: counts and what is missing, suggestions, or mutations that survive."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias, get_args

from table_controller.game.rulebooks.keys import said_as
from table_controller.game.rulebooks.known import known_books, rows_of
from table_controller.game.rulebooks.rows import RowClass
from table_controller.runtime.cli.rulebook_tools import ROOT, SCRIPTS
from table_controller.runtime.coverage.coverage import Coverage, Standing
from table_controller.runtime.coverage.knockout import scripts_in
from table_controller.runtime.coverage.mutation import mutate
from table_controller.scripts.parse import Script

COMPLETE, MISSING, UNREADABLE = 0, 1, 2
"""Exit statuses: nothing is missing, something is, a file, book or topic cannot be found or read."""

Say: TypeAlias = Callable[[str], object]
"""Takes text of a report, with its line ends."""

What: TypeAlias = Callable[[str, Sequence[Script], Collection[str], Say], bool]
"""Reports on one book with these scripts and topics; whether nothing is missing."""

_COUNTED: Final = ("rows", "with behaviour", "with script", "waiting", "missing")


def report(
    what: What, paths: Sequence[Path], books: Collection[str], topics: Collection[str], out: Say, err: Say
) -> int:
    """Report on these books, all if none is named, by the scripts in `paths`; the exit status."""
    known = {row.topic for book in known_books() for row in rows_of(book)}
    unknown = [f"rulebook {book!r}" for book in books if book not in known_books()]
    unknown += [f"topic {topic!r}" for topic in topics if topic not in known]
    if unknown:
        err(f"cardspeak coverage: there is no {', no '.join(unknown)}\n")
        return UNREADABLE
    if not paths and not (ROOT / SCRIPTS).is_dir():
        err(f"cardspeak coverage: {SCRIPTS} is part of the repository, not of a release: run it in a clone of it\n")
        return UNREADABLE
    scripts, problems = scripts_in(paths or (ROOT / SCRIPTS,))
    for problem in problems:
        err(f"{problem}\n")
    complete = [what(book, scripts, topics, out) for book in known_books() if not books or book in books]
    return UNREADABLE if problems else COMPLETE if all(complete) else MISSING


def covered(book: str, scripts: Sequence[Script], topics: Collection[str], out: Say) -> bool:
    """Counts by class, then the rows that are missing and those that wait."""
    standings = Coverage(rows_of(book), scripts).standings(topics)
    out(f"{book}\n  {'class':7}" + "".join(f"{name:>16}" for name in _COUNTED) + "\n")
    for kind in get_args(RowClass):
        of_kind = [standing for standing in standings if standing.row.kind == kind]
        if of_kind:
            out(_counts(kind, of_kind))
    lacking = [standing for standing in standings if standing.state == "missing"]
    wide = max((len(standing.row.ref) for standing in lacking), default=0)
    for standing in lacking:
        row = standing.row
        out(f"  missing {row.ref:{wide}}  {row.kind:6}  {row.topic}: {standing.why}\n")
    waiting: dict[str, list[str]] = defaultdict(list)
    for standing in standings:
        if standing.state == "waiting":
            waiting[standing.why].append(standing.row.ref)
    for why, refs in waiting.items():
        out(f"  waiting for {why}: {', '.join(refs)}\n")
    return not lacking


def _counts(kind: str, standings: Iterable[Standing]) -> str:
    standings = tuple(standings)
    states = [standing.state for standing in standings]
    if all(state == "people" for state in states):
        return f"  {kind:7}{len(states):16}  only people see these\n"
    carried = sum(standing.carried for standing in standings)
    good, missing = states.count("counts"), states.count("missing")
    numbers = (len(states), carried, good, states.count("waiting"), missing)
    share = f"  {100 * good // (good + missing)} %" if good + missing else ""
    return f"  {kind:7}" + "".join(f"{number:16}" for number in numbers) + share + "\n"


def suggested(book: str, scripts: Sequence[Script], topics: Collection[str], out: Say) -> bool:
    """For each row without behaviours those that its scripts need, as lines to paste into the manifest."""
    coverage = Coverage(rows_of(book), scripts)
    out(f"# {book}.toml\n")
    for standing in coverage.standings(topics):
        row = standing.row
        if standing.state == "missing" and not (row.behaviours or row.parts or row.restates):
            slugs = ", ".join(f'"{slug}"' for slug in coverage.suggestions(row))
            if slugs:
                out(f'ref = "{row.ref}"\nbehaviours = [{slugs}]\n\n')
    return True


def survived(book: str, scripts: Sequence[Script], topics: Collection[str], out: Say) -> bool:
    """Each change of a policy value that no script notices, and the policies that no script reads."""
    mutated = mutate(book, scripts, topics)
    for one in mutated.survivors:
        readers = f"{one.readers} script{'' if one.readers == 1 else 's'}"
        out(f"{one.book} {one.key} {said_as(one.old)}->{said_as(one.new)}  read by {readers}\n")
    for key in mutated.unread:
        out(f"{book} {key} is read by no script that passes\n")
    out(f"{book}: {mutated.killed} killed, {len(mutated.survivors)} survived, {len(mutated.unread)} not read\n")
    return not mutated.survivors and not mutated.unread
