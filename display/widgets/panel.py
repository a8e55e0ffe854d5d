"""What wants a look: questions, findings, trouble with the hardware; and under them how the hand went."""

from __future__ import annotations

from typing import Final, Literal

from display.keys.cases import CHOOSING, SETTLE, chosen_case, floor_case
from display.keys.menus import ACTS
from display.screen import themes
from display.screen.paint import Line, fit, flow, join, wrap
from display.widgets.asking import asked
from display.widgets.painted import Painted
from display.widgets.shown import Shown
from display.wording import sensing, sentences
from display.wording.wording import Wording, capital
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.views import FindingView, TableView

Show = Literal["whole", "short", "names"]
"""How an open case is told: each choice with all that it does, on one line, or by its name only."""

TITLED_ROWS: Final = 18
"""A panel of so many rows has titles over what is alike."""

SETTLED: Final = "✓"
"""The sign of a finding that the floor has decided, or that play has left behind; all others have ``!``."""


class Panel(Painted):
    """Beside the table on wide screens, under it on others."""

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show the most urgent first, on `rows` rows."""
        self.paint(panel_lines(shown, words, width, rows))


def rows_wanted(shown: Shown, words: Wording, width: int, show: Show = "whole") -> int:
    """The rows that an open case needs to stand there whole, with the questions above it; 0 without one."""
    if shown.view is None or floor_case(shown.view) is None:
        return 0
    return sum(map(len, (*_urgent(shown, words, width - 2, show), *_troubles(shown, words, width - 2))))


def panel_lines(shown: Shown, words: Wording, width: int, rows: int) -> list[Line]:
    """Whole entries, as many as fit; the rest is counted, and what room is left tells the hand."""
    inner, titled = width - 2, rows >= TITLED_ROWS
    urgent = _urgent(shown, words, inner, _fullest(shown, words, width, rows), titled=titled)
    troubles = _troubles(shown, words, inner)
    if titled:
        troubles = _headed(troubles, words.say("panel.hardware"), themes.MARK, inner)
    if not troubles or sum(map(len, (*urgent, *troubles))) <= rows or shown.view is None:
        lines = _as_many_as_fit([*urgent, *troubles], words, inner, rows)
    else:
        lines = _with_a_reader(urgent, sensing.brief(shown.view, words), words, inner, rows)
    room = rows - len(lines)
    if shown.pad.mode in CHOOSING and room > 0:  # under the lines to choose from, though it stands under NEXT as well
        lines.append(asked(shown, words, inner))
        room -= 1
    if lines and room > 1:
        title = f"─ {words.say('panel.log')} " if titled else ""
        lines.append([(title.ljust(inner, "─"), themes.FAINT)])
        room -= 1
    told = [line for text in shown.story[-room:] for line in _story(text, inner)] if room > 0 else []
    return [[(" ", ""), *line] for line in (*lines, *told[-room:])] if room > 0 else [[(" ", ""), *ln] for ln in lines]


def _fullest(shown: Shown, words: Wording, width: int, rows: int) -> Show:
    shows: tuple[Show, ...] = ("whole", "short")
    return next((show for show in shows if rows_wanted(shown, words, width, show) <= rows), "names")


def _urgent(shown: Shown, words: Wording, inner: int, show: Show, *, titled: bool = False) -> list[list[Line]]:
    """What wants a look, the first thing first; while somebody chooses for the floor, that case alone."""
    view, case = shown.view, chosen_case(shown.pad, shown.view)
    if view is not None and case is not None and shown.pad.mode in CHOOSING:
        return [_finding(case, view=view, words=words, width=inner, show=show, mine=True)]
    urgent: list[list[Line]] = []
    if shown.link == "lost" or (view is None and shown.reason):
        urgent.append(_marked("!", words.reason(shown.reason), themes.WARN, inner))
    if view is None:
        return urgent
    prompts = _questions(view, words, inner)
    differ = [_marked("!", text, themes.WARN, inner) for text in sentences.differences(words, view)]
    meanwhile = (
        *sentences.owed_meanwhile(words, view),
        *sentences.to_bring(words, view),
        *sentences.button_elsewhere(words, view),
    )
    meanwhile = (*meanwhile, *sentences.cards_over(words, view))
    owed = [_marked("!", text, themes.WARN, inner) for text in meanwhile]
    rest = [one for one in view.findings if one is not case]
    rest.sort(key=lambda one: (not one.open, one.past))  # settled ones last
    later = [one for one in rest if case is not None and _is_seen_before(one, case)]
    newer = next(iter(_alike(later, view, words)), ())
    found = [_finding(*newer, view=view, words=words, width=inner, show=show)] if newer else []
    if case is not None:
        found.append(_finding(case, view=view, words=words, width=inner, show="names" if newer else show, mine=True))
    rest = [one for one in rest if one not in newer]
    found += [
        _finding(*several, view=view, words=words, width=inner, show=show) for several in _alike(rest, view, words)
    ]
    if titled:
        prompts = _headed(prompts, words.say("panel.question"), themes.TURN, inner)
        differ = _headed(differ, words.say("panel.differences"), themes.MARK, inner)
        found = _headed(found, words.say("panel.findings"), themes.MARK, inner)
    return [*urgent, *prompts, *differ, *owed, *found]


def _is_seen_before(one: FindingView, case: FindingView) -> bool:
    """Whether what happened after a case that can wait is told above it."""
    return not (case.stops_play or one.past or one.ruled) and one.number > case.number


def _alike(findings: list[FindingView], view: TableView, words: Wording) -> list[tuple[FindingView, ...]]:
    """Findings of which nothing is open, with those of other seats that say the same: one sweep is told once.

    A number does not tell two of them apart: what one event brought has the same, as have cases of long ago.
    """
    told: dict[object, list[FindingView]] = {}
    for at, one in enumerate(findings):
        alone = one.open or one.ruled or one.seat is None
        told.setdefault(at if alone else (one.topic, one.cite, one.past, *_what(one, view, words)), []).append(one)
    return [tuple(several) for several in told.values()]


def _headed(entries: list[list[Line]], title: str, style: str, width: int) -> list[list[Line]]:
    """Entries with a title over the first."""
    if not entries:
        return []
    return [[[(f" {title}".ljust(width), style)], *entries[0]], *entries[1:]]


def _troubles(shown: Shown, words: Wording, inner: int) -> list[list[Line]]:
    """The hardware that is not well; nothing while somebody chooses for the floor."""
    if shown.view is None or (floor_case(shown.view) is not None and shown.pad.mode in CHOOSING):
        return []
    told = sensing.troubles(shown.view, dict(shown.silent_s), words)
    return [_marked("!", text, themes.WARN, inner) for text in told]


def _as_many_as_fit(entries: list[list[Line]], words: Wording, width: int, rows: int) -> list[Line]:
    lines: list[Line] = []
    for number, entry in enumerate(entries):
        last = number == len(entries) - 1
        if len(lines) + len(entry) > rows - (0 if last else 1):
            return [*lines, fit(width, _more(len(entries) - number, words))] if len(lines) < rows else lines
        lines += entry
    return lines


def _with_a_reader(
    entries: list[list[Line]], brief: tuple[str, ...], words: Wording, width: int, rows: int
) -> list[Line]:
    """Where not everything fits: the last row names the readers that are not well, and counts what has no room."""
    lines: list[Line] = []
    for number, entry in enumerate(entries):
        if len(lines) + len(entry) > rows - 1:
            more = _more(len(entries) - number, words)
            break
        lines += entry
    else:
        more = []
    told: list[Line] = [[(f"! {text}", themes.WARN)] for text in brief]
    return [*lines, fit(width, *(join([one, more] if more else [one], "   ") for one in told))]


def _more(count: int, words: Wording) -> Line:
    return [(f"+ {words.say('finding.more', count=count, key=ACTS['history'].key)}", themes.KEY)]


def _marked(sign: str, text: str, style: str, width: int) -> list[Line]:
    """A text wrapped behind a sign."""
    rows = wrap(text, width - 2)
    return [[(f"{sign} " if number == 0 else "  ", style), (row, style)] for number, row in enumerate(rows)]


def _questions(view: TableView, words: Wording, width: int) -> list[list[Line]]:
    """The first question with its numbered answers; the others wait."""
    if not view.prompts:
        return []
    prompt = view.prompts[0]
    lines = _marked("?", words.question(prompt, view), themes.STRONG, width)
    answers: list[Line] = [
        [(f"{number} ", themes.KEY), (words.code("answer", answer), themes.PLAIN)]
        for number, answer in enumerate(prompt.answers, 1)
    ]
    lines += [[("  ", ""), *line] for line in flow(answers, width - 2, "   ")]
    if prompt.remedy and prompt.cite is not None:
        told = f"{words.say(f'prompt.remedy.{prompt.remedy}')} · {words.rule(prompt.cite)}"
        lines += [[("  ", ""), (row, themes.PLAIN)] for row in wrap(told, width - 2)]
    if len(view.prompts) > 1:
        lines.append([("  ", ""), (words.say("prompt.more", count=len(view.prompts) - 1), themes.QUIET)])
    return [lines]


def _finding(
    finding: FindingView,
    *others: FindingView,
    view: TableView,
    words: Wording,
    width: int,
    show: Show,
    mine: bool = False,
) -> list[Line]:
    """What happened, the facts, the rule, and what the floor may choose; `mine`: of this one it chooses.

    The `others` say the same of other seats.
    """
    title, facts = _told(finding, others, view, words)
    rule = sentences.rule(finding, words)
    mending = view.repair is not None and finding.seat is None  # what was wrong with the board is not over yet
    sign = SETTLED if finding.past and not finding.open and not mending else "!"
    style = themes.WARN if finding.open else themes.PLAIN
    if finding.ruled and not finding.open:
        sign = SETTLED
        title = words.say("case.ruled", topic=title, option=sentences.option_name(finding.ruled, finding, words))
    if finding.ruled and not finding.open:  # nothing is to be done about it any more
        whole: Line = [(f"{sign} ", style), (title, style), (f"  {rule}", themes.QUIET)]
        return [whole] if fit(width, whole) is whole else _marked(sign, title, style, width)
    if finding.open and finding.options:
        stops = "case.waits-dealer" if view.next.code == SETTLE else "case.waits"
        rule = f"{rule} · {words.say(stops if finding.stops_play else 'case.goes-on')}"
    head: Line = [(f"{sign} ", style), (title, style)]
    forms = ([*head, (f"  {rule}", themes.QUIET)], [*head, (f"  {facts}", themes.PLAIN)])
    if fit(width, forms[0]) is forms[0]:
        lines = [forms[0], *_under(facts, themes.PLAIN, width)]
    elif facts and fit(width, forms[1]) is forms[1]:
        lines = [forms[1], *_under(rule, themes.QUIET, width)]
    else:
        lines = _marked(sign, title, style, width)
        lines += [*_under(facts, themes.PLAIN, width), *_under(rule, themes.QUIET, width)]
    if finding.topic == "misdeal" and view.next.code == "deal-again":  # the rule has decided: this is what it asks
        lines += _under(words.say("misdeal.remedy"), themes.STRONG, width)
    if not finding.open or not finding.options:
        return lines
    return lines + _choices(finding, view, words, width, show if mine else "names", mine=mine)


def _told(finding: FindingView, others: tuple[FindingView, ...], view: TableView, words: Wording) -> tuple[str, str]:
    """What happened with where, and the facts as a sentence."""
    title, facts = _what(finding, view, words)
    if finding.seat is not None:
        seats = {one.seat for one in others if one.seat is not None} - {finding.seat}
        player = words.of_finding(finding.topic, view.seats, finding.seat, *seats, was=finding.player)
        title = words.say("finding.title", topic=title, player=player)
    return title, facts


def _what(finding: FindingView, view: TableView, words: Wording) -> tuple[str, str]:
    """What happened, whoever did it, and the facts as a sentence."""
    known = finding.facts if _stands_still(finding, view) else _without_the_act(finding)
    title, facts = words.finding(finding.topic, known, sure=not finding.options, past=finding.past)
    if _is_of_who_is_out(finding, view):
        title, facts = words.say("finding.chips-of-who-is-out"), words.facts(_pushed(finding))
    return title, capital(facts)


def _stands_still(finding: FindingView, view: TableView) -> bool:
    """Whether an act before its turn waits still or is in force: not once it was taken back."""
    as_kind = dict(finding.facts).get("as_kind")
    if finding.topic != "out-of-turn" or as_kind is None or finding.past:
        return True
    acted = any(seat.seat == finding.seat and seat.last_act for seat in view.seats)
    return acted or any(one.seat == finding.seat for one in view.unclear)


def _without_the_act(finding: FindingView) -> tuple[Fact, ...]:
    return tuple(fact for fact in finding.facts if not fact[0].startswith("as_"))


def _is_of_who_is_out(finding: FindingView, view: TableView) -> bool:
    """Whether chips came from a player who had folded: that is no act, in turn or out of it."""
    folded = any(seat.seat == finding.seat and seat.status == "folded" for seat in view.seats)
    early = ("cause", "out-of-turn") in finding.facts
    return early and not finding.options and folded and bool(_pushed(finding))


def _pushed(finding: FindingView) -> tuple[Fact, ...]:
    return tuple(fact for fact in finding.facts if fact[0] == "pushed_chips")


def _choices(
    finding: FindingView, view: TableView, words: Wording, width: int, show: Show, *, mine: bool
) -> list[Line]:
    """What the floor may choose, numbered in the case that comes next, with what each choice does."""
    if show == "names" or not finding.choices:
        offers: list[Line] = [[(f"{words.say('finding.options')}:", themes.QUIET)]]
        offers += [
            [(f"o {number} " if mine else "", themes.KEY), (name, themes.PLAIN)]
            for number, name in enumerate((sentences.option_name(one, finding, words) for one in finding.options), 1)
        ]
        return [[("  ", ""), *line] for line in flow(offers, width - 2)]
    told = [
        (f"o {number} ", sentences.choice(option, finding, words, pin=view.floor_pin))
        for number, option in enumerate(finding.choices, 1)
    ]
    if show == "short":
        room = width - 2 - len(told[-1][0])
        parts: list[Line] = [
            [(key, themes.KEY), *fit(room, *([(text, themes.PLAIN)] for text in texts))] for key, texts in told
        ]
        return [[("  ", ""), *line] for line in flow(parts, width - 2)]
    lines: list[Line] = []
    for key, texts in told:
        for at, row in enumerate(wrap(texts[0], width - 2 - len(key))):
            lines.append([("  ", ""), (" " * len(key) if at else key, themes.KEY), (row, themes.PLAIN)])
    return lines


def _under(text: str, style: str, width: int) -> list[Line]:
    return [[("  ", ""), (row, style)] for row in wrap(text, width - 2)]


def _story(text: str, width: int) -> list[Line]:
    """A line of the log; streets and hands stand out, what happened in them is indented."""
    inside = text.startswith(" ")
    style = themes.QUIET if inside else themes.PLAIN
    return [[("  " if inside else "", ""), (row, style)] for row in wrap(text, width - 2)]
