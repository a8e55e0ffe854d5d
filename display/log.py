"""The plain log: a hand history told line by line as it happens.

`lines` turns one `Told` into text; `write_log` does so for everything a feed hears. Outcomes say what
happened; names, blinds and the game come from the view at hand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing
from typing import Final, Literal, TextIO, assert_never

import msgspec
from rich.cells import cell_len

from display.feed import Connected, Feed, Heard, Lost
from display.wording import boundary
from display.wording.made_hands import made, made_against, that_play
from display.wording.undone import act_word
from display.wording.wording import ENGLISH, Wording, capital, wording_in
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.accounts import DealtTold, DrawTold, HandAccount
from table_controller.vocabulary.events import EVENTS, ChipsMovedByKey, PenaltyGiven
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import (
    OUTCOMES,
    ActRuled,
    BetReturned,
    BoardNamed,
    CardsDrawn,
    Corrected,
    DealVoided,
    ForcedBetPosted,
    HandBegan,
    HandSettled,
    HandShown,
    HandVoided,
    Outcome,
    PotAwarded,
    StreetOpened,
)
from table_controller.vocabulary.views import (
    ExplainedView,
    FoundView,
    HistoryView,
    LogLine,
    NextAct,
    Notice,
    PotView,
    Refused,
    SeatView,
    TableView,
)

INDENT: Final = "  "
_LOW: Final = "Low"
"""What wins the low half of a pot."""

RETOLD: Final = 60
"""So many of the last messages can be told again in another language."""


def lines(told: LogLine, view: TableView | None, words: Wording = ENGLISH, *, brief: bool = False) -> list[str]:
    """What `told` says, as lines without line ends; what this release does not know is shown by its name.

    `brief` leaves out the lists of players and stacks: for a screen that shows them anyhow.
    """
    kind = str(told.what.get("is"))
    try:
        if kind == "Finding":
            return _finding(msgspec.convert(told.what, Finding), view, words)
        if kind == "FloorRuled":
            return [INDENT + words.say("told.FloorRuled", option=words.code("option", str(told.what.get("option"))))]
        if kind == PenaltyGiven.__name__:
            return _penalty(told, view, words)
        if kind == ChipsMovedByKey.__name__:
            return _taken_as_moved(told, view, words)
        if kind in OUTCOMES.names:
            outcome = OUTCOMES.from_object(told.what)
            said = _outcome(outcome, view, words)
            if brief and isinstance(outcome, HandSettled):
                over = INDENT + words.say("told.HandSettled.brief", hand=str(outcome.hand))
                return [over, *_busted(outcome, view, words)]
            return [said[0], *said[1 + len(outcome.seats) :]] if brief and isinstance(outcome, HandBegan) else said
    except (LineError, msgspec.ValidationError):
        pass
    return [INDENT + words.say("told.other", code=kind)]


def _penalty(told: LogLine, view: TableView | None, words: Wording) -> list[str]:
    """A penalty, in the hands and rounds in which the floor gave it; of neither it is a warning."""
    event = EVENTS.from_object(told.what)
    if not isinstance(event, PenaltyGiven):
        return []
    player = words.player(() if view is None else view.seats, event.seat)
    counts = {"hand": event.hands, "round": event.rounds}
    missed = [
        words.say(f"told.penalty-{unit}{'s' * (count > 1)}", count=count) for unit, count in counts.items() if count
    ]
    key = "told.penalty" if missed else "told.warning"
    return [INDENT + words.say(key, player=player, missed=", ".join(missed))]


def _taken_as_moved(told: LogLine, view: TableView | None, words: Wording) -> list[str]:
    """Chips that nobody said were pushed or given back: the next hand began, so they were."""
    seats = () if view is None else view.seats
    event = EVENTS.from_object(told.what)
    moves = event.moves if isinstance(event, ChipsMovedByKey) else ()
    said = [(f"told.taken-{one.way}", words.player(seats, one.seat), one.chips) for one in moves]
    return [INDENT + words.say(key, player=player, chips=chips) for key, player, chips in said]


class Teller:
    """Turns what a feed hears into lines: remembers the last view, and what it told already.

    After a reconnect the controller may repeat itself; a `Told` that was told before the line broke is
    left out. When everybody is all in the hand is at its showdown before the last cards are named; the line
    for the showdown waits for them.
    """

    def __init__(self, words: Wording = ENGLISH, *, brief: bool = False) -> None:
        self._words, self._brief = words, brief
        self._view: TableView | None = None
        self._told = 0
        self._repeated_up_to = 0
        self._waiting: list[str] = []
        self._last: deque[tuple[LogLine | Notice, TableView | None]] = deque(maxlen=RETOLD)

    def speak(self, words: Wording) -> list[str]:
        """Go on in another language; the lines for what was heard last, told again in it."""
        again, last = Teller(words, brief=self._brief), tuple(self._last)
        said = []
        for heard, view in last:
            again._view = view
            said += again.hear(heard)
        self._words, self._waiting = words, again._waiting
        return said

    def takes_back(self, view: TableView) -> bool:
        """Drop what was told of hands that lie face down in `view` after all; whether there was any of it."""
        down = {seat.seat for seat in view.seats if not seat.tabled and seat.cards}
        kept = [
            one for one in self._last if not (one[1] is not None and one[1].hand == view.hand and _shows(one[0], down))
        ]
        if len(kept) == len(self._last):
            return False
        self._last = deque(kept, maxlen=RETOLD)
        return True

    def hear(self, heard: Heard) -> list[str]:
        """The lines for one message; none for a view."""
        match heard:
            case HistoryView() | ExplainedView():
                return []  # one screen asked for it
            case TableView():
                if self._view is not None and self._view.epoch != heard.epoch:
                    self._told = self._repeated_up_to = 0
                self._view = heard
                return []
            case LogLine():
                return self._tell(heard)
            case Notice():
                self._last.append((heard, self._view))
                return [INDENT + self._words.notice(heard)]
            case Refused():
                return [INDENT + self._words.say("notice.Refused", reason=self._words.reason(heard.reason))]
            case Connected():
                self._repeated_up_to = self._told
                return []
            case Lost():
                return [INDENT + self._words.say("notice.Lost", reason=self._words.reason(heard.reason))]
            case _:
                assert_never(heard)

    def _tell(self, told: LogLine) -> list[str]:
        if told.n <= self._repeated_up_to:
            return []
        self._told = max(self._told, told.n)
        self._last.append((told, self._view))
        said = lines(told, self._view, self._words, brief=self._brief)
        self._view = _with_shown(self._view, told)
        if told.what.get("is") == BoardNamed.__name__:
            return said
        said, self._waiting = self._waiting + said, []
        if told.what.get("is") == StreetOpened.__name__ and told.what.get("street") == "showdown":
            said, self._waiting = said[:-1], said[-1:]
        return said


async def write_log(
    feed: Feed,
    stream: TextIO,
    *,
    follow: bool = True,
    language: str = "",
    joined: Callable[[], object] = lambda: None,
) -> None:
    """Write what `feed` tells to `stream`, line by line, each flushed; see `Feed.messages` for `follow`.

    `joined` is called at each view of the table: from then on nothing is missed.

    Without a `language` the log speaks the table's.
    """
    words = wording_in(language)
    teller = Teller(words)
    async with aclosing(feed.messages(follow=follow)) as messages:
        async for heard in messages:
            if isinstance(heard, TableView):
                joined()
            if isinstance(heard, TableView) and wording_in(language or heard.language) is not words:
                words = wording_in(language or heard.language)
                teller.speak(words)  # what stands there already stays
            for line in teller.hear(heard):
                _write(stream, line)


def _write(stream: TextIO, line: str) -> None:
    """One line, in what the stream can hold: a terminal of another encoding gets question marks, not a crash."""
    encoding = stream.encoding or "utf-8"
    text = boundary.guard(line).encode(encoding, "replace").decode(encoding)
    stream.write(text + "\n")
    stream.flush()


def _outcome(outcome: Outcome, view: TableView | None, words: Wording) -> list[str]:  # noqa: C901 - one case a type
    seats = view.seats if view is not None else ()

    def player(seat: int) -> str:
        return capital(words.player(seats, seat))

    match outcome:
        case HandBegan():
            return _header(outcome, view, words)
        case ForcedBetPosted(seat, kind, chips):
            return [INDENT + words.say(f"told.ForcedBetPosted.{kind}", player=player(seat), chips=chips)]
        case ActRuled(seat, kind, to_chips, all_in):
            word = act_word(kind, to_chips, view)
            sentence = words.say(f"told.ActRuled.{word}", player=player(seat), chips=to_chips)
            more = words.say("told.ActRuled.and-all-in") if all_in and kind != "all-in" else ""
            return [INDENT + sentence + more]
        case StreetOpened(street):
            return [capital(words.street(street, view))]
        case BoardNamed(cards):
            return [INDENT + words.say("told.BoardNamed", cards=" ".join(cards))]
        case BetReturned(seat, chips):
            return [INDENT + words.say("told.BetReturned", player=words.player(seats, seat), chips=chips)]
        case HandShown():
            return [INDENT + _shown(outcome, view, words)]
        case CardsDrawn(seat, count):
            key = "told.CardsDrawn" if count else "told.CardsDrawn.pat"
            return [INDENT + words.say(key, player=player(seat), count=str(count))]
        case PotAwarded(pot, seat, chips, label):
            won = words.say(_pot_key(pot, view), player=player(seat), chips=chips, number=pot)
            others = [_playing(view, one.seat, label) for one in view.seats if one.seat != seat] if view else []
            said = made_against(label, _playing(view, seat, label), others, words) if label else ""
            return [INDENT + won + (words.say("told.PotAwarded.with", label=said) if said else "")]
        case DealVoided() | HandVoided() | Corrected():
            return [INDENT + _put_right(outcome, seats, words)]
        case HandSettled(hand, stacks):
            head = INDENT + words.say("told.HandSettled", hand=str(hand))
            return [head, *_stacks(dict(stacks), seats, words), *_busted(outcome, view, words), ""]
        case _:
            assert_never(outcome)


def _shown(outcome: HandShown, view: TableView | None, words: Wording) -> str:
    """A hand with what it makes, in a game of halves for the low one too."""
    player = capital(words.player(() if view is None else view.seats, outcome.seat))
    board, variant = ((), "") if view is None else (view.board, view.variant)
    makes = [
        made(label, that_play(label, outcome.cards, board, variant), words)
        for label in (outcome.label, outcome.low)
        if label
    ]
    key = ("told.HandShown.plain", "told.HandShown", "told.HandShown.both")[len(makes)]
    label, low = (*makes, "", "")[:2]
    return words.say(key, player=player, cards=" ".join(outcome.cards), label=label, low=low)


def _with_shown(view: TableView | None, told: LogLine) -> TableView | None:
    """The view with a hand that was shown since, or cards of the board: what wins is told before the next view."""
    try:
        outcome = OUTCOMES.from_object(told.what)
    except (LineError, msgspec.ValidationError):
        return view
    match outcome:
        case HandShown(seat, cards) if view is not None:
            seats = tuple(replace(one, tabled=cards) if one.seat == seat else one for one in view.seats)
            return replace(view, seats=seats)
        case BoardNamed(cards) if view is not None:
            return replace(view, board=(*view.board, *(card for card in cards if card not in view.board)))
        case _:
            return view


def _playing(view: TableView | None, seat: int, label: str) -> tuple[Card, ...]:
    """What plays of a tabled hand and the board for a hand of this kind; none while it lies face down."""
    tabled = next((one.tabled for one in view.seats if one.seat == seat), ()) if view is not None else ()
    return that_play(label, tabled, view.board, view.variant) if view is not None and tabled else ()


_GONE: Final = frozenset({"busted", "left"})


def _busted(settled: HandSettled, view: TableView | None, words: Wording) -> list[str]:
    """Who has lost his last chips in this hand: by the view before it was settled he was still in it."""
    before = {} if view is None else {seat.seat: seat.status for seat in view.seats}
    gone = [seat for seat, chips in settled.stacks if not chips and before.get(seat, "busted") not in _GONE]
    seats = () if view is None else view.seats
    return [INDENT + capital(words.say("told.busted", player=words.player(seats, seat))) for seat in gone]


def _put_right(told: DealVoided | HandVoided | Corrected, seats: tuple[SeatView, ...], words: Wording) -> str:
    """What does not count, or is otherwise than it was told."""
    if not isinstance(told, Corrected):
        return words.say(f"told.{type(told).__name__}")
    holes: dict[str, int | str] = {
        "player": words.player(seats, told.seat) if told.seat is not None else "",
        "other": words.player(seats, told.to_seat) if told.to_seat is not None else "",
        "was": told.before_chips,
        "chips": told.chips,
        "now": told.now,
        "before": told.before,
        "word": words.code("act", told.now),
    }
    if told.what == "seat" and not told.now:  # between hands: where they sit, whatever their names
        holes |= {"player": words.say("seat.nameless", seat=told.seat or 0)}
        holes |= {"other": words.say("seat.nameless", seat=told.to_seat or 0)}
        return words.say("told.Corrected.moved", **holes)
    if told.what == "word" and told.now == "check":  # before cards, or another's bet; every other word before chips
        return words.say(f"told.Corrected.check{'-bet' if told.before == 'bet' else ''}", **holes)
    return words.say(f"told.Corrected.{told.what}", **holes)


def _opening_of(began: HandBegan, *, stud: bool) -> str:
    """What says a hand's forced bets: bring-in, blinds, or the one blind of the button."""
    if stud:
        return "told.HandBegan.stud"
    alone = began.small_blind is None and began.big_blind == began.button
    return "told.HandBegan.of-the-button" if alone else "told.HandBegan"


