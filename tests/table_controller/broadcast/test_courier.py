"""The order of everything: avail, state, backlog, health; snapshots when the contract says; nothing is waited for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from firmware_bridge.vocabulary.observations import Handle, NodeSeen, NodeStatus
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.courier import Courier, Delivery, Glance, Told
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.marks import CONNS_AT_ONCE, MarkFile
from table_controller.broadcast.outbox import START
from table_controller.game.state.seats import Player
from table_controller.vocabulary import events as ev
from table_controller.vocabulary import outcomes as out
from table_controller.vocabulary.statistics import PlayerStatistics, Sample, TableStatistics
from table_controller.vocabulary.views import CountView, TableView

Picture = Callable[..., TableView]
MOMENT = Moment(5_000, 1_700_000_000_000_000_000)


class Wire:
    """Takes all that a courier has to say."""

    def __init__(self, courier: Courier) -> None:
        self.courier, self.mid = courier, 0

    def drain(self, *, acknowledge: bool = True) -> list[tuple[str, dict[str, Any]]]:
        found = []
        while (message := self.courier.next()) is not None:
            assert message.retain == (message.topic.rpartition("/")[2] in {"state", "statistics", "avail", "health"})
            assert message.qos == (0 if message.topic.endswith("health") else 1)
            found.append((message.topic.rpartition("/")[2], msgspec.json.decode(message.payload)))
            if message.numbered:
                self.mid += 1
                self.courier.sent(self.mid)
                if acknowledge:
                    self.courier.acknowledged(self.mid)
        return found


def topics(found: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [topic for topic, _ in found]


def test_nothing_is_said_without_a_connection(who: Identity, story: Any, picture: Picture) -> None:
    courier = Courier(who)
    courier.offer(Told(story.push(), 1), picture(story))
    courier.tick(MOMENT, 100.0)
    assert courier.next() is None


def test_avail_and_state_first_then_the_backlog(who: Identity, story: Any, picture: Picture) -> None:
    courier = Courier(who)
    for _ in range(3):
        courier.offer(Told(story.push(), 1), picture(story))
    courier.up(7, MOMENT, 1.0)
    found = Wire(courier).drain()
    assert topics(found) == ["avail", "state", "ev", "ev", "ev", "health"]
    assert found[0][1]["data"] == {"state": "ready", "conn": 7}
    assert found[1][1]["data"]["as_of"] == 3
    assert [message["n"] for topic, message in found if topic == "ev"] == [1, 2, 3]
    assert found[5][1]["data"] | {"nodes": []} == {"nodes": [], "backlog": 0, "marked_n": 3, "conn": 7, "facts": {}}


def test_after_a_break_only_what_was_not_acknowledged_is_sent_again(
    who: Identity, story: Any, picture: Picture
) -> None:
    courier = Courier(who)
    wire = Wire(courier)
    courier.up(1, MOMENT, 1.0)
    courier.offer(Told(story.push(), 1), picture(story))
    wire.drain()
    courier.offer(Told(story.push(), 1), picture(story))
    assert topics(wire.drain(acknowledge=False)) == ["ev"]
    courier.down()
    assert wire.drain() == []
    courier.up(2, MOMENT, 2.0)
    assert [message.get("n") for topic, message in wire.drain() if topic == "ev"] == [2]


def connected(who: Identity, view: TableView, delivery: Delivery | None = None) -> tuple[Courier, Wire]:
    """A courier whose connection stands since 1.0 s, and which has told all that there was."""
    courier = Courier(who, delivery=delivery)
    wire = Wire(courier)
    courier.offer(None, view)
    courier.up(1, MOMENT, 1.0)
    wire.drain()
    return courier, wire


@pytest.mark.parametrize(
    ("event", "outcomes"),
    [
        (ev.Riffled(1), [out.HandBegan(2, 1, 2, 3, (1, 2, 3))]),
        (ev.Riffled(1), [out.StreetOpened("flop")]),
        (ev.PotPushed(1, ((100, 1),), 1), [out.HandSettled(2, ((1, 100),))]),
        (ev.HandPutAway(1), []),
        (ev.Undone((1,), 1), []),
        (ev.CardBurned(Handle("h"), 1, 2), []),
        (ev.ChipsPushed(1, ((100, 1),), 1, 2), []),
    ],
)
def test_a_state_follows_whatever_happened(
    who: Identity, story: Any, picture: Picture, event: ev.Event, outcomes: list[out.Outcome]
) -> None:
    courier, wire = connected(who, picture(story))
    courier.offer(Told(story.record((event, outcomes, [])), 1), picture(story))
    courier.tick(MOMENT, 2.0)
    assert "state" not in topics(wire.drain()), "what belongs to one motion is still to come"
    assert courier.state_in_s() == pytest.approx(0.1)
    courier.tick(MOMENT, 2.1)
    (told,) = wire.drain()
    assert told[0] == "state"
    assert told[1]["data"]["as_of"] == courier.outbox.last_n
    courier.tick(MOMENT, 2.9)
    assert wire.drain() == [], "nothing has happened since"


def test_what_happens_together_is_one_state_and_none_waits_longer_than_a_quarter_of_a_second(
    who: Identity, story: Any, picture: Picture
) -> None:
    courier, wire = connected(who, picture(story))
    for now_s in (2.0, 2.08, 2.16):
        courier.offer(Told(story.push(), 1), picture(story))
        courier.tick(MOMENT, now_s)
        assert topics(wire.drain()) == ["ev"]
    courier.tick(MOMENT, 2.2)
    assert topics(wire.drain()) == ["state"], "0.2 s after the first, 0.04 s after the last"


def test_no_state_overtakes_an_event_that_it_includes(who: Identity, story: Any, picture: Picture) -> None:
    """A broker that is slow to acknowledge: two under way at most."""
    courier, wire = connected(who, picture(story), Delivery(window=2, bound=9))
    for _ in range(5):
        courier.offer(Told(story.push(), 1), picture(story))
    told = []
    for now_s in (2.0, 3.0, 4.0, 5.0):
        courier.tick(MOMENT, now_s)
        told.extend(topics(wire.drain(acknowledge=False)))
        assert courier.state_in_s() is None or told.count("ev") == 5, "the broker's word wakes the table, not the clock"
        for mid in range(1, wire.mid + 1):
            courier.acknowledged(mid)
    assert told == ["ev"] * 5 + ["state"]


def test_a_recorder_that_stands_still_holds_no_picture_up(who: Identity, story: Any, picture: Picture) -> None:
    """What is sent again to him was sent before: a state may pass it."""
    courier, wire = connected(who, picture(story), Delivery(window=1, bound=9, recorder="recorder"))
    courier.offer(Told(story.push(), 1), picture(story))
    courier.offer(Told(story.push(), 1), picture(story))
    courier.tick(MOMENT, 2.0)
    assert topics(wire.drain()) == ["ev", "ev"]
    courier.tick(MOMENT, 6.0)
    assert topics(wire.drain(acknowledge=False)) == ["ev", "state"], "the first of two again, and no more is under way"


def test_a_table_that_ends_shows_what_it_has_not_shown(who: Identity, story: Any, picture: Picture) -> None:
    courier, wire = connected(who, picture(story))
    courier.offer(Told(story.push(), 1), picture(story))
    courier.tick(MOMENT, 2.0, ending=True)
    assert topics(wire.drain()) == ["ev", "state"]


def test_a_view_is_drawn_when_a_message_needs_it_and_once(who: Identity, story: Any, picture: Picture) -> None:
    courier, drawn = Courier(who), list[int]()
    wire = Wire(courier)

    def glance(number: int, *outcomes: out.Outcome) -> None:
        told = Told(story.record((ev.CardBurned(Handle("h"), 1, 2), list(outcomes), [])), 1)
        view = picture(story)

        def draw(_now_s: float) -> TableView:
            drawn.append(number)
            return view

        courier.offer(told, Glance(view.street, view.simulated, draw))

    for number in range(3):
        glance(number)
    courier.up(1, MOMENT, 1.0)
    assert topics(wire.drain()) == ["avail", "state", "ev", "ev", "ev", "health"]
    assert drawn == [2], "one for a broker that comes, the last one, for both messages"
    glance(3)
    courier.tick(MOMENT, 2.0)
    assert topics(wire.drain()) == ["ev"]
    assert drawn == [2], "the motion may not be over"
    glance(4, out.StreetOpened("flop"))
    glance(5)
    courier.tick(MOMENT, 2.05)
    courier.tick(MOMENT, 2.15)
    assert topics(wire.drain()) == ["ev", "ev", "ev", "state"]
    assert drawn == [2, 5]
    courier.tick(Moment(MOMENT.mono_ns + 10_850_000_000, 0), 13.0)
    assert topics(wire.drain()) == ["avail", "state", "health"]
    assert drawn == [2, 5, 5], "a hand that runs is shown again as it is by then: once for both messages"


def test_a_reader_that_goes_or_comes_back_is_told_at_once(who: Identity, story: Any, picture: Picture) -> None:
    """The producer's page showed one as down for ten seconds after the screen and the graphics had it back."""
    view = picture(story)
    courier = Courier(who)
    courier.up(1, MOMENT, 1.0)
    wire, came = Wire(courier), []
    told: tuple[NodeStatus, ...] = ("ready", "ready", "down", "down", "ready")
    for at_s, status in enumerate(told):
        said = NodeSeen("seats-1-4", status, "", float(at_s))
        courier.offer(None, Glance(view.street, view.simulated, lambda _now_s: view, nodes={said.node: said}))
        courier.tick(MOMENT, 2.0 + at_s)
        came.append("health" in topics(wire.drain()))
    assert came == [True, False, True, False, True]


