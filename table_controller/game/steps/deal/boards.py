"""Burns and board cards: custody follows always, the hand only where the card is due."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import ForgetCards, NameCards, Request
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, STUB
from table_controller.game.queries import board_due, burn_due, is_turn_unwatched, street_due, variant_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import skipped
from table_controller.game.rules.deal import boards, burns, premature, streets, wrong_boards
from table_controller.game.rules.deal.deal_rulings import PITCH_S
from table_controller.game.rules.deal.premature import WrongBoard
from table_controller.game.state.betting import Stand, is_live
from table_controller.game.state.custody import came_from, forgotten, lying, moved, names, where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, Aside, Repair, is_street, returning
from table_controller.game.state.ledger import give_back
from table_controller.game.state.table import Case, Change, Table, Unexplained, without_case
from table_controller.game.steps.deal import draws
from table_controller.game.steps.flow.acts import open_street
from table_controller.vocabulary.events import CardBoarded, CardBurned, Event, is_told
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import BoardNamed

FLIGHT_S: Final = 2.5
"""A card that lies with the burns so soon after the board read it was on its way there: the hand is quick, the presence
of a card takes half a second to move, and an antenna may overhear the place beside it for a second more."""

IN_TWO_PLACES_S: Final = 2 * PITCH_S
"""What the board and the burns read within this time of each other lay in one of the two places: no hand has dealt it,
seen that it was wrong and laid it elsewhere by then."""


def on_burned(table: Table, event: CardBurned, book: Rulebook) -> Change:
    """A card went to the burn pile: the one that is due, or one that is wrong."""
    told = draws.told_by_now(table)
    return told.then(_burned(told.table, event, book))


def _burned(table: Table, event: CardBurned, book: Rulebook) -> Change:
    if draws.to_be_shuffled(table):
        shuffled = draws.shuffled_in(table)  # nobody saw them go
        return shuffled.then(_burned(shuffled.table, event, book))
    early, street = _came_before_the_street(table, event), street_due(table)
    told_late = early and event.by_s < table.hand.boarded_s  # it was read before the board card, and told after it
    due = (burn_due(table) or draws.takes_the_burn(table)) and not told_late
    burned = replace(table, cards=moved(table.cards, event.handle, BURN))
    if is_turn_unwatched(table):
        return Change(burned)  # the round may be over: it is told anew once that is known
    if (
        not due
        and event.after_s < table.hand.boarded_s
        and (forgiven := _without_burn_case(table, "no-burn")) is not None
    ):
        return Change(replace(burned, cases=forgiven.cases))  # it lay there before the board card after all
    if floor_picks(table) and event.after_s >= table.hand.boarded_s:
        return begin(burned, wrong_boards.dealt_on(table.hand.repair, event.handle))
    repair = wrong_boards.burn_laid(table.hand.repair) if due else table.hand.repair
    burned = replace(burned, hand=replace(table.hand, burns=table.hand.burns + 1, repair=repair))
    if due or skipped.is_passed_over(table):  # a skipped player is a finding of its own
        return Change(burned)
    if early:
        again = replace(burned, hand=replace(burned.hand, burns=table.hand.burns))
        return Change(again, findings=burns.wrong_burn(again, table.hand.phase, "two-burns", book))
    if table.hand.phase in (IDLE, SETTLED):
        return Change(burned)
    if table.hand.phase == DEAL and street:  # before the first card of Courchevel none is burned
        unasked = replace(burned, hand=replace(burned.hand, burns=table.hand.burns))
        return Change(unasked, unexplained=(Unexplained("burn-not-due"),))
    if street and not table.hand.burns and _without_burn_case(table, "no-burn", street) is not None:
        return Change(burned)  # the burn that was left out comes too late, and is no second one
    found = burns.wrong_burn(burned, street, "two-burns", book) if street else _early_burn(table, book)
    return Change(burned, unexplained=() if found else (Unexplained("burn-not-due"),), findings=found)


def stands_for_the_burn(table: Table, handle: Handle) -> Table | None:
    """The table after the burn that a street was missing: the card dealt before it without one, and no board since.

    The floor took it off the board, so that it was taken to have gone back as the next one came; the dealer laid it
    with the burns only after that. None for any other.
    """
    if where(table.cards, handle) is not None or table.hand.repair is not None:
        return None
    forgiven = _without_burn_case(table, "no-burn")
    return None if forgiven is None else replace(forgiven, cards=moved(table.cards, handle, BURN))


def _came_before_the_street(table: Table, event: CardBurned) -> bool:
    """Whether the burn may have come before the cards of the street that is open, and was only read after them."""
    street = variant_of(table).street(table.hand.phase) if is_street(table.hand.phase) else None
    if street is None or not (street.board and street.burn) or table.hand.burns or _has_betting_begun(table):
        return False
    return event.after_s < table.hand.boarded_s and event.by_s <= table.hand.boarded_s + FLIGHT_S


def before_the_burn(table: Table, handle: Handle, zone: str) -> Table | None:
    """The table as if the card that lies with the burns now had never come to the board; None if it is no burn.

    On its way to the burn pile, whose reader is dead, a burn may be read by the board: then another one is taken to
    have been burned unseen before it. Once more has come of it than a street of one card, that stays so.
    """
    hand = table.hand
    told = tuple(burned for burned in lying(table.cards, BURN) if is_told(burned))[-1:]
    if zone != BURN or not told or hand.board[-1:] != (handle,) or where(table.cards, handle) != BOARD:
        return None
    due = variant_of(table).street(street_due(table) or "")
    if due is None or board_due(table) != due.board - 1:
        street = variant_of(table).street(hand.phase)
        if street is None or street.board != 1 or table.betting.recorded_acts or table.betting.held:
            return None
        table = taken_up(table)
    board = tuple(card for card in table.hand.board if card != handle)
    hand = replace(table.hand, board=board, named=min(table.hand.named, len(board)), burns=0)
    return replace(table, cards=forgotten(table.cards, (*told, handle)), hand=hand)


def read_on_its_way(table: Table, handle: Handle, zone: str, at_s: float) -> Table | None:
    """The table as if the burn had never come to the board, which read it first: the one that was missing, or a second.

    A card of a street that was dealt without a burn, and lies with the burns now, is that burn however late it was laid
    there. None for another card, or once more has come of its street than its cards.
    """
    hand = table.hand
    if zone != BURN or handle not in hand.board or hand.repair is not None:
        return None
    if where(table.cards, handle) not in (BOARD, STUB):  # or it was taken off the board a moment ago
        return None
    missed = _without_burn_case(table, "no-burn")
    if (missed is None and at_s - hand.boarded_s > FLIGHT_S) or not is_street(hand.phase):
        return None
    left, street = missed or table, variant_of(table).street(hand.phase)
    burns = hand.burns
    cards = street.board if street is not None and street.burn else 0
    if cards and not burns and handle in hand.board[-cards:]:  # with it the street opened
        if table.betting.recorded_acts or table.betting.held or (missed is None and cards > 1):
            return None
        left, burns = taken_up(left), 0 if missed is not None else 1
    board = tuple(card for card in hand.board if card != handle)
    hand = replace(left.hand, board=board, named=min(left.hand.named, len(board)), burns=burns)
    return replace(left, cards=forgotten(table.cards, (handle,)), hand=hand)


def dealt_without_its_burn(table: Table) -> tuple[Handle, ...]:
    """The cards of the street that lies there without its burn, while the floor is asked about it."""
    street = variant_of(table).street(table.hand.phase) if is_street(table.hand.phase) else None
    asked = any(
        case.finding.topic in burns.TOPICS and case.word("cause") == "no-burn" and case.word("street") == street.name
        for case in table.cases
        if street is not None
    )
    return table.hand.board[-street.board :] if street is not None and street.board and asked else ()


def taken_off(table: Table, handle: Handle) -> Change:
    """The dealer took a card of that street off the board; with the last of them the street is still to be dealt.

    Nobody has to say that they go back on the deck: it is the first thing that a dealer does who sees what he forgot.
    """
    cards = dealt_without_its_burn(table)
    off = replace(table, cards=moved(table.cards, handle, STUB))
    if any(where(off.cards, card) == BOARD for card in cards):
        return Change(off)
    back = taken_up(off)
    return Change(replace(back, cards=forgotten(back.cards, cards)), requests=(ForgetCards(cards),))


def read_too_early(table: Table, handle: Handle, zone: str, at_s: float) -> Table | None:
    """The table as if a burn had never come to the board, which read it while there is betting.

    None for a card that lay on the board longer than any hand is quick: it came before its street, and was taken away.
    """
    hand = table.hand
    if zone != BURN or [card.handle for card in hand.aside] != [handle] or not is_street(hand.phase):
        return None
    if not hand.aside[0].by_s or at_s - hand.aside[0].by_s > IN_TWO_PLACES_S:
        return None
    begun_by_it = hand.repair is not None and handle in hand.repair.cards
    cases = tuple(case for case in table.cases if case.finding.topic != premature.TOPIC)
    hand = replace(hand, aside=(), repair=None if begun_by_it else hand.repair)
    return replace(table, cards=forgotten(table.cards, (handle,)), hand=hand, cases=cases)


def _off_the_burns(table: Table, handle: Handle, book: Rulebook) -> Change:
    """The table as if the card had never come to the burn pile: it was heard there, and lies on the board."""
    hand = table.hand
    fewer = replace(table, cards=forgotten(table.cards, (handle,)))
    if (one_burn := _without_burn_case(fewer, "two-burns")) is not None:
        # one that was taken to have come before the street was not counted among the burns since
        return Change(replace(one_burn, hand=replace(hand, burns=max(0, hand.burns - 1))))
    street = street_due(table)
    if hand.burns:
        fewer = replace(fewer, hand=replace(hand, burns=hand.burns - 1))
        coming = variant_of(table).street(street) if street else None
        if fewer.hand.burns or coming is None or not coming.burn or board_due(table) == coming.board:
            return Change(fewer)
    # it had been taken for the burn that the first card of the street was missing
    found = burns.wrong_burn(fewer, street, "no-burn", book) if street and is_street(hand.phase) else ()
    return Change(fewer, unexplained=() if found else (Unexplained("no-burn"),), findings=found)


def _early_burn(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """A burn while a seat has still to act; a second one is one too many for the street that it came before."""
    coming = variant_of(table).after(table.hand.phase) if is_street(table.hand.phase) else None
    begun = table.hand.aside or table.hand.repair is not None  # of cards that came early something is to be done anyhow
    if coming is not None and coming.burn and table.hand.burns and not begun:
        return burns.wrong_burn(table, coming.name, "two-burns", book)
    return premature.burned(coming.name, book) if coming is not None and coming.burn else ()


def on_boarded(table: Table, event: CardBoarded, book: Rulebook) -> Change:
    """A card came to the board; the last one of a street opens it."""
    if where(table.cards, event.handle) == BURN and event.handle not in table.hand.board:
        change = _off_the_burns(table, event.handle, book)
        return change.then(on_boarded(change.table, event, book))
    seen, handle = where(table.cards, event.handle), event.handle
    placed = replace(table, cards=moved(table.cards, handle, BOARD))
    if handle in table.hand.board or any(card.handle == handle for card in table.hand.aside):
        return Change(placed)  # it moved and came back
    if seen is not None:
        return Change(placed, unexplained=(Unexplained("card-not-from-deck", None, (("from", seen),)),))
    if is_turn_unwatched(table):
        return Change(placed)  # the round may be over: it is told anew once that is known
    if (for_all := draws.on_boarded(placed, handle)) is not None:
        return for_all
    if _is_over_a_skipped_player(table):
        return Change(placed)  # the burn before it said so; it is looked at when the floor has spoken
    if table.hand.phase == SETTLED:
        return _after_the_end(table, placed, book)
    if _is_dealt_on(table):
        aside = replace(placed, hand=replace(table.hand, aside=(*table.hand.aside, Aside(handle, 1))))
        return begin(aside, wrong_boards.dealt_on(table.hand.repair, handle))
    if _belongs_to_the_flop(table, event):
        return _one_more(placed, handle, book)
    if who_acts(table) is not None:
        return _too_early(placed, event, book)
    street, missing = street_due(table), board_due(table)
    if street is None or missing <= 0:
        return Change(placed, unexplained=(Unexplained("board-card-not-due"),))
    return _due(placed, event, street, missing, book)


def lying_early(table: Table, book: Rulebook) -> Change:
    """The change by board cards that came before the last hand had its cards, now that they are due: they lie there."""
    return _come_now(Change(table), _of_no_street(table)[: board_due(table)], table.hand.boarded_s, book)


def _is_over_a_skipped_player(table: Table) -> bool:
    return any(case.finding.topic == skipped.TOPIC for case in table.cases)


def dealt_over_him(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change with the cards that were dealt over a skipped player, once nothing about him is open any more."""
    table = change.table
    if not _is_over_a_skipped_player(before) or _is_over_a_skipped_player(table) or not is_street(table.hand.phase):
        return change
    return _come_now(change, _of_no_street(table), float(getattr(event, "at_s", 0.0)), book)