def _header(began: HandBegan, view: TableView | None, words: Wording) -> list[str]:
    """A hand's first lines: what is played, and who sits where with how much."""
    if view is None:
        return [words.say("hand.number", number=str(began.hand))]
    goes_up = view.hand < began.hand and view.coming is not None and not view.coming.later
    game = view.coming_game if view.hand < began.hand else None
    coming = game or (view.coming if goes_up and view.coming is not None else view)  # the level goes up with it
    variant = view.variant if game is None else game.variant
    ante = words.say("told.HandBegan.ante", chips=coming.ante_chips) if coming.ante_chips else ""
    stud = (game or view).bring_in
    head = words.say(
        _opening_of(began, stud=stud),
        hand=str(began.hand),
        variant=words.code("variant", variant),
        small=coming.small_blind_chips,
        big=coming.big_blind_chips,
        twice=2 * coming.big_blind_chips,
        book=words.code("book", view.rulebook),
        ante=ante,
    )
    if stud:
        return [head, *_stacks(dict(began.stacks) or dict.fromkeys(began.seats), view.seats, words)]
    marks = {began.button: ["button"]}
    if began.small_blind is not None:
        marks.setdefault(began.small_blind, []).append("small-blind")
    marks.setdefault(began.big_blind, []).append("big-blind")
    notes = {seat: [words.say(f"told.HandBegan.{mark}") for mark in lying] for seat, lying in marks.items()}
    stacks = dict(began.stacks) or dict.fromkeys(began.seats)
    alone = began.big_blind == began.button  # as in short deck: no small blind belongs to the game
    dead = [] if began.small_blind is not None or alone else [INDENT + words.say("told.HandBegan.dead-small-blind")]
    return [head, *_stacks(stacks, view.seats, words, notes), *dead]


