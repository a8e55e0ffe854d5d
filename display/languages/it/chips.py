"""Italian for chips out of their place: races, rebuys, chips out of sight, trays that count otherwise."""

from __future__ import annotations

from typing import Final

CHIPS: Final[dict[str, str]] = {
    "finding.color-up": "Chip race o color-up",
    "finding.chip-handling": "I vassoi contano altro dal gioco",
    "finding.chip-transport": "Chip tenute o portate fuori vista",
    "finding.rebuy": "Un rebuy",
    "finding.nonvalue-chips": "Messo avanti un oggetto senza valore",
    "cause.no-such-race": "Per quel taglio non si fa la race",
    "cause.race-cards-missing": "Race con troppo poche carte",
    "fact.gets_chips": "riceve",
    "fact.first_seat": "si comincia dal posto",
    "fact.rest_chips": "resto",
    "fact.next_seat": "prossimo nel sorteggio: posto",
    "fact.old_chips": "chip vecchie per",
    "fact.exchange_chips": "cambiate con",
    "fact.rebuy_chips": "chip del rebuy",
    "fact.denomination": "chip da",
    "fact.count_seat": "posto",
    "fact.expected_sum_chips": "tutto il tavolo: attese",
    "fact.counted_sum_chips": "tutto il tavolo: contate",
    "option.exchange-chips": "cambiate a pari valore",
    "option.remove-chips": "tolte senza compenso",
    "option.add-chip": "una chip in più, alla carta seguente",
    "option.no-chip": "nessuna chip per il resto",
    "option.confiscate": "tolte dal gioco",
    "option.halve-stack": "metà dello stack tolta dal gioco",
    "option.set-aside": "non in questa mano",
    "option.accept-count": "i vassoi hanno ragione",
    "option.count-again": "si contano a mano",
    "option.allow-rebuy": "rebuy concesso",
    "option.no-rebuy": "niente rebuy",
    "effect.stack": "{player} ha {chips}",
    "effect.aside": "{chips} del {player} aspettano la prossima mano",
    "effect.leaves": "{player} è eliminato",
}