def _of_no_street(table: Table) -> list[Handle]:
    """The cards that lie on the board and were never taken for those of a street, nor for wrong ones."""
    known = {*table.hand.board, *(one.handle for one in table.hand.aside)}
    return [one for one in lying(table.cards, BOARD) if one not in known]


def _come_now(change: Change, handles: list[Handle], at_s: float, book: Rulebook) -> Change:
    """The change with these cards of the board as if they had only now come there."""
    for handle in handles:
        off = replace(change.table, cards=forgotten(change.table.cards, (handle,)))
        change = change.then(on_boarded(off, CardBoarded(handle, at_s, at_s), book))
    return change


def _due(table: Table, event: CardBoarded, street: str, missing: int, book: Rulebook) -> Change:
    """The next card of the street; what had to be done before it is done."""
    unburned = burn_due(table)
    found = burns.wrong_burn(table, street, "no-burn", book) if unburned else ()
    wrong = (Unexplained("no-burn"),) if unburned and not found else ()
    entry = variant_of(table).street(street)
    if entry is not None and missing == entry.board:  # dealt anew: what was asked about it before is answered
        table = _without_burn_case(table, "no-burn", street) or table
    table = _dealing_begun(table, f"deal-{street}", event.handle)
    hand = table.hand
    board = (*hand.board, event.handle)
    placed = replace(table, hand=replace(hand, board=board, boarded_s=max(hand.boarded_s, event.by_s)))
    change = Change(placed, unexplained=wrong, findings=found)
    if not streets.is_out(missing - 1, book):
        return change
    return change.then(_street_out(placed, street, book))


