"""The retained pictures: the whole table (`state`), whether it is there (`avail`), how it does (`health`).

`state` is an allow-list of the view: prompts to the dealer stay inside, because they may name a card by
its handle, and node trouble belongs to `health`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, cast

import msgspec
from msgspec import Meta, Struct

from table_controller.broadcast import payloads
from table_controller.broadcast.envelope import Identity, Moment, seal
from table_controller.broadcast.public import PublicMessage, public_facts
from table_controller.game.state.seats import Players
from table_controller.game.steps.floor.option import arguments_of
from table_controller.journal.heads import SignedHead
from table_controller.vocabulary.events import DueWhat
from table_controller.vocabulary.outcomes import ActKind
from table_controller.vocabulary.statistics import PlayerStatistics, TableStatistics
from table_controller.vocabulary.views import (
    ActionView,
    Choice,
    CountView,
    FindingView,
    NodeView,
    SeatStatus,
    SeatView,
    StackSure,
    TableView,
    plainly,
)

MOST_FINDINGS: Final = 12
"""Open findings of a state: what bounds its size at a table whose floor never comes."""
NO_HAND: Final = "idle"
"""The street of a table that has not begun a hand."""
NO_COUNT: Final = CountView(0, 0, None)
"""Of a stack that no tray has ever told."""


class PublicSeat(Struct, frozen=True):
    """One place at the table."""

    seat: payloads.Seat
    player: payloads.PlayerId
    name: payloads.Name
    status: Annotated[
        SeatStatus,
        Meta(
            description="`in` (also between hands), `folded`, `all-in`, `out` (seated, not dealt in), `busted`, `left` "
            "(gone, with his chips) or `empty`."
        ),
    ]
    stack_chips: Annotated[
        int, Meta(description="Chips behind, in chips of one, with all that it owes and that is its own again.")
    ]
    stack_sure: Annotated[
        StackSure,
        Meta(
            description="How sure the stack is: `seen` (its tray is heard and still, and shows it), `moving` (its "
            "chips have just moved, or its tray has still to show them: what it has won is not pushed to it yet), "
            "`books` (no tray tells it: it is what the acts make of it), `differs` (its tray shows other chips than "
            "that)."
        ),
    ]
    stack_off_chips: Annotated[
        int, Meta(description="Where it differs: how many chips its tray shows more, less if negative; else 0.")
    ]
    stack_seen_s: Annotated[
        float | None,
        Meta(
            description="How many seconds before the state was made its tray last showed what the books had then; 0 "
            "if it does now; null if it never has since the player sat down.",
        ),
    ]
    bet_chips: Annotated[int, Meta(description="What it has put in this round, in chips of one, without what it owes.")]
    committed_chips: Annotated[
        int,
        Meta(
            description="What it has bet in this hand, all rounds together, in chips of one, without what it owes; "
            "its stack is without it. It stands until the hand is put away, the pots being awarded or not."
        ),
    ]
    owes_chips: Annotated[int, Meta(description="What it must still put in: a forced bet, or a bet that was said.")]
    returns_chips: Annotated[int, Meta(description="What goes back to it from in front of it, in chips of one.")]
    loose_chips: Annotated[int, Meta(description="What lies in front of it and no act explains, in chips of one.")]
    won_chips: Annotated[int, Meta(description="What it has won in this hand, all pots together, in chips of one.")]
    last_act: Annotated[ActKind | None, Meta(description="Its last act of this round; null if it has not acted.")]
    last_act_to_chips: Annotated[int, Meta(description="The total for the round that this act was to; else 0.")]
    all_in_button: Annotated[bool, Meta(description="Whether the all-in button lies there.")]
    card_count: Annotated[int, Meta(ge=0, description="How many cards lie there, face down or up.")]
    up_cards: Annotated[
        tuple[payloads.CardName, ...],
        Meta(description="Stud: those of its cards that lie face up and are known, in the order dealt."),
    ]
    tabled: Annotated[
        tuple[payloads.CardName, ...], Meta(description="Its cards, once they lie face up and are known.")
    ]
    hand_label: payloads.Label
    winning_cards: Annotated[
        tuple[payloads.CardName, ...],
        Meta(
            description="The cards that win, once the board is complete and the pot awarded to a shown hand: five, of "
            "a badugi four at most; of a seat that won only the low half those of its low."
        ),
    ]
    must_table: Annotated[bool, Meta(description="Whether it must turn its hand up now.")]
    away: Annotated[bool, Meta(description="Whether its player is not at the table.")]
    penalty_hands: Annotated[
        int, Meta(ge=0, description="How many hands more it sits out, by all its penalties together.")
    ]


class PublicPot(Struct, frozen=True):
    """A pot, what is owed to it left out."""

    amount_chips: payloads.AmountChips
    seats: Annotated[tuple[payloads.Seat, ...], Meta(description="The seats that can win it.")]


class Award(Struct, frozen=True):
    """A pot, or a part of it, that was awarded."""

    pot: Annotated[int, Meta(ge=0, description="Number of the pot: 0 is the main pot, then the side pots.")]
    seat: payloads.Seat
    amount_chips: payloads.AmountChips
    half: payloads.HalfOfPot


class Blinds(Struct, frozen=True):
    """Blinds and ante; in stud, which has no blinds, the bring-in and the small bet."""

    small_blind_chips: payloads.SmallBlind
    big_blind_chips: payloads.BigBlind
    ante_chips: payloads.Ante


class Coming(Blinds, frozen=True):
    """Blinds and ante that were announced."""

    hand: Annotated[int, Meta(ge=1, description="Number of the first hand that is played with them.")]


class Level(Struct, frozen=True):
    """The level that is played."""

    number: Annotated[int | None, Meta(description="Its number in the tournament; null while nobody told the table.")]
    left_s: Annotated[
        float | None, Meta(description="What is left of it, in seconds; null while nobody told the table.")
    ]
    small_blind_chips: payloads.SmallBlind
    big_blind_chips: payloads.BigBlind
    ante_chips: payloads.Ante
    coming: Annotated[Coming | None, Meta(description="What was announced and is not played yet; null if nothing was.")]


class Action(Struct, frozen=True):
    """Whose turn it is, and what is open to that seat."""

    seat: payloads.Seat
    to_call_chips: Annotated[
        int, Meta(ge=0, description="What it must add to call beside what it owes, in chips of one.")
    ]
    min_raise_to_chips: Annotated[int, Meta(ge=0, description="The least total of a bet or raise; 0 if it may not.")]
    max_raise_to_chips: Annotated[int, Meta(ge=0, description="The highest total of a bet or raise; 0 if it may not.")]
    may: Annotated[tuple[Choice, ...], Meta(description="What it may do; `fold` only where there is a bet to call.")]


NextCode: TypeAlias = Literal[
    "new-hand",
    "deal-card",
    "name-up",
    "burn",
    "deal-flop",
    "deal-turn",
    "deal-river",
    "deal-community",
    "await",
    "return-chips",
    "make-change",
    "push-pot",
    "call-floor",
    "gather-bets",
    "move-button",
    "deal-again",
    "answer-first",
    "replace-card",
    "deal-missing",
    "settle",
    "loose-chips",
    "no-cards",
    "give-cards",
    "take-cards",
    "burn-exposed",
    "burn-picked",
    "burn-returned",
    "shuffle-burns",
    "shuffle-early",
    "shuffle-both",
    "shuffle-discards",
    "card-to-deck",
    "pass-card",
    "chips-back",
    "bet-back",
    "pot-to-bet",
    "won-back",
    "put-in",
    "pot-back",
]
"""As the dealer's screen has them: `next_act.plainer` and `table_view._before_that` say what each is."""