def _stacks(
    stacks: Mapping[int, int | None],
    seats: tuple[SeatView, ...],
    words: Wording,
    notes: Mapping[int, list[str]] | None = None,
) -> list[str]:
    """Players and stacks in columns; a stack that is not known stays blank."""
    names = {seat: words.player(seats, seat) for seat in stacks}
    amounts = {seat: "" if chips is None else words.amount(chips) for seat, chips in stacks.items()}
    name_cells = max((cell_len(name) for name in names.values()), default=0)
    amount_cells = max((len(amount) for amount in amounts.values()), default=0)
    rows = []
    for seat in sorted(stacks):
        pad = " " * (name_cells - cell_len(names[seat]))
        note = "  " + ", ".join((notes or {}).get(seat, []))
        rows.append(f"{INDENT}{capital(names[seat])}{pad}  {amounts[seat]:>{amount_cells}}{note}".rstrip())
    return rows


def _pot_key(pot: int, view: TableView | None) -> str:
    if pot:
        return "told.PotAwarded.side"
    return "told.PotAwarded.main" if view is not None and len(view.pots) > 1 else "told.PotAwarded.only"


def _finding(finding: Finding, view: TableView | None, words: Wording) -> list[str]:
    topic, facts = words.finding(finding.topic, finding.facts, sure=not finding.options)
    rule = words.rule(finding.cite)
    if finding.seat is None:
        head = words.say("told.Finding.table", topic=topic, rule=rule)
    else:
        player = words.of_finding(finding.topic, view.seats if view is not None else (), finding.seat)
        head = words.say("told.Finding", topic=topic, player=player, rule=rule)
    more = [capital(facts)] if facts else []
    if finding.options:
        named = ", ".join(words.code("option", option.name) for option in finding.options)
        more.append(f"{words.say('finding.options')}: {named}")
    return [INDENT + head, *(INDENT * 2 + line for line in more)]


