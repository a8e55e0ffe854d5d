"""The commands of ``cardspeak`` that find rules; what they print, `rulebook_tools` knows."""

from __future__ import annotations

import sys


def explain(book: str, ref: str) -> None:
    """Explain a printed rule: title, class, policies, behaviours with their source, scripts.

    Parameters
    ----------
    book
        The rulebook's id, such as tda-2019.
    ref
        The rule as printed, such as 45-A.

    """
    from table_controller.runtime import rulebook_tools

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
    from table_controller.runtime import rulebook_tools

    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.rules(book, topic)))


def compare(topic: str) -> None:
    """Show all rulebooks side by side on one topic.

    Parameters
    ----------
    topic
        A topic of the rules, such as min-raise.

    """
    from table_controller.runtime import rulebook_tools

    sys.exit(rulebook_tools.answer(lambda: rulebook_tools.compare(topic)))
