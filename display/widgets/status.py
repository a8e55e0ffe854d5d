"""The top line: which hand, at what level, and whether all that the table runs on is well."""

from __future__ import annotations

from textual.widgets import Static

from display import palette
from display.paint import Line, content, fit, join, spread
from display.shown import Shown
from display.wording import Wording
from table_controller.views import TableView

_DOT = " · "
_WELL = frozenset({"ready", "off", "connecting"})


class Status(Static):
    """One line at the top of the screen."""

    def draw(self, shown: Shown, words: Wording, width: int) -> None:
        """Show hand, level and health."""
        self.update(content([status_line(shown, words, width)]), layout=False)


def status_line(shown: Shown, words: Wording, width: int) -> Line:
    """The line, in the fullest form that fits; health comes before the name of the game."""
    view = shown.view
    if view is None:
        return fit(width, [(f" {words.say('link.waiting')}", palette.QUIET)])
    hand = words.say("hand.number", number=str(view.hand)) if view.hand else words.say("hand.none")
    head: list[Line] = [[(hand, palette.STRONG)]]
    if view.hand:
        head.append([(words.code("street", view.street), palette.PLAIN)])
    game: Line = [(words.code("variant", view.variant), palette.PLAIN)]
    book: Line = [(words.code("book", view.rulebook), palette.QUIET)]
    level: Line = [(_level(view, words), palette.PLAIN)]
    forms = ([*head, game, level, book], [*head, level], head, head[:1])
    health = join(_health(shown, view, words), _DOT)
    end: Line = [(" ", "")]
    return fit(
        width,
        *(spread([(" ", ""), *join(form, _DOT)], [*health, *end], width) for form in forms),
        health,
    )


def _level(view: TableView, words: Wording) -> str:
    blinds = words.say("hand.blinds", small=view.small_blind_chips, big=view.big_blind_chips)
    return f"{blinds} {words.say('hand.ante', chips=view.ante_chips)}" if view.ante_chips else blinds


def _health(shown: Shown, view: TableView, words: Wording) -> list[Line]:
    """Link, readers and broker; only trouble is loud."""
    parts: list[Line] = []
    if shown.link == "lost":
        parts.append([(words.say("link.lost"), palette.LOST)])
    if shown.paused:
        parts.append([(words.say("table.paused"), palette.KEY)])
    sick = sum(node.status != "ready" or bool(node.unknown_zones) for node in view.nodes)
    if sick:
        parts.append([(words.say("node.trouble", count=sick, all=len(view.nodes)), palette.WARN)])
    else:
        parts.append([(words.say("node.all-ready" if view.nodes else "node.none"), palette.QUIET)])
    style = palette.QUIET if view.broker in _WELL else palette.WARN
    parts.append([(words.reason(view.broker, "broker"), style)])
    if view.simulated:
        parts.append([(words.say("table.simulated"), palette.QUIET)])
    return parts
