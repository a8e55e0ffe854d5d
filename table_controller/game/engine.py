"""The engine: one event in, the next state and what follows from it out. Dispatch, nothing else.

`step` is pure and total: any event in any state, no exception, no clock, no chance. The table cannot
refuse reality; what plain play has no reading for becomes a finding.

| what                          | where               |
| ----------------------------- | ------------------- |
| what an event itself does     | its row in HANDLERS |
| what follows whatever it was  | REACTIONS, in order |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import hands_dealt
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table.penalties import with_kinds
from table_controller.game.state import panel
from table_controller.game.state.betting import in_order_of_death, is_past_a_player
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, SHOWDOWN, Hand
from table_controller.game.state.ledger import put
from table_controller.game.state.table import NEW_TABLE, Case, Change, Step, Table, Unexplained
from table_controller.game.steps.betting import chips, hidden, skipping, words
from table_controller.game.steps.deal import boards, cards, dealing, deck, draws
from table_controller.game.steps.floor import rulings
from table_controller.game.steps.flow import by_key, correcting, progress, refunds
from table_controller.game.steps.showdown import exposing, mucking, showdown
from table_controller.game.steps.table import (
    asking,
    chip_counts,
    clock,
    conduct,
    games,
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
    BetCorrected,
    BoardByKey,
    BoxedCardFound,
    BuzzerMuted,
    ByKey,
    CardCorrected,
    CardRecognised,
    CardsDealtByKey,
    CardsNotThere,
    ChecksDenied,
    ChipsDenied,
    ChipsMovedByKey,
    ChipsNotMoved,
    ChipsRaced,
    ClockAsked,
    ClockStopped,
    ConductSeen,
    DeckCounted,
    FloorCalled,
    HandTaken,
    Move,
    PenaltyGiven,
    PlayerCameBack,
    PlayerWentAway,
    PotCounted,
    QuestionAnswered,
    Redone,
    RuledInTime,
    SeatCorrected,
    StackCorrected,
    StrangeCardFound,
    TableTold,
    TimePassed,
    TraysCounted,
    TraysOutOfSight,
    TurnOutOfSight,
    TurnTold,
    WordCorrected,
)
from table_controller.vocabulary.findings import Finding

ENGINE_VERSION: Final = "48"
"""Changes whenever the same events would give another state: journals name it."""

__all__ = ["ENGINE_VERSION", "GATES", "HANDLERS", "NEW_TABLE", "Step", "Table", "lay", "let_lie", "step"]

Handler: TypeAlias = Callable[[Table, Any, Rulebook], Change]
"""What an event of one type does at a table by a book. The type is that of the handler's row."""


def _nothing(table: Table, event: ev.Event, book: Rulebook) -> Change:
    """Nothing of the game: others listen to it."""
    del event, book
    return Change(table)


def _declared(table: Table, event: ev.Declared, book: Rulebook) -> Change:
    """Words at the showdown are about hands; others are acts, or said of acts."""
    return draws.on_said(table, event) or showdown.on_said(table, event, book) or words.on_word(table, event, book)


def _time_passed(table: Table, event: TimePassed, book: Rulebook) -> Change:
    """The player's clock first, then the time to show a hand."""
    change = clock.on_time(table, event, book)
    return change.then(showdown.on_time(change.table, event, book))


