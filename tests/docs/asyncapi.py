"""Writes ``hardware_docs/asyncapi.json``, ``python -m docs.asyncapi``, with messages of hands that are played.

The hands are table scripts; what only people tell (an undo, a call for the floor) comes from a table of keys.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from support.dealt_tables import KeysOnly
from support.watched_hands import Watched

from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.signed_commands import Asked, ConsoleRole, signed
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.contract import asked_name, document
from table_controller.broadcast.courier import AnswerTo, Courier, Delivery, Glance, Told
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.equities import at_once, spot_of
from table_controller.broadcast.public import public_messages
from table_controller.broadcast.snapshots import Answer, Released, seal_statistics, statistics_of
from table_controller.broadcast.streams import DELAYED
from table_controller.game.rulebooks.model import Rulebook
from table_controller.journal.heads import SignedHead, Signer
from table_controller.projections.statistics import added, hand_statistics
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.commands import CallFloor, CorrectBet, MarkDealt, MarkRiffle, Redo, Say, Undo
from table_controller.vocabulary.events import CardDealt, Event, HandPutAway
from table_controller.vocabulary.record import AppliedEvent, Record, encode_record
from table_controller.vocabulary.statistics import NO_STATISTICS
from table_controller.vocabulary.views import TableView

SCRIPTS: Final = Path(__file__).resolve().parents[1] / "scripts" / "contrast"
PLAYED: Final = (
    "big_blind_busts/figp-2012.toml",
    "a_call_while_the_hand_lies_in_the_muck/figp-2012.toml",
    "a_card_missing_on_the_flop/figp-2012.toml",
    "a_card_turns_up_and_its_player_calls/figp-2012.toml",
    "a_hand_given_away_and_to_be_shown/figp-2012.toml",
    "a_hand_thrown_at_showdown/figp-2012.toml",
    "a_hand_thrown_at_showdown/tda-2019.toml",
    "a_third_card_beside_an_all_in/figp-2012.toml",
    "a_third_card_beside_an_all_in/ipo-2015.toml",
    "asks_to_see_a_called_bettor/figp-2012.toml",
    "hidden_chip_all_in_said/figp-2012.toml",
    "level_announced_during_a_hand/figp-2012.toml",
    "new_player_between_button_and_blind/figp-2012.toml",
    "new_player_in_the_small_blind/figp-2012.toml",
    "../plain/draw_discards_in_turn_and_one_burn.toml",
    "../plain/games_that_take_turns.toml",
)
"""Together they send every type of message that sensors and the floor can cause."""
WHO: Final = Identity("rome", "t7", "01J9ZK7Q", simulated=True)
DELAY_S: Final = 1800.0
BEGAN_NS: Final = 1_795_723_200_000_000_000
SIGNER: Final = Signer(bytes(range(32)))
"""A key for the example: everybody has it."""
"""Wall time of the first message: 2026-11-26, 20:00 UTC."""
CONSOLES: Final[dict[str, tuple[ConsoleRole, dict[str, Any]]]] = {
    "rule": ("floor", {"option": "complete-call", "case": 2, "arguments": {"seat": "4"}, "reason": ""}),
    "penalty": ("floor", {"seat": 4, "hands": 2, "rounds": 0}),
    "level": ("floor", {"small_blind_chips": 200, "big_blind_chips": 400, "ante_chips": 400}),
    "tell": ("floor", {"what": "break-due", "in_s": 300}),
    "clock": ("floor", {}),
    "seat": ("floor", {"seat": 3, "name": "Cy", "stack_chips": 10000, "entry": "moved"}),
    "unseat": ("floor", {"seat": 3}),
    "delay": ("producer", {"delay_s": 900}),
    "mute": ("technician", {"muted": True}),
}
"""What a console of each role may ask for. Everybody has the key by which these are signed."""
TO_WRITE: Final = {
    "acknowledgement": {"epoch": "01J9ZK7Q", "n": 48213, "index": -1},
    "replay_request": {"epoch": "01J9ZK7Q", "stream": "live", "from": 48100, "to": 48213},
}

Happened: TypeAlias = Iterable[tuple[Record, TableView]]


class Recording(StraightPlayer):
    """Keeps each event with the view after it."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.taken: list[tuple[AppliedEvent, int, TableView]] = []

    def _take(self, event: Event) -> None:
        before, at = len(self._happened), len(self.taken)
        super()._take(event)  # and what it asks to be named, after it
        self.taken.insert(at, (self._happened[before], self.table.hand.number, self.view))


def of_script(file: Path) -> Iterator[tuple[Record, TableView]]:
    """The records of a script that is played straight, each with the view after it."""
    players: list[Recording] = []

    def make(header: Any) -> Recording:
        players.append(Recording(rulebook_of(header)))
        return players[-1]

    assert play(read_script(file), make).failure is None, file
    live_n = 0
    for at, (applied, hand, view) in enumerate(players[0].taken):
        record = Record(100.0 + at, hand, live_n, None, (applied,))
        live_n += len(public_messages(record))
        yield record, msgspec.structs.replace(view, epoch=WHO.epoch, as_of=live_n)


def of_keys() -> Iterator[tuple[Record, TableView]]:
    """A hand of which everything is keyed, with a correction, an undo and a redo."""
    table = KeysOnly()
    for command in (
        MarkRiffle(),
        MarkDealt(),
        CallFloor(),
        Say("raise", 4, 300),
        CorrectBet(4, 400),
        Undo(),
        Redo(),
    ):
        answer = table.take(command)
        assert isinstance(answer, Record), (command, answer)
        yield answer, table.view()


