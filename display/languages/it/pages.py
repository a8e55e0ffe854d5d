"""Italian for the pages over the table: the hands of this table, and a finding explained."""

from __future__ import annotations

from typing import Final

PAGES: Final[dict[str, str]] = {
    "page.keys-history": "8 e 2, o su e giù: sfoglia · Esc: torna al tavolo",
    "page.keys-explain": "4 e 6: il rilievo prima, dopo · 8 e 2: sfoglia · Esc: torna al tavolo",
    "page.leaf": "pagina {leaf} di {leaves}",
    "history.title": "Mani di questo tavolo",
    "history.none": "Ancora nessuna mano giocata.",
    "history.older": "mani più vecchie: 2",
    "history.hand": "Mano {number}",
    "history.under-way": "in corso",
    "history.voided": "nulla",
    "history.retold": "azioni annullate o corrette",
    "history.no-board": "senza board",
    "history.shown": "{player}: {cards}",
    "history.ruled": "il floor: {option}",
    "explain.title": "Rilievo {number} di {count}",
    "explain.sees": "Chi lo vede",
    "explain.AUTO": "il tavolo",
    "explain.ASSIST": "il tavolo, e decide il floor",
    "explain.CLOCK": "un orologio",
    "explain.ROOM": "la sala",
    "explain.INFO": "il dealer e i giocatori",
    "explain.facts": "I fatti",
    "explain.answer": "La risposta",
    "explain.answer-none": "annotato, la mano continua",
    "explain.floor": "il floor sceglie: {options}",
    "explain.others": "Che cosa dicono gli altri regolamenti",
    "explain.same": "lo stesso",
    "explain.otherwise": "altro",
    "explain.silent": "tace: decide il floor",
    "explain.nothing": "non ci trova niente",
    "reason.no-finding": "in questa mano non c'è nessun rilievo",
    "reason.no-history": "le mani non si leggono dal giornale",
}
