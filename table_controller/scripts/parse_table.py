"""Lines of a script that tell what the dealer, the floor and the table do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from msgspec import convert

from firmware_bridge.vocabulary.cards import Card, parse_card, parse_cards
from table_controller.game.variants import VARIANTS
from table_controller.scripts import steps
from table_controller.scripts.words import Words, read_seat, read_slug

_STREETS: Final[tuple[steps.Street, ...]] = ("flop", "turn", "river", "showdown")
_FLOP_CARDS: Final = min(street.board for one in VARIANTS.values() if (street := one.street("flop")) is not None)
"""The fewest that a flop is, whatever the game."""


def _deal(line: int, words: Words) -> steps.Deal:
    hands: dict[int, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    while words.peek():
        word = words.next("cards")
        seat, equals, cards = word.partition("=")
        if not equals or not cards:
            raise ValueError(f"{word!r} is not a seat with its cards, like 3=AhKh")
        if seat == "board":
            board = parse_cards(cards)
            continue
        if read_seat(seat) in hands:
            raise ValueError(f"seat {seat} is named twice")
        hands[int(seat)] = parse_cards(cards)
    every = [*board, *(card for cards in hands.values() for card in cards)]
    if len(set(every)) != len(every):
        raise ValueError("one card is named for two seats" if not board else "one card is named twice")
    return steps.Deal(line, tuple(hands.items()), board)


def _card(line: int, words: Words) -> steps.DealCard:
    seat = words.seat()
    card = words.card() if words.peek() not in {"", "exposed"} else None
    return steps.DealCard(line, seat, card, words.took("exposed"))


def _expose(line: int, words: Words) -> steps.Expose:
    return steps.Expose(line, words.seat(), words.card() if words.peek() else None)


def _street(street: Literal["flop", "turn", "river"]) -> Callable[[int, Words], steps.StreetCards]:
    least = _FLOP_CARDS if street == "flop" else 1

    def parse(line: int, words: Words) -> steps.StreetCards:
        cards = words.cards()
        if cards and len(cards) < least:
            raise ValueError(f"a {street} is {least} cards or more: name all of them or none")
        return steps.StreetCards(line, street, cards)

    return parse


def _boxed(line: int, words: Words) -> steps.Boxed:
    seat = words.seat() if words.peek().isdigit() else None
    return steps.Boxed(line, seat, words.card() if words.peek() else None)


def _next_hand(line: int, words: Words) -> steps.NextHand:
    words.one_of("the word after next", ("hand",))
    return steps.NextHand(line)


def _bubble(line: int, words: Words) -> steps.Announced:
    return steps.Announced(line, "bubble-over" if words.took("over") else "bubble")


def _break(line: int, words: Words) -> steps.Announced:
    if words.took("in"):
        return steps.Announced(line, "break-due", words.number("seconds"))
    return steps.Announced(line, "break-over" if words.took("over") else "break")


def _make_change(line: int, words: Words) -> steps.MakeChange:
    words.one_of("the word after make", ("change",))
    return steps.MakeChange(line, words.seat())


def _new_dealer(line: int, words: Words) -> steps.Announced:
    words.one_of("the word after new", ("dealer",))
    return steps.Announced(line, "new-dealer")


def _wait(line: int, words: Words) -> steps.Wait:
    word = words.next("seconds")
    whole, _, part = word.partition(".")
    if not (whole + part).isdigit() or not word.isascii():
        raise ValueError(f"seconds must be a number, not {word!r}")
    return steps.Wait(line, float(word))


def _sit(line: int, words: Words) -> steps.Sit:
    seat, stack = words.seat(), words.number("a stack", least=1)
    entries: tuple[Literal["new", "moved"], ...] = ("new", "moved")
    return steps.Sit(line, seat, stack, words.one_of("how the player came", entries) if words.peek() else "new")


def _level(line: int, words: Words) -> steps.Level | steps.Announced:
    if words.took("in"):
        return steps.Announced(line, "level-due", words.number("seconds"))
    small, big = words.number("the small blind"), words.number("the big blind", least=1)
    return steps.Level(line, small, big, words.number("the ante") if words.peek() else 0)


_GAME_KEYS: Final = ("blinds", "bets", "bring_in", "ante", "ante_mode")


def _game(line: int, words: Words) -> steps.Game:
    variant = words.one_of("a game", tuple(VARIANTS))
    named: dict[str, int | str] = {}
    text = " ".join(words.rest("a key")) if words.peek() else ""
    for word in re.sub(r"\s*([,=\[])\s*|\s+(?=\])", r"\1", text).split():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise ValueError(f"{word!r} is not key=value, like ante=25")
        if key not in _GAME_KEYS:
            raise ValueError(f"{key!r} is no key of a game; the keys are {', '.join(_GAME_KEYS)}")
        named |= _game_value(key, value)
    return convert({"line": line, "variant": variant, **named}, steps.Game)


def _game_value(key: str, value: str) -> dict[str, int | str]:
    """The fields of a game that one of its keys stands for."""
    if key == "ante_mode":
        if value.strip('"') not in ("all", "bb"):
            raise ValueError(f"ante_mode is one of all, bb, not {value!r}")
        return {key: value.strip('"')}
    if key in ("ante", "bring_in"):
        return {f"{key}_chips": Words([value]).number(key)}
    both = value.removeprefix("[").removesuffix("]").split(",")
    if len(both) != 2:  # noqa: PLR2004 - the small one and the big one
        raise ValueError(f"{key} must be the small and the big one, like {key}=[100,200], not {value!r}")
    small, big = (Words([one]).number(key, least=int(key == "bets")) for one in both)
    if not small <= big or not big:
        raise ValueError(f"{key}: the big one must be above nothing and not below the small one, not {value!r}")
    one = key.removesuffix("s")
    return {f"small_{one}_chips": small, f"big_{one}_chips": big}


def _floor(line: int, words: Words) -> steps.Floor:
    option = read_slug(words.next("an option"), "an option")
    arguments: list[tuple[str, str]] = []
    while words.peek():
        word = words.next("an argument")
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise ValueError(f"{word!r} is not key=value, like card=9s")
        arguments.append((key, value))
    return steps.Floor(line, option, tuple(arguments))


def _race(line: int, words: Words) -> steps.Race:
    denomination, drawn = words.number("a denomination", least=1), []
    while words.peek():
        seat, _, card = words.next("a drawn card").partition("=")
        drawn.append((read_seat(seat), parse_card(card)))
    return steps.Race(line, denomination, tuple(drawn))


TABLE_STEPS: Final[dict[str, Callable[[int, Words], steps.TableStep]]] = {
    "deal": _deal,
    "shuffle": lambda line, _: steps.Shuffle(line),
    "card": _card,
    "stuck": lambda line, words: steps.Stuck(line, words.seat()),
    "expose": _expose,
    "burn": lambda line, _: steps.BurnCard(line),
    "board": lambda line, words: steps.BoardCards(line, words.cards()),
    "flop": _street("flop"),
    "turn": _street("turn"),
    "river": _street("river"),
    "to": lambda line, words: steps.PlayTo(line, words.one_of("the street to play to", _STREETS)),
    "boxed": _boxed,
    "foreign": lambda line, words: steps.Foreign(line, words.seat()),
    "duplicate": lambda line, words: steps.Duplicate(line, words.seat(), words.card()),
    "missing": lambda line, words: steps.Missing(line, words.card()),
    "muck": lambda line, words: steps.TakeCards(line, words.seat()),
    "puck": lambda line, words: steps.PutPuck(line, words.seat()),
    "wait": _wait,
    "race": _race,
    "lost": lambda line, words: steps.Lost(line, words.seat(), words.chips()),
    "next": _next_hand,
    "bubble": _bubble,
    "break": _break,
    "gather": lambda line, words: steps.Gathers(line, words.seat()),
    "new": _new_dealer,
    "sit": _sit,
    "stand": lambda line, words: steps.Stand(line, words.seat()),
    "level": _level,
    "game": _game,
    "penalty": lambda line, words: steps.Penalty(line, words.seat(), words.number("hands", least=1)),
    "change": lambda line, words: steps.Change(line, words.seat(), words.chips()),
    "hidden": lambda line, words: steps.Hidden(line, words.seat(), words.chips()),
    "floor": _floor,
    "return": lambda line, words: steps.ReturnTo(line, words.seat()),
    "push": lambda line, words: steps.PushTo(line, words.seat()),
    "make": _make_change,
    "clock": lambda line, _: steps.CallsTime(line),
    "shuffler": lambda line, _: steps.Announced(line, "shuffler"),
}
"""The first word of a line, and what reads the rest of it."""
