"""The questions that stand on the screen; of one whose "yes" may end the hand also what the book makes of it."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.vocabulary.zones import Zone
from table_controller.game import engine
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Table
from table_controller.inference.asking import STRANGE
from table_controller.inference.doubt import Doubt
from table_controller.vocabulary.events import StrangeCardFound, Strangeness
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import PromptView


def prompt_views(asked: Iterable[Doubt], table: Table, book: Rulebook) -> tuple[PromptView, ...]:
    """Each question as a screen shows it."""
    return tuple([_view(doubt, table, book) for doubt in asked])


def _view(doubt: Doubt, table: Table, book: Rulebook) -> PromptView:
    remedy, cite = _remedy(doubt, table, book) if doubt.kind in STRANGE else ("", None)
    return PromptView(doubt.prompt, doubt.kind, doubt.seat, doubt.answers, doubt.chips, remedy, cite)


def _remedy(doubt: Doubt, table: Table, book: Rulebook) -> tuple[str, Citation | None]:
    """What becomes of the hand if the card lies there: the engine's own answer, of which nothing is kept."""
    place = doubt.prompt.partition(":")[2]
    kind: dict[str, Strangeness] = dict(zip(STRANGE, ("foreign", "other-deck", "duplicate"), strict=True))
    found = StrangeCardFound(Zone(place), kind[doubt.kind], doubt.due_s)
    then = engine.step(table, found, book)
    if not then.findings:
        return "", None
    finding = then.findings[0]
    return then.table.hand.fate or ("floor" if finding.options else ""), finding.cite
