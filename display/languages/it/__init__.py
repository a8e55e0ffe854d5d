"""Italian, as it is spoken at a table: every sentence that the display can say, by code.

A player is told as ``posto 3 Anna``, so an article before the hole is always that of ``posto``.
"""

from __future__ import annotations

from typing import Final

from display.languages.it.award import AWARD
from display.languages.it.board import BOARD
from display.languages.it.button import BUTTON
from display.languages.it.chips import CHIPS
from display.languages.it.clock import CLOCK
from display.languages.it.codes import CODES
from display.languages.it.corrections import CORRECTIONS
from display.languages.it.deal import DEAL
from display.languages.it.floor import FLOOR
from display.languages.it.guarding import GUARDING
from display.languages.it.hands import HANDS
from display.languages.it.keys import KEYS
from display.languages.it.menu import MENU
from display.languages.it.pages import PAGES
from display.languages.it.panel import PANEL
from display.languages.it.players import PLAYERS
from display.languages.it.senses import SENSES
from display.languages.it.setup import SETUP
from display.languages.it.showdown import SHOWDOWN
from display.languages.it.slips import SLIPS
from display.languages.it.training import TRAINING

_NEXT: Final = {
    "next.title": "ORA",
    "next.new-hand": "Raccogli le carte, mescola, inizia la mano",
    "next.new-hand-first": "Mescola e inizia la prima mano",
    "next.deal-card": "Dai una carta al {player}",
    "next.burn": "Brucia una carta",
    "next.deal-flop": "Dai il flop: tre carte",
    "next.deal-turn": "Dai il turn: una carta",
    "next.deal-river": "Dai il river: una carta",
    "next.return-chips": "Rendi {chips} al {player}",
    "next.push-pot": "Spingi {chips} al {player}",
    "next.call-floor": "Chiama il floor",
    "next.await": "Aspetta il {player}",
    "next.await-act": "Parola al {player}",
    "next.await-owes": "{player} deve ancora {chips}",
    "next.await-post": "{player} mette {chips}",
    "next.await-show": "{player}: mostra o scarta",
    "next.await-table": "{player}: all-in, scopri la mano",
    "next.stale": "Il controller tace: la schermata può essere vecchia",
    "next.waiting": "In attesa del controller",
}

_ACTION: Final = {
    "action.none": "Nessuna azione aperta",
    "action.turn": "parola al {player}",
    "action.to-call": "call {chips}",
    "action.push": "= {chips}",
    "action.nothing-to-call": "niente da chiamare",
    "action.min-bet": "punta almeno {chips}",
    "action.min-raise": "rilancia almeno a {chips}",
    "action.all-in-raise": "rilancia all-in a {chips}",
    "action.max": "al massimo {chips}",
    "action.plus": "(+{chips})",
    "action.may": "può fare {choices}",
    "action.or": " o ",
}

_CHOICES: Final = {
    "choice.fold": "fold",
    "choice.check": "check",
    "choice.call": "call",
    "choice.bet": "puntata",
    "choice.raise": "rilancio",
}

_SEAT: Final = {
    "seat.player": "posto {seat} {name}",
    "seat.nameless": "posto {seat}",
    "seat.empty": "vuoto",
    "seat.out": "fuori mano",
    "seat.out-short": "out",
    "seat.folded": "fold",
    "seat.all-in": "ALL-IN",
    "seat.in": "",
    "seat.all-in-button": "bottone all-in",
    "seat.all-in-button-short": "all-in",
    "seat.owes": "deve {chips}",
    "seat.returns": "riprende {chips}",
    "seat.returns-short": "rendi {chips}",
    "seat.won": "vince {chips}",
    "seat.big-blinds": "{count} BB",
    "mark.button": "D",
    "mark.small-blind": "SB",
    "mark.big-blind": "BB",
    "act.fold": "fold",
    "act.check": "check",
    "act.call": "call",
    "act.bet": "punta",
    "act.raise": "rilancia",
    "act.all-in": "all-in",
    "act.small-blind": "piccolo buio",
    "act.big-blind": "grande buio",
    "act.ante": "ante",
}

_RANKS: Final = {
    "rank.High card": "Carta alta",
    "rank.One pair": "Coppia",
    "rank.Two pair": "2 coppie",
    "rank.Three of a kind": "Tris",
    "rank.Straight": "Scala",
    "rank.Flush": "Colore",
    "rank.Full house": "Full",
    "rank.Four of a kind": "Poker",
    "rank.Straight flush": "Scala col.",
}

