"""Plain subscribers in processes of their own, as overlays are: each has the monotonic clock of the bench."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from table_controller.broadcast.endpoints import Endpoint

PATIENCE_S: Final = 10.0


class Ear:
    """A subscriber that runs `hear` and sends what that tells; it is let in once this is made."""

    def __init__(self, place: Endpoint, hear: Callable[[Endpoint, Connection], None]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._heard, told = spawn.Pipe(duplex=False)
        self._process = spawn.Process(target=hear, args=(place, told), daemon=True)
        self._process.start()
        self.next("the broker did not let the subscriber in")

    def next(self, problem: str) -> Any:
        """What it tells next; raise `TimeoutError` with the `problem` if nothing comes."""
        if not self._heard.poll(PATIENCE_S):
            raise TimeoutError(problem)
        return self._heard.recv()

    def stop(self) -> None:
        """End the subscriber."""
        self._process.terminate()
        self._process.join()


def client_of(place: Endpoint, name: str) -> mqtt.Client:
    """A client with the login of that place."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv311)
    client.username_pw_set(place.username, place.password)
    return client
