"""What the floor chose: each option by its plain name does one thing to the hand.

| option             | effect                                                        |
| ------------------ | ------------------------------------------------------------- |
| complete-call      | the act is a full call                                        |
| forfeit-and-fold   | the chips stay in the pot, the hand is dead                   |
| stands             | the act counts as it was made                                 |
| take-back          | the chips go back, the seat acts anew                         |
| dead-hand          | the hand cannot win any more                                  |
| ante-first         | the short stack has paid the ante first, as it lies           |
| blind-first        | the short stack has paid the blind first                      |
| keep-ante          | the announced level comes with the ante of the one before     |
| full-blind         | a short big blind is the bet of the round as if it were whole |
| posted-blind       | the bet of the round is what was posted                       |
| cut-to-pot         | the act is the largest that the pot allows                    |
| double-blind       | the act is a raise to twice the big blind                     |
| retrieve           | the fold is undone, unless others have acted since            |
| passive-only       | the seat may check, call or fold                              |
| call-or-fold       | the seat may call or fold                                     |
| call-or-raise      | the seat may call or raise                                    |
| below-pot          | the largest meaning of the words that is below the pot        |
| call, min-raise, … | the act is this                                               |
| count-as-…         | the chips are a call, or a raise of at least the least one    |
| counts             | found chips are part of the all-in                            |
| does-not-count     | found chips are no part of it                                 |
| to-winner          | found chips of a loser go to the winner                       |
| redeal             | the cards go back, the stub is shuffled, no burn              |
| restore            | cards go back on the deck in order and come as they should    |
| pick-burn          | one card is the next burn, the others stay                    |
| use-river-card     | an early turn card waits, the one due for the river is turned |
| reshuffle-turn     | an early turn card is shuffled in, the turn comes again       |
| reshuffle-stub     | the scattered stub is shuffled and cut                        |
| reshuffle-all      | stub, muck and burns are shuffled together and cut            |
| play-on            | nothing changes                                               |
| not-binding        | acts past a skipped player wait for their turn                |
| not-substantial    | the same: too little has happened past him                    |
| return-bet         | a hand is dead, and its bet goes back                         |
| complete-hand      | a hand short of a card gets it                                |
| return-as-burn     | a card too many goes back on the deck                         |
| pass-on            | the second of two cards goes on                               |
| bet-stays          | nothing changes                                               |
| two-hands          | a replay is one more hand of a penalty                        |
| color-up           | chips of a seat, or of all, are exchanged at equal value      |
| confiscate         | found chips are out of play                                   |
| halve-stack        | half of the stack is out of play                              |
| disqualify         | the player is out, and the chips with him                     |
| set-aside          | found chips wait for the next hand                            |
| accept-count       | each stack is what the trays counted                          |
| allow-rebuy        | the player has the chips of the rebuy                         |
| exchange-chips     | old chips are worth as many current ones                      |
| add-chip           | the odd rest of a race is one chip more                       |
| review-hand        | staff looks at the hand; nothing changes in it                |
| button-stays       | a dead button lies where it lay                               |
| button-to-empty-seat | it lies at the empty seat                                   |
| adjust-button      | of two players the other one is the big blind                 |
| leave-button       | nothing changes                                               |
| back-then-forward  | the hand stands, the button goes back one and then on two     |
| newcomer-waits     | the newcomer is out of this hand                              |
| newcomer-plays     | nothing changes                                               |
| void-hand          | every bet goes back, the hand is over and nobody won it       |
| pot-to-seat        | all other hands are dead, the pot goes to the seat            |
| penalty, warning   | noted for the seat; nothing changes in the hand               |
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import awards_due, is_turn_unclear, is_with_the_floor, stand_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import MAY_BE_PENALISED, OF_A_PLAYER, is_conduct
from table_controller.game.rules.betting import irregular, string_bets
from table_controller.game.rules.betting.skipped import FREE
from table_controller.game.rules.showdown import mucked_hands, pot_order
from table_controller.game.rules.table import conducts, protests
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import SETTLED
from table_controller.game.state.ledger import put
from table_controller.game.state.table import Case, Change, Step, Table, Unexplained, without_case
from table_controller.game.steps.betting import skipping
from table_controller.game.steps.floor import ending, ruled_acts, ruled_deals
from table_controller.game.steps.floor.option import number_named
from table_controller.game.steps.flow import refunds
from table_controller.game.steps.showdown import mucking, showdown
from table_controller.game.steps.table import levels, penalties, placing, racing
from table_controller.vocabulary.events import ChipsPushed, Declared, Event, FloorRuled
from table_controller.vocabulary.findings import Option
from table_controller.vocabulary.outcomes import ActRuled

_MOST_CASES: Final = 1_000_000


def on_ruled(table: Table, event: FloorRuled, book: Rulebook) -> Change:
    """The floor picked an option of the newest open case that offers it, or of the case whose number it names.

    Of several the one about the seat that it names. A hand it may end without a case.
    """
    if event.option == "color-up":
        return racing.on_color_up(table, event, book)
    number, seat = _named(table, event)
    cases = _meant(table, event)
    offers = _that_offer(cases, table, event)
    if not offers and (over := ending.ended(table, cases[-1] if cases else None, event, book)) is not None:
        return over
    if not offers:
        return _above_the_rule(table, cases[-1] if cases else None, event, book)
    case = offers[-1]
    if number is None and seat is not None and event.option in OF_A_PLAYER and case.seat not in (None, seat):
        change = _carried_out(table, case, event, book)  # it answers nothing about the player of the case
        return replace(change, table=_without_questions_of_the_dead(table, change.table, seat, event.option))
    closed = without_case(table, case)
    waiting = skipping.ruled(closed, case, event.option)
    change = waiting.then(_carried_out(waiting.table, case, event, book))
    after = skipping.settled(table, _released(_made_an_act(table, change.table, case), case), case.seat)
    return replace(change, table=_without_questions_of_the_dead(table, after, case.seat, event.option))


def once_settled(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """Once the pots are awarded, what a seat was to do in a round is no question any more; its conduct may be one.

    Nor is it in which order they are pushed, once the one is that might have come first, or last.
    """
    del before, event, book
    table = change.table
    if table.hand.phase != SETTLED:
        return change
    cases = tuple(kept for case in table.cases if (kept := _without_the_round(case)) is not None)
    if any(pot_order.is_of_the_order(case.finding) for case in cases):
        cases = tuple(case for case in cases if not _is_pushed_in_order(table, case))
    return change if cases == table.cases else replace(change, table=replace(table, cases=cases))


def _is_pushed_in_order(table: Table, case: Case) -> bool:
    """Whether all that is asked is in which order the pots are pushed, and the dealer has begun with one of them."""
    due_seats = dict(awards_due(table))
    return pot_order.is_of_the_order(case.finding) and pot_order.is_begun(case.finding, table.hand.shares, due_seats)


_OF_A_ROUND: Final = ruled_acts.OF_A_ROUND.union(FREE, {"play-on"})
_OF_CONDUCT: Final = OF_A_PLAYER.union(MAY_BE_PENALISED, {ending.VOID})


def _without_the_round(case: Case) -> Case | None:
    """What is left of a case for which play waits when nothing is to be done any more in a round; None if nothing is.

    One that asks for more than an act and what may become of the player is left as it is.
    """
    found = case.finding
    left = tuple(option for option in found.options if option.name not in _OF_A_ROUND)
    if not found.stops_play or len(left) == len(found.options) or any(one.name not in _OF_CONDUCT for one in left):
        return case
    if not is_conduct(found):
        return case if left else None
    options = (*(one for one in left if one.name != "no-penalty"), Option("no-penalty"))
    return replace(case, finding=replace(found, options=options, stops_play=False))


def _named(table: Table, event: FloorRuled) -> tuple[int | None, int | None]:
    """The case and the seat that the ruling names, if it does."""
    return number_named(event, "case", _MOST_CASES), number_named(event, "seat", table.setup.seats + 1)


def _meant(table: Table, event: FloorRuled) -> list[Case]:
    """The open cases that the ruling may be about, oldest first."""
    number, seat = _named(table, event)
    cases = [case for case in table.cases if number in (None, case.number)]
    if number is None and seat is not None and event.option in refunds.OF_A_LIVE_HAND:  # nobody else's hand is meant
        return [case for case in cases if case.seat in (None, seat)]
    return cases


def _that_offer(cases: list[Case], table: Table, event: FloorRuled) -> list[Case]:
    """Those of the cases that offer what was picked, and are about the seat that it names if any of them is."""
    number, seat = _named(table, event)
    offers = [case for case in cases if any(option.name == event.option for option in case.finding.options)]
    if number is None and seat is not None and (of_the_seat := [case for case in offers if case.seat == seat]):
        return of_the_seat
    return offers


def left_behind(table: Table, event: FloorRuled) -> Case | None:
    """The case that the ruling answers with an act of its seat, if others have acted behind that seat in its round.

    So late no act can be made another one in its place: the hand is told anew from there.
    """
    offers = _that_offer(_meant(table, event), table, event)
    case = offers[-1] if offers else None
    return case if case is not None and ruled_acts.is_left_behind(table, case, event.option) else None


def has_lost_its_turn(table: Table, event: Event) -> bool:
    """Whether an act behind such a ruling comes while the seat to act waits for the floor: so it is, as told anew.

    It was in turn as it was made. Its player is accused of nothing, and free when his turn comes.
    """
    if not isinstance(event, Declared | ChipsPushed) or not is_turn_unclear(table):
        return False
    return event.seat != who_acts(table)


def is_overtaken(event: Event, made: Step, told_anew: Step) -> bool:
    """Whether what a player did behind such a ruling, and `made` an act without it, is another one as `told_anew`.

    Chips that were the call that the table asked for are not less than one because the floor has spoken since, and an
    act in turn is not out of it: the action to him has changed, and he acts anew. Words mean what they name: who has
    said call calls whatever lay there.
    """
    if not isinstance(event, Declared | ChipsPushed):
        return False
    before, now = _of_the_seat(event.seat, made), _of_the_seat(event.seat, told_anew)
    if any(found not in before.findings for found in now.findings):
        return True
    return isinstance(event, ChipsPushed) and now.outcomes != before.outcomes


def not_blamed(made: Step, told_anew: Step) -> Step:
    """What is `told_anew` of anything else behind such a ruling, without what nobody could be told as it was `made`.

    A dealer who drew the bets in where the round was over has not drawn them in during one. What the floor is asked
    stays a question.
    """
    findings = tuple(found for found in told_anew.findings if found.options or found in made.findings)
    return told_anew if len(findings) == len(told_anew.findings) else replace(told_anew, findings=findings)


def _of_the_seat(seat: int, step: Step) -> Step:
    """What of the step is about one seat: the acts it is ruled to have made, and the findings on them."""
    acts = tuple(one for one in step.outcomes if isinstance(one, ActRuled) and one.seat == seat)
    return replace(step, outcomes=acts, findings=tuple(found for found in step.findings if found.seat == seat))


def counts_from(
    asked: Table, now: Table, since: Iterable[Event], event: FloorRuled, case: Case, book: Rulebook
) -> bool:
    """Whether the ruling would have made another act of the seat's last one when the floor was `asked`.

    And that one is its last one still, and the floor has ruled on nothing `since`: that was ruled on the hand as it
    was, and stays.
    """
    if any(isinstance(one, FloorRuled) for one in since):
        return False
    seat = case.seat or 1
    made = asked.betting.recorded_acts
    acts = now.betting.recorded_acts[len(made) :]
    if string_bets.last_act_of(asked, seat) is None or any(one.seat == seat for one in acts):
        return False
    return on_ruled(asked, event, book).table.betting != asked.betting


def _made_an_act(before: Table, table: Table, case: Case) -> Table:
    """The table after a ruling that made an act of the seat: what else was asked of that act is answered with it."""
    if case.seat is None or len(table.betting.recorded_acts) <= len(before.betting.recorded_acts):
        return table
    asked = (one for one in table.cases if one.seat == case.seat and one.word("cause") in irregular.ACTS)
    answered = {one.number for one in asked if one.finding.topic == irregular.TOPIC}
    return replace(table, cases=tuple(one for one in table.cases if one.number not in answered)) if answered else table


OUT_OF_THE_EVENT: Final = frozenset({"disqualify", "eliminate"})
"""Options after which the player has no hand any more, wherever his cards lay."""


def _without_questions_of_the_dead(before: Table, table: Table, seat: int | None, option: str) -> Table:
    """The table after a ruling that ended the hand of `seat`: what that hand does or did is no question any more."""
    if seat is None or is_live(stand_of(table, seat)):
        return table
    if not is_live(stand_of(before, seat)) and option not in OUT_OF_THE_EVENT:
        return table
    return refunds.without_questions_of(table, seat)


def _released(table: Table, case: Case) -> Table:
    """Chips that stopped play and were made no act are their player's again: with them or without he acts anew."""
    seat = who_acts(table)
    if seat is None or seat != case.seat or not case.finding.stops_play or not table.ledger[seat - 1].loose_chips:
        return table
    if is_with_the_floor(table, seat):
        return table
    return replace(table, ledger=put(table.ledger, seat, replace(table.ledger[seat - 1], loose_chips=0)))


