"""The floor's PIN: asked for where a ruling moves chips, seats or the clock; kept as a hash; nowhere after the door."""

from __future__ import annotations

import asyncio
import io
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID

import pytest
from support.no_broker import NoBroker
from support.one_hand import journalled_player
from support.pty_terminal import PtyTerminal, cardspeak
from support.said import next_said
from support.script_text import script_text

from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from table_controller.broadcast.courier import Glance, drawn_of
from table_controller.broadcast.public import public_messages
from table_controller.controller.controller import Controller
from table_controller.controller.floor_rights import needs_pin
from table_controller.journal.journal import Header, Journal, MemoryJournal
from table_controller.journal.log import Log
from table_controller.projections.effects import binds
from table_controller.runtime.cli.pin_command import set_pin
from table_controller.runtime.processes import floor_pin
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.runtime.processes.floor_pin import FLOOR, FREE_TRIES, FloorPin, KeptPin, keep, read_pin, write_pin
from table_controller.runtime.settings.settings import SettingsError
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import (
    SENT,
    AnnounceLevel,
    AskClock,
    Authorized,
    ChooseGame,
    Command,
    CorrectBet,
    CorrectStack,
    FoundChips,
    GivePenalty,
    MarkFold,
    RaceChips,
    Redo,
    Rule,
    Say,
    SeatPlayer,
    Sent,
    Undo,
    UnseatPlayer,
    authorized,
    bare,
)
from table_controller.vocabulary.record import Record, encode_record
from table_controller.vocabulary.views import FEED, Effect, Feed, Refused, TableView

PIN = "80264917"
UNDERCALL = "deal\n1: raises to 600\n2: raises to 1800\n3: pushes 500\n"
CONFIG = Path(__file__).parents[3] / "config"


@pytest.fixture(scope="module")
def kept() -> KeptPin:
    return keep(PIN)


def undercalled(journal: Log) -> Controller:
    """A hand with an undercall that waits for the floor."""
    player = journalled_player(journal)
    assert play(parse_script("case.toml", script_text("an undercall", UNDERCALL)), lambda _: player).failure is None
    return player.process.controller


HEADER = Header("EPOCH", "test", "rules", 0)


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[tuple[Controller, Path]]:
    """A hand with an undercall, and the file of its journal."""
    path = tmp_path / "table.journal"
    journal = Journal.create(path, HEADER, boot_id=UUID(int=7), mono_ns=0)
    yield undercalled(journal), path
    journal.close()


@pytest.fixture(scope="module")
def still() -> Controller:
    """The same for tests that change nothing."""
    return undercalled(MemoryJournal(HEADER, boot_id=UUID(int=7)))


class Ears(NoBroker):
    """A publisher that keeps every byte it is given."""

    def __init__(self) -> None:
        self.bytes = b""

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int) -> None:
        self.bytes += FEED.encode(drawn_of(view, 0.0)) + str(wall_ns).encode()
        if record is not None:
            self.bytes += encode_record(record) + repr((record, public_messages(record))).encode()

    def health(self, facts: Mapping[str, int | str]) -> None:
        self.bytes += repr(facts).encode()


