"""Italian for hands that are dealt by keys alone."""

from __future__ import annotations

from typing import Final

HANDS: Final[dict[str, str]] = {
    "key.dealt-all": "carte date",
    "key.board": "board",
    "key.show-cards": "mano scoperta",
    "reason.faces-first": "digita le carte: qui nessuno le legge (B il board, S una mano)",
    "reason.say-the-act": "tocca al posto {seat}: digita che cosa fa",
    "reason.floor-first": "prima decide il floor",
    "reason.nothing-to-deal": "non c'è niente da dare adesso: prima mescola (s)",
    "reason.no-street-due": "adesso non arrivano carte sul board",
    "reason.card-there": "la carta {card} è già sul tavolo",
    "reason.no-told-hand": "le carte del posto {seat} si leggono: digita solo che sono scoperte (t)",
    "reason.face-is-read": "un lettore legge {cards} tra queste carte: digita tutte le carte della mano come sono",
    "reason.cards-of-a-hand": "questa mano ha {cards} carte",
}
