"""The commands of ``cardspeak`` that find rules; what they print, `rulebook_tools` knows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from cyclopts import App

CONFIG: Final = Path("config/table.toml")

rules_app = App(name="rules", help="List the printed rules of a book, or check a book of your own.")


def explain(book: str, ref: str, *, config: Path = CONFIG) -> None:
    """Explain a printed rule: what it says in a sentence, class, policies, behaviours with their source, scripts.

    Parameters
    ----------
    book
        The rulebook's id, such as tda-2019.
    ref
        The rule as printed, such as 45-A.
    config
        The table's settings: books of your own lie beside them, in the folder rulebooks.

    """
    from table_controller.runtime.cli import rulebook_tools

    language = rulebook_tools.take(config)
    told = lambda: rulebook_tools.explain(book, ref, own=config.parent, language=language)  # noqa: E731
    sys.exit(rulebook_tools.answer(told))


@rules_app.default
def rules(book: str, *, topic: str | None = None, config: Path = CONFIG) -> None:
    """List the printed rules of a book in their order.

    Parameters
    ----------
    book
        The rulebook's id.
    topic
        Only the rules on this topic.
    config
        The table's settings: books of your own lie beside them, in the folder rulebooks.

    """
    from table_controller.runtime.cli import rulebook_tools

    language = rulebook_tools.take(config)
    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.rules(book, topic, language)))


@rules_app.command
def answers(question: str | None = None, *, config: Path = CONFIG) -> None:
    """List what a book may answer to a question, who answers so, and what carries it.

    Parameters
    ----------
    question
        A policy, such as undercall.multiway_raise; all of them, a line each, if left out.
    config
        The table's settings: books of your own lie beside them, in the folder rulebooks.

    """
    from table_controller.runtime.cli import rulebook_tools

    rulebook_tools.take(config)
    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.answers(question)))


@rules_app.command
def check(file: Path | None = None, *, config: Path = CONFIG) -> None:
    """Say of a book of your own what is wrong, where and what to do, and in what it differs; exit 1 if a fault is left.

    Parameters
    ----------
    file
        The book; all in the folder rulebooks beside the settings if left out.
    config
        The table's settings.

    """
    from table_controller.runtime.cli import rulebook_check

    sys.exit(rulebook_check.check(file, config))


def compare(topic: str, *, config: Path = CONFIG) -> None:
    """Show all rulebooks side by side on one topic.

    Parameters
    ----------
    topic
        A topic of the rules, such as min-raise.
    config
        The table's settings: books of your own lie beside them, in the folder rulebooks.

    """
    from display.printed.paper import paper_of
    from table_controller.runtime.cli import rulebook_tools

    rulebook_tools.take(config)
    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.compare(topic, paper_of(sys.stdout))))


def coverage(
    *paths: Path,
    book: tuple[str, ...] = (),
    topic: tuple[str, ...] = (),
    suggest: bool = False,
    mutate: bool = False,
    config: Path = CONFIG,
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
    config
        The table's settings: books of your own lie beside them, in the folder rulebooks.

    """
    from table_controller.runtime.cli import rulebook_tools
    from table_controller.runtime.coverage import report

    rulebook_tools.take(config)
    what = report.suggested if suggest else report.survived if mutate else report.covered
    sys.exit(report.report(what, paths, book, topic, sys.stdout.write, sys.stderr.write))
