"""Open Tournament Summary: who finished where and won what, by the specification of ts-specs.handhistory.org (1.1.5).

A summary is made of two things: the hands of a table on which a whole tournament was played, and what no table can know
of it, its buy-in, prizes and name, which a file of the organiser tells (`Tournament`). The hands tell who entered, who
bought chips again, and when each went out. Of two who went out in one hand the one who began it with more chips
finished higher; with equal chips they share the place and the prizes of both. Who gave up his seat with chips finished
there and then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from firmware_bridge.vocabulary.untrusted import clean_text
from table_controller.histories.ohh import SITE
from table_controller.histories.phh_writer import CannotTell
from table_controller.vocabulary.accounts import HandAccount

SPEC_VERSION: Final = "1.1.5"

Money: TypeAlias = Annotated[float, Meta(ge=0, le=1e12)]
"""An amount in the currency of the tournament, with two digits after the point at most."""
_CENTS: Final = 100
_A_HAIR: Final = 1e-6
"""Of a cent: what floating point adds to an amount of two digits."""

Flag: TypeAlias = Literal[
    "SNG",
    "DON",
    "Bounty",
    "Shootout",
    "Rebuy",
    "Matrix",
    "Push_Or_Fold",
    "Satellite",
    "Steps",
    "Deep",
    "Multi-Entry",
    "Fifty50",
    "Flipout",
    "TripleUp",
    "Lottery",
    "Re-Entry",
    "Power_Up",
    "Progressive-Bounty",
]
SpeedName: TypeAlias = Literal["Normal", "Semi-Turbo", "Turbo", "Super-Turbo", "Hyper-Turbo", "Ultra-Turbo"]


# What the organiser tells.


class Sale(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips that can be bought besides the first stack, and what they cost."""

    cost: Money
    chips: Annotated[int, Meta(gt=0)]


class Tournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament as its organiser tells it; `prizes` from the first place down.

    `prize_pool` is what buy-ins, re-buys and add-ons make together, unless it is given (a guarantee, a sponsor). The
    fee is no part of it.
    """

    number: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
    name: Annotated[str, Meta(min_length=1)]
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}$")]
    buyin: Money
    prizes: Annotated[tuple[Money, ...], Meta(min_length=1)]
    level_s: Annotated[int, Meta(gt=0)]
    fee: Money = 0
    prize_pool: Money | None = None
    speed: SpeedName = "Normal"
    flags: tuple[Flag, ...] = ()
    rebuy: Sale | None = None
    addon: Sale | None = None


def tournament_of(values: Mapping[str, Any]) -> Tournament:
    """What a file tells; raise `msgspec.ValidationError` with what does not fit, and where."""
    return msgspec.convert(values, Tournament)


# The summary.


class Speed(Struct, frozen=True, forbid_unknown_fields=True):
    """How fast the blinds rise; `round_time` is a level in seconds."""

    type: SpeedName
    round_time: int


class Finish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a player finished and what he won; both are left out while he is still playing."""

    player_name: str
    still_playing: bool
    finish_position: int | None = None
    prize: float | None = None


