"""Button and blinds: where they come, by the book, by the puck and by the floor.

| when                              | what                                                                       |
| --------------------------------- | -------------------------------------------------------------------------- |
| between hands                     | button and blinds of the coming hand, for those who would be dealt in      |
| cards for the first button        | they are named; the highest has it                                         |
| between hands, who plays changes  | the same again                                                             |
| the riffle                        | a puck that was put down too far on makes the hand; left behind, it does not |
| the puck moves before any card    | the same again, and the blinds are posted anew                             |
| a misdeal, before it is dealt anew | a puck that is put where it was due is right again; else it stays         |
| the first card                    | a puck that lies wrong is told, the floor may put it right                 |
| substantial action                | it is too late for that, if the book says so                               |
| the hand is put away              | the button goes on from there, or back one and then on two                 |
| a hand without blinds             | the button stays for the next one                                          |
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import seat_zone
from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import buttons, new_players
from table_controller.game.state.button import (
    ButtonHistory,
    Positions,
    Ways,
    entering_two,
    first_positions,
    next_positions,
)
from table_controller.game.state.custody import moved, names
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.seats import Player, dealt_in
from table_controller.game.state.table import Case, Change, Table, Unexplained
from table_controller.game.steps.flow import voiding
from table_controller.vocabulary.events import CardDealt, Event, FloorRuled, PuckPlaced
from table_controller.vocabulary.findings import Finding


def players_in_play(table: Table) -> tuple[int, ...]:
    """Seats of players who have chips and stay."""
    return tuple(
        player.seat
        for player in table.players
        if player is not None and not player.leaving and table.ledger[player.seat - 1].stack_chips > 0
    )


def _in_play(table: Table) -> tuple[Player | None, ...]:
    return tuple(table.players[seat - 1] for seat in players_in_play(table))


def seats_dealt_in(table: Table) -> tuple[int, ...]:
    """Seats that get cards in the coming hand: all but newcomers who wait."""
    return tuple(seat for seat in players_in_play(table) if seat not in table.course.waits)


def place_button(table: Table, book: Rulebook) -> Table:
    """Button and blinds of the coming hand, for those who would be dealt in now."""
    if table.hand.phase != IDLE:
        return table
    players, new = players_in_play(table), _newcomers(table)
    never = tuple(player.seat for player in new if new_players.zone(player, book) == "bb_button")
    first = _positions(table, players, never, book)
    waits = () if first is None else new_players.waiting(first, table.setup.seats, players, new, book)
    positions = first
    if waits:
        positions = _positions(table, tuple(seat for seat in players if seat not in waits), never, book)
    return replace(table, positions=positions, course=replace(table.course, waits=waits))


def began(table: Table, book: Rulebook) -> tuple[Table, tuple[Finding, ...]]:
    """A hand begins with the puck where it lies, and what is to be told of its button; its newcomers are none more."""
    new = _newcomers(table)
    waits = [player for player in new if player.seat in table.course.waits]
    told = new_players.told_to_wait(waits, book)
    if table.positions is not None:
        told = (*told, *new_players.for_the_floor(table.positions, table.setup.seats, new, book))
    players, course = dealt_in(table.players, table.hand.seats), table.course
    if course.drawing:
        course = replace(course, drawing=False)
    seated = replace(table, players=players, course=course)
    silent = buttons.lies_where_nobody_sits(seated, book)
    return seated, (*told, *silent, *buttons.both_blinds_out(seated, book))


def by_the_puck(table: Table, book: Rulebook) -> Table:
    """The table with the positions that the puck makes, if it was put down elsewhere than where it is due."""
    due, last, puck = table.course.due or table.positions, table.last_positions, table.puck
    if due is None or last is None:
        return table
    course = replace(table.course, due=None)
    right = replace(table, positions=due, course=course)
    if puck in (None, due.button):
        return right
    if puck == last.button:
        lawful = book.dead_button.puck.value is None and due.button not in _seats(table)
        return replace(right, positions=replace(due, button=puck)) if lawful else right
    other = _adjusted(table, book)
    if other is not None and other.button == puck and book.heads_up.adjust.value is None:
        return replace(right, positions=other)
    if not buttons.dealt_as_it_lies(book) or puck is None:
        return right
    positions = first_positions(table.setup.seats, puck, _seats(table), _ways(table, (), book))
    return right if positions is None else replace(table, positions=positions, course=replace(course, due=due))


def on_puck(table: Table, event: PuckPlaced, book: Rulebook) -> Change:
    """The dealer button was put down: during a hand it should lie at the button."""
    placed, at = replace(table, puck=event.seat), table.positions.button if table.positions else None
    hand, due = table.hand, table.course.due
    if hand.phase in (IDLE, SETTLED) or at is None:
        return Change(placed, findings=_of_the_draw(table, event.seat, book))
    if hand.phase == DEAL and not hand.dealt and not hand.replays and not hand.fate:
        laid = by_the_puck(placed, book)
        if laid.positions is not None and laid.positions != table.positions:
            laid = voiding.posted_anew(laid, laid.positions, book)
        return Change(laid)
    if due is not None and event.seat == due.button and _waits_to_be_dealt_again(table):
        right = replace(placed, positions=due, course=replace(table.course, due=None))
        return Change(_without_cases(voiding.posted_anew(right, due, book)))
    if event.seat == table.puck:
        return Change(table)  # its reader lost it for a moment: nobody has moved it
    if at == event.seat:
        return Change(_without_cases(placed))
    return Change(placed, unexplained=(Unexplained("button-moved", event.seat, (("button", at),)),))


def _waits_to_be_dealt_again(table: Table) -> bool:
    """Whether the deal was void and no card of the next one has come: nothing stands on the wrong button yet."""
    return table.hand.fate == "misdeal" or (
        table.hand.phase == DEAL and table.hand.replays > 0 and not table.hand.dealt
    )


def after_event(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change from `before` with what follows from it for a button that lies wrong."""
    del event
    table, hand = change.table, change.table.hand
    if not hand.number and table.cards is not before.cards:
        return change.then(Change(with_draw(table, book)))
    if hand.phase == DEAL and hand.dealt and not before.hand.dealt and not hand.replays:
        return change.told(buttons.noticed(table, book))
    if table.course.due is None or len(table.betting.recorded_acts) == len(before.betting.recorded_acts):
        return change
    if buttons.too_late_to_put_right(before, book):
        return change
    late = buttons.too_late_to_put_right(table, book)
    return change.then(Change(_without_cases(table) if late else table, findings=late))


