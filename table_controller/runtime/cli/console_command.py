"""``cardspeak console VERB``: what floor, producer or technician ask of a table over MQTT, from any machine."""

from __future__ import annotations

import sys
from pathlib import Path

from firmware_bridge.vocabulary.whole_files import rights_trouble
from table_controller.broadcast.console_client import Console, NotAsked, ask, data_of, words_of
from table_controller.broadcast.console_verbs import VERBS
from table_controller.broadcast.credentials import (
    FILE_NAME,
    Credentials,
    CredentialsError,
    is_console,
    read_credentials,
)
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.topics import Topics
from table_controller.runtime.processes.finishing import FAILED, UNUSABLE

REFUSED = 1
"""The table said no."""
HELP = "help"


def ask_table(verb: str, words: tuple[str, ...], table: str, login: str, credentials: Path) -> int:
    """Ask, and say what became of it; the exit status; ``help`` says what each verb takes."""
    if verb == HELP:
        sys.stdout.write("".join(f"{line}\n" for each in VERBS for line in words_of(each)))
        return 0
    try:
        data = data_of(verb, _pairs(words))
        known = _credentials(credentials)
        console = _console(known, verb, login, credentials)
        endpoint = Endpoint(
            known.host,
            known.mqtt_port,
            console.client,
            known.accounts[console.client].password,
            known.tls,
            Path(known.ca_file) if known.ca_file is not None else None,
        )
        answer = ask(endpoint, Topics(known.venue, table), console, verb, data)
    except (ValueError, CredentialsError) as problem:
        sys.stderr.write(f"cardspeak console: {problem}\n")
        return UNUSABLE
    except NotAsked as problem:
        sys.stderr.write(f"cardspeak console: {problem}\n")
        return FAILED
    sys.stdout.write(f"{verb}: {_done(verb) if answer.accepted else f'refused, {answer.reason}'}\n")
    return 0 if answer.accepted else REFUSED


def _done(verb: str) -> str:
    return f"done, {VERBS[verb].holds}" if VERBS[verb].holds else "done"


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    if odd := next((word for word in words if "=" not in word), ""):
        raise ValueError(f"{odd}: write name=value, such as seat=4")
    names = [word.partition("=")[0] for word in words]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise ValueError(f"{twice}: said twice")
    return dict(word.split("=", 1) for word in words)


def _credentials(path: Path) -> Credentials:
    file = path if path.name == FILE_NAME else path / FILE_NAME
    known = read_credentials(file.parent)
    if known is None:
        raise ValueError(
            f"{path}: no credentials.json there; it lies in the table's state folder under broker, or where cardspeak "
            "broker config has written it"
        )
    if wrong := rights_trouble(file):
        raise ValueError(f"{file}: {wrong}")
    return known


def _console(known: Credentials, verb: str, login: str, path: Path) -> Console:
    """The console of a login that may ask for this; left out, the one of the role that may."""
    roles = VERBS[verb].roles
    found = known.accounts.get(login or roles[0])
    if found is None or not is_console(found.role) or not found.signing_key:
        consoles = ", ".join(name for name, one in known.accounts.items() if one.signing_key) or "none"
        raise ValueError(f"--login {login or roles[0]}: no console of {path}; there is {consoles}")
    if found.role not in roles:
        raise ValueError(f"--login {login}: {verb} is not for the {found.role}, but for the {' and the '.join(roles)}")
    return Console(login or roles[0], found.role, bytes.fromhex(found.signing_key))
