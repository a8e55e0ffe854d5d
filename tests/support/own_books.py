"""A card room's own book, as those who keep one write it."""

from __future__ import annotations

from typing import Final

BASE: Final = "tda-2019"
HARBOUR: Final = """book = "harbour"
title = "Harbour Card Room 2026"
base = "tda-2019"

refuse_to_show_s = { value = 30, ref = "H-1" }

[undercall]
multiway_raise = { value = "complete", ref = "H-4" }

[[rows]]
ref = "H-1"
title = "Show within half a minute"
topic = "tabling"
class = "CLOCK"
game = "all"

[[rows]]
ref = "H-4"
title = "Too little for a call is made a call"
topic = "undercall"
class = "AUTO"
game = "all"
behaviours = ["undercalls.undercall"]

[titles.it]
"H-4" = "Chi mette meno completa"
"""
