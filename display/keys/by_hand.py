"""Which keys of a hand are worth showing: those for what no reader at the table can see of the next act."""

from __future__ import annotations

from typing import Final

from display.keys.acts.hand import DONE_KEY
from display.keys.cases import stub_is_shuffled
from table_controller.vocabulary.views import SHUFFLED_IN, SIMPLY_DONE, NextAct, TableView

_BRIDGE: Final = "bridge"
"""The process that all readers speak to, where it stands among them."""
_DONE: Final = (DONE_KEY, "key.done")
_BOARD: Final = ("B", "key.board")


def keys_by_hand(view: TableView) -> tuple[tuple[str, str], ...]:
    """The keys for the next act, if it happens where nothing is read; that for faces of the board that none names."""
    if view.next.code == "name-up":  # its reader will not tell the face: it was seen where cards lie face down
        return (("S", "key.up-cards"),)
    faces, keys = (_BOARD,) if _lacks_faces(view) else (), _keys(view)
    if not keys or view.action is not None:
        return faces
    dark = {str(zone) for node in view.nodes for zone in node.unknown_zones}
    none = all(node.node == _BRIDGE for node in view.nodes)
    return (*faces, *keys) if none or dark & _zones(view.next) else faces


def _lacks_faces(view: TableView) -> bool:
    """Whether a card lies on the board of which its reader will not tell the face, as it lay face down elsewhere."""
    coming = view.next.code.startswith("deal-") or view.next.code in ("answer-first", "burn", "call-floor")
    over = view.street in ("idle", "settled") or view.repair is not None
    return not over and not coming and view.board_count > len(view.board)


def _keys(view: TableView) -> tuple[tuple[str, str], ...]:
    match view.next.code:
        case "deal-again":
            return (_DONE,)
        case "deal-card":
            return (("D", "key.dealt-all"), _DONE)
        case "await" if view.next.chips:
            return (("D", "key.dealt-all"), _DONE) if view.street == "deal" else (_DONE,)
        case "await":  # the face of a card that a reader has seen is read
            return (("S", "key.show-cards"),) if view.next.seat in view.told_hands else ()
        case "burn":
            return (_BOARD, _DONE)
        case code if code in SHUFFLED_IN:
            return (("s", "key.riffle"),)
        case "deal-flop" | "deal-turn" | "deal-river" | "deal-community":
            return (_BOARD,)
        case "gather-bets" | "return-chips" | "push-pot" | "make-change" | "move-button":
            return (_DONE,)
        case "chips-back" | "bet-back" | "pot-to-bet" | "won-back" | "pot-back" | "put-in":
            return (_DONE,)
        case _:
            return ()


def done_is_taken(view: TableView) -> bool:
    """Whether the next act is one that is simply done: no player's word, no cards to name, nothing for the floor."""
    act = view.next
    if stub_is_shuffled(view, "shuffle-stub"):
        return True
    if act.code == "await":
        return view.action is None and (act.chips > 0 or act.seat in view.tables)
    return act.code in SIMPLY_DONE


def _zones(act: NextAct) -> frozenset[str]:
    """Where the act is read."""
    match act.code:
        case "deal-card":
            return frozenset({f"seat:{act.seat}"})
        case "burn":
            return frozenset({"burn", "board"})
        case "deal-flop" | "deal-turn" | "deal-river" | "deal-community":
            return frozenset({"board"})
        case "await" if not act.chips:
            return frozenset({f"seat:{act.seat}"})
        case _:
            return frozenset({f"stack:{act.seat}", f"bet:{act.seat}", "pot"})
