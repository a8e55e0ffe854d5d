"""A developer's own hands: text commands that move cards and chips on the simulated table.

Where a step of a table script is a movement, the same words move it here (`hardware_docs/table-script.md`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final

from firmware_bridge.secrets.decks import generate_deck
from firmware_bridge.simulator.faults import FAULTS
from firmware_bridge.simulator.table import BUTTONS, SimulatedTable
from firmware_bridge.simulator.world import AIR, AWAY, BANK, DEALER, WorldError
from firmware_bridge.simulator.zone_faults import ZONE_FAULTS
from firmware_bridge.vocabulary.cards import Card, parse_card, parse_cards
from firmware_bridge.vocabulary.chips import Chips, format_chips, parse_chips, total_chips
from firmware_bridge.vocabulary.zones import (
    BOARD,
    BURN,
    CARD_KINDS,
    MUCK,
    POT,
    RACK,
    STUB,
    bet_zone,
    parse_zone,
    seat_zone,
    stack_zone,
    up_zone,
    zone_kind,
)

HELP: Final = """\
Cards   card SEAT [CARD]        the next card of the deck, or this one, to a seat
        up SEAT [CARD]          the same in stud, face up before the seat's hand
        stuck SEAT              two cards land as one
        burn [CARD]             one card to the burn pile
        board CARDS | board N   these cards, or the next N, to the board
        flop [CARDS]  turn [CARD]  river [CARD]      a burn, then the board
        muck SEAT               the dealer takes a seat's cards into the muck
        lift CARD [SECONDS]     pick a card up and put it back
        lose CARD               a card falls off the table; move CARD ZONE brings it back
        move CARDS ZONE         CARDS without spaces, like Qc7h2s, from wherever they lie,
                                to seat:N up:N board burn muck stub
        move CARDS deck         back on the deck in the dealer's hand
        foreign SEAT            a card of no registered deck
        gather                  all cards back into the deck
        shuffle                 gather, if need be, and riffle over the stub
        shuffle stub            riffle what is left of the deck, the cards on the table stay
Chips   SEAT: pushes CHIPS      CHIPS are like 1000 2x500
        SEAT: pulls CHIPS
        SEAT: mucks             or SEAT: folds silently: the player's cards into the muck
        sweep                   all bets into the pot
        pay SEAT [CHIPS]        the pot, or these chips of it, to a seat
        change SEAT CHIPS       make change, unseen, so that the seat holds these chips
        buy SEAT CHIPS          chips from the bank
        take SEAT [CHIPS]       a stack, or these chips of it, off the table
        give SEAT SEAT CHIPS    from one stack to another
        knock SEAT CHIPS        these chips of a stack fall over, and are stacked again
Things  puck SEAT    allin SEAT    allin SEAT off    press next|check|floor
Faults  fault ZONE NAME    fault ZONE ok    NAME: off stuck garbage wrong slow delayed intermittent
        link NAME CHANCE        NAME: drop flip duplicate burst
        reboot NODE             the node starts again
        unplug NODE             the plug is pulled, until
        plug NODE               it is put in again
        stall NODE SECONDS      nothing arrives for so long, then all of it
Time    wait SECONDS
        show    help
"""

_PLAYER: Final = re.compile(r"([0-9]+):\s*(.+)")
_DECK: Final = "deck"
"""What a person calls the place of the cards in the dealer's hand."""
_PAIR: Final = 2
_LONGEST_S: Final = 3600


