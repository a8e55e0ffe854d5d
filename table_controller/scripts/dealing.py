"""What the dealer and the table do in a script."""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import asdict

from firmware_bridge.vocabulary.cards import DECK, Card, parse_card
from table_controller.game import queries
from table_controller.game.next_act import next_act
from table_controller.game.rules.deal import dealing_order
from table_controller.game.state.hand import Arrival, is_street
from table_controller.game.state.ledger import owes_chips
from table_controller.game.steps.table import games
from table_controller.scripts import acts, dues, middle, stacks, steps
from table_controller.scripts.acting import check_or_call
from table_controller.scripts.table_driver import StepError, TableDriver
from table_controller.vocabulary.events import GameChosen

_MOST_ACTS: Final = 1000
"""No hand takes more acts than this to come to a street."""


def do_table_step(stage: TableDriver, step: steps.TableStep) -> None:
    """Let the dealer do one step; raise `StepError` if it cannot be done."""
    if isinstance(step, steps.CardStep):
        _do_cards(stage, step)
    else:
        _do_room(stage, step)


def _do_cards(stage: TableDriver, step: steps.CardStep) -> None:
    match step:
        case steps.Deal():
            _deal(stage, step)
        case steps.Shuffle():
            _shuffle_deck_or_stub(stage, step.line)
        case steps.DealCard():
            _card(stage, step)
        case steps.Stuck():
            _stuck(stage, step.seat)
        case steps.Expose():
            _expose(stage, step)
        case steps.Boxed() | steps.Foreign() | steps.Duplicate() | steps.Missing():
            stage.player.do(_deck_act(stage, step))
        case steps.BurnCard():
            middle.burn(stage)
        case steps.BoardCards():
            middle.board(stage, step.cards or _cards_due(stage))
        case steps.StreetCards():
            _street(stage, step.street, step.cards)
        case steps.PlayTo():
            _play_to(stage, step.street)
        case steps.TakeCards():
            _take_cards(stage, step.seat)
        case _:
            assert_never(step)


def _do_room(stage: TableDriver, step: steps.RoomStep) -> None:
    match step:
        case steps.PutPuck():
            stage.puck_lies = True
            stage.player.do(acts.PutPuck(step.seat))
        case steps.Wait():
            stage.player.do(acts.Wait(step.wait_s))
        case steps.NextHand():
            _next_hand(stage)
        case steps.Sit():
            _sit(stage, step)
        case steps.Stand():
            _stand(stage, step.seat)
        case steps.Level() | steps.Game():
            _announce(stage, step)
        case _ if isinstance(step, steps.ChipStep):
            _do_chips(stage, step)
        case steps.Floor():
            _floor(stage, step)
            picked = dict(step.arguments).get("card", "")
            if step.option == "pick-burn" and picked in DECK:
                middle.lay_with_burns(stage, parse_card(picked))
        case steps.Gathers():
            stage.seat(step.seat)
            stage.gather((step.seat,))
        case steps.Announced() | steps.CallsTime() | steps.Penalty():
            stage.player.do(_said(stage, step))
        case _:
            assert_never(step)


def _announce(stage: TableDriver, step: steps.Level | steps.Game) -> None:
    """A new level, or another game, if its stakes make sense at this table."""
    if isinstance(step, steps.Level):
        stage.player.do(acts.AnnounceLevel(step.small_chips, step.big_chips, step.ante_chips))
        return
    named = {name: value for name, value in asdict(step).items() if name != "line"}
    fault = games.fault_of(stage.player.table, GameChosen(at_s=0.0, **named))
    if fault is not None:
        raise StepError(f"{step.variant} cannot be played so: {_GAME_FAULTS[fault]}")
    stage.player.do(acts.ChooseGame(**named))


_GAME_FAULTS: Final = {
    "variant": "it is not played yet",
    "blinds": "it has blinds, and none are named here or in the header; name them, like blinds=[100,200]",
    "bring-in": "its bring-in must be above nothing and below the small bet; name it, like bring_in=50 bets=[100,200]",
    "ante": "its ante is below nothing",
}
"""What is wrong with a game, by the code of `games.fault_of`, and what to write instead."""


