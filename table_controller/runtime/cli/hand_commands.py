"""The commands ``cardspeak hands …``: what they do, `hand_tools` knows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from cyclopts import App

from table_controller.runtime.cli.display_commands import Language

hands_app = App(name="hands", help="The hands of a journal: find, read, export.")


@hands_app.command(name="list")
def list_hands(file: Path, *, player: str = "", finding: str = "", pot: int = 0) -> None:
    """List the hands of a journal that are over: board, pot, who won, and what did not go by the rules.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    player
        Only hands in which a player of this name was dealt in; capitals make no difference.
    finding
        Only hands with a finding on this topic, such as undercall, or by this rule as printed, such as 51-B.
    pot
        Only hands with pots of so many chips at least, all together.

    """
    from display.printed.paper import paper_of
    from table_controller.runtime.cli import hand_tools, journal_tools

    wanted = hand_tools.Wanted(player, finding, pot)
    sys.exit(journal_tools.tell(*hand_tools.listed(file, wanted, paper_of(sys.stdout))))


@hands_app.command
def show(file: Path, hand: int, *, language: Language = "") -> None:
    """Tell one hand from its blinds to its last pot, and what did not go by the rules.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    hand
        The number of the hand.
    language
        The language of the text; the table's if left out.

    """
    from table_controller.runtime.cli import hand_tools, journal_tools

    sys.exit(journal_tools.tell(*hand_tools.shown(file, hand, language)))


@hands_app.command
def export(file: Path, *, into: Path, format: Literal["phh", "ohh"] = "phh", hand: int = 0) -> None:  # noqa: A002 - the option's name
    """Write hands for other programs, a file each: exit 0 if all were told, 1 if one cannot be.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    into
        The folder to write into; it is made if it is not there. A file of the same name is replaced.
    format
        phh (Poker Hand History, TOML) or ohh (Open Hand History, JSON).
    hand
        The number of one hand; all that are over if left out.

    """
    from table_controller.runtime.cli import hand_tools, journal_tools

    sys.exit(journal_tools.tell(*hand_tools.exported(file, into, format, hand)))


@hands_app.command
def tournament(file: Path, about: Path, *, into: Path) -> None:
    """Write the Open Tournament Summary of a tournament that was played at this table: who finished where and won what.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    about
        What the organiser tells, number, name, buy-in, prizes: see config/tournament.toml.
    into
        The folder to write into; it is made if it is not there. A file of the same name is replaced.

    """
    from table_controller.runtime.cli import hand_tools, journal_tools

    sys.exit(journal_tools.tell(*hand_tools.tournament(file, about, into)))


@hands_app.command
def database(file: Path, into: Path) -> None:
    """Write the hands of a journal as a SQLite database, for questions of your own; made again, it is the same.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    into
        The database; one that stands there is replaced.

    """
    from table_controller.runtime.cli import hand_tools, journal_tools

    sys.exit(journal_tools.tell(*hand_tools.database(file, into)))


@hands_app.command
def check(*files: Path) -> None:
    """Check PHH files strictly: each fault with what, where and what to do; exit 0 if there is none, 1 if there is.

    Parameters
    ----------
    files
        Files, or folders with all their .phh files.

    """
    from table_controller.runtime.cli import hand_tools, journal_tools

    sys.exit(journal_tools.tell(*hand_tools.checked(files)))
