"""What zones gained and lost that is not explained yet: an account for each, and the books that are kept of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, assert_never

from msgspec import Struct, field

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, add_chips, chips_of, subtract_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone

Kept: TypeAlias = Literal["adrift", "gaps", "dismissed"]

_NONE: Final[Mapping[Zone, Unmatched]] = MappingProxyType({})
_UNTOLD: Final[Mapping[Zone, Chips]] = MappingProxyType({})
_SEEN: Final[Mapping[Zone, float]] = MappingProxyType({})
_NO_WORD: Final[Mapping[Zone, int]] = MappingProxyType({})


class Unmatched(Struct, frozen=True):
    """What a zone gained and lost that no event explains yet, since when, and when its last motion began."""

    gained: Chips
    lost: Chips
    since_s: float
    began_s: float
    at_s: float


NOTHING: Final = Unmatched(NO_CHIPS, NO_CHIPS, 0.0, 0.0, 0.0)


class ChipFlow(Struct, frozen=True):
    """The zones with unexplained chips: seen to move (`adrift`), found different after a gap (`gaps`), or `dismissed`.

    `lies` is what each zone held when it was last told, `unseen` the zones that are out of sight now, and since when,
    `told` by how much zones differ that the trays have not shown yet, as keys had it. The pot was last seen to gain
    at `swept_s`. `supposed` is what stacks had lost, by the bet out of sight that it is taken to have come to.
    """

    adrift: Mapping[Zone, Unmatched] = field(default_factory=lambda: _NONE)
    gaps: Mapping[Zone, Unmatched] = field(default_factory=lambda: _NONE)
    lies: Mapping[Zone, Chips] = field(default_factory=lambda: _UNTOLD)
    unseen: Mapping[Zone, float] = field(default_factory=lambda: _SEEN)
    dismissed: Mapping[Zone, Unmatched] = field(default_factory=lambda: _NONE)
    told: Mapping[Zone, int] = field(default_factory=lambda: _NO_WORD)
    swept_s: float | None = None
    supposed: Mapping[Zone, Unmatched] = field(default_factory=lambda: _NONE)

    def kept(self, where: Kept) -> Mapping[Zone, Unmatched]:
        """The accounts of that sort."""
        match where:
            case "adrift":
                return self.adrift
            case "gaps":
                return self.gaps
            case "dismissed":
                return self.dismissed
            case _:
                assert_never(where)


def differs(flow: ChipFlow, zone: Zone, change: Chips, at_s: float) -> ChipFlow:
    """`zone` holds so much more than is explained, or less, as is known at `at_s`: a gap, or what was missed there."""
    flow, change = cancelled(flow, zone, change, "adrift")
    flow, change = cancelled(flow, zone, change, "dismissed")
    return put(flow, zone, added(flow.gaps.get(zone), change, at_s, at_s), "gaps")


def cancelled(flow: ChipFlow, zone: Zone, change: Chips, where: Kept) -> tuple[ChipFlow, Chips]:
    """The flow and the change without what undoes an account of the same zone."""
    account = flow.kept(where).get(zone)
    if account is None:
        return flow, change
    held = dict(subtract_chips(account.gained, account.lost))
    undone = chips_of(
        (denomination, (1 if count > 0 else -1) * min(abs(count), abs(held[denomination])))
        for denomination, count in change
        if held.get(denomination, 0) * count < 0
    )
    if not undone:
        return flow, change
    left = added(account, undone, account.began_s, account.at_s)
    return put(flow, zone, left, where), subtract_chips(change, undone)


def added(old: Unmatched | None, change: Chips, began_s: float, at_s: float) -> Unmatched:
    """An account with a change more."""
    if old is not None:
        change = add_chips(change, subtract_chips(old.gained, old.lost))
    gained = chips_of(pair for pair in change if pair[1] > 0)
    lost = chips_of((denomination, -count) for denomination, count in change if count < 0)
    return Unmatched(gained, lost, old.since_s if old is not None else at_s, began_s, at_s)


def put(flow: ChipFlow, zone: Zone, account: Unmatched, where: Kept) -> ChipFlow:
    """A copy in which a zone has this account, or none if nothing is open in it."""
    accounts = dict(flow.kept(where))
    if account.gained or account.lost:
        accounts[zone] = account
    elif accounts.pop(zone, None) is None:
        return flow
    match where:
        case "adrift":
            return replace(flow, adrift=accounts)
        case "gaps":
            return replace(flow, gaps=accounts)
        case "dismissed":
            return replace(flow, dismissed=accounts)
        case _:
            assert_never(where)