class Display:
    """One display at the controller's socket; `heard` is every byte that comes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer, self.heard = reader, writer, b""

    async def until(self, wanted: Callable[[Feed], bool]) -> Feed:
        while True:
            line = await next_said(self._reader)
            assert line, "the controller closed the line"
            self.heard += line
            if wanted(message := FEED.decode(line)):
                return message

    async def refused(self, sent: Sent) -> str:
        """Why it is not taken."""
        self._writer.write(SENT.encode(sent))
        answer = await self.until(lambda message: isinstance(message, Refused))
        assert isinstance(answer, Refused)
        return answer.reason.partition(" command=")[0]

    async def taken(self, sent: Sent, so: Callable[[TableView], bool]) -> TableView:
        """The view in which it shows."""
        self._writer.write(SENT.encode(sent))
        answer = await self.until(
            lambda message: isinstance(message, Refused) or (isinstance(message, TableView) and so(message))
        )
        assert isinstance(answer, TableView), answer
        return answer

    def close(self) -> None:
        self._writer.close()


def is_ruled(view: TableView) -> bool:
    """Whether no case is open any more."""
    return not any(finding.open for finding in view.findings)


async def display_at(socket: Path) -> Display:
    display = None
    while display is None:  # a socket that comes has no event, and is there a moment before anybody listens to it
        try:
            display = Display(*await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES))
        except (FileNotFoundError, ConnectionRefusedError):
            await asyncio.sleep(0.01)
    await display.until(lambda message: isinstance(message, TableView))
    return display


Story = Callable[[Display], Awaitable[None]]


def at_the_table(controller: Controller, folder: Path, pin: FloorPin, story: Story) -> tuple[bytes, bytes]:
    """Play `story` at a running service; all that the publisher and the display were given."""
    ears = Ears()

    async def run() -> bytes:
        service = ControllerService(controller, ears, ClockRate(), pin=pin)
        serving = asyncio.create_task(service.serve(folder / "bridge.sock", folder / "display.sock"))
        display = await display_at(folder / "display.sock")
        try:
            await story(display)
        finally:
            display.close()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
        return display.heard

    heard = asyncio.run(run())
    return ears.bytes, heard


def leaks(pin: str, *places: bytes) -> list[int]:
    """Which of the places hold the PIN in any form."""
    forms = [pin.encode(), pin.encode().hex().encode(), pin.encode("utf-16-le"), pin[::-1].encode()]
    return [at for at, place in enumerate(places) if any(form in place for form in forms)]


def test_a_ruling_that_moves_chips_waits_for_the_pin_and_no_byte_of_it_gets_past_the_door(
    controller: tuple[Controller, Path], kept: KeptPin, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    table, journal = controller
    ruling = Rule("take-back", role="director", reason="first time")

    async def story(display: Display) -> None:
        before = table.journal.last_sequence
        assert await display.refused(ruling) == "pin-needed"
        assert await display.refused(authorized(ruling, "1" + PIN[1:])) == "pin-wrong left=2"
        shown = table.view(0.0).findings[0]
        assert shown.open
        assert [choice.needs_pin for choice in shown.choices if choice.name == "take-back"] == [True]
        assert table.journal.last_sequence == before, "what was refused is no event"
        view = await display.taken(authorized(ruling, PIN), is_ruled)
        assert view.floor_pin
        assert await display.refused(Undo()) == "pin-needed", "taking a ruling back is one, too"
        await display.taken(authorized(Undo(), PIN), lambda view: not is_ruled(view))

    published, heard = at_the_table(table, tmp_path, FloorPin(kept), story)
    said = "".join(capfd.readouterr()).encode()
    files = [path.read_bytes() for path in tmp_path.iterdir() if path.is_file()]
    assert leaks(PIN, published, heard, said, *files) == []
    assert b"first time" in journal.read_bytes()
    assert b"director" in journal.read_bytes()


def test_a_pin_that_gets_past_the_door_is_found(
    controller: tuple[Controller, Path], kept: KeptPin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search above is no idle one: a door that hands the PIN on with the reason is caught in every place."""
    table, journal = controller

    def careless(sent: Sent) -> tuple[Command, str]:
        command, pin = bare(sent)
        assert isinstance(command, Rule)
        return Rule(command.option, reason=pin), pin

    async def story(display: Display) -> None:
        await display.taken(authorized(Rule("take-back"), PIN), is_ruled)

    monkeypatch.setattr(floor_pin, "bare", careless)
    published, _ = at_the_table(table, tmp_path, FloorPin(kept), story)
    assert leaks(PIN, published, journal.read_bytes()) == [0, 1]


def test_the_real_controller_asks_for_it_and_writes_it_nowhere(kept: KeptPin, tmp_path: Path) -> None:
    """The process as a table has it: settings, state folder, log, its own socket."""
    config, state = tmp_path / "config", tmp_path / "state"
    config.mkdir()
    for name in ("table.toml", "decks.toml"):
        (config / name).write_bytes((CONFIG / name).read_bytes())
    (config / "broker.toml").write_text('broker = "off"\n', encoding="utf-8")
    write_pin(config / FLOOR, kept)
    words = cardspeak("controller", "--config", str(config / "table.toml"), "--state", str(state))
    state.mkdir(mode=0o700)
    level = AnnounceLevel(200, 400, 0)

    async def story() -> None:
        display = await display_at(state / "display.sock")
        assert await display.refused(level) == "pin-needed"
        assert await display.refused(authorized(level, PIN[:-1])) == "pin-wrong left=2"
        assert (await display.refused(Authorized(PIN, {}))).startswith("bad-command")
        await display.taken(
            authorized(level, PIN),
            lambda view: 400 in (view.big_blind_chips, view.coming and view.coming.big_blind_chips),
        )
        display.close()

    with (state / "controller.log").open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        try:
            asyncio.run(asyncio.wait_for(story(), 60))
        finally:
            process.terminate()
            process.wait(60)
    files = {path: path.read_bytes() for path in (*state.rglob("*"), *config.iterdir()) if path.is_file()}
    assert any(b"LevelAnnounced" in data for data in files.values()), "the journal is among them"
    assert leaks(PIN, *files.values()) == []


