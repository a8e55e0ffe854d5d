"""Codes to words: the one place where the display gets its sentences from.

The controller speaks in codes and numbers. A `Wording` holds one language's table and fills the
holes of its templates; every text that comes from outside is cleaned on the way in. A code without
words is shown as it is, never hidden: a newer controller may know more than this screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from display.languages import DEFAULT, LANGUAGES, table_of
from display.wording import boundary
from table_controller.vocabulary.findings import Citation, Fact
from table_controller.vocabulary.views import NextAct, Notice, PromptView, SeatView, TableView

_TOLD_AS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("as_kind", "stands_kind", "kind", "said", "word"), ("choice", "act")),
    "street": ("street",),
    "option": ("option",),
    "cause": ("cause",),
}
"""Facts whose value is a code of another group, where it has no words as a value."""

_ZONES: Final = frozenset({"zone", "from"})
"""Facts whose value is a zone."""

_CHIPS: Final = frozenset({"chips", "least", "most"})
"""What a reason tells in chips; its other numbers are seats, ports and the like, and stand as they are."""

_STANDS: Final = frozenset({"allowed", "too_late"})
"""Facts of what is wrong by its look only: the book allows it, or the hand stands by now."""

_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def capital(sentence: str) -> str:
    """The sentence, or a name that begins one, with a capital letter first."""
    return sentence[:1].upper() + sentence[1:]


class _Holes(dict[str, str]):
    """Values for a template; a hole that nobody filled reads ``?``."""

    def __missing__(self, key: str) -> str:
        return "?"


class Wording:
    """One language: sentences by code; `language` is its own code, by which it finds its titles of rules."""

    def __init__(self, table: Mapping[str, str], language: str = DEFAULT) -> None:
        self._table, self.language = table, language
        self._marked_from = int(table.get(",from", "1000"))

    def has(self, key: str) -> bool:
        """Whether the table has words for `key`."""
        return key in self._table

    def say(self, key: str, /, **holes: int | str) -> str:
        """The sentence of `key`; numbers get their thousands marked, texts are cleaned.

        Of one thing it speaks otherwise than of several, where the table has ``KEY.one`` and `count` is 1.
        """
        if holes.get("count") == 1 and f"{key}.one" in self._table:
            key = f"{key}.one"
        values = {
            name: self.amount(value) if isinstance(value, int) else boundary.clean(value)
            for name, value in holes.items()
        }
        return self._table[key].format_map(_Holes(values))

    def code(self, group: str, code: str) -> str:
        """The words of a code of `group`; an unknown code is shown itself, dashes as spaces."""
        key = f"{group}.{code}"
        return self._table[key] if key in self._table else boundary.clean(code).replace("-", " ").replace("_", " ")

    def street(self, street: str, view: TableView | None) -> str:
        """What the street is called at this table: before the first round of a draw game no flop comes."""
        draws = view is not None and street == "preflop" and not view.board_size
        return self.code("street", "before-the-draw" if draws else street)

    def amount(self, chips: int) -> str:
        """A number with its thousands marked as the language does, from the number on where it begins to."""
        return f"{chips:,}".replace(",", self._table[","]) if abs(chips) >= self._marked_from else str(chips)

    def player(self, seats: Iterable[SeatView], seat: int, was: str = "") -> str:
        """A player as people speak of one: ``seat 3 Anna``; who `was` there and has gone is not who sits there now."""
        name = next((boundary.clean_name(place.name) for place in seats if place.seat == seat), "")
        if was and boundary.clean_name(was) != name:
            return self.say("seat.gone", seat=seat, name=boundary.clean_name(was))
        return self.say("seat.player", seat=seat, name=name) if name else self.say("seat.nameless", seat=seat)

    def of_finding(self, topic: str, seats: Iterable[SeatView], seat: int, *others: int, was: str = "") -> str:
        """Where a finding is: the player, but for what the dealer does, where only the place is his."""
        if others:
            return self.say("seat.several", seats=", ".join(map(str, sorted((seat, *others)))))
        return self.say("seat.nameless", seat=seat) if topic in _OF_THE_DEALER else self.player(seats, seat, was)

    def reason(self, told: str, group: str = "reason") -> str:
        """What was told as ``code name=value …`` or ``code rest``, in the words that `group` has for the code."""
        code, _, rest = told.partition(" ")
        if not self.has(f"{group}.{code}"):
            return boundary.clean(told)
        pairs = (pair.partition("=") for pair in rest.split())
        holes: dict[str, int | str] = {name: value for name, is_pair, value in pairs if is_pair and name.isidentifier()}
        holes |= {name: int(value) for name, value in holes.items() if name in _CHIPS and str(value).isdecimal()}
        return self.say(f"{group}.{code}", **{**holes, "rest": self.code("why", rest)})

    def finding(
        self, topic: str, facts: tuple[Fact, ...], *, sure: bool = False, past: bool = False
    ) -> tuple[str, str]:
        """What a finding is about, and its facts in one row; an irregular act is named by its cause.

        One that leaves nothing to decide is `sure`; of what is `past` it is told how it was.
        """
        told = dict(facts)
        cause = told.get("cause")
        if topic == "penalty" and not facts:  # nobody has given one yet
            return self.say("finding.penalty-may"), ""
        if sure and self.has(f"finding.{topic}.sure"):
            none = _STANDS & told.keys() and self.has(f"finding.{topic}.none")
            return self.say(f"finding.{topic}.{'none' if none else 'sure'}"), self.facts(facts, past=past)
        if topic != "irregular" or not isinstance(cause, str):
            back = "taken_chips" in told and self.has(f"finding.{topic}.back")
            title = self._told(f"finding.{topic}.back" if back else f"finding.{topic}", past=past)
            return title or self.code("finding", topic), self.facts(facts, past=past)
        title = self._told(f"cause.{cause}", past=past) or self.code("cause", cause)
        return title, self.facts((fact for fact in facts if fact[0] != "cause"), past=past)

    def _told(self, key: str, *, past: bool = False, **holes: str) -> str | None:
        """The sentence of `key`, as it was where it is `past` and has such words; None without a sentence."""
        then = f"{key}.past"
        if past and self.has(then):
            return self.say(then, **holes)
        return self.say(key, **holes) if self.has(key) else None

    def notice(self, notice: Notice) -> str:
        """What the table runs on changed: in words, or the code with its facts."""
        holes = dict(notice.facts)
        if isinstance(reason := holes.get("reason"), str):
            holes["reason"] = self.reason(reason)
        if isinstance(why := holes.get("why"), str):
            holes["why"] = self.reason(why, "fell")
        if isinstance(unseen := holes.get("zones"), str):
            holes["zones"] = zones(unseen.split(), self)
        for key in (*(f"notice.{notice.code}.{value}" for value in holes.values()), f"notice.{notice.code}"):
            if self.has(key):
                return self.say(key, **holes)
        return " ".join((self.code("notice", notice.code), self.facts(notice.facts))).strip()

    def rule(self, cite: Citation) -> str:
        """A printed rule: ``TDA 2019, rule 45-A``."""
        book, ref = cite.book, cite.ref
        if book == "house" or book.startswith("house:"):
            return self.say("finding.house", ref=book.partition(":")[2] or ref)
        return self.say("finding.rule", book=self.code("book", book), ref=ref)

    def facts(self, facts: Iterable[Fact], *, past: bool = False) -> str:
        """Facts of a finding as one sentence: ``it is the turn of seat 3, all in for 400``.

        What the seat of the finding had to call is left out beside another's turn: it would be read as that one's.
        """
        facts = tuple(facts)
        told = dict(facts)
        if {"word", "as_chips", "instead_chips"} <= set(told):
            return self._said_after(told)
        act = self._counts_as(told, past=past)
        unsaid = {
            *(("as_kind", "as_chips", "free", "held_to_chips") if act else ()),
            *(("to_call_chips",) if "turn" in told else ()),
        }
        said = (self._fact(name, value, past=past) for name, value in facts if name not in unsaid)
        return ", ".join(filter(None, (*said, act)))

    def next_act(self, view: TableView) -> str:
        """What the dealer does next, in one line."""
        act = view.next
        holes: dict[str, int | str] = {"chips": act.chips}
        if act.seat is not None:
            holes["player"] = self.player(view.seats, act.seat)
        key = f"next.{_situation(act, view)}"
        if not self.has(key):
            player = f" {holes['player']}" if act.seat is not None else ""
            return f"{self.code('next', act.code)}{player}"
        sentence = self.say(key, **holes)
        return capital(sentence)

    def question(self, prompt: PromptView, view: TableView) -> str:
        """A question of the inference; chips come from nowhere, or go there, only where all trays are read."""
        dark = "-dark" if _trays_unread(view) else ""
        if prompt.seat is None:
            keys = (f"prompt.{prompt.kind}-table", f"prompt.{prompt.kind}", "prompt.other-table")
            key = next(key for key in (f"{keys[0]}{dark}", *keys) if self.has(key))
            return self.say(key, kind=self.code("prompt", prompt.kind), chips=prompt.chips)
        keys = (f"prompt.{prompt.kind}{dark}", f"prompt.{prompt.kind}", "prompt.other")
        key = next(key for key in keys if self.has(key))
        player = self.player(view.seats, prompt.seat)
        giver = "" if prompt.from_seat is None else self.player(view.seats, prompt.from_seat)
        sentence = self.say(key, player=player, giver=giver, kind=prompt.kind.replace("-", " "), chips=prompt.chips)
        return capital(sentence)

    def _said_after(self, told: Mapping[str, int | str]) -> str:
        """A word after chips that were clear, with what it would make of them, and what counts if that is sure."""
        word, kind = self._fact_value("word", told["word"]), f"counts.{told.get('as_kind', '')}"
        if not self.has(kind):
            said = "fact.said-with" if told.get("when") == "with" else "fact.said-after"
            return self.say(said, word=word, instead=told["instead_chips"], chips=told["as_chips"])
        act = self.say(kind, chips=told["as_chips"])
        return self.say("fact.said-in-vain", word=word, instead=told["instead_chips"], act=act)

    def _counts_as(self, told: Mapping[str, int | str], *, past: bool = False) -> str:
        """What an act counts as, with its amount: ``it counts as a raise to 1,200``; or that it binds no more."""
        kind, chips = told.get("as_kind"), told.get("as_chips")
        if kind is None or chips is None or not self.has(f"counts.{kind}"):
            return ""
        act = self.say(f"counts.{kind}", chips=chips)
        if (least := told.get("held_to_chips")) is not None:
            less = self.say("counts.call" if least else "counts.check", chips=least)
            return self.say("fact.held-of", act=act, less=less)
        return self._told("fact.free-of" if "free" in told else "fact.counts-as", past=past, act=act) or ""

    def _fact(self, name: str, value: int | str, *, past: bool = False) -> str:
        """A fact; what is only so or not so has words of its own for each."""
        if (said := self._told(f"fact.{name}.{value}", past=past)) is not None:
            return said
        told = self._fact_value(name, value, past=past)
        for key in (f"fact.{name}", f"fact.{name.removesuffix('_chips')}"):
            if (said := self._told(key, past=past, value=told)) is not None:
                return said
        return f"{self.code('fact', name.removesuffix('_chips'))} {told}"

    def _fact_value(self, name: str, value: int | str, *, past: bool = False) -> str:
        if isinstance(value, int):
            return self.amount(value)
        if name in _ZONES:
            return zones((value,), self)
        groups = ("value", *_TOLD_AS.get(name, ()))
        said = (self._told(f"{one}.{value}", past=past) for one in groups)
        return next((one for one in said if one is not None), boundary.clean(value))


def wording_in(language: str) -> Wording:
    """The wording of a language by its code, always the same object; English for ``""`` and for what is no code."""
    return _wording(language if language in LANGUAGES else DEFAULT)


@cache
def _wording(code: str) -> Wording:
    return Wording(table_of(code), code)


_OF_THE_DEALER: Final = frozenset({"hand-flow", "button-move-error", "misdeal", "fouled-deck", "bringing-in-bets"})
"""Topics of errors in the deal, with the button and with the bets: whoever sits there did nothing."""

_TRAYS: Final = frozenset({"stack", "bet", "pot"})
ENGLISH: Final = wording_in(DEFAULT)
_MOST_TENTHS: Final = 1000
"""From so many tenths of a big blind on a stack is told in whole ones."""


def zones(names: Iterable[str], words: Wording) -> str:
    """Zones in words, those of the same kind together: ``cards 1 2 3, board``."""
    kinds: dict[str, list[int]] = {}
    for name in names:
        kind, _, seat = name.partition(":")
        kinds.setdefault(kind, [])
        kinds[kind] += [int(seat)] if seat.isdecimal() else []
    told = []
    for kind, seats in sorted(kinds.items()):
        where = " ".join(str(seat) for seat in sorted(seats))
        key = f"places.{kind}"
        told.append(words.say(key, seats=where) if words.has(key) else words.code("places", f"{kind} {where}".strip()))
    return ", ".join(told)


def tenths(value: float, words: Wording) -> str:
    """A number with one decimal, if it is not a whole one."""
    whole, _, tenth = f"{value:.1f}".partition(".")
    return words.amount(int(whole)) + (words.say(".") + tenth if tenth != "0" else "")


def in_big_blinds(chips: int, big_blind_chips: int, words: Wording) -> str:
    """A stack in big blinds: cut, for a player never has fewer than are said; with tenths below a hundred.

    Graphics say the same (`bigBlinds` of `display/overlay/src/amounts.ts`).
    """
    in_tenths = chips * 10 // big_blind_chips
    return words.amount(in_tenths // 10) if in_tenths >= _MOST_TENTHS else tenths(in_tenths / 10, words)


def faces(cards: Iterable[str], gap: str = " ") -> str:
    """Cards with the signs of their suits, ``A♥ K♦``."""
    return gap.join(face(card) for card in cards)


def face(card: str) -> str:
    """One card: rank and the sign of its suit."""
    return f"{card[0]}{_SUITS[card[1]]}" if len(card) == len("Ah") and card[1] in _SUITS else "??"


def _trays_unread(view: TableView) -> bool:
    """Whether there are trays that cannot be read now: what seems to come from nowhere may come from there."""
    return any(zone.partition(":")[0] in _TRAYS for node in view.nodes for zone in node.unknown_zones)


def _situation(act: NextAct, view: TableView) -> str:
    """The code of an act, made plainer by what the view says about it."""
    if bring_in_due(view):
        return "bring-in"
    if act.code != "await" or act.seat is None:
        return _dealers(act, view)
    if view.action is not None and view.action.seat == act.seat:
        return "await-act"
    if act.seat == view.discards and not act.chips:
        return "await-discard"
    if act.chips:
        return _posts(act, view) if view.street == "deal" else "await-owes"
    if act.seat in view.tables:
        return _must_show(act.seat, view)
    return "await-show" if view.street == "showdown" else "await-table"


def _dealers(act: NextAct, view: TableView) -> str:
    """The code of what the dealer does himself."""
    match act.code:
        case "new-hand":
            return _new_hand(view)
        case "call-floor" if view.floor_called:
            return "call-floor-called"
        case "card-to-deck" if act.seat is None:
            return "card-to-deck-board"
        case "settle" if _took_back(act.seat, view):
            return "settle-back"
        case "deal-community" if view.first_board:
            return "deal-first-board"
        case "deal-flop" if view.board_count:
            return "deal-flop-rest" if view.board_count == 1 else "deal-flop-last"
        case "deal-card" if view.comes_up is not None:
            return "deal-up" if view.comes_up else "deal-down"
        case code:
            return code


def bring_in_due(view: TableView) -> bool:
    """Whether the next thing is that a player of stud brings it in, with no chip of it there and nobody gone before."""
    act = view.next
    return (
        act.code in ("put-in", "await")
        and view.bring_in
        and any(one.seat == act.seat and one.bet_chips == one.owes_chips == act.chips > 0 for one in view.seats)
        and not any(one.last_act for one in view.seats)
    )


def _new_hand(view: TableView) -> str:
    """What comes between two hands; a deck in which something was wrong is not shuffled as it is."""
    if view.hand == 0:
        return "new-hand-first"
    if view.street == "idle":
        return "new-hand-gathered"
    fouled = "-fouled" if any(one.topic == "fouled-deck" for one in view.findings) else ""
    # seen when it is done: the button comes next, and the shuffle after it
    return f"new-hand-gather{fouled}" if any(one.reads != "unreadable" for one in view.senses) else f"new-hand{fouled}"


def _posts(act: NextAct, view: TableView) -> str:
    """What is posted: antes come before blinds, and a seat that owes more than this owes its ante first."""
    owes = sum(one.chips for one in view.dues if one.seat == act.seat and one.kind == "owe")
    blinds = {view.small_blind: "small-blind", view.big_blind: "big-blind"}
    if not view.ante_chips or (act.seat in blinds and owes <= act.chips):
        if act.seat in blinds and any(one.seat == act.seat and act.chips < one.bet_chips for one in view.seats):
            return "await-rest-of-blind"  # some of it lies there
        return f"await-{blinds.get(act.seat, 'post')}"
    return "await-ante"


def _took_back(seat: int | None, view: TableView) -> bool:
    """Whether what the dealer is to settle is a part of a bet that was taken back, no chips that were added."""
    asked = next((one for one in view.findings if one.open and one.stops_play and one.seat == seat), None)
    return asked is not None and any(name == "taken_chips" for name, _ in asked.facts)


def _must_show(seat: int, view: TableView) -> str:
    """A hand that must be turned up: it lies in the muck, some player is all-in, or the floor has ordered it."""
    if any(one.seat == seat and not one.cards for one in view.seats):
        return "await-turn-up"
    return "await-table" if any(one.status == "all-in" for one in view.seats) else "await-ordered"


GAMES: Final = tuple(key.removeprefix("variant.") for key in table_of(DEFAULT) if key.startswith("variant."))
"""The games that have a name, by their codes, in the order in which the dealer is offered them."""
