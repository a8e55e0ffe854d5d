"""Spanish for the chips of a table: races, colour-ups, counts of the trays, rebuys."""

from __future__ import annotations

from typing import Final

CHIPS: Final[dict[str, str]] = {
    "finding.color-up": "Chip race o cambio de fichas",
    "finding.chip-handling": "Las bandejas no cuentan lo mismo que el juego",
    "finding.chip-transport": "Fichas llevadas fuera de la vista",
    "finding.rebuy": "Una recompra",
    "finding.nonvalue-chips": "Algo sin valor puesto en juego",
    "cause.no-such-race": "Ese valor no puede ir a chip race",
    "cause.race-cards-missing": "Chip race con pocas cartas sacadas",
    "fact.gets_chips": "recibe",
    "fact.first_seat": "el sorteo empieza en el asiento",
    "fact.rest_chips": "sobran",
    "fact.next_seat": "siguiente en el sorteo: asiento",
    "fact.old_chips": "fichas viejas, valor",
    "fact.exchange_chips": "cambiadas por",
    "fact.rebuy_chips": "fichas de la recompra",
    "fact.denomination": "fichas de",
    "fact.count_seat": "asiento",
    "fact.expected_sum_chips": "toda la mesa: debería haber",
    "fact.counted_sum_chips": "toda la mesa: contado",
    "option.exchange-chips": "cambiadas por su mismo valor",
    "option.remove-chips": "retiradas sin compensación",
    "option.add-chip": "una ficha más, a la siguiente carta",
    "option.no-chip": "ninguna ficha por el resto",
    "option.confiscate": "retiradas del juego",
    "option.halve-stack": "medio stack retirado del juego",
    "option.set-aside": "no en esta mano",
    "option.accept-count": "las bandejas tienen razón",
    "option.count-again": "se cuentan las fichas a mano",
    "option.allow-rebuy": "se permite la recompra",
    "option.no-rebuy": "sin recompra",
    "effect.stack": "{player} tiene {chips}",
    "effect.aside": "{chips} del {player} esperan a la próxima mano",
    "effect.leaves": "{player} queda eliminado",
}
