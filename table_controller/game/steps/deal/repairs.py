"""A wrong board put right: what the floor chose, cards that go back to the deck, a stub that is shuffled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Final

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import ForgetCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, seat_zone
from table_controller.game.queries import board_due, street_due, variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import boards as board_rules
from table_controller.game.rules.deal import decks, premature, wrong_boards
from table_controller.game.state.custody import came_from, lying, moved, where
from table_controller.game.state.hand import SHOWDOWN, Aside, Repair, is_street, returning
from table_controller.game.state.table import Case, Change, Table, Unexplained, with_case
from table_controller.game.steps.deal import boards, draws
from table_controller.game.steps.floor.option import Effect
from table_controller.game.steps.flow.acts import open_street
from table_controller.vocabulary.events import CardBoarded, CardStrayed, FloorRuled

NO_SUCH_CARD: Final = "no-such-card"
"""The cause of what is said where the floor names a card that is none of those it may pick."""

SCRAMBLED: Final = "scrambled-stub"


def moved_away(table: Table, event: CardStrayed, book: Rulebook) -> Change | None:
    """A card that was to go back to the deck is there, or one that the floor picked lies with the burns.

    None if the card has nothing to do with a wrong board.
    """
    hand, repair = table.hand, table.hand.repair
    if event.zone == STUB and hand.exchange is not None and event.handle in hand.exchange.back:
        return draws.laid_on_the_stub(table, event.handle)
    if event.zone == STUB and repair is not None and event.handle in repair.cards:
        back = boards.without(table, (event.handle,))
        left = replace(repair, cards=tuple(card for card in repair.cards if card != event.handle))
        done = left if left.cards else wrong_boards.past(left, "return-cards")
        return Change(replace(back, hand=replace(back.hand, repair=done)))
    if event.zone == STUB and event.handle in boards.dealt_without_its_burn(table):
        return boards.taken_off(table, event.handle)
    if event.zone == BOARD and repair is not None and event.handle in repair.cards:
        return _laid_again(table, repair, event, book)
    if event.zone == BURN and repair is not None and wrong_boards.is_the_missing_burn(repair, event.handle):
        burned = _laid_with_the_burns(table, event.handle)
        done = wrong_boards.burned(repair, event.handle)
        return Change(replace(burned, hand=replace(burned.hand, burns=hand.burns + 1, repair=done)))
    if event.zone == BURN and any(card.handle == event.handle for card in hand.aside):
        waits = repair is not None and wrong_boards.picks_burn(repair) and event.handle not in repair.cards
        return _picked(table, event.handle, book) if waits else _burned_aside(table, event.handle)
    if event.zone in (BURN, BOARD) and event.zone == where(table.cards, event.handle):
        return Change(table)  # picked before, or another one for it, and now it is laid there
    if event.zone == BOARD and where(table.cards, event.handle) == BURN and hand.aside and _too_many(table):
        aside = (*hand.aside, Aside(event.handle, 0))  # another one is to be the burn
        return Change(replace(table, cards=moved(table.cards, event.handle, BOARD), hand=replace(hand, aside=aside)))
    return None


def _laid_again(table: Table, repair: Repair, event: CardStrayed, book: Rulebook) -> Change:
    """A card that was to go back to the deck lies on the board: dealt again, or too early while others are not back."""
    others = tuple(card for card in repair.cards if card != event.handle)
    if others or repair.left[:1] != ("return-cards",):
        return Change(replace(table, cards=moved(table.cards, event.handle, BOARD)))
    back = boards.without(table, (event.handle,))
    done = wrong_boards.past(replace(repair, cards=()), "return-cards")
    back = replace(back, hand=replace(back.hand, repair=done))
    return boards.on_boarded(back, CardBoarded(event.handle, event.at_s, event.at_s), book)


def _burned_aside(table: Table, handle: Handle) -> Change:
    """A card that does not count lies with the burns; one that came before its street is no burn, but to stay aside."""
    early = any(card.by_s for card in table.hand.aside if card.handle == handle)
    wrong = (Unexplained("card-strayed", None, (("zone", BURN),)),) if early else ()
    return Change(_laid_with_the_burns(table, handle), unexplained=wrong)


def _too_many(table: Table) -> bool:
    """Whether the floor has still to say which card too many of a flop is the burn."""
    return any(case.finding.topic == board_rules.TOO_MANY for case in table.cases)


def _laid_with_the_burns(table: Table, handle: Handle) -> Table:
    aside = tuple(card for card in table.hand.aside if card.handle != handle)
    return replace(table, cards=moved(table.cards, handle, BURN), hand=replace(table.hand, aside=aside))


def stub_shuffled(table: Table, book: Rulebook) -> Change:
    """The dealer says that he shuffled in the middle of a hand: a repair asks for it, or the stub was scattered."""
    repair = table.hand.repair
    if draws.to_be_shuffled(table):
        return draws.shuffled_in(table)
    if repair is not None and "shuffle-stub" in repair.left and is_street(table.hand.phase):
        back = boards.without(table, repair.cards)
        done = wrong_boards.past(replace(repair, cards=()), "shuffle-stub")
        return Change(replace(back, hand=replace(back.hand, repair=done)))
    found = decks.scrambled(book) if is_street(table.hand.phase) else ()
    return Change(table, unexplained=() if found else (Unexplained("hand-under-way"),), findings=found)


def _redeal(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    table = _run_out(table, case)
    street = _street_of(table, case)
    if street is None:
        return Change(table)
    too_many = case.finding.topic == board_rules.TOO_MANY
    others = (*(came_from(table.cards, BURN, BOARD) if too_many else ()), *returning(table.hand))
    table, cards = _all_up(boards.without_burn_cases(table, street), street)
    cards = (*cards, *(card for card in others if card not in cards))
    return boards.begin(table, wrong_boards.reshuffled(street, cards))


def _restore(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    topic = case.finding.topic
    if topic == SCRAMBLED:
        return Change(table)
    if topic == board_rules.TOO_MANY:
        return _first_cards_stand(table, book)
    table = _run_out(table, case)
    street = _street_of(table, case)
    if street is None:
        return Change(table)
    del event
    if topic == premature.TOPIC:
        cards = tuple(card.handle for card in table.hand.aside)
        names = [entry.name for entry in variant_of(table).streets]
        after = names[names.index(table.hand.phase) + 1 : names.index(street) + 1]
        return boards.begin(table, wrong_boards.restored(after or [street], cards, burn=False))
    if case.word("cause") == "two-burns":
        return _burn_back(table, street)
    late = _burned_after(table, street)
    table, cards = _all_up(table, street)
    if late:  # cards came off the deck after it: for it to be in order they go back, too
        table, cards = replace(table, hand=replace(table.hand, burns=0)), (*cards, *late)
    burned = not cards and table.hand.burns > 0  # the dealer has put it back in order so far
    repair = wrong_boards.restored([street], cards, burn=not burned)
    return boards.begin(table, wrong_boards.within(repair, table.hand.repair, street))


def _run_out(table: Table, case: Case) -> Table:
    """The table of an all-in whose last card is in question: it lies there, and nothing was shown down on it yet."""
    hand, last = table.hand, variant_of(table).streets[-1]
    if hand.phase != SHOWDOWN or not hand.betting_over or case.word("street") != last.name:
        return table
    showing = replace(hand.showing, order=())
    return replace(table, hand=replace(hand, phase=last.name, showing=showing))


def _burn_back(table: Table, street: str) -> Change:
    """Burns that are too many go back on the deck, and with them the cards that came after them."""
    extra = _extra_burns(table, street)
    waiting = table.hand.repair
    table, cards = _all_up(table, street)
    plain = wrong_boards.within(wrong_boards.restored([street], (), burn=False), waiting, street)
    repair = wrong_boards.without_burns(plain if plain.then or waiting is None else waiting, (*extra, *cards))
    return boards.begin(replace(table, hand=replace(table.hand, burns=1)), repair)


def _burned_after(table: Table, street: str) -> tuple[Handle, ...]:
    """What was burned after the first card of a street that lies there: too late for it, or for the next one."""
    entry = variant_of(table).street(street)
    if entry is None or not entry.board:
        return ()
    there = entry.board if table.hand.phase == street else entry.board - board_due(table)
    if there <= 0 or street not in (table.hand.phase, street_due(table)):
        return ()
    seen = [card.handle for card in table.cards]
    first = min(seen.index(card) for card in table.hand.board[-there:])
    return tuple(burn for burn in lying(table.cards, BURN) if seen.index(burn) > first)


def _extra_burns(table: Table, street: str) -> tuple[Handle, ...]:
    """All but the first card that was burned for the street; of one that lies there, what was burned after it too."""
    burns, board = lying(table.cards, BURN), table.hand.board
    if table.hand.phase != street:
        return burns[-max(1, table.hand.burns - 1) :]
    entry = variant_of(table).street(street)
    earlier = board[: len(board) - (entry.board if entry is not None else 0)]
    seen = [card.handle for card in table.cards]
    since = max((seen.index(card) for card in earlier), default=-1)
    own = tuple(burn for burn in burns if seen.index(burn) > since)
    return own[1:] or burns[-1:]


def _all_up(table: Table, street: str) -> tuple[Table, tuple[Handle, ...]]:
    """The table with every card of the street off the board, and those cards: they still lie there.

    Whether there are too many of them is no question any more.
    """
    table = replace(table, cases=tuple(case for case in table.cases if case.finding.topic != board_rules.TOO_MANY))
    if table.hand.phase == street:
        entry = next(one for one in variant_of(table).streets if one.name == street)
        burns_before, count = table.hand.burns, entry.board
        cards = table.hand.board[-count:]
        table = boards.taken_up(table)
        table = replace(table, hand=replace(table.hand, burns=burns_before))
    elif street_due(table) == street and not _is_aside(table):
        due = sum(one.board for one in variant_of(table).streets if _is_before(table, one.name, street))
        cards = table.hand.board[due:]
        table = replace(table, hand=replace(table.hand, board=table.hand.board[:due]))
    else:
        return table, tuple(card.handle for card in table.hand.aside)
    aside = tuple(Aside(card, 0) for card in cards)
    return replace(table, hand=replace(table.hand, aside=(*table.hand.aside, *aside))), cards


def _is_before(table: Table, name: str, street: str) -> bool:
    names = [entry.name for entry in variant_of(table).streets]
    return names.index(name) < names.index(street)


def _is_aside(table: Table) -> bool:
    return bool(table.hand.aside)


def _street_of(table: Table, case: Case) -> str | None:
    """The street that a case is about; None if it can no longer be put right."""
    hand = table.hand
    if not is_street(hand.phase):
        return None
    if case.finding.topic == board_rules.TOO_MANY:
        return street_due(table)
    street = case.word("street")
    after = variant_of(table).after(hand.phase)
    return street if street in (hand.phase, after.name if after else "") else None


def _first_cards_stand(table: Table, book: Rulebook) -> Change:
    """The flop is what came first; the cards too many go back on the deck."""
    cards, count = boards.on_the_flop(table), board_rules.flop_cards(table)
    others = (*cards[count:], *came_from(table.cards, BURN, BOARD), *returning(table.hand))
    back = tuple(dict.fromkeys(others))
    repair = Repair("restore-flop", ("return-cards",), back) if back else None
    return _flop_stands(table, cards[:count], repair, book)


def _pick_burn(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The floor's card is the next burn. Without a name the dealer's hands will tell, as they lay it with the burns."""
    if case.finding.topic != board_rules.TOO_MANY:
        table = _run_out(table, case)
        street = _street_of(table, case)
        return _burn_back(table, street) if street is not None else Change(table)
    wanted, lie, burned = dict(event.arguments).get("card", ""), boards.on_the_flop(table), _burned_of(table, case)
    picked = _named(table, wanted, lie, burned) if wanted else next(reversed(burned), None)
    if picked is not None:
        return _picked(table, picked, book)
    if wanted:
        return Change(with_case(table, case), unexplained=(Unexplained(NO_SUCH_CARD, None, (("card", wanted),)),))
    return boards.begin(table, wrong_boards.dealt_on(wrong_boards.PICK_BURN, *returning(table.hand)))