class Rebuys(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a player bought chips again, or entered again, and his add-ons."""

    player_name: str
    rebuys: int
    addons: int


class Summary(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tournament of one table; `end_date_utc` is left out while it is not over."""

    spec_version: str
    site_name: str
    network_name: str
    internal_version: str
    tournament_number: str
    tournament_name: str
    start_date_utc: str
    currency: str
    buyin_amount: float
    fee_amount: float
    initial_stack: int
    type: Literal["STT"]
    flags: tuple[Flag, ...]
    speed: Speed
    prize_pool: float
    player_count: int
    tournament_finishes_and_winnings: tuple[Finish, ...]
    end_date_utc: str | None = None
    rebuy_cost: float | None = None
    addon_cost: float | None = None
    tournament_rebuys: tuple[Rebuys, ...] = ()


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file."""

    ots: Summary


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a file."""
    return msgspec.json.schema(File)


def ots_text(hands: Sequence[HandAccount], playing: Collection[str], told: Tournament, version: str) -> str:
    """The file of a tournament; `playing` are those who still have chips at the table.

    Raise `CannotTell` if these hands are not a whole tournament, or what the organiser tells does not agree with them.
    """
    summary = summary_of(hands, playing, told, version)
    if faults := check(summary):
        raise CannotTell(faults[0])
    return msgspec.json.format(msgspec.json.encode(File(summary)), indent=2).decode() + "\n"


def read_ots(text: str | bytes) -> Summary:
    """The summary of a file as we write it; raise `ValueError` with what does not fit, and where."""
    try:
        return msgspec.json.decode(text, type=File).ots
    except msgspec.MsgspecError as problem:
        raise ValueError(str(problem)) from None


def summary_of(hands: Sequence[HandAccount], playing: Collection[str], told: Tournament, version: str) -> Summary:
    """The tournament in the words of the format."""
    entrants = _entrants(hands)
    stack_chips = _initial_stack(entrants)
    rebuys = tuple(_rebuys(entrants, stack_chips, told))
    places = _places(entrants, playing)
    over = len(playing) <= 1
    pool_cents = _pool_cents(told, len(entrants), rebuys)
    prizes = _prizes_cents(told, places, pool_cents, len(entrants))
    return Summary(
        spec_version=SPEC_VERSION,
        site_name=SITE,
        network_name=SITE,
        internal_version=version,
        tournament_number=told.number,
        tournament_name=clean_text(told.name),
        start_date_utc=_utc(hands[0].began_ns),
        currency=told.currency,
        buyin_amount=told.buyin,
        fee_amount=told.fee,
        initial_stack=stack_chips,
        type="STT",
        flags=told.flags,
        speed=Speed(told.speed, told.level_s),
        prize_pool=pool_cents / _CENTS,
        player_count=len(entrants),
        tournament_finishes_and_winnings=tuple(
            Finish(name, still_playing=True)
            if not over and name in playing
            else Finish(name, still_playing=False, finish_position=place, prize=prizes.get(name, 0) / _CENTS)
            for name, place in places.items()
        ),
        end_date_utc=_utc(hands[-1].ended_ns) if over else None,
        rebuy_cost=told.rebuy.cost if told.rebuy else None,
        addon_cost=told.addon.cost if told.addon else None,
        tournament_rebuys=rebuys,
    )


def _utc(at_ns: int) -> str:
    return f"{datetime.fromtimestamp(at_ns // 10**9, UTC):%Y-%m-%dT%H:%M:%SZ}"


# What the hands tell.


class _Played(Struct, frozen=True):
    """A player's hand: its place in the evening, and his chips before and after it."""

    at: int
    start_chips: int
    finish_chips: int


_Entrants: TypeAlias = Mapping[str, Sequence[_Played]]
"""The hands of each player, by name."""


def _entrants(hands: Sequence[HandAccount]) -> _Entrants:
    entrants: dict[str, list[_Played]] = {}
    for at, hand in enumerate(hands):
        names = Counter(seat.name for seat in hand.seats)
        for seat in hand.seats:
            if not seat.name:
                raise CannotTell(
                    f"in hand {hand.number} seat {seat.seat} has no name, and a summary lists players by name"
                )
            if names[seat.name] > 1:
                raise CannotTell(f"in hand {hand.number} two players are called {seat.name}")
            entrants.setdefault(seat.name, []).append(_Played(at, seat.start_chips, seat.finish_chips))
    return entrants


def _initial_stack(entrants: _Entrants) -> int:
    stacks = {name: played[0].start_chips for name, played in entrants.items()}
    (stack, _), *_ = Counter(stacks.values()).most_common(1)
    for name, chips in stacks.items():
        if chips != stack:
            raise CannotTell(
                f"{name} came with {chips:,} chips and others with {stack:,}: a summary is of a tournament that was "
                "played from its first hand at this table alone"
            )
    return stack


def _rebuys(entrants: _Entrants, stack_chips: int, told: Tournament) -> Iterator[Rebuys]:
    for name, played in entrants.items():
        rebuys = addons = 0
        for before, after in pairwise(played):
            bought = _bought(after.start_chips - before.finish_chips, stack_chips, told)
            if bought is None:
                raise CannotTell(
                    f"{name} had {before.finish_chips:,} chips after a hand and {after.start_chips:,} before his next: "
                    "the file of the tournament says of no re-buy and no add-on that brings as many"
                )
            rebuys, addons = rebuys + bought[0], addons + bought[1]
        if rebuys or addons:
            yield Rebuys(name, rebuys, addons)


def _bought(more_chips: int, stack_chips: int, told: Tournament) -> tuple[int, int] | None:
    """How many re-buys and add-ons bring so many chips: one add-on at most; None if none do.

    A tenth of the smallest sale more or less is a chip race or a count put right. Where nothing is for sale, a stack
    would be one.
    """
    rebuy, addon = (sale.chips if sale else 0 for sale in (told.rebuy, told.addon))
    slack = min((one for one in (rebuy, addon) if one), default=stack_chips) // 10
    if more_chips <= slack:
        return 0, 0
    for addons in (0, 1) if addon else (0,):
        rest = more_chips - addons * addon
        rebuys = max(0, round(rest / rebuy)) if rebuy else 0
        if rebuys + addons and abs(rest - rebuys * rebuy) <= slack:
            return rebuys, addons
    return None


def _places(entrants: _Entrants, playing: Collection[str]) -> dict[str, int]:
    """The place of each player, the best first; whoever is still playing shares the first."""
    lasted = {name: _lasted(played[-1], playing=name in playing) for name, played in entrants.items()}
    return {
        name: 1 + sum(other > own for other in lasted.values())
        for name, own in sorted(lasted.items(), key=lambda one: one[1], reverse=True)
    }


def _lasted(last: _Played, *, playing: bool) -> tuple[int, ...]:
    """How long a player lasted, to be compared: who left with chips after a hand lasted longer than who lost them."""
    if playing:
        return (1,)
    return (0, last.at, 1, last.finish_chips) if last.finish_chips else (0, last.at, 0, last.start_chips)


# What the organiser tells.


def _cents(amount: float, what: str) -> int:
    cents = round(amount * _CENTS)
    if abs(amount * _CENTS - cents) > _A_HAIR:
        raise CannotTell(f"{what}: {amount:g} has more than two digits after the point")
    return cents


def _pool_cents(told: Tournament, players: int, rebuys: Iterable[Rebuys]) -> int:
    if told.prize_pool is not None:
        return _cents(told.prize_pool, "prize_pool")
    pool = players * _cents(told.buyin, "buyin")
    for one in rebuys:
        pool += one.rebuys * _cents(told.rebuy.cost if told.rebuy else 0, "rebuy.cost")
        pool += one.addons * _cents(told.addon.cost if told.addon else 0, "addon.cost")
    return pool


def _prizes_cents(told: Tournament, places: Mapping[str, int], pool_cents: int, players: int) -> dict[str, int]:
    """What each player won; who shares a place shares its prizes, and an odd cent goes to the first by name."""
    prizes = [_cents(prize, "prizes") for prize in told.prizes]
    if rise := next((place for place in range(2, len(prizes) + 1) if prizes[place - 1] > prizes[place - 2]), 0):
        raise CannotTell(f"prizes: that of place {rise} is higher than the one before; name them from the first down")
    if len(prizes) > players:
        raise CannotTell(f"prizes: {len(prizes)} for {players} players")
    if sum(prizes) != pool_cents:
        raise CannotTell(
            f"the prizes make {sum(prizes) / _CENTS:,.2f} together, and the pool of {players} players holds "
            f"{pool_cents / _CENTS:,.2f}: change prizes, or say what prize_pool was"
        )
    won: dict[str, int] = {}
    for place, sharing in Counter(places.values()).items():
        each, odd = divmod(sum(prizes[place - 1 : place - 1 + sharing]), sharing)
        for at, name in enumerate(sorted(name for name in places if places[name] == place)):
            won[name] = each + (at < odd)
    return won


# What must hold.


def check(summary: Summary) -> tuple[str, ...]:
    """What is wrong with a summary, each in a sentence: its players, their places and the prizes."""
    return tuple(_wrong(summary))


def _wrong(summary: Summary) -> Iterator[str]:
    told = summary.tournament_finishes_and_winnings
    if len({one.player_name for one in told}) != len(told) or len(told) != summary.player_count:
        yield f"tournament_finishes_and_winnings: {len(told)} players are told, and {summary.player_count} entered"
    playing = sum(one.still_playing for one in told)
    places = sorted(one.finish_position for one in told if one.finish_position is not None)
    if any(one.still_playing == (one.finish_position is not None) for one in told):
        yield "tournament_finishes_and_winnings: who is still playing has no place, and everybody else has one"
    for place, sharing in Counter(places).items():
        better = playing + sum(one < place for one in places)
        if place != better + 1:
            yield f"finish_position: {sharing} in place {place}, and {better} players did better"
    if (summary.end_date_utc is None) != (playing > 0):
        yield "end_date_utc: is told when nobody plays any more"
    won = sum(round((one.prize or 0) * _CENTS) for one in told)
    if won > round(summary.prize_pool * _CENTS) or (not playing and won != round(summary.prize_pool * _CENTS)):
        yield f"prize_pool: {summary.prize_pool:,.2f} is in it, and {won / _CENTS:,.2f} are won"
    names = {one.player_name for one in told}
    for one in summary.tournament_rebuys:
        if one.player_name not in names or one.rebuys < 0 or one.addons < 0:
            yield f"tournament_rebuys: {one.player_name} is no player of it, or bought less than nothing"
