"""Random evenings that people could play: a table's header, and lines, half of them as they should be and half not.

Irregular lines are drawn so that they meet: while a case is open, out of turn beside chips that lie loose, between two
rounds, after chips went back, under an all-in, and from the seat that was odd just now.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from support.walk_laws import LIVE, NEXT_LINES, in_chips, live, places, under_way, with_chips

from table_controller.game.variants import VARIANTS, Variant
from table_controller.scripts.follow_answer import Answer, CaseAnswer

BOOKS: Final = ("tda-holdem", "ipo-2015", "tda-2019", "tda-2024-rp", "figp-2012")
LADDERS: Final = (
    (25, 100, 500, 1000, 5000),
    (100, 500, 1000, 5000),
    (50, 100, 500, 1000),
    (100, 1000, 5000),
    (500, 1000, 5000),
    (1, 5, 25, 100, 500),
)
RANKS: Final = "23456789TJQKA"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in "cdhs")
HOLDEM: Final = ("NT", "NT", "NT", "PT", "FT")
WITH_A_BOARD: Final = ("NS", "PO", "PO5", "PC", "PO/8", "FO/8")
DRAWS: Final = ("N5D", "N2L1D", "F2L3D", "FB")
STUD: Final = ("F7S", "F7S/8", "FR")
OTHER_GAMES: Final = (*WITH_A_BOARD, *DRAWS, *STUD)


@dataclass(frozen=True)
class Header:
    """A table: what stands in the header of a script."""

    book: str
    variant: str
    small: int
    big: int
    stacks: tuple[tuple[int, int], ...]
    chips: tuple[int, ...]
    button: int
    seats: int
    ante: int = 0
    ante_mode: str | None = None

    def text(self) -> str:
        """The header as TOML."""
        game = VARIANTS[self.variant]
        lines = [
            'title    = "A walk"',
            f'rulebook = "{self.book}"',
            f'variant  = "{self.variant}"',
            *([f"blinds   = [{self.small}, {self.big}]"] if game.forced == "blinds" else [f"bring_in = {self.small}"]),
            *([f"bets     = [{self.big}, {2 * self.big}]"] if game.betting == "fixed-limit" else ()),
            *([f"ante     = {self.ante}"] if self.ante else ()),
            *([f'ante_mode = "{self.ante_mode}"'] if self.ante and self.ante_mode else ()),
            f"button   = {self.button}",
            f"seats    = {self.seats}",
            f"stacks   = {{ {', '.join(f'{seat} = {chips}' for seat, chips in self.stacks)} }}",
            f"chips    = [{', '.join(map(str, self.chips))}]",
        ]
        return "\n".join(lines) + "\n"


MOST_DRAWN: Final = 3
"""A walk throws away so many cards in a draw, at most."""


def _most_players(game: Variant) -> int:
    """For so many a deck is enough, with some cards more that lie where they should not."""
    cards = sum(street.down + street.up + MOST_DRAWN * street.draws for street in game.streets)
    middle = sum(street.burn + street.board for street in game.streets)
    return min(10, (game.deck_size - middle - STRAY_CARDS_AT_MOST) // cards)


def drawn_header(chance: random.Random, variants: Sequence[str] = HOLDEM) -> Header:
    """A table of 2 to 10 players, stacks short and deep, antes or none, small chips or none."""
    chips = chance.choice(LADDERS)
    unit = chips[0]
    small = unit * chance.choice((1, 2, 4))
    big = 2 * small
    count = chance.choice((2, 2, 3, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10))
    variant = chance.choice(variants)
    count = min(count, _most_players(VARIANTS[variant]))
    seats = sorted(chance.sample(range(1, 11), count))
    deep = chance.choice((3, 8, 20, 60))
    stacks = tuple((seat, unit * max(1, round(chance.uniform(0.2, 1.6) * deep * big / unit))) for seat in seats)
    ante = chance.choice((0, 0, unit, big)) if VARIANTS[variant].forced != "bring-in" else unit
    return Header(
        book=chance.choice(BOOKS),
        variant=variant,
        small=small,
        big=big,
        stacks=stacks,
        chips=chips,
        button=chance.choice(seats),
        seats=max(*seats, chance.randint(2, 10)),
        ante=ante,
        ante_mode=chance.choice(("all", "bb", None)) if ante else None,
    )


@dataclass(frozen=True)
class Mood:
    """What the walk keeps in mind: cards that it will lay on the board, and the seat of the last irregular act."""

    board: tuple[str, ...] = ()
    odd_seat: int | None = None


# --- lines as they should be ------------------------------------------------------------------------------------------


def next_line(
    chance: random.Random,
    header: Header,
    answer: Answer,
    mood: Mood = Mood(),
    *,
    eager: float = 0.3,
    timid: float = 0.0,
) -> str:
    """A line that does what comes next.

    `eager` is how often a player bets, raises or folds, `timid` how often one who faces a bet folds.
    """
    code, _, seat = answer.next.partition(" ")
    if code == "call-floor":
        return ruling(chance, answer, [case for case in answer.cases if case.stops])
    if code == "new-hand":
        return "next hand" if answer.phase == "settled" else "deal"
    if answer.misdeal and code in ("deal-card", "await"):
        return "deal"
    if code in ("deal-flop", "deal-turn", "deal-river") and len(mood.board) == 5:
        first = VARIANTS[header.variant].first.board
        named = {"deal-flop": mood.board[first:3], "deal-turn": mood.board[3:4], "deal-river": mood.board[4:]}[code]
        return f"board {''.join(named)}"
    if code in NEXT_LINES:
        return NEXT_LINES[code].format(s=seat)
    if code != "await":
        return "burn"
    if answer.awaited == "act":
        folds = timid and "fold" in (answer.may or ()) and chance.random() < timid
        return f"{seat}: {'folds' if folds else act_open(chance, header, answer, eager)}"
    if answer.awaited in ("post", "owed"):
        return f"{seat}: pushes {in_chips(answer.seats[seat].owes, header.chips) or '0'}"
    if answer.awaited == "discard":
        count = chance.randint(0, min(MOST_DRAWN, answer.seats[seat].cards))
        return f"{seat}: discards {count}" if count else f"{seat}: stands pat"
    return f"{seat}: shows"


def act_open(chance: random.Random, header: Header, answer: Answer, eager: float) -> str:
    """A plain act that is open to the seat to act."""
    may = answer.may or ("check",)
    kinds = [kind for kind in may if kind in ("check", "call")] or list(may)
    kind = kinds[0] if chance.random() >= eager else chance.choice(may)
    place = answer.seats[str(answer.turn)]
    match kind:
        case "fold":
            return "folds"
        case "check":
            return "checks"
        case "call":
            return "calls"
        case _:
            least, most = answer.min_raise_to or 0, min(answer.max_raise_to or 0, place.stack + place.bet)
            if most <= 0:
                return "checks" if "check" in may else "calls" if "call" in may else "folds"
            if most <= least or chance.random() < 0.25:
                return f"{'bets' if kind == 'bet' else 'raises to'} {max(1, most)}"
            unit = header.chips[0]
            to = least + unit * int((most - least) / unit * chance.choice((0, 0, 0.1, 0.3, 0.5)))
            return f"{'bets' if kind == 'bet' else 'raises to'} {to}"


def ruling(chance: random.Random, answer: Answer, cases: Sequence[CaseAnswer]) -> str:
    """The floor picks any option of any of these cases."""
    case = chance.choice([case for case in cases if case.options] or list(cases))
    return picked(chance, answer, case, chance.choice(case.options or ("play-on",)))


def picked(chance: random.Random, answer: Answer, case: CaseAnswer, option: str) -> str:
    """The line that picks an option of a case, its arguments drawn."""
    line = f"floor {option}"
    for name in case.args.get(option, ()):
        line += f" {name}={_argument(chance, answer, case, name)}"
    several = [other for other in answer.cases if option in other.options]
    return f"{line} case={case.number}" if several[-1:] != [case] else line


def _argument(chance: random.Random, answer: Answer, case: CaseAnswer, name: str) -> str:
    match name:
        case "card":
            return chance.choice(answer.stray or answer.board or ("2c",))
        case "seat":
            return str(case.seat or chance.choice(live(answer) or [seat for seat, _ in places(answer)]))
        case "hands":
            return str(chance.randint(1, 2))
        case _:
            return "30"


def dealing(chance: random.Random, header: Header, answer: Answer) -> tuple[str, Mood]:
    """A deal: unnamed, card by card, or with hands and a board that tie often."""
    kind = chance.random()
    seats = with_chips(answer)
    if kind < 0.25 or len(seats) < 2:
        return "shuffle", Mood()
    if kind < 0.5 or header.variant not in HOLDEM:
        return "deal", Mood()
    deck = list(DECK)
    chance.shuffle(deck)
    board: tuple[str, ...] = tuple(deck[:5])
    if chance.random() < 0.4:
        board = chance.choice(
            (("Ac", "Kd", "Qs", "Jh", "Tc"), ("2c", "2d", "2h", "2s", "Ad"), ("Ac", "Kc", "Qd", "Jd", "9s"))
        )
    rest = [card for card in deck if card not in board]
    hands: dict[int, str] = {}
    pair = chance.sample(RANKS, 2)
    for seat in seats:
        wanted = [next((card for card in rest if card[0] == rank), None) for rank in pair]
        cards = [card for card in wanted if card is not None]
        if len(cards) < 2 or chance.random() < 0.4:
            cards = rest[:2]
        hands[seat] = "".join(cards)
        rest = [card for card in rest if card not in cards]
    dealt = [seat for seat in seats if answer.seats[str(seat)].status != "away"]
    return f"deal {' '.join(f'{seat}={hands[seat]}' for seat in dealt)}", Mood(board)


# --- lines as they should not be --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """What an odd line is drawn from: the table, and whose moment it is."""

    chance: random.Random
    header: Header
    answer: Answer
    seat: int


Draw = Callable[[Moment], str]


def _odd_chips(now: Moment) -> str:
    """Chips in one motion: one large, an undercall, a few odd ones."""
    chance, header, answer, seat = now.chance, now.header, now.answer, now.seat
    place = answer.seats[str(seat)]
    stack = place.stack
    sizes = [value for value in header.chips if value <= stack]
    if not sizes:
        return f"{seat}: checks"
    kind = chance.random()
    level = max(other.bet for _, other in places(answer))
    if kind < 0.35:
        return f"{seat}: pushes {chance.choice(sizes)}"
    if kind < 0.6 and level - place.bet > header.chips[0]:
        under = header.chips[0] * max(
            1, int((level - place.bet) / header.chips[0] * chance.choice((0.2, 0.5, 0.8, 1.3)))
        )
        return f"{seat}: pushes {in_chips(min(under, stack), header.chips)}"
    if kind < 0.9:
        value = chance.choice(sizes)
        return f"{seat}: pushes {in_chips(min(value * chance.randint(1, 3), stack), sizes)}"
    return f"{seat}: pushes {in_chips(stack, header.chips)}"


def _amount(chance: random.Random, header: Header, answer: Answer) -> int:
    level = max(header.big, *(place.bet for _, place in places(answer)))
    unit = header.chips[0]
    return unit * max(1, int(level * chance.choice((0.3, 0.5, 1, 1.2, 1.5, 2, 2, 2.5, 3, 5)) / unit))


def _words(now: Moment) -> str:
    chance, header, answer, seat = now.chance, now.header, now.answer, now.seat
    number = _amount(chance, header, answer)
    said = chance.choice(
        ("raise", f"raise {number}", f"{number}", "call", "call", "check", "fold", "all-in", "pot", f"bet {number}",
         "bet", "five", "two hundred", "let me see")
    )  # fmt: skip
    return f'{seat}: says "{said}"'


def _plainly(now: Moment) -> str:
    chance, header, answer, seat = now.chance, now.header, now.answer, now.seat
    number = _amount(chance, header, answer)
    act = chance.choice(("folds", "checks", "calls", "calls", f"bets {number}", f"raises to {number}", "all-in"))
    return f"{seat}: {act}"


def _pulls(now: Moment) -> str:
    chance, header, answer, seat = now.chance, now.header, now.answer, now.seat
    place = answer.seats[str(seat)]
    lies = place.bet + place.loose
    sizes = [value for value in header.chips if value <= lies]
    if not sizes:
        return _odd_chips(now)
    return f"{seat}: pulls {in_chips(chance.choice((lies, chance.choice(sizes))), header.chips)}"


def _loses(now: Moment) -> str:
    """Chips of a stack are gone: some of them, or all."""
    stack = now.answer.seats[str(now.seat)].stack
    sizes = [value for value in now.header.chips if value <= stack]
    if not sizes:
        return _odd_chips(now)
    gone = now.chance.choice((stack, stack // 2, now.chance.choice(sizes)))
    return f"lost {now.seat} {in_chips(max(gone, sizes[0]), sizes)}"


def _player(text: str) -> Draw:
    return lambda now: f"{now.seat}: {text}"


def _table(text: str) -> Draw:
    def line(now: Moment) -> str:
        chance = now.chance
        return text.format(
            s=now.seat,
            o=chance.choice([number for number, _ in places(now.answer)]),
            c=chance.choice(DECK),
            d=chance.choice(DECK),
            n=chance.choice(now.header.chips),
            k=chance.randint(1, 3),
        )

    return line


OF_THE_BETTING: Final[tuple[tuple[float, Draw], ...]] = (
    (6, _plainly),
    (6, _odd_chips),
    (5, _words),
    (3, _pulls),
    (2, _player("folds silently")),
    (2, _table("muck {s}")),
    (0.6, _player("shows")),
    (0.4, _player("mucks")),
    (0.5, _player("away")),
    (0.4, _player("back")),
    (0.4, _player("clock")),
    (0.3, _table("{s}: asks count {o}")),
    (0.3, _table("{s}: asks to see {o}")),
    (0.2, _player("uses device")),
    (1.0, _table("hidden {s} {n}")),
    (0.6, _loses),
    (0.4, _table("gather {s}")),
    (0.4, _table("return {s}")),
    (0.3, _table("push {s}")),
    (0.3, _table("make change {s}")),
    (0.3, _table("penalty {s} {k}")),
    (0.3, _table("wait 7")),
    (0.3, _table("clock")),
)
OF_THE_CARDS: Final[tuple[tuple[float, Draw], ...]] = (
    (2, _table("burn")),
    (2, _table("board {c}")),
    (1, _table("board")),
    (1, _table("flop")),
    (0.6, _table("turn")),
    (0.6, _table("river")),
    (0.6, _table("board {c}{d}")),
    (1.5, _table("card {s}")),
    (0.5, _table("card {s} exposed")),
    (1.5, _table("expose {s}")),
    (0.4, _table("stuck {s}")),
    (0.5, _table("boxed")),
    (0.4, _table("boxed {s}")),
    (0.3, _table("foreign {s}")),
    (0.3, _table("duplicate {s} {c}")),
    (0.3, _table("missing {c}")),
    (0.2, _table("shuffle")),
)
OF_THE_FLOOR: Final[tuple[tuple[float, Draw], ...]] = (
    (1, _table("floor misdeal")),
    (1, _table("floor void-hand")),
    (1, _table("floor dead-hand")),
    (0.6, _table("floor take-back")),
    (0.6, _table("floor play-on")),
    (0.6, _table("floor retrieve")),
    (0.5, _table("floor warning seat={s}")),
    (0.5, _table("floor penalty seat={s} hands={k}")),
    (0.4, _table("floor disqualify seat={s}")),
    (0.3, _table("floor halve-stack seat={s}")),
    (0.3, _table("puck {s}")),
    (0.3, _table("next hand")),
)


GAMES_CHANGE: Final = 0.15
"""How often another game is named between two hands, where games other than hold'em are played."""


