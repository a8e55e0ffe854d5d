"""A page over the table: the hands of this table, or a rule explained; leaf by leaf, whole entries only."""

from __future__ import annotations

from typing import Final

from textual.events import Click

from display.keys.pages import Page
from display.screen import themes
from display.screen.paint import Line, fit, spread, wrap
from display.widgets.painted import Painted
from display.widgets.panel import SETTLED
from display.widgets.shown import Shown
from display.widgets.touch import Touched
from display.wording import sentences
from display.wording.made_hands import made_against, that_play
from display.wording.wording import Wording, capital, faces
from firmware_bridge.vocabulary.cards import Card
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import (
    Effect,
    ExplainedView,
    FoundView,
    HandView,
    HistoryView,
    OtherBookView,
    SeatView,
)

_FRAME: Final = 2
"""Rows of title and keys."""


class PageSheet(Painted):
    """Lies over table and panel; `leaves` is how many leaves the page has on the present screen."""

    leaves = 1

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show the leaf of the page that is open, on `width` x `rows` cells."""
        if shown.page is None:
            return
        seats = shown.view.seats if shown.view is not None else ()
        drawn, self.leaves = page_lines(shown.page, seats, words, width, rows)
        self.paint(drawn)

    def on_click(self, click: Click) -> None:
        """A touch of the upper half leafs back, of the lower half on, of the last row closes."""
        last = click.y >= self.size.height - 1
        key = "escape" if last else "down" if click.y >= self.size.height // 2 else "up"
        self.post_message(Touched((key,)))


def page_lines(
    page: Page, seats: tuple[SeatView, ...], words: Wording, width: int, rows: int
) -> tuple[list[Line], int]:
    """Title, entries of the open leaf, and the keys on the last row; and how many leaves there are."""
    inner = width - 2
    what = page.what
    if isinstance(what, HistoryView):
        entries, title, keys = history_entries(what, words, inner), words.say("history.title"), "page.keys-history"
    else:
        entries, keys = explained_entries(what, seats, words, inner), "page.keys-explain"
        title = words.say("explain.title", number=what.number, count=what.count)
    leaves = _leaves(entries, rows - _FRAME)
    at = min(page.leaf, len(leaves) - 1)
    place = words.say("page.leaf", leaf=at + 1, leaves=len(leaves))
    where: Line = [(place, themes.QUIET)] if len(leaves) > 1 else []
    head = spread([(title, themes.STRONG)], where, inner) or fit(inner, [(title, themes.STRONG)])
    body = leaves[at] + [[] for _ in range(rows - _FRAME - len(leaves[at]))]
    lines = [head, *body, fit(inner, [(words.say(keys), themes.QUIET)])]
    return [[(" ", ""), *line] for line in lines[:rows]], len(leaves)


def _leaves(entries: list[list[Line]], rows: int) -> list[list[Line]]:
    """Entries laid on leaves of so many rows; one that is longer than a leaf goes on on the next."""
    leaves: list[list[Line]] = [[]]
    for entry in entries:
        if leaves[-1] and len(leaves[-1]) + len(entry) > rows:
            leaves.append([])
        leaves[-1] += entry
        while len(leaves[-1]) > rows:
            leaves[-1:] = [leaves[-1][:rows], leaves[-1][rows:]]
    return leaves


# The history.


def history_entries(view: HistoryView, words: Wording, width: int) -> list[list[Line]]:
    """One entry for each hand; what is not loaded yet is said at the end."""
    if not view.hands:
        return [_under(words.say("history.none"), themes.PLAIN, width, "")]
    entries = [hand_entry(hand, words, width) for hand in view.hands]
    return [*entries, [[(words.say("history.older"), themes.QUIET)]]] if view.more else entries


def _playing(hand: HandView, seat: int, label: str) -> tuple[Card, ...]:
    """What plays of the cards that a seat showed and the board for a hand of this kind; none if it showed none."""
    cards = dict(hand.tabled).get(seat, ())
    return that_play(label, cards, hand.board) if cards else ()


def hand_entry(hand: HandView, words: Wording, width: int) -> list[Line]:
    """Number and board, what became of it, who showed what, who won what, and each finding."""
    board = faces(hand.board) if hand.board else words.say("history.no-board")
    head: Line = [
        (words.say("history.hand", number=str(hand.hand)), themes.STRONG),
        ("  ", ""),
        (board, themes.PLAIN),
    ]
    notes = [words.say(f"history.{hand.fate}")] if hand.fate else []
    notes += [words.say("history.retold")] if hand.retold else []
    lines = [fit(width, [*head, ("  ", ""), (", ".join(notes), themes.WARN)], head)]
    for won in hand.won:
        said = words.say("told.PotAwarded.only", player=_player(won.seat, won.name, words), chips=won.chips)
        if won.label:
            others = [_playing(hand, seat, won.label) for seat, _ in hand.tabled if seat != won.seat]
            label = made_against(won.label, _playing(hand, won.seat, won.label), others, words)
            said += words.say("told.PotAwarded.with", label=label)
        lines += _under(capital(said), themes.PLAIN, width)
    shown = ", ".join(
        words.say("history.shown", player=words.say("seat.nameless", seat=seat), cards=faces(cards))
        for seat, cards in hand.tabled
    )
    lines += _under(capital(shown), themes.QUIET, width) if shown else []
    for found in hand.findings:
        lines += _found(found, words, width, past=hand.fate != "under-way")
    return lines


def _found(found: FoundView, words: Wording, width: int, *, past: bool) -> list[Line]:
    title, facts = words.finding(found.topic, found.facts, past=past)
    if found.seat is not None:
        title = words.say("finding.title", topic=title, player=_player(found.seat, found.name, words))
    sign = SETTLED if past or found.past or found.ruled else "!"
    lines = _under(f"{sign} {title}" + (f" ({facts})" if facts else ""), themes.PLAIN, width)
    rule = sentences.printed_rule(found.cite, found.title, words)
    if found.ruled:
        rule = f"{rule} · {words.say('history.ruled', option=words.code('option', found.ruled))}"
    return lines + _under(rule, themes.QUIET, width, "    ")


# A rule explained.


def explained_entries(view: ExplainedView, seats: tuple[SeatView, ...], words: Wording, width: int) -> list[list[Line]]:
    """What was found, the rule, who sees it, the facts, the answer, and what each other book says."""
    title, facts = words.finding(view.topic, view.facts)
    if view.seat is not None:
        title = words.say("finding.title", topic=title, player=words.player(seats, view.seat))
    rule = sentences.printed_rule(view.cite, view.title, words)
    first = _under(f"! {title}", themes.WARN, width, "") + _under(rule, themes.STRONG, width, "")
    if view.kind:
        first += _told("explain.sees", words.code("explain", view.kind), words, width)
    if facts:
        first += _told("explain.facts", facts, words, width)
    answer = answered(view.effects, view.options, words) or words.say("explain.answer-none")
    first += _told("explain.answer", answer, words, width)
    others = [[[(words.say("explain.others"), themes.STRONG)]]] if view.others else []
    return [first, *others, *(_other(other, words, width) for other in view.others)]


def answered(effects: tuple[Effect, ...], options: tuple[str, ...], words: Wording) -> str:
    """What a book's answer does, and what it leaves to the floor; empty where it does nothing."""
    told = ", ".join(
        sentences.effect(one, words, before) for before, one in zip((None, *effects), effects, strict=False)
    )
    names = ", ".join(words.code("option", option) for option in options)
    floor = words.say("explain.floor", options=names) if names else ""
    return "; ".join(text for text in (told, floor) if text)


def _other(other: OtherBookView, words: Wording, width: int) -> list[Line]:
    """One other book: its rule, whether it answers the same, and its answer where it is another one."""
    cite = Citation(other.book, other.ref)
    rule = sentences.printed_rule(cite, other.title, words) if other.ref else words.code("book", other.book)
    answer = answered(other.effects, other.options, words) if other.says != "same" else ""
    said = words.say(f"explain.{other.says}")
    lines = _under(rule, themes.PLAIN, width)
    return lines + _under(f"{said}: {answer}" if answer else said, themes.QUIET, width, "    ")


def _told(key: str, text: str, words: Wording, width: int) -> list[Line]:
    return _under(f"{words.say(key)}: {text}", themes.PLAIN, width, "")


def _under(text: str, style: str, width: int, gap: str = "  ") -> list[Line]:
    """A text wrapped behind a gap."""
    return [[(gap, ""), (row, style)] if gap else [(row, style)] for row in wrap(text, width - len(gap))]


def _player(seat: int, name: str, words: Wording) -> str:
    return words.player((SeatView(seat, name, "in", 0, 0, 0),), seat)
