"""How a board that is not as it should be is put right, one physical act after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.hand import Repair

_SHUFFLED: Final = ("return-cards", "shuffle-stub", "cut-stub")

USE_RIVER_CARD: Final = Repair("use-river-card", ("set-aside", "burn", "deal-turn", *_SHUFFLED, "deal-river"))
"""The early turn card waits; the card due for the river is the turn, and the river comes from a new shuffle."""

PICK_BURN: Final = Repair("pick-burn", ("pick-burn",))
"""The cards are mixed face down and the floor takes one away as the next burn; the rest is the flop."""


RETURN_TURN: Final = Repair("return-turn", ("return-cards",))
"""What was dealt on over a flop of too many cards goes back on the deck: the card that came next, and its burn."""


def picks_burn(repair: Repair) -> bool:
    """Whether the floor has still to take one of the cards away as the next burn."""
    return repair.code == PICK_BURN.code


def dealt_on(repair: Repair | None, *cards: Handle) -> Repair | None:
    """The repair of a flop of too many cards once `cards` were dealt after it: they go back, before all else."""
    if not cards:
        return repair
    if repair is None:
        return replace(RETURN_TURN, cards=cards)
    acts = repair.left if repair.left[:1] == ("return-cards",) else ("return-cards", *repair.left)
    return Repair(repair.code, acts, (*repair.cards, *cards))


def reshuffled(street: str, cards: Sequence[Handle]) -> Repair:
    """These cards go back, if there are any, the stub is shuffled and cut, the street comes without another burn."""
    acts = _SHUFFLED if cards else _SHUFFLED[1:]
    return Repair(f"reshuffle-{street}", (*acts, f"deal-{street}"), tuple(cards))


def stub_alone(street: str) -> Repair:
    """No card is wrong: the stub is shuffled and cut, and the street comes with its burn."""
    return Repair("reshuffle-stub", (*_SHUFFLED[1:], "burn", f"deal-{street}"))


def restored(streets: Sequence[str], cards: Sequence[Handle], *, burn: bool) -> Repair:
    """These cards go back on top of the deck in their order, and come again as they should have come."""
    deals = tuple(f"deal-{street}" for street in streets)
    back = ("return-cards",) if cards else ()
    return Repair(f"restore-{streets[0]}", (*back, *(("burn",) if burn else ()), *deals), tuple(cards))


def river_card_used(cards: Sequence[Handle]) -> Repair:
    """`USE_RIVER_CARD` for these early cards."""
    return replace(USE_RIVER_CARD, cards=tuple(cards))


def without_burns(repair: Repair, burns: Sequence[Handle]) -> Repair:
    """The same repair after burns that were too many are back on the deck too."""
    rest = tuple(act for act in repair.left if act != "return-cards")
    cards = tuple(dict.fromkeys((*repair.cards, *burns)))
    return replace(repair, acts=("return-cards", *rest), cards=cards, step=0)


def past(repair: Repair | None, act: str) -> Repair | None:
    """The repair after `act` was done; what comes before it was done too. None once nothing is left, or what waited."""
    if repair is None or act not in repair.left:
        return repair
    done = replace(repair, step=repair.step + repair.left.index(act) + 1)
    return done if done.left else done.then


def within(repair: Repair, waiting: Repair | None, street: str) -> Repair:
    """The repair of a street that was dealt in the middle of another one, which goes on with what comes after it."""
    return repair if waiting is None or f"deal-{street}" in waiting.left else replace(repair, then=waiting)


def begun(repair: Repair | None, act: str) -> Repair | None:
    """The repair as `act` begins: what comes before it was done."""
    if repair is None or act not in repair.left:
        return repair
    return replace(repair, step=repair.step + repair.left.index(act))


def burn_laid(repair: Repair | None) -> Repair | None:
    """The repair after the burn that it comes to.

    Where cards were to go back first, it came before its turn: the burn is done, and they still have to go.
    """
    if repair is None or not repair.cards or repair.left[:1] != ("return-cards",) or "burn" not in repair.left:
        return past(repair, "burn")
    upto = repair.left.index("burn") + 1
    done = (*repair.acts[: repair.step], *repair.left[1:upto])
    return replace(repair, acts=(*done, "return-cards", *repair.left[upto:]), step=len(done))


def is_burned_before_the_return(repair: Repair) -> bool:
    """Whether the burn came while cards had still to go back: where nobody sees them lie, they did go before it."""
    return repair.step > 0 and repair.acts[repair.step - 1 : repair.step + 1] == ("burn", "return-cards")


def is_the_missing_burn(repair: Repair, card: Handle) -> bool:
    """Whether `card`, with the burns, is what the repair comes to: it was to go back on the deck and to be burned."""
    return card in repair.cards and repair.left[:2] == ("return-cards", "burn")


def burned(repair: Repair, card: Handle) -> Repair | None:
    """The repair after one of the cards that were to go back became the burn that was missing; the others go back."""
    rest = tuple(other for other in repair.cards if other != card)
    if not rest:
        return past(replace(repair, cards=()), "burn")
    return replace(repair, acts=tuple(act for act in repair.acts if act != "burn"), cards=rest)
