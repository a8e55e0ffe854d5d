"""Reads poker hand histories in the PHH format: one hand a file, its acts as values.

pokerkit reads the file and is the referee where a file names no finishing stacks. Player 1 sits
first left of the button, the last player on it; of two players the first has the big blind.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from decimal import Decimal
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card, parse_card
from firmware_bridge.vocabulary.whole_files import read_setting
from table_controller.game.variants import PLAYED

if TYPE_CHECKING:
    from pokerkit.notation import HandHistory

_AMOUNT: Final = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)
_FINEST: Final = 1000
"""Finer than any money is counted."""

UNKNOWN: Final = "??"
"""How PHH writes a card that nobody saw."""


class PhhError(Exception):
    """A file is not a hand history: the path and the reason."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path} {reason}")


class HoleDealt(Struct, frozen=True):
    """Hole cards of a player, in order; None for a card nobody saw."""

    player: int
    cards: tuple[Card | None, ...]


class BoardDealt(Struct, frozen=True):
    """Cards to the board."""

    cards: tuple[Card | None, ...]


class Folded(Struct, frozen=True):
    """A player folds."""

    player: int


class BroughtIn(Struct, frozen=True):
    """A player posts the bring-in."""

    player: int


class CheckedOrCalled(Struct, frozen=True):
    """A player checks, or calls if there is a bet."""

    player: int


class BetTo(Struct, frozen=True):
    """A player bets or raises to a total for the street; a file may have parts of a chip."""

    player: int
    to_chips: int | Decimal


class StoodPatOrDiscarded(Struct, frozen=True):
    """A player throws these cards away for others, or none."""

    player: int
    cards: tuple[Card | None, ...]


class ShowedOrMucked(Struct, frozen=True):
    """A player shows these cards, or none."""

    player: int
    cards: tuple[Card | None, ...]


PhhAct: TypeAlias = (
    HoleDealt | BoardDealt | Folded | BroughtIn | CheckedOrCalled | BetTo | StoodPatOrDiscarded | ShowedOrMucked
)


class PhhHand(Struct, frozen=True):
    """A hand as its file tells it. Players count from 1; entry 0 of each tuple is player 1.

    `finishing_stacks` is None where the file has none; a share of an odd chip may be a fraction there.
    `bring_in` is that of stud, `bets` the small and the big bet of a limit game. `acts` is empty for a game that the
    engine does not play.
    Only whole chips can lie on a table: where the file has parts of them, all amounts here are `scale` times those of
    the file, the least whole number of times that makes them whole.
    """

    path: str
    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    acts: tuple[PhhAct, ...]
    finishing_stacks: tuple[int | Decimal, ...] | None
    bring_in: int = 0
    bets: tuple[int, int] = (0, 0)
    scale: int = 1


def read_phh(path: Path) -> PhhHand:
    """Read one hand; raise `PhhError` naming the file and what is wrong with it."""
    return hand_of(str(path), _load(path))


def hand_of(path: str, history: HandHistory) -> PhhHand:
    """A hand from pokerkit's reading of it; `path` stands in complaints."""
    played = history.variant in PLAYED
    stacks = tuple(history.starting_stacks)
    finishing = None if history.finishing_stacks is None else tuple(history.finishing_stacks)
    for name, row in (("finishing_stacks", finishing), ("antes", history.antes)):
        if row is not None and len(row) != len(stacks):
            raise PhhError(path, f"{name}: {len(row)} entries for {len(stacks)} players")
    acts = tuple(_act(path, text, len(stacks)) for text in history.actions) if played else ()
    blinds = tuple(history.blinds_or_straddles or ())
    bets = (act.to_chips for act in acts if isinstance(act, BetTo))
    sizes = (history.bring_in or 0, history.small_bet or 0, history.big_bet or 0)
    scale = _scale(path, (*stacks, *history.antes, *blinds, *sizes, *bets))

    def whole(amounts: Sequence[int | Decimal]) -> tuple[int, ...]:
        return tuple(int(amount * scale) for amount in amounts)

    bring_in, small_bet, big_bet = whole(sizes)
    return PhhHand(
        path=path,
        variant=history.variant,
        antes=whole(history.antes),
        blinds=whole(blinds),
        starting_stacks=whole(stacks),
        acts=tuple(BetTo(act.player, int(act.to_chips * scale)) if isinstance(act, BetTo) else act for act in acts),
        finishing_stacks=None if finishing is None else tuple(map(_whole, (chips * scale for chips in finishing))),
        bring_in=bring_in,
        bets=(small_bet, big_bet),
        scale=scale,
    )


def _scale(path: str, amounts: Sequence[int | Decimal]) -> int:
    """How many times the amounts must be taken to be whole."""
    if not all(type(amount) in (int, Decimal) and Decimal(amount).is_finite() for amount in amounts):
        raise PhhError(path, "stacks, antes, blinds, bets: not all are numbers")
    scale = lcm(*(Decimal(amount).as_integer_ratio()[1] for amount in amounts))
    if scale > _FINEST:
        raise PhhError(path, f"stacks, antes, blinds, bets: in parts of a chip finer than 1/{_FINEST}")
    return scale


def referee_stacks(path: Path, scale: int = 1) -> tuple[int | Decimal, ...]:
    """Finishing stacks as pokerkit's own replay of the file gives them, `scale` times."""
    history = _load(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)  # pokerkit only warns of a card dealt twice
        try:
            *_, last = history
        except (ValueError, UserWarning) as problem:
            raise PhhError(str(path), f"pokerkit cannot replay it: {problem}") from None
    return tuple(_whole(Decimal(chips) * scale) for chips in last.stacks)


