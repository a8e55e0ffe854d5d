"""Writes a hand of this table as PHH: strictly what the format can say, and beside it what it has no word for.

The acts are told in the order of turns. One that was made before its turn, or a hand that died by nobody's act, is told
when its turn comes, which ends alike; `_out_of_turn` names it. Hole cards that nobody turned up, and whose key was not
given out, are ``????``; in stud those that lie face up are named. A hand that died in stud gets no card at the table;
here it is dealt ``??`` and folds when its turn comes. A hand that the format cannot tell raises `CannotTell` with the
reason; of what is written `phh_check` finds no fault.

| field           | means                                                                                       |
| --------------- | ------------------------------------------------------------------------------------------- |
| `_irregular`    | numbers of actions, from 1, whose size the rules forbid and which stood all the same        |
| `_out_of_turn`  | numbers of actions that were made before their turn                                         |
| `_odd_chips`    | for each player, how much more (less) he got than an equal part of pots that were shared    |
| `_findings`     | what did not go by the rules: topic, player, the rule as printed, facts, the floor's choice |
| `_released`     | players whose cards were made known after the hand                                          |
| `_rulebook`     | the book by which the hand was judged                                                       |
| `_button`       | the seat, or the empty place, where the button lay                                          |
| `_misdeals`     | how many deals did not count                                                                |
| `_retold`       | acts were taken back or put right                                                           |
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct, field

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.variants import VARIANTS
from table_controller.histories.phh import UNKNOWN
from table_controller.histories.phh_check import check_text
from table_controller.histories.phh_play import Amount, Hole, NotSo, PhhPlay, call_to, ends_of, is_over, posting_order
from table_controller.vocabulary.accounts import ActTold, HandAccount, SeatTold, StreetTold
from table_controller.vocabulary.views import FoundView

_NAMED: Final = "\x7f"
"""The one control character that JSON leaves as it is and TOML does not."""


class CannotTell(ValueError):
    """A hand that the format has no words for: the reason."""


class _Written(Struct):
    """The actions so far, each with a remark, the numbers of those that the format has no word for, and who showed.

    `deals` are the entries of `actions` that deal hole cards, each with the player and the street.
    """

    actions: list[tuple[str, str]] = field(default_factory=list)
    deals: list[tuple[int, int, int]] = field(default_factory=list)
    irregular: list[int] = field(default_factory=list)
    out_of_turn: list[int] = field(default_factory=list)
    odd_chips: list[Amount] = field(default_factory=list)
    shown: set[int] = field(default_factory=set)

    def add(self, action: str, remark: str = "") -> None:
        """One action more."""
        self.actions.append((action, remark))


def phh_text(hand: HandAccount, table: str = "") -> str:
    """The file of a hand; `table` is what the table is called. Raise `CannotTell` if it cannot be told."""
    if hand.voided:
        raise CannotTell("the hand was void: every chip went back, and PHH has no word for that")
    seats = in_order(hand)
    fields = _fields(hand, seats)
    play = _play(hand, seats, fields)
    written = _told(hand, seats, play)
    text = "\n".join(_lines(hand, seats, fields, written, table)) + "\n"
    if faults := check_text(text):
        raise CannotTell(str(faults[0]))
    return text


def in_order(hand: HandAccount) -> tuple[SeatTold, ...]:
    """The players as PHH counts them: from the left of the button, which may lie at an empty place."""
    return tuple(sorted(hand.seats, key=lambda told: (told.seat - hand.button - 1) % hand.table_seats))


def _fields(hand: HandAccount, seats: tuple[SeatTold, ...]) -> dict[str, Any]:
    """What the hand is made of before its first card."""
    variant = VARIANTS[hand.variant]
    fields: dict[str, Any] = {
        "variant": hand.variant,
        "ante_trimming_status": hand.ante_by == "all",
        "antes": posting_order([_ante(hand, told) for told in seats]),
    }
    if variant.forced == "bring-in":
        fields["bring_in"] = hand.bring_in_chips
    else:
        fields["blinds_or_straddles"] = posting_order([_blind(hand, told) for told in seats])
    if variant.betting == "fixed-limit":
        fields |= {"small_bet": hand.small_bet_chips, "big_bet": hand.big_bet_chips}
    else:
        fields |= {"min_bet": hand.big_blind_chips}
    return {**fields, "starting_stacks": [told.start_chips for told in seats]}


def _ante(hand: HandAccount, told: SeatTold) -> int:
    """The ante that was due of the seat, which its stack may not reach; none if it was let off."""
    return hand.ante_chips if told.ante_chips == told.start_chips else told.ante_chips


def _blind(hand: HandAccount, told: SeatTold) -> int:
    """The blind that was due of the seat, which its stack may not reach; none if it was let off."""
    due = {hand.small_blind: hand.small_blind_chips, hand.big_blind: hand.big_blind_chips}.get(told.seat, 0)
    is_short = told.blind_chips + told.ante_chips == told.start_chips
    return due if is_short and told.blind_chips else told.blind_chips


def _play(hand: HandAccount, seats: tuple[SeatTold, ...], fields: Mapping[str, Any]) -> PhhPlay:
    sizes = (hand.small_bet_chips, hand.big_bet_chips) if "small_bet" in fields else (hand.big_blind_chips,) * 2
    return PhhPlay(
        VARIANTS[hand.variant],
        stacks=[told.start_chips for told in seats],
        antes=fields["antes"],
        blinds=fields.get("blinds_or_straddles", [0] * len(seats)),
        bring_in=fields.get("bring_in", 0),
        sizes=sizes,
        trims_antes=fields["ante_trimming_status"],
    )


# The actions.


def _told(hand: HandAccount, seats: tuple[SeatTold, ...], play: PhhPlay) -> _Written:
    written = _Written()
    try:
        for at, street in enumerate(hand.streets):
            if at and (street.board or street.dealt) and not is_over(play):
                _show(hand, seats, play, written, before=at)
            if at and street.board and not is_over(play):
                play.board_comes(street.board)
                written.add(f"d db {_named(street.board)}", street.name)
            if street.draws and not is_over(play):
                _draw(street, seats, play, written)
            if (not at or street.dealt) and not is_over(play):
                _deal(at, street, seats, play, written)
            if not at and street.board and not is_over(play):  # in Courchevel a card lies there before the first bets
                play.board_comes(street.board)
                written.add(f"d db {_named(street.board)}", street.name)
            _acts(hand, street, seats, play, written)
        _show(hand, seats, play, written)
        written.odd_chips = [told.finish_chips - end for told, end in zip(seats, ends_of(play), strict=True)]
    except NotSo as problem:
        raise CannotTell(f"PHH cannot tell what comes after {len(written.actions)} actions: {problem}") from None
    for action, player, at in written.deals:
        told = seats[player - 1]
        if told.cards and player not in written.shown:  # released, or shown when the hand was over, or dead
            cards = _named(_cards_of(hand, told, at))
            written.actions[action] = (f"d dh p{player} {cards}", written.actions[action][1])
    return written


def _deal(at: int, street: StreetTold, seats: tuple[SeatTold, ...], play: PhhPlay, written: _Written) -> None:
    """Hole cards, named as far as they lie face up; a hand that died meanwhile got none, and has to be dealt some."""
    dealt = {one.seat: one for one in street.dealt}
    for player, told in enumerate(seats, 1):
        if not (due := play.due(player)):
            continue
        came = dealt.get(told.seat)
        cards: Hole = (None,) * due
        if came is not None and len(came.cards) == due:
            cards = (*(None,) * (due - came.up), *came.cards[due - came.up :])
        play.deal(player, cards)
        whose = _whose(told) if not at else street.name if came is not None else "the hand was dead"
        written.deals.append((len(written.actions), player, at))
        written.add(f"d dh p{player} {_named(cards)}", whose)


def _cards_of(hand: HandAccount, told: SeatTold, at: int) -> tuple[Card | None, ...]:
    """The cards that street `at` dealt to a hand that is known in the end."""
    dealt = [one.cards for one in hand.streets[at].dealt if one.seat == told.seat]
    return dealt[0] if dealt else _first_cards(hand, told)


def _first_cards(hand: HandAccount, told: SeatTold) -> tuple[Card | None, ...]:
    """The cards that were dealt first, of a hand that is known in the end; in a draw others may have gone."""
    came = {card for street in hand.streets for draw in street.draws if draw.seat == told.seat for card in draw.came}
    kept = tuple(card for card in told.cards if card not in came)
    return (*kept, *(None,) * (len(told.cards) - len(kept)))


def _whose(told: SeatTold) -> str:
    return f"seat {told.seat}{', ' + told.name if told.name else ''}"


def _named(cards: Iterable[Card | None]) -> str:
    return "".join(card or UNKNOWN for card in cards)


def _draw(street: StreetTold, seats: tuple[SeatTold, ...], play: PhhPlay, written: _Written) -> None:
    """The discards in turn, and then the cards that came; a hand that died meanwhile is told to keep its own."""
    drew = {draw.seat: draw for draw in street.draws}
    due: list[tuple[int, Hole]] = []
    for _ in range(sum(play.live)):
        player = play.discarder or 0
        draw = drew.get(seats[player - 1].seat)
        thrown: Hole = (None,) * (draw.thrown if draw else 0)
        play.discard(player, thrown)
        written.add(f"p{player} sd {_named(thrown)}".rstrip(), "" if draw else "the hand was dead")
        if draw and thrown:
            due.append((player, (*draw.came, *thrown)[: max(len(thrown), len(draw.came))]))
    for player, cards in due:
        play.deal(player, cards)
        written.add(f"d dh p{player} {_named(cards)}", street.name)


def _acts(hand: HandAccount, street: StreetTold, seats: tuple[SeatTold, ...], play: PhhPlay, written: _Written) -> None:
    """The acts of a street, each when its turn comes; a dead hand folds when it would be its turn."""
    numbers = {told.seat: player for player, told in enumerate(seats, 1)}
    left: dict[int, list[ActTold]] = {player: [] for player in numbers.values()}
    for act in street.acts:
        left[numbers[act.seat]].append(act)
    opens = [hand.bring_in, *(act.seat for act in street.acts if act.in_turn)][0 if play.brings_in else 1 :]
    while (actors := play.actors) and (player := _whose_turn(actors, [numbers[seat] for seat in opens if seat])):
        completes = [*street.acts[:1]] == left[player][:1] != []  # before anybody else has acted
        if play.brings_in and seats[player - 1].seat == hand.bring_in and not completes:
            play.bring_in(player)
            written.add(f"p{player} pb", "all-in" if not play.stacks[player - 1] else "")
        elif left[player]:
            _act(player, left[player].pop(0), play, written)
        elif seats[player - 1].end == "folded":
            play.fold(player)
            written.add(f"p{player} f", "the hand was dead")
            written.out_of_turn.append(len(written.actions))
        else:
            raise NotSo(f"it is on p{player}, who did nothing more on this street")
    for player, rest in left.items():
        if any(act.kind != "fold" and act.to_chips > play.bets[player - 1] for act in rest):
            raise NotSo(f"p{player} bet when nobody was to act")


def _whose_turn(actors: tuple[int, ...], opens: list[int]) -> int:
    """Of several whose turn it may be, for nobody saw a card that lies face up, the one who acted first."""
    return next((player for player in opens if player in actors), actors[0])


def _act(player: int, act: ActTold, play: PhhPlay, written: _Written) -> None:
    number = len(written.actions) + 1
    if act.kind == "fold":
        play.fold(player)
        written.add(f"p{player} f")
    elif (
        play.brings_in and act.kind == "call"
    ):  # the lowest card is all-in for its ante: who calls is the first to bring it in
        play.bring_in(player)
        written.add(f"p{player} pb", "all-in" if act.all_in else "")
        if play.bets[player - 1] != act.to_chips:
            raise NotSo(f"p{player} has {act.to_chips} in, and a bring-in is {play.bets[player - 1]}")
    elif act.to_chips > max(play.bets):
        regular = play.is_regular(player, act.to_chips)
        play.bet(player, act.to_chips, irregular=not regular)
        written.add(f"p{player} cbr {act.to_chips}", "all-in" if act.all_in else "")
        written.irregular += [] if regular else [number]
    elif act.to_chips == call_to(play, player):
        play.call(player)
        written.add(f"p{player} cc", "all-in" if act.all_in else "")
    else:
        raise NotSo(f"p{player} has {act.to_chips} in, and a call is {call_to(play, player)}")
    written.out_of_turn += [] if act.in_turn else [number]


def _show(
    hand: HandAccount, seats: tuple[SeatTold, ...], play: PhhPlay, written: _Written, *, before: int | None = None
) -> None:
    """Hands that are turned up as soon as nobody can bet any more, with what they hold `before` a street.

    Once the hand is over (None) those that were not are mucked.
    """
    order = {seat: at for at, seat in enumerate(hand.showed)}
    for player, told in sorted(enumerate(seats, 1), key=lambda one: order.get(one[1].seat, len(order))):
        if is_over(play) or not play.live[player - 1] or not play.may_show(player):
            continue
        if told.shown and told.end in ("live", "all-in"):
            cards = _held(hand, told, before)
            play.show(player, cards)
            written.add(f"p{player} sm {_named(cards)}", told.label)
            written.shown.add(player)
        elif before is None and told.end in ("folded", "mucked"):
            play.show(player, ())
            written.add(f"p{player} sm")


def _held(hand: HandAccount, told: SeatTold, before: int | None) -> tuple[Card | None, ...]:
    """The cards of a hand that was shown, as many as it had before a street."""
    dealt = [one.cards for street in hand.streets[:before] for one in street.dealt if one.seat == told.seat]
    return tuple(card for cards in dealt for card in cards) if dealt else told.cards


# The file.


def _lines(
    hand: HandAccount, seats: tuple[SeatTold, ...], fields: Mapping[str, Any], written: _Written, table: str
) -> Iterator[str]:
    for found in hand.findings:
        yield _remark(f"# {_finding(found)}")
    for name, value in fields.items():
        yield f"{name} = {_value(value)}"
    yield "actions = ["
    for action, remark in written.actions:
        yield f"  {_value(action)}," + (_remark(f"  # {remark}") if remark else "")
    yield "]"
    for name, value in _about(hand, seats, written, table).items():
        if value not in ("", [], 0, False):
            yield f"{name} = {value if name == 'time' else _value(value)}"


def _about(hand: HandAccount, seats: tuple[SeatTold, ...], written: _Written, table: str) -> dict[str, Any]:
    """What the hand is known by, and what the format has no word for."""
    began = datetime.fromtimestamp(hand.began_ns // 10**9, UTC) if hand.began_ns else None
    when = {} if began is None else {"time": f"{began:%H:%M:%S}", "time_zone": "UTC", "day": began.day, "month": began.month, "year": began.year}  # fmt: skip  # noqa: E501 - one row of fields
    names = [told.name for told in seats]
    numbers = {told.seat: player for player, told in enumerate(seats, 1)}
    return {
        **when,
        "hand": hand.number,
        "seats": [told.seat for told in seats],
        "seat_count": hand.table_seats,
        "table": table,
        "players": names if any(names) else [],
        "finishing_stacks": [told.finish_chips for told in seats],
        "_irregular": written.irregular,
        "_out_of_turn": written.out_of_turn,
        "_odd_chips": written.odd_chips if any(written.odd_chips) else [],
        "_findings": [_finding_fields(found, numbers) for found in hand.findings],
        "_released": [player for player, told in enumerate(seats, 1) if told.cards and not told.shown],
        "_rulebook": hand.rulebook,
        "_button": hand.button,
        "_misdeals": hand.misdeals,
        "_retold": hand.retold,
    }


def _finding(found: FoundView) -> str:
    seat = f", seat {found.seat}" if found.seat is not None else ""
    ruled = f", the floor: {found.ruled}" if found.ruled else ""
    title = f" ({found.title})" if found.title else ""
    return f"{found.topic}{seat}: {found.cite.book} {found.cite.ref}{title}{ruled}"


_SEATS: Final = {"turn": "turn_seat"}
"""Facts that are seats and are not called so: the field `player` beside them is a number of the format's own."""


def _finding_fields(found: FoundView, numbers: Mapping[int, int]) -> dict[str, Any]:
    player = numbers.get(found.seat, 0) if found.seat is not None else 0
    fields = {
        "topic": found.topic,
        "player": player,
        "book": found.cite.book,
        "rule": found.cite.ref,
        "facts": {_SEATS.get(name, name): value for name, value in found.facts},
        "ruled": found.ruled,
    }
    return {name: value for name, value in fields.items() if value not in ("", 0, {})}


def _remark(text: str) -> str:
    """A comment: one line, without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _value(value: object) -> str:
    """A TOML value."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace(_NAMED, "\\u007f")
        case dict():
            return "{" + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case _:
            return str(value)


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _value(name)
