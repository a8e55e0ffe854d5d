"""Spanish, as it is spoken at a table in Spain: every sentence that the display can say, by code.

A player is told as ``asiento 3 Anna``, so an article before the hole is always that of ``asiento``.
"""

from __future__ import annotations

from typing import Final

from display.languages.es.award import AWARD
from display.languages.es.board import BOARD
from display.languages.es.button import BUTTON
from display.languages.es.chips import CHIPS
from display.languages.es.clock import CLOCK
from display.languages.es.codes import CODES
from display.languages.es.corrections import CORRECTIONS
from display.languages.es.deal import DEAL
from display.languages.es.floor import FLOOR
from display.languages.es.guarding import GUARDING
from display.languages.es.hands import HANDS
from display.languages.es.keys import KEYS
from display.languages.es.menu import MENU
from display.languages.es.pages import PAGES
from display.languages.es.players import PLAYERS
from display.languages.es.senses import SENSES
from display.languages.es.setup import SETUP
from display.languages.es.showdown import SHOWDOWN
from display.languages.es.slips import SLIPS
from display.languages.es.training import TRAINING

_NEXT: Final = {
    "next.title": "AHORA",
    "next.new-hand": "Recoge las cartas, baraja, empieza la mano",
    "next.new-hand-first": "Baraja y empieza la primera mano",
    "next.deal-card": "Da una carta al {player}",
    "next.burn": "Quema una carta",
    "next.deal-flop": "Saca el flop: tres cartas",
    "next.deal-turn": "Saca el turn: una carta",
    "next.deal-river": "Saca el river: una carta",
    "next.return-chips": "Devuelve {chips} al {player}",
    "next.push-pot": "Empuja {chips} al {player}",
    "next.call-floor": "Llama al floor",
    "next.await": "Espera al {player}",
    "next.await-act": "Habla el {player}",
    "next.await-owes": "{player} aún debe {chips}",
    "next.await-post": "{player} pone {chips}",
    "next.await-show": "{player}: muestra o descarta",
    "next.await-table": "{player}: all-in, mano boca arriba",
    "next.stale": "El controlador calla: esta imagen puede ser vieja",
    "next.waiting": "Esperando al controlador",
}

_ACTION: Final = {
    "action.none": "Ninguna acción abierta",
    "action.turn": "habla el {player}",
    "action.to-call": "iguala con {chips}",
    "action.push": "= {chips}",
    "action.nothing-to-call": "nada que igualar",
    "action.min-bet": "apuesta mínima {chips}",
    "action.min-raise": "sube al menos a {chips}",
    "action.all-in-raise": "sube all-in a {chips}",
    "action.max": "como mucho {chips}",
    "action.plus": "(+{chips})",
    "action.may": "puede {choices}",
    "action.or": " o ",
}

_CHOICES: Final = {
    "choice.fold": "retirarse",
    "choice.check": "pasar",
    "choice.call": "igualar",
    "choice.bet": "apostar",
    "choice.raise": "subir",
}

_SEAT: Final = {
    "seat.player": "asiento {seat} {name}",
    "seat.nameless": "asiento {seat}",
    "seat.empty": "vacío",
    "seat.out": "fuera de la mano",
    "seat.out-short": "fuera",
    "seat.folded": "retirado",
    "seat.all-in": "ALL-IN",
    "seat.in": "",
    "seat.all-in-button": "botón de all-in",
    "seat.all-in-button-short": "all-in",
    "seat.owes": "debe {chips}",
    "seat.returns": "recupera {chips}",
    "seat.returns-short": "vuelven {chips}",
    "seat.won": "gana {chips}",
    "seat.big-blinds": "{count} BB",
    "mark.button": "D",
    "mark.small-blind": "SB",
    "mark.big-blind": "BB",
    "act.fold": "se retira",
    "act.check": "pasa",
    "act.call": "iguala",
    "act.bet": "apuesta",
    "act.raise": "sube",
    "act.all-in": "all-in",
    "act.small-blind": "ciega peq.",
    "act.big-blind": "ciega grande",
    "act.ante": "ante",
}

_RANKS: Final = {
    "rank.High card": "Carta alta",
    "rank.One pair": "Pareja",
    "rank.Two pair": "2 parejas",
    "rank.Three of a kind": "Trío",
    "rank.Straight": "Escalera",
    "rank.Flush": "Color",
    "rank.Full house": "Full",
    "rank.Four of a kind": "Póquer",
    "rank.Straight flush": "Esc. color",
}

