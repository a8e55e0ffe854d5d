"""Of an exception where tags are: everything that helps to find the mistake, and not a word of its message."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterator

import pytest
from support.canaries import Search

from firmware_bridge.secrets.faults import KEPT_BACK, keep_back_in, keep_messages_back, kind_of, told_of, why_of

TAG = bytes.fromhex("e00401a1b2c3d4e5")
NO_CARDS: dict[bytes, str] = {}
SEARCH = Search([TAG])
Said = list[tuple[str, BaseException | None]]


def looked_up() -> None:
    NO_CARDS[TAG]


def handled() -> None:
    try:
        looked_up()
    except KeyError as problem:
        raise ValueError(f"no card has the tag {TAG.hex()}") from problem


def grouped() -> None:
    try:
        handled()
    except ValueError as problem:
        problem.add_note(repr(TAG))
        raise ExceptionGroup(TAG.hex(":"), [problem, OSError(errno.ENOSPC, TAG.hex())])  # noqa: B904  # as it happens


def raised_by(function: Callable[[], object]) -> BaseException:
    try:
        function()
    except Exception as fault:  # noqa: BLE001  # any
        return fault
    raise AssertionError("nothing was raised")


@pytest.fixture
def hooks() -> Iterator[Said]:
    said: Said = []
    before = sys.excepthook, sys.unraisablehook, threading.excepthook
    keep_messages_back(lambda what, fault: said.append((what, fault)))
    yield said
    sys.excepthook, sys.unraisablehook, threading.excepthook = before


def test_kinds_and_places_of_a_whole_chain_are_told_and_no_message() -> None:
    fault = raised_by(grouped)
    told = told_of(fault)
    for place in ("in grouped", "in handled", "in looked_up", "NO_CARDS[TAG]", f'File "{__file__}", line '):
        assert place in told, told
    for kind in ("KeyError", "ValueError", "ExceptionGroup", "1 of 2", "2 of 2", "direct cause"):
        assert kind in told, told
    assert "OSError [No space left on device]" in told
    assert told.count(KEPT_BACK) == 5  # the first is the group's cause as well
    assert not SEARCH.found(told.encode())


def test_what_python_would_print_is_caught() -> None:
    """Planted: the traceback as it would be without all this."""
    assert SEARCH.found("".join(traceback.format_exception(raised_by(grouped))).encode())


def test_a_fault_that_calls_itself_without_end_is_told_shortly() -> None:
    def deeper() -> None:
        deeper()

    assert len(told_of(raised_by(deeper)).splitlines()) < 120


def test_a_number_is_the_systems_word_and_no_other() -> None:
    assert kind_of(KeyError(TAG)) == "KeyError"
    assert kind_of(asyncio.QueueFull()) == "asyncio.queues.QueueFull"
    assert kind_of(OSError(errno.EACCES, TAG.hex(), TAG.hex())) == "PermissionError [Permission denied]"
    assert kind_of(OSError(TAG.hex())) == "OSError"
    assert why_of(OSError(errno.EACCES, TAG.hex())) == "Permission denied"


def test_what_nobody_catches_is_said_by_kind_and_place(hooks: Said, capfd: pytest.CaptureFixture[str]) -> None:
    fault = raised_by(looked_up)
    sys.excepthook(type(fault), fault, fault.__traceback__)
    thread = threading.Thread(target=looked_up)
    thread.start()
    thread.join()

    class Torn:
        def __del__(self) -> None:
            looked_up()

    Torn()
    gc.collect()
    assert [(what, kind_of(fault)) for what, fault in hooks if fault is not None] == [
        ("a fault that nobody caught", "KeyError"),
        ("a fault that nobody caught in a thread", "KeyError"),
        ("a fault where none can be raised", "KeyError"),
    ]
    assert capfd.readouterr() == ("", "")


def test_a_task_that_failed_is_told_of_without_its_repr(caplog: pytest.LogCaptureFixture) -> None:
    said: Said = []

    async def fails() -> None:
        looked_up()

    async def story() -> None:
        loop = asyncio.get_running_loop()
        keep_back_in(loop, lambda what, fault: said.append((what, fault)))
        assert not loop.get_debug()
        loop.create_task(fails())  # noqa: RUF006  # nobody holds it: that is what is told of
        loop.call_soon(NO_CARDS.__getitem__, TAG)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gc.collect()
        loop.call_exception_handler({"message": f"something about <Task {TAG!r}>"})

    with caplog.at_level(logging.DEBUG):
        asyncio.run(story(), debug=True)
    told = [f"{what} {kind_of(fault) if fault is not None else ''}" for what, fault in said]
    assert sorted(told) == [
        "the loop: a task or callback failed KeyError",
        "the loop: a task or callback failed KeyError",
        "the loop: something about ",
    ]
    assert not SEARCH.found(caplog.text.encode())
