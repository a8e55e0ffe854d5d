"""The top line: which hand, at what level, and whether all that the table runs on is well."""

from __future__ import annotations

from display.screen import themes
from display.screen.paint import Line, fit, join, spread
from display.widgets.painted import Painted
from display.widgets.shown import Shown
from display.wording import sensing
from display.wording.wording import Wording
from table_controller.vocabulary.views import GameView, LevelView, TableView

_DOT = " · "
_WELL = frozenset({"ready", "off", "connecting", "starting"})


class Status(Painted):
    """One line at the top of the screen."""

    def draw(self, shown: Shown, words: Wording, width: int) -> None:
        """Show hand, level and health."""
        self.paint([status_line(shown, words, width)])


def status_line(shown: Shown, words: Wording, width: int) -> Line:
    """The line, in the fullest form that fits: the blinds always stay, trouble before what only is well."""
    view = shown.view
    if view is None:
        return fit(width, [(f" {words.say('link.waiting')}", themes.QUIET)])
    hand = words.say("hand.number", number=str(view.hand)) if view.hand else words.say("hand.none")
    head: list[Line] = [[(hand, themes.STRONG)]]
    if view.hand:
        head.append([(words.street(view.street, view), themes.PLAIN)])
    game: Line = [(words.code("variant", view.variant), themes.PLAIN)]
    book: Line = [(words.code("book", view.rulebook), themes.QUIET)]
    level: Line = [(_level(view, words, bring_in=view.bring_in), themes.PLAIN)]
    coming: Line = [(told, themes.KEY)] if (told := _coming(view, words)) else []
    named = [[*head, game, level, coming], [head[0], game, level, coming]] if view.coming_game is not None else []
    forms = [[*head, game, level, coming, book], [*head, level, coming], [head[0], level, coming]]
    least: list[Line] = [head[0], level]
    parts = _health(shown, view, words)
    loud = [part for part in parts if any(style != themes.QUIET for _, style in part)]
    brief: list[Line] = [[(text.partition(" (")[0], style) for text, style in part] for part in loud]
    pairs = [(form, told) for form in (forms[0], *named) for told in (parts, loud)] if named else []
    pairs += [(form, told) for told in (parts, loud) for form in (*forms, least)]
    pairs += [(least, brief[:count]) for count in range(len(brief), -1, -1)]
    lines = (([(" ", ""), *join(form, _DOT)], [*join(told, _DOT), (" ", "")]) for form, told in pairs)
    return fit(width, *(spread(left, right, width) for left, right in lines))


def _coming(view: TableView, words: Wording) -> str:
    """Another game that comes with the next hand, or another level; empty where it goes on as it is."""
    if (game := view.coming_game) is not None:
        return words.say(
            "hand.coming-game",
            game=words.code("variant", game.variant),
            level=_level(game, words, bring_in=game.bring_in),
        )
    if (coming := view.coming) is None:
        return ""
    return words.say(
        "hand.coming-later" if coming.later else "hand.coming", level=_level(coming, words, bring_in=view.bring_in)
    )


def _level(level: TableView | LevelView | GameView, words: Wording, *, bring_in: bool) -> str:
    key, big_chips = "hand.bring-in" if bring_in else "hand.blinds", level.big_blind_chips
    blinds = words.say(key, small=level.small_blind_chips, big=big_chips, twice=2 * big_chips)
    return f"{blinds} {words.say('hand.ante', chips=level.ante_chips)}" if level.ante_chips else blinds


def _room(shown: Shown, view: TableView, words: Wording) -> list[str]:
    """What the room has told the table: hand for hand, a break, what is due and when."""
    room = view.room
    told = [words.say("room.on-break")] if room.on_break else []
    for one, left_s in zip(room.due, shown.due_s, strict=False):
        left = f"{left_s // 60}:{left_s % 60:02}"
        told.append(words.say(f"room.{one.what}-due", left=left) if left_s else words.say(f"room.{one.what}-now"))
    return [*told, words.say("room.hand-for-hand")] if room.hand_for_hand else told


def _health(shown: Shown, view: TableView, words: Wording) -> list[Line]:
    """Link, readers and broker; only trouble is loud."""
    parts: list[Line] = []
    if shown.link == "lost":
        parts.append([(words.say("link.lost"), themes.LOST)])
    if shown.paused:
        parts.append([(words.say("table.paused"), themes.KEY)])
    parts += [[(told, themes.KEY)] for told in _room(shown, view, words)]
    if view.floor_called:
        parts.append([(words.say("panel.called"), themes.KEY)])
    if view.muted:
        parts.append([(words.say("panel.muted"), themes.WARN)])
    readers, well = sensing.health(view, words)
    parts.append([(readers, themes.QUIET if well else themes.WARN)])
    if view.broker not in _WELL:
        parts.append([(words.reason(view.broker, "broker"), themes.WARN)])
    if view.simulated:
        parts.append([(words.say("table.simulated"), themes.QUIET)])
    return parts
