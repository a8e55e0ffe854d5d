"""Commands of people to events: what the dealer keyed, in the words of the engine.

A command that cannot be meant (a word with nobody to act, an answer to no question) is refused with
a code; it is not an event, for nothing happened at the table. Keys of a hand that no sensor sees mean
what is due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from math import gcd
from typing import Any, Final, TypeAlias

from msgspec.structs import asdict

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, STUB, seat_zone
from table_controller.game import queries
from table_controller.game.next_act import act_on_screen
from table_controller.game.rules.deal import wrong_boards
from table_controller.game.rules.deal.deal_rulings import cards_of_a_hand
from table_controller.game.state.custody import lying
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, SHOWDOWN, is_street, returning, riffle_begins
from table_controller.game.state.table import Table
from table_controller.game.steps.table import games
from table_controller.game.steps.table.placing import seats_dealt_in
from table_controller.inference.sensor_status import FULL_COVERAGE, SensorCoverage
from table_controller.vocabulary.commands import (
    AnnounceLevel,
    Ask,
    AskClock,
    CallFloor,
    ChooseGame,
    Command,
    CountDeck,
    Done,
    FoundChips,
    GivePenalty,
    MarkBoard,
    MarkBoxed,
    MarkButton,
    MarkConduct,
    MarkDealt,
    MarkFold,
    MarkPresence,
    MarkRiffle,
    MarkTaken,
    MuteBuzzer,
    PutAway,
    RaceChips,
    Rule,
    Say,
    SeatPlayer,
    ShowCards,
    TellTable,
    TurnUp,
    UnseatPlayer,
)
from table_controller.vocabulary.events import (
    Asked,
    BoardByKey,
    BoxedCardFound,
    BuzzerMuted,
    CardDealt,
    CardIdentified,
    CardsDealtByKey,
    CardShown,
    CardsMucked,
    CardStrayed,
    ChipsMovedByKey,
    ChipsRaced,
    ClockAsked,
    ConductSeen,
    DeckCounted,
    Declared,
    Event,
    FloorCalled,
    FloorRuled,
    GameChosen,
    HandPutAway,
    HandTabled,
    HandTaken,
    HiddenChipsFound,
    LevelAnnounced,
    Move,
    PenaltyGiven,
    PlayerCameBack,
    PlayerLeft,
    PlayerSat,
    PlayerWentAway,
    PuckPlaced,
    Riffled,
    TableTold,
    is_told,
    told_handle,
)
from table_controller.vocabulary.views import NextAct, Refused

Keyed: TypeAlias = tuple[Event, ...] | Refused
Handler: TypeAlias = Callable[[Any, Table, float, SensorCoverage], Keyed]
"""A command, the table, the time and what sensors see to the events that it stands for, or why it cannot be meant."""


def keyed(command: Command, table: Table, at_s: float, coverage: SensorCoverage = FULL_COVERAGE) -> Keyed:
    """The events that a command stands for, or why it is refused.

    What is not in `HANDLERS` is not the engine's: undo, corrections and questions are the session's, the rest the
    processes'.
    """
    handler = HANDLERS.get(type(command))
    return handler(command, table, at_s, coverage) if handler else Refused(f"not-here command={type(command).__name__}")


def _actor(command: Say | MarkFold | Ask, table: Table) -> int | None:
    return command.seat if command.seat is not None else queries.turn_of(table)


def _said(command: Say, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    if (seat := _actor(command, table)) is None:
        return Refused("nobody-to-act")
    return (Declared(seat, command.word, command.amount_chips, command.when, at_s, command.text),)


def _asked(command: Ask, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    if (seat := _actor(command, table)) is None:
        return Refused("nobody-to-act")
    return (Asked(seat, command.what, command.about, at_s),)


def _clock_asked(command: AskClock, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    return Refused("nobody-to-act") if queries.who_acts(table) is None else (ClockAsked(command.seat, at_s),)


def _folded(command: MarkFold, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    seat = _actor(command, table)
    seat = queries.shows_first(table) if seat is None else seat
    if seat is None:
        return Refused("nobody-to-act")
    if command.seat is None and (seen := _fold_just_seen(table, seat, at_s)) is not None:
        return Refused(f"fold-seen seat={seen} next={seat}")
    return (folded_by_key(table, seat, at_s) or Declared(seat, "fold", None, "before", at_s),)


FOLD_SEEN_S: Final = 3.0
"""So long after a fold that the readers saw a key without a seat is about that one: the dealer keyed what he saw."""


def _fold_just_seen(table: Table, seat: int, at_s: float) -> int | None:
    """The seat whose cards were seen to go as the turn came to `seat`, whose own lie there for its reader to see."""
    acts, held = table.betting.recorded_acts, lying(table.cards, seat_zone(seat))
    if not acts or queries.who_acts(table) != seat or not held or any(is_told(handle) for handle in held):
        return None
    last = acts[-1]
    just_now = at_s - table.time.since_s < FOLD_SEEN_S
    return last.seat if just_now and (last.kind, last.by) == ("fold", "cards") else None


def _put_away(_command: PutAway, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    if queries.is_settled(table):
        return (HandPutAway(at_s),)
    return Refused("no-hand-to-gather" if table.hand.phase == IDLE else "hand-under-way")


def _presence(command: MarkPresence, _table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    if command.here:
        return (PlayerCameBack(command.seat, at_s),)
    return (PlayerWentAway(command.seat, at_s, command.near),)


def _penalty(command: GivePenalty, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    """A penalty for somebody who can serve it."""
    seat = command.seat
    if 1 <= seat <= table.setup.seats:
        if table.players[seat - 1] is None:
            return Refused(f"seat-empty seat={seat}")
        if queries.is_busted(table, seat):
            return Refused(f"seat-busted seat={seat}")
    return (PenaltyGiven(seat, command.hands, at_s, command.rounds),)


def _turned_up(command: TurnUp, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    if command.card is not None or command.by_dealer:
        if 1 <= command.seat <= table.setup.seats and not _has_had_cards(table, command.seat):
            return Refused(f"no-card-there seat={command.seat}")
        if command.card is not None and (foreign := _not_in_the_deck(table, (command.card,))):
            return foreign
        return (CardShown(command.seat, command.card, at_s, command.by_dealer),)
    asked = command.seat in queries.tables_now(table)
    if not asked and queries.stand_of(table, command.seat).status not in ("in", "all-in", "mucked"):
        return Refused(f"no-live-hand seat={command.seat}")
    return (HandTabled(command.seat, at_s),)


def _taken_in(command: MarkTaken, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    """A hand taken in by the dealer, where that can still mean something."""
    seat, hand = command.seat, table.hand
    if hand.phase == IDLE:
        return Refused("taken-when-over")
    if seat not in hand.seats:
        return Refused(f"taken-undealt seat={seat}")
    if hand.phase == SETTLED:  # it may have ended the hand, read as a fold
        return Refused(f"taken-at-the-end seat={seat}")
    return Refused(f"taken-told seat={seat}") if seat in hand.taken else (HandTaken(seat, at_s),)


def _has_had_cards(table: Table, seat: int) -> bool:
    return bool(lying(table.cards, seat_zone(seat))) or queries.dealt_to(table, seat) > 0


def folded_by_key(table: Table, seat: int, at_s: float) -> CardsMucked | None:
    """A hand in the muck of which only keys have told, or any one at the showdown, where no word gives it up.

    None for any other hand.
    """
    shown_now = table.hand.phase == SHOWDOWN and queries.shows_first(table) is not None
    held = lying(table.cards, seat_zone(seat)) if shown_now else told_hand(table, seat)
    return CardsMucked(seat, held, at_s, keyed=True) if held else None


def told_hand(table: Table, seat: int) -> tuple[Handle, ...]:
    """The cards of a seat if keys have told of each of them, none otherwise."""
    held = lying(table.cards, seat_zone(seat))
    return held if all(is_told(handle) for handle in held) else ()


def _done(_command: Done, table: Table, at_s: float, coverage: SensorCoverage) -> Keyed:
    act = act_on_screen(table)
    if moves := tuple(_moves_of(act, table)):
        return (ChipsMovedByKey(moves, at_s),)
    if (mends := _shuffles_the_stub(act, table)) or act.code in ("new-hand", "deal-again"):
        return (Riffled(at_s, amid=mends), *_dealt_before(table, at_s))
    if back := _back_unseen(table, at_s):
        return back
    if _waits_for_a_pick(table):
        return Refused("faces-first")
    match act.code:
        case "move-button" if act.seat is not None:
            return (PuckPlaced(act.seat, at_s),)
        case "deal-card" if act.seat is not None:
            return (CardsDealtByKey(((act.seat, told_handle(coverage.number, 0)),), at_s),)
        case "put-in" if act.seat is not None:
            return (ChipsMovedByKey((Move("in", act.seat, act.chips),), at_s),)
        case "burn":
            return (BoardByKey(told_handle(coverage.number, 0), (), at_s),)
        case "await" if act.seat is not None and queries.who_acts(table) is None:
            return _awaited(act.seat, act.chips, table, at_s)
        case "await" | "loose-chips":
            return Refused(f"say-the-act seat={act.seat or 0}")
        case "call-floor" | "no-cards":
            return Refused("floor-first")
        case _:
            return Refused("faces-first")


def _awaited(seat: int, chips: int, table: Table, at_s: float) -> Keyed:
    """What a seat that does not act has done: put in what it owes, or turned its hand up."""
    if chips:
        return (ChipsMovedByKey((Move("in", seat, chips),), at_s),)
    if any(is_told(handle) for handle in queries.hand_to_show(table, seat)):
        return Refused(f"faces-first seat={seat}")
    if seat not in queries.tables_now(table):
        return Refused(f"show-or-muck seat={seat}")
    return (HandTabled(seat, at_s),)


def _back_unseen(table: Table, at_s: float) -> tuple[CardStrayed, ...]:
    """The cards of a wrong board go back to the deck now, if only keys have told of them: nobody sees them go."""
    back = returning(table.hand) if is_street(table.hand.phase) and not queries.floor_stops(table) else ()
    return tuple([CardStrayed(handle, STUB, at_s) for handle in back]) if all(map(is_told, back)) else ()


def _waits_for_a_pick(table: Table) -> bool:
    """Whether the floor takes one card away as the next burn, out of such that only keys have told of."""
    repair = table.hand.repair
    picks = repair is not None and wrong_boards.picks_burn(repair)
    return picks and not queries.floor_stops(table) and all(is_told(card.handle) for card in table.hand.aside)


def _picked_unseen(table: Table, flop: tuple[Card, ...], at_s: float) -> CardStrayed | None:
    """The card that the floor has taken away as the next burn, where the others are keyed as the flop."""
    if not _waits_for_a_pick(table):
        return None
    lie = {card.handle for card in table.hand.aside}
    burned = [card.handle for card in table.cards if card.handle in lie and card.card not in flop]
    return CardStrayed(burned[0], BURN, at_s) if len(burned) == 1 and len(flop) == len(lie) - 1 else None


def _shuffles_the_stub(act: NextAct, table: Table) -> bool:
    """Whether the next card waits for a shuffle of the stub, which no reader sees: to put a wrong board right."""
    repair = table.hand.repair
    due = repair is not None and repair.left[:1] == ("shuffle-stub",)
    return due and act.code == f"deal-{queries.street_due(table)}"


def _moves_of(act: NextAct, table: Table) -> Iterator[Move]:
    """The chips that the dealer's hands move by an act; none by any other."""
    match act.code:
        case "gather-bets":
            for seat, bet in queries.bets_to_gather(table):
                yield Move("gathered", seat, total_chips(bet))
        case "return-chips" if act.seat is not None:
            yield Move("back", act.seat, act.chips)
        case "push-pot" | "make-change" if act.seat is not None:  # who keys it has changed and pushed
            yield Move("won", act.seat, act.chips)


