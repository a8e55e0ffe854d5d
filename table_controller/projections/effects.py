"""What a choice of the floor or a command would do to the hand, told by doing it on the present table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, seat_zone
from table_controller.game.engine import step
from table_controller.game.queries import pot_chips, shows_first, to_call_chips, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import undercalls
from table_controller.game.state.betting import is_live
from table_controller.game.state.chip_custody import lying_chips
from table_controller.game.state.custody import lying
from table_controller.game.state.hand import IDLE, SETTLED, is_street
from table_controller.game.state.ledger import SeatChips, award_due_chips, owes_chips, returns_chips
from table_controller.game.state.table import Case, Step, Table
from table_controller.vocabulary.events import FloorRuled
from table_controller.vocabulary.outcomes import (
    ActRuled,
    BetReturned,
    DealVoided,
    HandSettled,
    HandVoided,
    PotAwarded,
    StreetOpened,
)
from table_controller.vocabulary.views import Effect, OptionView

FREE: Final = frozenset(
    {
        *("nothing", "warning", "case", "repair"),  # a word to a player, another case, a procedure for the board
        *("held", "limit", "hand-stays"),  # an act that waits for its turn, what a seat may still do
        *("must-show", "shows-first"),
        *("card-later", "card-back", "card-on", "card-replaced", "let-be"),  # cards, and no chips
        *("shuffled-in", "board-counts"),
        *("street", "turn", "round-over", "hand-over"),  # how play goes on after what else is told
    }
)
"""Codes of `views.Effect` that move neither chips nor seats nor the clock."""


def binds(effects: Iterable[Effect]) -> bool:
    """Whether one of the effects moves chips, seats or the clock."""
    return any(effect.code not in FREE for effect in effects)


NOTHING, NOTED = Effect("nothing"), Effect("noted")


def choices_of(table: Table, case: Case, book: Rulebook) -> tuple[OptionView, ...]:
    """The options of an open case, each with what it would do if the floor picked it now.

    Cases younger than this one are left aside: the floor picks from the youngest first.
    """
    alone = replace(table, cases=tuple(other for other in table.cases if other.number <= case.number))
    names = [option.name for option in case.finding.options]
    told = [(name, effects_of(alone, FloorRuled(name, (), "floor", "", 0.0), book)) for name in names]
    return tuple(OptionView(name, _told(alone, case, name, effects), binds(effects)) for name, effects in told)


def _told(table: Table, case: Case, option: str, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects; where an option confirms what is so already, what that is."""
    seat = case.seat
    if effects == (NOTHING,) and option in ("odd-chip", "all-to-first"):
        return tuple(_odd_as_they_are(table)) or effects
    if option == "dead-hand" and effects == (NOTED,) and seat is not None:
        return (Effect("hand-dead", seat),)  # it is dead already, and stays so
    if effects != (NOTHING,) or seat is None or not is_live(table.betting.stands[seat - 1]):
        return effects
    whole = undercalls.made_whole(table, case)
    if option == "complete-call" and whole is not None:
        return (Effect(f"acts-{whole.kind}", seat, whole.to_chips),)
    return (Effect("hand-stays", seat),) if option == "retrieve" else effects


def _odd_as_they_are(table: Table) -> Iterator[Effect]:
    """Who has more of a pot than others with a part of it."""
    for share in table.hand.shares:
        others = [one.chips for one in table.hand.shares if (one.pot, one.half) == (share.pot, share.half)]
        if share.chips > min(others):
            yield Effect("wins", share.seat, share.chips)


def late_choices(table: Table, told_in_time: Callable[[FloorRuled], Step | None]) -> tuple[tuple[int, OptionView], ...]:
    """The choices of open cases that count from an earlier event on, by the number of the case; few do."""
    found: list[tuple[int, OptionView]] = []
    for case in table.cases:
        for option in case.finding.options:
            made = told_in_time(FloorRuled(option.name, (("case", str(case.number)),), "floor", "", 0.0))
            if made is not None:
                effects = changes(table, made)
                found.append((case.number, OptionView(option.name, effects, binds(effects))))
    return tuple(found)