class Prompt:
    """Commands for one table; `perform` answers with what happens, or with what is wrong.

    On simulated time (`waits`) a command is over when it returns. On a paced clock it has begun, and is
    over at `done_s`: whoever reads commands from a pipe waits for that before the next one.
    """

    def __init__(self, table: SimulatedTable, *, waits: bool = True) -> None:
        self._table, self._waits = table, waits
        self._strangers = 0
        self.done_s = table.now_s
        """Table time at which the latest movement is complete."""
        cards, chips, things = table.cards, table.chips, table.things
        self._seat_commands: dict[str, Callable[[int], float]] = {
            "muck": cards.fold,
            "stuck": cards.deal_stuck,
            "puck": things.puck,
            "foreign": self._foreign,
        }
        self._bare_commands: dict[str, Callable[[], float]] = {
            "gather": cards.gather,
            "sweep": chips.gather_bets,
        }
        self._commands: dict[str, Callable[[list[str]], float]] = {
            "card": self._card,
            "up": self._up,
            "burn": lambda words: cards.burn(*_cards(words, 1)),
            "board": lambda words: cards.board(_some_cards(words, "board")),
            "flop": lambda words: cards.street(_cards(words, 3)),
            "turn": lambda words: cards.street(_cards(words, 1)),
            "river": lambda words: cards.street(_cards(words, 1)),
            "shuffle": self._shuffle,
            "lift": self._lift,
            "lose": self._lose,
            "move": self._move,
            "pay": lambda words: chips.push_pot(_seat(words[:1]), parse_chips(" ".join(words[1:])) or None),
            "change": lambda words: chips.provide(stack_zone(_seat(words[:1])), _chips(words[1:])),
            "buy": lambda words: chips.buy_in(_seat(words[:1]), _chips(words[1:])),
            "take": self._take,
            "give": lambda words: chips.carry(
                _chips(words[2:]), stack_zone(_seat(words[:1])), stack_zone(_seat(words[1:2]))
            ),
            "knock": lambda words: chips.knock_over(_seat(words[:1]), _chips(words[1:])),
            "allin": self._allin,
            "press": self._press,
            "fault": self._fault,
            "link": self._link,
            "reboot": self._reboot,
            "unplug": self._unplug,
            "plug": self._plug,
            "stall": self._stall,
            "wait": self._wait,
        }

    def perform(self, line: str) -> str:
        """Carry out one command; the answer says how long it takes, or what was wrong and what to write."""
        words = line.partition("#")[0].split()
        if not words:
            return ""
        match words:
            case ["help"]:
                return HELP
            case ["show"]:
                return show(self._table)
            case _:
                pass
        try:
            begun_s = self._table.now_s
            self.done_s = self._begin(words)
        except (WorldError, ValueError) as problem:
            return f"error: {problem}"
        if self._waits:
            self._table.run_until(self.done_s)
        return f"{self.done_s - begun_s:.2f} s"

    def _begin(self, words: list[str]) -> float:
        player = _PLAYER.fullmatch(" ".join(words))
        if player is not None:
            return self._player(int(player[1]), player[2].split())
        name, rest = words[0], words[1:]
        if name in self._seat_commands:
            return self._seat_commands[name](_seat(rest))
        if name in self._bare_commands:
            if rest:
                raise ValueError(f"{name} stands alone, without {' '.join(rest)!r}")
            return self._bare_commands[name]()
        if name in self._commands:
            return self._commands[name](rest)
        raise ValueError(f"no command {name!r}: write help to see all")

    def _player(self, seat: int, words: list[str]) -> float:
        match words:
            case ["pushes", *chips]:
                return self._table.chips.push(seat, _chips(chips))
            case ["pulls", *chips]:
                return self._table.chips.take_back(seat, _chips(chips))
            case ["folds", "silently"] | ["mucks"]:
                return self._table.cards.fold(seat)
            case _:
                can = "a player here pushes CHIPS, pulls CHIPS, folds silently or mucks"
                raise ValueError(f"{' '.join(words)!r} moves nothing: {can}")

    def _card(self, words: list[str]) -> float:
        if words[-1:] == ["exposed"]:
            raise ValueError("no antenna sees which side is up: write card without exposed")
        return self._table.cards.deal(_seat(words[:1]), *_cards(words[1:], 1))

    def _up(self, words: list[str]) -> float:
        if not self._table.setup.up_cards:
            raise ValueError("this game has no up-cards: its seats have one antenna")
        return self._table.cards.deal(_seat(words[:1]), *_cards(words[1:], 1), up=True)

    def _foreign(self, seat: int) -> float:
        self._table.world.things.need_seat(seat)
        self._strangers += 1
        tag = generate_deck(f"foreign-{self._strangers}", self._table.setup.seed).tag_of(parse_card("Ah"))
        return self._table.cards.bring(tag, seat_zone(seat))

    def _shuffle(self, words: list[str]) -> float:
        if words not in ([], ["stub"]):
            raise ValueError(f"write shuffle, or shuffle stub, without {' '.join(words)!r}")
        return self._table.cards.riffle(whole=False) if words else self._table.cards.shuffle()

    def _lose(self, words: list[str]) -> float:
        if len(words) != 1:
            raise ValueError("write lose CARD")
        return self._table.cards.carry(parse_cards(words[0]), AWAY)

    def _take(self, words: list[str]) -> float:
        zone = stack_zone(_seat(words[:1]))
        chips = _chips(words[1:]) if words[1:] else self._table.world.chips.at(zone)
        if not chips:
            raise ValueError(f"{zone} holds no chips that could be taken off the table")
        return self._table.chips.carry(chips, zone, BANK)

    def _lift(self, words: list[str]) -> float:
        if len(words) not in {1, 2}:
            raise ValueError("write lift CARD [SECONDS]")
        return self._table.cards.pick_up(parse_card(words[0]), _seconds(words[1]) if words[1:] else 1.5)

    def _move(self, words: list[str]) -> float:
        if len(words) != _PAIR:
            raise ValueError("write move CARDS ZONE, or move CARDS deck, the cards without spaces: Qc7h2s")
        if words[1] == _DECK:
            return self._table.cards.carry(parse_cards(words[0]), DEALER)
        zone = parse_zone(words[1])
        self._table.node_of(zone)
        if zone_kind(zone) not in CARD_KINDS:
            raise ValueError(f"{zone} holds no cards: cards lie at {', '.join(sorted(CARD_KINDS))}")
        return self._table.cards.carry(parse_cards(words[0]), zone)

    def _allin(self, words: list[str]) -> float:
        if words[1:] not in ([], ["off"]):
            raise ValueError("write allin SEAT, or allin SEAT off")
        return self._table.things.allin(_seat(words[:1]), down=not words[1:])

    def _press(self, words: list[str]) -> float:
        if len(words) != 1 or words[0] not in BUTTONS:
            raise ValueError(f"write press and one of {', '.join(BUTTONS)}")
        return self._table.things.press(words[0])

    def _fault(self, words: list[str]) -> float:
        if len(words) != _PAIR:
            raise ValueError(f"write fault ZONE ok, or fault ZONE and one of {', '.join(ZONE_FAULTS)}")
        zone, fault = parse_zone(words[0]), words[1]
        for name in ZONE_FAULTS if fault == "ok" else (fault,):
            self._table.set_zone_fault(zone, name, on=fault != "ok")
        return self._table.now_s

    def _reboot(self, words: list[str]) -> float:
        self._table.nodes[self._node(words, "reboot NODE")].reboot()
        return self._table.now_s

    def _unplug(self, words: list[str]) -> float:
        node = self._node(words, "unplug NODE")
        if not self._table.wires[node].plugged:
            raise ValueError(f"the plug of {node} is out already: write plug {node}")
        self._table.wires[node].unplug()
        return self._table.now_s

    def _plug(self, words: list[str]) -> float:
        node = self._node(words, "plug NODE")
        wire = self._table.wires[node]
        if wire.plugged:
            raise ValueError(f"the plug of {node} is in: write unplug {node} first")
        wire.replug(wire.port)
        return self._table.now_s

    def _stall(self, words: list[str]) -> float:
        node = self._node(words[:1], "stall NODE SECONDS")
        if len(words) != _PAIR:
            raise ValueError(f"for how long? write stall {node} SECONDS")
        self._table.wires[node].stall(_seconds(words[1]))
        return self._table.now_s

    def _node(self, words: list[str], usage: str) -> str:
        if len(words) != 1 or words[0] not in self._table.nodes:
            raise ValueError(f"write {usage}, NODE one of {', '.join(self._table.nodes)}")
        return words[0]

    def _link(self, words: list[str]) -> float:
        if len(words) != _PAIR:
            raise ValueError(f"write link NAME CHANCE: {', '.join(FAULTS)} and a number from 0 to 1")
        self._table.set_link_fault(words[0], _number(words[1]))
        return self._table.now_s

    def _wait(self, words: list[str]) -> float:
        if len(words) != 1:
            raise ValueError("write wait SECONDS")
        return max(self.done_s, self._table.now_s) + _seconds(words[0])