HANDLERS: Final[Mapping[type[ev.Event], Handler]] = {
    # the deal, the deck, the board
    ev.Riffled: seating.on_riffled,
    ev.HandPutAway: seating.on_put_away,
    ev.CardDealt: dealing.on_dealt,
    ev.CardShown: dealing.on_shown,
    ev.CardBurned: boards.on_burned,
    ev.CardBoarded: boards.on_boarded,
    ev.CardStrayed: cards.on_strayed,
    ev.CardIdentified: cards.on_identified,
    CardRecognised: by_key.on_recognised,
    StrangeCardFound: deck.on_strange,
    BoxedCardFound: deck.on_boxed,
    DeckCounted: deck.on_counted,
    HandTaken: mucking.on_taken,
    # betting
    ev.ChipsPushed: chips.on_push,
    ev.ChipsTakenBack: chips.on_take_back,
    ev.BetsGathered: chips.on_gather,
    ev.PotPushed: chips.on_pot_push,
    ev.StackCounted: chips.on_count,
    ev.Declared: _declared,
    ev.AllInButtonPlaced: words.on_button,
    ev.Answered: words.on_answer,
    ev.HiddenChipsFound: hidden.on_found,
    ClockAsked: clock.on_asked,
    ClockStopped: clock.on_stopped,
    TimePassed: _time_passed,
    TraysCounted: chip_counts.on_trays_counted,
    TraysOutOfSight: by_key.on_out_of_sight,
    TurnOutOfSight: by_key.on_turn_out_of_sight,
    PotCounted: chips.on_pot_count,
    ChipsRaced: racing.on_raced,
    # showdown
    ev.CardsMucked: mucking.on_mucked,
    ev.HandTabled: cards.on_tabled,
    ev.Asked: asking.on_asked,
    # the table and the floor
    ev.TableOpened: seating.on_opened,
    ev.PlayerSat: seating.on_sat,
    ev.PlayerLeft: seating.on_left,
    ev.LevelAnnounced: seating.on_level,
    ev.GameChosen: games.on_chosen,
    ev.PuckPlaced: placing.on_puck,
    PlayerWentAway: presence.on_went,
    PlayerCameBack: presence.on_back,
    ConductSeen: conduct.on_seen,
    TableTold: conduct.on_told,
    PenaltyGiven: penalties.on_given,
    ev.FloorRuled: rulings.on_ruled,
    StackCorrected: correcting.on_stack,
    BetCorrected: correcting.on_bet,
    SeatCorrected: correcting.on_seats,
    # the hand is folded again with the earlier event told otherwise (`session.replay`)
    CardCorrected: _nothing,
    WordCorrected: _nothing,
    CardsNotThere: _nothing,
    ChipsNotMoved: _nothing,
    TurnTold: _nothing,
    RuledInTime: _nothing,
    ChecksDenied: _nothing,  # what stands then needs no word
    QuestionAnswered: _nothing,
    ChipsDenied: _nothing,  # they lie there, and stand on the screen as a difference
    # nothing of the game: see the panel's machine
    FloorCalled: _nothing,
    BuzzerMuted: _nothing,
}
"""What each event does. Not here: `BY_KEY`, which are made of other events, and `FOLDED`."""

BY_KEY: Final[frozenset[type[ev.Event]]] = frozenset({CardsDealtByKey, BoardByKey, ChipsMovedByKey})
"""Events that stand for several others."""

FOLDED: Final[frozenset[type[ev.Event]]] = frozenset({ev.Undone, Redone})
"""Events by which the session folds the hand again: nothing of their own happens, and nothing follows from them."""


When: TypeAlias = Callable[[Table, Change, ev.Event], bool]
"""Asked of the table before an event and of the change so far."""


class Reaction(NamedTuple):
    """What follows from events of any kind: `follows` is the change so far with what follows from it.

    `when` only saves time: it may be true where nothing follows, and is never false where something does.
    """

    when: When
    follows: Callable[[Table, Change, ev.Event, Rulebook], Change]


def _cases(before: Table, change: Change, event: ev.Event, book: Rulebook) -> Change:
    """A case for each finding that gives the floor a choice, and what findings leave open to a seat.

    What is with the floor already is not asked again: a fold by word and then by cards is one question.
    """
    del event
    findings, table = with_kinds(change.findings, book), change.table
    voided = bool(table.hand.fate) and not before.hand.fate
    for found in findings:
        if found.topic == "out-of-turn" and found.seat is not None and dict(found.facts).get("turn"):
            table = replace(table, early=(*table.early, found.seat))
        table = words.with_limit(table, found)
        if voided and not refunds.outlasts_the_deal(Case(0, found)):
            continue  # asked of a hand that does not count any more
        asked = [case for case in table.cases if case.finding == found and found.stops_play]
        if asked and dict(found.facts).get("pushed_chips"):  # the same chips once more: a ruling is about these now
            table = replace(table, cases=(*(case for case in table.cases if case not in asked), *asked))
        elif found.options and not asked:
            number = table.case_n + 1
            case = Case(number, found, table.hand.phase, _player_of(found, before, table))
            table = replace(table, cases=(*table.cases, case), case_n=number)
    return replace(change, table=table, findings=findings)


