"""The action: whose turn, what is open to that seat, and what it means in chips."""

from __future__ import annotations

from display.keys.cases import FLOOR, waits
from display.screen import glyphs, themes
from display.screen.paint import Line, cells, fit, join
from display.widgets.asking import asks_below, questions
from display.widgets.painted import Painted
from display.widgets.seat import TURN_SIGN
from display.widgets.shown import Shown
from display.wording import sentences
from display.wording.wording import Wording, bring_in_due, capital
from firmware_bridge.vocabulary.chips import NO_CHIPS, picked
from table_controller.vocabulary.views import ActionView, TableView

_COUNTABLE = 20
"""A row of chips that a dealer can count at a glance."""

_GAP = 4
"""Cells between what is drawn and what is told beside it."""


class ActionLines(Painted):
    """Two lines under the next act; while a key waits for more, the second one asks for it."""

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show the action on `rows` rows: with four of them, what there is to call is drawn three rows high."""
        self.paint(action_lines(shown, words, width, rows))


def action_lines(shown: Shown, words: Wording, width: int, rows: int = 2) -> list[Line]:
    """Whose turn it is, and the amounts; or the question of the keypad, or what the last key came to.

    A question that has lines to choose from stands over them instead.
    While an act is not clear, what it would count as stands in place of the choices, and what could still change it
    in place of the amounts. Of four rows, three are for what there is to call and what is told beside it.
    """
    drawn = _drawn_call(shown.view, words) if rows > glyphs.ROWS else ()
    inner = width - 2 - (len(drawn[0]) + _GAP if drawn else 0)
    clock = _clock(shown, words)
    first = [*clock, *fit(width - 2 - cells(clock), *_turn(shown.view, words))] if shown.view else []
    if shown.pad.mode != "idle" and not asks_below(shown):
        first = fit(width - 2, [(shown.note, themes.WARN)]) if shown.note else first
        second = fit(inner, *([(question, themes.KEY)] for question in questions(shown, words)))
    elif shown.note:
        second = fit(inner, [(shown.note, themes.WARN)])
    elif hints := _hints(shown, words):
        second = fit(inner, hints)
    elif shown.view and (changes := _changes(shown.view, words)):
        second = fit(inner, *changes)
    else:
        second = fit(inner, *_amounts(shown.view, words)) if shown.view else []
    if rows <= glyphs.ROWS:
        return [[(" ", ""), *first], [(" ", ""), *second]]
    beside: list[Line] = [[], second, []]
    lines = [[(" ", ""), *([(row + " " * _GAP, themes.STRONG)] if drawn else [])] for row in drawn or ("", "", "")]
    return [[(" ", ""), *first], *([*line, *told] for line, told in zip(lines, beside, strict=True))]


def _drawn_call(view: TableView | None, words: Wording) -> tuple[str, ...]:
    """What there is to call, three rows high; nothing where nobody is asked to."""
    action = view.action if view is not None else None
    if view is None or action is None or not action.to_call_chips or waits(view):
        return ()
    return glyphs.glyphs(words.amount(action.to_call_chips)) or ()


def _clock(shown: Shown, words: Wording) -> Line:
    """What is left of the clock on the player to act: loud while it is counted aloud."""
    clock = shown.view.clock if shown.view else None
    if clock is None or shown.clock_s is None:
        return []
    if clock.stopped:
        key = "clock.stopped" if shown.clock_s else "clock.unseen"
        return [(f" {words.say(key, left=str(shown.clock_s))} ", themes.LOST), ("  ", "")]
    counted = shown.clock_s <= clock.counted_s
    key = "clock.over" if not shown.clock_s else "clock.counted" if counted else "clock.left"
    return [(f" {words.say(key, left=str(shown.clock_s))} ", themes.LOST if counted else themes.TURN), ("  ", "")]


def _turn(view: TableView, words: Wording) -> list[Line]:
    action = view.action
    unclear = [sentences.unclear(one, words) for one in view.unclear[:1]]
    open_acts: list[Line] = []
    for now, _, rule in unclear:
        open_acts += [[(now, themes.WON), (f"  {rule}", themes.QUIET)]] if rule else []
        open_acts.append([(now, themes.WON)])
    if action is None:
        after = sentences.repair_after(words, view)
        return open_acts or [[(after or words.say("action.none"), themes.QUIET)]]
    player = words.player(view.seats, action.seat)
    if waits(view) or bring_in_due(view):
        after = "action.after-the-floor" if view.next.code == FLOOR else "action.after-that"
        return [[(words.say(after, player=player), themes.STRONG)]]
    turn: Line = [(f"{TURN_SIGN} ", themes.KEY), (words.say("action.turn", player=player), themes.STRONG)]
    turn[1] = (capital(turn[1][0]), themes.STRONG)
    if open_acts:
        sign = turn if view.unclear[0].seat != action.seat else turn[:1]
        gap = "   " if len(sign) > 1 else ""
        return [*([*sign, (gap, ""), *form] for form in open_acts), open_acts[-1]]
    choices = words.say("action.may", choices=_listed([words.code("choice", may) for may in action.may], words))
    return [[*turn, (f"   {choices}", themes.PLAIN)] if action.may else turn, turn]


def _changes(view: TableView, words: Wording) -> list[Line]:
    """What could still change an act that is not clear; of one whose turn has not come, beside the amounts."""
    if not view.unclear:
        return []
    one, turn = view.unclear[0], view.action.seat if view.action is not None else None
    _, changes, _ = sentences.unclear(one, words)
    after: Line = [(changes, themes.PLAIN)]
    amounts = _amounts(view, words)
    if one.why in ("unseen", "overtaken"):
        return amounts
    if one.why == "early" or (one.why == "loose" and one.seat != turn):
        return [join([form, after], "   ") for form in amounts] + amounts
    return [after]


def _listed(names: list[str], words: Wording) -> str:
    """``fold, call or raise``."""
    return words.say("action.or").join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _amounts(view: TableView, words: Wording) -> list[Line]:
    """To call and to raise, fullest first: with the chips to push, without them, the bare amounts."""
    action = view.action
    if action is None:
        return [[]]
    if waits(view):  # not now: what it is about stands with the case
        if not action.to_call_chips:
            return [[(words.say("action.nothing-to-call"), themes.QUIET)]]
        return [[(words.say("action.to-call", chips=action.to_call_chips), themes.QUIET)]]
    bet_chips, stack_chips = next(
        ((seat.bet_chips, seat.stack_chips) for seat in view.seats if seat.seat == action.seat), (0, 0)
    )
    whole = bet_chips + stack_chips
    return [
        join([_call(action, view, words, chips=chips), *_raise(action, bet_chips, whole, words, plus=plus)], "   ")
        for chips, plus in ((True, 2), (False, 2), (False, 1), (False, 0))
    ]


def _call(action: ActionView, view: TableView, words: Wording, *, chips: bool) -> Line:
    if not action.to_call_chips:
        return [(words.say("action.nothing-to-call"), themes.QUIET)]
    amount: Line = [(words.say("action.to-call", chips=action.to_call_chips), themes.STRONG)]
    pushed = _chips(action, view, words) if chips else ""
    return [*amount, (f" {words.say('action.push', chips=pushed)}", themes.BET)] if pushed else amount


def _chips(action: ActionView, view: TableView, words: Wording) -> str:
    """Chips of the player's stack that make a call, ``2x500 100``; empty where no tray shows such ones.

    Nor are they named where it is one chip, or too many to count.
    """
    purse = next((one.counted for one in view.counts if one.seat == action.seat and one.counted), NO_CHIPS)
    chips = picked(purse, action.to_call_chips) or NO_CHIPS
    return sentences.pieces(chips, words) if 1 < sum(count for _, count in chips) <= _COUNTABLE else ""


def _raise(action: ActionView, bet_chips: int, whole_chips: int, words: Wording, *, plus: int) -> list[Line]:
    """Least and greatest total, one where they are the same; `plus` says how many of them carry the chips to add.

    `whole_chips` is all that the seat has: in a limit game the one size of a bet need not be that.
    """
    least, most = action.min_raise_to_chips, action.max_raise_to_chips
    if not least and not most:
        return []
    kind = "bet" if "bet" in action.may else "raise"
    if least < most:
        parts = [(f"action.min-{kind}", least, plus > 0)]
    elif most < whole_chips:
        parts = [(f"action.one-{kind}", most, plus > 0)]
    else:
        parts = [("action.all-in-raise", most, plus > 0)]
    if least < most:
        parts.append(("action.max", most, plus > 1))
    return [_total(key, total, total - bet_chips if add and bet_chips else 0, words) for key, total, add in parts]


def _total(key: str, total_chips: int, add_chips: int, words: Wording) -> Line:
    line: Line = [(words.say(key, chips=total_chips), themes.PLAIN)]
    return [*line, (f" {words.say('action.plus', chips=add_chips)}", themes.BET)] if add_chips else line


def _hints(shown: Shown, words: Wording) -> Line:
    """What the next key stands for, when it is not the plain thing."""
    parts: list[Line] = []
    if shown.pad.seat is not None and shown.view is not None:
        player = words.player(shown.view.seats, shown.pad.seat)
        parts.append([(words.say("note.pointed", player=player), themes.KEY)])
    if shown.pad.when != "before":
        parts.append([(words.say(f"note.when-{shown.pad.when}"), themes.KEY)])
    return join(parts, "   ")
