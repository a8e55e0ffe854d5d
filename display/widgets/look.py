"""What a command would change, before it is confirmed: each change with what was before."""

from __future__ import annotations

from display.keys.cases import chosen_case, preview_of
from display.screen import themes
from display.screen.paint import Line, fit, wrap
from display.widgets.asking import asked, asks_below
from display.widgets.shown import Shown
from display.wording import sentences, undone
from display.wording.wording import Wording, capital, face
from table_controller.vocabulary.commands import Rule
from table_controller.vocabulary.views import Effect, PreviewView, TableView


def look_rows(shown: Shown, words: Wording, width: int) -> int:
    """The rows that the changes need; 0 while no command waits for a look."""
    return len(look_lines(shown, words, width, 99)) if shown.pad.held is not None else 0


def look_lines(shown: Shown, words: Wording, width: int, rows: int) -> list[Line]:
    """The changes under a title and over what Enter does, on `rows` rows; the row before says if there are more."""
    inner = width - 4
    told = _told(shown, words)
    texts = [row for text in told for row in wrap(text, inner)]
    if len(texts) > rows - 2:
        texts = [*texts[: rows - 3], "…"]
    title = fit(width - 2, [(f" {words.say(_title(shown, words))}", themes.STRONG)])
    changes: list[Line] = [[("   ", ""), (text, themes.PLAIN)] for text in texts]
    return [title, *changes, *([[(" ", ""), *asked(shown, words, inner)]] if asks_below(shown) else [])]


def _title(shown: Shown, words: Wording) -> str:
    """Undo and redo name acts; every other command, what it would change."""
    preview = preview_of(shown.pad, shown.view)
    own = f"look.title.{preview.command}" if preview is not None else ""
    return own if words.has(own) else "look.title"


def _told(shown: Shown, words: Wording) -> list[str]:
    preview = preview_of(shown.pad, shown.view)
    if preview is not None:
        return _changes(preview, shown.view, words)
    return _of_the_case(shown, words) or [words.say("look.waits")]


def _of_the_case(shown: Shown, words: Wording) -> list[str]:
    """What a choice of the floor does, as its open case tells it already."""
    case, held = chosen_case(shown.pad, shown.view), shown.pad.held
    if case is None or not isinstance(held, Rule) or held.arguments:
        return []
    return [changed(one, words) for option in case.choices if option.name == held.option for one in option.effects]


def _changes(preview: PreviewView, view: TableView | None, words: Wording) -> list[str]:
    if preview.refused:
        return [words.say("look.refused", reason=words.reason(preview.refused))]
    warning = f"look.command.{preview.command}"
    warned = [words.say(warning)] if words.has(warning) else []
    acts = [capital(undone.act(one, view, words)) for one in preview.acts]
    return [*warned, *acts, *(changed(one, words) for one in preview.effects)]


def changed(one: Effect, words: Wording) -> str:
    """One change: ``seat 3 has 5,000 (was 4,500)``, or ``K♦ becomes K♥``."""
    if one.code == "card":
        return words.say("look.card", was=_face(one.was), now=_face(one.word))
    now = sentences.effect(one, words)
    return now if one.was_chips is None else words.say("look.was", now=now, was=one.was_chips)


def _face(card: str) -> str:
    return face(card) if card else "?"
