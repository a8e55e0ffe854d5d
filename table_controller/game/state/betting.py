"""One betting round.

| seat          | what happens | effect                                       | why                                   |
| ------------- | ------------ | -------------------------------------------- | ------------------------------------- |
| to act        | fold         | out of the hand                              |                                       |
| to act        | check, call  | has acted at this level                      |                                       |
| to act        | bet, raise   | level rises; a full one sets the next size   | a raise is at least the last full one |
| to act        | short all-in | level rises, the size does not               | no raise to build on                  |
| has acted     | others raise | acts again; may raise if facing a full raise | the book adds short all-ins up or not |
| last able one | -            | acts only while its bet is under another's   | a bet that nobody can call is no bet  |
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.seats import clockwise
from table_controller.vocabulary.outcomes import ActKind

Limit: TypeAlias = Literal["", "passive", "call-or-fold", "call-or-raise", "raise"]
"""What a ruling left open to a seat at its next act: ``passive`` may check, call or fold, ``raise`` must."""

By: TypeAlias = Literal["chips", "word", "cards", "button", "ruling"]
"""How an act was made: silent chips, a word, cards thrown away, an all-in button, the floor."""

Status: TypeAlias = Literal["out", "in", "all-in", "folded", "mucked"]
"""``out``: not dealt in; ``mucked``: discarded unshown at the showdown."""

LIVE: Final = ("in", "all-in")
"""What a hand that can win stands at."""


class Act(Struct, frozen=True):
    """A ruled act of this round; `to_chips` is the seat's total for the round."""

    kind: ActKind
    to_chips: int


class Stand(Struct, frozen=True):
    """Where one seat stands in the round.

    `acted_at_chips` is the level when it last acted (None: not yet), `raises_seen` the number of
    full raises by then.
    """

    status: Status = "out"
    bet_chips: int = 0
    acted_at_chips: int | None = None
    raises_seen: int = 0
    act: Act | None = None
    limit: Limit = ""


class RecordedAct(Struct, frozen=True):
    """One act of the round, in the order made: `paid` if it moved chips, `turn` if it was made in turn.

    `level_chips` is the bet that it faced, `full_chips` the size of a full raise then, `before_chips` the seat's own
    bet until then. `held` is what had been done before the turn, where the act is that. `lay_chips` is all that lay in
    front of the seat once the act was made, change that is due included.
    """

    seat: int
    kind: ActKind
    to_chips: int
    paid: bool
    by: By = "chips"
    turn: bool = True
    level_chips: int = 0
    before_chips: int = 0
    full_chips: int = 0
    held: Held | None = None
    lay_chips: int = 0


class Held(Struct, frozen=True):
    """An act made out of turn, waiting until the turn comes.

    `level_chips` is the bet that it faced, `after_acts` the number of acts of the round before it, `added_chips` what
    came in further motions that are no part of it.
    """

    seat: int
    kind: ActKind
    to_chips: int
    level_chips: int
    after_acts: int
    by: By = "chips"
    added_chips: int = 0

    @property
    def named(self) -> ActKind:
        """What people call it: who may not bet, and bets, is held to a call of nothing, which is a check."""
        return "check" if self.kind == "call" and not self.to_chips else self.kind


class Terms(Struct, frozen=True):
    """How this table bets, from game and rulebook; fixed when the hand begins.

    `sums`: short all-ins add up to reopen the betting. `half_reopens`: in a limit game half a raise
    reopens it. `cap_raises` is the most raises of a round (None: no cap), not counted while only two
    players were in from the start of the round if `free_heads_up`. `short_open_doubles`: over an
    opening all-in under the minimum bet a raise must reach twice the big blind. `builds`: a raise must be as
    large as the last full one; `full_only`: only a full raise counts as one; `reopens`: it reopens the betting.
    """

    structure: Literal["no-limit", "pot-limit", "fixed-limit"] = "no-limit"
    sums: bool = True
    half_reopens: bool = False
    cap_raises: int | None = None
    free_heads_up: bool = False
    short_open_doubles: bool = False
    short_blind_counts_full: bool = True
    builds: bool = True
    full_only: bool = True
    reopens: bool = True


PLAIN_TERMS = Terms()


