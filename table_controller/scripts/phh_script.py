"""A hand history as a table script: the same hand in the words of a dealer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import MAX_SEATS
from table_controller.game.hands import up_cards
from table_controller.game.variants import VARIANTS, Variant
from table_controller.game.variants import not_played as game_not_played
from table_controller.histories.phh import (
    BetTo,
    BoardDealt,
    BroughtIn,
    CheckedOrCalled,
    Folded,
    HoleDealt,
    PhhAct,
    PhhHand,
    ShowedOrMucked,
    StoodPatOrDiscarded,
    first_cards,
    with_names,
)
from table_controller.scripts.card_source import SPARE_ORDER
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import amounts_of
from table_controller.scripts.ladder import STANDARD, fitting_ladder
from table_controller.scripts.parse import Script, parse_line
from table_controller.scripts.steps import Step

_WITHOUT_CARDS: Final = (Folded, BroughtIn, CheckedOrCalled, BetTo)


def not_played(hand: PhhHand) -> str | None:
    """Why a hand cannot be dealt in this release; None if it can."""
    reason = game_not_played(hand.variant)
    if reason is not None:
        return reason
    if len(hand.starting_stacks) > MAX_SEATS:
        return f"{len(hand.starting_stacks)} players are more than a table seats"
    if any(blind < 0 for blind in hand.blinds):
        return "a late post is not played yet"
    if _is_of_the_button(hand):
        if len(hand.starting_stacks) == 2 or any(hand.blinds[:-1]):  # noqa: PLR2004 - PHH turns the blinds of two players
            return "a blind beside the button's is not played yet"
    elif any(hand.blinds[2:]):
        return "a straddle is not played yet"
    if _ante(hand) is None:
        return f"antes {list(hand.antes)} are neither everyone's nor the big blind's"
    if _is_dead_small(hand) and len(hand.starting_stacks) == MAX_SEATS:
        return "a dead small blind leaves no place for its player at a full table"
    if hand.bring_in and isinstance(next((act for act in hand.acts if not isinstance(act, HoleDealt)), None), BetTo):
        return "a bet in place of the bring-in is not played yet"
    if not any(hand.blinds) and not hand.bring_in:
        return "a hand without blinds is not played yet"
    return None


def script_of(hand: PhhHand, finishing: Iterable[int | Decimal] = ()) -> Script:
    """The script of a hand that `not_played` has nothing against. Player N sits in seat N.

    Small chips are added until all amounts of the hand, the `finishing` stacks among them, can be made;
    where these split a chip, until there are chips of one.
    """
    dead = _is_dead_small(hand)
    blinds = hand.blinds or (0, 0)
    big = blinds[0] if dead else blinds[-1] if _is_of_the_button(hand) else blinds[1]
    ante, mode = _ante(hand) or (0, None)
    header = Header(
        title=hand.path,
        rulebook=_rulebook(),
        variant=hand.variant,
        button=len(hand.starting_stacks),
        seats=len(hand.starting_stacks),
        stacks=tuple(enumerate(hand.starting_stacks, start=1)),
        small_blind_chips=big // 2 if dead else min(blinds[0], big),
        big_blind_chips=big,
        bring_in_chips=hand.bring_in,
        small_bet_chips=hand.bets[0] if hand.bring_in else 0,
        big_bet_chips=hand.bets[1] if hand.bring_in else 0,
        ante_chips=ante,
        ante_mode=mode,
        house=(),
    )
    lines = [*_lines(hand, header), "next hand"]
    if dead:
        header, prelude = _with_dead_small(header)
        lines = [*prelude, *lines]
    return _script(hand.path, header, lines, [chips if isinstance(chips, int) else 1 for chips in finishing])


@cache
def _rulebook() -> str:
    """The book by which histories are replayed."""
    settings = tomllib.loads(files(__package__).joinpath("replay.toml").read_text("utf-8"))
    return str(settings["rulebook"])


def _script(path: str, header: Header, lines: list[str], finishing: list[int]) -> Script:
    steps: list[Step] = [step for at, line in enumerate(lines, start=1) if (step := parse_line(line, at)) is not None]
    script = Script(path, header, tuple(steps), tuple(enumerate(lines, start=1)))
    amounts = [*amounts_of(script.header, script.steps), *(chips for _, chips in header.stacks), *finishing]
    top = max(chips for _, chips in header.stacks)
    ladder = [d for d in STANDARD if header.small_blind_chips <= 4 * d and 2 * d <= top] or [1]
    denominations = fitting_ladder(ladder, amounts)
    return Script(path, replace(header, chips=denominations), script.steps, script.texts)


def _is_of_the_button(hand: PhhHand) -> bool:
    """Whether the button posts the blind in this game."""
    return VARIANTS[hand.variant].button_posts


def _is_dead_small(hand: PhhHand) -> bool:
    return len(hand.starting_stacks) > 2 and bool(hand.blinds) and hand.blinds[0] > 0 and not any(hand.blinds[1:])  # noqa: PLR2004 - heads-up has no dead blind


def _ante(hand: PhhHand) -> tuple[int, Literal["all", "bb"]] | None:
    """The ante and who pays it; None for any other pattern."""
    if len(set(hand.antes)) == 1:
        return hand.antes[0], "all"
    payer = 0 if _is_dead_small(hand) else 1
    others = [ante for at, ante in enumerate(hand.antes) if at != payer]
    return None if any(others) else (hand.antes[payer], "bb")


@dataclass(slots=True)
class _Round:
    """What a street's words depend on: the level, and what each player has in."""

    level_chips: int
    bets: dict[int, int]
    stacks: dict[int, int]
    board: int = 0
    streets: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    """The street that comes to a board of so many cards, and how many it brings."""
    shown: set[int] = field(default_factory=set)
    dealt: set[int] = field(default_factory=set)
    """Players who have their first cards."""
    got: set[int] = field(default_factory=set)
    """Players who have had a card since the last burn."""
    bring_in: int = 0
    low_is_all_in: bool = False
    """Whether the player whose door card brings it in has nothing left after his ante."""

    def put(self, player: int, to_chips: int) -> None:
        self.stacks[player] -= to_chips - self.bets.get(player, 0)
        self.bets[player] = to_chips
        self.level_chips = max(self.level_chips, to_chips)

    def behind(self, player: int) -> int:
        """All that a player could have in this street."""
        return self.bets.get(player, 0) + self.stacks[player]