def _do_chips(stage: TableDriver, step: steps.ChipStep) -> None:
    """Chips that come to light, are raced, get lost, wait for the next post, or go where the next act asks them to."""
    match step:
        case steps.Hidden():
            _find(stage, step)
        case steps.Race():
            stacks.race(stage, step)
        case steps.Lost():
            stacks.lose(stage, step)
        case steps.Change():
            stacks.will_post(stage, step)
        case steps.ReturnTo():
            dues.return_to(stage, step.seat)
        case steps.PushTo():
            dues.push_to(stage, step.seat)
        case steps.MakeChange():
            dues.make_change(stage, step.seat)
        case _:
            assert_never(step)


def _said(stage: TableDriver, step: steps.Announced | steps.CallsTime | steps.Penalty) -> acts.Act:
    """What the room or the floor says."""
    if isinstance(step, steps.Announced):
        return acts.Tell(step.what, step.in_s)
    if isinstance(step, steps.CallsTime):
        return acts.AskClock(None)
    stage.seat(step.seat)
    return acts.Punish(step.seat, step.hands)


FILLS: Final = frozenset({"color-up", "allow-rebuy", "exchange-chips", "add-chip"})
"""Options by which chips come to a stack from the rack."""


def _floor(stage: TableDriver, step: steps.Floor) -> None:
    """The floor picks an option; cards of a hand that it takes out of the muck slide back to their seat.

    A deal or a hand that is void already is no more so by a misdeal.
    """
    named = dict(step.arguments).get("case")
    cases = [case for case in stage.player.table.cases if named in (None, str(case.number))]
    if named is not None and not cases:
        raise StepError(f"no case {named} is open")
    offers = [case for case in cases if any(one.name == step.option for one in case.finding.options)]
    if step.option == "misdeal" and stage.player.table.hand.fate and not offers:
        return
    dealt = stage.player.table.hand.dealt
    stage.player.do(acts.FloorPicks(step.option, step.arguments))
    if step.option == "pass-on":
        _pass_on(stage, dealt)
    stacks.restack(stage, fewest=step.option == "color-up", fills=step.option in FILLS)
    if step.option in {"dead-hand", "forfeit-and-fold"}:
        return  # the hand stays in the muck, even if it is the last one and wins
    still = {case.number for case in stage.player.table.cases}
    live = queries.live_seats(stage.player.table)
    for seat in {case.seat for case in cases if case.number not in still}:
        if seat is not None and seat in live:  # it was given back, or is held to an act
            _give_back(stage, seat)


def _pass_on(stage: TableDriver, dealt: tuple[Arrival, ...]) -> None:
    """The card that the floor has passed on belongs to the seat that was due it from now on."""
    for old, new in zip(dealt, stage.player.table.hand.dealt, strict=False):
        if old.seat != new.seat:
            stage.cast.hands.setdefault(new.seat, []).append(stage.cast.hands[old.seat].pop())


def _give_back(stage: TableDriver, seat: int) -> None:
    """What lies in the muck of a seat's hand slides back to it."""
    if cards := stage.cast.give_back(seat):
        stage.player.do(acts.HandOver(cards, seat))


def _stuck(stage: TableDriver, seat: int) -> None:
    """Two cards leave the deck as one; asked, the dealer says so, and the book speaks where it leaves no choice."""
    stage.seat(seat)
    stage.player.do(acts.DealStuck(seat, (stage.cast.take(None, seat), stage.cast.take(None, seat))))
    for case in stage.player.table.cases:
        if case.seat == seat and dealing_order.asks_only_the_dealer(case.finding):
            stage.player.do(acts.FloorPicks("misdeal", (("case", str(case.number)),), "dealer"))
            return


def _find(stage: TableDriver, step: steps.Hidden) -> None:
    """Chips that were out of sight come to light at a seat."""
    stage.seat(step.seat)
    stage.purses.found(step.seat, step.chips)
    stage.player.do(acts.Find(step.seat, step.chips))
    stacks.restack(stage, only=step.seat)


def _shuffle_deck_or_stub(stage: TableDriver, line: int) -> None:
    """Between streets a dealer can only shuffle what is left of the deck."""
    if is_street(stage.player.table.hand.phase):
        stage.player.do(acts.ShuffleStub())
    else:
        _between_deals(stage)
        _shuffle(stage, line)


def _between_deals(stage: TableDriver) -> None:
    """The deck is shuffled for a hand when none is under way; one that is over is put away first."""
    hand = stage.player.table.hand
    if hand.phase == "settled":
        _next_hand(stage)
    elif hand.phase != "idle" and hand.fate != "misdeal" and not queries.deal_can_be_taken_in(stage.player.table):
        raise StepError("a hand is under way")


