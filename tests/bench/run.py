"""Every benchmark in one run: what ``make bench`` prints, and with ``--write`` also `hardware_docs/speed.md`.

Times are printed, never asserted: on another machine only the ratios beside the floor mean something.
"""

from __future__ import annotations

import contextlib
import io
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench import (
    bench_engine,
    bench_equities,
    bench_growth,
    bench_latency,
    bench_pixels,
    bench_processes,
    bench_screen,
    bench_start,
)
from soak.machine import commit, machine

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "hardware_docs" / "speed.md"
HEAD: Final = """\
# How fast it is

What `make bench` printed, written by `make bench ARGS=--write`; do not edit. Each figure stands beside a peer or a
floor of the same run: on another machine only the ratio of the two means something. Nothing of it ran on a Raspberry
Pi.

```text
"""


class Both(io.StringIO):
    """Keeps what is printed, and prints it at once."""

    def write(self, text: str) -> int:
        """Keep and print."""
        if sys.__stdout__ is not None:
            sys.__stdout__.write(text)
        return super().write(text)

    def flush(self) -> None:
        """What was printed is seen now."""
        if sys.__stdout__ is not None:
            sys.__stdout__.flush()


def main() -> None:
    """Run all and print what machine it was."""
    with contextlib.redirect_stdout(Both()) as printed:
        print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit(ROOT, PAGE)}")
        print(machine())
        for bench in (
            bench_engine,
            bench_growth,
            bench_latency,
            bench_equities,
            bench_start,
            bench_processes,
            bench_screen,
            bench_pixels,
        ):
            print(flush=True)
            bench.main()
    if "--write" in sys.argv[1:]:
        lines = (line.rstrip() for line in printed.getvalue().splitlines())
        PAGE.write_text(HEAD + "\n".join(lines) + "\n```\n", encoding="utf-8")


if __name__ == "__main__":
    main()
