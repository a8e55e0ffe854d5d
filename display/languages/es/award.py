"""Spanish for the award of the pots: order, odd chips, disputes, a pot rebuilt, the dealer changed."""

from __future__ import annotations

from typing import Final

AWARD: Final[dict[str, str]] = {
    "finding.odd-chip": "Fichas impares de un bote repartido",
    "finding.side-pot": "En qué orden se entregan los botes",
    "finding.protest": "Una mano o un bote en disputa",
    "finding.pot-reconstruction": "El bote rehecho a partir de las apuestas",
    "finding.bringing-in-bets": "Apuesta recogida durante la ronda",
    "finding.dealer-push": "Cambio de dealer justo antes de pausa o nivel",
    "rank.Royal flush": "Esc. real",
    "rank-long.Royal flush": "escalera real",
    "fact.odd_chips": "fichas impares",
    "fact.unit_chips": "de",
    "fact.pots": "botes",
    "fact.pot_chips": "en el bote",
    "fact.put_in_chips": "puestas",
    "fact.won_chips": "ganadas",
    "fact.seconds": "segundos",
    "fact.held_back": "aplazadas",
    "value.protest-late": "demasiado tarde",
    "option.all-to-first": "todas las impares al primero a la izquierda del botón",
    "option.break-down": "cambiar una ficha por las más pequeñas en juego",
    "option.first-formed-first": "los botes paralelos según se formaron, luego el principal",
    "option.hold-back": "seguir jugando, la decisión espera",
    "option.last-formed-first": "primero el último bote paralelo formado",
    "option.main-pot-first": "primero el bote principal",
    "option.odd-chip": "las fichas impares van a un asiento",
    "option.rebuild-pot": "rehacer el bote a partir de las apuestas",
    "option.side-pot-first": "primero los botes paralelos",
    "effect.recounted": "se vuelve a contar el stack del {player}",
    "effect.pushed-first": "primero se empuja el bote de {chips} al {player}",
}
