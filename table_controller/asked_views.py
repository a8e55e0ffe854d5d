"""What the controller answers to one screen that asked: hands that were played, and a rule with what other books say.

Codes, numbers and public facts only, like all views. See `asking_commands` for the questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware_bridge.vocabulary.cards import Card
from table_controller.effect_views import Effect
from table_controller.findings import Citation, Fact

Says: TypeAlias = Literal["same", "otherwise", "silent", "nothing"]
"""What another book makes of the same act: the same, something else, the floor's decision for want of a rule, or
nothing that wants a rule."""

Fate: TypeAlias = Literal["", "under-way", "voided"]


@dataclass(frozen=True, slots=True)
class WonView:
    """What a player won in a hand, all pots together; `label` is the rank it was won with, if a hand was shown."""

    seat: int
    name: str
    chips: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class FoundView:
    """A finding of a hand, with our English `title` of the printed rule, empty for a house rule.

    `ruled` is what the floor chose of its `options`, empty if it was not asked or has not chosen.
    """

    topic: str
    seat: int | None
    name: str
    cite: Citation
    title: str
    facts: tuple[Fact, ...]
    options: tuple[str, ...] = ()
    ruled: str = ""


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as everybody at the table could see it.

    `tabled` are the hands that were shown, by seat. `retold` says that acts of it were taken back or put right: what
    was told before that stands as it was told then.
    """

    hand: int
    fate: Fate
    board: tuple[Card, ...]
    tabled: tuple[tuple[int, tuple[Card, ...]], ...]
    won: tuple[WonView, ...]
    findings: tuple[FoundView, ...]
    retold: bool = False


@dataclass(frozen=True, slots=True)
class HistoryView:
    """Hands of this table, newest first, those below `before_hand` (0: from the newest on); `more`: there are older."""

    hands: tuple[HandView, ...]
    before_hand: int
    more: bool


@dataclass(frozen=True, slots=True)
class OtherBookView:
    """What another book makes of the act that a finding is about: its rule, and what would change or may be chosen.

    `ref` and `title` are empty where the book has no rule on it.
    """

    book: str
    says: Says
    ref: str
    title: str
    effects: tuple[Effect, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedView:
    """A finding with its rule: number `number` of `count` in this hand.

    `kind` says who sees that the rule is kept, as the class of its row (``AUTO``), empty where it has no row. `effects`
    is what the book's answer changed at the table, `options` what the floor may choose.
    """

    number: int
    count: int
    topic: str
    seat: int | None
    cite: Citation
    title: str
    kind: str
    facts: tuple[Fact, ...]
    effects: tuple[Effect, ...]
    options: tuple[str, ...]
    others: tuple[OtherBookView, ...]