def _dealt_before(table: Table, at_s: float) -> tuple[CardDealt, ...]:
    """The cards of a hand whose riffle nobody saw, where it is keyed only after they were dealt.

    Each player has one, or some have two: a card or two at some seats are no deal, but the last hand being taken in.
    """
    if table.hand.phase != IDLE:
        return ()
    seats: dict[str, int] = {seat_zone(seat): seat for seat in seats_dealt_in(table)}
    lies = [(seats[card.zone], card.handle) for card in table.cards if card.zone in seats and not card.trail]
    count = Counter(seat for seat, _ in lies)
    least, most = min(count.values(), default=0), max(count.values(), default=0)
    if len(count) < len(seats) or most > min(least + 1, cards_of_a_hand(table)):
        return ()
    return tuple(CardDealt(seat, handle, 0.0, at_s) for seat, handle in lies)  # when they came nobody knows any more


def _dealt(command: MarkDealt, table: Table, at_s: float, coverage: SensorCoverage) -> Keyed:
    if command.seat is not None:
        return (CardsDealtByKey(((command.seat, told_handle(coverage.number, 0)),), at_s),)
    exchange = queries.exchanging(table)
    if exchange is not None and queries.draw_due(table) is not None:  # each that draws gets his, or each his street
        came = tuple((seat, told_handle(coverage.number, at)) for at, seat in enumerate(exchange.due))
        return (CardsDealtByKey(came, at_s),)
    if table.hand.phase != DEAL or table.hand.fate == "void":
        return Refused("nothing-to-deal")
    posts = tuple(Move("in", seat, chips) for seat, _, chips in queries.forced_bets_due(table))
    posted: tuple[Event, ...] = (ChipsMovedByKey(posts, at_s),) if posts else ()
    number = coverage.number + len(posted)
    cards = tuple((seat, told_handle(number, at)) for at, seat in enumerate(queries.deal_order(table)))
    return (*posted, CardsDealtByKey(cards, at_s)) if cards else posted or Refused("nothing-to-deal")