class Next(Struct, frozen=True):
    """The dealer's next act."""

    code: Annotated[
        NextCode, Meta(description="What the dealer does next, as his screen has it; `await`: a player does.")
    ]
    seat: Annotated[int | None, Meta(description="For or by which seat; null if for none.")]
    amount_chips: Annotated[int, Meta(ge=0, description="The chips that it is about, in chips of one; else 0.")]


class Clock(Struct, frozen=True):
    """The clock on a player."""

    seat: payloads.Seat
    left_s: Annotated[float, Meta(ge=0, description="Seconds left when the state was made.")]
    stopped: Annotated[bool, Meta(description="Whether it stands still until the dealer goes on.")]


class RoomDue(Struct, frozen=True):
    """A break or a level that is due."""

    what: Annotated[DueWhat, Meta(description="What is due.")]
    in_s: Annotated[
        float, Meta(ge=0, description="In how many seconds from when the state was made; 0 if it is due now.")
    ]


class Room(Struct, frozen=True):
    """What the room has told the table."""

    hand_for_hand: Annotated[bool, Meta(description="Whether play is hand for hand (the bubble).")]
    on_break: Annotated[bool, Meta(description="Whether the table is in a break.")]
    due: Annotated[
        tuple[RoomDue, ...],
        Meta(description="What is due, the next first: a break until it begins, a level until it is announced."),
    ]


