"""What a rulebook is: for each question of play the book's answer, with the rule that gives it.

A group of answers is a table of the manifest, so `reopen.cumulative` is the field `cumulative` of the
table `[reopen]`; answers that stand alone are fields of `Rulebook`. The dotted key is the policy key of
a house rule. A key that is a word of Python carries an underscore here only: `raise` is `raise_`. A
policy is always a `Ruled` value: `None` inside it means that the book is silent, and the citation is
then the book's discretion rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from table_controller.game.rulebooks import model_betting as betting
from table_controller.game.rulebooks import model_deal as deal
from table_controller.game.rulebooks import model_showdown as showdown
from table_controller.game.rulebooks import model_table as table
from table_controller.vocabulary.findings import Citation, Ruled


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One book: its id, its title, its discretion rule, and its answers.

    `cites` gives, for a behaviour's slug (``module.function``), the first printed rule that names it in the
    manifest: what a behaviour without a policy cites. `titles` are our own short names of the printed rules. `off`
    holds slugs of behaviours that are knocked out: they answer nothing. Only `cardspeak coverage` fills it, to see
    which script then fails; at a table it is empty.
    """

    book: str
    title: str
    discretion: Citation

    # the deal, the deck, the board
    substantial_action: deal.SubstantialAction
    late_threshold: deal.LateThresholds
    misdeal: deal.Misdeal
    single_exposed_card: Ruled[deal.SingleExposedCard | None]
    extra_card: deal.ExtraCard
    wrong_count: deal.WrongCount
    button_short: Ruled[deal.ButtonShort | None]
    """A button that lacks cards: they are supplied, unless he has already acted."""
    burn_after_dead_hand: Ruled[deal.BurnAfterDeadHand | None]
    """How many cards are burned where a hand is dead for its number of cards."""
    flop_too_many: deal.FlopTooMany
    flop_burn_error: Ruled[deal.FlopBurnError | None]
    """No burn or two burns before the flop."""
    premature_flop: Ruled[deal.PrematureFlop | None]
    premature_turn: Ruled[deal.PrematureTurn | None]
    premature_river: Ruled[deal.PrematureRiver | None]
    premature_stud: Ruled[deal.PrematureStud | None]
    fouled_deck: Ruled[deal.FouledDeck | None]
    boxed_card: Ruled[deal.BoxedCard | None]

    # betting
    out_of_turn: betting.OutOfTurn
    skipped_after_sa: Ruled[betting.SkippedAfter | None]
    """What a skipped player may do once substantial action has passed him."""
    skipped_sa_counts_oot_action: Ruled[bool | None]
    """Whether the act out of turn is itself one of the acts that make substantial action."""
    undercall: betting.Undercall
    overchip: betting.Overchip
    multi_chip: betting.MultiChip
    half_rule: betting.HalfRule
    wrong_amount_fix: Ruled[betting.WrongAmountFix | None]
    """Until when a bet of a wrong size is corrected."""
    short_open_allin: betting.ShortOpenAllIn
    short_bb: betting.ShortBigBlind
    reopen: betting.Reopen
    string_bet: betting.StringBet
    raise_: betting.RaiseMotions
    voice_vs_chips: Ruled[betting.VoiceVsChips | None]
    prior_chips: Ruled[betting.PriorChips | None]
    """Chips of an earlier bet that still lie there when new ones come without a word."""
    unclear_amount: Ruled[betting.UnclearAmount | None]
    """A number that may mean several amounts."""
    invalid_declarations: Ruled[betting.InvalidDeclarations | None]
    """Call or raise with nothing bet, check facing a bet."""
    pot_said_in_nl: Ruled[betting.PotSaid | None]
    fold_not_facing_bet: Ruled[betting.FoldNotFacingBet | None]
    early_call: Ruled[betting.EarlyCall | None]
    """A call said before the bettor fixed the amount."""
    expose_facing_allin: Ruled[betting.ExposeFacingAllIn | None]
    """Cards tabled without a word by a player who faces an all-in."""
    hidden_chips: Ruled[betting.HiddenChips | None]
    """Chips that come to light after an all-in was called."""
    aggressor_min_remainder: Ruled[betting.LeastRemainder | None]
    """The least stack that a bet or raise may leave behind; below it the act is an all-in."""

    # clock and presence
    call_time: table.CallTime
    absent: table.Absent
    stay_until: Ruled[table.StayUntil | None]
    """How long a player with a live hand must stay at the table."""
    stay_if_all_in: Ruled[bool | None]

    # showdown
    showdown_first: Ruled[showdown.FirstToShow | None]
    """Who shows first."""
    refuse_to_show_s: Ruled[int | None]
    """Seconds that a player has to show after he was told to."""
    discard_at_showdown: Ruled[showdown.DiscardAtShowdown | None]
    right_to_see_river_aggressor: Ruled[bool | None]
    allin_muck_penalty: Ruled[showdown.MuckPenalty | None]
    allin_turn_discarded: Ruled[bool | None]
    """Whether the dealer turns up hands discarded in an all-in with a side pot."""
    killed_hand_refund: Ruled[showdown.KilledHandRefund | None]
    """What a player gets back whose hand was killed by mistake."""
    odd_chip: showdown.OddChip
    side_pot: showdown.SidePot
    dispute: showdown.Dispute

    # the table and the room
    hand_start: Ruled[tuple[table.HandStart, ...] | None]
    """What begins a hand."""
    wrong_level: Ruled[table.WrongLevel | None]
    """A hand begun at the old level by mistake."""
    dead_button: table.DeadButton
    new_player_zone: Ruled[table.NewPlayerZone | None]
    """Between which places a new player is not dealt in; `table_break_zone`: one from a broken table."""
    table_break_zone: Ruled[table.TableBreakZone | None]
    button_error: Ruled[table.ButtonError | None]
    """The button moved two seats too far."""
    heads_up: table.HeadsUp
    balance: table.Balance
    break_draw: Ruled[table.BreakDraw | None]
    """How new seats are drawn when a table breaks."""
    final_table: table.FinalTable
    h4h: table.HandForHand
    end_of_day: table.EndOfDay
    stack_disclosure: Ruled[table.StackDisclosure | None]
    dealer_announces: Ruled[table.DealerAnnounces | None]
    """Whether a dealer says the amount of a bet."""
    hidden_transport: Ruled[table.HiddenTransport | None]
    """What becomes of chips carried out of sight: taken away, or half the stack is."""
    ante: table.Ante
    penalty: table.Penalty
    limit: betting.Limit
    pl: betting.PotLimit
    texting_in_hand: Ruled[table.TextingInHand | None]
    min_paid_pct: Ruled[int | None]
    """The least share of entries that is paid, in percent."""
    draw_limp_allowed: Ruled[bool | None]
    """Whether a player may just call before the draw."""
    nonvalue_items: Ruled[table.NonvalueItems | None]
    """Things without a denomination put forward as a bet."""

    cites: Mapping[str, Citation] = field(default_factory=dict, repr=False, hash=False)
    titles: Mapping[Citation, str] = field(default_factory=dict, repr=False, hash=False)
    off: frozenset[str] = frozenset()
