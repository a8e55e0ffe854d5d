"""A fault in the screen shows where it is, never the values at hand."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App

from display.app import DealerScreen
from display.feed import Heard, Lost
from display.wording.crash import crash_lines
from display.wording.wording import ENGLISH

CANARY = "canary-4711"


class Faulty(DealerScreen):
    """A screen that fails on the first message, with a secret in a local variable and in the message."""

    def hear(self, heard: Heard) -> None:
        secret = CANARY
        raise ValueError(f"cannot show {secret} {heard}")


class FaultyAsTextualReportsIt(Faulty):
    """The same with Textual's own report, to know that the canary would be seen."""

    def _fatal_error(self) -> None:
        App._fatal_error(self)


def report_of(app: DealerScreen, capfd: pytest.CaptureFixture[str]) -> str:
    async def fail() -> None:
        await app.run_async(headless=True, size=(120, 40))

    app.call_later(app.hear, Lost("closed"))
    asyncio.run(fail())
    assert app.return_code == 1
    return capfd.readouterr().err


def test_the_report_names_the_fault_and_the_place_and_no_value(capfd: pytest.CaptureFixture[str]) -> None:
    report = report_of(Faulty(), capfd)
    assert CANARY not in report
    assert "ValueError" in report
    assert "hear at" in report
    assert "test_crash.py" in report.replace("\n", "")
    assert "The hand goes on" in report


def test_textuals_own_report_would_show_it(capfd: pytest.CaptureFixture[str]) -> None:
    assert CANARY in report_of(FaultyAsTextualReportsIt(), capfd)


def test_a_report_without_a_fault_still_reads() -> None:
    assert crash_lines(None, ENGLISH)[1] == "?"
