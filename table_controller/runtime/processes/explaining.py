"""A finding of the hand explained: its rule, what the book's answer did, and what the other books make of that act.

What a book answers is found out by doing it: the very event that was judged, on the table as it was then, under each
book. So an explanation cannot say anything else than what the engine does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from table_controller.game import engine
from table_controller.game.rulebooks.keys import policy_keys, ruled_at
from table_controller.game.rulebooks.known import base_of, known_books, known_rulebook, rows_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.rows import Row
from table_controller.game.state.table import Step, Table
from table_controller.projections.effects import changes
from table_controller.session.replay import folding
from table_controller.session.state import Session
from table_controller.vocabulary.events import Event
from table_controller.vocabulary.findings import Citation, Finding
from table_controller.vocabulary.outcomes import HandBegan, Outcome
from table_controller.vocabulary.views import Effect, ExplainedView, OtherBookView, Refused, Says

NOT_AN_ANSWER: Final = frozenset({"case", "noted", "nothing"})
"""Effects that tell of the finding itself, not of what becomes of the hand."""


PUNISHMENTS: Final = frozenset({"penalty", "warning", "no-penalty", "disqualify", "eliminate", "void-hand"})
"""Options of the floor against a player, beside those for the hand."""


class Judged(Struct, frozen=True):
    """What a book makes of an act: its findings, what changes, and the table after it."""

    findings: tuple[Finding, ...]
    effects: tuple[Effect, ...]
    after: Table

    def like(self, finding: Finding) -> Finding | None:
        """The finding that answers the same question as one of another book."""
        ranked = sorted(
            self.findings, key=lambda one: (one.topic != finding.topic, one.seat != finding.seat, not one.options)
        )
        return ranked[0] if ranked else None


def judge(before: Table, events: Iterable[Event], book: Rulebook) -> Judged:
    """What `book` makes of these events on this table."""
    table, outcomes, findings = before, list[Outcome](), list[Finding]()
    for event in events:
        step = engine.step(table, event, book)
        table = step.table
        outcomes += step.outcomes
        findings += step.findings
    return Judged(tuple(findings), told_effects(before, Step(table, tuple(outcomes))), table)


OF_A_NEW_HAND: Final = frozenset({"button", "button-back", "blinds"})
"""All that an answer changes where the judged event begins a hand: who is in it and what he owes is no answer."""


def told_effects(before: Table, made: Step) -> tuple[Effect, ...]:
    """What a step changed in the hand, without what only tells of its findings."""
    begins = any(isinstance(outcome, HandBegan) for outcome in made.outcomes)
    return tuple(
        effect
        for effect in changes(before, made)
        if effect.code not in NOT_AN_ANSWER and (not begins or effect.code in OF_A_NEW_HAND)
    )


def explained(session: Session, book: Rulebook, number: int = 0) -> ExplainedView | Refused:
    """Finding `number` of the hand (0: the youngest open one, else the latest); refused if there is none."""
    found: list[tuple[Table, Event, Finding]] = []
    for folded in folding(session.base, session.happened, session.undone, book):
        found += [(folded.before, folded.told, finding) for finding in folded.applied.findings]
    at = number - 1 if number else _youngest_open(session.table, [finding for _, _, finding in found])
    if not 0 <= at < len(found):
        return Refused("no-finding")
    before, event, finding = found[at]
    mine = judge(before, (event,), book)
    row = row_of(finding.cite)
    others = (
        _other(known_rulebook(other), before, event, finding, mine) for other in known_books() if other != book.book
    )
    return ExplainedView(
        number=at + 1,
        count=len(found),
        topic=finding.topic,
        seat=finding.seat,
        cite=finding.cite,
        title=book.titles.get(finding.cite, row.title if row is not None else ""),
        kind=row.kind if row is not None else "",
        facts=finding.facts,
        effects=mine.effects,
        options=tuple(option.name for option in finding.options),
        others=tuple(others),
    )


def _youngest_open(table: Table, findings: list[Finding]) -> int:
    for case in reversed(table.cases):
        for at in range(len(findings) - 1, -1, -1):
            if findings[at] == case.finding:
                return at
    return len(findings) - 1


def _other(book: Rulebook, before: Table, event: Event, finding: Finding, mine: Judged) -> OtherBookView:
    judged = judge(before, (event,), book)
    theirs = judged.like(finding)
    if theirs is None:
        cite = rule_on(book, finding)
        title = _title(book, cite) if cite is not None else ""
        return OtherBookView(book.book, "nothing", cite.ref if cite is not None else "", title, judged.effects)
    options = tuple(option.name for option in theirs.options)
    return OtherBookView(
        book.book,
        _says(book, theirs, judged, finding, mine),
        theirs.cite.ref,
        _title(book, theirs.cite),
        judged.effects,
        options,
    )


def _says(book: Rulebook, theirs: Finding, judged: Judged, finding: Finding, mine: Judged) -> Says:
    if theirs.cite == book.discretion:
        return "silent"
    same = set(remedies(theirs)) == set(remedies(finding)) and set(judged.effects) == set(mine.effects)
    return "same" if same else "otherwise"


def remedies(finding: Finding) -> tuple[str, ...]:
    """What the floor may choose for the hand: not how it may punish, which is each book's list for every offence."""
    names = tuple(option.name for option in finding.options)
    left = tuple(name for name in names if name not in PUNISHMENTS) if "penalty" in names else names
    return left or names


def rule_on(book: Rulebook, finding: Finding) -> Citation | None:
    """The rule of `book` on what a finding of another book is about: by the policy that decided, else by its topic."""
    silent = finding.cite.book in known_books() and known_rulebook(finding.cite.book).discretion == finding.cite
    if finding.cite.book in known_books() and not silent:
        theirs = known_rulebook(finding.cite.book)
        for key in policy_keys():
            if ruled_at(theirs, key).cite == finding.cite and (ruled := ruled_at(book, key)).value is not None:
                return ruled.cite
    over = base_of(book.book)
    rows = (*rows_of(book.book), *(rows_of(over) if over is not None else ()))
    on_topic = [row for row in rows if row.topic == finding.topic and not row.parts and not row.restates]
    on_topic.sort(key=lambda row: not row.behaviours)  # what is carried out before what is only said
    return Citation(on_topic[0].book, on_topic[0].ref) if on_topic else None


def _title(book: Rulebook, cite: Citation) -> str:
    return book.titles.get(cite, "") or ((row := row_of(cite)) is not None and row.title) or ""


def row_of(cite: Citation) -> Row | None:
    """The printed rule of a citation; None for a house rule."""
    if cite.book not in known_books():
        return None
    return next((row for row in rows_of(cite.book) if row.ref == cite.ref), None)
