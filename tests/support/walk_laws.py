"""What must hold after each line that a table was told, read off nothing but its answers.

A law looks at a `Scene` (the answer before and what is known of the hand from earlier ones), the line and the answer
to it, and gives the detail of a breach or None. The details carry codes and topics and no numbers, so that breaches
of one kind group. What the laws ask is promised by the contract of ``cardspeak script --follow``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct, field
from pokerkit import Hand, StandardHighHand

from firmware_bridge.vocabulary.values import replace
from table_controller.scripts.follow_answer import Answer, CaseAnswer, SeatAnswer

LIVE: Final = ("in", "all-in")
CODES: Final = re.compile(
    r"burn|deal-(?:flop|turn|river|community)|call-floor|new-hand"
    r"|(?:deal-card|return-chips|await|push-pot|make-change) \d+"
)
RACK: Final = frozenset(
    {
        *("disqualify", "eliminate", "confiscate", "halve-stack", "remove-chips", "accept-count", "allow-rebuy"),
        *("exchange-chips", "add-chip"),
    }
)
"""Rulings by which chips come to the table or leave it."""
NEXT_LINES: Final[Mapping[str, str]] = {
    "burn": "burn",
    "deal-community": "board",
    "deal-flop": "board",
    "deal-turn": "board",
    "deal-river": "board",
    "deal-card": "card {s}",
    "return-chips": "return {s}",
    "push-pot": "push {s}",
    "make-change": "make change {s}",
}


class Scene(Struct, frozen=True):
    """Where a table stands, and what earlier answers told of the hand.

    chips: the chips in play. ante_of_big_blind: whether one seat pays the ante for all, None where the book says.
    start: each seat's stack as the hand began; None once chips came or went in another way than by play.
    dead: what each seat had paid that was no bet as the betting began.
    holes: the cards that the walk named for each seat, None once a hand may have changed.
    opened: the hand in which each case was opened, and arose where it stood then.
    aside: whether a ruling set chips aside for the next hand.
    fresh: the cases that the last line opened.
    sent_off: seats whose players are out of the event. chips_lost: whether any fell off the table.
    tabled: those that have turned up their hands in this one.
    found_more: those that were all-in in it as chips of theirs came to light.
    spoke: the seat whose words were the last line. early: seats that acted before their turn and wait for it.
    worded: those of them that said what they do. unsized: those whose word for a bet had no amount.
    sizes: what the bets come to that they are held to, by seat.
    pulled: those of them that have taken chips of it back.
    acted: who has done what in the round, and the highest bet after it.
    face_up: the seats at which a card of the deal lay face up.
    """

    answer: Answer
    chips: tuple[int, ...]
    ante_of_big_blind: bool | None = False
    start: Mapping[int, int] | None = None
    dead: Mapping[int, int] | None = None
    holes: Mapping[int, str] | None = None
    opened: Mapping[tuple[int, str, int | None], int] = field(default_factory=dict)
    arose: Mapping[tuple[int, str, int | None], str] = field(default_factory=dict)
    aside: bool = False
    fresh: frozenset[tuple[int, str, int | None]] = frozenset()
    sent_off: frozenset[int] = frozenset()
    chips_lost: bool = False
    tabled: frozenset[int] = frozenset()
    found_more: frozenset[int] = frozenset()
    spoke: int | None = None
    early: frozenset[int] = frozenset()
    worded: frozenset[int] = frozenset()
    unsized: frozenset[int] = frozenset()
    sizes: tuple[tuple[int, int], ...] = ()
    pulled: frozenset[int] = frozenset()
    acted: frozenset[tuple[str, str, int]] = frozenset()
    face_up: frozenset[int] = frozenset()


class Told(Struct, frozen=True):
    """A line, the answers before and to it, at a scene; `says` tells whether an expectation holds after it."""

    scene: Scene
    line: str
    before: Answer
    after: Answer
    says: Callable[[str], bool]


Law: TypeAlias = Callable[[Told], str | None]


def places(answer: Answer) -> Iterator[tuple[int, SeatAnswer]]:
    return ((int(number), place) for number, place in answer.seats.items())


def live(answer: Answer) -> list[int]:
    return [seat for seat, place in places(answer) if place.status in LIVE]


def with_chips(answer: Answer) -> list[int]:
    return [seat for seat, place in places(answer) if place.stack > 0 and place.status != "empty"]


def stopping(answer: Answer) -> list[CaseAnswer]:
    return [case for case in answer.cases if case.stops]


def under_way(answer: Answer) -> bool:
    return answer.phase not in ("idle", "settled")


def table_of(answer: Answer) -> tuple[object, ...]:
    """All that an answer says of the table itself."""
    return (
        *(answer.phase, answer.hand, answer.button, answer.board, answer.stray, answer.next, answer.awaited),
        *(answer.turn, answer.may, answer.to_call, answer.min_raise_to, answer.max_raise_to, answer.seats),
        *(answer.pots, answer.total, answer.cases, answer.misdeal),
    )


def worth(text: str) -> int:
    """Chips as they stand in a line, ``1000 2x500``."""
    total = 0
    for lot in text.split():
        count, cross, value = lot.partition("x")
        total += int(count) * int(value) if cross else int(count)
    return total


def in_chips(amount: int, chips: Sequence[int]) -> str:
    """An amount as a line names it, in the fewest of these chips."""
    lots = []
    for value in sorted(chips, reverse=True):
        count, amount = divmod(amount, value)
        lots += [f"{count}x{value}"] if count > 1 else [str(value)] * count
    return " ".join([*lots, *([str(amount)] if amount else [])])


# --- what `next` asks -------------------------------------------------------------------------------------------------


def asked(answer: Answer, line: str) -> bool:
    """Whether the line does what `next` asks."""
    code, _, seat = answer.next.partition(" ")
    if code == "new-hand":
        return line == "next hand" if answer.phase == "settled" else _deals(line)
    if answer.misdeal and code in ("deal-card", "await"):
        return _deals(line)
    if code == "deal-flop" and re.fullmatch(rf"board (\w\w){{{3 - len(answer.board)}}}", line):
        return True
    if code in ("deal-turn", "deal-river", "deal-community") and re.fullmatch(r"board \w\w", line):
        return True
    if code in NEXT_LINES:
        return line == NEXT_LINES[code].format(s=seat)
    if code == "call-floor":
        return chosen(answer, line) is not None
    if code != "await" or not line.startswith(f"{seat}: "):
        return False
    act = line.partition(": ")[2]
    place = answer.seats[seat]
    match answer.awaited:
        case "act":
            return _is_open(answer, place, act)
        case "post" | "owed":
            return act.startswith("pushes ") and worth(act[7:]) == place.owes
        case "discard":
            return act == "stands pat" or re.fullmatch(r"discards [1-9]", act) is not None
        case _:
            return act == "shows"


def _deals(line: str) -> bool:
    return line.split(maxsplit=1)[0] == "deal"


def _is_open(answer: Answer, place: SeatAnswer, act: str) -> bool:
    """Whether the seat to act may do this, and does it as it should be done."""
    may, words = answer.may or (), act.split()
    match words:
        case ["folds"]:
            return "fold" in may
        case ["checks"]:
            return "check" in may
        case ["calls"]:
            return "call" in may
        case ["bets", amount] | ["raises", "to", amount]:
            least, most = answer.min_raise_to or 0, answer.max_raise_to or 0
            kind = "bet" if words[0] == "bets" else "raise"
            return kind in may and least <= int(amount) <= min(most, place.stack + place.bet)
        case _:
            return False


def chosen(answer: Answer, line: str) -> tuple[CaseAnswer, str] | None:
    """The open case and the option that a line picks, None for every other line."""
    words = line.split()
    if len(words) < 2 or words[0] != "floor":
        return None
    arguments = dict(word.split("=", 1) for word in words[2:])
    number = arguments.pop("case", None)
    if arguments.get("card", "") not in ("", *answer.stray, *answer.board):
        return None
    seat = arguments.get("seat") if number is None else None
    # the one told last is meant: an older case of which there is news comes last again
    last_first = answer.cases[::-1]
    for case in (*(one for one in last_first if str(one.seat) == seat), *last_first):
        if words[1] in case.options and number in (None, str(case.number)):
            return (case, words[1]) if set(arguments) == set(case.args.get(words[1], ())) else None
    return None


# --- the laws ---------------------------------------------------------------------------------------------------------


def _next(told: Told) -> str | None:
    """There is one next act, and it is one that exists."""
    after = told.after
    if not CODES.fullmatch(after.next):
        return f"next is {after.next}"
    code, _, seat = after.next.partition(" ")
    if (code == "await") != (after.awaited is not None):
        return f"{code} waits for {after.awaited}"
    if seat and seat not in after.seats:
        return f"{code} names no place"
    if after.awaited == "act":
        if after.turn != int(seat) or not after.may:
            return f"await act while the turn is {'elsewhere' if after.turn else 'at nobody'}"
        tabled = any(case.topic == "tabling" and str(case.seat) == seat for case in after.cases)
        in_a_draw = after.phase.startswith("draw")  # whose hand went into the muck there has discarded it
        if after.seats[seat].cards == 0 and not in_a_draw and not tabled and int(seat) not in told.scene.tabled:
            return f"await act of a seat without cards ({after.seats[seat].status})"
        if after.seats[seat].status not in LIVE:
            return f"await act of a seat that is {after.seats[seat].status}"
    if (wrong := _wrong_choices(after)) is not None:
        return wrong
    if code == "new-hand" and under_way(after) and not after.misdeal:
        return f"new-hand at {after.phase}"
    if code == "return-chips" and not after.seats[seat].returns:
        return "return-chips to a seat that is due none"
    return None


def _wrong_choices(after: Answer) -> str | None:
    """What is open to the seat to act fits what it must add, and a raise has its limits."""
    may, to_call = after.may or (), after.to_call or 0
    if after.turn is None:
        return None
    if ("fold" in may or "call" in may) and not to_call:
        return "may fold or call without a bet to call"
    if "check" in may and to_call:
        return "may check facing a bet"
    if ("raise" in may or "bet" in may) and not (after.min_raise_to and after.max_raise_to):
        return "may raise without limits"
    return None


def _floor(told: Told) -> str | None:
    """The floor is called exactly while a case stops play, and every such case has options."""
    after = told.after
    stops = stopping(after)
    if after.next == "call-floor" and not stops:
        return "call-floor without a case"
    if stops and after.next != "call-floor":
        return f"a case stops play and next is {after.next.partition(' ')[0]} ({stops[-1].topic})"
    bare = [case.topic for case in stops if not case.options]
    return f"a case without options ({bare[0]})" if bare else None


def _done(told: Told) -> str | None:
    """What `next` asks for can be done, and the table moves on by it."""
    before, after, line = told.before, told.after, told.line
    if chosen(before, line) is not None:
        return _ruled(told)
    if line == "next hand" and before.phase == "settled" and not stopping(before) and not after.ok:
        return f"next hand is refused after the hand: {plain(after.error or '')}"
    if not asked(before, line):
        return None
    if before.next == "new-hand" and len(with_chips(before)) < 2:
        return None
    what = _what_is_asked(before, line)
    if not after.ok:
        error = after.error or ""
        if line.startswith("board ") and ("on the table already" in error or "is not in the deck" in error):
            return None  # the walk named a card that has been seen elsewhere, or is of no deck of the game named since
        if line.startswith("deal ") and "is not dealt in" in error:
            return None  # the walk named cards for a seat that waits
        return f"{what} cannot be done: {plain(error)}"
    if table_of(after) == table_of(before) and not _replaces_a_card(told):
        return f"{what} changes nothing"
    return None


def _replaces_a_card(told: Told) -> bool:
    """Whether a card comes to a seat for one that lay face up there: that goes as it comes, and one more may be due."""
    return told.line.startswith("card ") and int(told.line.split()[1]) in told.scene.face_up


def _what_is_asked(before: Answer, line: str) -> str:
    code = before.next.partition(" ")[0]
    state = " after a misdeal" if before.misdeal else " after the hand" if not under_way(before) else ""
    if code == "new-hand":
        return f"{verb(line)} for {code}{state}"
    return f"{code}{f' {before.awaited}' if before.awaited else ''}{state}"


def _is_about_another(case: CaseAnswer, option: str, line: str) -> bool:
    """Whether the floor gives a player something for himself who is not the one of the case."""
    named = re.search(r" seat=(\d+)", line)
    if " case=" in line or option not in ("penalty", "warning", "disqualify", "eliminate"):
        return False
    return named is not None and case.seat is not None and int(named[1]) != case.seat


def _ruled(told: Told) -> str | None:
    """An option that is offered can be chosen, and closes its case, unless it is about another player than that."""
    before, after, line = told.before, told.after, told.line
    picked = chosen(before, line)
    if picked is None:
        return None
    case, option = picked
    name = f"{option} of {case.topic}"
    if not after.ok:
        return f"{name} cannot be chosen: {plain(after.error or '').partition(' [')[0]}"
    if any(found.facts.get("cause") in ("no-such-card", "no-part-in-a-pot") for found in after.findings):
        return None  # it is not among those that the floor may choose from
    if case in after.cases and not _is_about_another(case, option, line):
        return f"{name} leaves its case open"
    there = {case_key(other) for other in before.cases}
    again = [other for other in after.cases if _same_question(case, other) and case_key(other) not in there]
    if again and _but_cases(after) == _but_cases(before):
        return f"{name} leads back to the same question"
    return None


def case_key(case: CaseAnswer) -> tuple[int, str, int | None]:
    """What tells a case from others: a number is given again once its case is closed."""
    return (case.number, case.topic, case.seat)


def _same_question(one: CaseAnswer, other: CaseAnswer) -> bool:
    return (one.topic, one.ref, one.seat, one.options) == (other.topic, other.ref, other.seat, other.options)


def _but_cases(answer: Answer) -> tuple[object, ...]:
    return table_of(answer)[:-2]


def _is_paid(case: CaseAnswer, told: Told) -> bool:
    """Whether a bet whose chips were not there can be paid now: they came to light, or it is less.

    After a race each stack is what it should be.
    """
    if case.topic != "chip-handling" or case.seat is None:
        return False
    seat = str(case.seat)
    return (
        told.line.startswith((f"hidden {seat} ", f"sit {seat} ", "race "))
        or told.after.seats[seat].owes < told.before.seats[seat].owes
    )


def _is_taken_back(case: CaseAnswer, told: Told) -> bool:
    """Whether the case is about chips added later, and their player has taken chips back.

    So he does at once where he acts anew: the chips of his act are pushed after that.
    """
    acts = tuple(f"{case.seat}: {act}" for act in ("pulls ", "checks", "calls", "bets ", "raises ", "all-in"))
    return case.topic == "string-bet" and told.line.startswith((*acts, f"return {case.seat}"))


def _is_made_good(case: CaseAnswer, told: Told) -> bool:
    """Whether the case is about chips that were taken back beside change, and the player has put all of them in again.

    Chips that he added are another case: those he would have to take back. A bet of before that lay back for a moment
    and lies there whole again is change, too.
    """
    if case.topic not in ("string-bet", "prior-bet-chips") or case.seat is None or "take-back" in case.options:
        return False
    seat = str(case.seat)
    whole = told.before.seats[seat].owes > told.after.seats[seat].owes == 0
    return whole and told.line.startswith((f"{seat}: pushes ", f"{seat}: calls"))


def _is_answered(case: CaseAnswer, told: Told) -> bool:
    """Whether the case asks what chips without a word are, and their player has said it: they lie loose no more.

    Or they lay there for a word said before its turn, and are what he says now.
    """
    seat = str(case.seat)
    if case.seat is None or not set(case.options) <= {*CHIPS_ALONE}:
        return False
    if told.before.seats[seat].loose == 0 and told.after.seats[seat].bet <= told.before.seats[seat].bet:
        return False
    words = tuple(f"{seat}: {word}" for word in ("calls", "checks", "bets ", "raises ", "all-in", "says "))
    return told.line.startswith(words) and told.after.seats[seat].loose == 0


CHIPS_ALONE: Final = ("call", "count-as-call", "count-as-raise", "min-raise", "play-on", "take-back")
"""What the floor may make of chips that came without a word."""


def _is_dealt_anew(case: CaseAnswer, told: Told) -> bool:
    """Whether the case is about the first cards of a street, all of which had gone back, and it is dealt once more."""
    dealt = told.line.startswith(("board", "flop", "turn", "river"))
    return case.topic == "burn-error" and dealt and not told.before.board and bool(told.after.board)


OF_THE_BOARD: Final = ("premature-board", "burn-error", "burn-rule", "hand-flow", "four-card-flop")
"""Topics of cases about cards of a street."""


OF_A_ROUND: Final = frozenset(
    {
        *("call", "complete-call", "check", "min-bet", "min-raise", "take-back", "stands", "play-on"),
        *("count-as-call", "count-as-raise", "cut-to-pot", "below-pot", "full-value", "smallest", "largest", "all-in"),
        *("word", "chips", "binding", "not-binding", "not-substantial", "call-or-fold", "call-or-raise"),
        *("passive-only", "forfeit-and-fold", "dead-hand", "posted-blind"),
        *("penalty", "warning", "no-penalty", "disqualify", "eliminate", "void-hand"),
    }
)
"""What the floor may say of an act, and of whoever made it: of that no more than the conduct is left."""


def _kept(told: Told) -> str | None:
    """A case that stops play is there until the floor has spoken, or the deal or the hand is void.

    What the book says of the same thing now may take its place, and is told.
    """
    before, after, line = told.before, told.after, told.line
    if line.startswith("floor ") or not after.ok:
        return None
    still = {case_key(case) for case in after.cases}
    anew = {(found.topic, found.seat) for found in after.findings}
    gone = [case for case in stopping(before) if case_key(case) not in still and (case.topic, case.seat) not in anew]
    if any(line.startswith(told_of) for told_of in ("card ", "stuck ")):  # a card too many more: the count speaks now
        gone = [case for case in gone if ("wrong-card-count", case.seat) not in anew]
    said = (_is_paid, _is_taken_back, _is_made_good, _is_answered, _is_dealt_anew)
    gone = [case for case in gone if not any(told_so(case, told) for told_so in said)]
    if after.phase == "settled":  # one hand is left: no card of the board can matter any more, nor an act of a round
        gone = [case for case in gone if case.seat is not None or case.topic not in OF_THE_BOARD]
        gone = [case for case in gone if not set(case.options) <= OF_A_ROUND]
    if not gone or after.misdeal or (after.phase == "settled" and told.says("void")):
        return None
    return f"{gone[0].topic} vanishes without the floor"


def _outlived(told: Told) -> str | None:
    """No case that stops play outlives its hand."""
    after = told.after
    for case in stopping(after):
        if told.scene.opened.get(case_key(case), after.hand + 1) < hand_of(after):
            return f"{case.topic} outlives its hand"
    return None


def hand_of(answer: Answer) -> int:
    """The hand that a case is about which is opened now: before a hand, the coming one."""
    return answer.hand + (answer.phase == "idle")


def _left_as_it_was(told: Told) -> str | None:
    before, after, line = told.before, told.after, told.line
    if after.ok or table_of(after) == table_of(before):
        return None
    return f"{verb(line)} is refused and changes the table"


def _sums(told: Told) -> str | None:
    """Stacks, bets and pots are all chips, and none of them is below nothing."""
    after, line = told.after, told.line
    lies = sum(after.pots)
    for place in after.seats.values():
        if min(place.stack, place.bet, place.loose, place.owes, place.returns, place.cards) < 0:
            return "a number below nothing"
        lies += place.stack + place.bet
    if min((*after.pots, after.total)) < 0 or 0 in after.pots:
        return "a pot without chips"
    if lies > after.total or (lies < after.total and not (told.scene.aside or "set-aside" in line)):
        more = "more" if lies > after.total else "less"
        return f"stacks, bets and pots are {more} than the total after {verb(line)}"
    return None


def _total(told: Told) -> str | None:
    """The total changes by those who come and go, and by chips that the floor brings or takes, else never."""
    before, after, line = told.before, told.after, told.line
    words = line.split()
    more = after.total - before.total
    match words:
        case ["sit", _, stack, *_] if after.ok:
            due = int(stack) if more else 0  # a seat that is taken stays taken
        case ["stand", seat] if after.ok:
            due = -before.seats[seat].stack if seat in before.seats and before.seats[seat].status != "empty" else 0
        case ["hidden", _, *chips] if after.ok:
            due = worth(" ".join(chips))
            if 0 <= more <= due and told.scene.chips_lost:
                return None  # a count may have missed them, and they were in the books
            if 0 <= more <= due and any(int(lot.rpartition("x")[2]) not in told.scene.chips for lot in chips):
                return None  # chips that are no longer in play are worth what the book says
        case ["floor", option, *_] if option in RACK or (option == "to-winner" and told.scene.sent_off):
            return None
        case ["race", *_] | ["next", "hand"]:  # raced off, and who was sent off is gone
            return None if more <= 0 or words[0] == "race" else "next hand makes chips"
        case _:
            due = 0
    if more < due and told.scene.sent_off:
        return None  # what comes back to who was sent off goes with him
    if more == due:
        return None
    return f"{verb(line)} {'makes' if more > due else 'loses'} chips"


def _no_more_than_it_had(told: Told) -> str | None:
    """No stack is larger than the hand began with, before a pot is won or without one."""
    after, start = told.after, told.scene.start
    if start is None or after.hand != told.before.hand or after.total != told.before.total or after.phase == "idle":
        return None
    if told.line.startswith("race"):
        return None
    dead = ("folded", "dead", "away")
    stay = [seat for seat in live(told.before) if after.seats[str(seat)].status not in dead]
    all_in = all(_is_all_in(told.scene, told.before, seat) for seat in stay)  # then side pots may be of the dead
    for seat, place in places(after):
        wins = after.phase == "settled" and (all_in or place.status not in dead)
        more = place.stack > told.before.seats[str(seat)].stack
        if more and not wins and place.stack > start.get(seat, place.stack):
            return f"more than the hand began with after {verb(told.line)}"
    return None


def _settled(told: Told) -> str | None:
    """A hand that is over has no bets and no pots; void, it leaves every stack as it was."""
    before, after, line = told.before, told.after, told.line
    if after.phase != "settled":
        return None
    if after.pots or any(place.bet for _, place in places(after)):
        return "a hand that is over has bets or pots"
    if under_way(before) and told.scene.start is not None and told.says("void"):
        for seat, place in places(after):
            sent_off = any(word in line for word in ("disqualify", "eliminate"))
            left = place.stack - place.returns - before.seats[str(seat)].owes
            off = sent_off and place.status == "dead" and (place.stack == place.returns or not left)
            # sent off with his chips, but for what the hand gives back to him, and what he had still to put in
            gone = place.status == "empty" or off
            counted = line.startswith("floor accept-count") and place.stack < told.scene.start.get(seat, 0)
            if not gone and not counted and place.stack != told.scene.start.get(seat, place.stack):
                return f"a void hand leaves another stack than it began with ({verb(line)})"
    return None


def _parts(told: Told) -> str | None:
    """Equal hands get equal parts of each pot in the smallest chip, and no pot goes to a worse hand."""
    before, after = told.before, told.after
    if after.phase != "settled" or not under_way(before) or before.turn is not None or told.scene.start is None:
        return None
    if before.misdeal:
        return None  # dealt again, and over at once: what goes back was put in before
    if not after.ok or told.says("void"):
        return None
    got = {seat: _awarded(before.seats[str(seat)], place) for seat, place in places(after)}
    stay = [seat for seat in live(before) if after.seats[str(seat)].status not in ("folded", "dead", "away", "empty")]
    stay = [seat for seat in stay if seat != _killed(before, told.line)]  # busted, if it was all-in
    if len(stay) == 1:
        ruled = told.line.startswith("floor ")
        others = [seat for seat in got if seat not in stay and got[seat] > _uncalled(before, seat, ruled=ruled)]
        if sum(got[seat] for seat in others) <= _beyond(told.scene, before, stay[0]):
            return None  # a side pot that the last hand has no part in
        if told.scene.dead is None and _is_all_in(told.scene, before, stay[0]):
            return None  # what he has put in without his ante, by which that is told, is not known
        return "a pot goes to another than the last hand" if others else None
    if (
        len(after.board) != 5
        or told.scene.holes is None
        or not set(stay) <= set(told.scene.holes)
        or told.scene.dead is None
    ):
        return None
    rank = {seat: StandardHighHand.from_game(told.scene.holes[seat], "".join(after.board)) for seat in stay}
    by_big_blind = told.scene.ante_of_big_blind
    readings = (True, False) if by_big_blind is None else (by_big_blind,)
    least = [_due(told.scene, _pots(told.scene, before, stay, reading), rank) for reading in readings]
    short = [seat for seat in got if 0 <= got[seat] < min(due.get(seat, 0) for due in least)]
    return "an equal hand gets less than its part" if short else None


def _killed(answer: Answer, line: str) -> int | None:
    """Whose hand a line of the floor kills: of the case that offers it, or above the rule of the newest one."""
    words = line.split()
    if words[0] != "floor" or words[1] not in ("dead-hand", "forfeit-and-fold"):
        return None
    number = next((word.removeprefix("case=") for word in words[2:] if word.startswith("case=")), None)
    named = [case for case in answer.cases if number in (None, str(case.number))]
    offers = [case for case in named if words[1] in case.options]
    return (offers or named)[-1].seat if named else None


def _due(scene: Scene, pots: Sequence[tuple[int, list[int]]], rank: Mapping[int, Hand]) -> Mapping[int, int]:
    """What each winner gets at least: equal parts of each pot in the smallest chip, without what is left over."""
    unit, due = min(scene.chips), Counter[int]()
    for chips, claimants in pots:
        best = max(rank[seat] for seat in claimants)
        winners = [seat for seat in claimants if rank[seat] == best]
        for seat in winners:
            due[seat] += chips // (unit * len(winners)) * unit
    return due


def _uncalled(before: Answer, seat: int, *, ruled: bool) -> int:
    """What may go back to a seat although it wins nothing: what nobody matched, and what it never put in.

    By a ruling all of its bet, as some books have it for a hand that was killed by mistake.
    """
    if ruled:
        return before.seats[str(seat)].bet + before.seats[str(seat)].owes
    matched = max(place.bet for other, place in places(before) if other != seat)
    own = before.seats[str(seat)]
    return max(0, own.bet - matched) + own.owes


def _awarded(before: SeatAnswer, after: SeatAnswer) -> int:
    """What came to a stack: bets are in and matched by then."""
    return after.stack - before.stack


def _pots(scene: Scene, before: Answer, stay: Sequence[int], by_big_blind: bool) -> list[tuple[int, list[int]]]:
    """Chips and claimants of each pot, from what every seat put in."""
    start, dead = scene.start or {}, scene.dead or {}
    put = {seat: start.get(seat, place.stack) - place.stack for seat, place in places(before)}
    main = 0
    if by_big_blind:
        main = sum(dead.values())
        put = {seat: chips - dead.get(seat, 0) for seat, chips in put.items()}
    pots: list[tuple[int, list[int]]] = []
    floor = 0
    for level in sorted({put[seat] for seat in stay}):
        chips = sum(min(max(0, paid - floor), level - floor) for paid in put.values())
        pots.append((chips + main, [seat for seat in stay if put[seat] >= level]))
        floor, main = level, 0
    rest = sum(max(0, paid - floor) for paid in put.values())
    able = [seat for seat in stay if before.seats[str(seat)].status != "all-in"]
    if rest and able:  # what a dead hand put in beyond an all-in is for those who could have matched it
        pots.append((rest, able))
    return pots  # what is beyond all of them went to hands that have died since


def _is_all_in(scene: Scene, answer: Answer, seat: int) -> bool:
    """Whether the seat is all-in, though chips that were hidden then may lie behind it now."""
    return seat in scene.found_more or answer.seats[str(seat)].status == "all-in"


def _beyond(scene: Scene, before: Answer, stays: int) -> int:
    """What others put in beyond the last hand, if that is all-in."""
    if not _is_all_in(scene, before, stays):
        return 0
    readings = (True, False) if scene.ante_of_big_blind is None else (scene.ante_of_big_blind,)
    most = 0
    for by_big_blind in readings:
        dead = (scene.dead or {}) if by_big_blind else {}  # antes of everybody make pots as bets do
        put = {
            seat: (scene.start or {}).get(seat, place.stack) - place.stack - dead.get(seat, 0)
            for seat, place in places(before)
        }
        most = max(most, sum(max(0, chips - put[stays]) for chips in put.values()))
    return most


def _effect(told: Told) -> str | None:
    """An option does what its name promises."""
    before, after, line = told.before, told.after, told.line
    picked = chosen(before, line)
    if picked is None or not after.ok:
        return None
    case, option = picked
    law = EFFECTS.get(option)
    if law is None or (case.seat is None and option not in ("misdeal", "void-hand")):
        return None
    return None if law(told, case.seat or 0) else f"{option} of {case.topic} is without effect"


Effect: TypeAlias = Callable[[Told, int], bool]


def _dead(told: Told, seat: int) -> bool:
    if not under_way(told.before) or seat not in live(told.before) or not under_way(told.after):
        return True
    return seat not in live(told.after) or len(live(told.before)) == 1


def _misdealt(told: Told, _: int) -> bool:
    return not under_way(told.before) or told.after.misdeal or not under_way(told.after)


def _void(told: Told, _: int) -> bool:
    gone = told.before.phase == "settled" and bool(told.scene.sent_off)  # chips of the hand have left the table
    return told.before.phase == "idle" or gone or told.says("void")


def _nothing_loose(told: Told, seat: int) -> bool:
    return told.after.seats[str(seat)].loose == 0


def _no_raise(told: Told, seat: int) -> bool:
    """What the seat may do in this round: with a street that lay there already and counts now, it is over."""
    if told.after.phase != told.before.phase:
        return True
    return told.after.turn != seat or not {"raise", "bet"} & set(told.after.may or ())


def _at_level(told: Told, seat: int) -> bool:
    """The call is complete, if it was the seat's turn: it has as many chips in as any, or none behind."""
    if told.before.turn != seat or not under_way(told.after) or told.after.phase != told.before.phase:
        return True
    picked = chosen(told.before, told.line)
    if picked is not None and told.scene.arose.get(case_key(picked[0])) != told.before.phase:
        return True  # of another round: no act is made of it in this one
    place = told.after.seats[str(seat)]
    lies = max(other.bet for _, other in places(told.before) if other.status in LIVE)  # more goes back at once
    level = min(lies, level_of(told.before))  # an act held past the turn may have raised it since
    was = told.before.seats[str(seat)]
    paid = was.stack - place.stack >= level - was.bet  # a flop with a card too many is taken up, and its round is over
    return place.status not in LIVE or not place.stack or place.bet >= level or paid


