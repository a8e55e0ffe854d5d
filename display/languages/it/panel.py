"""Italian for the dealer's panel: buttons, lamp and buzzer."""

from __future__ import annotations

from typing import Final

PANEL: Final = {
    "panel.called": "FLOOR CHIAMATO",
    "panel.muted": "suono spento",
    "notice.panel": "il pannello c'è: pulsanti, luce, suono",
    "notice.panel.0": "nessun pannello su questa macchina; i tasti fanno lo stesso",
}
