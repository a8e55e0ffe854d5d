"""What the floor chose: each option by its plain name does one thing to the hand.

| option             | effect                                                        |
| ------------------ | ------------------------------------------------------------- |
| complete-call      | the act is a full call                                        |
| forfeit-and-fold   | the chips stay in the pot, the hand is dead                   |
| stands             | the act counts as it was made                                 |
| take-back          | the chips go back, the seat acts anew                         |
| dead-hand          | the hand cannot win any more                                  |
| ante-first         | the short stack has paid the ante first, as it lies           |
| blind-first        | the short stack has paid the blind first                      |
| full-blind         | a short big blind is the bet of the round as if it were whole |
| posted-blind       | the bet of the round is what was posted                       |
| cut-to-pot         | the act is the largest that the pot allows                    |
| double-blind       | the act is a raise to twice the big blind                     |
| retrieve           | the fold is undone, unless others have acted since            |
| passive-only       | the seat may check, call or fold                              |
| call-or-fold       | the seat may call or fold                                     |
| call-or-raise      | the seat may call or raise                                    |
| below-pot          | the largest meaning of the words that is below the pot        |
| call, min-raise, … | the act is this                                               |
| count-as-…         | the chips are a call, or a raise of at least the least one    |
| counts             | found chips are part of the all-in                            |
| does-not-count     | found chips are no part of it                                 |
| to-winner          | found chips of a loser go to the winner                       |
| play-on            | nothing changes                                               |
| not-binding        | acts past a skipped player wait for their turn                |
| not-substantial    | the same: too little has happened past him                    |
| penalty, warning   | noted for the seat; nothing changes in the hand               |
"""

from __future__ import annotations

from dataclasses import replace

from table_controller.events import FloorRuled
from table_controller.findings import Finding
from table_controller.machines.betting import Held, folded_early, is_live
from table_controller.machines.button import HEADS_UP
from table_controller.machines.corrections import without_fold
from table_controller.machines.hand import DEAL
from table_controller.machines.ledger import commit, put
from table_controller.outcomes import ActKind, ActRuled
from table_controller.queries import max_raise_to_chips, variant_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.readings import Acts, Amends, Reading
from table_controller.rules.string_bets import last_act_of
from table_controller.steps import hidden, skipping
from table_controller.steps.acts import act, close_round
from table_controller.steps.words import amend, with_limit
from table_controller.table import Case, Change, Penalty, Table, Unread


def on_ruled(table: Table, event: FloorRuled, book: Rulebook) -> Change:
    """The floor picked an option of the newest open case that offers it."""
    offers = [case for case in table.cases if any(option.name == event.option for option in case.finding.options)]
    if not offers:
        cause = "no-such-option" if table.cases else "no-open-case"
        return Change(table, unread=(Unread(cause, None, (("option", event.option),)),))
    case = offers[-1]
    closed = replace(table, cases=tuple(other for other in table.cases if other.number != case.number))
    waiting = skipping.ruled(closed, case, event.option)
    return waiting.then(_carried_out(waiting.table, case, event, book))


