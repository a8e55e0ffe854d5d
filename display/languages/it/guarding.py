"""Italian for what guards the table: the floor's PIN, and a screen that fell."""

from __future__ import annotations

from typing import Final

GUARDING: Final[dict[str, str]] = {
    "notice.screen-fell": "Lo schermo è caduto ({why}) ed è tornato; intanto la mano è andata avanti",
    "fell.killed": "terminato dal segnale {signal}",
    "fell.status": "stato {code}",
    "reason.pin-needed": "qui si muovono fiches, posti o tempo: serve il PIN del floor",
    "reason.pin-wrong": "non è il PIN del floor; ancora {left} prima di dover aspettare",
    "reason.pin-wait": "troppi PIN sbagliati: per {seconds} secondi non se ne accettano",
    "case.with-pin": "{name} (PIN)",
}
