"""Spanish for the pages over the table: the history of the hands, and a rule explained."""

from __future__ import annotations

from typing import Final

PAGES: Final[dict[str, str]] = {
    "page.keys-history": "8 y 2, o arriba y abajo: pasar hoja · Esc: vuelta a la mesa",
    "page.keys-explain": "4 y 6: incidencia anterior, siguiente · 8 y 2: pasar hoja · Esc: vuelta a la mesa",
    "page.leaf": "hoja {leaf} de {leaves}",
    "history.title": "Manos de esta mesa",
    "history.none": "Aún no se ha jugado ninguna mano.",
    "history.older": "manos anteriores: 2",
    "history.hand": "Mano {number}",
    "history.under-way": "en juego",
    "history.voided": "anulada",
    "history.retold": "hay acciones deshechas o corregidas",
    "history.no-board": "sin board",
    "history.shown": "{player}: {cards}",
    "history.ruled": "el floor: {option}",
    "explain.title": "Incidencia {number} de {count}",
    "explain.sees": "Quién lo ve",
    "explain.AUTO": "la mesa",
    "explain.ASSIST": "la mesa, y decide el floor",
    "explain.CLOCK": "un reloj",
    "explain.ROOM": "la sala",
    "explain.INFO": "el dealer y los jugadores",
    "explain.facts": "Los hechos",
    "explain.answer": "La respuesta",
    "explain.answer-none": "anotado, la mano sigue",
    "explain.floor": "el floor elige: {options}",
    "explain.others": "Qué dicen los otros libros",
    "explain.same": "lo mismo",
    "explain.otherwise": "otra cosa",
    "explain.silent": "calla: decide el floor",
    "explain.nothing": "no ve nada irregular",
    "reason.no-finding": "en esta mano no hay ninguna incidencia",
    "reason.no-history": "no se pueden leer las manos del diario",
}