def _has_cards_again(told: Told, seat: int) -> bool:
    """The hand is live again; too late where cards or acts have come since, as for who was sent off."""
    picked = chosen(told.before, told.line)
    if seat in told.scene.sent_off or picked is None or case_key(picked[0]) not in told.scene.fresh:
        return True
    if told.after.seats[str(seat)].status == "away":
        return True  # its player is not here, and no hand is his
    if any(found.topic == "wrong-card-count" and found.seat == seat for found in told.after.findings):
        return True  # it came back with cards too many, and died of them
    return not under_way(told.before) or not under_way(told.after) or seat in live(told.after)


EFFECTS: Final[Mapping[str, Effect]] = {
    "dead-hand": _dead,
    "forfeit-and-fold": _dead,
    "misdeal": _misdealt,
    "void-hand": _void,
    "take-back": _nothing_loose,
    "passive-only": _no_raise,
    "call-or-fold": _no_raise,
    "complete-call": _at_level,
    "call": _at_level,
    "count-as-call": _at_level,
    "retrieve": _has_cards_again,
}


def _legal_for_nothing(told: Told) -> str | None:
    """Some steps are legal and change nothing: to muck a hand that was discarded, to call a void deal a misdeal."""
    before, after = told.before, told.after
    what, _, seat = told.line.partition(" ")
    place = before.seats.get(seat)
    gone = place is not None and place.status == "folded" and not place.cards and before.phase != "deal"
    if what == "muck" and under_way(before) and gone:
        if not after.ok:
            return "muck of a hand that was discarded is refused"
        if after.cases != before.cases or after.seats != before.seats:
            return "muck of a hand that was discarded changes the table"
    if told.line == "floor misdeal" and before.misdeal and after.ok and not before.cases:
        return None if table_of(after) == table_of(before) else "a misdeal of a void deal changes the table"
    return None