def published(happened: Happened) -> Iterator[dict[str, Any]]:
    """All that a table publishes of what happened: its will, and a state after each record."""
    courier, up = Courier(WHO), False
    yield msgspec.json.decode(courier.will(1, Moment(0, BEGAN_NS)).payload)
    for record, view in happened:
        wall_ns = BEGAN_NS + round(record.at_s * 1e9)
        moment = Moment(round(record.at_s * 1e9), wall_ns)
        courier.offer(Told(record, wall_ns), view)
        if not up:
            courier.up(1, moment, record.at_s)
            up = True
        if any(isinstance(applied.event, HandPutAway) for applied in record.applied_events):
            digest = hashlib.sha256(encode_record(record)).hexdigest()
            courier.know(SIGNER.sign(SignedHead(f"{WHO.venue}/{WHO.table}", WHO.epoch, record.live_n, digest)))
            courier.know(AnswerTo("floor", Answer("c-1", "rule", True, "", record.live_n)))
        yield from _said(courier, moment, record.at_s)


def _same(view: TableView, _now_s: float) -> TableView:
    return view


def _said(courier: Courier, moment: Moment, at_s: float) -> Iterator[dict[str, Any]]:
    """All that is told within half a second, acknowledged at once."""
    for wait_s in (0.0, 0.5):
        courier.tick(moment, at_s + wait_s)
        while (message := courier.next()) is not None:
            yield msgspec.json.decode(message.payload)
            if message.numbered:
                courier.sent(1)
                courier.acknowledged(1)


def delayed(happened: Happened) -> Iterator[dict[str, Any]]:
    """The same hand in the delayed stream, every hidden card of it released."""
    released: dict[Handle, Card] = {}
    holes: dict[int, tuple[str, ...]] = {}
    courier, up = Courier(replace(WHO, stream=replace(DELAYED, released=released))), False
    for record, view in happened:
        for dealt in (one.event for one in record.applied_events if isinstance(one.event, CardDealt)):
            released[dealt.handle] = DECK[len(released) % len(DECK)]
            holes[dealt.seat] = (*holes.get(dealt.seat, ()), released[dealt.handle])
        wall_ns = BEGAN_NS + round((record.at_s + DELAY_S) * 1e9)
        moment = Moment(round((record.at_s + DELAY_S) * 1e9), wall_ns)
        spot = spot_of(view, holes)
        told = Released(dict(holes), None if spot is None else at_once(spot))
        courier.offer(Told(record, wall_ns), Glance(view.street, view.simulated, partial(_same, view), told))
        if not up:
            courier.up(1, moment, record.at_s)
            up = True
        yield from _said(courier, moment, record.at_s)


def counted(file: Path) -> dict[str, Any]:
    """What is told of the players after the first hand of a script."""
    players: list[Watched] = []

    def make(header: Any) -> Watched:
        players.append(Watched(rulebook_of(header)))
        return players[-1]

    assert play(read_script(file), make).failure is None, file
    tables = players[0].hands[0]
    so_far = added(NO_STATISTICS, tables[-1].hand.number, hand_statistics(tables))
    told = seal_statistics(WHO, statistics_of(so_far, tables[-1].players), Moment(0, BEGAN_NS))
    message: dict[str, Any] = msgspec.json.decode(told)
    return message


def after_a_gap(happened: Happened) -> dict[str, Any]:
    """What is said when a broker comes back after more messages than are kept."""
    courier = Courier(WHO, delivery=Delivery(window=1, bound=2))
    for record, view in happened:
        courier.offer(Told(record, BEGAN_NS), view)
    courier.up(2, Moment(0, BEGAN_NS), 0.0)
    while (message := courier.next()) is not None:
        if message.numbered:
            found: dict[str, Any] = msgspec.json.decode(message.payload)
            return found
    raise AssertionError("nothing was said")


def examples() -> dict[str, dict[str, Any]]:
    """One message of each type, by its name."""
    first, *rest = (SCRIPTS / name for name in PLAYED)
    found: dict[str, dict[str, Any]] = {"gap": after_a_gap(of_script(first))}
    for happened in map(tuple, (*map(of_script, (first, *rest)), of_keys())):
        for message in (*published(happened), *delayed(happened)):
            if is_telling(message):
                found.setdefault(message["type"].split(".")[1], message)
    found["statistics"] = counted(first)
    return {**{name: found[name] for name in sorted(found)}, **TO_WRITE, **by_consoles()}


def by_consoles() -> dict[str, dict[str, Any]]:
    """A command of each verb."""
    found = {}
    for number, (verb, (role, data)) in enumerate(CONSOLES.items(), 1):
        to, now_s = WHO.topics.of("cmd", verb), BEGAN_NS / 1e9
        asked = Asked(to, f"c-{number}", role, role, f"{number:032x}", now_s + 20, WHO.epoch, 48213, data)
        found[asked_name(verb)] = msgspec.to_builtins(signed(asked, bytes(range(32))))
    return found


def is_telling(message: dict[str, Any]) -> bool:
    """Whether it is worth showing: of states, one of a hand that runs, with something on the board."""
    data = message["data"]
    kind = message["type"].split(".")[1]
    return kind not in ("state", "delayed_state") or (bool(data["board"]) and data["action"] is not None)


if __name__ == "__main__":
    sys.stdout.write(document(examples()))