def _boarded(command: MarkBoard, table: Table, at_s: float, coverage: SensorCoverage) -> Keyed:
    if (faces := queries.faces_missing(table)) and len(command.cards) == len(faces):
        return _faces(faces, command.cards, table, at_s)
    if not command.cards or not (is_street(table.hand.phase) or queries.board_due(table)):
        return Refused("no-street-due")
    if len(table.hand.board) + len(command.cards) > (full := queries.full_board(table) or _for_all(table)):
        return Refused(f"board-is-full count={full - len(table.hand.board)}")
    if (burned := _picked_unseen(table, command.cards, at_s)) is not None:
        return (burned,)
    # who lays the next card has taken up those that lie wrong; while a player thinks it is one more of them
    back = _back_unseen(table, at_s) if queries.who_acts(table) is None else ()
    gone = [one.handle for one in back]
    if wrong := _known(table, command.cards, {card.card for card in table.cards if card.handle in gone}):
        return wrong
    burns, number = queries.burn_due(table) and not coverage.burn, coverage.number + len(back)
    handles = tuple(told_handle(number, at) for at in range(len(command.cards)))
    told = BoardByKey(told_handle(number, len(handles)) if burns else None, handles, at_s)
    return (*back, told, *_named(handles, command.cards, at_s))


def _for_all(table: Table) -> int:
    """How many cards come to the middle in a game without a board: one, while it is due."""
    return int(table.hand.exchange is not None and table.hand.exchange.for_all)


