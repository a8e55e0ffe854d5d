"""What is installed is the three packages with their data, and nothing else can be imported."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from table_controller.runtime.settings.templates import NAMES

PACKAGES = ("firmware_bridge", "table_controller", "display")
DATA = ("*.py", "hands/*.json", "*.toml", "*.tcss", "*.md", "py.typed", "built/*", "built/graphics/*", "recordings/*")
OVERLAY = "display/overlay"
"""Its page is written in TypeScript: what is built of it is shipped, what it is built from and with is not."""


def _copy(project: Path, target: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(
            project / package, target / package, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
        )
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(project / name, target)
    (target / "config").mkdir()
    for name in NAMES:
        shutil.copy(project / "config" / name, target / "config")
    (target / "config/floor.toml").write_text('pin = "planted"\n', "utf-8")
    for neighbour in ("tests", "config", "hardware_docs", "extras"):
        (target / neighbour).mkdir(exist_ok=True)
        (target / neighbour / "planted.py").write_text('"""Must not be shipped."""\n', "utf-8")
    return target


@pytest.fixture(scope="module")
def wheel(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of a copy of the project, so that nothing is left behind in the tree."""
    copy = _copy(project, tmp_path_factory.mktemp("wheel"))
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "."],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = (copy / "dist").glob("*.whl")
    return found


def _shipped(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name and ".data/" not in name}


def test_the_templates_of_the_settings_come_with_the_wheel_and_no_pin(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        data = {name.partition(".data/data/")[2] for name in archive.namelist() if ".data/" in name}
    assert data == {f"share/cards-speak/config/{name}" for name in NAMES}


def test_the_source_distribution_is_the_project(project: Path, tmp_path: Path) -> None:
    """Whoever has it can run the tests, and read what they hold; secrets and what was built stay behind."""
    left_behind = shutil.ignore_patterns(
        ".*", "build", "dist", "*.egg-info", "__pycache__", "goldens", "scripts", "node_modules"
    )
    copy = shutil.copytree(project, tmp_path / "copy", ignore=left_behind)
    (copy / "config/floor.toml").write_text('pin = "planted"\n', "utf-8")
    built = subprocess.run(
        [sys.executable, "-m", "build", "--sdist", "--no-isolation", "."],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = (copy / "dist").glob("*.tar.gz")
    with tarfile.open(found) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "Makefile",
        "CONTRIBUTING.md",
        "requirements.lock",
        "hardware_docs/mqtt.md",
        "tests/architecture/test_wheel.py",
    }
    assert {*wanted, *(f"config/{name}" for name in NAMES)} <= names
    assert not {name for name in names if "floor.toml" in name or name.endswith(".pyc")}


def test_the_wheel_holds_the_three_packages(wheel: Path) -> None:
    assert {name.partition("/")[0] for name in _shipped(wheel)} == set(PACKAGES)


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    copy = wheel.parent.parent
    files = {
        str(path.relative_to(copy))
        for package in PACKAGES
        for path in (copy / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    files = {name for name in files if not name.startswith(f"{OVERLAY}/") or name in served(copy)}
    assert _shipped(wheel) == files
    assert all(f"{package}/py.typed" in files for package in PACKAGES)
    strange = {name for name in files if not any(Path(name).match(pattern) for pattern in DATA)}
    assert strange == set(), "name the new kind of file in package-data and here"


def served(project: Path) -> set[str]:
    """The files of the overlay that a table needs."""
    overlay = project / OVERLAY
    built = {str(path.relative_to(project)) for path in (overlay / "built").rglob("*") if path.is_file()}
    return built - {f"{OVERLAY}/built/built-from.json"} | {f"{OVERLAY}/__init__.py"}


def test_the_packages_are_ours_and_the_rest_is_no_package(project: Path, tmp_path: Path) -> None:
    asked = """
import importlib.util, sys
for name in sys.argv[1:]:
    spec = importlib.util.find_spec(name)
    print(name, *(spec.submodule_search_locations or [spec.origin] if spec else ["none"]))
"""
    names = [*PACKAGES, "tests", "config", "hardware_docs"]
    said = subprocess.run(
        [sys.executable, "-c", asked, *names], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    places = dict(line.split(" ", 1) for line in said.splitlines())
    for name in PACKAGES:
        assert Path(places[name]) == project / name
    for name in names[len(PACKAGES) :]:
        # Some other project may install a `tests` or `config`; ours must not be it.
        assert not Path(places[name]).is_relative_to(project / name)
