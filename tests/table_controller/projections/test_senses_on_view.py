"""What the sensors see, on the view: counts and states, never which card; and who is silent, and since when."""

from __future__ import annotations

import pytest

from display.wording.wording import wording_in
from firmware_bridge.vocabulary.observations import Handle, NodeSeen, ZoneSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone, seat_zone, stack_zone
from firmware_bridge.wire.link import DEGRADED_S
from table_controller.game.state.hand import DEAL, SETTLED, Hand
from table_controller.game.state.ledger import SeatChips
from table_controller.game.state.seats import Player
from table_controller.game.state.table import Level, Penalty, Setup, Table
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.sensor_status import SILENT_AFTER_S, SensorStatus
from table_controller.inference.sightings import Sighting, Sightings
from table_controller.inference.stacks_seen import UnseenStack, doubtful
from table_controller.projections.senses import counts, hand_size, senses, strange_zones
from table_controller.projections.table_view import Around, view_of
from table_controller.runtime.processes.sensor_notices import SensorNotices
from table_controller.vocabulary.events import StrangeCardFound
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import CountView, LevelView, SilentView

TABLE = Table(
    Setup(variant="NT", seats=3, denominations=(100,)),
    players=(Player(1, "Anna"), Player(2, "Bruno"), None),
    hand=Hand(phase=DEAL),
    ledger=(SeatChips(1_000), SeatChips(2_000), SeatChips()),
)
ALL = frozenset(seat_zone(seat) for seat in (1, 2, 3))
SIGHT = SensorStatus(known=ALL)


def lying(*zones: str, gone: tuple[str, ...] = ()) -> Sightings:
    cards = {Handle(f"h{at}"): Sighting(Zone(zone), True, 1, 0.0) for at, zone in enumerate(zones)}
    left = {Handle(f"g{at}"): Sighting(Zone(zone), False, 1, 0.0) for at, zone in enumerate(gone)}
    return Sightings({**cards, **left})


@pytest.mark.parametrize(
    ("zones", "reads"),
    [((), "none"), (("seat:1",), "one"), (("seat:1",) * 2, "both"), (("seat:1",) * 3, "too-many")],
)
def test_an_antenna_counts(zones: tuple[str, ...], reads: str) -> None:
    found = senses(TABLE, lying(*zones, "seat:2", "muck", gone=("seat:1",)), SIGHT, ())
    assert [(one.seat, one.reads, one.cards) for one in found] == [
        (1, reads, len(zones)),
        (2, "one", 1),
        (3, "none", 0),
    ]


def test_of_a_larger_hand_people_say_some_and_all() -> None:
    omaha = replace(TABLE, setup=replace(TABLE.setup, variant="PO"))
    reads = [senses(omaha, lying(*("seat:1",) * cards), SIGHT, ())[0].reads for cards in range(6)]
    assert reads == ["none", "some", "some", "some", "all", "too-many"]
    stud = replace(TABLE, setup=replace(TABLE.setup, variant="F7S"))
    sizes = [hand_size(replace(stud, hand=Hand(phase=phase))) for phase in (DEAL, "third", "fifth", SETTLED)]
    assert sizes == [3, 3, 5, 7]


def test_a_silent_reader_reads_nothing_and_a_seat_without_one_is_not_spoken_of() -> None:
    sight = SensorStatus(known=ALL - {seat_zone(3)}, unknown=frozenset({seat_zone(1)}))
    found = senses(TABLE, lying("seat:1", "seat:1"), sight, {seat_zone(2)})
    assert [(one.seat, one.reads) for one in found] == [(1, "unreadable"), (2, "foreign")]


def test_a_foreign_card_is_forgotten_when_the_finding_is_taken_back() -> None:
    happened = [AppliedEvent(4, StrangeCardFound(seat_zone(2), "foreign", 1.0), (), (), ())]
    assert strange_zones(happened, ()) == {"seat:2"}
    assert strange_zones(happened, {4}) == frozenset()


def test_counts_stand_beside_what_the_game_believes() -> None:
    flow = ChipFlow(lies={stack_zone(1): ((100, 9),), stack_zone(2): ((100, 20),)}, unseen={stack_zone(2): 1.0})
    seen = CountView(1, 1_000, ((100, 9),), "differs", -100, 3.0), CountView(2, 2_000, None, "books", 0, None)
    assert counts(TABLE, flow, (UnseenStack(1, "differs", 7.0), UnseenStack(2, "books", None)), 10.0) == seen
    assert counts(TABLE, ChipFlow(), (), 10.0) == ()


