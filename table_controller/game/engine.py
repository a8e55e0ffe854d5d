"""The engine: one event in, the next state and what follows from it out.

`step` is pure and total: any event in any state, no exception, no clock, no chance. The table cannot
refuse reality; what plain play has no reading for becomes a finding.
"""

from __future__ import annotations

from typing import Final, assert_never

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules import registry
from table_controller.game.rules.table.penalties import with_kinds
from table_controller.game.state import panel
from table_controller.game.state.table import NEW_TABLE, Case, Change, Step, Table, Unread
from table_controller.game.steps.betting import chips, hidden, skipping, words
from table_controller.game.steps.deal import boards, cards, dealing, deck
from table_controller.game.steps.floor import rulings
from table_controller.game.steps.flow import by_key, correcting
from table_controller.game.steps.showdown import exposing, mucking, showdown
from table_controller.game.steps.table import (
    asking,
    chip_counts,
    clock,
    conduct,
    levels,
    penalties,
    placing,
    presence,
    protesting,
    racing,
    seating,
)
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.events import (
    BoxedCardFound,
    ByKey,
    ChipEvent,
    ChipsRaced,
    ClockAsked,
    ConductSeen,
    CorrectionEvent,
    DeckCounted,
    DeckEvent,
    HandTaken,
    KeyEvent,
    Move,
    PanelEvent,
    PenaltyGiven,
    PlayerCameBack,
    PlayerEvent,
    PlayerWentAway,
    Redone,
    StrangeCardFound,
    TableTold,
    TimePassed,
)
from table_controller.vocabulary.findings import Finding

ENGINE_VERSION: Final = "4"
"""Changes whenever the same events would give another state: journals name it."""

__all__ = ["ENGINE_VERSION", "NEW_TABLE", "Step", "Table", "lay", "step"]


def step(table: Table, event: ev.Event, book: Rulebook) -> Step:
    """The table after `event`, with the outcomes, findings and requests that it causes."""
    if isinstance(event, ByKey):
        return _by_key(table, event, book)
    if isinstance(event, ev.Undone | Redone):  # the desk folds the hand again: nothing of their own happens
        return Step(table)
    seat = getattr(event, "seat", None)
    if seat is not None and not 1 <= seat <= table.setup.seats:
        change = Change(table, unread=(Unread("no-such-seat", None, (("seat", seat),)),))
    else:
        change = dealing.ended_by(table, event, book)
        change = change.then(dealing.out_of_a_misdeal(change.table, event) or _change(change.table, event, book))
        change = change.then(dealing.counted(table, change.table, book))
        change = change.then(presence.followed(table, change.table, book))
        change = change.then(exposing.followed(table, change.table, book))
        change = change.then(levels.followed(table, change.table, book))
        if change.table.penalties and change.table.betting is not table.betting:
            change = change.then(penalties.followed(change.table, book))
        change = change.then(placing.followed(table, change.table, book))
        change = change.then(by_key.followed(change.table, event))
    findings = change.findings
    if change.unread or change.table.betting is not table.betting or table.betting.held:
        judged = registry.judge(table, event, change, book)
        change = change.then(skipping.passed_over(change.table, judged, book))
        findings = (*findings, *judged)
    if change.table.cases and change.table.betting is not table.betting:
        change = change.then(passed := boards.time_passed(change.table, book))
        findings = (*findings, *passed.findings)
    findings = with_kinds(findings, book)
    kept = protesting.followed(table, _with_cases(change.table, findings), event)
    left = clock.followed(table, kept, event)
    if (told := panel.after(table.panel, event)) != table.panel:
        left = replace(left, panel=told)
    return Step(left, change.outcomes, findings, change.requests)


def _by_key(table: Table, event: ByKey, book: Rulebook) -> Step:
    """The events that a key stands for, one after the other."""
    made = Step(table)
    for one in by_key.events_of(event):
        events = by_key.moved(made.table, one, event.at_s) if isinstance(one, Move) else (one,)
        for inner in events:
            more = step(made.table, inner, book)
            told = (*made.outcomes, *more.outcomes), (*made.findings, *more.findings)
            made = Step(more.table, *told, (*made.requests, *more.requests))
    return made


def _with_cases(table: Table, findings: tuple[Finding, ...]) -> Table:
    """The table with a case for each finding that gives the floor a choice, and with what findings leave open."""
    for found in findings:
        if found.topic == "out-of-turn" and found.seat is not None and dict(found.facts).get("turn"):
            table = replace(table, early=(*table.early, found.seat))
        table = words.with_limit(table, found)
        if found.options:
            number = table.cases[-1].number + 1 if table.cases else 1
            table = replace(table, cases=(*table.cases, Case(number, found)))
    return table


def lay(table: Table, event: ev.Event) -> Table:
    """What remains of `event` when its reading is undone: cards and chips lie where they lie.

    Chips put forward become loose: they are in front of the seat and no act explains them.
    """
    seat = getattr(event, "seat", None)
    if seat is not None and not 1 <= seat <= table.setup.seats:
        return table
    match event:
        case ev.ChipsPushed() | ev.ChipsTakenBack():
            return chips.lay(table, event)
        case ev.CardsMucked(keyed=False):
            return mucking.lay(table, event)
        case _:
            return table


