"""The part of JSON Schema that our schemas use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def faults(value: Any, schema: dict[str, Any], parts: dict[str, Any], at: str = "$") -> list[str]:
    """Where a value breaks a schema: the part of JSON Schema that our schemas use."""
    if "$ref" in schema:
        return faults(value, parts[schema["$ref"].removeprefix("#/$defs/")], parts, at)
    if "anyOf" in schema:
        tried = [faults(value, one, parts, at) for one in schema["anyOf"]]
        return [] if [] in tried else [f"{at}: fits none"]
    if (wrong := scalar_fault(value, schema)) is not None:
        return [f"{at}: {wrong}"]
    found: list[str] = []
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{at}: lacks {name}" for name in schema.get("required", []) if name not in value]
        if isinstance(others := schema.get("additionalProperties"), dict):
            for name in value.keys() - properties.keys():
                found += faults(value[name], others, parts, f"{at}.{name}")
        else:
            found += [f"{at}: has {name}" for name in value if name not in properties]
        for name in value.keys() & properties.keys():
            found += faults(value[name], properties[name], parts, f"{at}.{name}")
    if isinstance(value, list):
        items = schema.get("items", {})
        first, others = (items, schema.get("additionalItems", {})) if isinstance(items, list) else ([], items)
        for index, item in enumerate(value):
            one = first[index] if index < len(first) else others
            found += faults(item, one, parts, f"{at}[{index}]") if one is not False else [f"{at}: too long"]
        if len(value) < schema.get("minItems", 0):
            found.append(f"{at}: too short")
    return found


def scalar_fault(value: Any, schema: dict[str, Any]) -> str | None:
    """What is wrong with a value by itself."""
    if "const" in schema or "enum" in schema:
        return None if value in schema.get("enum", [schema.get("const")]) else f"{value!r}"
    if "type" in schema and not TYPES[schema["type"]](value):
        return f"{value!r} is no {schema['type']}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return f"{value!r} is not {schema['pattern']}"
    if "minimum" in schema and value < schema["minimum"]:
        return f"{value!r} is below {schema['minimum']}"
    return None