def put_away(table: Table, book: Rulebook) -> Table:
    """The hand is over: from which positions the button goes on, and which come after those."""
    course = table.course
    if variant_of(table).forced != "blinds" and buttons.frozen_without_blinds(book):
        return replace(table, course=ButtonHistory(ahead=course.ahead))
    if course.due is not None and buttons.goes_back(table, book):
        return replace(table, course=ButtonHistory(ahead=table.positions))
    return replace(table, last_positions=course.ahead or table.positions, course=ButtonHistory())


def between_hands(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change from `before` with button and blinds for those who would be dealt in now: who, may have changed."""
    del event
    if change.table.hand is not before.hand or _in_play(change.table) == _in_play(before):
        return change
    placed = place_button(change.table, book)
    return change.then(Change(placed, findings=told_between_hands(placed, book)))


def told_between_hands(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """What the floor has to say before the hand begins: whether the button is adjusted as two are left."""
    better = _adjusted(table, book)
    asked = any(case.finding.topic == buttons.HEADS_UP_BUTTON for case in table.cases)
    if better is None or table.positions is None or asked or buttons.ADJUST in table.course.ruled:
        return ()
    return buttons.for_the_floor(table.positions, better, book)


def on_drawing(table: Table) -> Change:
    """Cards for the first button come: one for each player, face up."""
    if table.hand.phase != IDLE or table.hand.number or not table.setup.seats:
        return Change(table, unexplained=(Unexplained("hand-under-way"),))
    return Change(replace(table, course=replace(table.course, drawing=True, drawn=())))


def on_drawn(table: Table, event: CardDealt) -> Change | None:
    """A card of the draw came to a seat: the bridge is asked for it. None for a card that is none of the draw."""
    course = table.course
    drawn = dict(course.drawn)
    if not course.drawing or table.hand.phase != IDLE or event.seat in drawn:
        return None
    if event.seat not in players_in_play(table):
        return None
    drawn[event.seat] = event.handle
    over = len(drawn) == len(players_in_play(table))
    cards = moved(table.cards, event.handle, seat_zone(event.seat))
    drawing = replace(course, drawing=not over, drawn=tuple(sorted(drawn.items())))
    after = replace(table, cards=cards, course=drawing)
    return Change(after, requests=(NameCards((event.handle,), "exposed"),))


def with_draw(table: Table, book: Rulebook) -> Table:
    """The first button is where the highest card lies, as soon as all cards of the draw are known."""
    seat = _drawn_seat(table, book)
    if seat is None or seat == table.first_button or table.hand.number:
        return table
    return place_button(replace(table, first_button=seat), book)


def ruled(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The floor's word on the button and on newcomers."""
    kept = replace(table, course=replace(table.course, ruled=(*table.course.ruled, event.option)))
    last, positions = table.last_positions, table.positions
    match event.option:
        case "adjust-button":
            return Change(place_button(kept, book))
        case "button-stays" | "button-to-empty-seat" if last is not None and positions is not None:
            button = last.button if event.option == "button-stays" else last.small_place
            return Change(replace(table, positions=replace(positions, button=button)))
        case "restore" if table.hand.phase not in (IDLE, SETTLED) and (due := table.course.due) is not None:
            right = replace(table, positions=due, course=replace(table.course, due=None))
            return voiding.misdeal(right, book)
        case new_players.WAITS if case.seat is not None and table.hand.phase not in (IDLE, SETTLED):
            return voiding.taken_out(table, case.seat, book)
        case buttons.BACK:
            return Change(kept)
        case _:
            return Change(table)


TOPICS: Final = (buttons.BUTTON_ERROR, buttons.TOPIC, buttons.HEADS_UP_BUTTON, new_players.TOPIC)
"""Topics of cases whose options are carried out here."""


def _positions(table: Table, players: tuple[int, ...], never: tuple[int, ...], book: Rulebook) -> Positions | None:
    seats, ways = table.setup.seats, _ways(table, never, book)
    if table.last_positions is None:
        return first_positions(seats, table.first_button, players, ways)
    return next_positions(seats, table.last_positions, players, ways)


def _ways(table: Table, never: tuple[int, ...], book: Rulebook) -> Ways:
    return Ways(
        moves=buttons.moves_on(book),
        dead=buttons.blinds_go_first(book),
        stays=buttons.where_it_lies(book) == "stays",
        posts=buttons.button_is_small_blind(book),
        adjusts=buttons.adjusted(book) or buttons.ADJUST in table.course.ruled,
        never=never,
    )


def _adjusted(table: Table, book: Rulebook) -> Positions | None:
    """Where button and blinds are if they are adjusted as two are left; None if no such moment is now."""
    last = table.last_positions
    if last is None or not entering_two(last, table.positions):
        return None
    return next_positions(table.setup.seats, last, _seats(table), replace(_ways(table, (), book), adjusts=True))


def _seats(table: Table) -> tuple[int, ...]:
    """Seats dealt in: in the hand under way, or in the coming one."""
    return seats_dealt_in(table) if table.hand.phase == IDLE else table.hand.seats


def _newcomers(table: Table) -> tuple[Player, ...]:
    playing = players_in_play(table)
    return tuple(player for player in table.players if player is not None and player.entry and player.seat in playing)


def _without_cases(table: Table) -> Table:
    return replace(table, cases=tuple(case for case in table.cases if case.finding.topic != buttons.BUTTON_ERROR))


def _drawn_seat(table: Table, book: Rulebook) -> int | None:
    drawn = dict[int, Handle](table.course.drawn)
    cards = names(table.cards, tuple(drawn.values()))
    if table.course.drawing or not drawn or cards is None:
        return None
    return buttons.highest_card(dict(zip(drawn, cards, strict=True)), book)


def _of_the_draw(table: Table, puck: int, book: Rulebook) -> tuple[Finding, ...]:
    seat = None if table.hand.number else _drawn_seat(table, book)
    return () if seat is None else buttons.laid_elsewhere(seat, puck, book)
