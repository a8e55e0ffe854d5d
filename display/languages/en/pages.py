"""English for the pages over the table: the history of the hands, and a rule explained."""

from __future__ import annotations

from typing import Final

PAGES: Final[dict[str, str]] = {
    "page.keys-history": "8 and 2, or up and down: leaf · Esc: back to the table",
    "page.keys-explain": "4 and 6: the finding before, after · 8 and 2: leaf · Esc: back to the table",
    "page.leaf": "page {leaf} of {leaves}",
    "history.title": "Hands of this table",
    "history.none": "No hand was played yet.",
    "history.older": "older hands: 2",
    "history.hand": "Hand {number}",
    "history.under-way": "under way",
    "history.voided": "void",
    "history.retold": "acts were taken back or put right",
    "history.no-board": "no board",
    "history.shown": "{player}: {cards}",
    "history.ruled": "the floor: {option}",
    "explain.title": "Finding {number} of {count}",
    "explain.sees": "Who sees it",
    "explain.AUTO": "the table",
    "explain.ASSIST": "the table, and the floor decides",
    "explain.CLOCK": "a clock",
    "explain.ROOM": "the room",
    "explain.INFO": "the dealer and the players",
    "explain.facts": "The facts",
    "explain.answer": "The answer",
    "explain.answer-none": "noted, the hand goes on",
    "explain.floor": "the floor chooses: {options}",
    "explain.others": "What the other books say",
    "explain.same": "the same",
    "explain.otherwise": "otherwise",
    "explain.silent": "silent: the floor decides",
    "explain.nothing": "finds nothing in it",
    "reason.no-finding": "there is no finding in this hand",
    "reason.no-history": "the hands cannot be read from the journal",
}
