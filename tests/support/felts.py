"""A felt for tests of the inference: cards and chips that move in the light and in the dark, and the questions left."""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import Chips, chips_of, subtract_chips, total_chips
from firmware_bridge.vocabulary.observations import CardArrived, ChipsMoved, DeckRiffled, Handle, Inventory, Observation
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, Zone, bet_zone, seat_zone, stack_zone
from table_controller.inference.infer import Inference, answer, infer
from table_controller.vocabulary.events import BetsGathered, ChipsPushed, ChipsTakenBack, Event, PotPushed

SEATS = (1, 2, 3)
RICH: Chips = ((100, 20),)


def hundreds(count: int) -> Chips:
    return chips_of([(100, count)])


class Inferring:
    """Feeds observations to the inference on a clock of its own and keeps what it says."""

    def __init__(self) -> None:
        self.state, self.now_s, self.settled, self.begun = Inference(), 0.0, False, False

    def see(self, *seen: Observation) -> list[Event]:
        events: list[Event] = []
        for one in seen:
            self.state, more = infer(self.state, one, settled=self.settled, begun=self.begun)
            events += more
        return events

    def arrive(self, name: str, zone: Zone) -> list[Event]:
        """A card is read at `zone`; its first read came a tenth of a second before."""
        return self.see(CardArrived(Handle(name), zone, self.now_s - 0.1, self.now_s))

    def due(self) -> dict[str, str]:
        """The kind of each question that is due, by its prompt."""
        return {doubt.prompt: doubt.kind for doubt in self.state.doubts() if doubt.due_s <= self.now_s}


class Felt(Inferring):
    """Cards and chips that lie somewhere; the sensors tell of them when `look` is called, and of motions when told."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, Zone] = {}
        self.chips: dict[Zone, Chips] = {stack_zone(seat): RICH for seat in SEATS}
        self.chips |= {bet_zone(seat): () for seat in SEATS} | {POT: ()}
        self.puck: int | None = None
        self.allin: tuple[int, ...] = ()
        self.shuffles = 0
        self.see(DeckRiffled(0.0))
        self.look()

    def card(self, name: str, zone: Zone, *, dark: bool = False) -> list[Event]:
        self.cards[name] = zone
        self.now_s += 1
        return [] if dark else self.arrive(name, zone)

    def gone(self, *names: str) -> None:
        for name in names:
            del self.cards[name]

    def move(self, source: Zone, target: Zone, count: int, *, dark: bool = False) -> list[Event]:
        self.now_s += 1
        before = dict(self.chips)
        self.chips[source] = subtract_chips(self.chips[source], hundreds(count))
        self.chips[target] = chips_of((*self.chips[target], *hundreds(count)))
        if dark:
            return []
        moved = [ChipsMoved(zone, before[zone], self.chips[zone], self.now_s, self.now_s) for zone in (source, target)]
        return self.see(*moved)

    def look(self, *hidden: Zone) -> None:
        """All that is in sight is told, as when a node, the bridge or the controller returns."""
        self.now_s += 1
        zones = (*(seat_zone(seat) for seat in SEATS), BOARD, BURN, MUCK)
        cards = tuple(
            (zone, tuple(Handle(name) for name, place in self.cards.items() if place == zone))
            for zone in zones
            if zone not in hidden
        )
        chips = tuple((zone, lot) for zone, lot in self.chips.items() if zone not in hidden)
        self.see(Inventory(self.now_s, True, cards, chips, self.puck, self.allin, self.shuffles))

    def asked(self) -> dict[str, str]:
        """The questions that are due when there was time for all others to go away."""
        self.now_s += 5
        return self.due()

    def reply(self, prompt: str, word: str = "yes", *, due: int | None = None) -> tuple[Event, ...]:
        """The dealer's answer; the next card of the deal is `due` at that seat."""
        assert prompt in self.asked()
        zone = None if due is None else seat_zone(due)
        self.state, events = answer(self.state, prompt, word, self.now_s, zone)
        return events


def balances(events: list[Event]) -> dict[Zone, int]:
    """What lies where, as the events tell it."""
    lies = {stack_zone(seat): 2000 for seat in SEATS} | {bet_zone(seat): 0 for seat in SEATS} | {POT: 0}
    for event in events:
        match event:
            case ChipsPushed():
                road = (stack_zone(event.seat), bet_zone(event.seat))
            case ChipsTakenBack():
                road = (bet_zone(event.seat), stack_zone(event.seat))
            case BetsGathered():
                road = (bet_zone(event.seat), POT)
            case PotPushed():
                road = (POT, stack_zone(event.seat))
            case _:
                raise AssertionError(event)
        lies[road[0]] -= total_chips(event.chips)
        lies[road[1]] += total_chips(event.chips)
    return lies
