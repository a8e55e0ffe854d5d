"""Italian for the showdown: who shows, what was thrown away, said or asked there."""

from __future__ import annotations

from typing import Final

SHOWDOWN: Final[dict[str, str]] = {
    "next.await-ordered": "{player} deve mostrare la mano",
    "next.await-turn-up": "{player}: scopri la mano dagli scarti",
    "finding.all-in-showdown": "Mano gettata in un all-in",
    "finding.ask-to-see": "Si chiede di vedere una mano",
    "finding.cards-speak": "Dichiarata, ma parlano le carte",
    "finding.playing-the-board": "Gioca il board: si mostrano tutte le carte",
    "finding.showdown-discard": "Carte mostrate o gettate allo showdown",
    "finding.showdown-order": "Chi mostra per primo",
    "finding.tabling": "Mano non scoperta come si deve",
    "fact.about_seat": "sul posto",
    "cause.card-not-as-told": "La mano non ha la carta che è stata detta",
    "option.aggressor-first": "prima chi ha puntato o rilanciato per ultimo",
    "option.left-first": "prima la mano più a sinistra del bottone",
    "option.order-to-show": "ordina al giocatore di mostrare",
    "option.show-hand": "la mano si mostra",
    "option.turn-up": "il dealer scopre la mano",
    "effect.must-show": "{player} deve mostrare",
    "effect.shows-first": "{player} mostra per primo",
}