_ACT: Final = re.compile(
    r"(\d+): (folds|checks|calls|bets|raises to|all-in|pushes|"
    r"says \"(?:raise|pot|call|check|fold|all-in|bet|\d|five|two))"
)


def _kind(line: str) -> str:
    """The plain word for what a line does."""
    word = line.partition(": ")[2].removeprefix("says ").strip('"')
    return "bet" if word.startswith(("bet", "raise", "pot", "all-in", "five", "two")) else word.removesuffix("s")


def level_of(answer: Answer) -> int:
    """What a call comes to: more than lies there where the big blind is short."""
    due = 0 if answer.turn is None else answer.seats[str(answer.turn)].bet + (answer.to_call or 0)
    if answer.turn is not None and (answer.to_call or 0) < answer.seats[str(answer.turn)].stack:
        return due  # what a dead hand has forfeited may be more
    return max(due, *(place.bet for _, place in places(answer)))


def _pays_a_call(line: str, missing_chips: int) -> bool:
    """Whether the pushed chips are what is missing, as near as chips without change come to it."""
    if verb(line) != "pushes" or missing_chips <= 0:
        return False
    pushed = [
        (int(count or 1), int(value)) for count, value in re.findall(r"(?:(\d+)x)?(\d+)", line.partition("pushes")[2])
    ]
    return sum(count * value for count, value in pushed) - min(value for _, value in pushed) < missing_chips