def _player_of(found: Finding, before: Table, table: Table) -> str:
    """The name of the player whom a finding is about: it may be that he has just gone."""
    if found.seat is None:
        return ""
    at = (players[found.seat - 1] for players in (table.players, before.players) if found.seat <= len(players))
    return next((player.name for player in at if player is not None), "")


def _goes_on(before: Table, change: Change, event: ev.Event, book: Rulebook) -> Change:
    """What the hand comes to by itself, and the cases of that."""
    if _only_another_card(before, change.table):
        return change
    more = progress.goes_on(change.table, book)
    if more.table is change.table and not more.findings:
        return change
    return change.then(_cases(change.table, more, event, book))


def _only_another_card(before: Table, table: Table) -> bool:
    """Whether all that is new is a card of the deal, and not its last."""
    if table.hand.phase != DEAL or before.hand.phase != DEAL or table.betting is not before.betting:
        return False
    return table.cases is before.cases and not hands_dealt(table)


def _panel(before: Table, change: Change, event: ev.Event, book: Rulebook) -> Change:
    """The dealer's panel after the event."""
    del book
    after = panel.after(before.panel, event)
    return change if after == before.panel else replace(change, table=replace(change.table, panel=after))


def _is_status_changed(before: Table, after: Table) -> bool:
    """Whether some seat stands otherwise in the hand than it did, or it is another hand."""
    if after.hand.seats is not before.hand.seats:
        return True
    if after.betting is before.betting:
        return False
    then = before.betting.stands
    for at, now in enumerate(after.betting.stands[: len(then)]):  # no generator: this runs after every act
        if now is not then[at] and now.status != then[at].status:
            return True
    return False


def _is_another_street(then: Hand, now: Hand) -> bool:
    """Whether the hand is another one, or has come to another street."""
    return then.phase != now.phase or then.number != now.number


def _is_at_an_end_of_the_deal(then: Hand, now: Hand) -> bool:
    """Whether a deal begins, gets its first card, is void or is over."""
    return _is_another_street(then, now) or then.fate != now.fate or not then.dealt


def _died(before: Table, change: Change, event: ev.Event, book: Rulebook) -> Change:
    """Which hands are dead, in the order in which they died; one that is given back was not."""
    del before, event, book
    hand = change.table.hand
    died = in_order_of_death(hand.died, change.table.betting.stands, hand.seats)
    return change if died == hand.died else replace(change, table=replace(change.table, hand=replace(hand, died=died)))


AT_THE_TABLE: Final[tuple[Reaction, ...]] = (
    # hands with a wrong number of cards
    Reaction(lambda _, change, __: change.table.hand.amiss.uneven, dealing.counted),
    # players who are away: as a deal begins and ends, and as the turn comes to one
    Reaction(
        lambda before, change, _: (
            bool(change.table.away)
            or (change.table.hand is not before.hand and _is_at_an_end_of_the_deal(before.hand, change.table.hand))
        ),
        presence.after_event,
    ),
    # who let cards be seen, and folds now
    Reaction(
        lambda before, change, _: bool(change.table.hand.showed) and change.table.betting is not before.betting,
        exposing.after_event,
    ),
    # a hand begun with the blinds of the level before
    Reaction(lambda _, change, __: change.table.begun.old is not None, levels.after_event),
    # who misses this hand, and was given a penalty in it
    Reaction(
        lambda before, change, _: bool(change.table.penalties) and change.table.betting is not before.betting,
        penalties.counted,
    ),
    # who plays, or has chips, has changed between hands: button and blinds of the coming one
    Reaction(
        lambda before, change, _: (
            before.hand is change.table.hand
            and before.hand.phase == IDLE
            and (change.table.players is not before.players or change.table.ledger is not before.ledger)
        ),
        placing.between_hands,
    ),
    # a button that lies wrong, or is drawn for
    Reaction(
        lambda before, change, _: (
            change.table.course.due is not None
            or not change.table.hand.number
            or (change.table.hand is not before.hand and not before.hand.dealt)
        ),
        placing.after_event,
    ),
    # chips that follow the words where no tray sees them
    Reaction(
        lambda _, change, __: bool(change.table.tray_coverage.seats) or change.table.tray_coverage.pot,
        by_key.after_event,
    ),
)
"""What follows at the table; not from events at a seat that does not exist."""

