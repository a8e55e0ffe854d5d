"""Italian for training: each act, the question, and what was right."""

from __future__ import annotations

from typing import Final

TRAINING: Final[dict[str, str]] = {
    "train.question": "Che cosa dirà il floor?",
    "train.stands": "vale così, la mano continua",
    "train.right": "Giusto:",
    "train.wrong": "Sbagliato. È:",
    "train.plain": "Gioco normale: non serve alcuna regola.",
    "train.score": "{right} giuste su {asked} al primo tentativo.",
    "train.number": "Un numero da 1 a {count}, per favore.",
    "train.again": "Ancora una volta quelle sbagliate:",
    "train.keys": "1-4 rispondi · L lingua · q esci · {right} giuste su {asked}",
    "train.keys-next": "Invio avanti · L lingua · q esci · {right} giuste su {asked}",
    "train.keys-end": "Invio o q: esci",
    "train.act.bet-out-of-turn": "Al flop parla per primo il posto 2. Prima che agisca, il posto 3 punta 400.",
    "train.act.fold-out-of-turn": "Tocca al posto 4. Il posto 1 butta le carte negli scarti.",
    "train.act.undercall": "Il posto 2 ha puntato 400, il posto 3 rilanciato a 1600. Il posto 4 mette in "
    "silenzio quattro chip da 100.",
    "train.act.tiny-chip": "Bui 2000 e 4000. Il posto 4 ha rilanciato a 50.000. Il posto 1 mette in silenzio "
    "una chip da 1000.",
    "train.act.string-bet": "Il posto 4 ha rilanciato a 600. Il posto 1 mette in silenzio 600, poi un'altra "
    "chip da 1000.",
    "train.act.oversized-chip": "Al flop nessuna puntata. Il posto 2 mette una chip da 1000 e non dice nulla.",
    "train.act.two-values": "Bui 250 e 500. Il posto 4 ha rilanciato a 1100. Il posto 1 mette in silenzio una "
    "da 1000 e una da 500.",
    "train.act.half-a-raise": "Il posto 4 ha rilanciato da 200 a 600. Il posto 1 mette in silenzio una da 500 e "
    "tre da 100.",
    "train.act.wrong-first-seat": "Il bottone è al posto 1. La prima carta della distribuzione va al posto 1.",
    "train.act.two-exposed": "Una carta del posto 2 si è scoperta. Ora se ne scopre una anche del posto 4.",
    "train.act.one-exposed": "Nella distribuzione si scopre la seconda carta del posto 3.",
    "train.act.boxed-card": "La carta che spetta al posto 3 è girata a faccia in su nel mazzo.",
    "train.act.premature-flop": "Prima del flop ha agito solo il posto 4. Il dealer brucia e distribuisce il flop.",
    "train.act.foreign-card": "Dopo un rilancio a 600 e una chiamata, il posto 3 trova in mano una carta di un "
    "altro mazzo.",
    "train.act.four-card-flop": "Il dealer mette giù quattro carte per il flop.",
    "train.act.no-burn": "Il dealer distribuisce il flop senza bruciare una carta.",
    "train.act.hand-mucked": "Il posto 3 ha chiamato 600. Il dealer gli prende la mano, non protetta, e la "
    "mette negli scarti.",
    "train.act.fold-for-nothing": "Al flop nessuna puntata. Il posto 2, primo a parlare, passa le carte.",
    "train.act.odd-chip": "I posti 1 e 3 mostrano la stessa mano. Nel piatto ci sono 1300, la chip più piccola "
    "è da 100.",
    "train.act.player-away": "Il giocatore del posto 4 è al bar quando si dà l'ultima carta.",
}
