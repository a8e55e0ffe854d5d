"""What people see of a player and tell each other: devices, cards out of sight, suspicion, the next dealer."""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import stand_of, variant_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import MAY_BE_PENALISED, behaviour, cite, finding
from table_controller.game.rules.table.absent import DEAD_OR_ON
from table_controller.game.rules.table.penalties import owed
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Fact, Finding

REVIEW: Final = ("review-hand", "no-review")
"""Whether staff looks at a hand that somebody suspects."""

OUT_OF_SIGHT: Final = "conducts.out_of_sight"
OFF_THE_TABLE: Final = "conducts.off_the_table"


@behaviour(())
def device_in_a_hand(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Who uses a device in a hand has a dead one, if the book says so; in silence the floor says what comes of it."""
    if table.hand.phase in (IDLE, SETTLED) or not is_live(stand_of(table, seat)):
        return ()
    rule = book.texting_in_hand
    options = ("dead-hand", "no-penalty") if rule.value == "dead" else (*MAY_BE_PENALISED, "dead-hand")
    return (finding("devices", seat, rule.cite, (), options),)


@behaviour(())
def out_of_sight(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A live hand stays where all can see it; what comes of it, where the book prints nothing, the floor says."""
    if table.hand.phase in (IDLE, SETTLED) or not is_live(stand_of(table, seat)):
        return ()
    silent = OUT_OF_SIGHT not in book.cites
    rule = cite(book, OUT_OF_SIGHT)
    return (finding("card-protection", seat, rule, (), MAY_BE_PENALISED, stops_play=silent),)


@behaviour(())
def off_the_table(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Cards carried off the table by a player who faces a bet are a dead hand, where the book prints that."""
    stand = stand_of(table, seat)
    facing = who_acts(table) is not None and stand.bet_chips < table.betting.level_chips
    if OFF_THE_TABLE not in book.cites or not facing or not is_live(stand):
        return ()
    facts: tuple[Fact, ...] = (("to_call_chips", table.betting.level_chips - stand.bet_chips),)
    return (finding("dead-hand", seat, cite(book, OFF_THE_TABLE), facts, DEAD_OR_ON),)


@behaviour(())
def picked_up(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """In stud who takes his up-cards into his hand while he faces a bet has a dead hand (TDA 2019 66).

    Of who faces none no book speaks: his cards go back to where they lay.
    """
    stand, slug = stand_of(table, seat), "conducts.picked_up"
    facing = who_acts(table) is not None and stand.bet_chips < table.betting.level_chips
    if slug not in book.cites or not facing or not is_live(stand) or not variant_of(table).deals_up:
        return ()
    facts: tuple[Fact, ...] = (("to_call_chips", table.betting.level_chips - stand.bet_chips),)
    return (finding("stud-procedure", seat, cite(book, slug), facts),)


@behaviour(())
def review_asked(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Players ask for a look of the floor at a hand: the dealer holds the cards until it is decided."""
    if table.hand.phase == IDLE or seat not in table.hand.seats:
        return ()
    return (finding("collusion", seat, cite(book, "conducts.review_asked"), (), REVIEW),)


@behaviour(())
def inspected(seat: int | None, book: Rulebook) -> tuple[Finding, ...]:
    """The floor looks at a hand to protect the game, where the book gives it that right in a rule of its own."""
    slug = "conducts.inspected"
    return (finding("collusion", seat, cite(book, slug)),) if slug in book.cites else ()


@behaviour(())
def handed_over(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """What the next dealer must know: blinds, who was warned, who serves a penalty; where the book asks for it."""
    slug = "conducts.handed_over"
    if slug not in book.cites:
        return ()
    level = table.coming or table.level
    blinds: tuple[Fact, ...] = (("small_chips", level.small_blind_chips), ("big_chips", level.big_blind_chips))
    given: tuple[Fact, ...] = tuple(
        ("penalised_seat" if one.hands else "warned_seat", one.seat)
        for one in table.penalties
        if not one.hands or owed(one)
    )
    return (finding("staff-communication", None, cite(book, slug), (*blinds, *given)),)
