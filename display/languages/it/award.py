"""Italian for the award: odd chips, the order of pots, protests, bets drawn in, dealers changed late."""

from __future__ import annotations

from typing import Final

AWARD: Final[dict[str, str]] = {
    "finding.odd-chip": "Chip dispari di un piatto diviso",
    "finding.side-pot": "In che ordine si danno i piatti",
    "finding.protest": "Mano o piatto contestati",
    "finding.pot-reconstruction": "Piatto ricostruito dalle puntate",
    "finding.bringing-in-bets": "Puntata raccolta durante il giro",
    "finding.dealer-push": "Cambio dealer subito prima di pausa o livello",
    "rank.Royal flush": "Reale",
    "rank-long.Royal flush": "una scala reale",
    "fact.odd_chips": "chip dispari",
    "fact.unit_chips": "da",
    "fact.pots": "piatti",
    "fact.pot_chips": "nel piatto",
    "fact.put_in_chips": "messe",
    "fact.won_chips": "vinte",
    "fact.seconds": "secondi",
    "fact.held_back": "trattenute",
    "value.protest-late": "troppo tardi",
    "option.all-to-first": "tutte le dispari al primo a sinistra del bottone",
    "option.break-down": "cambia una chip nel taglio più piccolo in gioco",
    "option.first-formed-first": "i side pot nell'ordine di nascita, poi il principale",
    "option.hold-back": "si gioca, la decisione aspetta",
    "option.last-formed-first": "prima l'ultimo side pot",
    "option.main-pot-first": "prima il piatto principale",
    "option.odd-chip": "le chip dispari vanno a un posto",
    "option.rebuild-pot": "ricostruisci il piatto dalle puntate",
    "option.side-pot-first": "prima i side pot",
    "effect.recounted": "lo stack del {player} si riconta",
    "effect.pushed-first": "il primo piatto è quello di {chips} al {player}",
}