def test_how_long_ago_a_stack_was_seen_is_told_as_of_now(who: Identity, story: Any, picture: Picture) -> None:
    """The tray is out of sight and nothing happens: each snapshot of the hand said that it was seen a second ago."""

    def draw(now_s: float) -> TableView:
        return picture(story, counts=(CountView(4, 10_000, None, "books", 0, now_s - 20.0),))

    courier = Courier(who)
    courier.offer(None, Glance("preflop", False, draw))
    courier.up(1, Moment(21_000_000_000, 0), 1.0)
    wire = Wire(courier)
    ages = []
    for waited_s in (0, 10, 20, 30):
        courier.tick(Moment((21 + waited_s) * 1_000_000_000, 0), 1.0 + waited_s)
        ages += [one["data"]["seats"][3]["stack_seen_s"] for topic, one in wire.drain() if topic == "state"]
    assert ages == [1.0, 11.0, 21.0, 31.0]


def counted_at(view: TableView, hand: int, *names: str) -> Glance:
    """A glance after so many hands, of which the first of these players has raised each."""
    one = PlayerStatistics(names[0], hand, Sample(hand, hand), Sample(hand, hand))
    players = tuple(Player(seat, name) for seat, name in enumerate(names, 1))
    so_far = TableStatistics(hand, (one, PlayerStatistics("Gone", 9)))
    return Glance(view.street, view.simulated, lambda _now_s: view, statistics=so_far, players=(*players, None))