def _another_game(chance: random.Random, header: Header, players: int) -> str:
    """One for which a deck is enough, with the stakes that it needs."""
    game = VARIANTS[chance.choice([code for code in OTHER_GAMES if _most_players(VARIANTS[code]) >= players] or ["PO"])]
    if game.betting != "fixed-limit":
        return game.code
    bring_in = f" ante={header.chips[0]} bring_in={header.small}" if game.forced == "bring-in" else ""
    return f"{game.code}{bring_in} bets={header.big},{2 * header.big}"


def _between(chance: random.Random, header: Header, answer: Answer) -> str:
    """Between two hands: who comes and goes, levels, races, penalties, chips pushed too early."""
    seat = chance.choice([number for number, _ in places(answer)])
    level = header.big * chance.choice((1, 2, 3))
    unit = header.chips[0]
    if header.variant not in HOLDEM and chance.random() < GAMES_CHANGE:
        return f"game {_another_game(chance, header, len(answer.seats))}"
    return chance.choice(
        (
            f"sit {seat} {unit * max(1, chance.randint(1, 40) * header.big // unit)}",
            f"sit {seat} {unit * max(1, chance.randint(1, 40) * header.big // unit)} moved",
            f"stand {seat}",
            f"level {level // 2 // unit * unit} {level} {chance.choice((0, unit, level))}",
            f"{seat}: away",
            f"{seat}: back",
            f"penalty {seat} {chance.randint(1, 3)}",
            f"hidden {seat} {chance.choice(header.chips)}",
            f"race {header.chips[0]}" if chance.random() < 0.2 else f"puck {seat}",
            f"{seat}: shows",
            f"muck {seat}",
            f"push {seat}",
            f"{seat}: pushes {chance.choice(header.chips)}",
            "burn",
            "board",
            f"card {seat}",
            "floor void-hand",
            "floor misdeal",
        )
    )


