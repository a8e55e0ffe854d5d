"""Spanish for hands that are dealt by keys alone: why a key of the hand is not taken, and that no reader is there."""

from __future__ import annotations

from typing import Final

HANDS: Final[dict[str, str]] = {
    "key.dealt-all": "repartido",
    "key.board": "board",
    "key.show-cards": "mano vista",
    "reason.faces-first": "teclea las cartas: aquí nadie las lee (B el board, S una mano)",
    "reason.say-the-act": "le toca al asiento {seat}: teclea lo que hace",
    "reason.floor-first": "antes decide el floor",
    "reason.nothing-to-deal": "ahora no hay nada que repartir: baraja primero (s)",
    "reason.no-street-due": "ahora no salen cartas al board",
    "reason.card-there": "la carta {card} ya está en la mesa",
    "reason.no-told-hand": "las cartas del asiento {seat} se leen: teclea solo que están boca arriba (t)",
    "reason.face-is-read": "un lector lee {cards} entre estas cartas: teclea toda la mano tal como está",
    "reason.cards-of-a-hand": "esta mano tiene {cards} cartas",
}