def test_after_three_wrong_ones_each_try_waits_twice_as_long(kept: KeptPin, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s, tried = [100.0], []

    def is_right(self: KeptPin, pin: str) -> bool:
        del self
        tried.append(pin)
        return pin == PIN

    monkeypatch.setattr(KeptPin, "is_right", is_right)
    pin = FloorPin(kept, lambda: now_s[0])

    def ask(typed: str) -> str:
        refused = asyncio.run(pin.refuses(typed))
        return refused.reason if refused is not None else "taken"

    assert [ask("1111") for _ in range(FREE_TRIES)] == ["pin-wrong left=2", "pin-wrong left=1", "pin-wait seconds=15"]
    now_s[0] += 14.5
    assert ask(PIN) == "pin-wait seconds=1", "not even the right one"
    assert len(tried) == FREE_TRIES, "and it is not looked at"
    waits = []
    for _ in range(8):
        now_s[0] += 1000.0
        waits.append(ask("2222"))
    assert waits == [f"pin-wait seconds={seconds}" for seconds in (30, 60, 120, 240, 480, 900, 900, 900)]
    now_s[0] += 900.0
    assert ask(PIN) == "taken"
    assert ask("1111") == "pin-wrong left=2", "the right one begins the count anew"
    assert ask("") == "pin-needed", "nothing typed is no try"


def test_many_displays_at_once_get_no_more_tries(kept: KeptPin) -> None:
    async def story() -> list[str]:
        pin = FloorPin(kept, lambda: 0.0)
        answers = await asyncio.gather(*(pin.refuses(f"{number:04}") for number in range(20)))
        return [answer.reason for answer in answers if answer is not None]

    said = asyncio.run(story())
    assert [one for one in said if one.startswith("pin-wrong")] == ["pin-wrong left=2", "pin-wrong left=1"]
    assert len(said) == 20


def test_without_a_pin_nothing_is_asked(controller: tuple[Controller, Path], tmp_path: Path) -> None:
    async def story(display: Display) -> None:
        view = await display.taken(Rule("take-back"), is_ruled)
        assert not view.floor_pin
        await display.taken(authorized(Undo(), "1234"), lambda view: not is_ruled(view))

    at_the_table(controller[0], tmp_path, FloorPin(None), story)


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        (Rule("take-back"), True),
        (Rule("complete-call"), True),
        (Rule("dead-hand"), True),
        (Rule("misdeal"), True),
        (Rule("play-on"), False),
        (Rule("warning"), False),
        (Rule("penalty", (("hands", "2"),)), True),
        (Rule("no-such-option"), False),
        (GivePenalty(2, 0), False),
        (GivePenalty(2, 3), True),
        (GivePenalty(2, 0, 1), True),
        (AnnounceLevel(200, 400, 0), True),
        (ChooseGame("PO"), False),
        (ChooseGame("PO", small_blind_chips=200, big_blind_chips=400), True),
        (CorrectStack(2, ((100, 5),)), True),
        (CorrectBet(2, 700), False),
        (FoundChips(2, ((100, 1),)), True),
        (RaceChips(100, ()), True),
        (SeatPlayer(6, "Late", 5000), True),
        (UnseatPlayer(2), True),
        (AskClock(), True),
        (AskClock(2), False),
        (Say("call"), False),
        (MarkFold(), False),
        (Undo(), False),
        (Undo(0), False),
        (Redo(), False),
    ],
)
def test_what_only_the_floor_may_ask_for(still: Controller, command: Command, needs: bool) -> None:
    assert needs_pin(command, still.session, still.book) is needs


def test_undo_and_redo_of_a_ruling_are_rulings(controller: tuple[Controller, Path]) -> None:
    table = controller[0]
    table.accept(Rule("take-back"), 1000.0)
    assert needs_pin(Undo(), table.session, table.book)
    table.accept(Undo(), 1001.0)
    assert needs_pin(Redo(), table.session, table.book)


