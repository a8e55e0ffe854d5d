"""``hardware_docs/rulebooks.md``: what each book answers to each question, side by side, one table a chapter.

PYTHONPATH=tests python -m docs.rulebook_tables >hardware_docs/rulebooks.md
"""

from __future__ import annotations

import sys
from typing import Final

from table_controller.game.rulebooks.keys import policy_keys, ruled_at, said_as
from table_controller.game.rulebooks.shipped import base_of, package_rulebook, shipped_books
from table_controller.game.rulebooks.topics import POLICY_TOPICS

CHAPTERS: Final[tuple[tuple[str, str, frozenset[str]], ...]] = (
    (
        "Misdeals: causes, deadlines, replay",
        "Which cards make a deal void, until when it can be called, and what is dealt again.",
        frozenset({"substantial-action", "misdeal", "misdeal-replay", "exposed-card", "wrong-card-count"}),
    ),
    (
        "The deck",
        "Foreign, double, missing and boxed cards.",
        frozenset({"fouled-deck", "boxed-card"}),
    ),
    (
        "Burns and boards: repairs",
        "What is done about a wrong burn, too many flop cards, or a street that came too early.",
        frozenset({"burn-rule", "burn-error", "four-card-flop", "flop-redeal", "premature-board"}),
    ),
    (
        "Who is in",
        "Absent players, leaving, hands killed by mistake, hands shown too early.",
        frozenset({"absent-player", "leaving-table", "mucked-in-error", "card-protection", "call-by-exposure"}),
    ),
    (
        "Turn and words",
        "Acts before their turn, skipped players, words that do not fit.",
        frozenset(
            {
                "out-of-turn",
                "skipped-player",
                "nonstandard-fold",
                "conditional-statement",
                "invalid-declaration",
                "pot-declaration",
                "unclear-bet",
                "betting-method",
            }
        ),
    ),
    (
        "Sizes",
        "What chips amount to.",
        frozenset(
            {
                "undercall",
                "overchip",
                "multiple-chips",
                "min-raise",
                "min-bet",
                "reopening",
                "raise-method",
                "string-bet",
                "prior-bet-chips",
                "incorrect-bet",
                "forced-all-in-remainder",
                "raise-cap",
                "pot-limit-max",
                "forced-bets",
            }
        ),
    ),
)
"""Title, sentence and topics of each table; a policy stands in the first chapter that has one of its topics."""

_HEAD: Final = """# What the books answer

Generated from the manifests by `make docs`; do not edit. A cell is the answer and the printed rule that it stands on.
*silent*: the book does not say, so the floor decides under the book's discretion rule, which is cited. What an answer
means stands beside its type in `table_controller/game/rulebooks/model*.py`; `cardspeak compare TOPIC` prints one topic.
"""


def page() -> str:
    """All chapters as Markdown."""
    told: set[str] = set()
    return "\n".join([_HEAD, *(_chapter(*chapter, told) for chapter in CHAPTERS)])


def _chapter(title: str, sentence: str, topics: frozenset[str], told: set[str]) -> str:
    keys = [key for key in policy_keys() if key not in told and topics & set(POLICY_TOPICS[key])]
    told.update(keys)
    books = shipped_books()
    lines = [f"## {title}", "", sentence, "", f"| question | {' | '.join(books)} |", "|---" * (len(books) + 1) + "|"]
    lines += [f"| `{key}` | {' | '.join(_answer(book, key) for book in books)} |" for key in keys]
    return "\n".join(lines) + "\n"


def _answer(book: str, key: str) -> str:
    ruled, base = ruled_at(package_rulebook(book), key), base_of(book)
    if base is not None and ruled == ruled_at(package_rulebook(base), key):
        return f"as {base}"
    if ruled.value is None:
        return f"*silent* ({ruled.cite.ref})"
    return f"{said_as(ruled.value)} ({ruled.cite.ref})"


if __name__ == "__main__":
    sys.stdout.write(page())