def test_statistics_follow_the_events_of_their_hand_and_are_told_when_they_change(
    who: Identity, story: Any, picture: Picture
) -> None:
    courier = Courier(who)
    wire, view = Wire(courier), picture(story)
    courier.offer(Told(story.push(), 1), counted_at(view, 0, "Ann", "Ben"))
    courier.up(1, MOMENT, 1.0)
    told = wire.drain()
    assert topics(told) == ["avail", "state", "ev", "statistics", "health"]
    data = told[3][1]["data"]
    assert (data["hand"], [one["name"] for one in data["players"]]) == (0, ["Ann", "Ben"]), "who has gone is not told"
    courier.offer(Told(story.push(), 1), counted_at(view, 0, "Ann", "Ben"))
    courier.tick(MOMENT, 2.0)
    courier.tick(MOMENT, 2.1)
    assert topics(wire.drain()) == ["ev", "state"], "nothing new to count"
    courier.offer(Told(story.record((ev.HandPutAway(1), [], [])), 1), counted_at(view, 1, "Ann", "Ben"))
    courier.tick(MOMENT, 3.0)
    courier.tick(MOMENT, 3.1)
    told = wire.drain()
    assert topics(told) == ["ev", "state", "statistics"]
    assert told[2][1]["data"]["players"][0]["pfr"] == {"n": 1, "of": 1}
    assert (told[2][1]["hand"], told[2][1]["stream"]) == (1, "live")
    courier.offer(Told(story.push(), 1), counted_at(view, 1, "Ann", "Cy"))
    courier.tick(MOMENT, 4.0)
    assert "statistics" in topics(wire.drain()), "somebody has sat down"
    courier.down()
    courier.up(2, MOMENT, 5.0)
    assert "statistics" in topics(wire.drain()), "a broker that came back may have lost what it kept"