def _named(told: Told) -> str | None:
    """An act out of turn leaves a finding."""
    before, after = told.before, told.after
    act = _ACT.match(told.line)
    if act is None or not after.ok or before.turn is None or int(act[1]) == before.turn or after.findings:
        return None
    if before.may is None:  # the turn is to discard: nobody bets
        return None
    seat, place = int(act[1]), before.seats[act[1]]
    if place.status != "in" or not place.stack or place.owes or told.scene.spoke == seat or stopping(before):
        return None
    if _is_done_already(told, seat) or (seat in told.scene.early and _goes_with_it(told, seat)):
        return None
    return f"{verb(told.line)} out of turn is not named"


def _is_done_already(told: Told, seat: int) -> bool:
    """Whether it is the word for what the seat has done just so, and nothing has changed since."""
    place, kind = told.before.seats[str(seat)], _kind(told.line)
    amount = re.search(r'says "(?:raise|bet) (\d+)"', told.line)
    if kind == str(place.bet) or (amount and int(amount[1]) == place.bet == level_of(told.before)):
        return True  # the amount that lies there
    if kind in ("check", "call") and place.returns:
        return True  # its chips go back, which made its act just that
    return (str(seat), kind, level_of(told.before)) in told.scene.acted


def _goes_with_it(told: Told, seat: int) -> bool:
    """Whether it belongs to the act that the seat has made before its turn: the same word, its size, its chips."""
    scene, before, line = told.scene, told.before, told.line
    place = before.seats[str(seat)]
    if re.search(r'says "(?:raise"|pot"|bet"|\d|five|two)', line):
        return True  # the word for what the seat is held to already, or how much it is
    if seat in scene.unsized and (
        re.search(r'says "(?:raise|bet)', line) or verb(line) in ("bets", "raises to", "all-in")
    ):
        return True  # the size of the bet that it has said
    plain_act = re.search(r": (?:bets|raises to) (\d+)$", line)
    if plain_act and (seat, int(plain_act[1])) in scene.sizes:
        return True  # the chips of the very bet that it has said
    amount = re.search(r'says "(?:raise|bet) (\d+)"', line)
    if amount:
        # what the book made of it, or what lies in front of the seat with what it has pushed
        sizes = (before.min_raise_to, before.max_raise_to, place.bet + place.loose)
        return int(amount[1]) in sizes or (seat, int(amount[1])) in scene.sizes
    if verb(line) != "pushes":
        return False
    held_to = max((chips for at, chips in scene.sizes if at == seat), default=before.min_raise_to or 0)
    missing_chips = max(level_of(before), held_to) - place.bet - place.loose
    return (
        seat in scene.pulled  # chips of a bet that waits come back to it
        or not place.loose  # the chips of what it has said
        or _pays_a_call(line, missing_chips)  # what is missing to the call or the least raise that it is held to
        or (seat in scene.worded and missing_chips > 0)  # too much for its words, which the chips do not change
    )


