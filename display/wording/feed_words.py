"""The public feed in words: one message of `ev` or `finding`, a line or none.

What the game made of the table is told, as in the log; the motions of cards and chips by which it came to know are not.
All text of a message is untrusted and crosses `boundary` on the way into a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from display.wording.wording import Wording, capital

Data = Mapping[str, Any]
Names = Mapping[int, str]
"""Who sits where."""


def names_of(state: Data) -> dict[int, str]:
    """Who sits where, by a state."""
    return {int(one["seat"]): str(one["name"]) for one in state["seats"] if one["status"] != "empty"}


def words_of(kind: str, message: Data, names: Names, words: Wording) -> str:
    """What the message says; empty for what is not told in words."""
    say = _SAID.get(kind)
    try:
        return capital(say(message["data"], names, words)) if say is not None else ""
    except (KeyError, TypeError, ValueError, IndexError):
        return words.say("told.other", code=kind)  # of a newer release: its kind is all that is known


def _player(seat: int, names: Names, words: Wording) -> str:
    name = names.get(seat, "")
    return words.say("seat.player", seat=seat, name=name) if name else words.say("seat.nameless", seat=seat)


def _cards(cards: Sequence[str]) -> str:
    return " ".join(map(str, cards))


def _began(data: Data, names: Names, words: Wording) -> str:
    button = _player(int(data["button_seat"]), names, words)
    return f"{words.say('hand.number', number=str(data['hand']))}, {words.say('told.HandBegan.button')}: {button}"


def _posted(data: Data, names: Names, words: Wording) -> str:
    player = _player(data["seat"], names, words)
    return words.say(f"told.ForcedBetPosted.{data['kind']}", player=player, chips=int(data["amount_chips"]))


def _acted(data: Data, names: Names, words: Wording) -> str:
    player = _player(data["seat"], names, words)
    said = words.say(f"told.ActRuled.{data['kind']}", player=player, chips=int(data["to_chips"]))
    return said + (words.say("told.ActRuled.and-all-in") if data["all_in"] and data["kind"] != "all-in" else "")


def _returned(data: Data, names: Names, words: Wording) -> str:
    player = _player(data["seat"], names, words)
    return words.say("told.BetReturned", player=player, chips=int(data["amount_chips"]))


def _drew(data: Data, names: Names, words: Wording) -> str:
    key = "told.CardsDrawn" if data["card_count"] else "told.CardsDrawn.pat"
    return words.say(key, player=_player(data["seat"], names, words), count=str(data["card_count"]))


def _showed(data: Data, names: Names, words: Wording) -> str:
    player, cards = _player(data["seat"], names, words), _cards(data["cards"])
    if not data["label"]:
        return words.say("told.HandShown.plain", player=player, cards=cards)
    return words.say("told.HandShown", player=player, cards=cards, label=words.code("rank-long", str(data["label"])))


def _won(data: Data, names: Names, words: Wording) -> str:
    which = "side" if data["pot"] else "only"
    player = _player(data["seat"], names, words)
    said = words.say(f"told.PotAwarded.{which}", player=player, chips=int(data["amount_chips"]), number=data["pot"])
    label = str(data["label"])
    return said + (words.say("told.PotAwarded.with", label=words.code("rank-long", label)) if label else "")


def _settled(data: Data, names: Names, words: Wording) -> str:
    stacks = (f"{_player(one['seat'], names, words)} {words.amount(int(one['stack_chips']))}" for one in data["stacks"])
    return f"{words.say('told.HandSettled', hand=str(data['hand']))} {', '.join(stacks)}"


def _found(data: Data, names: Names, words: Wording) -> str:
    topic = words.code("finding", str(data["topic"]))
    rule = f"{words.code('book', str(data['book']))}, {data['rule']}"
    if data["seat"] is None:
        return words.say("told.Finding.table", topic=topic, rule=rule)
    return words.say("told.Finding", topic=topic, player=_player(data["seat"], names, words), rule=rule)


def _ruled(data: Data, _names: Names, words: Wording) -> str:
    return words.say("told.FloorRuled", option=words.code("option", str(data["option"])))


def _level(data: Data, _names: Names, words: Wording) -> str:
    amounts = {name: int(data[f"{name}_chips"]) for name in ("small_blind", "big_blind", "ante")}
    return words.say("feed.level_announced", **amounts)


def _game(data: Data, _names: Names, words: Wording) -> str:
    return words.say("feed.game_chosen", game=words.code("variant", str(data["variant"])))


def _dealt(data: Data, names: Names, words: Wording) -> str:
    return words.say("feed.hole_card_dealt", player=_player(data["seat"], names, words), card=str(data["card"]))


def _sat(data: Data, _names: Names, words: Wording) -> str:
    chips = int(data["stack_chips"])
    return words.say("feed.player_sat", seat=data["seat"], name=str(data["name"]), chips=chips)


def _left(data: Data, names: Names, words: Wording) -> str:
    return words.say("feed.player_left", player=_player(data["seat"], names, words))


def _called(data: Data, _names: Names, words: Wording) -> str:
    return words.say("feed.floor_called" if data["calling"] else "feed.floor_not_called")


def _missing(data: Data, _names: Names, words: Wording) -> str:
    return words.say("feed.gap", first=str(data["first_n"]), last=str(data["last_n"]))


def _plainly(key: str) -> Callable[[Data, Names, Wording], str]:
    return lambda _data, _names, words: words.say(key)


_SAID: Final[Mapping[str, Callable[[Data, Names, Wording], str]]] = {
    "hand_began": _began,
    "forced_bet_posted": _posted,
    "act_ruled": _acted,
    "street_opened": lambda data, _names, words: words.code("street", str(data["street"])),
    "board_named": lambda data, _names, words: words.say("told.BoardNamed", cards=_cards(data["cards"])),
    "bet_returned": _returned,
    "cards_drawn": _drew,
    "hand_shown": _showed,
    "pot_awarded": _won,
    "hand_settled": _settled,
    "deal_voided": _plainly("told.DealVoided"),
    "hand_voided": _plainly("told.HandVoided"),
    "undone": _plainly("feed.undone"),
    "redone": _plainly("feed.redone"),
    "corrected": _plainly("feed.corrected"),
    "finding": _found,
    "ruling": _ruled,
    "level_announced": _level,
    "game_chosen": _game,
    "hole_card_dealt": _dealt,
    "player_sat": _sat,
    "player_left": _left,
    "floor_called": _called,
    "gap": _missing,
}
