"""Open Hand History: a hand as the JSON object of the public specification (hh-specs.handhistory.org, version 1.4.7).

The Structs below are the schema, strict both ways: what they do not know is refused, and `json_schema` tells it to
others. Amounts are whole chips. An amount of an act is what it added, as the specification has it for a raise, too; of
a bet that nobody matched the rest is in no pot, and `check` counts it back to its player. A hidden card is in no field.
Of stud the specification has the name and no more: its first round, which must be there, is ``Preflop``, the others are
named after their streets; the bring-in is a small blind, and the small bet stands in the place of the big one; each
round tells the cards that came, as far as they are known, those face up of every hand. Chips are kept: what went in is
what the pots hold, each pot is won whole, no rake is taken, and `check` says where that is not so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, Card
from table_controller.game.variants import VARIANTS, Betting
from table_controller.histories.phh_writer import CannotTell
from table_controller.vocabulary.accounts import ActTold, HandAccount, SeatTold, StreetTold

SPEC_VERSION: Final = "1.4.7"
SITE: Final = "Cards Speak"

Action: TypeAlias = Literal[
    "Dealt Cards",
    "Post Ante",
    "Post SB",
    "Post BB",
    "Fold",
    "Check",
    "Bet",
    "Raise",
    "Call",
    "Shows Cards",
    "Mucks Cards",
]
"""What we tell of the acts that the specification knows."""


class BetLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """The betting structure; a cap of 0 is none."""

    bet_type: Literal["NL", "PL", "FL"]
    bet_cap: int = 0


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player dealt in; `id` is the seat."""

    id: int
    seat: int
    name: str
    starting_stack: int


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """One act; `amount` is what it put in."""

    action_number: int
    player_id: int
    action: Action
    amount: int = 0
    is_allin: bool = False
    cards: tuple[Card, ...] = ()


class Round(Struct, frozen=True, forbid_unknown_fields=True):
    """A street with the cards that came to the board, or the showdown."""

    id: int
    street: str
    cards: tuple[Card, ...]
    actions: tuple[Act, ...]


