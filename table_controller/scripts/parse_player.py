"""Lines of a script that tell what a player does: ``3: raises to 1600``."""

from __future__ import annotations

from typing import Final, Literal

from table_controller.scripts import steps
from table_controller.scripts.words import Words, read_seat, read_spoken

PLAYER_WORDS: Final = (
    *("folds", "checks", "calls", "bets", "raises", "all-in", "says", "pushes", "pulls", "shows", "mucks"),
    *("discards", "stands"),
    *("away", "back", "clock", "asks", "uses", "hides", "picks", "gives"),
)


_ASKED: Final[tuple[Literal["count", "review", "to see"], ...]] = ("count", "review", "to see")
"""What may be asked."""


def parse_player(line: int, seat_word: str, words: Words) -> steps.PlayerStep:
    """Read what follows ``SEAT:``; raise `ValueError` for what no player does."""
    seat = read_seat(seat_word)
    match words.next("what the player does"):
        case "folds":
            return steps.FoldsSilently(line, seat) if words.took("silently") else steps.Plain(line, seat, "folds")
        case "checks" | "calls" | "all-in" as plain:
            return steps.Plain(line, seat, plain)
        case "bets":
            return steps.Plain(line, seat, "bets", words.number("the bet", least=1))
        case "raises":
            words.one_of("the word after raises", ("to",))
            return steps.Plain(line, seat, "raises", words.number("the total", least=1))
        case "says":
            return _says(line, seat, words)
        case "pushes":
            return steps.Pushes(line, seat, words.chips())
        case "pulls":
            return steps.Pulls(line, seat, words.chips())
        case "shows":
            return steps.Shows(line, seat, words.card() if words.peek() else None)
        case "mucks":
            return steps.Mucks(line, seat)
        case "discards":
            return _discards(line, seat, words)
        case "stands":
            words.one_of("the word after stands", ("pat",))
            return steps.Discards(line, seat, 0)
        case other:
            return _conduct(line, seat, other, words)


def _discards(line: int, seat: int, words: Words) -> steps.Discards:
    """``discards KhQd`` or ``discards 2``."""
    if words.peek().isdecimal():
        return steps.Discards(line, seat, words.number("how many cards", least=1))
    cards = words.cards()
    if not cards:
        raise ValueError("cards are missing at the end: write discards KhQd, or discards 2")
    return steps.Discards(line, seat, len(cards), cards)


def _conduct(line: int, seat: int, word: str, words: Words) -> steps.Conducts:
    """What a player does that is no act of the betting."""
    match word:
        case "away" | "back" | "clock" as what:
            return steps.Presence(line, seat, what, near=what == "away" and words.took("near"))
        case "picks":
            words.one_of("the word after picks", ("up",))
            return steps.Behaves(line, seat, "picks-up")
        case "uses":
            words.one_of("what is used", ("device",))
            return steps.Behaves(line, seat, "device")
        case "hides":
            words.one_of("what is hidden", ("cards",))
            return steps.Behaves(line, seat, "cards-off")
        case "gives":
            words.one_of("what is given", ("cards",))
            words.one_of("the word after cards", ("to",))
            return steps.GivesCards(line, seat, words.seat())
        case "asks":
            return _asks(line, seat, words)
        case unknown:
            raise ValueError(f"{unknown!r} is nothing that a player does; the words are {', '.join(PLAYER_WORDS)}")


def _says(line: int, seat: int, words: Words) -> steps.Says:
    quoted = words.next("what is said")
    if not quoted.startswith('"') or not quoted.strip('" '):
        raise ValueError(f'what is said stands between quotes, like says "raise 800", not {quoted}')
    text = quoted.strip('"')
    word, amount_chips = read_spoken(text)
    return steps.Says(line, seat, word, amount_chips, text)


def _asks(line: int, seat: int, words: Words) -> steps.Asks:
    if words.took("to"):
        words.one_of("the word after asks to", ("see",))
        return steps.Asks(line, seat, "to see", words.seat())
    asked = words.one_of("what is asked", _ASKED)
    return steps.Asks(line, seat, asked, words.seat())
