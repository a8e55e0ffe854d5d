"""What is in sight and what is not, as sentences: silent nodes, zones nobody sees, what an antenna reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from display.wording.ticking import MINUTE_S
from display.wording.wording import Wording, zones
from table_controller.vocabulary.views import NodeView, SeatView, SenseView, TableView

_BRIDGE: Final = "bridge"
"""The bridge process stands among the nodes, and is no reader."""
_JOURNAL: Final = "journal"
"""So does the journal, when something is wrong with its disk."""
_READY: Final = "ready"
_ALWAYS_TOLD: Final = frozenset({"too-many", "unreadable", "foreign"})


def readers(view: TableView) -> tuple[NodeView, ...]:
    """The nodes that read something."""
    return tuple(node for node in view.nodes if node.node not in (_BRIDGE, _JOURNAL))


def health(view: TableView, words: Wording) -> tuple[str, bool]:
    """How the readers are, in a few words, and whether that is well."""
    if any(node.node == _BRIDGE and node.status != _READY for node in view.nodes):
        return words.say("node.bridge"), False
    sick = sum(node.status != _READY for node in readers(view))
    if sick:
        return words.say("node.trouble", count=sick, all=len(readers(view))), False
    unseen = sum(len(node.unknown_zones) for node in view.nodes)
    if unseen:
        return words.say("node.unseen", count=unseen), False
    if any(node.node == _JOURNAL and node.status != _READY for node in view.nodes):
        return words.say("node.journal"), False
    return words.say("node.all-ready" if readers(view) else "node.none"), True


def troubles(view: TableView, silent_s: Mapping[str, int], words: Wording) -> list[str]:
    """A sentence for each node that is not well, one for the zones that nobody sees, one for board cards not read."""
    told = [_trouble(node, silent_s.get(node.node), words) for node in view.nodes if node.status != _READY]
    told += _out_of_sight(view, words)
    if view.board_unread:
        told.append(words.say(f"board.unread{'.one' if view.board_unread == 1 else ''}", count=view.board_unread))
    return told


def brief(view: TableView, words: Wording) -> tuple[str, ...]:
    """The same on one line, and then with ever less of it: every node that is not well is named in each."""
    sick = [node for node in view.nodes if node.status != _READY]
    told = ", ".join(_in_short(node, words) for node in sick)
    hidden = "; ".join(_out_of_sight(view, words))
    names = ", ".join(_name(node, words) for node in sick)
    forms = ("; ".join(part for part in (told, hidden) if part), told, names)
    return tuple(form for form in forms if form)


def _out_of_sight(view: TableView, words: Wording) -> list[str]:
    """Zones that nobody sees, and those whose trays misread, in words."""
    misread = [zone for node in view.nodes for zone in node.misread_zones]
    unseen = [zone for node in view.nodes for zone in node.unknown_zones if zone not in misread]
    told = [("node.unknown", unseen), ("node.misread", misread)]
    return [words.say(key, zones=zones(names, words)) for key, names in told if names]


def _name(node: NodeView, words: Wording) -> str:
    if node.node == _JOURNAL:
        return words.say("node.journal")
    return words.say("node.the-bridge") if node.node == _BRIDGE else words.say("node.reader", node=node.node)


def _in_short(node: NodeView, words: Wording) -> str:
    """How a node is; of the journal what is wrong with its disk."""
    of_disk = f"notice.journal.{node.reason.partition(' ')[0]}"
    if node.node == _JOURNAL and words.has(of_disk):
        return words.say(of_disk)
    return words.say("node.told", node=_name(node, words), status=words.code("node", node.status))


def _trouble(node: NodeView, silent_s: int | None, words: Wording) -> str:
    if node.node == _JOURNAL:
        return _in_short(node, words)
    name = _name(node, words)
    status, reason = words.code("node", node.status), words.reason(node.reason)
    text = words.say("node.told-why" if reason else "node.told", node=name, status=status, reason=reason)
    return text if not silent_s else words.say("node.told-last", text=text, ago=ago(silent_s, words))


def ago(seconds: int, words: Wording) -> str:
    """A time that has passed, in seconds, from a minute on in minutes."""
    if seconds < MINUTE_S:
        return words.say("node.seconds", count=seconds)
    return words.say("node.minutes", count=seconds // MINUTE_S)


def sense(one: SenseView | None, seat: SeatView, words: Wording) -> str:
    """What the antenna of a seat reads, where it is not just the cards that lie there; ``""`` where it is."""
    if one is None or (seat.status == "empty" and not one.cards) or seat.tabled:
        return ""
    if one.reads not in _ALWAYS_TOLD and one.cards == seat.cards:
        return ""
    if one.reads == "unreadable" and seat.status not in ("in", "all-in"):
        return ""
    return words.say(f"sense.{one.reads}", cards=one.cards, due=max(one.due, seat.cards))