def _change(table: Table, event: ev.Event, book: Rulebook) -> Change:
    match event:
        case ev.ChipsPushed():
            return chips.on_push(table, event, book)
        case ev.Declared():
            return showdown.on_said(table, event, book) or words.on_word(table, event, book)
        case ev.CardsMucked():
            return mucking.on_mucked(table, event, book)
        case ev.CardDealt():
            return dealing.on_dealt(table, event, book)
        case ev.CardIdentified():
            return cards.on_identified(table, event, book)
        case ev.BetsGathered():
            return chips.on_gather(table, event, book)
        case ev.ChipsTakenBack():
            return chips.on_take_back(table, event, book)
        case ev.PotPushed():
            return chips.on_pot_push(table, event, book)
        case ev.StackCounted():
            return chips.on_count(table, event, book)
        case _:
            return _rarely(table, event, book)


def _rarely(table: Table, event: _Rare | _OtherCards | _Told | _Seating, book: Rulebook) -> Change:
    match event:
        case ClockAsked() | TimePassed():
            return _of_time(table, event, book)
        case _ if isinstance(event, CorrectionEvent):
            return correcting.on_corrected(table, event, book)
        case _ if isinstance(event, KeyEvent):
            return Change(table) if isinstance(event, ByKey) else by_key.noted(table, event)
        case _ if isinstance(event, PanelEvent):  # nothing of the game: see the machine
            return Change(table)
        case _ if isinstance(event, DeckEvent):
            return _of_the_deck(table, event, book)
        case _ if isinstance(event, ChipEvent):
            return _of_the_chips(table, event, book)
        case _:
            return _more(table, event, book)


_Rare = ClockAsked | TimePassed | DeckEvent | ChipEvent | PanelEvent | CorrectionEvent | KeyEvent
_OtherCards = ev.CardBurned | ev.CardBoarded | ev.CardStrayed | ev.HandTabled | ev.CardShown
_Told = ev.Asked | ev.HiddenChipsFound | ev.AllInButtonPlaced | ev.Answered | ev.FloorRuled | ev.Undone
_Seating = (
    ev.TableOpened | ev.Riffled | ev.HandPutAway | ev.PlayerSat | ev.PlayerLeft | ev.LevelAnnounced | ev.PuckPlaced
)


def _more(table: Table, event: _OtherCards | _Told | _Seating, book: Rulebook) -> Change:
    match event:
        case ev.CardBurned():
            return boards.on_burned(table, event, book)
        case ev.CardBoarded():
            return boards.on_boarded(table, event, book)
        case ev.CardStrayed():
            return cards.on_strayed(table, event, book)
        case ev.HandTabled():
            return cards.on_tabled(table, event, book)
        case ev.CardShown():
            return dealing.on_shown(table, event, book)
        case ev.Asked():
            return asking.on_asked(table, event, book)
        case ev.HiddenChipsFound():
            return hidden.on_found(table, event, book)
        case ev.AllInButtonPlaced():
            return words.on_button(table, event, book)
        case ev.Answered():
            return words.on_answer(table, event, book)
        case ev.FloorRuled():
            return rulings.on_ruled(table, event, book)
        case ev.Undone():  # the controller folds the hand again without what was undone
            return Change(table)
        case _:
            return _between_hands(table, event, book)


def _of_time(table: Table, event: ClockAsked | TimePassed, book: Rulebook) -> Change:
    if isinstance(event, ClockAsked):
        return clock.on_asked(table, event, book)
    change = clock.on_time(table, event, book)
    return change.then(showdown.on_time(change.table, event, book))


def _of_the_chips(table: Table, event: ChipEvent, book: Rulebook) -> Change:
    if isinstance(event, ChipsRaced):
        return racing.on_raced(table, event, book)
    return chip_counts.on_trays_counted(table, event, book)


def _of_the_deck(table: Table, event: DeckEvent, book: Rulebook) -> Change:
    match event:
        case StrangeCardFound():
            return deck.on_strange(table, event, book)
        case BoxedCardFound():
            return deck.on_boxed(table, event, book)
        case DeckCounted():
            return deck.on_counted(table, event, book)
        case _:
            return _of_players(table, event, book)


def _of_players(table: Table, event: PlayerEvent, book: Rulebook) -> Change:
    match event:
        case HandTaken():
            return mucking.on_taken(table, event, book)
        case PlayerWentAway():
            return presence.on_went(table, event, book)
        case PlayerCameBack():
            return presence.on_back(table, event, book)
        case ConductSeen():
            return conduct.on_seen(table, event, book)
        case TableTold():
            return conduct.on_told(table, event, book)
        case PenaltyGiven():
            return penalties.on_given(table, event, book)
        case _:
            assert_never(event)


def _between_hands(table: Table, event: _Seating, book: Rulebook) -> Change:
    match event:
        case ev.TableOpened():
            return seating.on_opened(table, event, book)
        case ev.Riffled():
            return seating.on_riffled(table, event, book)
        case ev.HandPutAway():
            return seating.on_put_away(table, event, book)
        case ev.PlayerSat():
            return seating.on_sat(table, event, book)
        case ev.PlayerLeft():
            return seating.on_left(table, event, book)
        case ev.LevelAnnounced():
            return seating.on_level(table, event, book)
        case ev.PuckPlaced():
            return placing.on_puck(table, event, book)
        case _:
            assert_never(event)
