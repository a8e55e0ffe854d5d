"""The key by which a table signs its journal's heads: made at the first start, its owner's alone."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path
from typing import Final

from firmware_bridge.vocabulary.whole_files import read_setting_bytes, rights_trouble, write_whole
from table_controller.journal.heads import KEY_BYTES, SignedHead, Signer
from table_controller.journal.journal import Journal
from table_controller.runtime.settings.settings import SettingsError

LOG: Final = logging.getLogger(__name__)

KEY: Final = "table.key"
PUBLIC: Final = "table.pub"
"""The public half, to be kept elsewhere."""


class Heads:
    """What signs the heads of one journal."""

    def __init__(self, signer: Signer, table: str, journal: Journal) -> None:
        self._signer, self._table, self._journal = signer, table, journal

    def head(self) -> SignedHead:
        """The journal as it is now."""
        journal = self._journal
        return self._signer.sign(
            SignedHead(self._table, journal.header.epoch, journal.last_sequence, journal.last.digest.hex())
        )


def table_signer(state: Path, *, begun: bool = False) -> Signer:
    """The table's key in its state folder, a new one at the first start.

    That the key of a table which was `begun` before is another one from now on is logged.

    Raises `SettingsError` for a file that others may read or that holds no key: another key would say that another
    table signed.
    """
    path = state / KEY
    if not path.exists():
        if begun or (state / PUBLIC).exists():
            LOG.warning(
                "%s is missing: this table signs with a new key from now on. Put the old one back from a copy and "
                "start again; or give out the new %s, for the old one proves nothing that is signed from now on",
                path,
                state / PUBLIC,
            )
        write_whole(path, secrets.token_bytes(KEY_BYTES).hex().encode() + b"\n")
    if wrong := rights_trouble(path):
        raise SettingsError(f"{path}: {wrong}")
    try:
        secret = bytes.fromhex(read_setting_bytes(path).decode("ascii").strip())
        signer = Signer(secret)
    except (OSError, ValueError) as problem:
        raise SettingsError(
            f"{path}: holds no key ({problem}); put it back from a copy, or move it away and give out the new {PUBLIC}"
        ) from None
    write_whole(state / PUBLIC, signer.public.encode() + b"\n", 0o644)
    return signer
