"""Spanish for training: each act, the question, and what was right."""

from __future__ import annotations

from typing import Final

TRAINING: Final[dict[str, str]] = {
    "train.question": "¿Qué dirá el floor?",
    "train.stands": "vale así, la mano sigue",
    "train.right": "Correcto:",
    "train.wrong": "Incorrecto. Es:",
    "train.plain": "Juego normal: no hace falta ninguna regla.",
    "train.score": "{right} correctas de {asked} a la primera.",
    "train.number": "Un número del 1 al {count}, por favor.",
    "train.again": "Otra vez las que fallaron:",
    "train.keys": "1-4 responder · L idioma · q salir · {right} correctas de {asked}",
    "train.keys-next": "Intro siguiente · L idioma · q salir · {right} correctas de {asked}",
    "train.keys-end": "Intro o q: salir",
    "train.act.bet-out-of-turn": "En el flop habla primero el asiento 2. Antes de que actúe, el asiento 3 apuesta 400.",
    "train.act.fold-out-of-turn": "El turno es del asiento 4. El asiento 1 tira sus cartas a los descartes.",
    "train.act.undercall": "El asiento 2 apostó 400, el asiento 3 subió a 1600. El asiento 4 pone en silencio "
    "cuatro fichas de 100.",
    "train.act.tiny-chip": "Ciegas 2000 y 4000. El asiento 4 subió a 50.000. El asiento 1 pone en silencio una "
    "ficha de 1000.",
    "train.act.string-bet": "El asiento 4 subió a 600. El asiento 1 pone en silencio 600, y luego otra ficha de 1000.",
    "train.act.oversized-chip": "En el flop no hay apuesta. El asiento 2 pone una ficha de 1000 y no dice nada.",
    "train.act.two-values": "Ciegas 250 y 500. El asiento 4 subió a 1100. El asiento 1 pone en silencio una de "
    "1000 y una de 500.",
    "train.act.half-a-raise": "El asiento 4 subió de 200 a 600. El asiento 1 pone en silencio una de 500 y tres "
    "de 100.",
    "train.act.wrong-first-seat": "El botón está en el asiento 1. La primera carta del reparto va al asiento 1.",
    "train.act.two-exposed": "En el reparto se descubrió una carta del asiento 2. Ahora se descubre otra del "
    "asiento 4.",
    "train.act.one-exposed": "En el reparto se descubre la segunda carta del asiento 3.",
    "train.act.boxed-card": "La carta que toca al asiento 3 está boca arriba en la baraja.",
    "train.act.premature-flop": "Antes del flop solo ha actuado el asiento 4. El dealer quema y reparte el flop.",
    "train.act.foreign-card": "Tras una subida a 600 y una igualada, el asiento 3 encuentra una carta de otra "
    "baraja en su mano.",
    "train.act.four-card-flop": "El dealer pone cuatro cartas para el flop.",
    "train.act.no-burn": "El dealer reparte el flop sin quemar una carta.",
    "train.act.hand-mucked": "El asiento 3 igualó 600. El dealer recoge su mano, sin proteger, y la echa a los "
    "descartes.",
    "train.act.fold-for-nothing": "En el flop no hay apuesta. El asiento 2, primero en hablar, se retira.",
    "train.act.odd-chip": "Los asientos 1 y 3 muestran la misma mano. En el bote hay 1300, la ficha más pequeña "
    "es de 100.",
    "train.act.player-away": "El jugador del asiento 4 está en la barra cuando se reparte la última carta.",
}
