"""Hostile text never reaches the terminal as anything but text, and never stops the screen."""

from __future__ import annotations

import asyncio
import io
import os
import re
import signal
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from support.counting import counted
from support.hostile import HOSTILE, hostile_texts, reached_lines, reached_screen
from support.pty_terminal import PtyTerminal, cardspeak

from display.app import DealerScreen
from display.feed import Lost
from display.screen.paint import guarded
from display.wording import boundary
from table_controller.runtime.cli.guarded import GuardedStream
from table_controller.runtime.cli.guarded import steering as steering_words
from table_controller.runtime.processes.finishing import INTERRUPTED
from table_controller.runtime.settings.settings import SettingsError, read_settings
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import (
    FEED,
    Feed,
    FindingView,
    LogLine,
    NextAct,
    NodeView,
    Notice,
    PromptView,
    Refused,
    SeatView,
    TableView,
)

OWN_CODES = re.compile(r"\x1b\[[0-9;]*m")
"""What the screen itself sends for colours."""

TEXTS = 10_000 if os.environ.get("CARDSPEAK_SOAK") == "1" else 1_000
AT_A_TABLE = 10
LEFT = "\x1b[?1049l"
LOG_END = "the log is over"
TYPED = "a reason\u202e that a dealer types\u200b [red]\x9b31m e\u0301\u0301\u0301\u0301 🏴\u200d☠\ufe0f"
"""Pasted as a reason: nobody finds these keys."""


def terminal_bytes(app: DealerScreen) -> str:
    """All that a full refresh sends to the terminal."""
    console = Console(force_terminal=True, color_system="truecolor", width=app.size.width, legacy_windows=False)
    return "\n".join(strip.render(console) for strip in app.screen._compositor.render_strips())


def steering(sent: str) -> list[str]:
    """Characters in what was sent that are neither visible nor the screen's own colours."""
    text = OWN_CODES.sub("", sent).replace("\n", "")
    return sorted({f"U+{ord(char):04X}" for char in text if unicodedata.category(char)[0] == "C"})


def poisoned(names: Sequence[str], make_table: Callable[..., TableView], payload: str | None = None) -> TableView:
    """A table in which every text that comes from outside is hostile; those that are no names are `payload`."""
    seats = tuple(
        SeatView(at, name, "in", 900, 0, 2, ("Ah", "\x1bh"), name, hand_label=name)  # type: ignore[arg-type]  # a card that is none
        for at, name in enumerate(names, 1)
    )
    first = names[0] if payload is None else payload
    return make_table(
        seats=seats,
        variant=first,
        rulebook=first,
        street=first,
        next=NextAct(first, 1),
        board=(first,),
        board_count=1,
        broker=first,
        findings=(FindingView(1, first, 1, Citation(first, first), ((first, first),), (first,), open=True),),
        prompts=(PromptView(first, first, 1, (first, first)),),
        nodes=(NodeView(first, first, first, (first,)),),
    )


def batches() -> Iterator[tuple[str, ...]]:
    for start in range(0, len(HOSTILE), AT_A_TABLE):
        yield HOSTILE[start : start + AT_A_TABLE] if len(HOSTILE) - start > 1 else (HOSTILE[start], "Anna")


async def sent_for(views: Sequence[TableView], size: tuple[int, int]) -> str:
    """What a screen sends for these views, one after the other, and for as hostile messages between them."""
    sent = ""
    app = DealerScreen()
    async with app.run_test(size=size) as pilot:
        for view in views:
            name = view.seats[0].name
            app.hear(view)
            for message in (LogLine(1, 0.0, {"is": name}), Notice(name, ((name, name),)), Refused(name), Lost(name)):
                app.hear(message)
            await pilot.pause()
            sent += terminal_bytes(app)
            app.hear(view)
            await pilot.pause()
            sent += terminal_bytes(app)
    return sent


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_hostile_text_everywhere_stays_text(size: tuple[int, int], make_table: Callable[..., TableView]) -> None:
    views = [poisoned(names, make_table) for names in batches()]
    sent = asyncio.run(sent_for(views, size))
    assert steering(sent) == []
    assert "x[/]y" in sent, "markup is shown as it was written"


def test_a_planted_unescaped_name_is_caught(
    monkeypatch: pytest.MonkeyPatch, make_table: Callable[..., TableView]
) -> None:
    def let_through(text: str, *_: Any) -> str:
        return text

    monkeypatch.setattr(boundary, "clean", let_through)
    monkeypatch.setattr(boundary, "clean_name", let_through)
    view = make_table(seats=(SeatView(1, "\x1b[2JAnna", "in", 900, 0, 2), SeatView(2, "Bo", "in", 900, 0, 2)))
    assert steering(asyncio.run(sent_for([view], (80, 24)))) == [], "the last net holds alone"
    monkeypatch.setattr(boundary, "guard", let_through)
    assert "U+001B" in steering(asyncio.run(sent_for([view], (80, 24))))


