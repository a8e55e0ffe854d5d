"""Live hands in the muck: taken in by the dealer, or thrown in by a bettor who forgot that others are in.

| book                 | until the ruling | retrieved                | dead                                      |
| -------------------- | ---------------- | ------------------------ | ----------------------------------------- |
| live_if_identifiable | live             | it was live all the time | bets go back as `killed_hand_refund` says |
| dead_on_muck_contact | dead             | by the floor's authority | the same                                  |
| dead_retrievable     | dead             | as the rule allows       | the same                                  |
| says nothing         | live             | by the floor             | the same                                  |
"""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import stand_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.folds import DEAD_OR_BACK
from table_controller.game.state.betting import RecordedAct, is_live
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "mucked-in-error"
TAKEN, DISCARDED = "hand-taken", "bettor-discarded"
"""Why a live hand lies in the muck."""


@behaviour(())
def taken(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The dealer took in a live hand: the floor finds it dead or gives it back."""
    options = DEAD_OR_BACK if book.killed_hand_refund.value is not None else (*DEAD_OR_BACK, "return-bet")
    return (finding(TOPIC, seat, cite(book, "mucked_hands.taken"), (("cause", TAKEN),), options),)


@behaviour(())
def unprotected(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Who left the cards unprotected has nothing to claim, where the book prints that."""
    slug = "mucked_hands.unprotected"
    return (finding("card-protection", seat, cite(book, slug)),) if slug in book.cites else ()


@behaviour(())
def discarded_by_the_bettor(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A bettor discards while others have still to answer the bet: the dealer holds the cards, the floor decides."""
    slug = "mucked_hands.discarded_by_the_bettor"
    if slug not in book.cites or who_acts(table) in (None, seat) or _bet_of(table, seat) is None:
        return ()
    if table.betting.aggressor != seat or not is_live(stand_of(table, seat)):
        return ()
    return (finding(TOPIC, seat, cite(book, slug), (("cause", DISCARDED),), DEAD_OR_BACK),)


@behaviour(False)
def dead_on_contact(book: Rulebook) -> bool:
    """Whether a hand in the muck is dead before the floor has decided."""
    return book.discard_at_showdown.value in ("dead_on_muck_contact", "dead_retrievable")


@behaviour(())
def retrieved(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The floor gave the hand back: under the rule for hands that can be told apart, or above the technical rule."""
    policy = book.discard_at_showdown
    if policy.value == "dead_on_muck_contact":
        return (finding("authority", seat, book.discretion, (("over", policy.cite.ref),)),)
    if policy.value is None:
        return (finding(TOPIC, seat, policy.cite),)
    return (finding(TOPIC, seat, book.cites.get("mucked_hands.retrieved", policy.cite)),)


@behaviour(0)
def whole_round(table: Table, seat: int, book: Rulebook) -> int:
    """All chips that the seat put in this round go back if nobody has called, where the book prints that."""
    if "mucked_hands.whole_round" not in book.cites or _bet_of(table, seat) is None or _called(table, seat):
        return 0
    return stand_of(table, seat).bet_chips


@behaviour(0)
def refund(table: Table, seat: int, book: Rulebook) -> int:
    """What a bettor gets back whose hand was killed by mistake; nothing of a call ever."""
    bet, own = _bet_of(table, seat), stand_of(table, seat).bet_chips
    if bet is None:
        return 0
    match book.killed_hand_refund.value:
        case "uncalled_excess":
            return uncalled_chips(table, seat)
        case "street_chips_if_next_not_called":
            return 0 if _called(table, seat) else own
        case "if_no_later_action":
            return 0 if _since(table, seat) else own - bet.before_chips
        case _:  # none; a silent book leaves it to the floor
            return 0


def uncalled_chips(table: Table, seat: int) -> int:
    """What the seat bet above all that others have put in, and above the bet that it raised."""
    bet = _bet_of(table, seat)
    if bet is None:
        return 0
    others = (stand.bet_chips for at, stand in enumerate(table.betting.stands, 1) if at != seat)
    return max(0, stand_of(table, seat).bet_chips - max(bet.level_chips, *others))


def _bet_of(table: Table, seat: int) -> RecordedAct | None:
    """The bet or raise that is the last act of the seat in this round."""
    made = [
        recorded_act
        for recorded_act in table.betting.recorded_acts
        if recorded_act.seat == seat and recorded_act.kind != "fold"
    ]
    return made[-1] if made and made[-1].to_chips > made[-1].level_chips else None


def _since(table: Table, seat: int) -> tuple[RecordedAct, ...]:
    """What others did after the last act of the seat."""
    recorded_acts = table.betting.recorded_acts
    last = max(
        (
            at
            for at, recorded_act in enumerate(recorded_acts)
            if recorded_act.seat == seat and recorded_act.kind != "fold"
        ),
        default=len(recorded_acts),
    )
    return tuple(recorded_act for recorded_act in recorded_acts[last + 1 :] if recorded_act.seat != seat)


def _called(table: Table, seat: int) -> bool:
    return any(recorded_act.paid for recorded_act in _since(table, seat))
