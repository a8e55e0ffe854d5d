"""The end of a paho client that runs by a thread of its own."""

from __future__ import annotations

from paho.mqtt.client import Client


def let_go(client: Client) -> None:
    """Stop its thread, and let its sockets be closed with it.

    What its callbacks are bound to holds the client: with them it would wait for the collector, which closes its
    sockets in the middle of somebody else's test and calls that a leak.
    """
    client.loop_stop()
    client.on_connect = client.on_disconnect = client.on_message = None
    client.on_subscribe = client.on_publish = None
