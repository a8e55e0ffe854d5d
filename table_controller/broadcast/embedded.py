"""The broker that a table starts for itself: a child process, proved, watched and started again by one thread.

It runs in a process of its own, which the supervisor watches, so that a controller that dies leaves broker, sessions
and last will alive. The controller never waits for it, and reads its `BrokerStatus`.
"""

from __future__ import annotations

import logging
import os
import pwd
import secrets
import selectors
import socket
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.signed_commands import consoles_file
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.broadcast.broker_configs import Engine, Layout, Tls, config_files, credentials_of
from table_controller.broadcast.children import end_child, free_ports, is_free, listening, start_child
from table_controller.broadcast.connection import Accepted, Arrived, Connection, Ended
from table_controller.broadcast.courier import Publish
from table_controller.broadcast.credentials import CONSOLES, consoles_of, kept_ports, load_logins, save_credentials
from table_controller.broadcast.endpoints import LOOPBACK, Endpoint, addresses_of
from table_controller.broadcast.own_broker import BrokerStatus, write_status
from table_controller.broadcast.rights import CLIENTS, CONTROLLER, PROBE, Account, own_accounts
from table_controller.broadcast.topics import PROBE_ROOT

LOG: Final = logging.getLogger(__name__)
START_WITHIN_S: Final = 8.0
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
TRIES_EACH: Final = 3
"""Starts of an engine that never got ready, before the next engine is tried."""
PROOF_EVERY_S: Final = 5.0
"""So often a message is sent through a broker that runs: one that hangs is killed after `PROOFS_LOST`."""
PROOFS_LOST: Final = 2


class BrokerUnfit(RuntimeError):
    """A broker that was started cannot be used; the text is a code with facts."""


class Place(Struct, frozen=True):
    """Where an embedded broker stands.

    Ports of 0 are chosen until the broker has been ready once, and kept with the logins then, for overlays know them.
    Where another program has taken one since, the broker waits for it: on another port nobody would find it, and who
    has the first one would be sent the passwords.
    `websocket_port` None means no WebSocket listener, `origins` are the pages that may use it. Without `tls` the `host`
    is this machine. `directory` is its own, made with mode 0700.
    """

    directory: Path
    venue: str
    table: str
    mqtt_port: int = 0
    websocket_port: int | None = None
    clients: tuple[Account, ...] = CLIENTS
    origins: tuple[str, ...] = ()
    host: str = LOOPBACK
    tls: Tls | None = None

    @property
    def accounts(self) -> tuple[Account, ...]:
        """All logins: the clients' and the table's own."""
        return (*self.clients, *own_accounts(self.table))