def _street_out(table: Table, street: str, book: Rulebook) -> Change:
    """All cards of the street lie there: they are public, and the betting begins."""
    hand = table.hand
    repair = wrong_boards.past(hand.repair, f"deal-{street}")
    done = replace(table, hand=replace(hand, repair=repair))
    asked: list[Request] = [NameCards(hand.board[hand.named :], "board")]
    if back := returning(done.hand):
        asked.append(ForgetCards(back))
    out = Change(done, requests=tuple(asked))
    return out if table.hand.phase == DEAL else out.then(open_street(done, street, book))


def _dealing_begun(table: Table, act: str, handle: Handle) -> Table:
    """The table as a street is dealt: cards that were to go back first have gone back, but for the one that comes."""
    hand, repair = table.hand, table.hand.repair
    if repair is None:
        return table
    back = tuple(card for card in repair.cards if card != handle)
    if act not in repair.left:  # cards too many that had only to go back on the deck
        table = without(table, back)
        return _dealing_begun(replace(table, hand=replace(table.hand, repair=repair.then)), act, handle)
    if "return-cards" in repair.left[: repair.left.index(act)]:
        table = without(table, back)
        repair = replace(repair, cards=())
    hand = replace(table.hand, repair=wrong_boards.begun(repair, act))
    return replace(table, hand=hand)


