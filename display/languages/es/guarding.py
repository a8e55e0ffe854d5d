"""Spanish for what guards the table: the floor's PIN, and a screen that fell."""

from __future__ import annotations

from typing import Final

GUARDING: Final[dict[str, str]] = {
    "notice.screen-fell": "La pantalla cayó ({why}) y ha vuelto; mientras tanto la mano siguió",
    "fell.killed": "terminada por la señal {signal}",
    "fell.status": "estado {code}",
    "reason.pin-needed": "esto mueve fichas, asientos o el tiempo: hace falta el PIN del floor",
    "reason.pin-wrong": "no es el PIN del floor; {left} intentos más antes de esperar",
    "reason.pin-wait": "demasiados PIN erróneos: ninguno vale durante {seconds} segundos",
    "case.with-pin": "{name} (PIN)",
}