def _above_the_rule(table: Table, case: Case | None, event: FloorRuled, book: Rulebook) -> Change:
    """The floor picked what no open case offers: it may, above the technical rule, if the table knows how to do it."""
    may = case is not None and event.option in (IN_THE_MUCK if case.finding.topic == mucked_hands.TOPIC else ANYWHERE)
    found = protests.overrules(case, event.option, book) if case is not None and may else None
    if case is None or found is None:
        cause = "no-such-option" if table.cases else "no-open-case"
        return Change(table, unexplained=(Unexplained(cause, None, (("option", event.option),)),))
    aside = event.option in MAY_BE_PENALISED and case.finding.stops_play  # a punishment answers no other question
    closed = table if aside else without_case(table, case)
    ruled = _carried_out(closed, case, event, book)
    if event.option == "retrieve" and ruled.table == closed:  # play has gone on without the hand
        return Change(table, unexplained=(Unexplained("not-given-back", case.seat),))
    return Change(closed, findings=(found,)).then(ruled)


ANYWHERE: Final = frozenset(
    {
        *("play-on", "penalty", "warning", "no-penalty", "misdeal", "void-hand"),
        *("dead-hand", "retrieve", "take-back", "call-or-fold", "passive-only"),
    }
)
"""Options that the floor may choose in any case: what they do needs no more than the seat that the case is about."""

IN_THE_MUCK: Final = ANYWHERE - {"play-on", "take-back", "call-or-fold", "passive-only"}
"""The same where the hand lies in the muck: it is dead or it is given back, and cannot act meanwhile."""


def _carried_out(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    option = event.option
    if option == "no-penalty":
        return Change(table)
    if option in ("penalty", "warning"):
        return penalties.ruled(table, case, event, book)
    if case.finding.topic == levels.TOPIC and option in levels.OPTIONS:
        return levels.ruled(table, event)
    if case.finding.topic == mucked_hands.TOPIC and option in mucking.OPTIONS:
        return mucking.ruled(table, case, option, book)
    if (shown := showdown.ruled(table, case, event, book)) is not None:
        return shown
    if option == "review-hand":
        return Change(table, findings=conducts.inspected(case.seat, book))
    if case.finding.topic in placing.TOPICS:
        return placing.ruled(table, case, event, book)
    if effect := ruled_deals.EFFECTS.get(option):
        return effect(table, case, event, book)
    if case.seat is None and option not in ruled_acts.OF_THE_TABLE:
        return Change(table)
    return ruled_acts.EFFECTS.get(option, ruled_acts.otherwise)(table, case, event, book)