def _shuffle(stage: TableDriver, line: int) -> None:
    """First riffle, puck and forced bets, antes gathered before the blinds go in."""
    stage.give_back()
    stage.cast.deck = queries.variant_of(stage.player.table).deck
    stage.cast.shuffle(line)
    table = stage.player.table
    laid, stage.puck_lies = stage.puck_lies, False
    if table.positions is not None and table.puck != table.positions.button and not laid:
        stage.player.do(acts.PutPuck(table.positions.button))
    stage.player.do(acts.Riffle())
    due = queries.forced_bets_due(stage.player.table)
    antes = [seat for seat, kind, _ in due if kind == "ante"]
    blinds = queries.variant_of(stage.player.table).forced == "blinds"  # else the bring-in is still to come
    for at, (seat, _, chips) in enumerate(due):
        if at == len(antes):
            stage.gather(antes)
        stage.post(seat, chips, last=blinds and all(other != seat for other, _, _ in due[at + 1 :]))


def _next_hand(stage: TableDriver) -> None:
    """What is due is given and the finished hand is put away."""
    stage.finish_hand()
    stage.player.do(stacks.put_away(stage))


def _deal(stage: TableDriver, step: steps.Deal) -> None:
    _between_deals(stage)
    _shuffle(stage, step.line)
    named = {seat: list(cards) for seat, cards in step.cards}
    order = queries.deal_order(stage.player.table)
    strangers = sorted(set(named) - set(order))
    if strangers:
        raise StepError(f"seat {strangers[0]} is not dealt in; the seats are {', '.join(map(str, sorted(set(order))))}")
    for seat in order:
        wanted = named.get(seat)
        card = stage.cast.take(wanted.pop(0) if wanted else None, seat)
        stage.player.do(acts.DealCard(seat, card, up=queries.comes_up(stage.player.table, seat)))
    for seat, cards in named.items():
        if cards:
            raise StepError(f"seat {seat} is not dealt that many cards")
    if step.board or queries.board_due(stage.player.table):
        _first_board(stage, step.board)
    for seat, kind, chips in queries.forced_bets_due(stage.player.table):
        if kind == "bring-in":  # only the door cards tell whose it is
            stage.post(seat, chips, last=True)


def _first_board(stage: TableDriver, cards: tuple[Card, ...]) -> None:
    """The board cards that lie there before anybody bets, where the game has such."""
    game, due = queries.variant_of(stage.player.table), queries.board_due(stage.player.table)
    if cards and len(cards) != due:
        raise StepError(f"the deal of {game.name} ends with {due} cards on the board, not {len(cards)}")
    middle.board(stage, cards or (None,) * due)


def _street(stage: TableDriver, street: steps.Street, cards: tuple[Card, ...]) -> None:
    middle.burn(stage)
    entry = queries.variant_of(stage.player.table).street(street)
    if entry is None or not entry.board:
        raise StepError(f"{queries.variant_of(stage.player.table).name} has no {street}")
    if cards and len(cards) < entry.board:
        raise StepError(f"a {street} is {entry.board} cards: name all of them or none")
    middle.board(stage, cards or (None,) * entry.board)


def _cards_due(stage: TableDriver) -> tuple[None, ...]:
    """The cards of the street that comes next, as many as are not out yet."""
    due = queries.board_due(stage.player.table)
    if due <= 0:
        raise StepError("no cards are due on the board")
    return (None,) * due


def _play_to(stage: TableDriver, street: steps.Street) -> None:
    """Everyone checks or calls in turn until the street's cards are out."""
    variant = queries.variant_of(stage.player.table)
    order = ("idle", "deal", *(one.name for one in variant.streets), "showdown", "settled")
    if street not in order:
        raise StepError(f"there is no {street} in {variant.name}")
    for _ in range(_MOST_ACTS):
        now, actor = stage.player.table.hand.phase, queries.who_acts(stage.player.table)
        if order.index(now) >= order.index(street):
            return
        if actor is not None:
            check_or_call(stage, actor)
        elif (seat := queries.discards_now(stage.player.table)) is not None:
            stage.player.do(acts.Say(seat, "pat", None, "pat"))
        elif now in {"preflop", "flop", "turn"}:
            _street(stage, "flop" if now == "preflop" else "turn" if now == "flop" else "river", ())
        elif not _dealt_on(stage):
            raise StepError(f"cannot play on to the {street}: next is {next_act(stage.player.table).code}")
    raise StepError(f"the {street} is never reached")


