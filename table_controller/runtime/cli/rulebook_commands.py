"""The commands of ``cardspeak`` that find rules; what they print, `rulebook_tools` knows."""

from __future__ import annotations

import sys
from pathlib import Path


def explain(book: str, ref: str) -> None:
    """Explain a printed rule: what it says in a sentence, class, policies, behaviours with their source, scripts.

    Parameters
    ----------
    book
        The rulebook's id, such as tda-2019.
    ref
        The rule as printed, such as 45-A.

    """
    from table_controller.runtime.cli import rulebook_tools

    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.explain(book, ref)))


def rules(book: str, *, topic: str | None = None) -> None:
    """List the printed rules of a book in their order.

    Parameters
    ----------
    book
        The rulebook's id.
    topic
        Only the rules on this topic.

    """
    from table_controller.runtime.cli import rulebook_tools

    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.rules(book, topic)))


def compare(topic: str) -> None:
    """Show all rulebooks side by side on one topic.

    Parameters
    ----------
    topic
        A topic of the rules, such as min-raise.

    """
    from display.printed.paper import paper_of
    from table_controller.runtime.cli import rulebook_tools

    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.compare(topic, paper_of(sys.stdout))))


def coverage(
    *paths: Path,
    book: tuple[str, ...] = (),
    topic: tuple[str, ...] = (),
    suggest: bool = False,
    mutate: bool = False,
) -> None:
    """Count the rules that have a script which would fail without them; exit 0 if none is missing.

    Parameters
    ----------
    paths
        Table scripts, files or folders; tests/scripts if left out.
    book
        Only these rulebooks.
    topic
        Only the rules, or policies, on these topics.
    suggest
        Print the behaviours that scripts of rules without any need, as lines of a manifest.
    mutate
        Change every policy value that scripts read, and print the changes that no script notices.

    """
    from table_controller.runtime.coverage import report

    what = report.suggested if suggest else report.survived if mutate else report.covered
    sys.exit(report.report(what, paths, book, topic, sys.stdout.write, sys.stderr.write))