def without(table: Table, handles: tuple[Handle, ...]) -> Table:
    """The table after these cards went back to the deck."""
    aside = tuple(card for card in table.hand.aside if card.handle not in handles)
    return replace(table, cards=forgotten(table.cards, handles), hand=replace(table.hand, aside=aside))


def _after_the_end(table: Table, placed: Table, book: Rulebook) -> Change:
    """The hand is over: what is laid out now would have come."""
    known = {*table.hand.board, *(card.handle for card in table.hand.aside)}
    if any(handle not in known for handle in lying(table.cards, BOARD)):
        return Change(placed)  # one more of the same show
    found = boards.after_the_end(book)
    return Change(placed, unexplained=() if found else (Unexplained("board-card-not-due"),), findings=found)


def floor_picks(table: Table) -> bool:
    """Whether the floor has still to say, or to show, which card too many of a flop is the burn."""
    repair = table.hand.repair
    waits = repair is not None and wrong_boards.picks_burn(repair)
    return waits or any(case.finding.topic == boards.TOO_MANY for case in table.cases)


def on_the_flop(table: Table) -> tuple[Handle, ...]:
    """The cards of a flop of too many that lie on the board: all that do not count, but for those dealt after it."""
    back = returning(table.hand)
    return tuple(card.handle for card in table.hand.aside if card.handle not in back)