ArgumentNames: TypeAlias = tuple[Literal["seat", "hands", "rounds", "seconds", "card"], ...]


class Offer(Struct, frozen=True):
    """A choice that the floor has in an open case."""

    name: Annotated[str, Meta(description="Its name, such as `complete-call`: a console's `rule` has it as `option`.")]
    title: payloads.Title
    arguments: Annotated[
        ArgumentNames,
        Meta(description="What it may be given beside its name; without them it is about the seat of the finding."),
    ]


class OpenFinding(Struct, frozen=True):
    """A finding on which the floor has not ruled."""

    topic: payloads.Topic
    title: payloads.Title
    seat: Annotated[int | None, Meta(description="Whose act it is about; null if nobody's in particular.")]
    player: Annotated[
        str, Meta(description="Who sat there then, as an id: another one may sit there now; empty for nobody.")
    ]
    name: Annotated[str, Meta(description="His name, cleaned; empty for nobody.")]
    book: payloads.Book
    rule: payloads.Rule
    facts: payloads.Facts
    case: Annotated[int, Meta(ge=0, description="Its number at this table, by which a console's `rule` names it.")]
    options: Annotated[tuple[Offer, ...], Meta(description="What the floor may choose.")]
    stops_play: Annotated[bool, Meta(description="Whether the hand waits for the floor.")]


class State(Struct, frozen=True):
    """The whole table as the public may see it."""

    as_of: Annotated[int, Meta(ge=0, description="The `n` of the last event that it includes; 0 if there was none.")]
    hand: Annotated[
        int, Meta(ge=0, description="Number of the hand under way, or of the last one; 0 before the first.")
    ]
    street: Annotated[
        str,
        Meta(description="`idle` between hands, `deal`, a street, `showdown`, or `settled` until it is put away."),
    ]
    variant: Annotated[str, Meta(description="The game as a PHH code, such as `NT` (no-limit Texas hold'em).")]
    rulebook: payloads.Book
    level: Annotated[Level, Meta(description="The level that is played.")]
    denominations: Annotated[tuple[payloads.Denomination, ...], Meta(description="The chips in play, lowest first.")]
    button_seat: Annotated[int | None, Meta(description="Who has the dealer button; null before the first hand.")]
    small_blind_seat: Annotated[int | None, Meta(description="Who has the small blind; null if nobody.")]
    big_blind_seat: Annotated[int | None, Meta(description="Who has the big blind; null before the first hand.")]
    seats: Annotated[tuple[PublicSeat, ...], Meta(description="All places, seat 1 first.")]
    bring_in: Annotated[
        bool,
        Meta(
            description="Whether the game has a bring-in in place of blinds, as stud has: then `level` tells the "
            "bring-in and the small bet."
        ),
    ]
    full_board_count: Annotated[
        int, Meta(ge=0, description="How many cards a full board of the game has; 0 if it has no board.")
    ]
    board: Annotated[tuple[payloads.CardName, ...], Meta(description="The board cards that are known, in order dealt.")]
    board_card_count: Annotated[int, Meta(ge=0, description="How many board cards lie there that count, known or not.")]
    pots: Annotated[tuple[PublicPot, ...], Meta(description="The pots that are played for, the main pot first.")]
    uncontested: Annotated[tuple[PublicPot, ...], Meta(description="Side pots that only one seat can win any more.")]
    awards: Annotated[
        tuple[Award, ...],
        Meta(description="Who was given what of which pot, once the hand is settled, in the order they are pushed."),
    ]
    pot_chips: Annotated[int, Meta(ge=0, description="All that was put in and not yet awarded, in chips of one.")]
    action: Annotated[Action | None, Meta(description="Whose turn it is; null if nobody's.")]
    draw_seat: Annotated[int | None, Meta(description="Who discards next in a draw; null if nobody does.")]
    next: Annotated[Next, Meta(description="The dealer's next act.")]
    clock: Annotated[Clock | None, Meta(description="The clock on a player; null if there is none.")]
    floor_called: Annotated[bool, Meta(description="Whether the dealer has called the floor.")]
    room: Annotated[Room, Meta(description="What the room has told the table, as long as it holds.")]
    findings: Annotated[
        tuple[OpenFinding, ...],
        Meta(
            max_length=MOST_FINDINGS,
            description="Findings on which the floor has not ruled: those that stop play first, else the youngest "
            "first; older ones follow the rulings. Of a deal that is void, what voided it, until it is dealt again.",
        ),
    ]


