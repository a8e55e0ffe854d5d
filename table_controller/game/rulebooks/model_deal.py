"""What a book says about the deal, the deck and the board, and about acting too late to undo them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.vocabulary.findings import Ruled

PreflopAction: TypeAlias = Literal["tda", "bb_first_action"]
PostflopAction: TypeAlias = Literal["tda", "any_two"]
LateThreshold: TypeAlias = Literal["substantial", "two_players_acted"]
WrongPosition: TypeAlias = Literal["first_card", "any_card"]
WrongCountUntil: TypeAlias = Literal["never", "bb_first_action"]
MisdealDeadline: TypeAlias = Literal["substantial_action"]
Replay: TypeAlias = Literal["exact", "reshuffle_only"]
SingleExposedCard: TypeAlias = Literal["replace_and_burn", "floor"]
OneExtraCard: TypeAlias = Literal["return_as_burn", "floor"]
MoreExtraCards: TypeAlias = Literal["misdeal", "misdeal_unless_two_acted", "misdeal_until_bb"]
WrongCountAfter: TypeAlias = Literal["dead", "dead_refund_optional"]
ButtonShort: TypeAlias = Literal["complete_unless_acted"]
BurnAfterDeadHand: TypeAlias = Literal["one_per_street"]
FourCardFlop: TypeAlias = Literal["redeal", "floor_picks_burn"]
FiveCardFlop: TypeAlias = Literal["redeal", "floor"]
FlopBurnError: TypeAlias = Literal["restore_or_reshuffle", "floor_randomness"]
PrematureFlop: TypeAlias = Literal["reshuffle_no_burn", "floor"]
PrematureTurn: TypeAlias = Literal["use_river_card", "reshuffle_turn", "floor"]
PrematureRiver: TypeAlias = Literal["reshuffle_no_burn", "floor"]
PrematureStud: TypeAlias = Literal["complete_and_set_aside", "reshuffle_street"]
FouledDeck: TypeAlias = Literal["void_any_time_in_hand", "misdeal_until_bb_then_floor", "house"]
BoxedCard: TypeAlias = Literal["replace", "floor"]


@dataclass(frozen=True, slots=True)
class SubstantialAction:
    """When so much has been done that an error before it stands.

    ``tda``: two acts in turn of which one puts chips in, or any three. ``bb_first_action``: nothing
    counts until the big blind has acted. ``any_two``: two acts of whatever kind.
    """

    preflop: Ruled[PreflopAction | None]
    postflop: Ruled[PostflopAction | None]


@dataclass(frozen=True, slots=True)
class LateThresholds:
    """Whether two errors of the dealer have a deadline of their own, earlier than substantial action."""

    burn_error: Ruled[LateThreshold | None]
    extra_card: Ruled[LateThreshold | None]


@dataclass(frozen=True, slots=True)
class Misdeal:
    """What makes a deal void, until when, and what is dealt instead.

    `exposed_first_n`: so many cards off the deck of which one exposed is enough; `exposed_total`: so
    many exposed anywhere in the deal.
    """

    exposed_first_n: Ruled[int | None]
    exposed_total: Ruled[int | None]
    heads_up_any_exposed: Ruled[bool | None]
    stuck_cards: Ruled[bool | None]
    wrong_position: Ruled[WrongPosition | None]
    wrong_count_until: Ruled[WrongCountUntil | None]
    two_to_button_ok: Ruled[bool | None]
    deadline: Ruled[MisdealDeadline | None]
    replay: Ruled[Replay | None]


@dataclass(frozen=True, slots=True)
class ExtraCard:
    """What becomes of cards dealt over the number: one to the first player after all have a hand, or more."""

    one_to_first: Ruled[OneExtraCard | None]
    more: Ruled[MoreExtraCards | None]


@dataclass(frozen=True, slots=True)
class WrongCount:
    """What becomes of a hand with too few or too many cards once substantial action has occurred."""

    after_sa: Ruled[WrongCountAfter | None]


@dataclass(frozen=True, slots=True)
class FlopTooMany:
    """How a flop of four cards, or of five and more, is put right."""

    four: Ruled[FourCardFlop | None]
    five_plus: Ruled[FiveCardFlop | None]