def effects_of(table: Table, ruled: FloorRuled, book: Rulebook) -> tuple[Effect, ...]:
    """What the ruling changes on this table; ``nothing`` if it only closes the case."""
    return changes(table, step(table, ruled, book))


def changes(before: Table, made: Step) -> tuple[Effect, ...]:
    """The difference that a step made, most important first."""
    after = made.table
    told = (*_voided(made), *_acts(before, made), *_chips(before, after))
    told = (*told, *_kept(before, after), *_shows(before, after), *_of_the_deal(before, after), *_goes_on(before, made))
    if told or (told := tuple(_waits_no_more(before, after))):
        return told
    closed = replace(after, cases=(), time=before.time) == replace(before, cases=())
    return (NOTHING,) if closed else (NOTED,)


def _voided(made: Step) -> Iterator[Effect]:
    """A deal or a hand that does not count any more: what lay there goes back."""
    for outcome in made.outcomes:
        if isinstance(outcome, DealVoided | HandVoided):
            yield Effect("deal-voided" if isinstance(outcome, DealVoided) else "hand-voided")


def _acts(before: Table, made: Step) -> Iterator[Effect]:
    """Acts that count now, hands that died or came back, bets of another size."""
    if any(_voided(made)):
        return
    ruled = {outcome.seat: outcome for outcome in made.outcomes if isinstance(outcome, ActRuled)}
    for seat, act in ruled.items():
        if act.kind != "fold":
            yield Effect(f"acts-{act.kind}", seat, act.to_chips, "all-in" if act.all_in else "")
    taken_up = is_street(made.table.hand.phase) and made.table.hand.phase != before.hand.phase
    new_round = taken_up or any(isinstance(outcome, StreetOpened) for outcome in made.outcomes)
    back = {outcome.seat for outcome in made.outcomes if isinstance(outcome, BetReturned)}  # told as chips that go back
    for seat, (old, new) in enumerate(zip(before.betting.stands, made.table.betting.stands, strict=False), 1):
        if is_live(old) != is_live(new):
            yield Effect("hand-live" if is_live(new) else "hand-dead", seat)
        elif old.bet_chips != new.bet_chips and not (
            new_round or seat in back or (seat in ruled and ruled[seat].kind != "fold")
        ):
            yield Effect("bet", seat, new.bet_chips)
        if old.limit != new.limit and not new_round and (new.limit or seat not in ruled):
            yield Effect("limit", seat, word=new.limit or "none")
    if made.table.betting.level_chips != before.betting.level_chips and not (new_round or ruled):
        yield Effect("level", None, made.table.betting.level_chips)


def _chips(before: Table, after: Table) -> Iterator[Effect]:
    """Chips to give back or still owed, and the pot."""
    for seat, (old, new) in enumerate(zip(before.ledger, after.ledger, strict=False), 1):
        if (back := returns_chips(new)) != returns_chips(old) and back:
            yield Effect("returns", seat, back)
        if (due := owes_chips(new)) != owes_chips(old) and due:
            yield Effect("owes", seat, due)
    if after.hand.phase not in (IDLE, SETTLED) and _pot_chips(after) != _pot_chips(before):
        yield Effect("pot", None, _pot_chips(after))


def _kept(before: Table, after: Table) -> Iterator[Effect]:
    """What is kept in mind: acts that wait for their turn, chips that were found, penalties."""
    for held in after.betting.held:
        if held not in before.betting.held:
            yield Effect("held", held.seat, held.to_chips, held.kind)
    for hidden in after.hidden:
        if hidden not in before.hidden:
            yield Effect("found", hidden.seat, hidden.chips, hidden.fate)
    for seat in before.hand.taken:
        if seat not in after.hand.taken and is_live(before.betting.stands[seat - 1]):
            yield Effect("hand-stays", seat)
    if (named := after.rotation.coming) is not None and named != before.rotation.coming:
        yield Effect("next-game", None, 0, named.variant)
    elif after.setup.variant != before.setup.variant:
        yield Effect("next-game", None, 0, after.setup.variant)
    if after.coming is not None and after.coming != before.coming:
        yield Effect("next-small", None, after.coming.small_blind_chips)
        yield Effect("next-level", None, after.coming.big_blind_chips)
        yield Effect("next-ante", None, after.coming.ante_chips)
    yield from _timed(before, after)
    yield from _counted(before, after)


