"""Which topics a filter means, by MQTT's own rule."""

from __future__ import annotations


def matches(topic: str, filters: tuple[str, ...]) -> bool:
    """MQTT's own rule for filters."""

    def one(levels: list[str], pattern: list[str]) -> bool:
        if pattern == ["#"]:
            return True
        if not levels or not pattern:
            return levels == pattern
        return pattern[0] in {"+", levels[0]} and one(levels[1:], pattern[1:])

    return any(one(topic.split("/"), pattern.split("/")) for pattern in filters)
