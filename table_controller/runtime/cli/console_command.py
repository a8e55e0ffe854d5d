"""``cardspeak console VERB``: what floor, producer or technician ask of a table over MQTT, from any machine."""

from __future__ import annotations

import sys
from pathlib import Path

from table_controller.broadcast.console_client import Console, NotAsked, ask, data_of, words_of
from table_controller.broadcast.console_verbs import VERBS
from table_controller.broadcast.credentials import (
    Credentials,
    CredentialsError,
    endpoint_of,
    given_credentials,
    is_console,
)
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
        known = given_credentials(credentials)
        console = _console(known, verb, login, credentials)
        endpoint = endpoint_of(known, console.client)
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
