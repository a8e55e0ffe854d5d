"""The table as the public may see it: state and findings to the read model.

With the rulebook at hand it also tells what each choice of an open case would do, and what acts that are not made yet
would count as. Both are worked out only while there is such a case or such an act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone
from table_controller.game.next_act import next_act, plainer
from table_controller.game.queries import (
    behind_chips,
    comes_up,
    deal_due,
    discards_now,
    earlier_chips,
    full_board,
    hand_to_show,
    is_with_the_floor,
    left_in_front,
    level_of,
    max_raise_to_chips,
    may,
    min_raise_to_chips,
    pot_chips,
    pots,
    stand_of,
    tables_now,
    to_call_chips,
    uncontested,
    up_cards,
    variant_of,
    who_acts,
    who_posts,
    without_uncontested,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import dealing_order, wrong_boards
from table_controller.game.rules.table.chip_handling import COUNT, differences
from table_controller.game.rules.table.penalties import owed
from table_controller.game.state.betting import is_live
from table_controller.game.state.custody import came_from, lying, where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, is_street
from table_controller.game.state.ledger import owes_chips, returns_chips
from table_controller.game.state.pots import pots_of
from table_controller.game.state.table import Case, Level, Table
from table_controller.game.steps.flow.acts import board_cards, hand_label, hole_cards, winning_cards
from table_controller.game.steps.table.games import stakes_of
from table_controller.game.variants import VARIANTS
from table_controller.inference.differences import put_back
from table_controller.projections.chips_to_move import chips_to_move
from table_controller.projections.effects import choices_of
from table_controller.projections.findings import is_of
from table_controller.projections.pending_acts import Moving, unclear_acts
from table_controller.vocabulary.events import is_told
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.views import (
    AbsenceView,
    ActionView,
    AwardView,
    ClockView,
    CountView,
    DifferenceView,
    FindingView,
    GameView,
    LevelView,
    MiscountView,
    NextAct,
    NodeView,
    OptionView,
    PenaltyView,
    PotView,
    PromptView,
    RepairView,
    RoomDueView,
    RoomView,
    SeatStatus,
    SeatView,
    SenseView,
    SilentView,
    TableView,
)


class Around(Struct, frozen=True):
    """What shows on a table's view and is no part of its state: journal, sensors, questions, broker, screen.

    `moving` are chips on their way, by seat; `now_s` the monotonic time of the view; `can_undo` and `can_redo` count
    events, `undo_next` numbers the one that undo would take back first. `journal_full`: no new hand may begin.
    `pace` seconds of the table go into one of whoever looks. `late` are choices of open cases, by the case's number,
    that count from where the case arose, for others have acted since. Findings that are `unsettled` hang on a question:
    by one of its answers there are none.
    """

    epoch: str
    as_of: int
    book: Rulebook | None = None
    moving: Moving = ()
    findings: tuple[FindingView, ...] = ()
    late: tuple[tuple[int, OptionView], ...] = ()
    unsettled: tuple[Finding, ...] = ()
    prompts: tuple[PromptView, ...] = ()
    nodes: tuple[NodeView, ...] = ()
    senses: tuple[SenseView, ...] = ()
    silent: tuple[SilentView, ...] = ()
    counts: tuple[CountView, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    off_the_board: frozenset[Handle] = frozenset()
    on_the_board: frozenset[Handle] = frozenset()
    board_over: int = 0
    misplaced: tuple[tuple[int, Zone], ...] = ()
    in_the_muck: tuple[int, ...] = ()
    broker: str = "off"
    simulated: bool = True
    can_undo: int = 0
    can_redo: int = 0
    undo_next: int = 0
    now_s: float = 0.0
    pace: float = 1.0
    theme: str = ""
    floor_pin: bool = False
    journal_full: bool = False


def view_of(table: Table, around: Around) -> TableView:
    """What the public may know of the table: the one place where a view is put together."""
    hand, level, positions, book = table.hand, level_of(table), table.positions, around.book
    entry_chips, blinds = _entry_chips(level), _blind_seats(table)
    due, parted = next_act(table), pots(table)
    stuck = around.journal_full and due.code == "new-hand"
    return TableView(
        epoch=around.epoch,
        as_of=around.as_of,
        hand=hand.number,
        street=hand.phase,
        variant=table.setup.variant,
        rulebook=table.setup.rulebook,
        small_blind_chips=entry_chips[0],
        big_blind_chips=entry_chips[1],
        ante_chips=level.ante_chips,
        denominations=table.setup.denominations,
        button=positions.button if positions else None,
        small_blind=blinds[0],
        big_blind=blinds[1],
        seats=tuple(seat_view(table, seat) for seat in range(1, table.setup.seats + 1)),
        board=board_cards(table),
        board_count=len(hand.board),
        pots=tuple(PotView(pot.chips, pot.seats) for pot in parted),
        pot_chips=pot_chips(table),
        action=action_view(table),
        next=NextAct("call-floor") if stuck else due,
        findings=_settled(_with_cases(table, around), around.unsettled),
        prompts=around.prompts,
        nodes=around.nodes,
        broker=around.broker,
        simulated=around.simulated,
        can_undo=around.can_undo,
        can_redo=around.can_redo,
        bets=table.chips.bets,
        stacks=_lying_behind(table, around.differences),
        dues=chips_to_move(table, {one.seat: one.counted for one in around.counts if one.counted}),
        unclear=unclear_acts(table, book, around.moving) if book is not None else (),
        repair=repair_of(table, around.off_the_board, around.on_the_board),
        miscounts=miscounts_of(table),
        clock=clock_view(table, around.now_s, around.pace),
        language=table.setup.language,
        senses=around.senses,
        silent=around.silent,
        counts=around.counts,
        differences=around.differences,
        board_unread=len(around.off_the_board.intersection(hand.board)),
        absent=tuple(AbsenceView(seat, seat in table.near) for seat in table.away),
        penalties=_penalties(table),
        coming=_coming(table),
        coming_game=_coming_game(table),
        pace=around.pace,
        theme=around.theme,
        floor_called=table.panel.floor_called,
        muted=table.panel.muted,
        floor_pin=around.floor_pin,
        on_screen=None if stuck else _before_that(table, around, due) or plainer(table, due, around.prompts),
        undo_next=around.undo_next,
        tables=tables_now(table),
        told_hands=_told_hands(table),
        puck=table.puck,
        button_due=_button_due(table),
        board_over=around.board_over,
        pots_owed=tuple(pot.owed_chips for pot in parted),
        uncontested=_uncontested(table),
        room=room_view(table, around.now_s),
        discards=discards_now(table),
        bring_in=variant_of(table).forced == "bring-in",
        board_size=full_board(table),
        first_board=variant_of(table).first.board,
        comes_up=_comes_up(table, due),
        awards=tuple(AwardView(share.pot, share.seat, share.chips, share.half) for share in hand.shares),
    )


def _entry_chips(level: Level) -> tuple[int, int]:
    """Small and big blind; in stud, which has none, the bring-in and the small bet."""
    if level.bring_in_chips:
        return level.bring_in_chips, level.small_bet_chips
    return level.small_blind_chips, level.big_blind_chips


def _blind_seats(table: Table) -> tuple[int | None, int | None]:
    """Who has the small and the big blind; None where nobody has it."""
    posts = who_posts(table)
    if posts is None or variant_of(table).forced == "bring-in":
        return None, None
    return posts.small_blind, posts.big_blind


def _comes_up(table: Table, due: NextAct) -> bool | None:
    """Whether the card that is dealt next comes face up; None where none is, or where none ever does."""
    if due.code != "deal-card" or due.seat is None or not variant_of(table).deals_up:
        return None
    return comes_up(table, due.seat)


def _coming_game(table: Table) -> GameView | None:
    """The game that was named for the next hand; None once it is the one of the coming hand, and if none was."""
    named = table.rotation.coming
    if named is None:
        return None
    level = stakes_of(table, named)
    small_chips, big_chips = _entry_chips(level)
    bring_in = VARIANTS[named.variant].forced == "bring-in"
    return GameView(named.variant, small_chips, big_chips, level.ante_chips, bring_in)


def _penalties(table: Table) -> tuple[PenaltyView, ...]:
    """The hands that each seat sits out: penalties of one seat are served one after another.

    One that is served with the hand under way is why that hand of the seat is folded.
    """
    now = tuple(seat for seat in table.hand.sits_out if table.players[seat - 1] is not None)
    left: dict[int, int] = dict.fromkeys(now, 0)
    for one in table.penalties:
        left[one.seat] = left.get(one.seat, 0) + owed(one)
    return tuple(PenaltyView(seat, hands, seat in now) for seat, hands in left.items() if hands or seat in now)


def _told_hands(table: Table) -> tuple[int, ...]:
    """Seats of which a card is known from keys alone, once hands may be shown."""
    if who_acts(table) is not None:
        return ()
    return tuple(seat for seat in table.hand.seats if any(map(is_told, hand_to_show(table, seat))))


def _uncontested(table: Table) -> tuple[PotView, ...]:
    """Pots that only one seat can win, as far as they were not pushed yet."""
    at, left = without_uncontested(table), list[PotView]()
    for pot in uncontested(table):
        seat = pot.seats[0]
        pushed = table.ledger[seat - 1].received_chips - at[seat - 1].received_chips
        owed = sum(one.owed_chips for one in pots_of(at, table.betting.stands) if one.seats == pot.seats)
        if (lies := pot.chips - owed - pushed) > 0:
            left.append(PotView(lies, pot.seats))
    return tuple(left)


def _before_that(table: Table, around: Around, due: NextAct) -> NextAct | None:
    """What the dealer does before anything else: a question, chips that lie wrong, a hand that the floor gave back.

    ``answer-first``: by one answer nothing is wrong. ``give-cards SEAT``: living readers see the hand in the muck.
    ``burn-exposed SEAT``, ``card-to-deck SEAT``, ``pass-card SEAT``: a card there belongs with the burns, on the deck
    or at another seat, without a seat one too many on the board; ``burn-picked``: one on the board is the burn.
    ``take-cards SEAT``: they see a hand that is out where it was dealt.
    """
    if around.unsettled or _is_asked_of(around, due):
        return NextAct("answer-first")
    in_front = any(one.place == "front" for one in around.differences)
    if table.hand.phase == IDLE and in_front and any(left_in_front(table)):  # of the hand that was put away
        return NextAct("gather-bets")
    if (chips := put_back(around.differences, due)) is not None or due.code == "call-floor":
        return chips
    dark = {zone for node in around.nodes for zone in node.unknown_zones}
    for seat in [found.seat for found in around.findings if found.ruled == "retrieve" and found.seat is not None]:
        thrown = came_from(table.cards, MUCK, seat_zone(seat))
        away = bool(thrown) and not lying(table.cards, seat_zone(seat)) and not any(map(is_told, thrown))
        over = table.hand.phase in (IDLE, SETTLED) or not is_live(stand_of(table, seat))
        if away and not over and not dark & {MUCK, seat_zone(seat)}:
            return NextAct("give-cards", seat)
    if (thrown_in := _hand_to_give_back(table, around)) is not None:
        return NextAct("give-cards", thrown_in)
    if around.misplaced:
        seat, to = around.misplaced[0]
        if not seat:
            return NextAct("card-to-deck" if to == STUB else "burn-picked")
        return NextAct({BURN: "burn-exposed", STUB: "card-to-deck"}.get(to, "pass-card"), seat)
    dead = next(_dead_hands_left(table, around), None)
    return NextAct("take-cards", dead) if dead is not None else None


_BET_IN_DOUBT: Final = frozenset({"came-in-front", "chips-went", "gap-chips-less", "gap-taken-back", "gap-pushed"})
"""Questions about chips that may lie in front of a seat, or lie there no more."""


_HAND_IN_DOUBT: Final = frozenset({"cards-gone", "gap-folded", "gap-card"})
"""Questions whether a hand is folded."""

_CARD_IN_DOUBT: Final = frozenset({"strange-foreign", "strange-other-deck", "strange-duplicate", "lies-up"})
"""Questions about a card that may void the hand."""


def _is_asked_of(around: Around, due: NextAct) -> bool:
    """Whether the dealer is asked about just that which would come next.

    Where chips of a bet went that is to go back, or came from; whether who is to act has folded; and, while cards are
    dealt, whether one lies there that voids the hand.
    """
    asked = [one.kind for one in around.prompts if one.seat == due.seat]
    if due.code == "deal-card" and not _CARD_IN_DOUBT.isdisjoint(one.kind for one in around.prompts):
        return True
    doubts = {"return-chips": _BET_IN_DOUBT, "await": _HAND_IN_DOUBT}.get(due.code, frozenset())
    return not doubts.isdisjoint(asked)


def _hand_to_give_back(table: Table, around: Around) -> int | None:
    """A live seat whose hand lies in the muck, and the dealer is asked nothing about it any more."""
    asked = {one.seat for one in around.prompts}
    with_the_floor = {case.seat for case in table.cases}
    return next((seat for seat in around.in_the_muck if seat not in asked and seat not in with_the_floor), None)


def _dead_hands_left(table: Table, around: Around) -> Iterator[int]:
    """Seats whose hand is out, and whose living reader sees its cards there: by the clock, by a word or a ruling."""
    if not is_street(table.hand.phase):
        return
    read = {one.seat for one in around.senses if one.cards and one.reads not in ("unreadable", "foreign")}
    for seat in table.hand.seats:
        here = seat in read and lying(table.cards, seat_zone(seat))
        if here and not is_live(stand_of(table, seat)) and not is_with_the_floor(table, seat):
            yield seat


def _button_due(table: Table) -> int | None:
    """The seat that was due the button which lies elsewhere."""
    return table.course.due.button if table.course.due is not None else None


def _coming(table: Table) -> LevelView | None:
    """A level that was announced for the next hand: one announced after its first sign is for the hand after."""
    begun = table.begun.level if table.hand.phase in (IDLE, SETTLED) else None
    coming, later = (table.coming, begun is not None) if begun in (None, table.level) else (begun, False)
    if coming is None or coming == table.level:
        return None
    return LevelView(coming.small_blind_chips, coming.big_blind_chips, coming.ante_chips, later)


def _settled(findings: tuple[FindingView, ...], unsettled: tuple[Finding, ...]) -> tuple[FindingView, ...]:
    """The findings that no answer to an open question would take away."""
    return tuple(found for found in findings if not any(is_of(found, what) for what in unsettled))


def _is_made_up_for(table: Table, found: FindingView) -> bool:
    """Whether what was wrong is right now, and nothing is to be said of it any more.

    The seat that another one's card was due to has got one, or gets none any more; or what the wrong seat was given of
    the pot has gone on; or a player who was all in is so no more, or the hand is over; or the board is laid out again.
    """
    facts = dict(found.facts)
    if facts.get("cause") == "board-in-muck":
        return all(where(table.cards, handle) == BOARD for handle in table.hand.board)
    if found.topic == "all-in-buttons" and found.seat is not None:
        return table.hand.phase == SETTLED or stand_of(table, found.seat).status != "all-in"
    if facts.get("cause") == "pot-pushed" and found.seat is not None:
        return table.hand.phase == SETTLED and not owes_chips(table.ledger[found.seat - 1])
    if found.topic != dealing_order.ROUND or facts.get("cause") != dealing_order.WRONG_SEAT:
        return False
    return table.hand.phase != DEAL or facts.get("due_seat") != deal_due(table)


def _with_cases(table: Table, around: Around) -> tuple[FindingView, ...]:
    """The findings with their rules' titles; open are those that are a case of the table, the youngest first.

    A case whose finding is not among them any more comes at the end.
    """
    open_cases = list(reversed(table.cases))
    views: list[FindingView] = []
    for found in (one for one in around.findings if not _is_made_up_for(table, one)):
        case = next((case for case in open_cases if is_of(found, case.finding, still=True)), None)
        if case is not None:
            open_cases.remove(case)
        views.append(_whole(table, found, case, around))
    for case in open_cases:
        what = case.finding
        options, past = tuple(option.name for option in what.options), not what.stops_play  # so much came after it
        found = FindingView(0, what.topic, what.seat, what.cite, what.facts, options, open=True, past=past)
        views.append(_whole(table, found, case, around))
    return tuple(views)


def _whole(table: Table, found: FindingView, case: Case | None, around: Around) -> FindingView:
    book = around.book
    title = book.titles.get(found.cite, "") if book is not None else ""
    turn = who_acts(table) or 0
    past = found.past or dict(found.facts).get("turn", turn) != turn  # it was another seat's turn as it was found
    found = replace(found, title=title, past=past)
    if case is None:
        return replace(found, open=False)
    late = {choice.name: choice for number, choice in around.late if number == case.number}
    choices = choices_of(table, case, book) if book is not None else ()
    choices = tuple(late.get(choice.name, choice) for choice in choices)
    stops = case.finding.stops_play
    options = tuple(option.name for option in case.finding.options)
    return replace(
        found, open=True, options=options, stops_play=stops, choices=choices, case=case.number, player=case.player
    )


def _lying_behind(table: Table, found: Iterable[DifferenceView]) -> tuple[int, ...]:
    """What lies behind each player: as told, and where the trays show otherwise than the books, what they show."""
    shown = {one.seat: one.chips for one in found if one.place == "behind"}
    return tuple(
        behind_chips(table, seat) + shown[seat] if seat in shown else chips
        for seat, chips in enumerate(table.chips.stacks, 1)
    )


def seat_view(table: Table, seat: int) -> SeatView:
    """One place."""
    player, stand, money = table.players[seat - 1], stand_of(table, seat), without_uncontested(table)[seat - 1]
    if _sat_down_after_it(table, seat):
        cards = len(lying(table.cards, seat_zone(seat)))
        name, button = player.name if player else "", seat in table.buttons
        return SeatView(seat, name, "out", money.stack_chips, 0, cards, all_in_button=button)
    tabled = hole_cards(table, seat)
    bets = table.hand.phase not in (IDLE, SETTLED)
    return SeatView(
        seat=seat,
        name=player.name if player else "",
        status=_status(table, seat),
        stack_chips=money.stack_chips,
        bet_chips=stand.bet_chips if bets else 0,
        cards=len(lying(table.cards, seat_zone(seat))),
        tabled=tabled,
        last_act=stand.act.kind if stand.act else "",
        last_act_to_chips=stand.act.to_chips if stand.act else 0,
        owes_chips=owes_chips(money),
        returns_chips=returns_chips(money),
        all_in_button=seat in table.buttons,
        won_chips=money.won_chips,
        hand_label=hand_label(table, seat) if tabled else "",
        winning_cards=winning_cards(table, seat),
        loose_chips=money.loose_chips if bets and not table.betting.motions else 0,
        earlier_chips=earlier_chips(table, seat),
        mucked=stand.status == "mucked",
        committed_chips=money.committed_chips,
        up=up_cards(table, seat),
    )


def _sat_down_after_it(table: Table, seat: int) -> bool:
    """Whether the player took the seat after the hand was settled: what was done there in it, another one has done.

    Who lost all and buys in again has his chips in it.
    """
    player = table.players[seat - 1]
    newcomer = player is not None and bool(player.entry) and not table.ledger[seat - 1].committed_chips
    return newcomer and table.hand.phase == SETTLED and seat in table.hand.seats


def action_view(table: Table) -> ActionView | None:
    """Whose turn it is and what is open."""
    seat = who_acts(table)
    if seat is None:
        return None
    return ActionView(seat, to_call_chips(table), min_raise_to_chips(table), max_raise_to_chips(table), may(table))


def clock_view(table: Table, now_s: float, pace: float = 1.0) -> ClockView | None:
    """The clock with what is left of it at `now_s`; `pace` seconds of it go into one of whoever looks."""
    clock = table.time.clock
    if clock is None:
        return None
    if clock.left_s is not None:
        return ClockView(clock.seat, clock.left_s, clock.counted_s, pace, stopped=True)
    return ClockView(
        clock.seat, min(clock.ends_s - clock.asked_s, max(0.0, clock.ends_s - now_s)), clock.counted_s, pace
    )


def room_view(table: Table, now_s: float) -> RoomView:
    """What the room has told the table, with what is left at `now_s` until a break or a level that is due."""
    due = tuple(
        RoomDueView(one.what, max(0.0, one.at_s - now_s)) for one in sorted(table.due, key=lambda one: one.at_s)
    )
    return RoomView(table.bubble, table.on_break, due)


def _status(table: Table, seat: int) -> SeatStatus:
    player = table.players[seat - 1]
    if player is None:
        return "empty"
    money, over = table.ledger[seat - 1], table.hand.phase in (IDLE, SETTLED)
    behind = money.stack_chips
    match stand_of(table, seat).status:
        case _ if player.leaving and not behind:
            return "left"
        case _ if over and not behind:
            return "busted"
        case "mucked":
            return "folded"
        case "all-in" if over or money.won_chips:
            return "in"  # it has won
        case "out" if not behind:
            return "busted"
        case "out" if table.hand.phase == IDLE:
            return "in"  # nobody is dealt in yet
        case status:
            return status


def miscounts_of(table: Table) -> tuple[MiscountView, ...]:
    """The differences of the newest open count, by seat; none if trays and game agree."""
    counts = [case for case in table.cases if case.finding.topic == COUNT]
    return tuple(MiscountView(*each) for each in differences(counts[-1])) if counts else ()


def repair_of(
    table: Table, off_the_board: frozenset[Handle] = frozenset(), on_the_board: frozenset[Handle] = frozenset()
) -> RepairView | None:
    """The procedure under way and its present act; None if the board is as it should be.

    A card that waits aside needs no more of the dealer once its reader misses it, or the betting is over and none
    sees it lie there still. One that is left on the board while the next round is bet is to go aside all the same.
    Cards over which a burn came go back yet if a living reader sees them on the board; else they are taken as gone.
    """
    repair = table.hand.repair
    if repair is None or table.hand.phase in (IDLE, SETTLED):
        return None
    betting, lies_there = who_acts(table) is not None, not on_the_board.isdisjoint(repair.cards)
    aside = off_the_board.issuperset(repair.cards) or not (betting or lies_there)
    present = repair.step + (repair.left[:1] == ("set-aside",) and aside)
    if betting and lies_there and "set-aside" in repair.acts:
        present = repair.acts.index("set-aside")
    if wrong_boards.is_burned_before_the_return(repair) and not lies_there:
        present += 1
    zones = {where(table.cards, handle) for handle in repair.cards}
    lie: Literal["", "board", "burn", "both"] = "both" if zones == {BOARD, BURN} else ""
    lie = "board" if zones == {BOARD} else "burn" if zones == {BURN} else lie
    return RepairView(repair.code, present + 1, repair.acts, len(repair.cards), lie)
