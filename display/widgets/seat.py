"""One place at the table: who sits there, with what, and what was done last."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from textual.reactive import var

from display.screen import glyphs, themes
from display.screen.paint import Line, Piece, fit, join, spread
from display.widgets.painted import Painted
from display.widgets.touch import SeatTouched
from display.wording import boundary, sensing
from display.wording.made_hands import made, needs_its_ranks, that_play
from display.wording.wording import Wording, face, in_big_blinds
from firmware_bridge.vocabulary.cards import Card
from table_controller.vocabulary.views import AbsenceView, PenaltyView, SeatView, SenseView

TURN_SIGN: Final = "▶"
READ_BACK: Final = "▒▒"
UNREAD_BACK: Final = "░░"
"""A card that lies there by all that happened, and is not read now."""
_MARGIN: Final = 1
"""Cells to the left of a drawn stack."""
_QUIET_STATUSES: Final = frozenset({"empty", "out", "folded", "busted", "left"})


class SeatPicture(Struct, frozen=True):
    """What a seat's box shows: the seat, its marks (button, blinds), whose turn it is, the big blind.

    Beside that what its antenna reads, whether its player is away or sits out a penalty, and what lies in its stack:
    chips that it owes lie there still, a pot that it won not yet. A `large` one has the stack three rows high.
    """

    seat: SeatView
    marks: tuple[str, ...]
    to_act: bool
    big_blind_chips: int
    width: int
    framed: bool
    sense: SenseView | None = None
    absence: AbsenceView | None = None
    penalty: PenaltyView | None = None
    lies_chips: int | None = None
    board: tuple[Card, ...] = ()
    large: bool = False
    variant: str = ""


class SeatBox(Painted):
    """Draws one seat; it is told what to draw and where."""

    told: var[tuple[SeatPicture, Wording] | None] = var(None)

    def watch_told(self, told: tuple[SeatPicture, Wording] | None) -> None:
        """Show the picture; one that is told again changes nothing."""
        if told is not None:
            self.paint(seat_lines(*told))

    def on_click(self) -> None:
        """A touch points at the seat."""
        if self.told is not None:
            self.post_message(SeatTouched(self.told[0].seat.seat))


def seat_lines(picture: SeatPicture, words: Wording) -> list[Line]:
    """The rows of a seat's box, each exactly as wide as the box; a frame makes five rows of three, eight if large."""
    inner = picture.width - 4 if picture.framed else picture.width
    rows = [_name_row(picture, inner), *_chips_rows(picture, words, inner), _cards_row(picture, words, inner)]
    filled = [spread(row, [], inner) or row for row in rows]
    return _framed(filled, picture) if picture.framed else filled


def _loud(picture: SeatPicture) -> str:
    return themes.GONE if picture.seat.status in _QUIET_STATUSES else themes.NAME


def _name_row(picture: SeatPicture, width: int) -> Line:
    """Turn sign, seat number and name; the marks of button and blinds stand at the right."""
    seat = picture.seat
    marks = join(([(mark, themes.MARK)] for mark in picture.marks), " ")
    used = sum(len(text) for text, _ in marks)
    head = f"{TURN_SIGN if picture.to_act else ' '}{seat.seat:>2} "
    name = boundary.shorten(boundary.clean_name(seat.name), width - len(head) - used - (1 if used else 0))
    style = themes.TURN if picture.to_act else _loud(picture)
    if picture.to_act:
        name = name.ljust(width - len(head) - used - (1 if used else 0) - _wide(name))
    return spread([(head, style), (name, style)], marks, width) or [(head, style), (name, style)]


def _wide(text: str) -> int:
    """Cells that `text` takes beyond one for each character."""
    return cell_len(text) - len(text)


def _chips_rows(picture: SeatPicture, words: Wording, width: int) -> list[Line]:
    """The row of the stack; on a large screen it is drawn, and how the seat stands is told in the row of its cards."""
    if not picture.large:
        return [_chips_row(picture, words, width)]
    drawn = _drawn_stack(picture, words)
    if not drawn:
        return [[], _chips_row(picture, words, width), []]
    room, blank = width - len(drawn[0]) - _MARGIN, list[Piece]()
    left: list[Line] = [[(" " * _MARGIN, ""), (row, _loud(picture))] for row in drawn]
    right = fit(room, _big_blinds(picture, words)[1:], blank)
    return [spread(line, told, width) or line for line, told in zip(left, (right, blank, blank), strict=True)]


def _drawn_stack(picture: SeatPicture, words: Wording) -> tuple[str, ...]:
    """The stack three rows high; nothing where the screen is not large, or the stack too wide."""
    behind_chips = _behind_chips(picture)
    if not picture.large or not behind_chips or picture.seat.status == "empty":
        return ()
    drawn = glyphs.glyphs(words.amount(behind_chips))
    return drawn if drawn is not None and len(drawn[0]) + _MARGIN <= picture.width - 4 else ()


def _chips_row(picture: SeatPicture, words: Wording, width: int) -> Line:
    """The stack, in chips and big blinds where there is room, and how the seat stands in the hand."""
    seat = picture.seat
    if seat.status == "empty":
        return fit(width, [("    ", ""), (words.say("seat.empty"), themes.FAINT)])
    stack: Line = [("    ", ""), (words.amount(_behind_chips(picture)), _loud(picture))]
    big_blinds = _big_blinds(picture, words)
    right, short = _status(picture, words)
    tight = stack[1:]
    return fit(
        width,
        spread([*stack, *big_blinds], right, width),
        spread(stack, right, width),
        spread(stack, short, width),
        spread([(" ", ""), *tight], short, width),
        tight,
    )