def test_a_tray_that_goes_out_of_sight_between_hands_is_told_though_nothing_has_happened(
    who: Identity, story: Any, picture: Picture
) -> None:
    courier, wire = connected(who, picture(story))
    view = picture(story)
    glance = Glance(view.street, view.simulated, lambda _now_s: view)
    out = replace(glance, unsure=((4, "books"),))
    for now_s, shown, told in ((2.0, out, ["state"]), (3.0, out, []), (4.0, glance, ["state"])):
        courier.offer(Told(story.record(), 1), shown)
        courier.tick(MOMENT, now_s)
        courier.tick(MOMENT, now_s + 0.1)
        assert topics(wire.drain()) == told


def test_the_table_is_shown_again_every_ten_seconds_between_hands_too(
    who: Identity, story: Any, picture: Picture
) -> None:
    courier = Courier(who)
    wire = Wire(courier)
    courier.offer(None, picture(story))
    courier.up(1, MOMENT, 100.0)
    wire.drain()
    courier.tick(MOMENT, 109.9)
    assert wire.drain() == []
    courier.tick(MOMENT, 110.0)
    assert topics(wire.drain()) == ["avail", "state", "health"]
    courier.offer(None, picture(story, street="idle"))
    courier.tick(MOMENT, 120.0)
    assert topics(wire.drain()) == ["avail", "state", "health"]


def test_the_state_is_public_only(who: Identity, story: Any, picture: Picture) -> None:
    courier = Courier(who)
    courier.offer(None, picture(story))
    courier.up(1, MOMENT, 1.0)
    state = dict(Wire(courier).drain())["state"]
    assert "h-4f2a" not in msgspec.json.encode(state).decode()
    assert not {"prompts", "nodes", "broker", "can_undo"} & state["data"].keys()
    assert "simulated" not in state


def test_a_simulated_table_says_so_everywhere(who: Identity, story: Any, picture: Picture) -> None:
    courier = Courier(who)
    courier.offer(None, picture(story, simulated=True))
    courier.offer(Told(story.push(), 1), picture(story, simulated=True))
    courier.up(1, MOMENT, 1.0)
    found = Wire(courier).drain()
    assert topics(found) == ["avail", "state", "ev", "health"]
    assert [message["simulated"] for _, message in found] == [True] * 4


def test_a_restart_goes_on_from_the_mark(who: Identity, story: Any, picture: Picture) -> None:
    records = [Told(story.push(), 1) for _ in range(6)]
    courier = Courier(who, mark=(4, -1))
    courier.recall(records)
    courier.offer(records[-1], picture(story))
    courier.up(1, MOMENT, 1.0)
    assert [message["n"] for topic, message in Wire(courier).drain() if topic == "ev"] == [5, 6]