def _is_dealt_on(table: Table) -> bool:
    """Whether a card that comes now was dealt after a flop of too many cards.

    One of those has been laid with the burns, or a burn has come since: the dealer takes the rest for the flop.
    """
    return floor_picks(table) and bool(returning(table.hand) or came_from(table.cards, BURN, BOARD))


def _belongs_to_the_flop(table: Table, event: CardBoarded) -> bool:
    """Whether a card that comes now was laid down with the flop: nobody has acted, no card was burned after it.

    Where nobody acts any more it came in the same moment, or its reader missed it for one: a turn without a burn comes
    later.
    """
    hand = table.hand
    if any(case.finding.topic == boards.TOO_MANY for case in table.cases):
        return True
    if hand.repair is not None and _of_the_flop(table, hand.repair) and who_acts(table) is None:
        lie = set(lying(table.cards, BOARD))
        return all(card.handle in lie for card in hand.aside)
    street = variant_of(table).street(hand.phase)
    if street is None or street.name != boards.FLOP or hand.burns:
        return False
    if hand.betting_over:
        # of one that was found when its reader came back nobody knows when it came, but that it was not there before
        before = 0.0 < event.after_s < hand.boarded_s
        return before or event.by_s == hand.boarded_s or _was_read_late(table, event)
    return who_acts(table) is not None and not _has_betting_begun(table)


def _was_read_late(table: Table, event: CardBoarded) -> bool:
    """Whether a scan that did not see the card lies between it and the board, and no more: no dealer is that quick.

    Or the scan that saw the board did not see it, and the next one, late though it was, did.
    """
    scan_s, between_s = event.by_s - event.after_s, event.after_s - table.hand.boarded_s
    missed_once = scan_s < PITCH_S and 0.4 * scan_s < between_s < 1.5 * scan_s
    return missed_once or (between_s == 0.0 and scan_s < IN_TWO_PLACES_S)


def _has_betting_begun(table: Table) -> bool:
    """Whether anybody has acted in the round, or put chips forward or said a word that is no act yet."""
    betting = table.betting
    acted = betting.recorded_acts or betting.held or betting.motions or betting.announced is not None
    return bool(acted) or any(money.loose_chips for money in table.ledger)


def _of_the_flop(table: Table, repair: Repair) -> bool:
    """Whether the repair is of a flop with too many cards, and neither of an early street nor of a wrong burn."""
    cards = table.hand.aside if wrong_boards.picks_burn(repair) else repair.cards
    return len(cards) > boards.flop_cards(table) and street_due(table) == boards.FLOP


def _one_more(table: Table, handle: Handle, book: Rulebook) -> Change:
    """One card too many lies on the flop: none of them counts until it is put right."""
    hand = table.hand
    burned = came_from(table.cards, BURN, BOARD)  # it is to go back with the others
    before = variant_of(table).first.board
    cards = (*hand.board[before:], *(card.handle for card in hand.aside), *burned, handle)
    wrong = boards.too_many_on_the_flop(table, cards, book)
    if wrong is None:
        return Change(table, unexplained=(Unexplained("board-card-not-due"),))
    back = taken_up(table)
    cases = tuple(case for case in back.cases if case.finding.topic != boards.TOO_MANY)
    aside = tuple(Aside(card, 0) for card in cards if card not in burned)
    back = replace(back, cases=cases, hand=replace(back.hand, aside=aside, repair=None))
    return with_repair(back, wrong)


def taken_up(table: Table) -> Table:
    """The table before the street was opened: its cards do not count (any more), nor does what was bet on them."""
    game = variant_of(table)
    streets_of = game.streets
    names_of = [street.name for street in streets_of]
    hand = table.hand
    at = names_of.index(hand.phase) if hand.phase in names_of else 0
    if not (at and streets_of[at].board):
        before = streets_of[0].board
        return replace(table, hand=replace(hand, board=hand.board[:before], named=min(hand.named, before)))
    before = game.board_by(names_of[at - 1])
    hand = replace(hand, phase=names_of[at - 1], board=hand.board[:before], named=min(hand.named, before), burns=0)
    table = _with_bets_given_back(table)
    return replace(table, hand=hand, betting=replace(table.betting, actor=None, announced=None, held=()))