class HoleCards(Struct, frozen=True):
    """The hidden cards of a seat that were released."""

    seat: payloads.Seat
    cards: Annotated[tuple[str, ...], Meta(description="In the order in which they were dealt.")]


class Equity(Struct, frozen=True):
    """What one hand wins."""

    seat: payloads.Seat
    equity_pct: Annotated[
        float,
        Meta(ge=0, le=100, description="Its share of the pot on average, a tie shared; those of all hands add to 100."),
    ]
    win_pct: Annotated[float, Meta(ge=0, le=100, description="How often it wins alone.")]
    tie_pct: Annotated[float, Meta(ge=0, le=100, description="How often it shares the pot.")]
    outs: Annotated[
        tuple[str, ...],
        Meta(description="Next cards that bring a hand that is behind to the front, or level; on flop and turn."),
    ] = ()


class Equities(Struct, frozen=True):
    """What the hands that are still in win, all of them known."""

    method: Annotated[Literal["exact", "sampled"], Meta(description="`sampled`: the exact figure follows in a moment.")]
    board_count: Annotated[int, Meta(ge=1, description="How many boards were looked at.")]
    players: Annotated[tuple[Equity, ...], Meta(description="Every hand that is still in, by seat.")]


class DelayedState(State, frozen=True, kw_only=True):
    """The table as it was, after the delay: `state` with the hidden cards of the hand."""

    hole_cards: Annotated[
        tuple[HoleCards, ...], Meta(description="By seat; a seat that is missing has none that were released.")
    ]
    equities: Annotated[
        Equities | None,
        Meta(description="What the hands still in win on average; null unless all of them are known, and two are."),
    ] = None


HoleCardsBySeat: TypeAlias = Mapping[int, tuple[str, ...]]
"""The released hidden cards by seat."""


class Released(Struct, frozen=True):
    """What the delayed stream tells beyond the live one: hidden cards by seat, and what their hands win."""

    hole_cards: HoleCardsBySeat = {}
    equities: Equities | None = None


NO_HIDDEN_CARDS: Final = Released()


class Figure(Struct, frozen=True):
    """How often something was done, with what it is of: show both, or leave it out while `of` is small."""

    n: Annotated[int, Meta(ge=0, description="How often it was done.")]
    of: Annotated[int, Meta(ge=0, description="Of how many times that it could have been.")]


