"""The questions that stand on the screen; of one whose "yes" may end the hand also what the book makes of it."""

from __future__ import annotations

from collections.abc import Iterable

from table_controller.game import engine
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Table
from table_controller.inference.asking import LIES_UP, STRANGE
from table_controller.inference.doubt import Doubt
from table_controller.inference.doubts import Open, answered
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import PromptView


def prompt_views(asked: Iterable[Doubt], state: Open, table: Table, book: Rulebook) -> tuple[PromptView, ...]:
    """Each question that is `asked` of what is open in `state`, as a screen shows it."""
    return tuple([_view(doubt, state, table, book) for doubt in asked])


def _view(doubt: Doubt, state: Open, table: Table, book: Rulebook) -> PromptView:
    remedy, cite = _remedy(doubt, state, table, book) if doubt.kind in (*STRANGE, LIES_UP) else ("", None)
    return PromptView(doubt.prompt, doubt.kind, doubt.seat, doubt.answers, doubt.chips, remedy, cite, doubt.from_seat)


def _remedy(doubt: Doubt, state: Open, table: Table, book: Rulebook) -> tuple[str, Citation | None]:
    """What becomes of the hand after "yes": the engine's own answer, of which nothing is kept."""
    for event in answered(state, doubt.prompt, "yes", doubt.due_s)[1]:
        then = engine.step(table, event, book)
        if then.findings:
            finding = then.findings[0]
            return then.table.hand.fate or ("floor" if finding.options else ""), finding.cite
    return "", None