LAWS: Final[Mapping[str, Law]] = {
    "error": _left_as_it_was,
    "next": _done,
    "act": _next,
    "floor": _floor,
    "case": _kept,
    "outlived": _outlived,
    "stacks": _no_more_than_it_had,
    "sums": _sums,
    "total": _total,
    "settled": _settled,
    "parts": _parts,
    "option": _effect,
    "nothing": _legal_for_nothing,
    "named": _named,
}


def broken(told: Told) -> str | None:
    """The first law that the answer to a line breaks, with its detail; None where all hold."""
    for name, law in LAWS.items():
        if (detail := law(told)) is not None:
            return f"{name}: {detail}"
    return None


def verb(line: str) -> str:
    """A line without its numbers, names and amounts."""
    line = re.sub(r"^deal .*", "deal", line)
    line = re.sub(r"\b(?:[2-9TJQKA][cdhs])+\b|=\S+|\d+x\d+|\d+", "", line)
    return " ".join(line.replace('"', "").replace(" :", "").replace(":", "").split())


def plain(error: str) -> str:
    """An error without what is particular to it."""
    return re.sub(r"\d+|'[^']*'", "", error).strip(" :")[:80]


# --- what is known after a line ---------------------------------------------------------------------------------------

_CARDS_MAY_CHANGE: Final = re.compile(
    r"card |stuck|expose|boxed|foreign|duplicate|missing|.*gives cards|shuffle|floor (?:misdeal|redeal|complete|pass|"
    r"return-as|retrieve)|muck|.*hides"
)