class Round(Struct, frozen=True):
    """The round under way, or the last one: its level, the size of its last full raise, who acts.

    `announced` says that the seat to act said ``bet`` or ``raise`` without an amount, `motions` how many times it
    has put chips in since. `entered` is the number of players who could bet when the round began. What `unwatched`
    seats did in their turn, if anything, nobody saw.
    """

    stands: tuple[Stand, ...] = ()
    level_chips: int = 0
    full_raise_chips: int = 0
    raises: int = 0
    aggressor: int | None = None
    actor: int | None = None
    announced: Literal["bet", "raise"] | None = None
    terms: Terms = PLAIN_TERMS
    motions: int = 0
    recorded_acts: tuple[RecordedAct, ...] = ()
    held: tuple[Held, ...] = ()
    entered: int = 0
    unwatched: tuple[int, ...] = ()


NO_ROUND = Round()


def is_live(stand: Stand) -> bool:
    """Whether the seat can win."""
    return stand.status in LIVE


def opened(stands: tuple[Stand, ...], after: int, least_bet_chips: int, terms: Terms) -> Round:
    """A round with nothing bet; the first seat left of `after` that can bet acts."""
    clean = tuple(Stand(stand.status) for stand in stands)
    actor = _next_actor(clean, 0, after)
    return Round(clean, 0, least_bet_chips, 0, None, actor, None, terms, entered=able_count(clean))


def with_blinds(stands: tuple[Stand, ...], after: int, level_chips: int, full_raise_chips: int, terms: Terms) -> Round:
    """The first round, forced bets standing in `stands`; the level is the full big blind even if it is short.

    The big blind is the bet of the round: it counts as its first.
    """
    actor = _next_actor(stands, level_chips, after)
    return Round(stands, level_chips, full_raise_chips, 1, None, actor, None, terms, entered=able_count(stands))


def with_act(
    betting: Round,
    seat: int,
    kind: ActKind,
    to_chips: int,
    all_in: bool,
    by: By = "chips",
    waited: Held | None = None,
    lay_chips: int = 0,
) -> Round:
    """The round after `seat` acted; `to_chips` is its total for the round, `waited` what it did before its turn.

    `lay_chips` is what lies in front of it.
    """
    level, size, raises, aggressor = (
        betting.level_chips,
        betting.full_raise_chips,
        betting.raises,
        betting.aggressor,
    )
    before = betting.stands[seat - 1]
    recorded_act = RecordedAct(
        seat,
        kind,
        to_chips,
        to_chips > before.bet_chips,
        by,
        seat == betting.actor,
        level,
        before.bet_chips,
        size,
        waited,
        lay_chips,
    )
    if to_chips > level:
        if is_full(betting.terms, to_chips, level, size):
            fixed = betting.terms.structure == "fixed-limit" or not betting.terms.builds
            size, raises = size if fixed else to_chips - level, raises + 1
        level, aggressor = to_chips, seat
    status: Status = "folded" if kind == "fold" else "all-in" if all_in else "in"
    stand = Stand(status, to_chips, level, raises, Act(kind, to_chips))
    stands = (*betting.stands[: seat - 1], stand, *betting.stands[seat:])
    actor = _next_actor(stands, level, seat)
    held = tuple(act for act in betting.held if act.seat != seat) if betting.held else ()
    return Round(
        stands,
        level,
        size,
        raises,
        aggressor,
        actor,
        None,
        betting.terms,
        0,
        (*betting.recorded_acts, recorded_act),
        held,
        betting.entered,
        betting.unwatched,
    )


def folded_early(betting: Round, seat: int, by: By) -> Round:
    """The round after `seat` gave up its hand out of turn: whoever acts goes on acting."""
    stand = betting.stands[seat - 1]
    recorded_act = RecordedAct(
        seat,
        "fold",
        stand.bet_chips,
        paid=False,
        by=by,
        turn=False,
        level_chips=betting.level_chips,
        before_chips=stand.bet_chips,
        full_chips=betting.full_raise_chips,
    )
    gone = replace(stand, status="folded", act=Act("fold", stand.bet_chips), acted_at_chips=betting.level_chips)
    held = tuple(act for act in betting.held if act.seat != seat)
    recorded_acts = (*betting.recorded_acts, recorded_act)
    return replace(with_stand(betting, seat, gone), recorded_acts=recorded_acts, held=held)