def show(table: SimulatedTable) -> str:
    """Everything that lies on the table, one line a place."""
    world = table.world
    lines: list[str] = []
    for seat in range(1, table.setup.seats + 1):
        cards = " ".join((*world.cards.names(seat_zone(seat)), *world.cards.names(up_zone(seat)))) or "no cards"
        stack, bet = world.chips.at(stack_zone(seat)), world.chips.at(bet_zone(seat))
        marks = ("  puck" if world.things.puck == seat else "") + ("  all-in" if seat in world.things.allin else "")
        lines.append(f"seat {seat}: {cards}  stack {_lot(stack)}  bet {_lot(bet)}{marks}")
    lines.extend(
        f"{zone}: {' '.join(world.cards.names(zone)) or 'no cards'}" for zone in (BOARD, BURN, MUCK, STUB, AIR)
    )
    lines.append(f"deck: {len(world.cards.pile(DEALER))} cards in the dealer's hand")
    lines.extend(f"{zone}: {_lot(world.chips.at(zone))}" for zone in (POT, RACK))
    return "\n".join(lines)


def _lot(chips: Chips) -> str:
    return f"{total_chips(chips)} ({format_chips(chips)})" if chips else "0"


def _number(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{word!r} is not a number")
    return number


def _seconds(word: str) -> float:
    seconds = _number(word)
    if not 0 <= seconds <= _LONGEST_S:
        raise ValueError(f"{word} seconds is no time to wait: 0 to {_LONGEST_S}")
    return seconds


def _seat(words: list[str]) -> int:
    if len(words) != 1 or not (words[0].isascii() and words[0].isdigit()):
        raise ValueError(f"a seat's number belongs here, not {' '.join(words) or 'nothing'!r}")
    return int(words[0])


def _chips(words: list[str]) -> Chips:
    chips = parse_chips(" ".join(words))
    if not chips:
        raise ValueError("which chips? write them like 1000 2x500")
    return chips


def _cards(words: list[str], count: int) -> tuple[Card | None, ...]:
    """`count` cards by name, or that many unnamed ones if no word is left."""
    if not words:
        return (None,) * count
    cards = parse_cards("".join(words))
    if len(cards) != count:
        raise ValueError(f"{' '.join(words)} is {len(cards)} cards, not {count}")
    return cards


def _some_cards(words: list[str], command: str) -> tuple[Card | None, ...]:
    match words:
        case [word] if word in {"1", "2", "3", "4", "5"}:
            return (None,) * int(word)
        case []:
            raise ValueError(f"write {command} CARDS, or {command} N for the next N of the deck")
        case _:
            return parse_cards("".join(words))