def told_hand(hand: HandAccount, words: Wording = ENGLISH) -> list[str]:
    """A hand that is over, as the log tells it: each act as it stands in the end, then what did not go by the rules."""
    view = _view_of(hand)
    told = [line for one in _outcomes(hand) for line in _told_of(one, view, words)]
    told += [line for found in hand.findings for line in _found(found, view, words)]
    for seat in hand.seats:
        if seat.end == "mucked":
            told.append(INDENT + words.say("told.mucked", player=capital(words.player(view.seats, seat.seat))))
        if seat.cards and not seat.shown:
            player = capital(words.player(view.seats, seat.seat))
            told.append(INDENT + words.say("told.released", player=player, cards=" ".join(seat.cards)))
    settled = HandSettled(hand.number, tuple((seat.seat, seat.finish_chips) for seat in hand.seats))
    return [*told, *_outcome(settled, view, words)]


def _told_of(one: Outcome | DrawTold | DealtTold, view: TableView, words: Wording) -> list[str]:
    match one:
        case DrawTold():
            return _drawn(one, view, words)
        case DealtTold():
            return _dealt(one, view, words)
        case _:
            return _outcome(one, view, words)


def _found(found: FoundView, view: TableView, words: Wording) -> list[str]:
    """A finding, and what the floor made of it."""
    said = _finding(Finding(found.topic, found.seat, found.cite, found.facts), view, words)
    ruled = words.say("told.FloorRuled", option=words.code("option", found.ruled)) if found.ruled else ""
    return [*said, INDENT * 2 + ruled] if ruled else said