_RANKS_LONG: Final = {
    "rank-long.High card": "carta alta",
    "rank-long.One pair": "pareja",
    "rank-long.Two pair": "dobles parejas",
    "rank-long.Three of a kind": "trío",
    "rank-long.Straight": "escalera",
    "rank-long.Flush": "color",
    "rank-long.Full house": "full",
    "rank-long.Four of a kind": "póquer",
    "rank-long.Straight flush": "escalera de color",
}

_TABLE: Final = {
    "hand.number": "Mano {number}",
    "hand.none": "Aún sin manos",
    "hand.blinds": "{small}/{big}",
    "hand.ante": "ante {chips}",
    "street.idle": "sin mano",
    "street.deal": "reparto",
    "street.preflop": "preflop",
    "street.flop": "flop",
    "street.turn": "turn",
    "street.river": "river",
    "street.third": "tercera calle",
    "street.fourth": "cuarta calle",
    "street.fifth": "quinta calle",
    "street.sixth": "sexta calle",
    "street.seventh": "séptima calle",
    "street.draw": "descarte",
    "street.showdown": "showdown",
    "street.settled": "mano acabada",
    "variant.NT": "hold'em sin límite",
    "variant.FT": "hold'em con límite",
    "variant.PT": "hold'em pot-limit",
    "variant.PO": "Omaha pot-limit",
    "variant.PO/8": "Omaha hi-lo pot-limit",
    "variant.FO/8": "Omaha hi-lo con límite",
    "variant.F7S": "stud de siete cartas",
    "variant.F7S/8": "stud de siete cartas hi-lo",
    "variant.FR": "razz",
    "book.tda-2019": "TDA 2019",
    "book.tda-2024-rp": "TDA 2024 PR",
    "book.tda-holdem": "TDA hold'em",
    "book.ipo-2015": "IPO 2015",
    "book.figp-2012": "FIGP 2012",
    "pot.only": "Bote",
    "pot.main": "Bote principal",
    "pot.main-short": "Principal",
    "pot.side-short": "Paralelo {number}",
    "pot.side": "Bote paralelo {number}",
    "pot.seats": "asientos {seats}",
    "pot.more": "{count} más: {chips}",
    "board.name": "Board",
}

_HEALTH: Final = {
    "node.all-ready": "lectores listos",
    "node.none": "sin lectores",
    "node.ready": "listo",
    "node.degraded": "lento",
    "node.down": "caído",
    "node.refused": "rechazado",
    "node.state": "lector {node} {status}",
    "node.why": "lector {node} {status}: {reason}",
    "node.unknown": "sin ver: {zones}",
    "node.trouble": "revisa {count} de {all} lectores",
    "node.trouble.one": "revisa un lector de {all}",
    "broker.off": "MQTT apagado",
    "broker.connecting": "MQTT conectando",
    "broker.ready": "MQTT listo",
    "broker.behind": "MQTT con {rest} de retraso",
    "broker.ahead": "MQTT: una grabadora tiene {rest}, el diario menos; rescátalo",
    "broker.absent": "MQTT ausente ({rest})",
    "broker.refused": "MQTT rechazado ({rest})",
    "broker.stopped": "MQTT parado",
    "table.simulated": "simulada",
    "table.paused": "EN PAUSA",
    "link.waiting": "conectando",
    "link.live": "en línea",
    "link.lost": "CONTROLADOR PERDIDO",
}