class EmbeddedBroker:
    """A supervised broker; `programs` are tried in their order. What it says of itself stands in its folder, too."""

    def __init__(self, place: Place, programs: Mapping[Engine, Path]) -> None:
        self._place, self._programs = place, list(programs.items())
        place.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._logins = load_logins(place.directory, place.accounts)
        self._layout = _lay_out(place)
        self._say("starting")
        self._ready = threading.Event()
        self._stopping = False
        self._child: subprocess.Popen[bytes] | None = None
        self._wake_out, self._wake_in = socket.socketpair()
        self._wake_out.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def endpoint(self, account: str = CONTROLLER) -> Endpoint | None:
        """Where an account logs in, None while the broker is not ready."""
        return self._login_of(account) if self._ready.is_set() else None

    def status(self) -> str:
        """``starting``, ``ready nats 127.0.0.1:1883``, ``port-taken 1883``, ``restarting …`` or ``off …``."""
        return self._status

    def wait_ready(self, timeout_s: float) -> bool:
        """Whether it got ready within `timeout_s`; for the command line and tests, never for the table."""
        return self._ready.wait(timeout_s)

    @property
    def pid(self) -> int | None:
        """The child's process id, None while none runs."""
        return self._child.pid if self._child is not None else None

    def stop(self) -> None:
        """End the child and the thread; twice is once."""
        self._stopping = True
        if self._wake_in.fileno() < 0:
            return
        self._wake_in.send(b"!")
        if self._thread.ident is not None:
            self._thread.join()
        self._wake_in.close()
        self._wake_out.close()

    def _run(self) -> None:
        """Keep one of the engines running until stopped."""
        tries, pause_s, was_ready = 0, FIRST_PAUSE_S, False
        while not self._stopping and self._programs:
            engine, program = self._programs[0]
            if (port := self._taken_port()) is not None:
                self._say_once(f"port-taken {port}")
                self._rest(pause_s)
                pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
                continue
            if self._live_once(engine, program):
                tries, pause_s, was_ready = 0, FIRST_PAUSE_S, True
            else:
                if not was_ready:
                    self._layout = _lay_out(self._place)
                tries, pause_s = tries + 1, min(pause_s * 2, LONGEST_PAUSE_S)
            if tries >= TRIES_EACH and len(self._programs) > 1:
                LOG.warning("broker %s does not get ready here: trying the next", engine)
                del self._programs[0]
                tries, pause_s = 0, FIRST_PAUSE_S
            self._rest(pause_s)
        self._say("stopped")

    def _taken_port(self) -> int | None:
        """A port that overlays know, from the settings or from earlier, and that another program has; None if none."""
        return next((port for port in _known_ports(self._place) if port and not is_free(self._place.host, port)), None)

    def _live_once(self, engine: Engine, program: Path) -> bool:
        """Run the engine until it ends or we do; whether it got ready."""
        ready = False
        try:
            arguments = self._prepare(engine, program)
            self._child = start_child(arguments, self._place.directory / f"{engine}.log")
            self._prove(engine, self._child)
            self._announce(engine)
            ready = True
            self._watch(self._child)
            if not self._stopping:
                self._say(f"restarting {engine} ended with {self._child.poll()}")
        except (OSError, BrokerUnfit) as problem:
            self._say(f"restarting {engine} {problem}")
        finally:
            self._ready.clear()
            child, self._child = self._child, None
            if child is not None:
                end_child(child)
        return ready

    def _prepare(self, engine: Engine, program: Path) -> list[str]:
        """Write the configuration, mode 0600; the command line that reads it."""
        directory = self._place.directory
        salts = {account.name: secrets.token_bytes(12) for account in self._layout.accounts}
        files = config_files(engine, self._layout_of(engine), self._logins, salts)
        for name, text in files.items():
            write_whole(directory / name, text.encode())
        write_whole(directory / CONSOLES, consoles_file(consoles_of(self._logins)))
        config = str(directory / next(iter(files)))
        return [str(program), *(("--config", config) if engine == "nats" else ("-c", config))]

    def _prove(self, engine: Engine, child: subprocess.Popen[bytes]) -> None:
        """A message must come back under the new password, and nothing else may be open.

        An open port proves nothing: another broker may hold it.
        """
        until_s = time.monotonic() + START_WITHIN_S
        while (why := self._carries_a_message()) is not None:
            if child.poll() is not None:
                raise BrokerUnfit(f"ended with {child.returncode}, see {self._place.directory / engine}.log")
            if self._stopping or time.monotonic() > until_s:
                raise BrokerUnfit(f"not ready in time: {why}")
            self._rest(0.02)
        surplus = listening(child.pid) ^ self._layout_of(engine).listeners(engine, addresses_of(self._layout.host))
        if surplus:
            where = " ".join(sorted(f"{host}:{port}" for host, port in surplus))
            raise BrokerUnfit(f"listens elsewhere than it was told: {where}")

    def _carries_a_message(self) -> str | None:
        """One round trip as the account `probe`: None, or why there was none."""
        topic, token = f"{PROBE_ROOT}/{self._place.venue}", secrets.token_bytes(16)
        session = Connection(self._login_of(PROBE.name), PROBE.name, self._wake_out)
        until_s = time.monotonic() + 1.0
        try:
            session.connect()
            while time.monotonic() < until_s and not self._stopping:
                for news in session.pump(0.1):
                    match news:
                        case Accepted():
                            session.subscribe(topic)
                            session.publish(Publish(topic, token, 1, retain=False))
                        case Arrived(payload=payload) if payload == token:
                            session.leave()
                            return None
                        case Ended(reason):
                            return reason
                        case _:
                            pass
            return "no-answer"
        finally:
            session.close()

    def _announce(self, engine: Engine) -> None:
        """Tell the operator's file and the publisher."""
        layout = self._layout_of(engine)
        logins = {name: login for name, login in self._logins.items() if login.role != "probe"}
        save_credentials(self._place.directory, credentials_of(engine, layout, logins))
        self._say(f"ready {engine} {layout.host}:{layout.mqtt_port}")
        self._ready.set()

    def _watch(self, child: subprocess.Popen[bytes]) -> None:
        """Return when the child has ended or we are to stop; raise `BrokerUnfit` when it runs and carries nothing."""
        descriptor, lost = os.pidfd_open(child.pid), 0
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(descriptor, selectors.EVENT_READ)
                selector.register(self._wake_out, selectors.EVENT_READ)
                while not self._stopping and child.poll() is None:
                    if selector.select(PROOF_EVERY_S) or self._stopping:
                        continue
                    why = self._carries_a_message()
                    lost = 0 if why is None else lost + 1
                    if lost >= PROOFS_LOST:
                        child.kill()  # one that is stopped hears no request to end
                        raise BrokerUnfit(f"carries no message any more: {why}")
        finally:
            os.close(descriptor)

    def _layout_of(self, engine: Engine) -> Layout:
        """The layout as an engine can keep it: a mosquitto lets pages of any origin in, so it gets no WebSocket."""
        return replace(self._layout, websocket_port=None) if engine == "mosquitto" else self._layout

    def _login_of(self, account: str) -> Endpoint:
        layout = self._layout
        trusted = layout.tls.ca_file if layout.tls is not None else None
        password = self._logins[account].password
        return Endpoint(layout.host, layout.mqtt_port, account, password, layout.tls is not None, trusted)

    def _say_once(self, status: str) -> None:
        """Say how it stands, if that is news."""
        if status != self._status:
            self._say(status)

    def _say(self, status: str) -> None:
        """Write for the controller how the broker stands; a full disk is no reason to end it."""
        self._status = status
        LOG.info("%s", status)
        try:
            write_status(self._place.directory, BrokerStatus(status, os.getpid()))
        except OSError as problem:
            LOG.warning("how the broker stands cannot be written: %s", problem)

    def _rest(self, pause_s: float) -> None:
        """Pause, unless we are to stop."""
        if self._stopping:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_out, selectors.EVENT_READ)
            selector.select(pause_s)


def _known_ports(place: Place) -> tuple[int, int]:
    """The ports for MQTT and WebSocket that overlays know, of the settings or from earlier; 0 for one to be chosen."""
    mqtt, websocket = kept_ports(place.directory)
    return place.mqtt_port or mqtt, place.websocket_port or (websocket if place.websocket_port == 0 else 0)


def _lay_out(place: Place) -> Layout:
    """The place with its ports: those that overlays know, else free ones."""
    mqtt, native, websocket = free_ports(LOOPBACK, 3)
    known_mqtt, known_websocket = _known_ports(place)
    return Layout(
        place.venue,
        place.host,
        known_mqtt or mqtt,
        native,
        None if place.websocket_port is None else known_websocket or websocket,
        place.directory,
        place.accounts,
        run_as=pwd.getpwuid(os.geteuid()).pw_name,
        tls=place.tls,
        origins=place.origins,
    )