@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=())), st.sampled_from(["", "bold"])), max_size=4))
def test_no_composed_line_carries_a_control_character(pieces: list[tuple[str, str]]) -> None:
    assert steering("".join(text for text, _ in guarded([*pieces, *pieces]))) == []


# The same on a real terminal: a pty reads every byte that the program sends.

Serve = Callable[..., AbstractAsyncContextManager[None]]

UNGUARDED = """
import signal
import sys
from display.wording import boundary
boundary.clean = boundary.clean_name = lambda text, *_: text
boundary.guard = lambda text: text
from display.run import run_screen_sync
sys.exit(run_screen_sync(sys.argv[1], demo=False))
"""


def messages(name: str) -> tuple[Feed, ...]:
    """A text in every message that is no view: outcomes, findings, notices, refusals, of known kinds and of none."""
    finding: dict[str, object] = {
        "topic": name, "seat": 2, "cite": {"book": name, "ref": name}, "facts": [[name, name], ["cause", name]],
        "options": [{"name": name}], "stops_play": True,
    }  # fmt: skip
    whats: tuple[dict[str, object], ...] = (
        {"is": name},
        {"is": "Finding", **finding},
        {"is": "HandShown", "v": 1, "seat": 1, "cards": [name[:9], "Ah"], "label": name},
        {"is": "ActRuled", "v": 1, "seat": 1, "kind": name, "to_chips": 5, "all_in": True},
        {"is": "PotAwarded", "v": 1, "pot": 0, "seat": 1, "chips": 5, "label": name},
        {"is": "StreetOpened", "v": 1, "street": name},
    )
    told = tuple(LogLine(number, 0.0, what) for number, what in enumerate(whats, 1))
    notices = (
        Notice(name, ((name, name),)),
        Notice("journal", (("trouble", name),)),
        Notice("screen-fell", (("why", name),)),
    )
    return (*told, *notices, Refused(name), Refused(f"pin-wrong left={name}"))


def tables(make_table: Callable[..., TableView], count: int) -> Iterator[tuple[TableView, str]]:
    """Tables with ten hostile texts each, every one as a player's name and most elsewhere too; and a sign of each.

    The sign is the name of the first seat, for whoever waits until the table is drawn.
    """
    texts = tuple(hostile_texts(count))
    for at in range(0, len(texts), AT_A_TABLE - 1):
        names = texts[at : at + AT_A_TABLE - 1]
        yield poisoned((f"T{at:05}", *names), make_table, names[at % len(names)]), f"T{at:05}"