def _faces(held: tuple[Handle, ...], cards: tuple[Card, ...], table: Table, at_s: float) -> Keyed:
    """The faces of these cards, of which a reader has named some: each of those must be among them."""
    own = {card.card for card in table.cards if card.handle in held}
    if wrong := _known(table, cards, own):
        return wrong
    new = tuple(card for card in cards if card not in own)
    named = {card.handle: card.card for card in table.cards}
    unnamed = tuple(handle for handle in held if named[handle] is None)
    if len(unnamed) != len(new):
        read = sorted(card for card in own if card is not None and card not in cards)
        return Refused(f"face-is-read cards={''.join(read)}")
    return _named(unnamed, new, at_s)  # of a seen one too: its reader takes the face that is really its own


def _shown(command: ShowCards, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    seat = command.seat
    if not 1 <= seat <= table.setup.seats:
        return Refused(f"no-live-hand seat={seat}")
    if up := queries.up_unnamed(table).get(seat, ()):
        return _up_named(up, command.cards, table, at_s)
    held = queries.hand_to_show(table, seat)
    told = tuple(handle for handle in held if is_told(handle))
    if not told:
        return Refused(f"no-told-hand seat={seat}")
    if len(command.cards) != len(held):
        return Refused(f"cards-of-a-hand cards={len(held)}")
    faces = _faces(held, command.cards, table, at_s)
    tabled = queries.has_tabled(table, seat)
    return faces if tabled or isinstance(faces, Refused) else (HandTabled(seat, at_s), *faces)


def _up_named(up: tuple[Handle, ...], cards: tuple[Card, ...], table: Table, at_s: float) -> Keyed:
    """The faces of cards that lie face up before a seat in stud, where no reader told them."""
    if len(cards) != len(up):
        return Refused(f"up-cards-of-a-seat cards={len(up)}")
    if wrong := _known(table, cards):
        return wrong
    return tuple(replace(one, keyed=True) for one in _named(up, cards, at_s))


def _named(handles: tuple[Handle, ...], cards: tuple[Card, ...], at_s: float) -> tuple[CardIdentified, ...]:
    return tuple(CardIdentified(handle, card, at_s) for handle, card in zip(handles, cards, strict=True))


def _known(table: Table, cards: tuple[Card, ...], own: Collection[Card | None] = ()) -> Refused | None:
    """A card cannot be keyed that lies elsewhere than among its `own` for all to see, or twice, or in another deck."""
    if foreign := _not_in_the_deck(table, cards):
        return foreign
    seen = {card.card for card in table.cards if card.card not in own}
    for at, card in enumerate(cards):
        if card in seen or card in cards[:at]:
            return Refused(f"card-there card={card}")
    return None


def _not_in_the_deck(table: Table, cards: tuple[Card, ...]) -> Refused | None:
    """A card that the game's deck does not have, as short deck has no two: a slip of the finger."""
    missing = next((card for card in cards if card not in queries.variant_of(table).deck), None)
    return None if missing is None else Refused(f"not-in-the-deck card={missing}")


def _left(command: UnseatPlayer, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    """A player who is dealt in keeps the seat until the hand is over: his hand is folded in its turn."""
    if table.hand.phase not in (IDLE, SETTLED) and command.seat in table.hand.seats:
        return Refused(f"left-during-hand seat={command.seat}")
    return (PlayerLeft(command.seat, at_s),)


def _level(command: AnnounceLevel, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    """A level that the chips in play can pay, with change, as they must when the table is opened."""
    small, big, ante = command.small_blind_chips, command.big_blind_chips, command.ante_chips
    chips = table.setup.denominations
    if not 0 < small <= big or ante < 0 or any(chips and amount % gcd(*chips) for amount in (small, big, ante)):
        return Refused(f"set-up least={min(chips, default=1)}")
    return (LevelAnnounced(small, big, ante, at_s),)


def _game(command: ChooseGame, table: Table, at_s: float, _coverage: SensorCoverage) -> Keyed:
    """A game that this table can play, at stakes that the chips in play can pay."""
    event, chips = GameChosen(at_s=at_s, **asdict(command)), table.setup.denominations
    amounts = [amount for amount in asdict(command).values() if isinstance(amount, int)]
    if any(chips and amount % gcd(*chips) for amount in amounts):
        return Refused(f"set-up least={min(chips, default=1)}")
    match games.fault_of(table, event):
        case None:
            return (event,)
        case "variant":
            return Refused(f"no-such-game variant={command.variant}")
        case "bring-in":
            return Refused(f"game-bring-in variant={command.variant}")
        case "blinds":
            return Refused(f"game-blinds variant={command.variant}")
        case _:
            return Refused(f"game-ante variant={command.variant}")


HANDLERS: Final[Mapping[type[Command], Handler]] = {
    Say: _said,
    Ask: _asked,
    AskClock: _clock_asked,
    MarkFold: _folded,
    TurnUp: _turned_up,
    Done: _done,
    MarkDealt: _dealt,
    MarkBoard: _boarded,
    ShowCards: _shown,
    PutAway: _put_away,
    MarkPresence: _presence,
    MarkRiffle: lambda _, table, at_s, __: (
        Riffled(at_s, amid=not riffle_begins(table.hand)),
        *_dealt_before(table, at_s),
    ),
    MarkButton: lambda told, _, at_s, __: (PuckPlaced(told.seat, at_s),),
    MarkBoxed: lambda told, _, at_s, __: (BoxedCardFound(told.seat, told.card, at_s),),
    MarkTaken: _taken_in,
    MarkConduct: lambda told, _, at_s, __: (ConductSeen(told.seat, told.what, at_s),),
    CountDeck: lambda told, _, at_s, __: (DeckCounted(told.missing, at_s),),
    RaceChips: lambda told, _, at_s, __: (ChipsRaced(told.denomination, told.drawn, at_s),),
    FoundChips: lambda told, _, at_s, __: (HiddenChipsFound(told.seat, told.chips, at_s),),
    TellTable: lambda told, _, at_s, __: (TableTold(told.what, at_s, told.in_s),),
    GivePenalty: _penalty,
    Rule: lambda told, _, at_s, __: (FloorRuled(told.option, told.arguments, told.role, told.reason, at_s),),
    SeatPlayer: lambda told, _, at_s, __: (PlayerSat(told.seat, told.name, told.stack_chips, told.entry, at_s),),
    UnseatPlayer: _left,
    AnnounceLevel: _level,
    ChooseGame: _game,
    CallFloor: lambda told, _, at_s, __: (FloorCalled(told.calling, at_s),),
    MuteBuzzer: lambda told, _, at_s, __: (BuzzerMuted(told.muted, at_s),),
}
"""What each command means to the engine. A command that keys no event of its own is not here."""
