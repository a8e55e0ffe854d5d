"""Levels: when a hand begins and with which blinds, and what becomes of one begun with those of the level before."""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_table import HandStart
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Acts, Reading
from table_controller.game.rules.deal.substantial import Verdict, substantial
from table_controller.game.state.table import Level, Table
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "level-change"
PLAY_ON_OR_BACK: Final = ("play-on", "restore")
"""What the floor may do with a hand begun with the old blinds: go on with them, or put the difference in."""


@behaviour(False)
def begins_with(what: HandStart, book: Rulebook) -> bool:
    """Whether a hand begins with this: a level announced after it waits for the next hand."""
    return what in (book.hand_start.value or ())


@behaviour(())
def start_unsaid(book: Rulebook) -> tuple[Finding, ...]:
    """A level comes between the first sign of a hand and its cards: in silence the floor says for which."""
    rule = book.hand_start
    if rule.value is not None:
        return ()
    return (finding(TOPIC, None, rule.cite, (("cause", "hand-start"),), ("this-hand", "next-hand"), stops_play=False),)


@behaviour(())
def rises(before: Level, level: Level, book: Rulebook) -> tuple[Finding, ...]:
    """Forced bets rise from level to level, where the book prints that: one that does not is told."""
    slug = "levels.rises"
    risen = level.small_blind_chips >= before.small_blind_chips and level.big_blind_chips >= before.big_blind_chips
    if slug not in book.cites or risen:
        return ()
    facts = (("before_chips", before.big_blind_chips), ("big_chips", level.big_blind_chips))
    return (finding(TOPIC, None, cite(book, slug), facts),)


@behaviour(())
def old_blinds(old: Level, level: Level, book: Rulebook) -> tuple[Finding, ...]:
    """Both blinds are those of the level before: put right before substantial action; in silence the floor says."""
    rule = book.wrong_level
    facts = (("before_chips", old.big_blind_chips), ("big_chips", level.big_blind_chips))
    return (finding(TOPIC, None, rule.cite, facts, () if rule.value is not None else PLAY_ON_OR_BACK),)


@behaviour(None)
def call_of_the_old_blind(act: ChipPush, book: Rulebook) -> Reading | None:
    """Nobody has noticed yet: who puts in the big blind that lies there has called it."""
    table, old = act.table, act.table.begun.old
    if book.wrong_level.value != "continue_after_sa" or old is None or not table.begun.told:
        return None
    if act.total_chips != old.big_blind_chips or act.level_chips != table.level.big_blind_chips:
        return None
    return Acts("call", old.big_blind_chips)


@behaviour(())
def goes_on(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """After substantial action a hand begun with the old blinds goes on with them, where the book prints that."""
    rule, old = book.wrong_level, table.begun.old
    if rule.value != "continue_after_sa" or old is None or table.hand.phase != variant_of(table).first.name:
        return ()
    recorded_acts = table.betting.recorded_acts
    at_old = [
        recorded_act
        for recorded_act in recorded_acts
        if recorded_act.kind == "call" and recorded_act.to_chips == old.big_blind_chips
    ]
    if not at_old or substantial(recorded_acts, table, book) is not Verdict.YES:
        return ()
    return (finding(TOPIC, None, rule.cite, (("big_chips", old.big_blind_chips),)),)
