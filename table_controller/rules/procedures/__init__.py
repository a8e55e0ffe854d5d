"""Repairs that take several steps: each printed procedure as its physical acts in order.

| code                | acts                                                                                   |
| ------------------- | -------------------------------------------------------------------------------------- |
| reshuffle-STREET    | return-cards, shuffle-stub, cut-stub, deal-STREET                                      |
| use-river-card      | set-aside, burn, deal-turn, return-cards, shuffle-stub, cut-stub, deal-river           |
| restore-STREET      | return-cards, perhaps burn, deal-STREET                                                |
| pick-burn           | scramble-cards, pick-burn                                                              |

Acts are codes; the present one is the dealer's next act. What no sensor sees (a shuffle, a cut, cards laid aside) is
done when the act after it is seen.
"""

from __future__ import annotations
