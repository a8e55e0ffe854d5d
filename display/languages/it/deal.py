"""Italian for what went wrong in the deal: void deals, exposed cards, hands with a wrong number of cards."""

from __future__ import annotations

from typing import Final

DEAL: Final[dict[str, str]] = {
    "finding.misdeal": "Misdeal, o forse",
    "finding.misdeal-replay": "Una distribuzione nulla e quella rifatta",
    "finding.exposed-card": "Una carta scoperta dal dealer",
    "finding.wrong-card-count": "Mano con un numero di carte sbagliato",
    "fact.button_seat": "il bottone è al posto",
    "fact.due_seat": "dovuta al posto",
    "fact.too_late.1": "troppo tardi per il misdeal",
    "value.cards-exposed": "due carte scoperte",
    "value.card-to-empty-seat": "carta a un posto fuori dalla mano",
    "value.extra-cards": "più di una carta di troppo",
    "value.first-card-exposed": "scoperta una delle prime carte",
    "value.heads-up-exposed": "carta scoperta in heads-up",
    "value.left-out": "un giocatore è rimasto senza carta",
    "value.stuck-cards": "due carte insieme: erano attaccate?",
    "value.two-to-the-button": "due carte di fila al bottone",
    "value.wrong-seat": "non era il posto dovuto",
    "option.bet-stays": "la puntata resta nel piatto",
    "option.complete-hand": "il posto riceve la carta che manca",
    "option.one-hand": "una mano di penalità",
    "option.pass-on": "la carta passa al posto dovuto",
    "option.return-as-burn": "torna sul mazzo, è la prossima bruciata",
    "option.two-hands": "due mani di penalità",
    "effect.card-replaced": "un'altra carta al {player} dopo il giro",
    "effect.card-back": "l'ultima carta del {player} torna sul mazzo",
    "effect.card-on": "la carta passa al {player}",
    "effect.let-be": "{player} gioca con {chips} carte",
    "effect.penalty-served": "un'altra mano di penalità scontata: {player}",
    "effect.card-later": "{player} riceve una carta quando tutti hanno le loro",
}