def test_a_stack_is_as_sure_as_its_tray_says() -> None:
    still = ChipFlow(lies={stack_zone(1): ((100, 10),), stack_zone(2): ((100, 20),)})
    assert [one.sure for one in counts(TABLE, still, (), 10.0)] == ["seen", "seen"]
    assert [one.seen_s for one in counts(TABLE, still, (), 10.0)] == [0.0, 0.0]
    told = replace(still, told={stack_zone(1): 500})
    assert [one.sure for one in counts(TABLE, told, (UnseenStack(1, "moving", 9.5),), 10.0)] == ["moving", "seen"]
    out = replace(still, unseen={stack_zone(2): 1.0})
    last = doubtful(TABLE, (), TABLE, out, 4.0)
    assert last == (UnseenStack(2, "books", 4.0),), "until then its tray showed it"
    assert doubtful(TABLE, last, TABLE, out, 9.0) == last
    assert doubtful(TABLE, last, TABLE, still, 12.0) == ()
    assert doubtful(Table(), (), TABLE, out, 4.0) == (UnseenStack(2, "books", None),), (
        "who has just sat down was never counted"
    )


def test_who_was_not_understood_at_a_port_is_forgotten_once_a_node_is_ready_there() -> None:
    sight = SensorStatus()
    for name in ("/dev/ttyUSB0", "mine@/dev/ttyUSB0", "mine@/dev/ttyUSB1"):
        sight = sight.seen(NodeSeen(name, "refused", "damaged-frames frames=6 kind=crc", 10.0))
    sight = sight.seen(NodeSeen("mine", "ready", "accepted firmware=1 reset=power", 20.0, port="/dev/ttyUSB0"))
    assert [one.node for one in sight.views()] == ["mine", "mine@/dev/ttyUSB1"]


def test_a_node_was_last_seen_before_the_bridge_said_so() -> None:
    assert SILENT_AFTER_S == DEGRADED_S
    sight = SensorStatus().seen(NodeSeen("one", "ready", "", 10.0))
    slow = sight.seen(NodeSeen("one", "degraded", "heartbeats-missed", 20.9))
    gone = slow.seen(NodeSeen("one", "down", "silent for 2.0 s", 22.0))
    assert [round(one.silent_s, 6) for one in slow.silent(21.0)] == [1.0]
    assert [round(one.silent_s, 6) for one in gone.silent(25.0)] == [5.0], "not from the moment it was given up"
    pulled = sight.seen(NodeSeen("one", "down", "port-lost the other end hung up", 30.0))
    assert pulled.silent(33.0) == (SilentView("one", 3.0),)
    for status in ("ready", "refused"):
        assert gone.seen(NodeSeen("one", status, "", 26.0)).silent(27.0) == ()


def test_absences_penalties_and_the_coming_level_are_on_the_view() -> None:
    table = replace(
        TABLE, away=(1, 2), near=(2,), penalties=(Penalty(1, 3, 1), Penalty(2, 0)), coming=Level(200, 400, 50)
    )
    view = view_of(table, Around(epoch="e", as_of=1))
    assert [(one.seat, one.near) for one in view.absent] == [(1, False), (2, True)]
    assert [(one.seat, one.hands) for one in view.penalties] == [(1, 2)]
    assert view.coming == LevelView(200, 400, 50)
    assert view_of(replace(table, level=Level(200, 400, 50)), Around(epoch="e", as_of=1)).coming is None


def test_penalties_of_one_seat_add_up() -> None:
    """They are served one after another: what is shown is all that the seat has still to sit out."""
    table = replace(TABLE, penalties=(Penalty(2, 2, 1), Penalty(1, 3), Penalty(2, 3)))
    view = view_of(table, Around(epoch="e", as_of=1))
    assert [(one.seat, one.hands) for one in view.penalties] == [(2, 4), (1, 3)]


def test_the_log_is_told_of_a_silent_reader_once_and_when_it_is_back() -> None:
    told, sight = (
        SensorNotices(),
        SensorStatus().seen(NodeSeen("one", "ready", "", 1.0)).seen(ZoneSeen(Zone("board"), "ok", 1.0)),
    )
    assert told.news(sight) == ()
    down = sight.seen(NodeSeen("one", "down", "port-lost x", 2.0)).seen(ZoneSeen(Zone("board"), "unknown", 2.0))
    (notice,) = told.news(down)
    assert (notice.code, dict(notice.facts)["status"]) == ("reader", "down")
    assert told.news(down) == ()
    (back,) = told.news(sight)
    assert dict(back.facts)["status"] == "ready"
    (unseen,) = told.news(sight.seen(ZoneSeen(Zone("board"), "unknown", 3.0)))
    assert (unseen.code, unseen.facts) == ("unseen", (("zones", "board"),))


def test_the_bridge_is_no_reader_but_all_of_them_are_heard_through_it() -> None:
    """After a start of the controller alone the log said "reader bridge is back"."""
    told, sight = SensorNotices(), SensorStatus().seen(NodeSeen("bridge", "down", "bridge-gone", 1.0))
    (gone,) = told.news(sight)
    (back,) = told.news(sight.seen(NodeSeen("bridge", "ready", "", 2.0)))
    words = wording_in("en")
    assert words.notice(gone) == "the readers are not heard: the bridge is gone; it is being started again"
    assert words.notice(back) == "the readers are heard again"
