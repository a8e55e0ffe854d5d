"""Italian for the dealer button: where it lies, who draws it, who waits for it."""

from __future__ import annotations

from typing import Final

BUTTON: Final[dict[str, str]] = {
    "finding.dead-button": "Il posto che avrebbe il bottone è vuoto",
    "finding.button-draw": "Il bottone non è al posto sorteggiato",
    "finding.button-move-error": "Bottone mosso male",
    "finding.heads-up-button": "In due: lo stesso grande buio di prima",
    "finding.new-player-position": "Nuovo giocatore tra bottone e bui",
    "fact.stands.1": "la mano vale; indietro di un posto, poi avanti di due",
    "option.adjust-button": "si corregge il bottone: nessuno è due volte grande buio",
    "option.back-then-forward": "la mano vale; il bottone torna di un posto, poi avanza di due",
    "option.button-stays": "il bottone resta dov'era",
    "option.button-to-empty-seat": "il bottone va al posto vuoto",
    "option.leave-button": "il bottone avanza come sempre",
    "option.newcomer-plays": "il nuovo gioca questa mano",
    "option.newcomer-waits": "il nuovo aspetta che passi il bottone",
    "effect.button-back": "prossima mano con bottone al {player}, quella dopo due posti avanti",
    "effect.button": "il bottone è al {player}",
}
