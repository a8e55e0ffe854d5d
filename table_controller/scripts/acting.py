"""What a player does in a script."""

from __future__ import annotations

from typing import assert_never

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, total_chips
from firmware_bridge.vocabulary.zones import bet_zone, stack_zone
from table_controller.game.queries import behind_chips, live_seats, who_acts
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.projections.table_view import action_view
from table_controller.scripts import acts, steps
from table_controller.scripts.ladder import chips_for, make_chips
from table_controller.scripts.stacks import restack
from table_controller.scripts.table_driver import StepError, TableDriver, loose_chips
from table_controller.vocabulary.events import Word


def do_player_step(stage: TableDriver, step: steps.PlayerStep) -> None:
    """Let a player do one step; raise `StepError` if it cannot be done."""
    stage.seat(step.seat)
    match step:
        case steps.Plain():
            do_plain(stage, step)
        case steps.Says():
            behind = behind_chips(stage.player.table, step.seat)
            stage.player.do(acts.Say(step.seat, step.word, step.amount_chips, step.text))
            if behind_chips(stage.player.table, step.seat) != behind:  # chips were bought by that word
                restack(stage)
        case steps.Pushes():
            _push(stage, step)
        case steps.Pulls():
            lying = total_chips(stage.purses.lying(bet_zone(step.seat)))
            if lying < total_chips(step.chips):
                raise StepError(f"only {lying} chips lie in front of seat {step.seat}")
            stage.take_back(step.seat, step.chips)
        case steps.FoldsSilently() | steps.Mucks():
            stage.muck(step.seat)
        case steps.Shows():
            _show(stage, step)
        case steps.Discards():
            _discard(stage, step)
        case steps.Presence() | steps.Behaves() | steps.GivesCards() | steps.Asks():
            _behave(stage, step)
        case _:
            assert_never(step)


def _behave(stage: TableDriver, step: steps.Conducts) -> None:
    """What a player does that is no act of the betting."""
    match step:
        case steps.Presence(what="clock"):
            stage.player.do(acts.AskClock(step.seat))
        case steps.Presence():
            stage.player.do(acts.ComeOrGo(step.seat, here=step.what == "back", near=step.near))
        case steps.Behaves():
            stage.player.do(acts.Behave(step.seat, step.what))
        case steps.GivesCards():
            stage.seat(step.to_seat)
            _hand_over(stage, step.seat, step.to_seat)
        case steps.Asks(what="review"):
            stage.seat(step.of_seat)
            stage.player.do(acts.Behave(step.of_seat, "review"))
        case steps.Asks():
            stage.seat(step.of_seat)
            stage.player.do(acts.Ask(step.seat, "count" if step.what == "count" else "show", step.of_seat))
        case _:
            assert_never(step)


def _hand_over(stage: TableDriver, seat: int, to_seat: int) -> None:
    """A player slides the hand over to another one."""
    cards = stage.cast.take_from(seat)
    if not cards:
        raise StepError(f"seat {seat} has no cards")
    stage.player.do(acts.HandOver(cards, to_seat))


def _push(stage: TableDriver, step: steps.Pushes) -> None:
    """Silent chips."""
    _must_hold(stage, step.seat, step.chips)
    stage.push(step.seat, step.chips)


def _discard(stage: TableDriver, step: steps.Discards) -> None:
    """Cards of a hand go to the muck in a draw; who throws none away says so."""
    hand = stage.cast.hands.get(step.seat, [])
    if any(card not in hand for card in step.cards) or step.count > len(hand):
        raise StepError(f"seat {step.seat} does not have {''.join(step.cards) or f'{step.count} cards'}")
    gone = step.cards or stage.cast.thrown(step.seat, step.count)
    if gone:
        stage.cast.discard(step.seat, gone)
        stage.player.do(acts.Muck(step.seat, gone))
    else:
        stage.player.do(acts.Say(step.seat, "pat", None, "pat"))


def _show(stage: TableDriver, step: steps.Shows) -> None:
    if step.card is None:
        stage.player.do(acts.TableHand(step.seat))
    elif step.card in stage.cast.hands.get(step.seat, ()):
        stage.player.do(acts.ShowCard(step.seat, step.card))
    else:
        raise StepError(f"seat {step.seat} does not have {step.card}")


