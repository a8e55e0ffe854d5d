"""How fast the simulated dealer's hands are, where a test plays much."""

from __future__ import annotations

import os
from typing import Final

from firmware_bridge.simulator.hands import Timing

PACE: Final = Timing() if os.environ.get("CARDSPEAK_SOAK") == "1" else Timing(riffle_s=0.8)
"""In `make test` the deck is riffled once, not washed first: at a steady dealer's pace that is half of what a hand
takes. A soak plays at the steady pace."""