def _load(path: Path) -> HandHistory:
    from pokerkit.notation import HandHistory

    try:
        text = read_setting(path)
        if not text.strip():
            raise PhhError(str(path), "is empty")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # it warns of each field that it does not know
            return HandHistory.loads(text, parse_value=cast("Any", _number))
    except OSError as problem:
        raise PhhError(str(path), f"cannot be opened: {problem.strerror}") from None
    except TypeError as problem:  # its fields are the arguments of a constructor: what lacks stands in quotes
        if not (lacks := re.findall("'([a-z_]+)'", str(problem))):
            raise PhhError(str(path), f"is not a hand history: {problem}") from None
        raise PhhError(str(path), f"is not a hand history: {', '.join(lacks)} missing") from None
    except (ValueError, KeyError) as problem:
        raise PhhError(str(path), f"is not a hand history: {problem}") from None
    except RecursionError:  # pokerkit reads it by a parser of its own choice
        raise PhhError(str(path), "is not a hand history: nested too deeply") from None


def _number(text: str) -> int | Decimal:
    """Whole amounts as `int`, so that a fraction shows by its type."""
    return _whole(Decimal(text))


def _whole(number: int | Decimal) -> int | Decimal:
    number = Decimal(number)
    return int(number) if number.is_finite() and number == number.to_integral_value() else number


def _act(path: str, text: str, players: int) -> PhhAct:
    words = text.partition("#")[0].split()
    try:
        return parse_act(words, players)
    except (ValueError, IndexError) as problem:
        raise PhhError(path, f"action {text!r}: {problem}") from None


def parse_act(words: Sequence[str], players: int) -> PhhAct:
    """The act that the words of an action tell; raise `ValueError` if they tell none."""
    match words:
        case ["d", "dh", player, cards]:
            return HoleDealt(_player(player, players), _cards(cards))
        case ["d", "db", cards]:
            return BoardDealt(_cards(cards))
        case [player, "f"]:
            return Folded(_player(player, players))
        case [player, "pb"]:
            return BroughtIn(_player(player, players))
        case [player, "cc"]:
            return CheckedOrCalled(_player(player, players))
        case [player, "cbr", amount] if _AMOUNT.fullmatch(amount):
            return BetTo(_player(player, players), _number(amount))
        case [player, "sd"]:
            return StoodPatOrDiscarded(_player(player, players), ())
        case [player, "sd", cards]:
            return StoodPatOrDiscarded(_player(player, players), _cards(cards))
        case [player, "sm"]:
            return ShowedOrMucked(_player(player, players), ())
        case [player, "sm", cards]:
            return ShowedOrMucked(_player(player, players), _cards(cards))
        case _:
            raise ValueError("is no act that the format knows, or one of a game that is not played yet")


def _player(word: str, players: int) -> int:
    number = int(word[1:]) if word[:1] == "p" and word[1:].isdigit() else 0
    if not 1 <= number <= players:
        raise ValueError(f"{word!r} is not a player from p1 to p{players}")
    return number


def _cards(word: str) -> tuple[Card | None, ...]:
    pairs = [word[at : at + 2] for at in range(0, len(word), 2)]
    return tuple(None if UNKNOWN[0] in pair else parse_card(pair) for pair in pairs)


def with_names(acts: Sequence[PhhAct]) -> tuple[PhhAct, ...]:
    """The acts with the cards of each player named as far as they became known, when they were shown at last.

    Of cards that nobody saw a player is taken to throw away those that came last.
    """
    hands: dict[int, list[tuple[int, int]]] = {}
    known: dict[tuple[int, int], Card | None] = {}
    for at, act in enumerate(acts):
        match act:
            case HoleDealt(player, cards):
                hands.setdefault(player, []).extend((at, number) for number in range(len(cards)))
                known |= {(at, number): card for number, card in enumerate(cards)}
            case StoodPatOrDiscarded(player, cards) if cards:
                hands[player] = _kept(hands.get(player, []), known, cards)
            case ShowedOrMucked(player, cards) if cards and None in [known[one] for one in hands.get(player, [])]:
                told = [known[one] for one in hands[player]]
                new = [card for card in cards if card not in told]
                known |= dict(zip((one for one in hands[player] if known[one] is None), new, strict=False))
            case _:
                pass
    return tuple(_named(act, at, known) for at, act in enumerate(acts))


def _kept(
    hand: list[tuple[int, int]], known: dict[tuple[int, int], Card | None], gone: tuple[Card | None, ...]
) -> list[tuple[int, int]]:
    left = [one for one in hand if known[one] is None or known[one] not in gone]
    over = max(0, len(left) - (len(hand) - len(gone)))
    last = sorted(left, key=lambda one: (known[one] is None, one), reverse=True)[:over]
    return [one for one in left if one not in last]


def _named(act: PhhAct, at: int, known: dict[tuple[int, int], Card | None]) -> PhhAct:
    if not isinstance(act, HoleDealt):
        return act
    return HoleDealt(act.player, tuple(known[at, number] for number in range(len(act.cards))))


def first_cards(acts: Sequence[PhhAct]) -> dict[int, tuple[Card | None, ...]]:
    """The cards that each player is dealt before anybody acts."""
    hands: dict[int, tuple[Card | None, ...]] = {}
    for act in acts:
        if not isinstance(act, HoleDealt):
            break
        hands[act.player] = (*hands.get(act.player, ()), *act.cards)
    return hands