def _burned_of(table: Table, case: Case) -> tuple[Handle, ...]:
    """The cards of the flop that the floor is asked about and that lie with the burns already."""
    missing = int(dict(case.finding.facts)["cards"]) - len(boards.on_the_flop(table))
    return came_from(table.cards, BURN, BOARD)[-missing:] if missing > 0 else ()


def _named(table: Table, wanted: str, lie: tuple[Handle, ...], burned: tuple[Handle, ...]) -> Handle | None:
    """The card of that name; one whose name nobody has told may be it: a burn, or the only one of the flop."""
    known: dict[Handle, Card | None] = {card.handle: card.card for card in table.cards}
    named = next((handle for handle in (*lie, *burned) if known.get(handle) == wanted), None)
    hidden = [handle for handle in burned if known.get(handle) is None]
    withheld = [handle for handle in lie if known.get(handle) is None]
    if named is not None or hidden:
        return named or hidden[0]
    return withheld[0] if len(withheld) == 1 else None


def _picked(table: Table, picked: Handle, book: Rulebook) -> Change:
    """The card picked is the next burn; the other cards are the flop, unless there are still too many."""
    later, count = wrong_boards.dealt_on(None, *returning(table.hand)), board_rules.flop_cards(table)
    others = tuple(handle for handle in boards.on_the_flop(table) if handle != picked)
    gone = _laid_with_the_burns(replace(table, hand=replace(table.hand, repair=None)), picked)
    if len(others) > count:
        wrong = board_rules.too_many_on_the_flop(table, others, book)
        gone = replace(gone, hand=replace(gone.hand, repair=later))
        return boards.with_repair(gone, wrong) if wrong is not None else Change(gone)
    if len(others) < count:  # another was laid with the burns: it comes back for the one that is picked
        instead = [card for card in came_from(table.cards, BURN, BOARD) if card != picked][len(others) - count :]
        others = (*others, *instead)
        gone = replace(gone, cards=reduce(lambda cards, card: moved(cards, card, BOARD), instead, gone.cards))
    return _flop_stands(gone, others, later, book, burns_now=1)