def _waits_no_more(before: Table, after: Table) -> Iterator[Effect]:
    """Acts before their turn that are taken back: for whoever has no other effect to look at."""
    for held in before.betting.held:
        if held not in after.betting.held:
            yield Effect("held-no-more", held.seat)


def _counted(before: Table, after: Table) -> Iterator[Effect]:
    """Stacks that a count or a race changed, chips laid aside, players who leave."""
    came = after.chips is not before.chips and (
        lying_chips(after.chips) != lying_chips(before.chips) or after.chips.brought_chips != before.chips.brought_chips
    )
    for seat, (old, new) in enumerate(zip(before.ledger, after.ledger, strict=False), 1):
        changes = seat in after.recount and seat not in before.recount
        if old.stack_chips != new.stack_chips and (changes or came or after.hand.phase == IDLE):
            yield Effect("stack", seat, new.stack_chips)
        elif changes:
            yield Effect("recounted", seat)
    for seat, chips in after.aside[len(before.aside) :]:
        yield Effect("aside", seat, chips)
    for was, one in zip(before.players, after.players, strict=False):
        if was is not None and one is None and not was.leaving:  # who is only about to go is told with his chips
            yield Effect("leaves", was.seat)


def _timed(before: Table, after: Table) -> Iterator[Effect]:
    """The clock, the level of the hand, players who are sent off or whose penalty is over."""
    old, new = before.time.clock, after.time.clock
    if new is not None and new.left_s is not None and new != old:
        yield Effect("clock", new.seat, round(new.left_s))
    elif new is not None and new != old:
        began_s = new.asked_s if old is None else old.asked_s
        yield Effect("clock", new.seat, round(new.ends_s - began_s))
    elif old is not None and new is None and who_acts(after) == old.seat:
        yield Effect("clock-off", old.seat)
    if after.level.big_blind_chips != before.level.big_blind_chips:
        yield Effect("blinds", None, after.level.big_blind_chips)
    for was, player in zip(before.players, after.players, strict=False):
        if was is not None and player is not None and player.leaving and not was.leaving:
            yield Effect("goes", player.seat)
    for given in after.penalties[len(before.penalties) :]:
        yield Effect("penalty" if given.hands else "warning", given.seat, given.hands)
        if given.served:  # he misses the hand under way, and his book counts it
            yield Effect("penalty-now", given.seat)
    if len(after.penalties) < len(before.penalties):
        yield from _given_no_more(before, after)


def _given_no_more(before: Table, after: Table) -> Iterator[Effect]:
    """Penalties and warnings that are taken back, and what is left for a player who had several."""
    for given in (Counter(before.penalties) - Counter(after.penalties)).elements():
        left = sum(one.hands - one.served for one in after.penalties if one.seat == given.seat)
        if not given.hands:
            yield Effect("warning-lapses", given.seat)
        elif left:
            yield Effect("penalty", given.seat, left)
        else:
            yield Effect("penalty-lapses", given.seat)


def _shows(before: Table, after: Table) -> Iterator[Effect]:
    """Who must show, and who shows first where nobody had to before."""
    for seat in after.hand.showing.asked:
        if seat not in before.hand.showing.asked:
            yield Effect("must-show", seat)
    if not before.hand.showing.order and (first := shows_first(after)) is not None:
        yield Effect("shows-first", first)