def _dealt(dealt: DealtTold, view: TableView, words: Wording) -> list[str]:
    """The cards that came to a seat of stud, those that nobody saw as ``??``."""
    player, cards = capital(words.player(view.seats, dealt.seat)), " ".join(card or "??" for card in dealt.cards)
    return [INDENT + words.say("told.Dealt", player=player, cards=cards)]


def _drawn(draw: DrawTold, view: TableView, words: Wording) -> list[str]:
    """What a player did in a draw, and the cards that came as far as they became known."""
    if not any(draw.came):
        return _outcome(CardsDrawn(draw.seat, draw.thrown), view, words)
    player, came = capital(words.player(view.seats, draw.seat)), " ".join(card or "??" for card in draw.came)
    return [INDENT + words.say("told.CardsDrawn.named", player=player, count=str(draw.thrown), cards=came)]


def _outcomes(hand: HandAccount) -> Iterator[Outcome | DrawTold | DealtTold]:
    """The hand as outcomes, in the order in which a table tells them; a draw, and a street of stud, with its cards.

    The door cards say who brings it in, so the bring-in comes after them.
    """
    yield from _forced(hand)
    for at, street in enumerate(hand.streets):
        yield StreetOpened(street.name)
        yield from street.dealt
        if not at:
            yield from _brought_in(hand)
        if named := tuple(card for card in street.board if card is not None):
            yield BoardNamed(named)
        yield from street.draws
        for act in street.acts:
            yield ActRuled(act.seat, act.kind, act.to_chips, act.all_in)
    yield from _ending(hand)