class SeatStatistics(Struct, frozen=True):
    """What a player did at this table since its journal began, at whatever seat."""

    seat: payloads.Seat
    player: payloads.PlayerId
    name: payloads.Name
    hand_count: Annotated[int, Meta(ge=0, description="Hands that were dealt to him and count: void ones do not.")]
    vpip: Annotated[
        Figure,
        Meta(description="Called, bet or raised before the flop, of the hands in which he had a decision there."),
    ]
    pfr: Annotated[Figure, Meta(description="Raised before the flop, of the same hands.")]
    three_bet: Annotated[
        Figure, Meta(description="Raised before the flop over the first raise, of the times he acted facing just that.")
    ]
    aggression: Annotated[
        Figure, Meta(description="Bets and raises after the flop (`n`) over calls there (`of`): a factor, no share.")
    ]
    went_to_showdown: Annotated[Figure, Meta(description="Came to the showdown, of the flops that he saw.")]
    won_at_showdown: Annotated[
        Figure, Meta(description="Won a pot or a part of one there, of the showdowns that he came to.")
    ]


class Statistics(Struct, frozen=True):
    """What the players did in the hands that this stream has told: of a hand, once it is put away."""

    hand: Annotated[int, Meta(ge=0, description="Number of the last hand that counts; 0 before the first.")]
    players: Annotated[tuple[SeatStatistics, ...], Meta(description="Who sits at the table now, by seat.")]


class Avail(Struct, frozen=True):
    """Whether the table is there; the broker says `lost` by its last will."""

    state: Annotated[Literal["ready", "lost"], Meta(description="`lost`: what was told before is old.")]
    conn: Annotated[int, Meta(ge=0, description="Number of the connection: a `lost` of an older one is late.")]


class Node(Struct, frozen=True):
    """One node of the hardware, or a part of the table that is not well."""

    node: Annotated[str, Meta(description="Its name in the settings; `journal` is the journal.")]
    status: Annotated[str, Meta(description="`ready`, `degraded`, `down` or `refused`.")]
    reason: Annotated[str, Meta(description="Why it is not ready, as a code; else empty.")]
    unknown_zones: Annotated[tuple[str, ...], Meta(description="Zones that it does not show now.")]


class Health(Struct, frozen=True):
    """How hardware, journal and delivery do."""

    nodes: Annotated[tuple[Node, ...], Meta(description="The nodes of the table.")]
    backlog: Annotated[int, Meta(ge=0, description="How many messages wait for an acknowledgement.")]
    marked_n: Annotated[int, Meta(ge=0, description="The `n` up to which all were acknowledged.")]
    conn: Annotated[int, Meta(ge=0, description="Number of the connection.")]
    facts: payloads.Facts


class Answer(Struct, frozen=True):
    """What became of a console's command."""

    id: Annotated[str, Meta(description="The console's name for its command.")]
    verb: Annotated[str, Meta(description="What was asked for: the last level of its topic.")]
    accepted: Annotated[bool, Meta(description="Whether it was done; what it did is in `ev` and `state`.")]
    reason: Annotated[str, Meta(description="Why it was refused: a code, and facts after a blank; else empty.")]
    as_of: Annotated[int, Meta(ge=0, description="The `n` of the table's last event after it.")]


class Head(Struct, frozen=True):
    """Where the journal ended after the last hand, signed: kept elsewhere, it tells a change of what came before."""

    table: Annotated[str, Meta(description="The table: `venue/table`.")]
    epoch: Annotated[str, Meta(description="Names the journal.")]
    sequence: Annotated[int, Meta(ge=0, description="The number of the journal's last record, from 1.")]
    digest: Annotated[
        str, Meta(description="The SHA-256 of that record, which holds that of the one before: hexadecimal.")
    ]
    key: Annotated[
        str, Meta(description="The table's public key (Ed25519), hexadecimal: `table.pub` in its state folder.")
    ]
    signature: Annotated[
        str,
        Meta(
            description="The signature, hexadecimal, of the JSON array "
            '`["cardspeak-head-1",table,epoch,sequence,digest]` without spaces.'
        ),
    ]


