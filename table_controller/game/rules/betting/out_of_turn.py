"""An act before its turn: it waits, and binds or not by what the players who were skipped do."""

from __future__ import annotations

from typing import Final, Literal

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import (
    has_answered,
    is_turn_unclear,
    is_turn_unwatched,
    stand_of,
    who_acts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding, may_be_penalised
from table_controller.game.rules.betting import string_bets
from table_controller.game.rules.betting.folds import DEAD_OR_BACK
from table_controller.game.rules.betting.readings import (
    Acts,
    Adds,
    Amends,
    Announces,
    FoldsEarly,
    Holds,
    Leaves,
    Pays,
    Reading,
)
from table_controller.game.rules.showdown import dead_hands
from table_controller.game.state.betting import By, Held, RecordedAct, with_act
from table_controller.game.state.ledger import commit, put
from table_controller.game.state.seats import clockwise
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import ChipsPushed, Declared
from table_controller.vocabulary.findings import Citation, Fact, Finding
from table_controller.vocabulary.outcomes import ActKind

TOPIC: Final = "out-of-turn"


def is_out_of_turn(table: Table, seat: int) -> bool:
    """Whether `seat` can still act in this round, and it is somebody else's turn."""
    if who_acts(table) in (None, seat):
        return False
    return stand_of(table, seat).status == "in"


def is_overtaken(table: Table, held: Held) -> bool:
    """Whether the action to the seat has changed since it acted: its act waits for no turn any more.

    What the floor held it to holds whatever comes. It may answer others that wait for turns before it.
    """
    if held.by == "ruling" or table.betting.level_chips == held.level_chips:
        return False
    return after_those_before(table, held.seat).betting.level_chips != held.level_chips


def in_force(table: Table, held: Held) -> Table:
    """The table with an act that was held made now; whose turn it is does not change."""
    betting, stand, money = table.betting, table.betting.stands[held.seat - 1], table.ledger[held.seat - 1]
    wanted = max(held.to_chips, betting.level_chips if held.kind == "call" else 0)
    to = min(wanted, stand.bet_chips + money.stack_chips)
    kind: ActKind = "call" if held.kind in ("bet", "raise") and to <= betting.level_chips else held.kind
    paid = commit(money, to - stand.bet_chips)
    acted = with_act(betting, held.seat, kind, to, not paid.stack_chips, held.by)
    return replace(table, betting=replace(acted, actor=betting.actor), ledger=put(table.ledger, held.seat, paid))


def as_if_made(table: Table, seat: int) -> Table | None:
    """The table as if what `seat` did before its turn had been in turn: what it does next comes after that act.

    None if it has done nothing, if the action has changed since, or if the chips are still to tell what it did.
    """
    held = _held_of(table, seat)
    if held is None or is_unsized(held) or is_overtaken(table, held):
        return None
    made = in_force(replace(table, betting=replace(table.betting, actor=seat)), held)
    return replace(made, betting=replace(made.betting, actor=who_acts(table)))


def after_those_before(table: Table, seat: int) -> Table:
    """The table as if the acts had been made that wait for a turn before that of `seat`: he answers them."""
    actor = who_acts(table)
    if actor is None or not table.betting.held:
        return table
    order = list(clockwise(table.setup.seats, actor))
    order = [actor, *order[: order.index(seat)]] if seat in order else [actor]
    level_chips = table.betting.level_chips
    for held in sorted(table.betting.held, key=lambda one: order.index(one.seat) if one.seat in order else 0):
        stands = held.level_chips in (level_chips, table.betting.level_chips)
        if held.seat in order and held.seat != seat and not is_unsized(held) and stands:
            table = in_force(table, held)
    return table


def as_if_in_turn(table: Table, seat: int) -> Table:
    """The table as it would be if it were the turn of `seat`, what it said before its turn included."""
    said = _said_by(table, seat)
    announced = said.kind if said and is_unsized(said) else None
    word = announced if announced in ("bet", "raise") else None
    return replace(table, betting=replace(table.betting, actor=seat, announced=word, motions=0))


def is_unsized(held: Held) -> bool:
    """Whether it is a bet or raise that was said without an amount: the chips will tell."""
    return held.kind in ("bet", "raise") and not held.to_chips


@behaviour(None)
def waits_for_its_turn(table: Table, event: ChipsPushed | Declared, inner: Reading, book: Rulebook) -> Reading | None:
    """The act is held until its turn; `inner` is what it would be in turn.

    Of a seat that has acted, and that nobody has bet into since, it is none: what it did in turn stands.
    """
    seat = event.seat
    folds = isinstance(inner, Acts) and inner.kind == "fold"
    said = None if folds else _said_by(table, seat)
    if said and is_unsized(said):
        other = isinstance(event, Declared) and event.word in _OTHER_ACTS - _AGGRESSIVE
        return Leaves((_named(table, seat, book),)) if other else _completed(inner)
    rules = book.out_of_turn.passive_by_skipped
    rule, turn = rules.cite, who_acts(table)
    facts: tuple[Fact, ...] = () if turn is None else (("turn", turn), ("to_call_chips", _to_call(table, seat)))
    if not folds and has_answered(table, seat) and (made := stand_of(table, seat).act) is not None:
        return Leaves((may_be_penalised(TOPIC, seat, rule, (*facts, ("stands_kind", made.kind))),))
    match inner:
        case Acts("fold"):
            grounds = dead_hands.announced(table, seat, inner.by, book) + dead_hands.thrown_away(seat, inner.by, book)
            if is_turn_unclear(table):
                return FoldsEarly(grounds, _fold_by(inner.by))
            return _fold(seat, inner.by, facts, grounds, book)
        case Acts() | Announces():
            kind, to_chips, by = _as_made(inner)
            named = Held(seat, kind, to_chips, 0, 0).named if isinstance(inner, Acts) else kind
            facts = (*facts, ("as_kind", named), *((("as_chips", to_chips),) if isinstance(inner, Acts) else ()))
            found = may_be_penalised(TOPIC, seat, rule, facts)
            return Holds(kind, to_chips, (found, *repeated(table, seat, book), *inner.findings), by)
        case Leaves() if (chip := _opening_chip(table, event, inner)) and rules.value == "reduce_to_passive":
            # what it amounts to in turn is for the floor; but if anybody stays before it, it is a check at any size
            found = may_be_penalised(TOPIC, seat, rule, facts)
            return Holds("bet", chip, (found, *repeated(table, seat, book)), "chips")
        case Leaves():
            return Leaves((finding(TOPIC, seat, rule, facts), *_without_stop(inner.findings)))
        case _:
            return Leaves((finding(TOPIC, seat, rule, facts),))


def _opening_chip(table: Table, event: ChipsPushed | Declared, inner: Leaves) -> int:
    """The value of one silent chip where nobody has bet, if the book does not say what that is; 0 for anything else."""
    if not isinstance(event, ChipsPushed) or table.betting.level_chips:
        return 0
    return total_chips(event.chips) if any(found.topic == "overchip" for found in inner.findings) else 0


def _as_made(inner: Acts | Announces) -> tuple[ActKind, int, By]:
    return (inner.word, 0, "word") if isinstance(inner, Announces) else (inner.kind, inner.to_chips, inner.by)


def goes_with(table: Table, event: ChipsPushed | Declared, then: Reading, book: Rulebook) -> Reading:
    """What comes on top of an act that waits for its turn; `then` is what it would be if that act had been made.

    The first act waits as it was made: chips that pay it belong to it, whatever else comes is only named. A fold is
    never too late.
    """
    seat = event.seat
    more_chips = total_chips(event.chips) if isinstance(event, ChipsPushed) else 0
    held = _held_of(table, seat)
    match then:
        case FoldsEarly():
            return then
        case Leaves() if isinstance(event, Declared) and event.word == "fold":
            return then
        case Amends() if held is not None:
            return Holds(then.kind, then.to_chips, then.findings, held.by)
        case Pays() | Leaves() if not any(found.topic == string_bets.TOPIC for found in then.findings):
            told = _without_stop(then.findings)
            if (
                not told
                and isinstance(event, Declared)
                and held is not None
                and event.word in _OTHER_ACTS - {held.named}
            ):
                return Leaves((_named(table, seat, book),))
            return Leaves(told)
        case Pays() | Leaves():
            return Adds(more_chips, _without_stop(then.findings))
        case Holds():
            return Leaves(then.findings)
        case _:
            return Leaves((_named(table, seat, book),))


_OTHER_ACTS: Final = frozenset({"check", "call", "bet", "raise", "all-in"})
"""Words for an act: another one than was made is not a repetition."""

_AGGRESSIVE: Final = frozenset({"bet", "raise", "all-in"})


def _named(table: Table, seat: int, book: Rulebook) -> Finding:
    """Something before its turn that counts for nothing."""
    rule = book.out_of_turn.passive_by_skipped.cite
    facts: tuple[Fact, ...] = (("turn", who_acts(table) or 0), ("to_call_chips", _to_call(table, seat)))
    return finding(TOPIC, seat, rule, facts)


def _held_of(table: Table, seat: int) -> Held | None:
    """What the seat has done before its turn."""
    return next((held for held in table.betting.held if held.seat == seat), None)


def _said_by(table: Table, seat: int) -> Held | None:
    """What the seat has said before its turn, if the action to it is still the same."""
    held = _held_of(table, seat)
    return held if held is not None and held.by == "word" and not is_overtaken(table, held) else None


def _completed(inner: Reading) -> Reading:
    """What goes with words that left the size open belongs to the same act."""
    if isinstance(inner, Acts):
        return Holds(inner.kind, inner.to_chips, inner.findings, inner.by)
    return Leaves(())


@behaviour(())
def repeated(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Out of turn once more in the same hand, where the book has a rule for that."""
    rule = book.cites.get("out_of_turn.repeated")
    if rule is None or seat not in table.early:
        return ()
    return (finding(TOPIC, seat, rule, (("times", table.early.count(seat) + 1),)),)


def _fold(seat: int, by: str, facts: tuple[Fact, ...], grounds: tuple[Finding, ...], book: Rulebook) -> Reading:
    answer = book.out_of_turn.fold
    if answer.value == "binds":
        manners = may_be_penalised(TOPIC, seat, answer.cite, facts)
        return FoldsEarly((manners, *grounds), _fold_by(by))
    if not grounds:
        return Leaves((finding(TOPIC, seat, answer.cite, facts, DEAD_OR_BACK),))
    # one fold is one case: under the rule that makes the hand dead, where the book has none for a fold out of turn
    asked, *others = grounds
    case = finding(asked.topic, seat, asked.cite, facts, DEAD_OR_BACK)
    return Leaves((case, finding(TOPIC, seat, answer.cite, facts), *others))


def _fold_by(by: str) -> Literal["cards", "word"]:
    return "cards" if by == "cards" else "word"


def unblamed(table: Table, seat: int, reading: Reading) -> Reading:
    """The reading of an act of `seat` past another one without its findings, if nobody saw what that other one did.

    What it faced is not known before: then it is judged, with the hand told anew. Where the other one has acted, and
    it is still to be said what that is, nobody acts out of turn behind it.
    """
    if not isinstance(reading, Holds | Leaves | Adds | FoldsEarly):
        return reading
    if is_turn_unwatched(table):
        return replace(reading, findings=())
    if not _acts_behind_chips(table, seat):
        return reading
    others = tuple(found for found in reading.findings if found.topic != TOPIC)
    if isinstance(reading, Holds) and reading.by == "chips":
        return Leaves(others)  # what they are is known once that is said: it may be just the call
    return replace(reading, findings=others)


def _acts_behind_chips(table: Table, seat: int) -> bool:
    """Whether the player to act has put chips in of which nobody has said yet what they are, and `seat` is next.

    He is told to wait for that by the chips themselves: he has skipped nobody. So have those who have chips there too.
    """
    turn = who_acts(table)
    if turn is None or not is_turn_unclear(table):
        return False
    behind = (other for other in clockwise(table.setup.seats, turn) if stand_of(table, other).status == "in")
    return next((other for other in behind if not _has_acted_behind(table, other)), None) == seat


def _has_acted_behind(table: Table, seat: int) -> bool:
    return _held_of(table, seat) is not None or table.ledger[seat - 1].loose_chips > 0


@behaviour(None)
def comes_to_its_turn(table: Table, held: Held, book: Rulebook) -> Reading | None:
    """The turn has come to a seat that acted before it: bound, held to less, or free again."""
    if held.by == "ruling":  # the floor held him to it, whatever comes
        return Acts("call" if table.betting.level_chips else "check", table.betting.level_chips, (), held.by)
    raises = is_unsized(held) or held.to_chips > held.level_chips
    if raises and stand_of(table, held.seat).limit in ("passive", "call-or-fold"):
        return Leaves(())  # ruled meanwhile: of what is left to him he chooses now
    rules = book.out_of_turn
    skipped = _acts_since(table, held)
    facts: tuple[Fact, ...] = (("as_kind", held.kind), ("as_chips", held.to_chips))
    if is_overtaken(table, held):
        if rules.raise_by_skipped.value == "release":
            return Leaves((finding(TOPIC, held.seat, rules.raise_by_skipped.cite, (*facts, ("free", 1))),))
        return _floor(held, rules.raise_by_skipped.cite, facts)
    policy = rules.passive_by_skipped
    if policy.value is None:
        return _floor(held, policy.cite, facts)
    if policy.value == "reduce_to_passive" and raises and _someone_stayed(skipped):
        kind, to = ("call", table.betting.level_chips) if held.level_chips else ("check", 0)
        reduced = finding(TOPIC, held.seat, policy.cite, (*facts, ("held_to_chips", to)))
        return Acts("call" if kind == "call" else "check", to, (reduced,), held.by)
    if is_unsized(held):
        return Announces("bet" if held.kind == "bet" else "raise")
    return Acts(held.kind, held.to_chips, (), held.by)


def _floor(held: Held, rule: Citation, facts: tuple[Fact, ...]) -> Reading:
    options = ("binding", "not-binding") if is_unsized(held) else ("stands", "take-back")
    return Leaves((finding(TOPIC, held.seat, rule, facts, options),))


def _acts_since(table: Table, held: Held) -> tuple[RecordedAct, ...]:
    """What was done since the early act: by the players that it skipped, and by others who did not wait."""
    return table.betting.recorded_acts[held.after_acts :]


def _someone_stayed(recorded_acts: tuple[RecordedAct, ...]) -> bool:
    return any(recorded_act.kind in ("check", "call") for recorded_act in recorded_acts if recorded_act.turn)


def _without_stop(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(replace(found, options=(), stops_play=False) for found in findings)


def _to_call(table: Table, seat: int) -> int:
    return max(0, table.betting.level_chips - table.betting.stands[seat - 1].bet_chips)
