"""Burns: one before each street, no more and no fewer."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, TypeAlias, assert_never

from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.deal.deal_rulings import cards_of_a_hand
from table_controller.game.rules.deal.substantial import TWO, Verdict, substantial
from table_controller.game.state.table import Case, Table
from table_controller.vocabulary.findings import Finding

Cause: TypeAlias = Literal["no-burn", "two-burns"]

TOPICS: Final = ("burn-error", "burn-rule", "hand-flow")
"""What a finding about a burn is called: the flop's errors, burns after a dead hand, burns of the other streets."""

TOO_LATE: Final = "too-late"
NO_BURN: Final[Cause] = "no-burn"


def wrong_burn(table: Table, street: str, cause: Cause, book: Rulebook) -> tuple[Finding, ...]:
    """The burn before `street` was left out, or there is one too many; `table` is as it lies now."""
    if has_wrong_count(table) and (found := after_a_dead_hand(street, cause, book)):
        return found
    entry = variant_of(table).street(street)
    if entry is not None and not entry.board:
        return to_the_seats(cause, book)
    if street == "flop":
        return before_the_flop(cause, book)
    return before_the_turn(cause, book) if street == "turn" else before_the_river(cause, book)


def has_wrong_count(table: Table) -> bool:
    """Whether a hand is dead that has too few cards or too many.

    A card that was replaced or went back on the deck is not its own any more, and one that the floor let play on with
    its cards died of something else.
    """
    need, amiss, stands = cards_of_a_hand(table), table.hand.amiss, table.betting.stands
    owners = {card.handle: card.seat for card in table.hand.dealt if card.handle not in amiss.aside}
    held = Counter(owners.values())
    dead = [seat for seat in table.hand.seats if stands[seat - 1].status == "folded"]
    wrong = [seat for seat in dead if held[seat] != need and (seat, held[seat]) not in amiss.accepted]
    return bool(table.hand.dealt and wrong)


@behaviour(())
def after_a_dead_hand(street: str, cause: Cause, book: Rulebook) -> tuple[Finding, ...]:
    """A hand is dead for its number of cards: the burns do not make up for that."""
    ruled = book.burn_after_dead_hand
    match ruled.value:
        case "one_per_street":
            facts = (("street", street), ("cause", cause))
            return (finding("burn-rule", None, ruled.cite, facts, ("restore", "play-on")),)
        case None:
            return ()
        case _ as never:
            assert_never(never)


@behaviour(())
def to_the_seats(cause: Cause, book: Rulebook) -> tuple[Finding, ...]:
    """No burn or two before cards that go to the seats, in draws and stud: no book prints it, and play goes on."""
    return (finding("burn-error", None, book.discretion, (("cause", cause),)),)


@behaviour(())
def before_the_flop(cause: Cause, book: Rulebook) -> tuple[Finding, ...]:
    """No burn or two before the flop."""
    ruled = book.flop_burn_error
    match ruled.value:
        case "restore_or_reshuffle":
            options: tuple[str, ...] = ("restore", "redeal")
        case "floor_randomness":
            options = ("pick-burn" if cause == "two-burns" else "redeal", "play-on")
        case None:
            options = ("restore", "redeal", "play-on")
        case _ as never:
            assert_never(never)
    return (finding("burn-error", None, ruled.cite, (("street", "flop"), ("cause", cause)), options),)


@behaviour(())
def before_the_turn(cause: Cause, book: Rulebook) -> tuple[Finding, ...]:
    """No burn or two before the turn."""
    return _later("turn", cause, "burns.before_the_turn", book)


@behaviour(())
def before_the_river(cause: Cause, book: Rulebook) -> tuple[Finding, ...]:
    """No burn or two before the river."""
    return _later("river", cause, "burns.before_the_river", book)


def _later(street: str, cause: Cause, slug: str, book: Rulebook) -> tuple[Finding, ...]:
    """A book that prints one burn before the street is cited for it; another one is silent."""
    printed = book.cites.get(slug)
    facts = (("street", street), ("cause", cause))
    topic = "hand-flow" if printed else "burn-error"
    return (finding(topic, None, printed or book.discretion, facts, ("restore", "redeal", "play-on")),)


@behaviour(None)
def too_late(table: Table, case: Case, book: Rulebook) -> Finding | None:
    """The wrong burn before the flop is too old to be put right: the hand goes on."""
    ruled = book.late_threshold.burn_error
    recorded_acts = table.betting.recorded_acts
    match ruled.value:
        case "two_players_acted":
            late = len({recorded_act.seat for recorded_act in recorded_acts}) >= TWO
        case "substantial":
            late = substantial(recorded_acts, table, book) is Verdict.YES
        case None:
            late = False
        case _ as never:
            assert_never(never)
    facts = (("street", case.word("street")), ("cause", TOO_LATE))
    return finding("burn-error", None, ruled.cite, facts) if late else None