def known_after(scene: Scene, line: str, after: Answer) -> Scene:
    """The scene after a line that kept all laws."""
    before = scene.answer
    opened = {case_key(case): scene.opened.get(case_key(case), hand_of(after)) for case in after.cases}
    arose = {case_key(case): scene.arose.get(case_key(case), after.phase) for case in after.cases}
    scene = replace(scene, answer=after, opened=opened, arose=arose)
    if not after.ok:
        return scene
    fresh = frozenset(opened) - {case_key(case) for case in before.cases}
    scene = _round_after(replace(scene, fresh=fresh), before, line, after)
    if line.startswith("race"):
        left = tuple(value for value in scene.chips if str(value) != line.split()[1])
        scene = replace(scene, start=None, chips=left or scene.chips)
    scene = _ruled_on(scene, line, before)
    scene = _seen_at_a_seat(scene, line, before)
    if line.startswith("lost"):
        scene = replace(scene, chips_lost=True)
    if line.startswith("stand"):
        scene = replace(scene, sent_off=scene.sent_off | {int(line.split()[1])})
    if line.startswith(("deal", "shuffle")) and after.hand != before.hand:
        begun = {seat: place.stack for seat, place in places(before)}
        holes = dict(word.split("=") for word in line.split()[1:])
        scene = replace(
            scene,
            start=begun,
            dead=None,
            holes={int(seat): cards for seat, cards in holes.items()} or None,
            aside=False,
            tabled=frozenset(),
            face_up=frozenset(),
            found_more=frozenset(),
        )
    elif _CARDS_MAY_CHANGE.match(line) or (after.misdeal and not before.misdeal):
        scene = replace(scene, holes=None)
    if line.startswith(("floor blind-first", "floor ante-first")):
        scene = replace(scene, dead=None)
    if line.startswith("floor set-aside"):
        scene = replace(scene, aside=True, start=None)
    if after.total != before.total:
        scene = replace(scene, start=_with_found(scene, line, before, after))
    in_front = any(place.bet for _, place in places(after))  # a board that was taken off leaves bets in the pot
    if scene.dead is None and scene.start is not None and after.phase == "preflop" and in_front:
        paid = {seat: scene.start.get(seat, 0) - place.stack - place.bet for seat, place in places(after)}
        scene = replace(scene, dead=paid)
    return scene