def _dealt_on(stage: TableDriver) -> bool:
    """Whether a card of a street that comes to seats could be dealt: the burn, a card to a seat, or one for all."""
    table = stage.player.table
    if table.hand.exchange is None:
        return False
    if queries.burn_due(table):
        middle.burn(stage)
    elif (seat := queries.draw_due(table)) is not None:
        _card(stage, steps.DealCard(0, seat))
    elif table.hand.exchange.for_all:
        middle.board(stage, (None,))
    else:
        return False
    return True


def _take_cards(stage: TableDriver, seat: int) -> None:
    """The dealer takes a seat's cards in; if the hand was live, he says that it was not given up.

    What its owner has discarded lies in the muck already: nothing is left to take.
    """
    if not stage.cast.hands.get(seat) and stage.cast.given_up(seat):
        return
    live = stage.seat(seat).status in {"in", "all-in"} and stage.player.table.hand.phase != "settled"
    stage.muck(seat, by_dealer=live)


def _card(stage: TableDriver, step: steps.DealCard) -> None:
    if step.seat not in stage.seats:
        raise StepError(f"the table has {len(stage.seats)} seats")
    table = stage.player.table
    if not table.hand.number and not table.course.drawing:  # cards before the first riffle are those of a draw
        stage.player.do(acts.Tell("button-draw"))
    if table.hand.exchange is not None:
        middle.return_cards(stage)
    card, up = stage.cast.take(step.card, step.seat), queries.comes_up(table, step.seat)
    stage.player.do(acts.DealCard(step.seat, card, step.exposed, up))


def _expose(stage: TableDriver, step: steps.Expose) -> None:
    """A card of the seat turns up through the dealer's fault: the one named, else the last that came."""
    hand = [*stage.cast.hands.get(step.seat, ()), *stage.cast.given_up(step.seat)]
    if not hand or (step.card is not None and step.card not in hand):
        raise StepError(f"seat {step.seat} does not have {step.card or 'a card'}")
    stage.player.do(acts.ShowCard(step.seat, step.card or hand[-1], by_dealer=True))


def _deck_act(stage: TableDriver, step: steps.Boxed | steps.Foreign | steps.Duplicate | steps.Missing) -> acts.DeckAct:
    match step:
        case steps.Boxed():
            return acts.FindBoxed(step.seat, stage.cast.take(step.card))
        case steps.Foreign():
            return acts.LayStrange(step.seat)
        case steps.Duplicate():
            return acts.LayStrange(step.seat, step.card)
        case steps.Missing():
            return acts.CountDeck((step.card,))
        case _:
            assert_never(step)


def _sit(stage: TableDriver, step: steps.Sit) -> None:
    _between_hands(stage, "sit down")
    if step.seat not in stage.seats:
        raise StepError(f"the table has {len(stage.seats)} seats")
    player = stage.player.table.players[step.seat - 1]
    if player is not None and not player.leaving and stage.seat(step.seat).stack_chips:
        raise StepError(f"somebody sits in seat {step.seat}")
    if player is not None and (due := owes_chips(stage.player.table.ledger[step.seat - 1])):
        raise StepError(f"seat {step.seat} still owes {due} to the hand that is over")
    chips = stage.purses.seat(step.seat, step.stack_chips)
    stage.player.do(acts.Sit(step.seat, f"Seat {step.seat}", chips, step.entry))


def _stand(stage: TableDriver, seat: int) -> None:
    stage.seat(seat)
    hand = stage.player.table.hand
    if hand.fate == "misdeal" and seat in hand.seats:
        raise StepError(f"the deal is done again as it was: seat {seat} can stand up when that hand is over")
    _between_hands(stage, "stand up")
    stage.purses.empty(seat)
    stage.player.do(acts.Stand(seat))


def _between_hands(stage: TableDriver, what: str) -> None:
    """Nobody comes or goes while a hand is played; the pots are pushed first. A void deal is no hand yet."""
    if stage.player.table.hand.fate == "misdeal":
        return
    if stage.player.table.hand.phase not in {"idle", "settled"}:
        raise StepError(f"players {what} between the end of a hand and 'next hand'")
    stage.settle()