_RANKS_LONG: Final = {
    "rank-long.High card": "carta alta",
    "rank-long.One pair": "una coppia",
    "rank-long.Two pair": "doppia coppia",
    "rank-long.Three of a kind": "un tris",
    "rank-long.Straight": "una scala",
    "rank-long.Flush": "un colore",
    "rank-long.Full house": "un full",
    "rank-long.Four of a kind": "un poker",
    "rank-long.Straight flush": "una scala colore",
}

_TABLE: Final = {
    "hand.number": "Mano {number}",
    "hand.none": "Nessuna mano",
    "hand.blinds": "{small}/{big}",
    "hand.ante": "ante {chips}",
    "street.idle": "nessuna mano",
    "street.deal": "distribuzione",
    "street.preflop": "preflop",
    "street.flop": "flop",
    "street.turn": "turn",
    "street.river": "river",
    "street.third": "terza strada",
    "street.fourth": "quarta strada",
    "street.fifth": "quinta strada",
    "street.sixth": "sesta strada",
    "street.seventh": "settima strada",
    "street.draw": "cambio carte",
    "street.showdown": "showdown",
    "street.settled": "mano finita",
    "variant.NT": "hold'em no-limit",
    "variant.FT": "hold'em limit",
    "variant.PT": "hold'em pot-limit",
    "variant.PO": "Omaha pot-limit",
    "variant.PO/8": "Omaha hi-lo pot-limit",
    "variant.FO/8": "Omaha hi-lo limit",
    "variant.F7S": "stud a sette carte",
    "variant.F7S/8": "stud a sette carte hi-lo",
    "variant.FR": "razz",
    "book.tda-2019": "TDA 2019",
    "book.tda-2024-rp": "TDA 2024 PR",
    "book.tda-holdem": "TDA hold'em",
    "book.ipo-2015": "IPO 2015",
    "book.figp-2012": "FIGP 2012",
    "pot.only": "Piatto",
    "pot.main": "Piatto principale",
    "pot.main-short": "Principale",
    "pot.side-short": "Side {number}",
    "pot.side": "Side pot {number}",
    "pot.seats": "posti {seats}",
    "pot.more": "altri {count}: {chips}",
    "board.name": "Board",
}

_HEALTH: Final = {
    "node.all-ready": "lettori pronti",
    "node.none": "niente lettori: si dà coi tasti",
    "node.ready": "pronto",
    "node.degraded": "lento",
    "node.down": "spento",
    "node.refused": "rifiutato",
    "node.state": "lettore {node} {status}",
    "node.why": "lettore {node} {status}: {reason}",
    "node.unknown": "non visti: {zones}",
    "node.trouble": "{count}/{all} lettori da vedere",
    "node.trouble.one": "1/{all} lettore da vedere",
    "broker.off": "MQTT spento",
    "broker.connecting": "MQTT si collega",
    "broker.ready": "MQTT pronto",
    "broker.behind": "MQTT in ritardo di {rest}",
    "broker.ahead": "MQTT: un registratore ha {rest}, il giornale meno; va recuperato",
    "broker.absent": "MQTT assente ({rest})",
    "broker.refused": "MQTT rifiutato ({rest})",
    "broker.stopped": "MQTT fermo",
    "table.simulated": "simulato",
    "table.paused": "IN PAUSA",
    "link.waiting": "collegamento",
    "link.live": "collegato",
    "link.lost": "CONTROLLER PERSO",
}

