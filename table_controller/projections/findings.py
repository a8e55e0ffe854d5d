"""Findings of the hand under way as a screen shows them: newest first, open until the floor has chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from table_controller.game.rules.deal import boards, burns, premature
from table_controller.game.state.table import Case
from table_controller.game.steps.deal.repairs import NO_SUCH_CARD
from table_controller.game.steps.floor.ending import ENDS_THE_HAND
from table_controller.game.steps.floor.rulings import ANYWHERE
from table_controller.vocabulary.events import (
    AllInButtonPlaced,
    CardBoarded,
    CardBurned,
    FloorRuled,
    PlayerSat,
    PuckPlaced,
)
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActRuled, HandSettled, StreetOpened
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import FindingView

_OBEYED: Final = "all-in-buttons"
"""The topic of a reminder that goes when it is obeyed, and stands until then."""
_GOES_ON: Final = (ActRuled, StreetOpened, HandSettled)
SHOWN: Final = 6
"""As many findings as a dealer can read at a glance; the rest are in the journal and the history."""


def goes_on(applied: AppliedEvent) -> bool:
    """Whether play went on with it, and left behind what was found before: an act, a street, the end of the hand."""
    return any(isinstance(told, _GOES_ON) for told in applied.outcomes)


def finding_views(
    happened: Sequence[AppliedEvent],
    undone: frozenset[int],
    before: int = 0,
    cases: Iterable[Case] = (),
    acted: int = 0,
) -> tuple[FindingView, ...]:
    """The latest findings, numbered as in the hand, `before` of which came earlier; a ruling closes those before it.

    It was about none of the `cases` that are open still. A finding is past as soon as play has gone on: `acted` is the
    number of the event by which it did so last.

    The reminder of a seat's all-in button goes as soon as the button lies there; that a burn came early, as soon as its
    street has come too: the one ruling that is then due says it all. So does that of a flop of five cards, which was
    one of four as its reader told of it card by card. A burn that was missing is missing no more once it is read to
    have come before the board card; that a card which the floor named lies nowhere is over with its next ruling. That
    the button lies at another seat is past once it is put down where it belongs. What was found of a player who has
    left is not said of the one who sits there now.
    """
    found: list[Finding] = []
    closed_up_to = 0
    waiting: list[int] = []
    ruled: dict[int, str] = {}
    still, came = [case.finding for case in cases], list[int]()
    for applied in happened:
        event = applied.event
        if isinstance(event, FloorRuled) and applied.number not in undone:
            closed_up_to = len(found)
            if (number := _ruled_on(waiting, found, event, still)) is not None:
                waiting.remove(number)
                ruled[number] = event.option
        for finding in applied.findings:
            found.append(finding)
            came.append(applied.number)
            if finding.options:
                waiting.append(len(found))
    over, moved = _over(happened), _buttons_moved(happened)
    last = (number for number in range(len(found), 0, -1) if number not in over)
    return tuple(
        _view(
            before + at,
            found[at - 1],
            ruled.get(at, ""),
            closed=at <= closed_up_to,
            past=came[at - 1] < acted or at in moved,
        )
        for at in islice(last, SHOWN)
    )


def _over(happened: Iterable[AppliedEvent]) -> set[int]:
    """The findings, by number, about which nothing is to be said any more."""
    found: list[Finding] = []
    boarded_s: dict[int, float] = {}
    over: set[int] = set()
    for applied in happened:
        match applied.event:
            case AllInButtonPlaced(seat=seat, down=True):
                over |= {at for at, one in enumerate(found, 1) if (one.topic, one.seat) == (_OBEYED, seat)}
            case PlayerSat(seat=seat):  # who busted has left by that
                over |= {at for at, one in enumerate(found, 1) if one.seat == seat}
            case FloorRuled():
                over |= {at for at, one in enumerate(found, 1) if dict(one.facts).get("cause") == NO_SUCH_CARD}
            case CardBurned(after_s=after_s):
                over |= {at for at, by_s in boarded_s.items() if after_s < by_s}
            case _:
                pass
        for finding in applied.findings:
            if found and boards.is_one_more(found[-1], finding):
                over.add(len(found))
            if finding.topic == premature.TOPIC:
                over |= {at for at, earlier in enumerate(found, 1) if _is_burn_of(earlier, finding)}
            found.append(finding)
            if isinstance(applied.event, CardBoarded) and dict(finding.facts).get("cause") == burns.NO_BURN:
                boarded_s[len(found)] = applied.event.by_s
    return over


def _buttons_moved(happened: Iterable[AppliedEvent]) -> set[int]:
    """The findings, by number, about a button at another seat that lies by now where it belongs."""
    belongs: dict[int, int | str] = {}
    moved: set[int] = set()
    number = 0
    for applied in happened:
        if isinstance(applied.event, PuckPlaced):
            moved = {at for at, seat in belongs.items() if seat == applied.event.seat}
        for finding in applied.findings:
            number += 1
            if (seat := dict(finding.facts).get("belongs_seat")) is not None:
                belongs[number] = seat
    return moved


def _is_burn_of(earlier: Finding, board: Finding) -> bool:
    """Whether the one tells of the early burn before the street that the other says came early."""
    burned, came = dict(earlier.facts), dict(board.facts)
    early_burn = earlier.topic == premature.TOPIC and burned.get("cause") == premature.EARLY_BURN
    return early_burn and "cause" not in came and burned["street"] == came.get("street")


def _view(number: int, finding: Finding, ruled: str, *, closed: bool, past: bool) -> FindingView:
    return FindingView(
        number=number,
        topic=finding.topic,
        seat=finding.seat,
        cite=finding.cite,
        facts=finding.facts,
        options=tuple(option.name for option in finding.options),
        open=bool(finding.options) and not closed,
        ruled=ruled,
        past=past and finding.topic != _OBEYED,
    )


def _ruled_on(waiting: list[int], found: list[Finding], event: FloorRuled, still: list[Finding]) -> int | None:
    """The number of the finding that was ruled on: the newest that offers it; else, above the rule, the newest.

    One that ends the hand as a whole is about nobody's case. A ruling that names a case is not about the newest one
    that offers it, and none is about what is open `still`. Of a case that is older than the hand there is none.
    """
    offers = [at for at in waiting if any(one.name == event.option for one in found[at - 1].options)]
    above = waiting[-1] if waiting and event.option in ANYWHERE - ENDS_THE_HAND else None
    if len(offers) > 1:
        closed = [at for at in offers if found[at - 1] not in still]
        older = offers[:-1] if any(name == "case" for name, _ in event.arguments) else offers
        offers = [at for at in older if at in closed] or closed or older
    return next(reversed(offers), above)


def is_of(found: FindingView, what: Finding, *, still: bool = False) -> bool:
    """Whether a finding that is shown is this one; or what `still` is asked of it once the hand is over."""
    if (found.topic, found.seat, found.cite, found.facts) != (what.topic, what.seat, what.cite, what.facts):
        return False
    named = tuple(option.name for option in what.options)
    less = still and bool(found.options) and set(named) < {*found.options, "no-penalty"}
    return found.options == named or less