def _opening(hand: PhhHand, header: Header) -> _Round:
    """Stacks and bets after antes and blinds; of two players the first has the big blind."""
    turned = len(hand.starting_stacks) == 2  # noqa: PLR2004 - PHH lists blinds and antes of two players small blind first
    blinds = (hand.blinds or (0,) * len(hand.starting_stacks))[:: -1 if turned else 1]
    antes = hand.antes[::-1] if turned else hand.antes
    stacks: dict[int, int] = {}
    bets: dict[int, int] = {}
    for player, (stack, ante, blind) in enumerate(zip(hand.starting_stacks, antes, blinds, strict=True), start=1):
        left = stack - min(ante, stack)
        bets[player] = min(blind, left)
        stacks[player] = left - bets[player]
    return _Round(header.big_blind_chips, bets, stacks, bring_in=header.bring_in_chips)


def _lines(hand: PhhHand, header: Header) -> Iterator[str]:
    acts = with_names(hand.acts)
    hands = first_cards(acts)
    if VARIANTS[hand.variant].deals_up:
        hands = _in_places(hands, acts)
    dealt = {
        player: [card for card in cards if card] for player, cards in hands.items() if cards and cards[0] is not None
    }
    game = VARIANTS[hand.variant]
    open_cards, acts = _before_the_bets(acts, game)
    board = [f"board={''.join(open_cards)}"] if open_cards else []
    yield " ".join(["deal", *(f"{player}={''.join(cards)}" for player, cards in sorted(dealt.items())), *board])
    betting = _opening(hand, header)
    betting.streets = {game.board_by(one.name) - one.board: (one.name, one.board) for one in game.streets}
    betting.board = game.first.board
    doors = {player: door for player, cards in hands.items() if cards and (door := cards[-1]) is not None}
    low = up_cards.brings_in(doors, low_wins=VARIANTS[hand.variant].low_wins)
    betting.low_is_all_in = low is not None and not betting.stacks[low]
    for act in acts:
        yield from _act_lines(act, betting)


def _before_the_bets(acts: tuple[PhhAct, ...], game: Variant) -> tuple[tuple[Card, ...], tuple[PhhAct, ...]]:
    """The cards that lie on the board before anybody bets, if the file names them, and all acts but that."""
    first = next((act for act in acts if isinstance(act, BoardDealt)), None) if game.first.board else None
    named = tuple(card for card in first.cards if card is not None) if first is not None else ()
    return named if len(named) == game.first.board else (), tuple(act for act in acts if act is not first)