def _of_the_deal(before: Table, after: Table) -> Iterator[Effect]:
    """Cards that come or go to put the deal right, and what of it is let be."""
    old, new = before.hand.amiss, after.hand.amiss
    if after.hand.fate != before.hand.fate:
        return
    for seat in new.later:
        if seat not in old.later:
            yield Effect("card-later", seat)
    to = {arrival.handle: arrival.seat for arrival in before.hand.dealt}
    for arrival in after.hand.dealt:
        if arrival.handle in new.returned and arrival.handle not in old.returned:
            yield Effect("card-back", arrival.seat)
        if arrival.seat != to.get(arrival.handle, arrival.seat):
            yield Effect("card-on", arrival.seat)
    for seat in after.hand.boxed[len(before.hand.boxed) :]:
        yield Effect("card-replaced", seat)
    for seat, cards in new.accepted:
        if (seat, cards) not in old.accepted:
            yield Effect("let-be", seat, cards)
    yield from _of_penalties(before, after)


def _of_penalties(before: Table, after: Table) -> Iterator[Effect]:
    """Hands of a penalty that were served, and penalties of another length."""
    for was, one in zip(before.penalties, after.penalties, strict=False):
        if one.served != was.served:
            yield Effect("penalty-served", one.seat)
        if one.hands != was.hands and one.seat == was.seat:
            yield Effect("penalty", one.seat, one.hands)


def _goes_on(before: Table, made: Step) -> Iterator[Effect]:
    """Who acts next, or how the hand ends."""
    after = made.table
    if after.positions is not None and _button(after) != _button(before):
        yield Effect("button", after.positions.button)
    if after.course.ruled != before.course.ruled and (due := after.course.due) is not None:
        yield Effect("button-back", due.button)
    for found in made.findings:
        if found.options:
            yield Effect("case", found.seat, word=found.topic)
    if after.hand.repair is not None and after.hand.repair != before.hand.repair:
        yield Effect("repair", word=after.hand.repair.code)
    elif len(after.cards) < len(before.cards):
        yield Effect("shuffled-in")
    elif len(after.hand.board) > len(before.hand.board) and after.hand.phase == before.hand.phase:
        yield Effect("board-counts")
    yield from _hand_goes_on(before, made)


def _pot_chips(table: Table) -> int:
    """The pot as the screen draws it: what lies there, without what is still owed to it; won, until it is pushed."""
    lies = sum(award_due_chips(money) - owes_chips(money) for money in table.ledger)
    return pot_chips(table) + lies


def _lies_behind(money: SeatChips) -> int:
    """A stack as the screen draws it: without what it has won and nobody has pushed yet."""
    return money.stack_chips - award_due_chips(money)


def _button(table: Table) -> int | None:
    return None if table.positions is None else table.positions.button


def _hand_goes_on(before: Table, made: Step) -> Iterator[Effect]:
    """Pots, streets, the end of the hand, the turn."""
    after = made.table
    if before.hand.shares and after.hand.shares != before.hand.shares and after.hand.shares:
        yield Effect("pushed-first", after.hand.shares[0].seat, after.hand.shares[0].chips)
    for outcome in made.outcomes:
        if isinstance(outcome, PotAwarded):
            yield Effect("wins", outcome.seat, outcome.chips)
        elif isinstance(outcome, StreetOpened):
            yield Effect("street", word=outcome.street)
        elif isinstance(outcome, HandSettled):
            yield Effect("hand-over")
    if (turn := who_acts(after)) != who_acts(before):
        if turn is not None:
            yield Effect("turn", turn, to_call_chips(after))
        elif is_street(after.hand.phase) and after.hand.phase == before.hand.phase:  # not of a street taken up again
            yield Effect("round-over")


_TOLD_HERE: Final = frozenset({"bet", "stack", "pot", "returns", "owes"})
"""Effects that are told here with what was before."""


def previewed(before: Table, made: Step) -> tuple[Effect, ...]:
    """The differences, the corrected thing first; ``nothing`` if there are none."""
    after = made.table
    told = (*_players(before, after), *_cards(before, after), *_chips_moved(before, after))
    rest = tuple(one for one in changes(before, made) if one.code not in _TOLD_HERE and one not in (NOTED, NOTHING))
    if told or rest:
        return (*told, *rest)
    if kept := (*_beside_the_hand(before, after), *_only_told(made)):
        return kept
    return (NOTHING,) if after == before else (NOTED,)


