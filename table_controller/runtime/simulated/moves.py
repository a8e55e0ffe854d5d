"""The acts of a table script as movements of the simulated world and keys of the dealer.

Each act is a short series of parts: a moment until which hands are busy (simulated seconds), or a command
that the dealer keys. Whoever plays the parts lets time pass: at once on simulated time, or beside
the wall clock in the demonstration.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from msgspec.structs import asdict

from firmware_bridge.secrets.decks import generate_deck
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.world import BANK, DEALER, Tag
from firmware_bridge.vocabulary.cards import Card, parse_card
from firmware_bridge.vocabulary.chips import Chips, chips_of, subtract_chips, total_chips
from firmware_bridge.vocabulary.zones import BURN, MUCK, POT, Zone, bet_zone, seat_zone, stack_zone, up_zone
from table_controller.inference.tray_counts import DEBT_PATIENCE_S
from table_controller.scripts import acts
from table_controller.vocabulary import commands

Part: TypeAlias = float | commands.Command
"""A moment to wait for, or a key."""
Parts: TypeAlias = Iterator[Part]

SETTLE_S = 0.6
"""A chip zone rests after this: the bridge's settle window and a scan."""


class Moves:
    """Hands and keys at one simulated table; they know at which seats an all-in button lies."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table
        self._allin: set[int] = set()
        self._strangers = 0

    def holds_cards(self, seat: int) -> bool:
        """Whether cards lie in front of a seat, as a dealer sees it."""
        return bool(self.table.world.cards.pile(seat_zone(seat)))

    def parts_of(self, act: acts.Act) -> Parts:
        """An act as parts; each movement begins when its part is asked for, so let the one before it end first."""
        if isinstance(act, acts.CardAct):
            return self._cards(act)
        if isinstance(act, acts.ChipAct):
            return self._chips(act)
        return self._room(act)

    def _cards(self, act: acts.CardAct) -> Parts:
        match act:
            case acts.Riffle():
                yield from self._put_away()
                yield self.table.cards.riffle()
            case acts.PutAway():
                yield from self._put_away()
            case acts.DealCard():
                yield self.table.cards.deal(act.seat, act.card, up=act.up)
                if act.exposed:  # that it turned up on the way, no antenna sees
                    yield commands.TurnUp(act.seat, act.card, by_dealer=True)
            case (
                acts.Burn()
                | acts.Board()
                | acts.ReturnCards()
                | acts.LayWithBurns()
                | acts.ShuffleIn()
                | acts.ShuffleStub()
            ):
                yield from self._middle(act)
            case acts.Muck():
                if act.by_dealer:  # whose hand moved the cards, no antenna sees
                    yield commands.MarkTaken(act.seat)
                lie = (
                    *self.table.world.cards.pile(seat_zone(act.seat)),
                    *self.table.world.cards.pile(up_zone(act.seat)),
                )
                whole = len(lie) == len(act.cards)
                yield self.table.cards.fold(act.seat) if whole else self.table.cards.carry(act.cards, MUCK)
            case acts.HandOver():
                yield self.table.cards.carry(act.cards, seat_zone(act.to_seat))
            case acts.TableHand():
                yield commands.TurnUp(act.seat)
            case acts.ShowCard():
                yield commands.TurnUp(act.seat, act.card, act.by_dealer)
            case _:
                yield from self._deck(act)

    def _middle(self, act: acts.BoardAct) -> Parts:
        """Cards to the burn pile and the board, and back into the deck."""
        match act:
            case acts.Burn():
                yield self.table.cards.burn(act.card)
            case acts.Board():
                yield self.table.cards.board(act.cards)
            case acts.ReturnCards():
                yield self.table.cards.carry(act.cards, DEALER)
                yield self.table.cards.riffle(whole=False)
            case acts.LayWithBurns():
                yield self.table.cards.carry((act.card,), BURN)
            case acts.ShuffleIn():
                yield self.table.cards.carry(act.cards, DEALER)
                yield self.table.cards.riffle(whole=False)
                yield commands.MarkRiffle()
            case acts.ShuffleStub():
                yield self.table.cards.riffle(whole=False)
                yield commands.MarkRiffle()
            case _:
                assert_never(act)

    def _deck(self, act: acts.DeckAct) -> Parts:
        """Cards that are not as they should be."""
        match act:
            case acts.DealStuck():
                yield self.table.cards.deal_stuck(act.seat, act.cards)
            case acts.LayStrange():
                yield self.table.cards.bring(self._strange_tag(act.card), seat_zone(act.seat))
            case acts.FindBoxed():
                yield commands.MarkBoxed(act.seat, act.card)
            case acts.CountDeck():
                yield commands.CountDeck(act.missing)
            case _:
                assert_never(act)

    def _strange_tag(self, card: Card | None) -> Tag:
        """A tag of no registered deck, or with `card` that of the spare deck's card of this name."""
        if card is not None:
            return self.table.setup.spare.tag_of(card)
        self._strangers += 1
        return generate_deck(f"stranger-{self._strangers}", self.table.setup.seed).tag_of(parse_card("Ah"))

    def _put_away(self) -> Parts:
        """Take the all-in buttons and every card off the felt."""
        for seat in sorted(self._allin):
            yield self.table.things.allin(seat, down=False)
        self._allin.clear()
        if len(self.table.world.cards.pile(DEALER)) < len(self.table.setup.deck.tags):
            yield self.table.cards.gather()

    def _chips(self, act: acts.ChipAct) -> Parts:
        match act:
            case acts.MakeChange():
                yield from self._make_change(act.zone, act.chips)
            case acts.Push():
                if act.allin_button:
                    self._allin.add(act.seat)
                    yield self.table.things.allin(act.seat)
                yield self.table.chips.push(act.seat, act.chips)
            case acts.Find():
                yield self.table.chips.buy_in(act.seat, act.chips) + SETTLE_S
                yield commands.FoundChips(act.seat, act.chips)
            case acts.Race():
                yield commands.RaceChips(act.denomination, act.drawn)
            case acts.Restack():
                yield from self._restack(stack_zone(act.seat), act.chips)
            case acts.CountStacks():
                yield (self.table.now_s + DEBT_PATIENCE_S + 1.0)  # the trays tell by themselves
            case acts.Lose():
                yield self.table.chips.carry(act.chips, stack_zone(act.seat), BANK) + SETTLE_S
            case acts.TakeBack():
                yield self.table.chips.take_back(act.seat, act.chips)
            case acts.Gather():
                bet = bet_zone(act.seat)
                whole = act.chips == self.table.world.chips.at(bet)
                hands = self.table.chips
                yield hands.gather_bets((act.seat,)) if whole else hands.carry(act.chips, bet, POT)
            case acts.PushPot():
                yield self.table.chips.push_pot(act.seat, act.chips)
            case _:
                assert_never(act)

    def _restack(self, zone: Zone, chips: Chips) -> Parts:
        """What is too much goes to the rack, what is missing comes from there."""
        lies, hands = self.table.world.chips.at(zone), self.table.world.chips
        out = chips_of((d, n) for d, n in subtract_chips(lies, chips) if n > 0)
        back = chips_of((d, n) for d, n in subtract_chips(chips, lies) if n > 0)
        if out:
            hands.move(out, zone, BANK)
        if back:
            hands.move(back, BANK, zone)
        yield self.table.now_s + SETTLE_S

    def _make_change(self, zone: Zone, chips: Chips) -> Parts:
        """Swap colours at equal value; the sensors see other chips of the same worth."""
        lies = self.table.world.chips.at(zone)
        if lies != chips:
            out = chips_of((d, n) for d, n in subtract_chips(lies, chips) if n > 0)
            back = chips_of((d, n) for d, n in subtract_chips(chips, lies) if n > 0)
            yield self.table.chips.change(zone, out, back) + SETTLE_S

    def _room(self, act: acts.RoomAct) -> Parts:
        match act:
            case acts.Say():
                yield commands.Say(act.word, act.seat, act.amount_chips, "before", act.text)
            case acts.Ask():
                yield commands.Ask(act.what, act.about, act.seat)
            case acts.PutPuck():
                if self.table.world.things.puck != act.seat:
                    yield self.table.things.puck(act.seat)
            case acts.Wait():
                yield self.table.now_s + act.wait_s
            case acts.Sit():
                yield self.table.chips.buy_in(act.seat, act.chips) + SETTLE_S
                yield commands.SeatPlayer(act.seat, act.name, total_chips(act.chips), act.entry)
            case acts.Stand():
                yield self.table.chips.cash_out(act.seat) + SETTLE_S
                yield commands.UnseatPlayer(act.seat)
            case acts.AnnounceLevel():
                yield commands.AnnounceLevel(act.small_chips, act.big_chips, act.ante_chips)
            case acts.ChooseGame():
                yield commands.ChooseGame(**asdict(act))
            case acts.FloorPicks():
                yield commands.Rule(act.option, act.arguments, act.role)
            case _:
                yield _keyed(act)


