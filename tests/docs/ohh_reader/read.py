"""Read Open Hand History files with ohh-pydantic, which knows nothing of us, and count the chips in what it read.

Runs in an environment of its own, where ours is not to be seen. Given folders, it prints as JSON, by file, the stacks
with which each hand ends: by the specification what each act put in, what the pots paid, and what nobody matched.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path

from open_hh_models.models import OpenHandHistory  # type: ignore[import-not-found] # it is not in our environment


def stacks_of(text: bytes) -> dict[int, int]:
    """The stacks in the end by player id; raises `ValueError` for what is no hand, or pays out more than there is."""
    told = json.loads(text)["ohh"]
    # the model demands a field of the betting structure that the specification does not know
    told["bet_limit"]["action"] = "FixedLimit"
    hand = OpenHandHistory.model_validate(told)
    stacks = {player.id: player.starting_stack for player in hand.players}
    acts = [act for one in hand.rounds for act in one.actions if act.amount]
    put = Counter[int]()
    for act in acts:
        stacks[act.player_id] -= act.amount
        put[act.player_id] += 0 if act.action == "Post Ante" else act.amount
    for pot in hand.pots:
        if pot.amount != sum((win.win_amount for win in pot.player_wins), pot.rake or Decimal()):
            raise ValueError(f"pot {pot.number} pays out another sum than it holds")
        for win in pot.player_wins:
            stacks[win.player_id] += win.win_amount
    most = max(put, key=put.__getitem__)
    stacks[most] += sum(act.amount for act in acts) - sum(pot.amount for pot in hand.pots)
    return {player: int(chips) for player, chips in stacks.items()}


def main() -> None:
    """Read every file of the folders that the command line names."""
    read: dict[str, dict[int, int] | str] = {}
    for folder in sys.argv[1:]:
        for file in sorted(Path(folder).glob("*.ohh")):
            try:
                read[file.name] = stacks_of(file.read_bytes())
            except ValueError as problem:  # what pydantic raises is one
                read[file.name] = str(problem)
    json.dump(read, sys.stdout)


if __name__ == "__main__":
    main()
