"""Each folder is what it says: data, packages, tests; and every dependency has a reason."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections import Counter
from typing import TYPE_CHECKING

from packaging.requirements import Requirement

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PACKAGES = {"firmware_bridge", "table_controller", "display"}


def test_python_lies_in_the_packages_and_the_tests(project: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    # An unpacked release has no git; there, the folders that must hold data are looked at one by one.
    names = listed.stdout.split() if listed.returncode == 0 else []
    names += [
        str(path.relative_to(project)) for folder in ("config", "hardware_docs") for path in _python(project / folder)
    ]
    elsewhere = {name for name in names if name.partition("/")[0] not in PACKAGES | {"tests"}}
    assert elsewhere == set()


def _python(folder: Path) -> list[Path]:
    return [*folder.rglob("*.py"), *folder.rglob("*.pyc")]


def test_tests_are_no_package_and_each_has_its_own_name(project: Path) -> None:
    assert list((project / "tests").rglob("__init__.py")) == []
    names = Counter(path.name for path in (project / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []


def test_nobody_imports_the_tests_or_the_configuration(
    sources: Mapping[str, str], test_sources: Mapping[str, str]
) -> None:
    forbidden = {"tests", "config", "hardware_docs"}
    naming = re.compile(rf"\b(from|import)\b.*\b({'|'.join(forbidden)})\b")
    found = [
        (name, node.lineno)
        for name, text in {**sources, **test_sources}.items()
        if naming.search(text)  # to parse all of the source takes seconds
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in forbidden)
        or (isinstance(node, ast.Import) and any(part.name.partition(".")[0] in forbidden for part in node.names))
    ]
    assert found == []


def test_every_package_is_typed(project: Path) -> None:
    assert [package for package in sorted(PACKAGES) if not (project / package / "py.typed").is_file()] == []


def test_every_dependency_has_its_reason(project: Path) -> None:
    settings = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    wanted = [
        *settings["project"]["dependencies"],
        *settings["build-system"]["requires"],
        *(line for group in settings["dependency-groups"].values() for line in group),
        *(project / "tests/docs/ohh_reader/requirements.in").read_text("utf-8").splitlines(),
    ]
    page = (project / "CONTRIBUTING.md").read_text("utf-8")
    reasons = dict(re.findall(r"^\| ([a-z0-9.-]+) \| (.+?) \|$", page, re.MULTILINE))
    names = {Requirement(line).name for line in wanted}
    reasons.pop("package")
    assert names - reasons.keys() == set(), "name them with a reason in CONTRIBUTING.md"
    assert reasons.keys() - names == set(), "CONTRIBUTING.md gives reasons for what is no longer used"
    assert [name for name in names if len(reasons[name].split()) < 3] == []


def test_a_makefile_target_is_what_the_pages_say(project: Path) -> None:
    makefile = (project / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z0-9]+):", makefile, re.MULTILINE))
    pages = [*project.glob("*.md"), *(project / "hardware_docs").glob("*.md"), project / ".ci" / "run"]
    named = {
        (page.name, target)
        for page in pages
        for target in re.findall(
            r"(?:`|^)make (?!change SEAT|change 3)([a-z0-9]+)", page.read_text("utf-8"), re.MULTILINE
        )
    }
    assert {(page, target) for page, target in named if target not in targets} == set()
    assert ("run", "test") in named
    assert ("run", "check") in named
