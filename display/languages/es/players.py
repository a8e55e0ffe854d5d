"""Spanish for players who are away, hands in the muck, cards shown early, and what people see of each other."""

from __future__ import annotations

from typing import Final

PLAYERS: Final[dict[str, str]] = {
    "finding.absent-player": "No está en su asiento",
    "finding.authority": "El floor por encima de la regla",
    "finding.card-protection": "Cartas sin proteger o fuera de la vista",
    "finding.collusion": "Ver una mano bajo sospecha",
    "finding.dead-hand": "Mano muerta",
    "finding.devices": "Un dispositivo usado con mano viva",
    "finding.info-access": "Lo que vio uno pueden verlo todos",
    "finding.leaving-table": "Dejó la mesa con mano viva",
    "finding.mucked-in-error": "Mano viva en los descartes",
    "finding.staff-communication": "Para el dealer que se sienta",
    "cause.hand-taken": "Mano recogida y otros han actuado después: primero deshaz la retirada",
    "value.hand-taken": "recogida por el dealer",
    "value.bettor-discarded": "descartada por quien apostó",
    "value.away-in-turn": "ausente, y es su turno",
    "value.in": "en la mano",
    "value.all-in": "all-in",
    "fact.was": "antes",
    "fact.over": "por encima de la regla",
    "fact.option": "decidido",
    "fact.other_seat": "en el asiento",
    "fact.small": "ciega pequeña",
    "fact.big": "ciega grande",
    "fact.penalised_seat": "penalizado: asiento",
    "fact.warned_seat": "avisado: asiento",
    "option.return-bet": "mano muerta, su apuesta vuelve",
    "option.review-hand": "el floor mira la mano",
    "option.no-review": "la mano no se mira",
    "effect.hand-stays": "{player} sigue en la mano: devuélvele las cartas",
}