STRAY_CARDS_AT_MOST: Final = 10
"""No dealer lays out more that do not belong there: with twenty, a full table comes to the end of the deck."""


def odd_line(chance: random.Random, header: Header, answer: Answer, mood: Mood) -> str:
    """A line that no book has in mind, and that happens."""
    if not under_way(answer) and chance.random() < 0.85:
        return _between(chance, header, answer)
    dealing_now = answer.phase == "deal"
    groups = [OF_THE_BETTING, OF_THE_CARDS, OF_THE_FLOOR]
    weights = (4.0, 5.0, 0.6) if dealing_now else (8.0, 2.5, 1.0)
    if len(answer.stray) >= STRAY_CARDS_AT_MOST:
        weights = (weights[0], 0.0, weights[2])
    group = chance.choices(groups, weights)[0]
    draw = chance.choices([one for _, one in group], [weight for weight, _ in group])[0]
    return draw(Moment(chance, header, answer, _seat(chance, answer, mood)))


def _seat(chance: random.Random, answer: Answer, mood: Mood) -> int:
    """Who is odd: who acts, who was odd just now, who is due chips, whom a case is about, anyone."""
    seats = [number for number, _ in places(answer)]
    alive = [seat for seat, place in places(answer) if place.status in LIVE]
    kind = chance.random()
    if answer.turn is not None and kind < 0.35:
        return answer.turn
    if mood.odd_seat is not None and kind < 0.55:
        return mood.odd_seat
    due = [seat for seat, place in places(answer) if place.returns or place.owes or place.loose]
    due += [case.seat for case in answer.cases if case.seat is not None]
    if due and kind < 0.75:
        return chance.choice(due)
    if alive and kind < 0.95:
        return chance.choice(alive)
    return chance.choice(seats)


def walk_line(chance: random.Random, header: Header, answer: Answer, mood: Mood) -> tuple[str, Mood]:
    """The next line of a walk, and what the walk keeps in mind after it."""
    between = not under_way(answer)
    if chance.random() < (0.35 if between else 0.5):
        line = odd_line(chance, header, answer, mood)
        word = line.replace(":", " ").split()
        seats = [int(one) for one in word[:2] if one.isdigit() and one in answer.seats]
        return line, replace(mood, odd_seat=seats[0] if seats else mood.odd_seat)
    if between and len(with_chips(answer)) < 2:
        free = [seat for seat, place in places(answer) if not place.stack]
        return f"sit {chance.choice(free or [1])} {header.big * 20}", mood
    line = next_line(chance, header, answer, mood)
    if line == "deal":
        return dealing(chance, header, answer)
    return line, mood