def _forced(hand: HandAccount) -> Iterator[Outcome]:
    stacks = tuple((seat.seat, seat.start_chips) for seat in hand.seats)
    dealt = tuple(seat.seat for seat in hand.seats)
    yield HandBegan(hand.number, hand.button, hand.small_blind, hand.big_blind, dealt, stacks)
    for seat in hand.seats:
        if seat.ante_chips:
            yield ForcedBetPosted(seat.seat, "ante", seat.ante_chips)
    for seat in sorted(hand.seats, key=lambda one: one.seat == hand.big_blind):
        if seat.blind_chips and seat.seat != hand.bring_in:
            kind: Literal["small-blind", "big-blind"] = "big-blind" if seat.seat == hand.big_blind else "small-blind"
            yield ForcedBetPosted(seat.seat, kind, seat.blind_chips)


def _brought_in(hand: HandAccount) -> Iterator[Outcome]:
    for seat in hand.seats:
        if seat.seat == hand.bring_in and seat.blind_chips:
            yield ForcedBetPosted(seat.seat, "bring-in", seat.blind_chips)


def _ending(hand: HandAccount) -> Iterator[Outcome]:
    if hand.showed:
        yield StreetOpened("showdown")
    for seat in map(hand.of, hand.showed):
        yield HandShown(seat.seat, seat.cards, seat.label)
    for seat in hand.seats:
        if seat.returned_chips > 0 and not hand.voided:
            yield BetReturned(seat.seat, seat.returned_chips)
    if hand.voided:
        yield HandVoided(hand.number)
    for share in hand.shares:
        label = hand.of(share.seat).label
        yield PotAwarded(
            share.pot, share.seat, share.chips, _LOW if label and share.half == "low" else label, share.half
        )


def _view_of(hand: HandAccount) -> TableView:
    """The table at the end of the hand, as far as the log looks at it: names, level, hands that lie there."""
    seats = tuple(
        SeatView(seat.seat, seat.name, "in", 0, 0, 0, seat.cards if seat.shown else ()) for seat in hand.seats
    )
    pots = tuple(PotView(0, ()) for _ in {share.pot for share in hand.shares})
    return TableView(
        epoch="",
        as_of=0,
        hand=hand.number,
        street="settled",
        variant=hand.variant,
        rulebook=hand.rulebook,
        small_blind_chips=hand.bring_in_chips or hand.small_blind_chips,
        big_blind_chips=hand.small_bet_chips if hand.bring_in_chips else hand.big_blind_chips,
        ante_chips=hand.ante_chips,
        denominations=(),
        button=hand.button,
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
        seats=seats,
        board=tuple(card for card in hand.board if card is not None),
        board_count=len(hand.board),
        pots=pots,
        pot_chips=hand.pot_chips,
        action=None,
        next=NextAct("new-hand"),
        bring_in=bool(hand.bring_in_chips),
    )


def _shows(heard: LogLine | Notice, seats: set[int]) -> bool:
    """Whether it tells that one of these seats has shown its hand."""
    return isinstance(heard, LogLine) and heard.what.get("is") == HandShown.__name__ and heard.what.get("seat") in seats