def _in_places(
    hands: Mapping[int, tuple[Card | None, ...]], acts: Iterable[PhhAct]
) -> dict[int, tuple[Card | None, ...]]:
    """The hands of which a card is known, each card in its place: for the others any that the file does not name."""
    named = {card for act in acts if not isinstance(act, _WITHOUT_CARDS) for card in act.cards}
    spare = (card for card in SPARE_ORDER if card not in named)
    known = {player: cards for player, cards in hands.items() if any(cards)}
    return {player: tuple(card or next(spare) for card in cards) for player, cards in known.items()}


def _act_lines(act: PhhAct, betting: _Round) -> Iterator[str]:  # noqa: C901 - one case a type
    match act:
        case HoleDealt() if act.player not in betting.dealt:
            betting.dealt.add(act.player)
        case BroughtIn():
            betting.put(act.player, min(betting.bring_in, betting.behind(act.player)))
            betting.level_chips = betting.bring_in
            if betting.low_is_all_in:  # the table asks for no bring-in then, but for a call of it
                yield f"{act.player}: calls"
        case HoleDealt():
            if act.player in betting.got or not betting.got:
                yield "burn"
                betting.level_chips, betting.bets, betting.got = 0, {}, set()
            betting.got.add(act.player)
            yield from (f"card {act.player} {card or ''}".rstrip() for card in act.cards)
        case StoodPatOrDiscarded():
            betting.level_chips, betting.bets, betting.got = 0, {}, set()
            named = "".join(card for card in act.cards if card)
            told = named if len(named) == 2 * len(act.cards) else f"{len(act.cards)}"
            yield f"{act.player}: discards {told}" if act.cards else f"{act.player}: stands pat"
        case BoardDealt():
            yield from _for_everybody(act) if betting.bring_in else _board_lines(act, betting)
            betting.level_chips, betting.bets = 0, {}
        case Folded():
            betting.got = set()
            yield f"{act.player}: folds"
        case CheckedOrCalled():
            betting.got = set()
            owed = min(betting.level_chips, betting.behind(act.player)) - betting.bets.get(act.player, 0)
            if owed > 0:
                betting.put(act.player, betting.bets.get(act.player, 0) + owed)
            yield f"{act.player}: {'calls' if owed > 0 else 'checks'}"
        case BetTo():
            betting.got = set()
            word, to_chips = "raises to" if betting.level_chips else "bets", int(act.to_chips)
            all_in = to_chips == betting.behind(act.player)
            betting.put(act.player, to_chips)
            yield f"{act.player}: all-in" if all_in else f"{act.player}: {word} {to_chips}"
        case ShowedOrMucked():
            if act.player not in betting.shown:
                yield f"{act.player}: {'shows' if act.cards else 'mucks'}"
            betting.shown.add(act.player)


def _board_lines(act: BoardDealt, betting: _Round) -> Iterator[str]:
    cards = list(act.cards)
    while cards:
        street, count = betting.streets.get(betting.board, ("board", len(cards)))
        here, cards = cards[:count], cards[count:]
        betting.board += len(here)
        named = "".join(card for card in here if card)
        yield f"{street} {named}" if len(named) == 2 * count else street


def _for_everybody(act: BoardDealt) -> Iterator[str]:
    """The one card of stud's last street where the stub is too short for a card to each hand."""
    yield "burn"
    yield from (f"board {card or ''}".rstrip() for card in act.cards)


def _with_dead_small(header: Header) -> tuple[Header, list[str]]:
    """A table on which the small blind's place has just been left, by a hand played before.

    A guest sits between the button and the big blind and has the big blind of the hand before;
    everyone folds to it, it leaves, and the small blind is dead. What the hand before takes from
    the others, they start with.
    """
    players = [seat for seat, _ in header.stacks]
    guest = len(players) + 1
    paid = header.ante_chips if header.ante_mode == "all" else 0
    stacks = [(seat, chips + paid) for seat, chips in header.stacks]
    stacks[-1] = (players[-1], stacks[-1][1] + header.small_blind_chips)
    stacks.append((guest, 2 * (header.big_blind_chips + header.ante_chips)))
    folds = [f"{seat}: folds" for seat in players]
    lines = ["deal", *folds, f"stand {guest}", "next hand"]
    return replace(header, stacks=tuple(stacks), seats=guest, button=players[-2]), lines