def _ruled_on(scene: Scene, line: str, before: Answer) -> Scene:
    """The scene after the floor sent a player off, or had a card replaced."""
    if (ruled := chosen(before, line)) is None:
        return scene
    case, option = ruled
    if option in ("disqualify", "eliminate"):
        named = dict(word.split("=") for word in line.split()[2:]).get("seat", case.seat)
        return replace(scene, sent_off=scene.sent_off | {int(named or 0)}, start=None)
    if option == "replace-card" and case.seat is not None:
        return replace(scene, face_up=scene.face_up | {case.seat})
    return scene


def _seen_at_a_seat(scene: Scene, line: str, before: Answer) -> Scene:
    """The scene after a hand was turned up, or chips came to light behind a player who had none."""
    if (turned := re.match(r"card (\d+) exposed|boxed (\d+)", line)) is not None:
        return replace(scene, face_up=scene.face_up | {int(turned[1] or turned[2])})
    if (shows := re.match(r"(\d+): shows$", line)) is not None:
        return replace(scene, tabled=scene.tabled | {int(shows[1])})
    if (lit := re.match(r"hidden (\d+)", line)) is not None and not before.seats[lit[1]].stack:
        return replace(scene, found_more=scene.found_more | {int(lit[1])})
    return scene


_MAKES_A_CALL: Final = frozenset({"overchip", "reopening", "undercall"})
"""Findings after which a call is all that is left of what was done."""


