"""English for the dealer's panel: buttons, lamp and buzzer."""

from __future__ import annotations

from typing import Final

PANEL: Final = {
    "panel.called": "FLOOR CALLED",
    "panel.muted": "buzzer off",
    "notice.panel": "the panel is there: buttons, lamp, buzzer",
    "notice.panel.0": "no panel on this machine; the keys do the same",
}