def _behind_chips(picture: SeatPicture) -> int:
    """What lies behind; where that is not told, the books, in which loose chips in front are the stack's still."""
    if picture.lies_chips is not None:
        return picture.lies_chips
    return max(0, picture.seat.stack_chips - picture.seat.loose_chips)


def _status(picture: SeatPicture, words: Wording) -> tuple[Line, Line]:
    """How the seat stands in the hand, whole and short: a penalty or an absence is why it is not dealt in."""
    seat = picture.seat
    style = themes.WON if seat.status == "all-in" else themes.QUIET
    why: list[Line] = []
    if picture.penalty is not None:
        why.append([(_penalty(picture.penalty, words), themes.WARN)])
    if picture.absence is not None:
        why.append([(words.say("seat.near" if picture.absence.near else "seat.away"), themes.WARN)])
    status = "" if why and seat.status == "out" else words.say("seat.mucked" if seat.mucked else f"seat.{seat.status}")
    whole = join([[(status, style)] if status else [], *why], " ")
    if why:
        return whole, why[0] if seat.status == "out" else whole
    return whole, [(words.say("seat.out-short"), style)] if seat.status == "out" else whole


def _penalty(penalty: PenaltyView, words: Wording) -> str:
    """The hands that are to be sat out, those after the one under way apart from it."""
    if not penalty.this_hand:
        return words.say("seat.penalty", count=penalty.hands)
    return words.say("seat.penalty-more", count=penalty.hands) if penalty.hands else words.say("seat.penalty-now")


def _big_blinds(picture: SeatPicture, words: Wording) -> Line:
    behind_chips = _behind_chips(picture)
    if picture.big_blind_chips <= 0 or behind_chips <= 0:
        return []
    count = in_big_blinds(behind_chips, picture.big_blind_chips, words)
    return [("  ", ""), (words.say("seat.big-blinds", count=count), themes.QUIET)]


def _cards_row(picture: SeatPicture, words: Wording, width: int) -> Line:
    """Backs or tabled faces, and beside them what is owed, what comes back, or the rank of the hand."""
    seat = picture.seat
    told, short = _notes(picture, words, brief=False), _notes(picture, words, brief=True)
    wide, narrow = card_pieces(picture, " "), card_pieces(picture, "")
    forms: list[Line | None] = []
    for said, count in [(said, count) for count in range(len(told), 0, -1) for said in (told, short)] or [(told, 0)]:
        notes = join(said[:count], " ")
        forms += [
            spread([("    ", ""), *wide], notes, width),
            spread([(" ", ""), *wide], notes, width),
            spread([(" ", ""), *narrow], notes, width),
            spread(narrow, notes, width),
        ]
    owed = seat.owes_chips or seat.returns_chips
    return fit(width, *forms, short[0] if owed or (told and not seat.tabled) else wide)


def card_pieces(picture: SeatPicture, gap: str) -> Line:
    """The cards in front of a seat: faces of what is tabled, backs of the rest, others where the antenna reads none."""
    seat, sense = picture.seat, picture.sense
    shown = seat.tabled or seat.up
    tabled: list[Line] = [[(face(card), themes.FACES.get(card[-1:], themes.PLAIN))] for card in shown]
    hidden = max(0, seat.cards - len(shown))
    read = hidden if sense is None or tabled else 0 if sense.reads == "unreadable" else min(hidden, sense.cards)
    backs: list[Line] = [[(READ_BACK, themes.BACK)] for _ in range(read)]
    backs += [[(UNREAD_BACK, themes.UNREAD)] for _ in range(hidden - read)]
    return join([*tabled, *backs], gap) if gap else [piece for card in (*tabled, *backs) for piece in card]


def _notes(picture: SeatPicture, words: Wording, *, brief: bool) -> list[Line]:
    """What else is to be known of the seat, the weightiest first; there is room for one, seldom for two.

    Which pair its hand makes takes more room than that it makes one: `brief` leaves it out.
    """
    seat, notes = picture.seat, []
    if seat.owes_chips:
        notes.append((words.say("seat.owes", chips=seat.owes_chips), themes.WARN))
    if seat.returns_chips:
        notes.append((words.say("seat.returns-short", chips=seat.returns_chips), themes.KEY))
    if sensed := sensing.sense(picture.sense, seat, words):
        notes.append((sensed, themes.WARN))
    if seat.tabled and seat.hand_label:
        shown = that_play(seat.hand_label, seat.tabled, picture.board, picture.variant)
        shown = shown if not brief or needs_its_ranks(seat.hand_label, shown) else ()
        notes.append((made(seat.hand_label, shown, words, brief=True), themes.STRONG))
    if seat.all_in_button:
        notes.append((words.say("seat.all-in-button-short"), themes.WON))
    told = [[note] for note in notes]
    status = _status(picture, words)[brief] if _drawn_stack(picture, words) else []
    return [*told, status] if status else told


def _framed(rows: list[Line], picture: SeatPicture) -> list[Line]:
    """The rows in a frame; a heavy frame for the seat to act."""
    heavy = picture.to_act
    top_left, flat, top_right, upright, bottom_left, bottom_right = "┏━┓┃┗┛" if heavy else "╭─╮│╰╯"
    style = themes.KEY if heavy else themes.FAINT
    across = flat * (picture.width - 2)
    body: list[Line] = [[(f"{upright} ", style), *row, (f" {upright}", style)] for row in rows]
    return [[(top_left + across + top_right, style)], *body, [(bottom_left + across + bottom_right, style)]]