def _beside_the_hand(before: Table, after: Table) -> Iterator[Effect]:
    """Where cards lie, who is away, the button and the panel: for whoever has no other effect to look at."""
    for seat in range(1, after.setup.seats + 1):
        count = len(lying(after.cards, seat_zone(seat)))
        if count != len(lying(before.cards, seat_zone(seat))):
            yield Effect("has-cards" if count else "has-no-cards", seat, count)
    for zone in (BURN, BOARD, MUCK):
        count = len(lying(after.cards, zone))
        if count != len(lying(before.cards, zone)):
            yield Effect(f"{zone}-cards", chips=count)
    for seat in sorted({*before.away, *after.away}):
        was, now = (seat in before.away, seat in before.near), (seat in after.away, seat in after.near)
        if was != now:
            yield Effect("is-back" if not now[0] else "is-near" if now[1] else "is-away", seat)
    if after.puck != before.puck:
        yield Effect("puck" if after.puck is not None else "puck-unknown", after.puck)
    if after.bubble != before.bubble:
        yield Effect("hand-for-hand" if after.bubble else "not-hand-for-hand")
    if after.panel.floor_called != before.panel.floor_called:
        yield Effect("floor-called" if after.panel.floor_called else "floor-not-called")
    if after.panel.muted != before.panel.muted:
        yield Effect("muted" if after.panel.muted else "not-muted")


def _only_told(made: Step) -> Iterator[Effect]:
    """What is said of a command that changes nothing: a rebuy in the middle of a hand has to wait for its end."""
    for found in made.findings:
        if dict(found.facts).get("cause") == "hand-under-way" and found.topic != "irregular":
            yield Effect("waits-for-the-end", found.seat, word=found.topic)


def _players(before: Table, after: Table) -> Iterator[Effect]:
    """Who sits where, if that changes."""
    for old, new in zip(before.players, after.players, strict=False):
        if new is not None and (old is None or old.name != new.name):
            yield Effect("sits", new.seat)
        elif old is not None and new is None:
            yield Effect("seat-free", old.seat)


def _cards(before: Table, after: Table) -> Iterator[Effect]:
    """Public cards with another name."""
    were = {card.handle: card for card in before.cards}
    for card in after.cards:
        old = were.get(card.handle)
        if old is not None and old.card != card.card:
            yield Effect("card", word=card.card or "", was=old.card or "")


def _chips_moved(before: Table, after: Table) -> Iterator[Effect]:
    """Stacks, bets, chips owed and coming back, the pot: what they were and what they are."""
    same_round = before.hand.phase == after.hand.phase
    stands = zip(before.betting.stands, after.betting.stands, strict=False)
    for seat, (old, new) in enumerate(stands, 1):
        if same_round and old.bet_chips != new.bet_chips:
            yield Effect("bet", seat, new.bet_chips, was_chips=old.bet_chips)
    for seat, (was, now) in enumerate(zip(before.ledger, after.ledger, strict=False), 1):
        if was.won_chips and not now.won_chips:
            yield Effect("not-won", seat, was.won_chips)
        if _lies_behind(was) != _lies_behind(now):
            yield Effect("stack", seat, _lies_behind(now), was_chips=_lies_behind(was))
            if owes_chips(now) == owes_chips(was) > 0:  # what was counted has these chips in it
                yield Effect("owes", seat, owes_chips(now))
        if (due := owes_chips(now)) != owes_chips(was):
            yield Effect("owes" if due else "owes-nothing", seat, due, was_chips=owes_chips(was))
        if (back := returns_chips(now)) != returns_chips(was):
            yield Effect("returns" if back else "returns-nothing", seat, back, was_chips=returns_chips(was))
    if after.hand.phase not in (IDLE, SETTLED) and _pot_chips(before) != _pot_chips(after):
        yield Effect("pot", None, _pot_chips(after), was_chips=_pot_chips(before))
