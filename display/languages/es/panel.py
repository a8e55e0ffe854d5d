"""Spanish for the dealer's panel: buttons, lamp and buzzer."""

from __future__ import annotations

from typing import Final

PANEL: Final = {
    "panel.called": "FLOOR LLAMADO",
    "panel.muted": "zumbador mudo",
    "notice.panel": "el panel está: pulsadores, piloto, zumbador",
    "notice.panel.0": "sin panel en esta máquina; las teclas hacen lo mismo",
}
