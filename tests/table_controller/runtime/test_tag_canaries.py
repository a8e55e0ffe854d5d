"""Tags that are canaries: no byte that leaves the bridge holds one, whatever is played and whatever fails."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import pytest
from support.canaries import Search
from support.canary_evening import CanaryEvening
from support.canary_felt import Life, Story, a_count, a_hand
from support.canary_hands import DECKS, HANDLES, HANDS, CanaryHand, WatchedHand, canary_deck
from support.counting import counted
from support.process_evening import PATIENCE_S, Evening
from support.touching_tags import FAULTS, Where

from firmware_bridge.bridge import Bridge
from firmware_bridge.hub import Hub
from firmware_bridge.secrets import slot_file
from firmware_bridge.secrets.decks import DeckError
from firmware_bridge.secrets.faults import Say
from firmware_bridge.secrets.vault import Vault
from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.observations import NodeSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import write_whole
from firmware_bridge.wire.frames import DELIMITER
from firmware_bridge.wire.reports import TagSeen
from table_controller.broadcast.public import PublicFeed
from table_controller.runtime.processes import bridge_process, logs
from table_controller.runtime.processes.logs import SUPERVISOR, supervisors_log
from table_controller.vocabulary.record import Record

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS_PLAYED: Final = 1000 if SOAK else 100
ROUNDS: Final = 8 if SOAK else 1
EACH: Final = 1 if SOAK else 4
"""Each function in a soak, else every fourth."""


NOT_IN_THE_PROCESS: Final = {
    ("secrets/decks.py", name)
    for name in (
        "Deck.tag_of",
        "save_decks",
        "save_decks.<locals>.<genexpr>",
        "_table_text",
        "_table_text.<locals>.<genexpr>",
    )
}
"""Functions by which the simulated dealer finds his cards, and by which a deck of his is registered."""


def seeded(request: pytest.FixtureRequest, what: str) -> random.Random:
    seed = int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0
    return random.Random(f"{what}/{seed}")  # noqa: S311  # repeatable


@pytest.mark.timeout(3600)
def test_no_byte_that_leaves_the_bridge_holds_a_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    rng = seeded(request, "hands")
    spare = canary_deck("spare", rng)
    of_the_spare = Search(spare.tags.values())
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for number in range(HANDS_PLAYED):
        hand = CanaryHand(tmp_path, rng, spare, HANDS[number % len(HANDS)], monkeypatch)
        search = Search(hand.tags(), of_the_spare)
        assert hand.outside.leaks(search) == [], f"hand {number}"
        assert all(hand.outside.channels()[channel] for channel in ("socket", "journal", "MQTT", "display", "file"))
        assert search.found((tmp_path / DECKS).read_bytes()), "these tags are found where they are"
    counted(HANDS_PLAYED, "hands, each with a deck of canaries, and none was found outside")


Careless = Callable[[Any, bytes], object]


def after(method: str, careless: Careless) -> Callable[[pytest.MonkeyPatch], None]:
    """A vault that does a careless thing with each tag that this method of it is given."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = getattr(Vault, method)

        def leaking(vault: Vault, tag: Any, *more: Any) -> Any:
            careless(vault, getattr(tag, "tag", tag))
            return honest(vault, tag, *more)

        patch.setattr(Vault, method, leaking)

    return plant


def handles_are_tags(patch: pytest.MonkeyPatch) -> None:
    honest = Vault._know

    def telling(vault: Vault, known: Any) -> None:
        known.handle = known.tag.hex()
        honest(vault, known)

    patch.setattr(Vault, "_know", telling)


def handles_are_tags_and_published(patch: pytest.MonkeyPatch) -> None:
    honest = PublicFeed.take

    def telling(feed: PublicFeed, record: Record) -> Any:
        hint = getattr(record.cause, "handle", "")
        told = ((one, replace(one.message, data={**one.message.data, "hint": hint})) for one in honest(feed, record))
        return tuple(replace(one, message=message) for one, message in told)

    handles_are_tags(patch)
    patch.setattr(PublicFeed, "take", telling)


def nodes_are_told(patch: pytest.MonkeyPatch) -> None:
    heard: list[bytes] = []
    honest = Hub.outgoing
    after("lies", lambda _, tag: heard.append(tag))(patch)

    def junk() -> bytes:
        return DELIMITER + heard.pop() + DELIMITER if heard else b""

    patch.setattr(Hub, "outgoing", lambda hub: [(port, data + junk()) for port, data in honest(hub)])


