"""The text of a table script as a file holds it: the same header for every test, the steps of its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

THREE_PLAYERS: Mapping[int, int] = MappingProxyType({1: 5000, 2: 5000, 3: 5000})

UP_TO_A_BET = """\
deal 1=AhKh 2=QdQs 3=7c2d
1: raises to 600
2: calls
3: folds
flop 9s8s2h
2: checks
1: bets 800
"""
"""Steps for `THREE_PLAYERS`: on the flop seat 1 bets, and seat 2 is next."""


def script_text(title: str, steps: str, stacks: Mapping[int, int] = THREE_PLAYERS) -> str:
    """A script of no-limit hold'em under the TDA's rules of 2019, blinds 100 and 200, the button at seat 1."""
    chips = ", ".join(f"{seat} = {stack}" for seat, stack in stacks.items())
    return f"""
title = "{title}"
rulebook = "tda-2019"
refs = []
variant = "NT"
blinds = [100, 200]
button = 1
stacks = {{ {chips} }}
script = '''
{steps.strip()}
'''
"""


A_HAND_OF_STUD = """
deal 1=AhAdKs 2=9c9d2d 3=JsJd2h
3: folds
1: raises to 100
2: calls
burn
card 1 4d
card 2 3c
1: bets 100
2: calls
burn
card 1 8s
card 2 9h
2: checks
1: bets 200
2: calls
burn
card 1 Td
card 2 7h
1: checks
2: checks
burn
card 1 Kc
card 2 5h
1: checks
2: bets 200
1: calls
2: shows
1: mucks
"""
"""Two players to the end, with a bet on sixth and seventh street; the third folds to the bring-in."""


def stud_text(variant: str, steps: str, stacks: Mapping[int, int] = THREE_PLAYERS) -> str:
    """A script of a game with up-cards: ante 25, bring-in 50, bets 100 and 200, the button at the last seat."""
    chips = ", ".join(f"{seat} = {stack}" for seat, stack in stacks.items())
    return f"""
title = "{variant}"
rulebook = "tda-2019"
refs = []
variant = "{variant}"
ante = 25
bring_in = 50
bets = [100, 200]
button = {max(stacks)}
stacks = {{ {chips} }}
chips = [25, 100, 500]
script = '''
{steps.strip()}
'''
"""