def test_a_cut_backlog_is_said_and_a_snapshot_follows(who: Identity, story: Any, picture: Picture) -> None:
    courier = Courier(who, delivery=Delivery(window=2, bound=5))
    for _ in range(12):
        courier.offer(Told(story.push(), 1), picture(story))
    courier.up(1, MOMENT, 1.0)
    found = Wire(courier).drain()
    first = next(message for topic, message in found if topic == "ev")
    assert (first["type"], first["n"], first["data"]) == ("cardspeak.gap.v1", 8, {"first_n": 1, "last_n": 8})
    assert [message["n"] for topic, message in found if topic == "ev"][1:] == [9, 10, 11, 12]


def test_a_recorders_word_counts_only_for_this_epoch(who: Identity, story: Any, picture: Picture) -> None:
    courier = Courier(who, delivery=Delivery(recorder="recorder"))
    courier.offer(Told(story.push(), 1), picture(story))
    courier.up(1, MOMENT, 1.0)
    Wire(courier).drain()
    for ignored in (b"", b"\xff", b'{"n": 1}', b'{"epoch": "other", "n": 1}', b'{"epoch": "01J9ZK7Q", "n": "1"}'):
        courier.confirmed(ignored)
        assert courier.outbox.mark == START
    courier.confirmed(b'{"epoch": "01J9ZK7Q", "n": 1, "who": "recorder"}')
    assert courier.outbox.mark == (1, -1)


def test_a_recorder_that_keeps_findings_says_how_many_it_has(who: Identity, story: Any, picture: Picture) -> None:
    courier = Courier(who, delivery=Delivery(recorder="recorder"))
    ruling = ev.FloorRuled("complete-call", (), "floor", "", 1.0)
    courier.offer(Told(story.record((ruling, [], [])), 1), picture(story))
    courier.up(1, MOMENT, 1.0)
    assert topics(Wire(courier).drain())[2:4] == ["ev", "finding"]
    courier.confirmed(b'{"epoch": "01J9ZK7Q", "n": 1, "index": -1}')
    assert courier.outbox.mark == (1, -1)
    courier.confirmed(b'{"epoch": "01J9ZK7Q", "n": 1, "index": 0}')
    assert courier.outbox.mark == (1, 0)


def test_the_will_says_lost_for_its_connection(who: Identity) -> None:
    will = Courier(who).will(9, MOMENT)
    assert (will.topic, will.qos, will.retain) == ("cardspeak/v1/rome/sys/table/t7/avail", 1, True)
    assert msgspec.json.decode(will.payload)["data"] == {"state": "lost", "conn": 9}


# The mark on disk.


def test_the_mark_outlives_the_process(tmp_path: Any) -> None:
    path = tmp_path / "mark.json"
    mark = MarkFile(path, "epoch-1")
    assert (mark.position, mark.next_conn(), mark.next_conn()) == (START, 1, 2)
    mark.save((40, 1))
    again = MarkFile(path, "epoch-1")
    assert again.position == (40, 1)
    assert again.next_conn() == CONNS_AT_ONCE + 1, "no number is used twice"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_new_epoch_starts_from_its_beginning_with_fresh_connection_numbers(tmp_path: Any) -> None:
    old = MarkFile(tmp_path / "mark.json", "epoch-1")
    old.next_conn()
    old.save((40, -1))
    new = MarkFile(tmp_path / "mark.json", "epoch-2")
    assert (new.position, new.next_conn()) == (START, CONNS_AT_ONCE + 1)


def test_a_broken_mark_only_repeats(tmp_path: Any) -> None:
    (tmp_path / "mark.json").write_bytes(b'{"epoch": "epoch-1", "posi')
    assert MarkFile(tmp_path / "mark.json", "epoch-1").position == START