def _keyed(act: acts.PeopleAct) -> commands.Command:
    """The key for what only people see."""
    match act:
        case acts.ComeOrGo():
            return commands.MarkPresence(act.seat, act.here, act.near)
        case acts.Behave():
            return commands.MarkConduct(act.seat, act.what)
        case acts.Tell():
            return commands.TellTable(act.what, act.in_s)
        case acts.Punish():
            return commands.GivePenalty(act.seat, act.hands)
        case acts.AskClock():
            return commands.AskClock(act.seat)
        case _:
            assert_never(act)


def again(act: acts.Act, table: SimulatedTable) -> Parts:
    """What a dealer does about an act that nobody saw: cards lifted and laid down again, or a key."""
    match act:
        case acts.DealCard() | acts.Burn():
            yield table.cards.pick_up(act.card)
        case acts.Board():
            for card in act.cards:
                yield table.cards.pick_up(card)
        case acts.PutPuck():
            yield table.things.puck(act.seat)
            yield commands.MarkButton(act.seat)
        case acts.Muck(by_dealer=True) | acts.HandOver():  # no fold: the cards are shown to the antenna once more
            for card in act.cards:
                yield table.cards.pick_up(card)
        case acts.Muck():
            yield commands.MarkFold(act.seat)
        case acts.Riffle():
            yield commands.MarkRiffle()
        case acts.PutAway():
            yield commands.PutAway()
        case _:  # chips are asked for by a prompt: nobody pushes them twice
            return