def on_a_terminal(
    words: Callable[[Path], Sequence[str]],
    script: Sequence[tuple[Sequence[Feed], str]],
    serve: Serve,
    folder: Path,
    keys: Sequence[tuple[str, str]],
) -> tuple[bytes, int]:
    """Tell a program on a pty all messages, each batch when the sign of the one before is drawn; then type `keys`.

    Each of the keys has a sign of its own; without keys it is interrupted. Every byte that it sent, and its status.
    """
    go_on = asyncio.Queue[Sequence[Feed]]()

    async def controller(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        del reader
        while batch := await go_on.get():
            writer.write(b"".join(map(FEED.encode, batch)))
            await writer.drain()

    async def play() -> tuple[bytes, int]:
        async with serve(folder / "s", controller):
            with PtyTerminal(words(folder / "s"), columns=100, rows=30) as terminal:
                for batch, sign in script:
                    start = len(terminal.seen)
                    go_on.put_nowait(batch)
                    await terminal.until(sign.encode(), start)
                for typed, sign in keys:
                    start = len(terminal.seen)
                    terminal.type(typed)
                    await terminal.until(sign.encode(), start)
                go_on.put_nowait(())
                if not keys:  # nothing that is typed ends it
                    terminal.process.send_signal(signal.SIGINT)
                status = await terminal.end()
                return bytes(terminal.seen), status

    return asyncio.run(play())


def test_no_byte_of_a_hostile_name_reaches_a_real_terminal(
    make_table: Callable[..., TableView], serve: Serve, tmp_path: Path
) -> None:
    script = [
        ((view, *messages(view.seats[1 + number % (len(view.seats) - 1)].name), view), sign)
        for number, (view, sign) in enumerate(tables(make_table, TEXTS))
    ]
    sent, status = on_a_terminal(
        lambda socket: cardspeak("screen", "--socket", str(socket)),
        script,
        serve,
        tmp_path,
        ((f"o11{TYPED}", "[red]"), ("\x03\x03", LEFT)),
    )
    assert status == 0, "it did not fall"
    assert reached_screen(sent) == []
    shown = sent.decode()
    drawn = [text for text in hostile_texts(TEXTS) if boundary.clean_name(text)[:5] in shown]
    assert len(drawn) > 0.99 * TEXTS, "they were all there"
    counted(TEXTS, "hostile texts on a real terminal")


def test_no_byte_of_a_hostile_name_reaches_the_log(
    make_table: Callable[..., TableView], serve: Serve, tmp_path: Path
) -> None:
    batches: list[Feed] = []
    for view, _ in tables(make_table, TEXTS):
        batches += [view, *messages(view.seats[1].name)]
    script = [((*batches, Notice(LOG_END)), LOG_END)]
    sent, status = on_a_terminal(
        lambda socket: cardspeak("log", "--socket", str(socket), "--demo"), script, serve, tmp_path, ()
    )
    assert status == INTERRUPTED
    assert reached_lines(sent) == []
    assert sent.count(b"\n") > TEXTS // AT_A_TABLE


def test_a_name_that_nobody_cleans_is_caught_on_the_terminal(
    make_table: Callable[..., TableView], serve: Serve, tmp_path: Path
) -> None:
    view = make_table(seats=(SeatView(1, "Anna", "in", 900, 0, 2), SeatView(2, "\x1b[31;77mBo", "in", 900, 0, 2)))
    sent, _ = on_a_terminal(
        lambda socket: [sys.executable, "-c", UNGUARDED, str(socket)],
        [((view,), "Anna")],
        serve,
        tmp_path,
        (("q\r", LEFT),),
    )
    assert reached_screen(sent) == ["U+001B"]


@pytest.mark.parametrize(
    "sent",
    [
        "\x1b[31m",
        "\x1b[5mx",
        "\x1b]52;c;\x07",
        "\x9b1m",
        "a\u202eb",
        "\x1b[2J",
        "\x1b[?1049h\x1b[6n",
        "\x07",
        "a\u0301\u0301\u0301",
    ],
)
def test_the_reader_of_the_terminal_is_strict(sent: str) -> None:
    assert reached_screen(sent.encode()) != []
    assert reached_screen(b"\x1b[1;38;2;1;2;3;48;2;4;5;6mAnna\x1b[0m\x1b[3;1H\r\n") == []


RAISING = """
import signal
import sys
from table_controller.runtime.cli.guarded import guard_terminal
guard_terminal()
raise ValueError(sys.argv[1])
"""


class Tty(io.StringIO):
    """What was written to a terminal."""

    def isatty(self) -> bool:
        return True


def complaints(path: Path) -> Iterator[str]:
    """What the command line says of hostile settings and scripts."""
    for number, text in enumerate(hostile_texts(TEXTS)):
        quoted = "".join(f"\\U{ord(sign):08x}" for sign in text[:300])
        lines = (f'"{quoted}" = 1', f'table = "{quoted}"', f'game = {{"{quoted}" = 1}}', f"a = {text}")
        path.write_bytes(lines[number % len(lines)].encode("utf-8", "surrogateescape"))
        try:
            read_settings(path)
        except SettingsError as problem:
            yield str(problem)
        yield f"{text}: cannot be read"


def test_what_the_command_line_says_of_hostile_files_stays_text(tmp_path: Path) -> None:
    terminal = Tty()
    guarded, bare = GuardedStream(terminal), Tty()
    for said in complaints(tmp_path / "table.toml"):
        guarded.write(said + "\n")
        bare.write(said + "\n")
    assert reached_lines(terminal.getvalue().encode("utf-8", "surrogateescape")) in ([], ["tower"])
    assert reached_lines(bare.getvalue().encode("utf-8", "surrogateescape")) != [], "nobody else would have cleaned it"


def test_the_real_command_line_shows_none_of_it(tmp_path: Path) -> None:
    """Wrong settings, a hostile word, a journal that holds hostile names, a fault: each by a process on a pty."""
    settings = tmp_path / "table.toml"
    settings.write_text('"\\u001b]52;c;eA==\\u0007\\u009b31m\\u202e" = 1', encoding="utf-8")
    for words, shown in (
        (cardspeak("run", "--config", str(settings)), b"]52;c;eA==31m: there is no such setting"),
        (cardspeak("script", "\x1b]52;c;eA==\x07.toml"), b"]52;c;eA==.toml"),
        (cardspeak("demo", "--\x1b[31mspeed"), b"--[31mspeed"),
        ([sys.executable, "-c", RAISING, "\x1b]52;c;eA==\x07"], b"ValueError: ]52;c;eA=="),
    ):

        async def read(words: Sequence[str] = words) -> bytes:
            with PtyTerminal(words) as terminal:
                await terminal.end()
                return bytes(terminal.seen)

        sent = asyncio.run(read())
        assert shown in sent
        assert reached_lines(sent) == [], sent


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_a_word_that_steers_is_said_before_the_parser_shows_it(word: str) -> None:
    told = steering_words([word])
    assert bool(told) or not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in word)
    assert reached_lines(told.encode()) == []