IN_DOUBT: Final[tuple[Reaction, ...]] = (
    # what nobody could read, and a player passed over
    Reaction(
        lambda before, change, _: (
            bool(change.unexplained)
            or bool(before.betting.held)
            or (change.table.betting is not before.betting and is_past_a_player(change.table.betting))
        ),
        skipping.judged,
    ),
    # the street that was dealt over a skipped player
    Reaction(
        lambda before, change, _: bool(before.cases) and change.table.cases is not before.cases,
        boards.dealt_over_him,
    ),
    # a wrong burn that is too old to be put right by now
    Reaction(
        lambda before, change, _: bool(change.table.cases) and change.table.betting is not before.betting,
        boards.time_passed,
    ),
    # the floor's cases
    Reaction(lambda _, change, __: bool(change.findings), _cases),
)
"""What is made of what is wrong, or was."""

ONWARDS: Final[tuple[Reaction, ...]] = (
    # a card that came face up to a seat
    Reaction(lambda before, change, _: change.table.hand.up is not before.hand.up, draws.faces_asked),
    # what the hand comes to, once nothing is with the floor
    Reaction(
        lambda before, change, _: (
            (bool(change.table.hand.up) and change.table.cards is not before.cards)
            or (
                (change.table.hand.betting_over or change.table.hand.phase == SHOWDOWN)
                and (change.table.cards is not before.cards or change.table.ledger is not before.ledger)
            )
            or change.table.hand is not before.hand
            or change.table.betting is not before.betting
            or change.table.cases is not before.cases
        ),
        _goes_on,
    ),
    # what is to be ruled about a hand that is settled
    Reaction(
        lambda _, change, __: bool(change.table.cases) and change.table.hand.phase == SETTLED,
        rulings.once_settled,
    ),
    # what a hand that is settled leaves behind
    Reaction(lambda _, change, __: change.table.hand.phase == SETTLED, protesting.after_event),
    # whose time begins
    Reaction(
        lambda before, change, _: (
            change.table.betting is not before.betting
            or change.table.cases is not before.cases
            or (change.table.hand is not before.hand and _is_another_street(before.hand, change.table.hand))
        ),
        clock.after_event,
    ),
    # hands that can win no more
    Reaction(
        lambda before, change, _: (
            (change.table.betting is not before.betting or change.table.hand is not before.hand)
            and _is_status_changed(before, change.table)
        ),
        _died,
    ),
    # the dealer's panel
    Reaction(lambda _, __, event: type(event) in panel.HEARS, _panel),
)
"""How it goes on, whatever happened."""


def _may_be_of_the_table(before: Table, change: Change, _event: ev.Event) -> bool:
    """Whether the event is about more than the play of a hand like most."""
    table, then = change.table, before.hand
    now = table.hand
    return bool(
        (now is not then and _is_at_an_end_of_the_deal(then, now))
        or then.phase == IDLE
        or not now.number
        or now.amiss.uneven
        or now.showed
        or table.away
        or table.penalties
        or table.course.due is not None
        or table.begun.old is not None
        or table.tray_coverage.seats
        or table.tray_coverage.pot
    )


def _may_be_in_doubt(before: Table, change: Change, _event: ev.Event) -> bool:
    """Whether anything is wrong, or was, or somebody acted past another."""
    now = change.table
    return bool(
        change.findings
        or change.unexplained
        or before.cases
        or now.cases
        or before.betting.held
        or (now.betting is not before.betting and is_past_a_player(now.betting))
    )