def test_what_the_table_does_while_a_pin_is_tried_is_not_ruled_on(
    controller: tuple[Controller, Path], kept: KeptPin, tmp_path: Path
) -> None:
    """The PIN takes a tenth of a second; what is done for the floor meanwhile makes the ruling another one."""
    table = controller[0]

    class Slow(FloorPin):
        async def refuses(self, pin: str) -> Refused | None:
            if meanwhile:
                table.accept(meanwhile.pop(), 1000.0)
            return await super().refuses(pin)

    meanwhile: list[Command] = [Rule("play-on")]

    async def story(display: Display) -> None:
        assert await display.refused(authorized(Rule("take-back"), PIN)) == "stale"
        table.accept(Undo(), 1001.0)
        await display.taken(authorized(Rule("take-back"), PIN), is_ruled)

    at_the_table(table, tmp_path, Slow(kept), story)


def test_an_effect_that_nobody_named_binds() -> None:
    assert binds((Effect("turn", 2), Effect("something-new")))
    assert binds((Effect("noted"),))
    assert not binds((Effect("nothing"), Effect("turn", 2, 400)))


def test_the_file_holds_no_pin_and_is_the_owners_alone(tmp_path: Path, kept: KeptPin) -> None:
    path = tmp_path / FLOOR
    assert read_pin(path) is None, "no file, no PIN"
    write_pin(path, kept)
    assert path.stat().st_mode & 0o777 == 0o600
    assert PIN not in path.read_text("utf-8")
    assert read_pin(path) == kept
    assert kept.is_right(PIN)
    assert not kept.is_right(PIN + "1")
    assert keep(PIN) != kept, "salted"
    assert [path.name for path in tmp_path.iterdir()] == [FLOOR], "nothing is left behind"
    path.chmod(0o640)
    with pytest.raises(SettingsError, match="others may read"):
        read_pin(path)


@pytest.mark.parametrize("text", ["", "salt = 1", "garbage = [", 'salt = "00"\nhash = "00"', "\udcff"])
def test_a_damaged_file_is_no_table_without_a_pin(tmp_path: Path, text: str) -> None:
    path = tmp_path / FLOOR
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    path.chmod(0o600)
    with pytest.raises(SettingsError, match="is damaged"):
        read_pin(path)


@pytest.mark.parametrize("pin", ["", "123", "12a4", "1" * 13, "١٢٣٤", "12 34"])
def test_what_is_no_pin_is_refused_without_repeating_it(pin: str) -> None:
    with pytest.raises(ValueError, match="4 to 12 digits") as refused:
        keep(pin)
    assert not pin or pin not in str(refused.value)


def test_it_is_no_part_of_what_can_be_printed() -> None:
    assert PIN not in repr(authorized(Undo(), PIN))


def test_at_a_terminal_it_is_typed_twice_and_not_shown(tmp_path: Path) -> None:
    async def story() -> tuple[PtyTerminal, int]:
        with PtyTerminal(cardspeak("pin", "--config", str(tmp_path / "table.toml"))) as terminal:
            await terminal.until(b"digits): ")
            terminal.type(PIN + "\n")
            await terminal.until(b"again: ")
            terminal.type(PIN + "\n")
            return terminal, await terminal.end()

    terminal, status = asyncio.run(story())
    assert status == 0
    assert leaks(PIN, bytes(terminal.seen)) == []
    found = read_pin(tmp_path / FLOOR)
    assert found is not None
    assert found.is_right(PIN)


@pytest.mark.parametrize(
    ("typed", "told"),
    [((PIN, PIN[:-1]), "two different ones"), (("12",), "4 to 12 digits"), ((), "nothing is changed")],
)
def test_what_was_typed_wrong_changes_nothing(
    typed: tuple[str, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers = iter(typed)

    def type_it(_: str) -> str:
        for answer in answers:
            return answer
        raise EOFError

    monkeypatch.setattr("getpass.getpass", type_it)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert set_pin(tmp_path / FLOOR, remove=False) == 2
    said = capsys.readouterr().err
    assert told in said
    assert leaks(PIN[:-1], said.encode()) == []
    assert not list(tmp_path.iterdir())


def test_it_is_not_read_from_a_pipe_and_can_be_removed(
    tmp_path: Path, kept: KeptPin, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / FLOOR
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PIN}\n{PIN}\n"))
    assert set_pin(path, remove=False) == 2
    assert "typed at a terminal" in capsys.readouterr().err
    write_pin(path, kept)
    assert set_pin(path, remove=True) == 0
    assert read_pin(path) is None
    assert set_pin(tmp_path / "nowhere" / FLOOR, remove=False) == 2