_FINDINGS: Final = {
    "finding.irregular": "Azione irregolare",
    "finding.call-by-exposure": "Mano mostrata al posto del call",
    "finding.exposing-cards": "Mano scoperta ad azione aperta",
    "finding.nonstandard-fold": "Fold irregolare",
    "finding.all-in-buttons": "Metti il bottone all-in",
    "finding.ante": "L'ante",
    "finding.opponent-count": "Nessun diritto a quel conteggio",
    "finding.pot-count": "Il piatto non si conta",
    "finding.dealer-announce": "Annuncia quanto c'è davanti",
    "finding.chip-visibility": "Chip che gli altri devono poter vedere e contare",
    "finding.accepted-action": "Accettata com'è: è dovuta la cifra vera",
    "finding.hidden-chips": "Chip spuntate dopo un all-in",
    "finding.title": "{topic}: {player}",
    "finding.rule": "{book}, regola {ref}",
    "finding.house": "regola della casa {ref}",
    "finding.open": "aperto",
    "finding.options": "Il floor può scegliere",
    "finding.more": "altri {count} rilievi",
    "finding.more.one": "un altro rilievo",
    "findings.name": "Rilievi",
    "story.name": "Questa mano",
    "prompt.name": "Domanda",
    "prompt.cards-gone": "Le carte del {player} non si vedono più. Ha foldato?",
    "prompt.chips-adrift": "Chip mosse vicino al {player}, i conti non tornano. Va bene così?",
    "prompt.chips-adrift-table": "Chip mosse al centro, i conti non tornano. Va bene così?",
    "prompt.gap-card": "Una carta del {player} non si vede più. Ha foldato?",
    "prompt.gap-dealt": "Al {player} c'è una carta che nessuno ha visto arrivare. Distribuita?",
    "prompt.gap-folded": "Carte del {player} negli scarti. Ha foldato?",
    "prompt.gap-strayed": "Al {player} c'è una carta che prima era altrove. È lì?",
    "prompt.gap-strayed-table": "Una carta è dove prima non era. È lì?",
    "prompt.gap-burned-table": "Tra le bruciate c'è una carta che nessuno ha visto arrivare. Bruciata?",
    "prompt.gap-boarded-table": "Sul board ci sono carte che nessuno ha visto arrivare. Date al board?",
    "prompt.gap-unboarded-table": "Carte del board non si vedono più. Tolte?",
    "prompt.gap-unburned-table": "Carte bruciate non si vedono più. Tolte?",
    "prompt.gap-mucked-table": "Negli scarti c'è una carta che nessuno ha visto arrivare. L'ha messa il dealer?",
    "prompt.gap-riffled-table": "Il mazzo è stato mescolato e nessuno l'ha visto. Inizia una nuova mano?",
    "prompt.gap-gathered-hand-table": "Le carte della mano conclusa non ci sono più. Raccolte?",
    "prompt.gap-pushed": "{chips} in più davanti al {player}, e nessuno l'ha visto. Messe?",
    "prompt.gap-taken-back": "{chips} sono tornate al {player}, e nessuno l'ha visto. Riprese?",
    "prompt.gap-gathered": "{chips} del {player} sono nel piatto, e nessuno l'ha visto. Raccolte?",
    "prompt.gap-bet-gathered": "{chips} del {player} sono nel piatto, e nessuno l'ha visto. Puntate e raccolte?",
    "prompt.gap-won": "{chips} del piatto sono andate al {player}, e nessuno l'ha visto. Vinte?",
    "prompt.gap-won-of": "{chips} di un altro sono andate al {player}, e nessuno l'ha visto. Vinte?",
    "prompt.gap-chips-more": "{chips} in più vicino al {player}, e nessuno l'ha visto. Va bene così?",
    "prompt.gap-chips-more-table": "{chips} in più al centro, e nessuno l'ha visto. Va bene così?",
    "prompt.gap-chips-less": "{chips} in meno vicino al {player}, e nessuno l'ha visto. Va bene così?",
    "prompt.gap-chips-less-table": "{chips} in meno al centro, e nessuno l'ha visto. Va bene così?",
    "prompt.gap-puck": "Il bottone ora è al {player}. Giusto?",
    "prompt.gap-allin-down": "Il bottone all-in del {player} è davanti, e nessuno l'ha visto. All-in?",
    "prompt.gap-allin-up": "Il bottone all-in del {player} non c'è più. Tolto?",
    "prompt.cards-unseen": "{chips} carte del mazzo non si leggono da molte mani. Lo conti a fine mano?",
    "prompt.other": "{player}: {kind}?",
    "prompt.other-table": "{kind}?",
    "prompt.more": "altre {count} domande dopo questa",
    "prompt.more.one": "un'altra domanda dopo questa",
    "answer.folded": "ha foldato",
    "answer.still-there": "ci sono ancora",
    "answer.ignore": "va bene così",
    "answer.noted": "visto",
    "answer.yes": "sì",
    "answer.no": "no",
}

IT: Final[dict[str, str]] = {
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
    **SHOWDOWN,
    **SLIPS,
    **SETUP,
    **TRAINING,
    **FLOOR,
    **PLAYERS,
    **CODES,
    **SENSES,
    **GUARDING,
    **HANDS,
    **MENU,
    **PAGES,
    **PANEL,
}
