"""A tray that shows more chips than are in play misreads: nothing came, and nobody is asked about it."""

from __future__ import annotations

import pytest
from support.sensed_session import RICH, SensedSession

from display.wording.sensing import troubles
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.observations import ChipsMoved, Inventory, NodeSeen
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone
from table_controller.inference.doubt import PATIENCE_S
from table_controller.projections.table_view import Around, view_of
from table_controller.vocabulary.events import TimePassed

WILD: Chips = ((5000, 17), (1000, 1))
"""Of 30,000 in play."""
ZONES = (bet_zone(1), stack_zone(1), POT)


def moves(sensed: SensedSession, zone: Zone, lay: Chips, lie: Chips) -> None:
    sensed.took(ChipsMoved(zone, lay, lie, sensed.now_s, sensed.now_s + 0.4))


def asked(sensed: SensedSession) -> list[str]:
    sensed.now_s += 3 * PATIENCE_S
    sensed.took(TimePassed(sensed.now_s))
    return [doubt.prompt for doubt in sensed.session.questions() if doubt.due_s <= sensed.now_s]


@pytest.fixture
def sensed() -> SensedSession:
    """Seat 1 to act before the flop."""
    sensed = SensedSession().open()
    sensed.took(NodeSeen("centre", "ready", "", 0.0, simulated=True))
    return sensed.deal()


@pytest.mark.parametrize("zone", ZONES)
def test_more_chips_than_are_in_play_came_from_nowhere_and_went_nowhere(sensed: SensedSession, zone: Zone) -> None:
    """'86,925 came in front of seat 4. Pushed?'"""
    before, lay = sensed.session.table, sensed.session.inference.flow.lies[zone]
    moves(sensed, zone, lay, WILD)
    assert asked(sensed) == []
    view = view_of(sensed.session.table, Around("e", 1, nodes=sensed.session.sensors.views()))
    (told,) = troubles(view, {}, ENGLISH)
    assert told.startswith("misread, more chips than are in play: ")
    moves(sensed, zone, WILD, lay)
    assert asked(sensed) == []
    assert sensed.session.sensors.misread == frozenset()
    assert (sensed.session.table.ledger, sensed.session.table.chips) == (before.ledger, before.chips)


def test_what_moved_while_a_tray_misread_is_a_question(sensed: SensedSession) -> None:
    moves(sensed, bet_zone(1), (), WILD)
    moves(sensed, stack_zone(1), RICH, ((1000, 8), (500, 2), (100, 8)))
    assert asked(sensed) == ["gap-chips:bet:1:from:stack:1=200"]


def test_a_tray_that_misreads_is_out_of_sight_in_an_inventory_too(sensed: SensedSession) -> None:
    """It was seen to have gained them as another node came back."""
    flow, cards = sensed.session.inference.flow, sensed.session.inference.sightings.cards
    at = [(zone, tuple(handle for handle, seen in cards.items() if seen.zone == zone)) for zone in sensed.zones()]
    chips = tuple((zone, WILD if zone == POT else lies) for zone, lies in flow.lies.items())
    sensed.took(Inventory(sensed.now_s, True, tuple(at), chips, None, ()))
    assert asked(sensed) == []
    assert sensed.session.sensors.misread == {POT}


def test_between_hands_more_chips_may_come_than_there_were() -> None:
    """A player who buys in for more than all others have is counted before anybody says so."""
    sensed = SensedSession().open()
    moves(sensed, stack_zone(1), RICH, WILD)
    assert sensed.session.sensors.misread == frozenset()