def out_of_hand(betting: Round, seat: int) -> Round:
    """The round after the hand of `seat` was taken out of it, which is nobody's act: the turn goes on from there."""
    stand = betting.stands[seat - 1]
    gone = replace(stand, status="folded", act=Act("fold", stand.bet_chips))
    held = tuple(act for act in betting.held if act.seat != seat)
    return with_turn(replace(with_stand(betting, seat, gone), held=held))


def with_turn(betting: Round) -> Round:
    """The round with the turn at the first seat from the one to act that still has to; none if nobody has."""
    if betting.actor is None:
        return betting
    seats = len(betting.stands)
    actor = _next_actor(betting.stands, betting.level_chips, (betting.actor - 2) % seats + 1)
    if actor == betting.actor:
        return betting
    return replace(betting, actor=actor, announced=None, motions=0)


def may_raise(betting: Round, seat: int) -> bool:
    """Whether the betting is open to `seat`: it has not acted, or faces a full raise since it did."""
    stand, terms = betting.stands[seat - 1], betting.terms
    if stand.limit in ("passive", "call-or-fold") or is_capped(betting):
        return False
    if not has_others_to_raise(betting, seat):
        return False
    if stand.acted_at_chips is None:
        return True
    if not terms.reopens:
        return False
    if terms.structure == "fixed-limit" and stand.raises_seen < betting.raises:
        return True
    if terms.half_reopens:
        return 2 * (betting.level_chips - stand.acted_at_chips) >= betting.full_raise_chips
    if terms.sums:
        return betting.level_chips - stand.acted_at_chips >= betting.full_raise_chips
    return stand.raises_seen < betting.raises


def has_others_to_raise(betting: Round, seat: int) -> bool:
    """Whether anybody else is left who could call a raise: who is all-in cannot."""
    return sum([other.status == "in" for other in betting.stands]) > (betting.stands[seat - 1].status == "in")


def is_full(terms: Terms, to_chips: int, level_chips: int, size_chips: int) -> bool:
    """Whether a bet or raise to a total, over a level, is one that others may raise in turn.

    In a limit game what makes a bring-in, or a short bet, a whole bet is one, however little it adds.
    """
    if not terms.full_only:
        return True
    if terms.structure == "fixed-limit" and level_chips < size_chips <= to_chips:
        return True
    return (2 if terms.half_reopens else 1) * (to_chips - level_chips) >= size_chips


def is_capped(betting: Round) -> bool:
    """Whether the round has had all raises that a limit game allows."""
    cap = betting.terms.cap_raises
    if cap is None or betting.raises <= cap:  # the bet is the first of `raises`
        return False
    return not (betting.terms.free_heads_up and betting.entered <= HEADS_UP)


def is_past_a_player(betting: Round) -> bool:
    """Whether an act waits for its turn, or the last one was made out of turn."""
    acts = betting.recorded_acts
    return bool(betting.held) or (bool(acts) and not acts[-1].turn)


def live_count(betting: Round) -> int:
    """How many hands can win."""
    return sum([stand.status in LIVE for stand in betting.stands])


def with_stand(betting: Round, seat: int, stand: Stand) -> Round:
    """The round with another standing of one seat."""
    return replace(betting, stands=(*betting.stands[: seat - 1], stand, *betting.stands[seat:]))


def in_order_of_death(died: tuple[int, ...], stands: tuple[Stand, ...], dealt_in: tuple[int, ...]) -> tuple[int, ...]:
    """The seats dealt in that cannot win any more; whoever is not among those who `died` before came last."""
    dead = [seat for seat in dealt_in if stands[seat - 1].status not in LIVE]
    return (*[seat for seat in died if seat in dead], *[seat for seat in dead if seat not in died])


def able_count(stands: tuple[Stand, ...]) -> int:
    """How many can still bet."""
    return sum([stand.status == "in" for stand in stands])


def _next_actor(stands: tuple[Stand, ...], level_chips: int, after: int) -> int | None:
    able = able_count(stands)
    if not able:
        return None
    for seat in clockwise(len(stands), after):
        stand = stands[seat - 1]
        if stand.status != "in" or (stand.acted_at_chips is not None and stand.bet_chips >= level_chips):
            continue
        if able > 1 or _is_covered(stands, seat):
            return seat
    return None


def _is_covered(stands: tuple[Stand, ...], seat: int) -> bool:
    """Whether a live opponent has more in front than `seat`."""
    own = stands[seat - 1].bet_chips
    return any(other.status == "all-in" and other.bet_chips > own for other in stands)