def state_of(view: TableView, titles: payloads.Titles = payloads.untitled) -> State:
    """The public part of a view."""
    owed, shown = view.pots_owed or (0,) * len(view.pots), plainly(view).next
    return State(
        as_of=view.as_of,
        hand=view.hand,
        street=view.street,
        variant=view.variant,
        rulebook=view.rulebook,
        level=_level_of(view),
        denominations=view.denominations,
        button_seat=view.button,
        small_blind_seat=view.small_blind,
        big_blind_seat=view.big_blind,
        seats=tuple(_seat_of(seat, view) for seat in view.seats),
        bring_in=view.bring_in,
        full_board_count=view.board_size,
        board=view.board,
        board_card_count=view.board_count,
        pots=tuple(PublicPot(pot.chips - missing, pot.seats) for pot, missing in zip(view.pots, owed, strict=True)),
        uncontested=tuple(PublicPot(pot.chips, pot.seats) for pot in view.uncontested),
        awards=tuple(Award(one.pot, one.seat, one.chips, one.half) for one in view.awards),
        pot_chips=max(0, view.pot_chips - sum(seat.owes_chips for seat in view.seats)),
        action=_action_of(view.action),
        draw_seat=view.discards,
        next=Next(cast(NextCode, shown.code), shown.seat, shown.chips),
        clock=Clock(view.clock.seat, view.clock.left_s, view.clock.stopped) if view.clock is not None else None,
        floor_called=view.floor_called,
        room=Room(
            view.room.hand_for_hand,
            view.room.on_break,
            tuple(RoomDue(one.what, one.left_s) for one in view.room.due),
        ),
        findings=tuple([_finding_of(found, titles) for found in _open_findings(view)][:MOST_FINDINGS]),
    )


def _open_findings(view: TableView) -> list[FindingView]:
    """Those on which the floor has not ruled, as they come, but what stops play before all others.

    A deal that its book voids at once leaves nothing open; until it is dealt again everybody asks why play stands.
    """
    void = plainly(view).next.code == "deal-again"
    told = [found for found in view.findings if found.open or (void and found.topic == "misdeal" and not found.past)]
    return sorted(told, key=lambda found: not found.stops_play)


def _level_of(view: TableView) -> Level:
    coming = view.coming
    return Level(
        number=None,
        left_s=None,
        small_blind_chips=view.small_blind_chips,
        big_blind_chips=view.big_blind_chips,
        ante_chips=view.ante_chips,
        coming=None
        if coming is None
        else Coming(
            coming.small_blind_chips, coming.big_blind_chips, coming.ante_chips, view.hand + 1 + int(coming.later)
        ),
    )


def _seat_of(seat: SeatView, view: TableView) -> PublicSeat:
    """A place; what it owes lies in its stack and is no part of its bet, so that states and events add up.

    Once the hand is settled the books have paid out what was owed, too.
    """
    over = view.street in (NO_HAND, "settled")
    count = next((one for one in view.counts if one.seat == seat.seat), NO_COUNT)
    return PublicSeat(
        seat=seat.seat,
        player=payloads.player_id(seat.name),
        name=seat.name,
        status=seat.status,
        stack_chips=seat.stack_chips if over else seat.stack_chips + seat.owes_chips,
        stack_sure=count.sure,
        stack_off_chips=count.off_chips,
        stack_seen_s=None if count.seen_s is None else round(count.seen_s, 1),
        bet_chips=seat.bet_chips if over else max(0, seat.bet_chips - seat.owes_chips),
        committed_chips=seat.committed_chips if over else max(0, seat.committed_chips - seat.owes_chips),
        owes_chips=seat.owes_chips,
        returns_chips=seat.returns_chips,
        loose_chips=seat.loose_chips,
        won_chips=seat.won_chips,
        last_act=cast(ActKind, seat.last_act) if seat.last_act else None,
        last_act_to_chips=seat.last_act_to_chips,
        all_in_button=seat.all_in_button,
        card_count=seat.cards,
        up_cards=seat.up,
        tabled=seat.tabled,
        hand_label=seat.hand_label,
        winning_cards=seat.winning_cards,
        must_table=seat.seat in view.tables,
        away=any(one.seat == seat.seat for one in view.absent),
        penalty_hands=next((one.hands for one in view.penalties if one.seat == seat.seat), 0),
    )


def _action_of(action: ActionView | None) -> Action | None:
    if action is None:
        return None
    return Action(action.seat, action.to_call_chips, action.min_raise_to_chips, action.max_raise_to_chips, action.may)


