"""What the view says in several codes at once, as sentences: choices of the floor, unclear acts, chips to move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from display.languages import DEFAULT, titles_of
from display.wording.wording import Wording, capital
from firmware_bridge.vocabulary.chips import Chips, total_chips
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import (
    DueView,
    Effect,
    FindingView,
    OptionView,
    RepairView,
    TableView,
    UnclearView,
)


def pieces(chips: Chips, words: Wording, *, ones: bool = False) -> str:
    """Chips by denomination: ``2x500 100``, with `ones` ``2x500 1x100``."""
    return " ".join(
        f"{count}x{words.amount(value)}" if ones or count > 1 else words.amount(value) for value, count in chips
    )


def due(words: Wording, one: DueView, sentence: str = "") -> str:
    """Chips that must move, with the chips to take in hand, and what is changed first."""
    if not sentence:
        player = words.say("seat.nameless", seat=one.seat)
        sentence = words.say(f"due.{one.kind}", chips=one.chips, player=player)
    if not one.pieces:
        return words.say("due.needs-change", sentence=sentence) if one.change_chips else sentence
    if one.kind == "owe" and len(one.pieces) == one.pieces[0][1] == 1:
        return sentence  # one chip of just that value
    key = "due.change" if one.change_chips else "due.pieces"
    return words.say(key, sentence=sentence, change=one.change_chips, pieces=pieces(one.pieces, words, ones=True))


def rule(finding: FindingView, words: Wording) -> str:
    """The printed rule with our title."""
    return printed_rule(finding.cite, finding.title, words)


def printed_rule(cite: Citation, title: str, words: Wording) -> str:
    """A rule with our own title of it; `title` is the English one, which stands in where the language has none."""
    printed = words.rule(cite)
    if title and words.language != DEFAULT:
        title = titles_of(words.language, cite.book).get(cite.ref, title)
    return words.say("case.rule", rule=printed, title=title) if title else printed


_HANDLED: Final = frozenset({"restore", "redeal", "reshuffle-stub", "reshuffle-all"})
"""Choices for which the dealer works at the deck: where no chip and no hand changes, something is still done."""


def option_name(option: str, case: FindingView, words: Wording) -> str:
    """A choice by its name, as it is called in a case of this cause."""
    key = f"option.{option}.{dict(case.facts).get('cause')}"
    return words.say(key) if words.has(key) else words.code("option", option)


def choice(option: OptionView, case: FindingView, words: Wording, *, pin: bool = False) -> tuple[str, ...]:
    """A choice of the floor and what it would do, whole, and then ever less of it; `pin`: the floor has set one."""
    told = [effect(one, words, before) for before, one in zip((None, *option.effects), option.effects, strict=False)]
    if option.name in _HANDLED and [one.code for one in option.effects] == ["nothing"]:
        told = [words.say("effect.nothing-but-cards")]
    name = option_name(option.name, case, words)
    if pin and option.needs_pin:
        name = words.say("case.with-pin", name=name)
    parts = [  # no commas: amounts have them
        words.say("case.choice", name=name, effects="; ".join(told[:count])) for count in range(len(told), 0, -1)
    ]
    return (*parts[:1], *(f"{part} …" for part in parts[1:]), name)


def effect(one: Effect, words: Wording, before: Effect | None = None) -> str:
    """One thing that a choice would do, told after another one; players by their seats, for names are long."""
    player = words.say("seat.nameless", seat=one.seat) if one.seat is not None else ""
    key = _key(one, before)
    if not words.has(f"effect.{key}"):
        return " ".join(text for text in (words.code("effect", key), player) if text)
    topic, street = words.code("finding", one.word), words.code("street", one.word)
    game = words.code("variant", one.word)
    said = words.say(f"effect.{key}", player=player, chips=one.chips, topic=topic, street=street, game=game)
    return f"{said} ({words.say('effect.all-in')})" if one.word == "all-in" and one.code != "acts-all-in" else said


def _key(one: Effect, before: Effect | None) -> str:
    """The code of the words for an effect: shorter where the player was named just before."""
    match one.code:
        case "limit" | "held" | "found" | "repair":
            return f"{one.code}.{one.word}"
        case "turn" if not one.chips:
            return "turn-free"
        case "penalty" if one.chips == 1:
            return "penalty-one"
        case "owes" | "returns" if before is not None and before.seat == one.seat and before.code.startswith("acts-"):
            return f"{one.code}-too"
        case code:
            return code


def repair(words: Wording, one: RepairView) -> str:
    """The present act of a wrong board that is put right.

    Nothing shows that the stub was cut: that is said with the card that comes then. Nor that it was shuffled: for that
    the dealer's key is named.
    """
    act = _repair_act(words, one, one.step - 1)
    if one.acts[one.step - 1] == "shuffle-stub":
        act = words.say("repair.shuffle-stub.now")
    if one.acts[one.step - 1] == "cut-stub" and one.step < len(one.acts):
        act = words.say("repair.then", acts=act, act=_repair_act(words, one, one.step))
    if len(one.acts) == 1:
        return capital(act)
    return words.say("repair.step", step=one.step, steps=len(one.acts), act=act)


def is_repair_next(view: TableView) -> bool:
    """Whether NEXT says the present act of a wrong board that is put right, and not what comes before it."""
    one = view.repair
    if one is None:
        return False
    if view.next.code == "burn" or view.next.code.startswith("deal-") or one.code == "pick-burn":
        return True
    # while a player thinks, cards go back already; what comes later waits for the end of the betting
    return view.next.code == "await" and one.step == 1 and one.acts[0] in ("return-cards", "set-aside")


def repair_after(words: Wording, view: TableView) -> str:
    """What comes after what NEXT says for a wrong board, up to the next card; empty if that is the card."""
    one = view.repair
    if one is None:
        return ""
    acts = one.acts[one.step - 1 :]
    last = next((at for at, act in enumerate(acts) if act.startswith("deal-")), len(acts) - 1)
    said = 1 + (acts[0] == "cut-stub") if is_repair_next(view) else 0
    after = [_repair_act(words, one, one.step - 1 + at) for at in range(said, last + 1)]
    return words.say("repair.after", acts=", ".join(after)) if after else ""


def gathering(words: Wording, view: TableView) -> tuple[str, ...]:
    """How the bets of a round come in where they make more than one pot, fullest first; nothing where all is one heap.

    What every all-in put in is taken from each bet for the pot that it can win; the rest is the next pot's.
    """
    bets = {seat.seat: total_chips(view.bets[seat.seat - 1]) for seat in view.seats if seat.seat <= len(view.bets)}
    heaps = _heaps([chips for chips in bets.values() if chips], _all_in_chips(view))
    first = len(view.pots) - len(heaps)
    if any(seat.bet_chips != bets.get(seat.seat, 0) for seat in view.seats) or not heaps:
        return ()  # what lies there is not what was bet: he sees for himself
    if len(heaps) == 1:
        return (words.say("next.gather-all", pot=_pot(words, first)),) if first > 0 else ()
    short = words.say("next.gather-short", chips=heaps[0].chips)
    if first < 0:
        return (short,)
    parts = [
        words.say(
            "gather.each-and-less" if heap.less else "gather.each",
            chips=heap.chips,
            count=heap.count,
            pot=_pot(words, first + at),
        )
        for at, heap in enumerate(heaps[:-1])
    ]
    parts.append(words.say("gather.rest", pot=_pot(words, first + len(parts))))
    return words.say("next.gather-heaps", heaps=", ".join(parts)), short


def differences(words: Wording, view: TableView) -> list[str]:
    """A sentence for each seat, and for the pot, where other chips lie than the books have."""
    places: dict[int | None, list[str]] = {}
    for one in view.differences:
        key = f"difference.{one.place}-{'more' if one.chips > 0 else 'less'}"
        places.setdefault(one.seat, []).append(words.say(key, chips=abs(one.chips)))
    return [
        words.say("difference.pot", what=", ".join(told))
        if seat is None
        else words.say("difference.seat", player=capital(words.player(view.seats, seat)), what=", ".join(told))
        for seat, told in places.items()
    ]


def owed_meanwhile(words: Wording, view: TableView) -> list[str]:
    """A sentence for each seat that owes chips while NEXT is about something else: a blind, an ante, a bet in words."""
    return [
        capital(words.say("due.owe", chips=one.chips, player=words.player(view.seats, one.seat)))
        for one in view.dues
        if one.kind == "owe" and one.seat != view.next.seat and view.street not in ("idle", "deal")
    ]


def to_bring(words: Wording, view: TableView) -> list[str]:
    """A sentence for each stack to which chips are still to be brought."""
    return [
        capital(words.say("due.bring", chips=one.chips, player=words.player(view.seats, one.seat)))
        for one in view.dues
        if one.kind == "bring"
    ]


def button_elsewhere(words: Wording, view: TableView) -> list[str]:
    """That the button lies at another seat than it belongs to, while a hand is under way and NEXT does not say it.

    In the deal, too, that it was to go to another one: before the first card it can still be moved there.
    """
    if view.street == "deal" and view.button_due not in (None, view.button) and view.button is not None:
        said = "button.dealt-as-it-lies" if any(seat.cards for seat in view.seats) else "button.move-it-yet"
        return [words.say(said, at=view.button, due=view.button_due)]
    at, due = view.puck, view.button
    if at is None or due is None or at == due or view.street in ("idle", "settled") or view.next.code == "move-button":
        return []
    return [words.say("button.elsewhere", at=at, due=due)]


def cards_over(words: Wording, view: TableView) -> list[str]:
    """That cards lie on the board which do not count."""
    return [words.say("board.over", count=view.board_over)] if view.board_over else []


class _Heap(Struct, frozen=True):
    """So many chips of each of so many bets; `less`: and smaller bets, whole."""

    chips: int
    count: int
    less: bool


def _heaps(bets: Sequence[int], all_ins: Sequence[int]) -> list[_Heap]:
    """The heaps that bets are parted into, the smallest all-in's first."""
    caps = sorted({*all_ins, max(bets, default=0)} - {0})
    heaps = []
    for below, cap in pairwise((0, *caps)):
        smaller = any(below < bet < cap for bet in bets)
        heaps.append(_Heap(cap - below, sum(bet >= cap for bet in bets), smaller))
    return heaps