_FINDINGS: Final = {
    "finding.irregular": "Acción irregular",
    "finding.call-by-exposure": "Mano mostrada en lugar de igualar",
    "finding.exposing-cards": "Mano expuesta con acción pendiente",
    "finding.nonstandard-fold": "Retirada irregular",
    "finding.all-in-buttons": "Pon el botón de all-in",
    "finding.ante": "El ante",
    "finding.opponent-count": "Sin derecho a ese recuento",
    "finding.pot-count": "El bote no se cuenta",
    "finding.dealer-announce": "Anuncia la cantidad que hay",
    "finding.chip-visibility": "Fichas que los demás deben poder ver y contar",
    "finding.accepted-action": "Aceptada tal cual: se debe la cantidad real",
    "finding.hidden-chips": "Fichas halladas tras un all-in",
    "finding.title": "{topic}: {player}",
    "finding.rule": "{book}, regla {ref}",
    "finding.house": "regla de la casa {ref}",
    "finding.open": "abierto",
    "finding.options": "El floor puede elegir",
    "finding.more": "{count} incidencias más",
    "finding.more.one": "otra incidencia",
    "findings.name": "Incidencias",
    "story.name": "Esta mano",
    "prompt.name": "Pregunta",
    "prompt.cards-gone": "Las cartas del {player} ya no se ven. ¿Se ha retirado?",
    "prompt.chips-adrift": "Fichas movidas junto al {player}, y no cuadran. ¿Se deja así?",
    "prompt.chips-adrift-table": "Fichas movidas en el centro, y no cuadran. ¿Se deja así?",
    "prompt.gap-card": "Una carta del {player} ya no se ve. ¿Se ha retirado?",
    "prompt.gap-dealt": "El {player} tiene una carta que nadie vio llegar. ¿Repartida?",
    "prompt.gap-folded": "Hay cartas del {player} en los descartes. ¿Se ha retirado?",
    "prompt.gap-strayed": "El {player} tiene una carta que antes estaba en otro sitio. ¿Está ahí?",
    "prompt.gap-strayed-table": "Hay una carta donde antes no estaba. ¿Está ahí?",
    "prompt.gap-burned-table": "Entre las quemadas hay una carta que nadie vio llegar. ¿Quemada?",
    "prompt.gap-boarded-table": "En el board hay cartas que nadie vio llegar. ¿Repartidas al board?",
    "prompt.gap-unboarded-table": "Cartas del board ya no se ven. ¿Quitadas?",
    "prompt.gap-unburned-table": "Cartas quemadas ya no se ven. ¿Quitadas?",
    "prompt.gap-mucked-table": "En los descartes hay una carta que nadie vio llegar. ¿La puso el dealer?",
    "prompt.gap-riffled-table": "Se barajó y nadie lo vio. ¿Empieza una mano nueva?",
    "prompt.gap-gathered-hand-table": "Las cartas de la mano acabada ya no están. ¿Recogidas?",
    "prompt.gap-pushed": "{chips} más delante del {player}, y nadie lo vio. ¿Apostadas?",
    "prompt.gap-taken-back": "{chips} volvieron al {player}, y nadie lo vio. ¿Recuperadas?",
    "prompt.gap-gathered": "{chips} del {player} están en el bote, y nadie lo vio. ¿Recogidas?",
    "prompt.gap-bet-gathered": "{chips} del {player} están en el bote, y nadie lo vio. ¿Apostadas y recogidas?",
    "prompt.gap-won": "{chips} del bote pasaron al {player}, y nadie lo vio. ¿Ganadas?",
    "prompt.gap-won-of": "{chips} de otro jugador pasaron al {player}, y nadie lo vio. ¿Ganadas?",
    "prompt.gap-chips-more": "{chips} más junto al {player}, y nadie lo vio. ¿Se deja así?",
    "prompt.gap-chips-more-table": "{chips} más en el centro, y nadie lo vio. ¿Se deja así?",
    "prompt.gap-chips-less": "{chips} menos junto al {player}, y nadie lo vio. ¿Se deja así?",
    "prompt.gap-chips-less-table": "{chips} menos en el centro, y nadie lo vio. ¿Se deja así?",
    "prompt.gap-puck": "El botón está ahora en el {player}. ¿Correcto?",
    "prompt.gap-allin-down": "El botón de all-in del {player} está puesto, y nadie lo vio. ¿All-in?",
    "prompt.gap-allin-up": "El botón de all-in del {player} ya no está. ¿Quitado?",
    "prompt.cards-unseen": "{chips} cartas de la baraja no se leen desde hace muchas manos. ¿Contar tras la mano?",
    "prompt.other": "{player}: ¿{kind}?",
    "prompt.other-table": "¿{kind}?",
    "prompt.more": "{count} preguntas más después de esta",
    "prompt.more.one": "otra pregunta después de esta",
    "answer.folded": "retirado",
    "answer.still-there": "siguen ahí",
    "answer.ignore": "dejarlo así",
    "answer.noted": "visto",
    "answer.yes": "sí",
    "answer.no": "no",
}

ES: Final[dict[str, str]] = {
    ",": ".",
    ",from": "10000",  # CLDR: four digits stand without a sign
    ".": ",",
    **_NEXT,
    **_ACTION,
    **_CHOICES,
    **_SEAT,
    **_RANKS,
    **_RANKS_LONG,
    **_TABLE,
    **_HEALTH,
    **_FINDINGS,
    **KEYS,
    **BOARD,
    **BUTTON,
    **AWARD,
    **DEAL,
    **CHIPS,
    **CORRECTIONS,
    **CLOCK,
    **SENSES,
    **SHOWDOWN,
    **SLIPS,
    **SETUP,
    **FLOOR,
    **GUARDING,
    **PAGES,
    **HANDS,
    **PLAYERS,
    **MENU,
    **CODES,
    **TRAINING,
}