def _carried_out(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    seat = case.seat
    arguments = dict(event.arguments)
    match event.option:
        case "penalty" | "warning" | "no-penalty":
            return Change(_noted(table, event.option, arguments, seat))
        case _ if seat is None:
            return Change(table)
        case "take-back":
            return Change(_given_back(table, seat))
        case "dead-hand":
            return dead_hand(table, seat, book)
        case "counts" | "does-not-count" | "to-winner":
            return hidden.ruled(table, case, event.option)
        case "blind-first":
            return Change(_blind_first(table, seat))
        case "posted-blind":
            return Change(_as_posted(table))
        case "retrieve":
            return Change(replace(table, betting=without_fold(table.betting, seat)))
        case "forfeit-and-fold":
            return _forfeits(table, seat, book)
        case "passive-only" | "call-or-fold" | "call-or-raise":
            limit = "passive" if event.option == "passive-only" else event.option
            return Change(with_limit(table, Finding("", seat, book.discretion, (("limit", limit),))))
        case "binding":
            return Change(_bound(table, case, seat))
        case _:
            reading = _act_named(table, case, event.option)
            return Change(table) if reading is None else _ruled_act(table, seat, reading, book)


def _bound(table: Table, case: Case, seat: int) -> Table:
    """The seat is held to its words: to call whatever comes, or to raise."""
    if case.word("said") != "call":
        return with_limit(table, Finding("", seat, case.finding.cite, (("limit", "raise"),)))
    held = Held(seat, "call", 0, 0, len(table.betting.deeds), "ruling")
    return replace(table, betting=replace(table.betting, held=(*table.betting.held, held)))


def _act_named(table: Table, case: Case, option: str) -> Reading | None:
    """The act that an option stands for, None if it changes nothing."""
    betting = table.betting
    least = betting.level_chips + betting.full_raise_chips
    more = "raise" if betting.level_chips else "bet"
    match option:
        case "complete-call" | "call" | "count-as-call":
            return Acts("call", betting.level_chips, by="ruling")
        case "check":
            return Acts("check", by="ruling")
        case "min-raise" | "min-bet":
            return Acts("raise" if more == "raise" else "bet", least, by="ruling")
        case "cut-to-pot":
            return Acts("raise", max_raise_to_chips(table), by="ruling")
        case "double-blind":
            return Acts("raise", 2 * table.level.big_blind_chips, by="ruling")
        case "count-as-raise":
            made = betting.stands[(case.seat or 1) - 1].bet_chips + case.fact("pushed_chips")
            return Acts("raise", max(least, made), by="ruling")
        case "chips" | "stands" | "full-value" | "smallest" | "largest" | "below-pot" | "all-in":
            return _as_made(table, case, option)
        case _:
            return None


def _as_made(table: Table, case: Case, option: str) -> Reading | None:
    """The act with the amount that the player made it with."""
    seat, betting = case.seat or 1, table.betting
    bet = betting.stands[seat - 1].bet_chips
    meanings = sorted(value for name, value in case.finding.facts if name.startswith("meaning_") and type(value) is int)
    match option:
        case "all-in":
            to = bet + table.ledger[seat - 1].stack_chips
        case "smallest" | "largest" if meanings:
            to = meanings[0] if option == "smallest" else meanings[-1]
        case _:
            to = case.fact("as_chips") or bet + case.fact("pushed_chips")
    if case.word("as_kind") in ("check", "fold"):
        return Acts("check" if case.word("as_kind") == "check" else "fold", bet, by="ruling")
    if to <= betting.level_chips:
        return Acts("call", to, by="ruling")
    return Acts("raise" if betting.level_chips else "bet", to, by="ruling")


def _ruled_act(table: Table, seat: int, reading: Reading, book: Rulebook) -> Change:
    """The act, if it is the seat's turn; a late one has no place in the round any more."""
    if not isinstance(reading, Acts):
        return Change(table)
    if who_acts(table) != seat:
        last = last_act_of(table, seat)
        if last is None or last.to_chips == reading.to_chips:
            return Change(table)  # the act stands as it was ruled
        if reading.by == "ruling" and reading.kind not in ("fold", "check"):
            kind: ActKind = "raise" if last.level_chips else "bet"
            kind = "call" if reading.to_chips <= last.level_chips else kind
            return amend(table, seat, Amends(kind, reading.to_chips, ()), book)
        return Change(table)
    return act(table, seat, reading.kind, reading.to_chips, book, "ruling")


def _blind_first(table: Table, seat: int) -> Table:
    """What a short big blind has put in is blind, and only the rest of it ante."""
    if table.hand.phase not in (DEAL, variant_of(table).first.name):
        return table
    money, stands = table.ledger[seat - 1], table.betting.stands
    blind = min(table.level.big_blind_chips, money.committed_chips)
    stand = replace(stands[seat - 1], bet_chips=blind)
    betting = replace(table.betting, stands=(*stands[: seat - 1], stand, *stands[seat:]))
    split = replace(money, dead_chips=money.committed_chips - blind)
    return replace(table, betting=betting, ledger=put(table.ledger, seat, split))


def _as_posted(table: Table) -> Table:
    """The bet of the first round is the largest blind that lies there, if nobody has acted on the whole one."""
    betting = table.betting
    if table.hand.phase != variant_of(table).first.name or betting.deeds:
        return table
    return replace(table, betting=replace(betting, level_chips=max(stand.bet_chips for stand in betting.stands)))


def dead_hand(table: Table, seat: int, book: Rulebook) -> Change:
    """The hand of the seat is dead, in its turn or out of it."""
    if not is_live(table.betting.stands[seat - 1]):
        return Change(table)
    if who_acts(table) == seat:
        return act(_given_back(table, seat), seat, "fold", 0, book, "ruling")
    dead = replace(table, betting=folded_early(table.betting, seat, "ruling"))
    outcome = ActRuled(seat, "fold", dead.betting.stands[seat - 1].bet_chips, all_in=False)
    change = Change(dead, (outcome,))
    if sum(map(is_live, dead.betting.stands)) < HEADS_UP:
        return change.then(close_round(dead, book))
    return change


def _forfeits(table: Table, seat: int, book: Rulebook) -> Change:
    """The loose chips of the seat stay in the pot and the hand is folded."""
    money = table.ledger[seat - 1]
    paid = commit(money, money.loose_chips, money.loose_chips)
    return dead_hand(replace(table, ledger=put(table.ledger, seat, paid)), seat, book)


def _given_back(table: Table, seat: int) -> Table:
    """Chips that lie loose in front of the seat go back to it."""
    money = table.ledger[seat - 1]
    return replace(table, ledger=put(table.ledger, seat, replace(money, loose_chips=0)))


def _noted(table: Table, option: str, arguments: dict[str, str], seat: int | None) -> Table:
    """A penalty or a warning is on record; the hands are missed from the next one on."""
    named = arguments.get("seat", "")
    whose = int(named) if named.isascii() and named.isdigit() else seat
    count = arguments.get("hands", "1")
    hands = int(count) if option == "penalty" and count.isascii() and count.isdigit() else 0
    if whose is None or not 1 <= whose <= table.setup.seats:
        return table
    return replace(table, penalties=(*table.penalties, Penalty(whose, hands)))
