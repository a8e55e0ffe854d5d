"""The pages of keys, over the table: the usual keys, then the whole menu. ``?`` turns the page, any key closes it."""

from __future__ import annotations

from typing import Final

from display.keys.hints import SHOWN
from display.keys.menus import MENU_KEY, MENUS
from display.keys.reading import LINES
from display.screen import themes
from display.screen.paint import Line, fit, flow
from display.widgets.painted import Painted
from display.widgets.touch import Touched
from display.wording.wording import Wording

KEYS: Final = ("c", "k", "b", "r", "n", "a", "f", "w", "e", MENU_KEY, "t", "m", "h", "s", "digits", "o", "u", "p", "q")


class Help(Painted):
    """What every key does; `pages` is how many pages that takes on the present screen."""

    pages = 1

    def draw(self, words: Wording, width: int, rows: int, page: int = 1) -> None:
        """Show a page, the first one being 1, on `width` x `rows` cells."""
        all_pages = (help_lines(words, width), *menu_pages(words, width, rows))
        self.pages = len(all_pages)
        self.paint(all_pages[min(page, self.pages) - 1][:rows])

    def on_click(self) -> None:
        """A touch turns the page."""
        self.post_message(Touched(("?",)))


def help_lines(words: Wording, width: int) -> list[Line]:
    """One line for each usual key."""
    keys: list[Line] = [
        [(f" {'1-9' if key == 'digits' else key:>4}  ", themes.KEY), (words.say(f"help.{key}"), themes.PLAIN)]
        for key in KEYS
    ]
    note: Line = [(f" {words.say('help.marks')}", themes.QUIET)]
    return [fit(width, line) for line in (_head("help.title", words), *keys, note)]


def menu_pages(words: Wording, width: int, rows: int) -> list[list[Line]]:
    """Every line of the menu by its two numbers, with the key that does the same; whole groups on pages of `rows`."""
    head, end = (
        fit(width, _head("help.title-menu", words)),
        fit(width, [(f" {words.say('help.sensed')}", themes.QUIET)]),
    )
    pages = [[head]]
    for group in _groups(words, width):
        if len(pages[-1]) > 1 and len(pages[-1]) + len(group) > rows - 1:
            pages.append([head])
        pages[-1] += group
    pages[-1].append(end)
    return pages


def _groups(words: Wording, width: int) -> list[list[Line]]:
    """The lines of each group of the menu."""
    groups = []
    for at, (group, acts) in zip(LINES, MENUS.items(), strict=False):
        head: Line = [(f"{at} ", themes.KEY), (words.say(f"menu.{group}"), themes.STRONG)]
        rows: list[Line] = [
            [(f"{number} ", themes.KEY), (words.say(f"do.{act.code}"), themes.PLAIN), (_own(act.key), themes.KEY)]
            for number, act in zip(LINES, acts, strict=False)
        ]
        groups.append([[(" ", ""), *line] for line in flow([head, *rows], width - 2)])
    return groups


def _head(title: str, words: Wording) -> Line:
    return [(f" {words.say(title)}", themes.STRONG), (f"   {words.say('help.more')}", themes.QUIET)]


def _own(key: str) -> str:
    return f" {SHOWN.get(key, key)}" if key else ""
