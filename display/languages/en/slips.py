"""English for slips of the dealer's hand: what a key would do out of its time, and what undo and redo took up."""

from __future__ import annotations

from typing import Final

SLIPS: Final[dict[str, str]] = {
    "next.answer-first": "First answer the question",
    "next.deal-again": "Misdeal: gather all cards, shuffle, same button",
    "next.loose-chips": "{player}: {chips} lie loose: key the act or give them back",
    "next.loose-chips-short": "{player}: {chips} loose: key or return",
    "next.no-cards": "{player}: no cards. Lay them back or fold",
    "reason.answer-first": "a question is open: answer it first",
    "reason.show-or-muck": "seat {seat}: t if the hand is up, f if it goes to the muck",
    "reason.hand-under-way": "the hand is not over: only a finished hand is gathered",
    "reason.no-hand-to-gather": "no hand lies there to be gathered",
    "key.mucked": "mucked",
    "look.command.MarkRiffle": "The stub is disordered: this calls the floor",
    "look.command.MarkDealt": "Readers see fewer cards than that: do all of them lie there?",
    "look.command.TurnUp": "All players see these cards, and the hand is not asked for now",
    "note.too-soon": "The question has only just come: read it, then answer",
    "note.undone": "Taken back: {act} (y: stands again)",
    "note.redone": "Stands again: {act} (u: takes it back)",
    "act-of.said": "{player} says {word}",
    "act-of.Asked": "{player} asks",
    "act-of.ChipsPushed": "{player} pushes {chips}",
    "act-of.ChipsTakenBack": "{player} takes {chips} back",
    "act-of.CardsMucked": "the hand of {player} in the muck",
    "act-of.HandTabled": "the hand of {player} turned up",
    "act-of.CardShown": "a card exposed",
    "act-of.FloorRuled": "the floor: {option}",
    "act-of.CardsDealtByKey": "cards dealt",
    "act-of.BoardByKey": "cards on the board",
    "act-of.ChipsMovedByKey": "chips moved",
    "act-of.Riffled": "the stub shuffled",
    "act-of.ClockAsked": "the clock",
    "act-of.other": "the last thing told",
    "misdeal.remedy": "Gather all cards and shuffle; the button stays, the same seats get cards",
}