def reasons_are_tags(patch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    honest = Bridge.reports
    after("lies", lambda _, tag: read.append(tag))(patch)

    def telling(bridge: Bridge, reports: Any, now_s: float) -> Any:
        seen = honest(bridge, reports, now_s)
        return [*seen, *(NodeSeen("centre", "ready", tag.hex(), now_s, True) for tag in read[-1:])]

    patch.setattr(Bridge, "reports", telling)


def a_file_is_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(slot_file, "write_whole", lambda path, content: write_whole(path, content, mode=0o644))


def kept_in_a_file(tag: bytes) -> None:
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(str(int.from_bytes(tag, "big")).encode())


def printed_whole(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Vault, "__repr__", lambda vault: repr(list(vault._by_tag)))


PLANTS: Final[tuple[tuple[str, Callable[[pytest.MonkeyPatch], None]], ...]] = (
    ("socket", handles_are_tags),
    ("journal", handles_are_tags),
    ("display", reasons_are_tags),
    ("MQTT", handles_are_tags_and_published),
    ("line to a node", nodes_are_told),
    ("stdout", after("lies", lambda _, tag: sys.stdout.write(f"{tag!r}"))),
    ("stderr and log", after("taken", lambda _, tag: sys.stderr.write(tag.hex("-")))),
    ("stderr and log", after("handle", lambda _, tag: logging.getLogger("asyncio").debug("read %s", list(tag)))),
    ("file", after("taken", lambda _, tag: kept_in_a_file(tag))),
    (f"{HANDLES}: others may read it", a_file_is_open),
    ("repr", printed_whole),
)


@pytest.mark.parametrize(("channel", "plant"), PLANTS)
def test_a_tag_that_leaves_by_any_channel_is_caught(
    channel: str, plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)  # noqa: S311  # repeatable
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    plant(monkeypatch)
    script = HANDS[-1 if channel == "repr" else 0]
    hand = CanaryHand(tmp_path, rng, canary_deck("spare", rng), script, monkeypatch)
    leaks = hand.outside.leaks(Search(hand.tags()))
    assert any(leak.startswith(channel) for leak in leaks), leaks


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("story", "lives", "least"), [(a_hand, 3, 110), (a_count, 1, 25)], ids=["bridge", "census"])
def test_an_exception_in_any_function_that_holds_a_tag_says_none(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    project: Path,
    story: Story,
    lives: int,
    least: int,
) -> None:
    rng = seeded(request, "faults")
    life = Life(tmp_path / "state", project, rng, monkeypatch, story)
    watch = life.watched(lives)
    assert len(watch.touched) >= least, sorted(watch.touched)
    assert not Search(life.felt.tags()).found(repr(watch.printed).encode()), watch.printed.keys()
    if story is a_hand and SOAK:
        missed = touched_in_hands(tmp_path, rng, monkeypatch) - watch.touched - NOT_IN_THE_PROCESS
        assert missed == set(), "the story at one node comes to every function that a simulated hand does"
    done = 0
    for _ in range(ROUNDS):
        due = set(sorted(watch.touched)[rng.randrange(EACH) :: EACH])
        assert life.struck(due, rng) == set(), "each of them holds a tag again"
        done += len(due)
    assert life.leaks() == []
    log = life.outside.channels()["log"]
    assert log.count(b"it may hold a tag)") >= done / 2, (
        "each is said, but for those that were taken for junk or damage"
    )
    counted(done, "exceptions with a tag in them, each in a function that held it")


def touched_in_hands(folder: Path, rng: random.Random, patch: pytest.MonkeyPatch) -> set[Where]:
    touched, spare = set[Where](), canary_deck("spare", rng)
    for number, script in enumerate(HANDS):
        state = folder / f"hand-{number}"
        state.mkdir()
        touched |= WatchedHand(state, rng, spare, script, patch).watch.touched
    assert len(touched) > 80
    return touched


def as_python_prints_it(fault: BaseException) -> str:
    return "".join(traceback.format_exception(fault))


def its_message_is_ours(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bridge_process, "OURS", (ValueError,))


def its_log_is_like_any(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(logs, "told_of", as_python_prints_it)


def it_is_like_any_process(patch: pytest.MonkeyPatch) -> None:
    def unguarded(work: Coroutine[Any, Any, int | None], say: Say) -> Coroutine[Any, Any, int | None]:
        del say
        return work

    patch.setattr(bridge_process, "among_tags", unguarded)


@pytest.mark.parametrize(
    ("plant", "place"),
    [
        (its_message_is_ours, ("secrets/decks.py", "DeckBook._register")),
        (its_log_is_like_any, ("secrets/vault.py", "Vault.handle")),
        (it_is_like_any_process, ("secrets/vault.py", "Vault.handle")),
    ],
)
def test_a_message_of_an_exception_that_leaves_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None],
    place: Where,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    project: Path,
) -> None:
    rng = random.Random(1)  # noqa: S311  # repeatable
    plant(monkeypatch)
    life = Life(tmp_path / "state", project, rng, monkeypatch)
    assert life.struck({place}, rng, FAULTS[1:2]) == set()
    assert "log: hex joined by ''" in life.leaks()


def test_a_value_that_prints_its_tag_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    monkeypatch.setattr(TagSeen, "__repr__", lambda seen: f"TagSeen({seen.tag!r})")
    life = Life(tmp_path / "state", project, random.Random(1), monkeypatch)  # noqa: S311  # repeatable
    watch = life.watched(1)
    assert Search(life.felt.tags()).found(watch.printed["TagSeen"].encode())


