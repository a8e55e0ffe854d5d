"""Italian for players who are away, hands in the muck, cards shown early, and what people see of each other."""

from __future__ import annotations

from typing import Final

PLAYERS: Final[dict[str, str]] = {
    "finding.absent-player": "Non al suo posto",
    "finding.authority": "Il floor sopra la regola",
    "finding.card-protection": "Carte non protette o fuori vista",
    "finding.collusion": "Mano mostrata per un sospetto",
    "finding.dead-hand": "Mano morta",
    "finding.devices": "Dispositivo usato a mano viva",
    "finding.info-access": "Ciò che uno ha visto lo vedono tutti",
    "finding.leaving-table": "Via dal tavolo a mano viva",
    "finding.mucked-in-error": "Mano viva negli scarti",
    "finding.staff-communication": "Per il dealer che si siede",
    "cause.hand-taken": "Una mano è stata ritirata e altri hanno agito: prima annulla il fold",
    "value.hand-taken": "ritirata dal dealer",
    "value.bettor-discarded": "gettata da chi ha puntato",
    "value.away-in-turn": "assente, ed è il suo turno",
    "value.in": "in mano",
    "value.all-in": "all-in",
    "fact.was": "prima",
    "fact.over": "sopra la regola",
    "fact.option": "deciso",
    "fact.other_seat": "al posto",
    "fact.small": "piccolo buio",
    "fact.big": "grande buio",
    "fact.penalised_seat": "in penalità: posto",
    "fact.warned_seat": "ammonito: posto",
    "option.return-bet": "mano morta, la puntata torna",
    "option.review-hand": "il floor guarda la mano",
    "option.no-review": "la mano non si guarda",
    "effect.hand-stays": "{player} resta in mano: rendi le carte",
}
