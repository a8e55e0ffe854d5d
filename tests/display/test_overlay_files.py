"""What `display/overlay` serves: built from its sources, described by its manifests, safe under a strict page."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

OVERLAY: Final = Path(__file__).parents[2] / "display" / "overlay"
BUILT: Final = OVERLAY / "built"
MANIFESTS: Final = sorted((BUILT / "graphics").glob("*.ograf.json"))
SCHEMA: Final = "https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json"
PUBLISHED: Final = Path(__file__).parents[3] / "shared" / "ograf" / "json-schemas"
"""The schemas of OGraf v1 as the EBU publishes them, where they lie beside the project."""
FIELDS: Final = {
    *("$schema", "id", "version", "name", "description", "author", "main", "customActions"),
    *("supportsRealTime", "supportsNonRealTime", "stepCount", "schema", "renderRequirements", "thumbnails"),
}
REQUIRED: Final = {"$schema", "id", "name", "main", "supportsRealTime", "supportsNonRealTime"}


def manifest_faults(manifest: dict[str, Any], folder: Path) -> list[str]:
    """What OGraf v1 (EBU, Specification.md, "Manifest Model") would not have in a manifest."""
    faults = [f"{name} is missing" for name in sorted(REQUIRED - set(manifest))]
    faults += [f"{name} is no field" for name in sorted(set(manifest) - FIELDS) if not name.startswith("v_")]
    if manifest.get("$schema") != SCHEMA:
        faults.append("$schema is not that of version 1")
    if "/" in str(manifest.get("id", "")):
        faults.append("id has a slash")
    if not (folder / str(manifest.get("main", ""))).is_file():
        faults.append("main is no file")
    for name in ("supportsRealTime", "supportsNonRealTime"):
        if not isinstance(manifest.get(name), bool):
            faults.append(f"{name} is no boolean")
    return [*faults, *_schema_faults(manifest.get("schema", {}), "schema")]


def _schema_faults(schema: dict[str, Any], at: str) -> list[str]:
    """What is amiss with a description of data: each has a type, a title and, where it is a list, its items."""
    faults = [] if "type" in schema else [f"{at} has no type"]
    for name, one in schema.get("properties", {}).items():
        faults += [] if "title" in one else [f"{at}.{name} has no title"]
        faults += _schema_faults(one, f"{at}.{name}")
    if schema.get("type") == "array":
        faults += _schema_faults(schema.get("items", {}), f"{at}[]")
    return faults


def test_what_is_served_was_built_from_these_sources() -> None:
    """Nobody who runs it needs Node: what `npm run build` made is committed with what it was made from."""
    sources = json.loads((BUILT / "built-from.json").read_text())
    now = {name: hashlib.sha256((OVERLAY / name).read_bytes()).hexdigest() for name in sources}
    assert now == sources, "build it again: npm ci && npm run build, in display/overlay"
    there = {str(file.relative_to(OVERLAY)) for file in (OVERLAY / "src").rglob("*") if file.is_file()}
    assert there <= set(sources)


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.name)
def test_each_manifest_is_one_of_ograf(file: Path) -> None:
    manifest = json.loads(file.read_text())
    assert manifest_faults(manifest, file.parent) == []
    assert manifest["id"] == f"cardspeak.{file.name.removesuffix('.ograf.json')}"
    for name, wrong in (("main", "nothing.mjs"), ("id", "a/b"), ("$schema", "other"), ("supportsRealTime", "yes")):
        assert manifest_faults({**manifest, name: wrong}, file.parent), f"{name} is not looked at"
    assert manifest_faults({**manifest, "colour": "red"}, file.parent)


@pytest.mark.skipif(
    not PUBLISHED.is_dir(), reason="the EBU's schemas do not lie beside the project: ours are held above"
)
def test_each_manifest_is_valid_by_the_published_schemas() -> None:
    schemas = [json.loads(file.read_text()) for file in PUBLISHED.rglob("*.json")]
    parts = Registry().with_resources([(one["$id"], Resource.from_contents(one)) for one in schemas])
    (graphics,) = (one for one in schemas if one["$id"] == SCHEMA)
    validator = Draft202012Validator(graphics, registry=parts)
    for file in MANIFESTS:
        manifest = json.loads(file.read_text())
        assert [fault.message for fault in validator.iter_errors(manifest)] == [], file.name
        assert list(validator.iter_errors({**manifest, "stepCount": "one"})), "planted"


def test_there_are_seven_graphics_and_the_page_knows_them() -> None:
    views = (OVERLAY / "src" / "views.ts").read_text()
    named = re.search(r"GRAPHICS = \[([^]]+)\]", views)
    assert named is not None
    assert {one.strip(' "') for one in named[1].split(",")} == {
        file.name.removesuffix(".ograf.json") for file in MANIFESTS
    }


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.name)
def test_a_manifest_describes_what_its_graphic_draws(file: Path) -> None:
    """The fields of its data are those of the interface in `data.ts`, no more and no fewer."""
    name = file.name.removesuffix(".ograf.json")
    draws = (OVERLAY / "src" / "graphics" / f"{name}.ts").read_text()
    interface = re.search(r"extends Graphic<(\w+)>", draws)
    assert interface is not None
    body = re.search(rf"export interface {interface[1]} {{([^}}]+)}}", (OVERLAY / "src" / "data.ts").read_text())
    assert body is not None
    fields = set(re.findall(r"^  (\w+):", body[1], re.MULTILINE))
    assert fields == set(json.loads(file.read_text())["schema"]["properties"])


def test_no_text_becomes_markup_and_nothing_comes_from_elsewhere() -> None:
    """Names come from whoever typed them; a page that fetched from a network would stop with it."""
    sources = "".join(file.read_text() for file in (OVERLAY / "src").rglob("*.ts"))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", sources)
    ours = (file for file in BUILT.rglob("*") if file.name != "mqtt.mjs")  # mqtt.js has addresses in its comments
    built = "".join(file.read_text() for file in ours if file.suffix in {".mjs", ".css", ".html"})
    assert not re.search(r"https?://(?!www\.w3\.org)", built)
