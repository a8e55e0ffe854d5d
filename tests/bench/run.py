"""Every benchmark in one run: what ``make bench`` prints.

Times are printed, never asserted: on another machine only the ratios beside the floor mean something.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from datetime import UTC, datetime

from bench import bench_engine, bench_latency, bench_processes, bench_screen


def main() -> None:
    """Run all and print what machine it was."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit.stdout.strip() or 'unknown'}")
    print(f"{platform.platform()}, CPython {platform.python_version()}, {platform.machine()}")
    for bench in (bench_engine, bench_latency, bench_processes, bench_screen):
        print(flush=True)
        bench.main()
    sys.stdout.flush()


if __name__ == "__main__":
    main()