def _round_after(scene: Scene, before: Answer, line: str, after: Answer) -> Scene:
    """Who has spoken and acted in the round."""
    said = re.match(r"(\d+): says", line)
    same = after.phase == before.phase and after.hand == before.hand
    if not same:
        scene = replace(scene, early=frozenset(), worded=frozenset(), unsized=frozenset(), acted=frozenset())
    early, worded, acted = scene.early, scene.worded, scene.acted
    if (done := _ACT.match(line)) is not None:
        kind = _kind(line)
        if done[2] == "pushes":  # silent chips are what they were taken for
            kind = "bet" if level_of(after) > level_of(before) else "call"
        made = [found for found in after.findings if str(found.seat) == done[1]]
        taken_for = [str(found.facts["as_kind"]) for found in made if "as_kind" in found.facts]
        if any(found.topic in _MAKES_A_CALL for found in made) or taken_for == ["call"]:
            kind = "call"
        if any(found.topic == "invalid-declaration" for found in made) and level_of(after) == level_of(before):
            kind = "check"  # a call of nothing; a raise of nothing is a bet
        acted |= {(done[1], kind, level_of(after))}
        acted |= {(str(seat), kind, chips) for seat, chips in _held_to(after) if taken_for == ["call"]}
        if done[2] == "bets" and level_of(after) == level_of(before):
            acted |= {(done[1], "call", level_of(after))}  # a bet of what there was to call
    if (ruled := chosen(before, line)) is not None:
        if ruled[1] in ("call", "complete-call", "count-as-call"):
            acted |= {(str(ruled[0].seat), "call", level_of(after))}
        elif level_of(after) > level_of(before):  # what the floor let stand is its bet
            acted |= {(str(ruled[0].seat), "bet", level_of(after))}
    acted |= _reduced(after)
    turn = after.turn if before.turn is None else before.turn  # who acts ends the deal
    if (act := _ACT.match(line)) is not None and turn is not None and int(act[1]) != turn:
        early |= {int(act[1])}
        worded |= set() if act[2] == "pushes" else {int(act[1])}
        if re.search(r'says "(?:bet|raise)"', line):
            scene = replace(scene, unsized=scene.unsized | {int(act[1])})
    early -= set() if stopping(after) else {after.turn or 0}  # what the floor gives back may take the turn again
    pulls = re.match(r"(\d+): pulls", line)
    pulled = (scene.pulled | {int(pulls[1])} if pulls else scene.pulled) & early
    spoke, worded = int(said[1]) if said else None, worded & early
    unsized = scene.unsized & early
    sizes = (*scene.sizes, *_held_to(after), *_made_whole(after))
    scene = replace(scene, sizes=tuple(one for one in sizes if one[0] in early))
    return replace(scene, spoke=spoke, early=early, worded=worded, unsized=unsized, pulled=pulled, acted=acted)


def _reduced(answer: Answer) -> set[tuple[str, str, int]]:
    """Seats whose early bet or raise their book made the check or the call in this line."""
    return {
        (str(found.seat), "call" if found.facts["held_to_chips"] else "check", level_of(answer))
        for found in answer.findings
        if found.topic == "out-of-turn" and "held_to_chips" in found.facts
    }


def _held_to(answer: Answer) -> list[tuple[int, int]]:
    """Seats that acted out of turn in this line, and the total that they are held to."""
    return [
        (int(found.seat or 0), int(found.facts["as_chips"]))
        for found in answer.findings
        if found.topic == "out-of-turn" and "as_chips" in found.facts
    ]


_MADE_WHOLE: Final = {"incorrect-bet": "min_raise_to_chips", "forced-all-in-remainder": "as_chips"}
"""What a bet comes to that its book makes larger."""


def _made_whole(answer: Answer) -> list[tuple[int, int]]:
    """Seats whose bet was too small, or left next to nothing behind, and the total that it comes to."""
    return [
        (int(found.seat or 0), int(found.facts[_MADE_WHOLE[found.topic]]))
        for found in answer.findings
        if _MADE_WHOLE.get(found.topic) in found.facts
    ]


def _with_found(scene: Scene, line: str, before: Answer, after: Answer) -> Mapping[int, int] | None:
    words = line.split()
    if words[0] != "hidden" or scene.start is None:
        return None
    seat = int(words[1])
    return {**scene.start, seat: scene.start.get(seat, 0) + after.total - before.total}
