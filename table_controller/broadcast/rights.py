"""Who may read and write what: allow-lists by role, from which every broker's configuration is made.

What is not listed is forbidden. There are no deny rules: brokers have got those wrong.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, assert_never

from msgspec import Struct

from table_controller.broadcast.console_verbs import verbs_of
from table_controller.broadcast.topics import PROBE_ROOT, ROOT, SEALED_ROOT, check_level

Role: TypeAlias = Literal[
    "overlay", "overlay-delayed", "producer", "floor", "technician", "recorder", "controller", "delayed-feed", "probe"
]


class Account(Struct, frozen=True):
    """One login. Each client has its own: mosquitto binds the client id to it.

    `table` is the one that a controller speaks for; the others have the rights of their role
    at every table of the venue.
    """

    name: str
    role: Role
    table: str = ""

    def __post_init__(self) -> None:
        check_level(self.name, "account")
        if self.role in ("controller", "delayed-feed"):
            check_level(self.table, "table")


class Rights(Struct, frozen=True):
    """Topic filters that an account may subscribe to, and those that it may publish to."""

    read: tuple[str, ...]
    write: tuple[str, ...]


CLIENTS: Final[tuple[Account, ...]] = (
    Account("overlay", "overlay"),
    Account("overlay-2", "overlay"),
    Account("producer", "producer"),
    Account("floor", "floor"),
    Account("technician", "technician"),
    Account("recorder", "recorder"),
)
"""Who may log in to a broker besides the tables, where nothing else is written."""

CONTROLLER: Final = "controller"
DELAYED_FEED: Final = "delayed-feed"
"""The login of the process that publishes the delayed stream: it can write nothing else, and hears replay requests."""
PROBE: Final = Account("probe", "probe")
"""By which a table proves that its broker carries messages."""


def own_accounts(table: str) -> tuple[Account, ...]:
    """The logins of a table itself at a broker that it starts."""
    return Account(CONTROLLER, "controller", table), Account(DELAYED_FEED, "delayed-feed", table), PROBE


def rights_of(account: Account, venue: str) -> Rights:
    """What an account may do at a venue."""
    root, who = f"{ROOT}/{check_level(venue, 'venue')}", account.name
    live, delayed, system = f"{root}/live/#", f"{root}/delayed/#", f"{root}/sys/#"
    avail = f"{root}/sys/table/+/avail"
    answer = f"{root}/res/{who}/#"
    commands = tuple(f"{root}/cmd/table/+/{verb}" for verb in verbs_of(account.role))
    match account.role:
        case "overlay":
            return Rights((live, avail), ())
        case "overlay-delayed":
            return Rights((delayed, avail), ())
        case "producer":
            return Rights((live, delayed, system, answer), commands)
        case "floor" | "technician":
            return Rights((live, system, answer), commands)
        case "recorder":
            return Rights(
                (live, delayed, system, f"{SEALED_ROOT}/{venue}/#"),
                (f"{root}/sys/table/+/ack/{who}/+", f"{root}/sys/table/+/replay/req/{who}"),
            )
        case "controller":
            return _controller_rights(root, f"{SEALED_ROOT}/{venue}", check_level(account.table, "table"))
        case "delayed-feed":
            own = f"table/{check_level(account.table, 'table')}"
            heard = (f"{root}/sys/{own}/replay/req/+", f"{root}/delayed/{own}/avail")
            return Rights(heard, (f"{root}/delayed/{own}/#",))
        case "probe":
            return Rights((f"{PROBE_ROOT}/{venue}",), (f"{PROBE_ROOT}/{venue}",))
        case _:
            assert_never(account.role)


def _controller_rights(root: str, sealed: str, table: str) -> Rights:
    own = f"{root}/sys/table/{table}"
    return Rights(
        (f"{root}/cmd/table/{table}/+", f"{own}/ack/+/+", f"{own}/replay/req/+", f"{own}/avail"),
        (
            f"{root}/live/table/{table}/#",
            f"{own}/avail",
            f"{own}/health",
            f"{own}/head",
            f"{root}/res/+/+",
            f"{sealed}/table/{table}/#",
        ),
    )
