"""What wants a look: questions, findings, trouble with the hardware; and under them how the hand went."""

from __future__ import annotations

from textual.widgets import Static

from display import palette
from display.keypad import options
from display.paint import Line, content, fit, flow, wrap
from display.shown import Shown
from display.wording import Wording
from table_controller.views import FindingView, TableView


class Panel(Static):
    """Beside the table on wide screens, under it on others."""

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show the most urgent first, on `rows` rows."""
        self.update(content(panel_lines(shown, words, width, rows)), layout=False)


def panel_lines(shown: Shown, words: Wording, width: int, rows: int) -> list[Line]:
    """Whole entries, as many as fit; the rest is counted, and what room is left tells the hand."""
    inner = width - 2
    view = shown.view
    urgent: list[list[Line]] = []
    if shown.link == "lost" or (view is None and shown.reason):
        urgent.append(_marked("!", shown.reason, palette.WARN, inner))
    if view is not None:
        urgent += _questions(view, words, inner)
        urgent += [_finding(finding, view, words, inner) for finding in view.findings]
        urgent += _trouble(view, words, inner)
    lines = _as_many_as_fit(urgent, words, inner, rows)
    room = rows - len(lines)
    if lines and room > 1:
        lines.append([("─" * inner, palette.FAINT)])
        room -= 1
    told = [line for text in shown.story[-room:] for line in _story(text, inner)] if room > 0 else []
    return [[(" ", ""), *line] for line in (*lines, *told[-room:])] if room > 0 else [[(" ", ""), *ln] for ln in lines]


def _as_many_as_fit(entries: list[list[Line]], words: Wording, width: int, rows: int) -> list[Line]:
    lines: list[Line] = []
    for number, entry in enumerate(entries):
        last = number == len(entries) - 1
        if len(lines) + len(entry) > rows - (0 if last else 1):
            more = words.say("finding.more", count=len(entries) - number)
            return [*lines, fit(width, [(f"+ {more}", palette.KEY)])] if len(lines) < rows else lines
        lines += entry
    return lines


def _marked(sign: str, text: str, style: str, width: int) -> list[Line]:
    """A text wrapped behind a sign."""
    rows = wrap(text, width - 2)
    return [[(f"{sign} " if number == 0 else "  ", style), (row, style)] for number, row in enumerate(rows)]


def _questions(view: TableView, words: Wording, width: int) -> list[list[Line]]:
    """The first question with its numbered answers; the others wait."""
    if not view.prompts:
        return []
    prompt = view.prompts[0]
    lines = _marked("?", words.question(prompt, view), palette.STRONG, width)
    answers: list[Line] = [
        [(f"{number} ", palette.KEY), (words.code("answer", answer), palette.PLAIN)]
        for number, answer in enumerate(prompt.answers, 1)
    ]
    lines += [[("  ", ""), *line] for line in flow(answers, width - 2, "   ")]
    if len(view.prompts) > 1:
        lines.append([("  ", ""), (words.say("prompt.more", count=len(view.prompts) - 1), palette.QUIET)])
    return [lines]


def _finding(finding: FindingView, view: TableView, words: Wording, width: int) -> list[Line]:
    """What happened, the rule, the facts, and what the floor may choose."""
    title, facts = words.finding(finding.topic, finding.facts)
    if finding.seat is not None:
        title = words.say("finding.title", topic=title, player=words.player(view.seats, finding.seat))
    rule = words.rule(finding.cite)
    style = palette.WARN if finding.open else palette.PLAIN
    both: Line = [("! ", style), (title, style), (f"  {rule}", palette.QUIET)]
    lines = [fit(width, both)] if fit(width, both) is both else [*_marked("!", title, style, width), _under(rule)]
    lines += [[("  ", ""), (row, palette.PLAIN)] for row in wrap(facts, width - 2)]
    if finding.open and finding.options:
        keyed = finding.options == options(view)
        offers: list[Line] = [[(f"{words.say('finding.options')}:", palette.QUIET)]]
        offers += [
            [(f"o {number} " if keyed else "", palette.KEY), (words.code("option", option), palette.PLAIN)]
            for number, option in enumerate(finding.options, 1)
        ]
        lines += [[("  ", ""), *line] for line in flow(offers, width - 2)]
    return lines


def _under(text: str) -> Line:
    return [("  ", ""), (text, palette.QUIET)]


def _trouble(view: TableView, words: Wording, width: int) -> list[list[Line]]:
    """Nodes that are not well, and zones that nobody sees."""
    entries: list[list[Line]] = []
    for node in view.nodes:
        status = words.code("node", node.status)
        if node.status != "ready":
            key = "node.why" if node.reason else "node.state"
            text = words.say(key, node=node.node, status=status, reason=words.reason(node.reason))
            entries.append(_marked("!", text, palette.WARN, width))
        if node.unknown_zones:
            zones = words.say("node.unknown", zones=", ".join(node.unknown_zones))
            entries.append(_marked("!", zones, palette.WARN, width))
    return entries


def _story(text: str, width: int) -> list[Line]:
    """A line of the log; streets and hands stand out, what happened in them is indented."""
    inside = text.startswith(" ")
    style = palette.QUIET if inside else palette.PLAIN
    return [[("  " if inside else "", ""), (row, style)] for row in wrap(text, width - 2)]