def _offer(name: str, found: FindingView, titles: payloads.Titles) -> Offer:
    cause = str(dict(found.facts).get("cause", ""))
    return Offer(name, titles(name, "option", cause), cast(ArgumentNames, arguments_of(name, found.topic)))


def _finding_of(found: FindingView, titles: payloads.Titles) -> OpenFinding:
    return OpenFinding(
        found.topic,
        titles(found.topic),
        found.seat,
        payloads.player_id(found.player),
        found.player,
        found.cite.book,
        found.cite.ref,
        public_facts(found.facts),
        found.case,
        tuple(_offer(name, found, titles) for name in found.options),
        found.stops_play,
    )


def seal_state(
    who: Identity,
    view: TableView,
    released: Released,
    moment: Moment,
    titles: payloads.Titles = payloads.untitled,
) -> bytes:
    """The state of a stream; in the one that has the hidden cards which were released, with these."""
    told = msgspec.to_builtins(state_of(view, titles))
    if who.stream.has_hole_cards:
        by_seat = tuple(HoleCards(seat, cards) for seat, cards in sorted(released.hole_cards.items()))
        told |= {"hole_cards": msgspec.to_builtins(by_seat), "equities": msgspec.to_builtins(released.equities)}
    more = {"stream": who.stream.name, "hand": view.hand}
    key = f"{who.stream.state}:{view.as_of}:{moment.mono_ns}"
    return seal(who, PublicMessage(who.stream.state, told), key, moment, more)


def statistics_of(so_far: TableStatistics, players: Players) -> Statistics:
    """The public statistics of those who sit at the table: all of it has been seen there."""
    seated = [one for one in players if one is not None and one.name]
    return Statistics(so_far.hand, tuple(_statistics_at(one.seat, so_far.of(one.name)) for one in seated))


def _statistics_at(seat: int, one: PlayerStatistics) -> SeatStatistics:
    return SeatStatistics(
        seat,
        payloads.player_id(one.name),
        one.name,
        one.hands,
        *[
            Figure(sample.n, sample.of)
            for sample in (
                *(one.vpip, one.pfr, one.three_bet),
                *(one.aggression, one.went_to_showdown, one.won_at_showdown),
            )
        ],
    )


def seal_statistics(who: Identity, told: Statistics, moment: Moment) -> bytes:
    """The `statistics` message of a stream."""
    message = PublicMessage("statistics", msgspec.to_builtins(told))
    more = {"stream": who.stream.name, "hand": told.hand}
    return seal(who, message, f"{who.stream.name}:statistics:{told.hand}:{moment.mono_ns}", moment, more)


def seal_avail(who: Identity, avail: Avail, moment: Moment) -> bytes:
    """The `avail` message, or the will."""
    message = PublicMessage("avail", msgspec.to_builtins(avail))
    return seal(who, message, f"avail:{avail.conn}:{avail.state}:{moment.mono_ns}", moment, {})


def seal_health(who: Identity, health: Health, moment: Moment) -> bytes:
    """The `health` message."""
    message = PublicMessage("health", msgspec.to_builtins(health))
    return seal(who, message, f"health:{moment.mono_ns}", moment, {})


def seal_answer(who: Identity, client: str, answer: Answer, moment: Moment) -> bytes:
    """The `answer` message."""
    message = PublicMessage("answer", msgspec.to_builtins(answer))
    return seal(who, message, f"answer:{client}:{answer.id}:{moment.mono_ns}", moment, {})


def seal_head(who: Identity, head: SignedHead, moment: Moment) -> bytes:
    """The `head` message."""
    message = PublicMessage("head", msgspec.to_builtins(head))
    return seal(who, message, f"head:{head.epoch}:{head.sequence}", moment, {})


def health_of(
    nodes: tuple[NodeView, ...], backlog: int, marked_n: int, conn: int, facts: Mapping[str, int | str]
) -> Health:
    """What `health` says; facts in a stable order."""
    told = tuple(Node(one.node, one.status, one.reason, one.unknown_zones) for one in nodes)
    return Health(told, backlog, marked_n, conn, dict(sorted(facts.items())))