def _all_in_chips(view: TableView) -> list[int]:
    return [seat.bet_chips for seat in view.seats if seat.status == "all-in" and seat.bet_chips]


def _pot(words: Wording, number: int) -> str:
    return words.say("gather.side", number=number) if number else words.say("gather.main")


def _repair_act(words: Wording, one: RepairView, at: int) -> str:
    act = one.acts[at]
    before = [earlier for earlier in one.acts[:at] if earlier != "return-cards"]  # cards may go back after the burn
    if act.startswith("deal-") and before[-1:] != ["burn"]:
        act = f"{act}-no-burn"
    return words.say(f"repair.{act}", cards=_going_back(words, one))


_DEALT_ON: Final = frozenset({"return-turn", "pick-burn"})
"""Procedures in which what was dealt after the flop goes back."""


def _going_back(words: Wording, one: RepairView) -> str:
    """Which cards go back into the deck: the one set aside, a street's, burns, or how many from several places."""
    if "set-aside" in one.acts:
        return words.say("repair.card-aside")
    street = next((act.removeprefix("deal-") for act in one.acts if act.startswith("deal-")), "")
    if not street and one.code in _DEALT_ON:
        one_each = one.lie and one.cards == 1 + (one.lie == "both")
        return words.say(f"repair.dealt-on-{one.lie}" if one_each else "repair.dealt-on", count=one.cards)
    if one.lie == "board" and words.has(f"repair.cards-{street}"):
        return words.say(f"repair.cards-{street}", count=one.cards)
    if one.lie == "burn":
        return words.say("repair.last-burns", count=one.cards)
    return words.say("repair.one-card") if one.cards == 1 else words.say("repair.some-cards", cards=one.cards)


def unclear(one: UnclearView, words: Wording) -> tuple[str, str, str]:
    """An act that is not made yet: what it counts as, what could change that, and the rule ('' for plain play)."""
    player = words.say("seat.nameless", seat=one.seat)
    kind = one.kind or "nothing"
    act = words.say(f"counts.{kind}", chips=one.to_chips) if words.has(f"counts.{kind}") else words.code("act", kind)
    ways = ", ".join(words.code("way", way) for way in one.may_change)
    now = words.say(f"unclear.{_unclear_how(one)}", player=player, act=act)
    changes = words.say("unclear.changes", ways=ways) if ways else ""
    return capital(now), changes, words.rule(one.cite) if one.cite is not None else ""


def _unclear_how(one: UnclearView) -> str:
    """Why an act is not clear; of one that waits for its turn, whether others may lessen it, or its size is open."""
    if "stayed-before" in one.may_change:
        return "early-reduced"
    return "early-said" if one.why == "early" and "amount" in one.may_change else one.why