def do_plain(stage: TableDriver, step: steps.Plain) -> None:
    """A plain act, said and done correctly: in its turn or out of it."""
    match step.kind:
        case "folds":
            given_up = bool(stage.cast.given_up(step.seat)) and not stage.cast.hands.get(step.seat)
            by_word = given_up and step.seat in live_seats(stage.player.table)  # a live hand that was mucked
            if by_word or not stage.player.silent:
                stage.player.do(acts.Say(step.seat, "fold"))
            if not by_word:
                stage.muck(step.seat)
        case "checks":
            stage.player.do(acts.Say(step.seat, "check"))
        case "calls":
            _bet(stage, step.seat, "call", _call_chips(stage, step.seat))
        case "bets":
            _bet(stage, step.seat, "bet", _missing(stage, step))
        case "raises":
            _bet(stage, step.seat, "raise", _missing(stage, step))
        case "all-in":
            _bet(stage, step.seat, "all-in", stage.seat(step.seat).stack_chips)
        case _:
            assert_never(step.kind)


def check_or_call(stage: TableDriver, seat: int) -> None:
    """The plain act of one who only stays in."""
    free = _call_chips(stage, seat) == 0
    do_plain(stage, steps.Plain(0, seat, "checks" if free else "calls"))


def _missing(stage: TableDriver, step: steps.Plain) -> int:
    """What a bet or raise to a total asks of the stack now."""
    missing = step.to_chips - stage.seat(step.seat).bet_chips
    if missing <= 0:
        raise StepError(f"seat {step.seat} has bet {step.to_chips - missing} already")
    return missing


def _call_chips(stage: TableDriver, seat: int) -> int:
    """What `seat` must add to match the bet, in turn or out of turn, at most all it has."""
    table = stage.player.table
    action = action_view(table)
    bets = () if table.hand.phase in (IDLE, SETTLED) else table.betting.stands
    level = max((stand.bet_chips for stand in bets), default=0)
    if action is not None:
        level = max(level, stage.seat(action.seat).bet_chips + action.to_call_chips)
        if action.seat == seat:
            return action.to_call_chips
    here = stage.seat(seat)
    return min(max(0, level - here.bet_chips), here.stack_chips)


def _bet(stage: TableDriver, seat: int, word: Word, add_chips: int) -> None:
    """Chips go forward for a bet, call or raise, with the word where the player says it or the chips are unclear.

    What the seat still owes on an earlier act goes in with them, and what was released to it but lies in front is
    taken up first. The last chips go in behind the all-in button. A silent `pushes` has none: its chips speak for
    themselves.
    """
    behind = stage.seat(seat).stack_chips
    if add_chips > behind:
        raise StepError(f"seat {seat} has {behind} chips behind, not {add_chips}")
    if not add_chips:
        raise StepError(f"seat {seat} has nothing to {word}")
    last = add_chips == behind
    amount = stage.seat(seat).bet_chips + add_chips if word in {"bet", "raise"} else None
    if loose_chips(stage.player.table, seat) and _is_turn_of(stage, seat):
        _add_to_what_lies(stage, seat, word, amount, add_chips)
        return
    stage.take_up(seat)
    call, owed = _call_chips(stage, seat), stage.seat(seat).owes_chips
    action = action_view(stage.player.table)
    full = action.min_raise_to_chips - stage.seat(seat).bet_chips if action and action.min_raise_to_chips else 0
    chips, spoken = chips_for(
        owed + add_chips,
        call_chips=owed + call,
        least_chips=owed + full,
        raising=add_chips > call,
        all_in=last,
        silent=stage.player.silent and _is_turn_of(stage, seat),
        denominations=stage.purses.denominations,
    )
    named = stage.posting.pop(seat, NO_CHIPS)
    there = total_chips(stage.purses.lying(stack_zone(seat)))
    gone = total_chips(chips) > there and not named  # some are lost: the word binds, and what is there goes in
    if spoken or named or gone:
        stage.player.do(acts.Say(seat, word, amount))
    if gone:
        chips, last = make_chips(there, stage.purses.denominations), False
    _must_hold(stage, seat, named)
    if named or chips:
        stage.push(seat, named or chips, allin_button=last)


def _add_to_what_lies(stage: TableDriver, seat: int, word: Word, amount_chips: int | None, add_chips: int) -> None:
    """The word for chips that lie in front already and are no act yet, and those that are missing to it."""
    loose = loose_chips(stage.player.table, seat)
    stage.player.do(acts.Say(seat, word, amount_chips))
    missing = stage.seat(seat).owes_chips or (max(0, add_chips - loose) if _is_turn_of(stage, seat) else 0)
    if missing:
        behind = total_chips(stage.purses.lying(stack_zone(seat)))
        chips = make_chips(min(missing, behind), stage.purses.denominations)
        stage.push(seat, chips, allin_button=missing == behind)


def _is_turn_of(stage: TableDriver, seat: int) -> bool:
    return who_acts(stage.player.table) == seat


def _must_hold(stage: TableDriver, seat: int, chips: Chips) -> None:
    behind = total_chips(stage.purses.lying(stack_zone(seat)))
    if total_chips(chips) > behind:
        raise StepError(f"seat {seat} has {behind} chips behind, not {total_chips(chips)}")
