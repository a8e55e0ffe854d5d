"""The dealer's part when the system is in doubt: prompts answered with what really lies on the felt.

A dealer sees the table and the screen. Asked whether cards that no reader shows were folded, he looks at the
muck; asked whether chips that moved unseen lie as the readers say, he looks at the chips. He answers when the
readers of those zones show what lies there, for before that the question may go away by itself.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.zones import (
    BOARD,
    CHIP_KINDS,
    MUCK,
    Zone,
    parse_zone,
    seat_zone,
    stack_zone,
    up_zone,
    zone_kind,
)
from table_controller.game.queries import behind_chips, faces_missing, is_flop_begun
from table_controller.game.rules.deal.dealing_order import STUCK
from table_controller.game.state.custody import lying
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, is_street
from table_controller.inference.asking import LIES_UP, STRANGE
from table_controller.inference.doubt import UNSAID
from table_controller.inference.doubts import Doubt
from table_controller.inference.told_cards import ABSENT, unconfirmed
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts import acts
from table_controller.session.state import Session
from table_controller.vocabulary.commands import AskClock, Confirm, CorrectSeat, MarkBoard, Rule
from table_controller.vocabulary.events import is_told
from table_controller.vocabulary.views import Refused

LET_BE_S: Final = 6.0
"""Chips adrift are left alone for so long: the other end of their way may only be late."""

LET_BE: Final = "ignore"
"""The answer that leaves chips as they lie."""

_ZONE: Final = re.compile(r"[a-z]+:[0-9]+|[a-z]+")
FOLDS: Final = frozenset(("cards-gone", "gap-card", "gap-folded"))
"""Questions whether a hand was folded."""

IN_FRONT: Final = "came-in-front"
"""The question whether chips that came in front of a player were pushed, though the stack shows no less."""

STRAYED: Final = "gap-strayed"
"""The question whether a card lies now where it did not lie before."""

STAYS: Final = frozenset(("still-there", "no"))
"""Their answers that leave the hand where it is."""


class Attending:
    """One dealer's answers; `answered` counts them by hand number."""

    def __init__(self, process: OneProcess) -> None:
        self._process = process
        self.answered: Counter[int] = Counter()
        self._looked_at: Session | None = None
        self._questions: tuple[Doubt, ...] = ()

    def in_sight(self) -> bool:
        """Whether every node is ready and no zone unknown."""
        sight = self._process.controller.session.sensors
        return not sight.unknown and all(node.status == "ready" for node in sight.nodes.values())

    def asked(self) -> tuple[Doubt, ...]:
        """The questions that stand on the screen now, first things first."""
        now_s = self._process.table.now_s
        return tuple(doubt for doubt in self._open_questions() if doubt.due_s <= now_s)

    def _open_questions(self) -> tuple[Doubt, ...]:
        """Those due and not yet due."""
        self._look()
        return self._questions

    def _look(self) -> None:
        """Read the screen; worked out once a session, for a dealer looks far more often than one changes."""
        session = self._process.controller.session
        if session is not self._looked_at:
            self._looked_at, self._questions = session, session.questions()

    def nothing_open(self) -> bool:
        """Whether all is in sight and no question stands on the screen or is about to."""
        return self.in_sight() and not self._open_questions()

    def answer(self) -> None:
        """Answer the first question that can be answered by now, and so on until none is left that can."""
        while (reply := self._reply()) is not None:
            if isinstance(self._process.key(reply), Refused):
                return
            self.answered[self._process.controller.session.table.hand.number] += 1
        if (put_right := self._dealt_elsewhere() or self._goes_on() or self._faces()) is not None:
            self._process.key(put_right)
            self.answered[self._process.controller.session.table.hand.number] += 1

    def tell_of(self, act: acts.Act) -> None:
        """Say that a card came by itself, where the readers cannot tell whether two were stuck together."""
        if not isinstance(act, acts.DealCard):
            return
        session = self._process.controller.session
        case = session.table.cases[-1] if session.table.cases else None
        if case is not None and case.word("cause") == STUCK:
            self._process.key(Rule("play-on", role="dealer"))
            self.answered[session.table.hand.number] += 1

    def _lies_a_stranger(self, zone: Zone) -> bool:
        """Whether a card lies there that is none of the deck in play; else a reader has made it up."""
        deck = frozenset(self._process.table.setup.deck.tags.values())
        return any(tag not in deck for tag in self._process.table.world.cards.pile(zone))

    def _goes_on(self) -> AskClock | None:
        """The clock that stood goes on once its player is seen and nothing is asked about him."""
        clock = self._process.controller.session.table.time.clock
        if clock is None or clock.left_s is None or not self.nothing_open():
            return None
        return AskClock(clock.seat)

    def _faces(self) -> MarkBoard | None:
        """The faces of the board that its reader will not name, for another one has heard these cards face down."""
        table = self._process.controller.session.table
        missing = faces_missing(table)
        lies = self._process.table.world.cards.pile(BOARD)
        if not missing or table.hand.repair is not None or len(lies) != len(table.hand.board):
            return None
        faces = {tag: card for card, tag in self._process.table.setup.deck.tags.items()}
        shown = tuple(faces[tag] for tag in lies[table.hand.named :] if tag in faces)
        return MarkBoard(shown) if len(shown) == len(missing) else None

    def _dealt_elsewhere(self) -> CorrectSeat | None:
        """What puts right the last card of a deal, if it was read beside the seat that it came to."""
        table = self._process.controller.session.table
        hand = table.hand
        only_dealt = is_street(hand.phase) and not (table.betting.recorded_acts or table.betting.held or hand.burns)
        if not hand.dealt or is_flop_begun(table) or not (hand.phase == DEAL or only_dealt):
            return None
        wrong = table.hand.dealt[-1].seat
        dealt = {arrival.handle for arrival in hand.dealt if arrival.seat == wrong}
        lies = self._process.table.world.cards.pile(seat_zone(wrong))
        if len(dealt.intersection(lying(table.cards, seat_zone(wrong)))) <= len(lies):
            return None  # a card of the seat beside that its reader hears as well has not been dealt there
        shown = dict(self._process.hub.inventory(self._process.table.now_s).cards).get(seat_zone(wrong), ())
        if len(shown) <= len(lies):
            return None
        right = [seat for seat in table.hand.seats if self._lies_too_much(seat, read=True) < 0]
        return CorrectSeat(wrong, right[0]) if right else None

    def _lies_too_much(self, seat: int, *, read: bool = False) -> int:
        """How many cards more than really lie there are told of the seat; `read`: by its reader alone."""
        return self._too_many_told(seat_zone(seat), read=read)

    def sees_too_many(self) -> bool:
        """Whether a reader of a seat tells of a card that does not lie there."""
        return any(
            self._lies_too_much(seat, read=True) > 0 for seat in self._process.controller.session.table.hand.seats
        )

    def misses_a_card(self) -> bool:
        """Whether a card is taken to have come unseen, and none lies there."""
        session = self._process.controller.session
        if session.table.hand.phase in (IDLE, SETTLED):
            return False
        found = unconfirmed(session.table.cards, session.inference.cards)
        return any(self._too_many_told(zone) > 0 for zone in found)

    def _too_many_told(self, zone: Zone, *, read: bool = False) -> int:
        told = lying(self._process.controller.session.table.cards, zone)
        told = tuple(handle for handle in told if not (read and is_told(handle)))
        return len(told) - len(self._process.table.world.cards.pile(zone))

    def shows_truth(self, zone: Zone) -> bool:
        """Whether the readers show at `zone` what lies there."""
        process, world = self._process, self._process.table.world
        inventory = process.hub.inventory(process.table.now_s)
        if zone_kind(zone) in CHIP_KINDS:
            return dict(inventory.chips).get(zone) == world.chips.at(zone)
        shown = dict(inventory.cards).get(zone)
        if zone == BOARD or zone_kind(zone) == "seat":
            return shown is not None and len(shown) == len(world.cards.pile(zone))
        return shown is not None  # of a pile, readers see the top

    def _let_be(self, doubt: Doubt) -> bool:
        """Whether chips have had the time to explain themselves."""
        return self._process.table.now_s - doubt.due_s >= LET_BE_S

    def _came_from(self, seat: int) -> str:
        """``yes`` if fewer chips lie behind the seat than the books have there: its tray is stuck, or late."""
        lies = self._process.table.world.chips.at(stack_zone(seat))
        return "yes" if behind_chips(self._process.controller.session.table, seat) > total_chips(lies) else "no"

    def _reply(self) -> Confirm | None:
        """The answer to the first question that this dealer can answer now."""
        for doubt in self.asked():
            answer = self._answer(doubt)
            if answer is not None:
                return Confirm(doubt.prompt, answer)
        return None

    def _answer(self, doubt: Doubt) -> str | None:
        first = "yes" if "yes" in doubt.answers else doubt.answers[0]
        if doubt.kind in FOLDS and doubt.seat is not None:
            lies = bool(self._process.table.world.cards.pile(seat_zone(doubt.seat)))
            seats = self._process.controller.session.table.hand.seats
            if not lies and not self._process.table.world.cards.pile(MUCK):
                return None  # nor in the muck: he has taken them in himself, and his riffle will tell of it
            if not lies and any(self._lies_too_much(other) < 0 for other in seats if other != doubt.seat):
                return None  # not in the muck: they lie at another seat, whose reader will tell of them
            return next(answer for answer in doubt.answers if (answer in STAYS) == lies)
        if doubt.kind in UNSAID:
            return "no"  # this dealer keys every check
        if doubt.kind in STRANGE:
            (zone,) = zones_of(doubt.prompt)
            return "yes" if self._lies_a_stranger(zone) else "no"
        if doubt.kind == LIES_UP and doubt.seat is not None:
            up = frozenset(self._process.controller.session.table.hand.up)
            known = [card for card in self._process.controller.session.table.cards if card.handle in up]
            lie = self._process.table.world.cards.pile(up_zone(doubt.seat))
            return "yes" if len(lie) > sum(card.zone == seat_zone(doubt.seat) for card in known) else "no"
        if doubt.kind in ABSENT:
            (zone,) = zones_of(doubt.prompt)
            return "no" if self._too_many_told(zone) > 0 else "yes"
        if doubt.kind == IN_FRONT and doubt.seat is not None:
            return self._came_from(doubt.seat) if self._let_be(doubt) else None
        if first == LET_BE and not self._let_be(doubt):
            return None
        zones = zones_of(doubt.prompt)
        if doubt.kind == STRAYED:  # it lay elsewhere before: does a card lack anywhere?
            zones += tuple(map(seat_zone, self._process.controller.session.table.hand.seats))
        return first if all(self.shows_truth(zone) for zone in zones) else None


def zones_of(prompt: str) -> tuple[Zone, ...]:
    """The zones that a prompt's id names after its kind, in that order."""
    zones = []
    for word in _ZONE.findall(prompt.partition(":")[2]):
        with suppress(ValueError):
            zones.append(parse_zone(word))
    return tuple(zones)