def _with_bets_given_back(table: Table) -> Table:
    """The table without the bets of its round; who folded has folded."""
    bets = [stand.bet_chips for stand in table.betting.stands]
    if not any(bets):
        return table
    stands = tuple(
        [Stand("in" if stand.bet_chips and is_live(stand) else stand.status) for stand in table.betting.stands]
    )
    ledger = tuple([give_back(money, bet) for money, bet in zip(table.ledger, bets, strict=True)])
    betting = replace(
        table.betting, stands=stands, level_chips=0, raises=0, aggressor=None, recorded_acts=(), motions=0
    )
    return replace(table, ledger=ledger, betting=betting)


def with_repair(table: Table, wrong: WrongBoard) -> Change:
    """The table with the repair of a wrong board begun, or a case for the floor."""
    change = begin(table, wrong.repair)
    if wrong.found.options:
        names_asked = tuple(card.handle for card in table.hand.aside)
        if any(option.name == "pick-burn" for option in wrong.found.options):
            change = change.then(Change(change.table, requests=(NameCards(names_asked, "board"),)))
    return change.then(Change(change.table, findings=(wrong.found,)))


def begin(table: Table, repair: Repair | None) -> Change:
    """The table with a repair under way; the bridge is told which cards go back to the deck."""
    if repair is None:
        return Change(table)
    under_way = replace(table, hand=replace(table.hand, repair=repair))
    back = returning(under_way.hand)
    return Change(under_way, requests=(ForgetCards(back),) if back else ())


def _too_early(table: Table, event: CardBoarded, book: Rulebook) -> Change:
    """A card of the next street while a seat has still to act."""
    hand, handle = table.hand, event.handle
    last = hand.aside[-1] if hand.aside else None
    placed = replace(table, hand=replace(hand, aside=(*hand.aside, Aside(handle, hand.burns, event.by_s))))
    if last is not None and last.burns == hand.burns:  # one more of the same early street
        return _joined(placed, handle)
    street = variant_of(table).after(hand.phase) if is_street(hand.phase) else None
    wrong = _early(placed, street.name, book) if street is not None and street.board else None
    if wrong is None:
        return Change(table, unexplained=(Unexplained("board-card-not-due"),))
    return with_repair(placed, wrong)


def _early(table: Table, street: str, book: Rulebook) -> WrongBoard | None:
    cards = tuple(card.handle for card in table.hand.aside)
    if len(cards) > 1:
        return premature.further_street(street, book)
    match street:
        case "flop":
            return premature.flop(cards, book)
        case "turn":
            return premature.turn(cards, book)
        case _:
            return premature.river(cards, book)


def _joined(table: Table, handle: Handle) -> Change:
    repair = table.hand.repair
    if repair is None or "return-cards" not in repair.left:
        return Change(table)
    return begin(table, replace(repair, cards=(*repair.cards, handle)))


def _without_burn_case(table: Table, cause: burns.Cause, street: str = "") -> Table | None:
    """The table without the case of a burn left out or of one too many, of any street or this one; None without one."""
    left = tuple(case for case in table.cases if not _is_burn_case(case, cause, street))
    return replace(table, cases=left) if len(left) < len(table.cases) else None


def without_burn_cases(table: Table, street: str) -> Table:
    """The table with no question about the burns of a street that is dealt again without one."""
    less = _without_burn_case(table, "no-burn", street) or table
    return _without_burn_case(less, "two-burns", street) or less


def _is_burn_case(case: Case, cause: burns.Cause, street: str) -> bool:
    return case.finding.topic in burns.TOPICS and case.word("cause") == cause and case.word("street").startswith(street)


def time_passed(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change with a wrong burn before the flop that is too old to be put right by now."""
    del event
    table = change.table
    if table.betting is before.betting:
        return change
    for case in table.cases:
        if case.finding.topic != "burn-error" or case.word("street") != "flop" or table.hand.phase != "flop":
            continue
        if (found := burns.too_late(table, case, book)) is not None:
            return change.then(Change(without_case(table, case), findings=(found,)))
    return change


def announce_board(table: Table) -> Change:
    """Announce the board cards that became known, once none before them is unknown."""
    hand = table.hand
    new: tuple[Handle, ...] = hand.board[hand.named :]
    cards = names(table.cards, new) if new else None
    if not cards:
        return Change(table)
    return Change(replace(table, hand=replace(hand, named=len(hand.board))), (BoardNamed(cards),))
