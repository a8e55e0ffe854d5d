"""Cards that players turn up before the hand is over: what that does to the action, and who may see them."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.showdown import exposure
from table_controller.game.rules.table import penalties
from table_controller.game.state.custody import names
from table_controller.game.state.hand import DEAL, is_street
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.game.steps.betting.words import read
from table_controller.game.steps.showdown import showdown
from table_controller.vocabulary.events import Asked, CardShown, Event
from table_controller.vocabulary.findings import Finding


def on_exposed(table: Table, seat: int, book: Rulebook) -> Change:
    """The seat has tabled its hand: with action to come that may be an act, or bad manners."""
    table = _noted(table, seat)
    actor = who_acts(table)
    if actor is None:
        return Change(table)
    reading = exposure.tabled(table, seat, book) or exposure.answered(table, seat, book)
    if reading is None:
        return Change(table, findings=_early(table, seat, book))
    return read(table, actor, reading, book)


def on_card_shown(table: Table, event: CardShown, book: Rulebook) -> Change:
    """A player let one card be seen."""
    seen = showdown.as_told(_noted(table, event.seat), event)
    if (partly := showdown.one_card(seen, event, book)) is not None:
        return partly
    if who_acts(table) is None and table.hand.phase != DEAL:
        return Change(seen)
    return Change(seen, findings=_early(table, event.seat, book))


def on_asked_to_see(table: Table, event: Asked, book: Rulebook) -> Change:
    """Somebody asks to see what another player was shown."""
    about = event.about or 0
    found = exposure.all_may_see(about, book) if about in table.hand.showed else ()
    if not found and (asked := showdown.on_asked(table, event, book)) is not None:
        return asked
    if not found:
        return Change(table, unexplained=(Unexplained("asked", event.seat, (("about", about),)),))
    return Change(table, findings=found)


def on_named(before: Table, table: Table, book: Rulebook) -> Change:
    """The cards of tabled hands have become known since `before`: that of the seat to act may be an act."""
    actor = who_acts(table)
    if actor is None or actor not in table.hand.shown or actor in before.hand.shown:
        return Change(table)
    cards = names(table.cards, table.hand.tabled[actor - 1]) or ()
    reading = exposure.named(table, actor, cards, book)
    return Change(table) if reading is None else read(table, actor, reading, book)


def after_event(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change with what is to be said of a player who showed cards in this hand, and folds it now."""
    del event
    table = change.table
    if not table.hand.showed or not is_street(before.hand.phase) or before.betting is table.betting:
        return change
    told = exposure.shown_then_folded(before, table, book)
    return change.told((*told, *penalties.folded_open(before, table, book)))


def _early(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    offence = penalties.cards_shown(table, seat, book)
    return (*exposure.with_action_pending(table, seat, book), *offence, *exposure.all_may_see(seat, book))


def _noted(table: Table, seat: int) -> Table:
    """The table, knowing that the seat has let cards be seen."""
    if seat in table.hand.showed:
        return table
    return replace(table, hand=replace(table.hand, showed=(*table.hand.showed, seat)))
