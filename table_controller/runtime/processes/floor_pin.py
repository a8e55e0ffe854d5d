"""The floor's PIN: kept as a salted hash beside the settings, asked for at the controller's door, known nowhere else.

It keeps fingers at the screen from ruling for the floor. It does not keep out whoever may read the table's files: a PIN
of a few digits is soon found from its hash.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.whole_files import read_setting_toml, rights_trouble, write_whole
from table_controller.controller.floor_rights import needs_pin
from table_controller.game.rulebooks.model import Rulebook
from table_controller.runtime.settings.settings import SettingsError
from table_controller.session.state import Session
from table_controller.vocabulary.commands import SENT, Command, bare
from table_controller.vocabulary.views import Refused

FLOOR: Final = "floor.toml"
"""The file of the PIN, in the folder of the table's settings."""

FEWEST_DIGITS: Final = 4
MOST_DIGITS: Final = 12
FREE_TRIES: Final = 3
FIRST_WAIT_S: Final = 15.0
LONGEST_WAIT_S: Final = 900.0

_COST: Final = 1 << 15
_BLOCK: Final = 8
_MEMORY_BYTES: Final = 256 << 20
_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32

Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32,128}$")]


class KeptPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds: the hash of the PIN, its salt, and the cost of trying one (scrypt's N, r and p)."""

    salt: Hex
    hash: Hex
    n: Annotated[int, msgspec.Meta(ge=1 << 14, le=1 << 17)] = _COST
    r: Annotated[int, msgspec.Meta(ge=8, le=16)] = _BLOCK
    p: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1

    def is_right(self, pin: str) -> bool:
        """Whether this is the PIN; takes a tenth of a second on purpose."""
        tried = _scrypt(pin, bytes.fromhex(self.salt), self.n, self.r, self.p)
        return hmac.compare_digest(tried, bytes.fromhex(self.hash))


def keep(pin: str) -> KeptPin:
    """The PIN as it may be kept; ValueError, without it, if it is none."""
    if not (pin.isascii() and pin.isdigit() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise ValueError(f"a PIN has {FEWEST_DIGITS} to {MOST_DIGITS} digits, and nothing else")
    salt = secrets.token_bytes(_SALT_BYTES)
    return KeptPin(salt.hex(), _scrypt(pin, salt, _COST, _BLOCK, 1).hex())


def _scrypt(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=_MEMORY_BYTES, dklen=_HASH_BYTES)


def write_pin(path: Path, kept: KeptPin) -> None:
    """Write the file anew, readable by its owner alone; the old one stays until the new one is whole."""
    text = (
        "# The floor's PIN as a salted hash; cardspeak pin writes it. Not for version control, nor for a bug report.\n"
        f'salt = "{kept.salt}"\nhash = "{kept.hash}"\nn = {kept.n}\nr = {kept.r}\np = {kept.p}\n'
    )
    write_whole(path, text.encode())


def read_pin(path: Path) -> KeptPin | None:
    """The PIN that is set, None without a file; SettingsError for a file that is no PIN or that others may read."""
    try:
        wrong = rights_trouble(path)
        values = read_setting_toml(path)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise SettingsError(f"{path}: cannot be read: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise SettingsError(f"{path}: is damaged; set the PIN again with cardspeak pin") from None
    if wrong:
        raise SettingsError(f"{path}: {wrong}, or set a new PIN: cardspeak pin")
    try:
        return msgspec.convert(values, KeptPin)
    except msgspec.ValidationError:
        raise SettingsError(f"{path}: is damaged; set the PIN again with cardspeak pin") from None


class FloorPin:
    """Asks for the PIN, if one is set. After three wrong ones each further try has to wait, twice as long each time.

    `now_s` is a clock that only goes forward.
    """

    def __init__(self, kept: KeptPin | None, now_s: Callable[[], float] = time.monotonic) -> None:
        self._kept, self._now_s = kept, now_s
        self._wrong, self._free_s = 0, 0.0
        self._one_at_a_time = asyncio.Lock()

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN to ask for."""
        return self._kept is not None

    async def admitted(self, line: bytes, session: Session, book: Rulebook) -> Command | Refused:
        """The command of a display's line, without its PIN; or why it is not let in."""
        try:
            command, pin = bare(SENT.decode(line))
        except LineError as problem:
            return Refused(f"bad-command {problem}")
        if self.is_set and needs_pin(command, session, book) and (no := await self.refuses(pin)) is not None:
            return Refused(f"{no.reason} command={type(command).__name__}")
        return command

    async def refuses(self, pin: str) -> Refused | None:
        """Why a command that needs the PIN is not taken with this one; None if it is right, or if none is set."""
        if self._kept is None:
            return None
        if not pin:
            return Refused("pin-needed")
        async with self._one_at_a_time:  # so that nobody tries many at a time
            wait_s = self._free_s - self._now_s()
            if wait_s > 0:
                return Refused(f"pin-wait seconds={int(wait_s) + 1}")
            if await asyncio.to_thread(self._kept.is_right, pin[: MOST_DIGITS + 1]):
                self._wrong = 0
                return None
            self._wrong += 1
            left = FREE_TRIES - self._wrong
            if left > 0:
                return Refused(f"pin-wrong left={left}")
            wait_s = min(FIRST_WAIT_S * 2 ** min(-left, 16), LONGEST_WAIT_S)
            self._free_s = self._now_s() + wait_s
            return Refused(f"pin-wait seconds={int(wait_s)}")
