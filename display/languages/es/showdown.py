"""Spanish for the showdown: who shows, what was thrown away, said or asked there."""

from __future__ import annotations

from typing import Final

SHOWDOWN: Final[dict[str, str]] = {
    "next.await-ordered": "{player} tiene que mostrar la mano",
    "next.await-turn-up": "{player}: descubre la mano de los descartes",
    "finding.all-in-showdown": "Mano descartada en un all-in",
    "finding.ask-to-see": "Un jugador pide ver una mano",
    "finding.cards-speak": "Se dijo, pero hablan las cartas",
    "finding.playing-the-board": "Jugar el board: hay que mostrar todas las cartas",
    "finding.showdown-discard": "Cartas mostradas o descartadas en el showdown",
    "finding.showdown-order": "Quién muestra primero",
    "finding.tabling": "Mano que no se muestra como se debe",
    "fact.about_seat": "sobre el asiento",
    "cause.card-not-as-told": "La mano no tiene la carta que se dijo",
    "option.aggressor-first": "muestra primero quien apostó o subió el último",
    "option.left-first": "muestra primero el primero a la izquierda del botón",
    "option.order-to-show": "ordenar al jugador que muestre",
    "option.show-hand": "la mano se muestra",
    "option.turn-up": "el dealer pone la mano boca arriba",
    "effect.must-show": "{player} tiene que mostrar",
    "effect.shows-first": "{player} muestra primero",
}