def _may_go_on(before: Table, change: Change, event: ev.Event) -> bool:
    """Whether anything has changed that the hand goes on from."""
    now = change.table
    return (
        now.hand is not before.hand
        or now.betting is not before.betting
        or now.cards is not before.cards
        or now.ledger is not before.ledger
        or now.cases is not before.cases
        or now.hand.phase == SETTLED
        or type(event) in panel.HEARS
    )


GATES: Final[tuple[tuple[When, tuple[Reaction, ...]], ...]] = (
    (_may_be_of_the_table, AT_THE_TABLE),
    (_may_be_in_doubt, IN_DOUBT),
    (_may_go_on, ONWARDS),
)
"""All that follows from events of any kind, in order. One look at each part: mostly nothing of it applies."""

FOR_THE_RECORD: Final = GATES[1:]
"""What follows even from an event at a seat that does not exist."""


def step(table: Table, event: ev.Event, book: Rulebook) -> Step:
    """The table after `event`, with the outcomes, findings and requests that it causes."""
    handler = HANDLERS.get(type(event))
    if handler is None:
        return _by_key(table, event, book) if isinstance(event, ByKey) else Step(table)
    seat: Any = getattr(event, "seat", None)
    there = seat is None or 1 <= seat <= table.setup.seats
    change = _handled(handler, table, event, book) if there else _nowhere(table, seat)
    for may, reactions in GATES if there else FOR_THE_RECORD:
        if may(table, change, event):
            for when, follows in reactions:
                if when(table, change, event):
                    change = follows(table, change, event, book)
    return Step(change.table, change.outcomes, change.findings, change.requests)


def _nowhere(table: Table, seat: int) -> Change:
    return Change(table, unexplained=(Unexplained("no-such-seat", None, (("seat", seat),)),))


def _handled(handler: Handler, table: Table, event: ev.Event, book: Rulebook) -> Change:
    """The event itself; before it the deal, or a draw, may be taken for done, or be void."""
    if type(event) not in dealing.ACTS:
        return dealing.out_of_a_misdeal(table, event) or handler(table, event, book)
    if table.hand.exchange is not None:
        begun = draws.taken_for_done(table, book)
        return begun.then(handler(begun.table, event, book))
    if table.hand.phase != DEAL and not table.hand.fate:
        return handler(table, event, book)
    ended = dealing.ended_by(table, event, book)
    void = dealing.out_of_a_misdeal(ended.table, event)
    return ended.then(void or handler(ended.table, event, book))


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


def lay(table: Table, event: ev.Event) -> Table:
    """What remains of `event` when its reading is undone: cards and chips lie where they lie.

    Chips put forward become loose: they are in front of the seat and no act explains them.
    """
    seat = getattr(event, "seat", None)
    if seat is not None and not 1 <= seat <= table.setup.seats:
        return table
    match event:
        case ev.ChipsPushed() | ev.ChipsTakenBack():
            return _noted_as_laid(chips.lay(table, event), event.seat)
        case ev.CardsMucked(keyed=False):
            return mucking.lay(table, event)
        case _:
            return table


def _noted_as_laid(table: Table, seat: int) -> Table:
    """The table that knows in which street the seat had acted with the chips that lie loose before it, if any do."""
    place = table.hand.phase, seat
    left = tuple([one for one in table.hand.laid if one != place])
    laid = (*left, place) if table.ledger[seat - 1].loose_chips else left
    return table if laid == table.hand.laid else replace(table, hand=replace(table.hand, laid=laid))


def let_lie(table: Table, event: ev.Event) -> Table:
    """The same, but chips in front wait for no act: what is too much goes back to their seat."""
    laid, seat = lay(table, event), getattr(event, "seat", None)
    if laid is table or not isinstance(event, ev.ChipsPushed | ev.ChipsTakenBack) or seat is None:
        return laid
    return replace(laid, ledger=put(laid.ledger, seat, replace(laid.ledger[seat - 1], loose_chips=0)))
