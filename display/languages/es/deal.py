"""Spanish for what went wrong in the deal: void deals, exposed cards, hands with a wrong number of cards."""

from __future__ import annotations

from typing import Final

DEAL: Final[dict[str, str]] = {
    "finding.misdeal": "Misdeal, o lo que puede serlo",
    "finding.misdeal-replay": "Un reparto anulado y el que lo sustituye",
    "finding.exposed-card": "Una carta expuesta por el dealer",
    "finding.wrong-card-count": "Mano con un número de cartas incorrecto",
    "fact.button_seat": "el botón es el asiento",
    "fact.due_seat": "le tocaba al asiento",
    "fact.too_late.1": "demasiado tarde para un misdeal",
    "value.cards-exposed": "dos cartas expuestas",
    "value.card-to-empty-seat": "carta a un asiento que no está en la mano",
    "value.extra-cards": "varias cartas de más",
    "value.first-card-exposed": "expuesta una de las primeras cartas",
    "value.heads-up-exposed": "carta expuesta en mano a mano",
    "value.left-out": "un jugador sin carta",
    "value.stuck-cards": "dos cartas a la vez: ¿iban pegadas?",
    "value.two-to-the-button": "dos cartas seguidas al botón",
    "value.wrong-seat": "no es el asiento al que tocaba la carta",
    "option.bet-stays": "la apuesta se queda en el bote",
    "option.complete-hand": "el asiento recibe la carta que le falta",
    "option.one-hand": "una mano de la penalización",
    "option.pass-on": "la carta pasa al asiento al que tocaba",
    "option.return-as-burn": "de vuelta al mazo, es la próxima quemada",
    "option.two-hands": "dos manos de la penalización",
    "effect.card-replaced": "otra carta para el {player} tras la ronda",
    "effect.card-back": "la última carta del {player} vuelve al mazo",
    "effect.card-on": "la carta pasa al {player}",
    "effect.let-be": "{player} sigue jugando con {chips} cartas",
    "effect.penalty-served": "al {player} le queda una mano menos de penalización",
    "effect.card-later": "{player} recibe una carta cuando todos tengan las suyas",
}