def _flop_stands(
    table: Table, flop: tuple[Handle, ...], repair: Repair | None, book: Rulebook, *, burns_now: int = 0
) -> Change:
    """These cards are the flop, and play goes on; what the repair says goes back on the deck meanwhile."""
    street = street_due(table)
    if street is None:
        return Change(table)
    aside = tuple(card for card in table.hand.aside if repair is not None and card.handle in repair.cards)
    before = table.hand.board[: variant_of(table).first.board]
    named = min(table.hand.named, len(before))
    stands = replace(table, hand=replace(table.hand, board=(*before, *flop), named=named, aside=aside, repair=None))
    change = boards.announce_board(stands)
    change = change.then(open_street(change.table, street, book))
    told = replace(change.table, hand=replace(change.table.hand, burns=burns_now))
    change = change.then(Change(told))
    return change.then(boards.begin(told, repair))


def _use_river_card(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event, book
    return boards.begin(table, wrong_boards.river_card_used([card.handle for card in table.hand.aside]))


def _reshuffle_turn(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event, book
    return boards.begin(table, wrong_boards.reshuffled("turn", [card.handle for card in table.hand.aside]))


def _reshuffle_stub(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The stub is shuffled before the next street comes; where none comes, nothing is dealt of it any more."""
    del case, event, book
    phase, repair = table.hand.phase, table.hand.repair
    street = variant_of(table).after(phase) if is_street(phase) and repair is None else None
    return Change(table) if street is None else boards.begin(table, wrong_boards.stub_alone(street.name))


def _reshuffle_all(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """Muck and burns are mixed in: their cards may come again, with new handles and no past.

    A hand in the muck that the floor may still give back is kept apart.
    """
    del case, event, book
    asked = [one.seat for one in table.cases if any(option.name == "retrieve" for option in one.finding.options)]
    kept = [card for seat in asked if seat for card in came_from(table.cards, MUCK, seat_zone(seat))]
    cards = tuple(card for card in (*lying(table.cards, BURN), *lying(table.cards, MUCK)) if card not in kept)
    mixed = boards.without(table, cards)
    return Change(mixed, requests=(ForgetCards(cards),) if cards else ())


EFFECTS: Final[Mapping[str, Effect]] = {
    "redeal": _redeal,
    "restore": _restore,
    "pick-burn": _pick_burn,
    "use-river-card": _use_river_card,
    "reshuffle-turn": _reshuffle_turn,
    "reshuffle-stub": _reshuffle_stub,
    "reshuffle-all": _reshuffle_all,
}
"""Options about the board by name."""
