"""English for training: each act, the question, and what was right."""

from __future__ import annotations

from typing import Final

TRAINING: Final[dict[str, str]] = {
    "train.question": "What will the floor say?",
    "train.stands": "it stands, the hand goes on",
    "train.right": "Right:",
    "train.wrong": "Wrong. It is:",
    "train.plain": "Plain play: no rule is needed.",
    "train.score": "{right} of {asked} right at the first time.",
    "train.number": "A number from 1 to {count}, please.",
    "train.again": "Those that were wrong once more:",
    "train.keys": "1-4 answer · L language · q leave · {right} of {asked} right",
    "train.keys-next": "Enter next · L language · q leave · {right} of {asked} right",
    "train.keys-end": "Enter or q: leave",
    "train.act.bet-out-of-turn": "On the flop seat 2 is first. Before it acts, seat 3 bets 400.",
    "train.act.fold-out-of-turn": "The turn is on seat 4. Seat 1 throws its cards into the muck.",
    "train.act.undercall": "Seat 2 bet 400, seat 3 raised to 1,600. Seat 4 pushes four chips of 100 without a word.",
    "train.act.tiny-chip": "Blinds 2,000 and 4,000. Seat 4 raised to 50,000. Seat 1 puts one chip of 1,000 in, "
    "silently.",
    "train.act.string-bet": "Seat 4 raised to 600. Seat 1 silently puts 600 in, then one more chip of 1,000.",
    "train.act.oversized-chip": "Nothing is bet on the flop. Seat 2 puts one chip of 1,000 in and says nothing.",
    "train.act.two-values": "Blinds 250 and 500. Seat 4 raised to 1,100. Seat 1 silently pushes a 1,000 and a 500.",
    "train.act.half-a-raise": "Seat 4 raised from 200 to 600. Seat 1 silently pushes a 500 and three of 100.",
    "train.act.wrong-first-seat": "The button is at seat 1. The first card of the deal goes to seat 1.",
    "train.act.two-exposed": "In the deal a card of seat 2 turned face up. Now a card of seat 4 does, too.",
    "train.act.one-exposed": "In the deal the second card of seat 3 turns face up.",
    "train.act.boxed-card": "The card that is due to seat 3 lies face up in the deck.",
    "train.act.premature-flop": "Only seat 4 has acted before the flop. The dealer burns and deals the flop.",
    "train.act.foreign-card": "After a raise to 600 and a call, seat 3 finds a card of another deck in its hand.",
    "train.act.four-card-flop": "The dealer puts four cards down for the flop.",
    "train.act.no-burn": "The dealer deals the flop without a burn card.",
    "train.act.hand-mucked": "Seat 3 has called 600. The dealer takes its hand, which nothing protected, into "
    "the muck.",
    "train.act.fold-for-nothing": "Nothing is bet on the flop. Seat 2, first to act, folds.",
    "train.act.odd-chip": "Seats 1 and 3 show the same hand. 1,300 lie in the pot, the smallest chip is 100.",
    "train.act.player-away": "The player of seat 4 is at the bar when the last card is dealt.",
}