class PlayerWins(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player won of a pot."""

    player_id: int
    win_amount: int


class PotTold(Struct, frozen=True, forbid_unknown_fields=True):
    """A pot; 0 is the main pot."""

    number: int
    amount: int
    rake: Literal[0]
    player_wins: tuple[PlayerWins, ...]


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand. There is no hero: the table tells what everybody saw, hence the flag ``Observed``."""

    spec_version: str
    site_name: str
    network_name: str
    internal_version: str
    game_number: str
    start_date_utc: str
    table_name: str
    game_type: str
    bet_limit: BetLimit
    table_size: int
    currency: str
    dealer_seat: int
    small_blind_amount: int
    big_blind_amount: int
    ante_amount: int
    flags: tuple[Literal["Observed"], ...]
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    pots: tuple[PotTold, ...]


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file."""

    ohh: Hand


_GAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("NT", "PT", "FT"), "Holdem"),
    "PO": "Omaha",
    **dict.fromkeys(("PO/8", "FO/8"), "OmahaHiLo"),
    "F7S": "Stud",
    "F7S/8": "StudHiLo",
}
"""What a variant is called. Besides these the specification has ``Draw``."""

_HAND_SIZES: Final[Mapping[str, int]] = {
    name: sum(street.down + street.up for street in VARIANTS[code].streets) for code, name in _GAMES.items()
}
"""How many cards a hand has at the end of each game."""

_LIMITS: Final[Mapping[Betting, Literal["NL", "PL", "FL"]]] = {"no-limit": "NL", "pot-limit": "PL", "fixed-limit": "FL"}

_PREFLOP: Final = "Preflop"
"""The first round of every game."""
SHOWDOWN: Final = "Showdown"


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a file."""
    return msgspec.json.schema(File)


def ohh_text(hand: HandAccount, table: str, version: str) -> str:
    """The file of a hand; `table` is what the table is called, `version` that of the program.

    Raise `CannotTell` if the format cannot tell the hand.
    """
    told = told_hand(hand, table, version)
    if faults := check(told):
        raise CannotTell(faults[0])
    if finishing(told) != {seat.seat: seat.finish_chips for seat in hand.seats}:
        raise CannotTell("chips came or went in it besides bets and pots: it does not end with the stacks that it had")
    return msgspec.json.format(msgspec.json.encode(File(told)), indent=2).decode() + "\n"


def read_ohh(text: str | bytes) -> Hand:
    """The hand of a file as we write it; raise `ValueError` with what does not fit, and where."""
    try:
        return msgspec.json.decode(text, type=File).ohh
    except msgspec.MsgspecError as problem:
        raise ValueError(str(problem)) from None


def told_hand(hand: HandAccount, table: str, version: str) -> Hand:
    """The hand in the words of the format."""
    if hand.voided:
        raise CannotTell("the hand was void: every chip went back, and the format has no word for that")
    if (game := _GAMES.get(hand.variant)) is None:
        raise CannotTell(_without_a_name(hand.variant))
    began = datetime.fromtimestamp(hand.began_ns // 10**9, UTC)
    return Hand(
        spec_version=SPEC_VERSION,
        site_name=SITE,
        network_name=SITE,
        internal_version=version,
        game_number=f"{table}-{hand.number}",
        start_date_utc=f"{began:%Y-%m-%dT%H:%M:%SZ}",
        table_name=table,
        game_type=game,
        bet_limit=BetLimit(_LIMITS[VARIANTS[hand.variant].betting]),
        table_size=hand.table_seats,
        currency="Chips",
        dealer_seat=hand.button,
        small_blind_amount=hand.bring_in_chips or hand.small_blind_chips,
        big_blind_amount=hand.small_bet_chips if hand.bring_in_chips else hand.big_blind_chips,
        ante_amount=hand.ante_chips,
        flags=("Observed",),
        players=tuple(Player(told.seat, told.seat, told.name, told.start_chips) for told in hand.seats),
        rounds=tuple(_rounds(hand)),
        pots=tuple(_pots(hand)),
    )


def _without_a_name(code: str) -> str:
    """Why a game cannot be told: the one word ``Draw`` says neither which hands win nor what anybody threw away."""
    variant = VARIANTS[code]
    if any(street.draws for street in variant.streets):
        return f"the format has no act for a discard, no round after one, and no name for {variant.name}"
    return f"the format has no name for {variant.name}"


def _pots(hand: HandAccount) -> Iterator[PotTold]:
    for number in sorted({share.pot for share in hand.shares}):
        shares = [share for share in hand.shares if share.pot == number]
        wins = Counter[int]()
        for share in shares:
            wins[share.seat] += share.chips
        told = tuple(PlayerWins(seat, chips) for seat, chips in sorted(wins.items()))
        yield PotTold(number, sum(wins.values()), 0, told)


# The rounds.


class _Numbered:
    """The acts of a hand, numbered through."""

    def __init__(self) -> None:
        self._number = 0

    def act(
        self, seat: int, action: Action, amount: int = 0, *, all_in: bool = False, cards: tuple[Card, ...] = ()
    ) -> Act:
        """The next one."""
        self._number += 1
        return Act(self._number, seat, action, amount, all_in, cards)


def _rounds(hand: HandAccount) -> Iterator[Round]:
    numbered = _Numbered()
    last = len(hand.streets) - 1
    for at, street in enumerate(hand.streets):
        acts = [] if at else [*_posts(hand, numbered)]
        acts += _dealt(hand, at, numbered)
        acts += [] if at else _brought_in(hand, numbered)
        acts += [_told(act, numbered) for act in street.acts]
        acts += (
            [numbered.act(told.seat, "Fold") for told in _died(hand) if not told.returned_chips] if at == last else []
        )
        yield Round(at, street.name.capitalize() if at else _PREFLOP, _named(street), tuple(acts))
    if shows := [*_shows(hand, numbered)]:
        yield Round(last + 1, SHOWDOWN, (), tuple(shows))


def _named(street: StreetTold) -> tuple[Card, ...]:
    if None in street.board:
        raise CannotTell(f"a card of the {street.name} was never named, and the format has no sign for that")
    return cast("tuple[Card, ...]", street.board)


def _posts(hand: HandAccount, numbered: _Numbered) -> Iterator[Act]:
    for told in hand.seats:
        if told.ante_chips:
            yield numbered.act(told.seat, "Post Ante", told.ante_chips, all_in=told.ante_chips == told.start_chips)
    for told in sorted(hand.seats, key=lambda told: told.seat == hand.big_blind):
        if told.blind_chips and told.seat != hand.bring_in:
            action: Action = "Post BB" if told.seat == hand.big_blind else "Post SB"
            all_in = told.ante_chips + told.blind_chips == told.start_chips
            yield numbered.act(told.seat, action, told.blind_chips, all_in=all_in)


def _brought_in(hand: HandAccount, numbered: _Numbered) -> Iterator[Act]:
    """In stud the bring-in, which the cards that lie face up ask for."""
    for told in hand.seats:
        if told.seat == hand.bring_in:
            all_in = told.ante_chips + told.blind_chips == told.start_chips
            yield numbered.act(told.seat, "Post SB", told.blind_chips, all_in=all_in)


def _dealt(hand: HandAccount, at: int, numbered: _Numbered) -> Iterator[Act]:
    """The cards that a street brought to those whose cards are known; what lies face up is known of all."""
    street = hand.streets[at]
    dealt = [(one.seat, one.cards) for one in street.dealt]
    if not at and not dealt:
        dealt = [(told.seat, told.cards) for told in hand.seats]
    for seat, cards in dealt:
        if known := tuple(card for card in cards if card is not None):
            yield numbered.act(seat, "Dealt Cards", cards=known)


def _told(act: ActTold, numbered: _Numbered) -> Act:
    """What the act was by its total: the format knows no bet before the flop, where the blind is one."""
    added = act.to_chips - act.before_chips
    if act.kind == "fold":
        return numbered.act(act.seat, "Fold")
    if not added:
        return numbered.act(act.seat, "Check")
    over = act.to_chips > act.level_chips
    action: Action = ("Raise" if act.level_chips else "Bet") if over else "Call"
    return numbered.act(act.seat, action, added, all_in=act.all_in)


def _died(hand: HandAccount) -> list[SeatTold]:
    """Hands that died by no act of their players; one that got part of its bet back did so after the betting."""
    folded = {act.seat for street in hand.streets for act in street.acts if act.kind == "fold"}
    return [told for told in hand.seats if told.end == "folded" and told.seat not in folded]


def _shows(hand: HandAccount, numbered: _Numbered) -> Iterator[Act]:
    order = {seat: at for at, seat in enumerate(hand.showed)}
    for told in sorted(hand.seats, key=lambda told: order.get(told.seat, len(order))):
        if told.shown and told.end in ("live", "all-in"):
            yield numbered.act(told.seat, "Shows Cards", cards=told.cards)
        elif told.end == "mucked":
            yield numbered.act(told.seat, "Mucks Cards")
    for told in _died(hand):
        if told.returned_chips:
            yield numbered.act(told.seat, "Fold")


# What must hold.


def check(hand: Hand) -> tuple[str, ...]:
    """What is wrong with a hand, each in a sentence: players, cards and chips."""
    return (*_wrong_players(hand), *_wrong_cards(hand), *_wrong_chips(hand))


def _wrong_players(hand: Hand) -> Iterator[str]:
    ids, seats = [one.id for one in hand.players], [one.seat for one in hand.players]
    if len(set(ids)) != len(ids) or len(set(seats)) != len(seats):
        yield "players: two have one id or one seat"
    if not all(1 <= seat <= hand.table_size for seat in (*seats, hand.dealer_seat)):
        yield f"players: a seat or the button is none of {hand.table_size} places"
    acts = [act for told in hand.rounds for act in told.actions]
    numbers = [act.action_number for act in acts]
    if numbers != list(range(1, len(numbers) + 1)):
        yield "rounds: the acts are not numbered through"
    named = {act.player_id for act in acts} | {win.player_id for pot in hand.pots for win in pot.player_wins}
    for stranger in sorted(named - set(ids)):
        yield f"rounds: player {stranger} is none of the hand"


def _wrong_cards(hand: Hand) -> Iterator[str]:
    board = [card for told in hand.rounds for card in told.cards]
    holes: dict[int, tuple[Card, ...]] = {}
    for act in (act for told in hand.rounds for act in told.actions if act.cards):
        dealt = holes.get(act.player_id, ())
        if act.action == "Dealt Cards":
            holes[act.player_id] = (*dealt, *act.cards)
        elif not {*dealt} <= {*act.cards} or len(act.cards) > _HAND_SIZES.get(hand.game_type, 0):
            yield f"rounds: player {act.player_id} shows other cards than he was dealt"
        else:
            holes[act.player_id] = act.cards
    every = [*board, *(card for cards in holes.values() for card in cards)]
    for card, count in Counter(every).items():
        if count > 1 or card not in DECK:
            yield f"rounds: {card} comes {count} times" if count > 1 else f"rounds: {card} is no card"


def _wrong_chips(hand: Hand) -> Iterator[str]:
    stacks = {one.id: one.starting_stack for one in hand.players}
    put = Counter[int]()
    for act in (act for told in hand.rounds for act in told.actions):
        put[act.player_id] += act.amount
        left = stacks.get(act.player_id, 0) - put[act.player_id]
        if act.amount < 0 or left < 0:
            yield f"act {act.action_number}: player {act.player_id} has {left} left"
        if act.amount and act.is_allin != (left == 0):
            yield f"act {act.action_number}: is_allin does not agree with {left} chips left"
    for pot in hand.pots:
        won = sum(win.win_amount for win in pot.player_wins)
        if won != pot.amount:
            yield f"pot {pot.number}: {pot.amount} chips, and {won} are won"
    back = sum(uncalled(hand).values())
    if (inside := put.total() - back) != (held := sum(pot.amount for pot in hand.pots)):
        yield f"pots: {inside} chips went in, and {held} are in the pots"


def uncalled(hand: Hand) -> dict[int, int]:
    """By player, the part of a bet that nobody matched: of one who alone has put in most, and folded on no street.

    What one player pays for all, a big blind's ante, is no part of what others match.
    """
    acts = [(told.street, act) for told in hand.rounds for act in told.actions]
    alone = sum(act.action == "Post Ante" for _, act in acts) == 1
    live = Counter({player.id: 0 for player in hand.players})
    for _, act in acts:
        live[act.player_id] += 0 if alone and act.action == "Post Ante" else act.amount
    (first, most), (_, second), *_ = live.most_common(2)
    folded = any(act.action == "Fold" and act.player_id == first and street != SHOWDOWN for street, act in acts)
    return {first: most - second} if most > second and not folded else {}


def finishing(hand: Hand) -> dict[int, int]:
    """The stacks with which the hand ends, by player."""
    stacks = Counter({player.id: player.starting_stack for player in hand.players})
    for told in hand.rounds:
        for act in told.actions:
            stacks[act.player_id] -= act.amount
    for pot in hand.pots:
        for win in pot.player_wins:
            stacks[win.player_id] += win.win_amount
    for player, chips in uncalled(hand).items():
        stacks[player] += chips
    return dict(stacks)