def test_a_fault_in_reading_the_decks_says_none_to_who_starts_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = canary_deck("spare", random.Random(1)).tags[DECK[0]]  # noqa: S311  # repeatable

    def fails(path: Path) -> None:
        raise KeyError(path, tag)

    monkeypatch.setattr(bridge_process, "leave_no_core_file", lambda: None)
    monkeypatch.setattr(bridge_process, "load_decks", fails)
    with pytest.raises(DeckError, match=r"decks.toml: cannot be read: KeyError$"):
        bridge_process.check_decks(tmp_path / DECKS)


async def an_abort(evening: Evening) -> None:
    """When all planted faults have struck and tags were read, the bridge is aborted: a core would be written of it."""
    assert isinstance(evening, CanaryEvening)
    until = evening.screen.until
    await until(lambda: len(evening.struck()) == len(evening.faults), PATIENCE_S)
    await until(evening.is_heard, PATIENCE_S)
    process = evening.children["bridge"].process
    assert process is not None
    os.kill(process.pid, signal.SIGABRT)
    await until(lambda: len(evening.ran) > len(evening.faults) + 1, PATIENCE_S)


REAL_WAYS_OUT: Final = (
    "socket",
    "MQTT",
    "terminal",
    "log",
    "arguments",
    "environment",
    "file in state",
    "line to a node",
)
FAULTY: Final = ("handle", "lies", "taken")


def among_processes(
    folder: Path,
    patch: pytest.MonkeyPatch,
    evening: CanaryEvening,
    *,
    until_aborted: bool,
    not_before: Callable[[], bool] = lambda: True,
) -> None:
    """Play the hand, or its beginning; core files and temporary files come into `folder`.

    The bridge is aborted once, `not_before` this is so.
    """

    async def story() -> None:
        aborted = asyncio.Event()

        async def strike(struck: Evening) -> None:
            await struck.screen.until(not_before, PATIENCE_S)
            await an_abort(struck)
            aborted.set()

        playing = asyncio.create_task(evening.play(strike))
        if until_aborted:
            waiting = asyncio.create_task(aborted.wait())
            await asyncio.wait((playing, waiting), return_when=asyncio.FIRST_COMPLETED)
            playing.cancel()
            waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing

    patch.chdir(folder / "cwd")
    patch.setenv("TMPDIR", str(folder / "temporary"))
    before, handlers = resource.getrlimit(resource.RLIMIT_CORE), SUPERVISOR.handlers[:]
    resource.setrlimit(resource.RLIMIT_CORE, (before[1], before[1]))
    SUPERVISOR.handlers.clear()
    supervisors_log(evening.places.log("supervisor"))
    try:
        asyncio.run(story())
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, before)
        SUPERVISOR.handlers[0].close()
        SUPERVISOR.handlers[:] = handlers


@pytest.mark.broker
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("quick_restarts")
@pytest.mark.parametrize("number", range(10 if SOAK else 1))
def test_no_byte_that_leaves_a_real_bridge_holds_a_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, number: int
) -> None:
    shows = ("log", "screen")[number % 2] if SOAK else "tail"
    faults = FAULTY if SOAK else FAULTY[:1]
    evening = CanaryEvening(tmp_path, seeded(request, f"processes/{number}"), faults=faults, shows=shows)
    among_processes(tmp_path, monkeypatch, evening, until_aborted=not SOAK)
    assert evening.outside.leaks(Search(evening.deck.tags.values())) == [], evening.logs()
    channels = evening.outside.channels()
    assert [way for way in REAL_WAYS_OUT if not channels.get(way)] == []
    assert sorted(evening.struck()) == sorted(faults)
    assert len(evening.ran) >= len(faults) + 2, "one that failed each time, one that was aborted, and another one"
    assert b"Fatal Python error: Aborted" in channels["log"]
    assert b"bridge killed by SIGABRT" in channels["file in state"], "the supervisor's log is among what was looked at"
    assert evening.core_files() == []
    counted(1, "hands at tables of real processes, whose bridge failed and was aborted")


@pytest.mark.broker
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("quick_restarts")
def test_a_real_bridge_that_leaks_is_caught_at_every_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)  # noqa: S311  # repeatable
    evening = CanaryEvening(tmp_path, rng, leaks=True, shows="tail")
    search = Search(evening.deck.tags.values())

    def told() -> bool:
        """Whether it has come as far as the broker: it goes through the controller."""
        return any(one.startswith("MQTT:") for one in evening.outside.leaks(search))

    among_processes(tmp_path, monkeypatch, evening, until_aborted=True, not_before=told)
    leaks = evening.outside.leaks(search)
    caught = {way for way in (*REAL_WAYS_OUT, "file in temporary") if any(one.startswith(f"{way}:") for one in leaks)}
    assert caught == {*REAL_WAYS_OUT, "file in temporary"} - {"line to a node"}
    if leaves_core_files_here():
        assert evening.core_files()


def leaves_core_files_here() -> bool:
    """Whether a process that may leave a core file leaves it where it was started."""
    pattern = Path("/proc/sys/kernel/core_pattern").read_text(encoding="ascii").strip()
    return not pattern.startswith(("|", "/")) and resource.getrlimit(resource.RLIMIT_CORE)[1] != 0
