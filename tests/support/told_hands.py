"""The accounts of hands that table scripts, or hand histories, play."""

from __future__ import annotations

from pathlib import Path

from support.watched_hands import Watched

from table_controller.game.state.table import Table
from table_controller.histories.phh import PhhHand
from table_controller.projections.accounts import account_of
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import Script, parse_script
from table_controller.scripts.phh_script import script_of
from table_controller.scripts.report import rulebook_of
from table_controller.vocabulary.accounts import HandAccount


def tables_of(script: Script) -> list[tuple[Table, ...]]:
    """The tables that each hand of a script went through, those of hands that did not end left out."""
    players: list[Watched] = []

    def make(header: Header) -> Watched:
        players.append(Watched(rulebook_of(header)))
        return players[-1]

    played = play(script, make)
    assert played.failure is None, (script.path, played.failure)
    return [*players[0].hands, *players[0].last()]


def accounts_of(script: Script) -> list[HandAccount]:
    told = [account_of(tables) for tables in tables_of(script)]
    return [account for account in told if account is not None]


def account_told(text: str) -> HandAccount:
    """The last hand of a script's text."""
    return accounts_of(parse_script("told.toml", text))[-1]


def account_played(hand: PhhHand) -> HandAccount:
    """The hand of a history, played at a table of ours."""
    return accounts_of(script_of(hand, hand.finishing_stacks or ()))[-1]


def script_in(path: Path) -> Script:
    return parse_script(str(path), path.read_text(encoding="utf-8"))
