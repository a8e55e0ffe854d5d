"""Somebody at the bridge's socket who hears its observations one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from support.said import next_said

from firmware_bridge.vocabulary.observations import OBSERVATIONS, Observation


class Ear:
    """Reads on until an observation is as wanted; gives up after `patience_s` of real time."""

    def __init__(self, reader: asyncio.StreamReader, patience_s: float) -> None:
        self.reader, self.patience_s = reader, patience_s
        self.heard: list[Observation] = []

    async def until(self, wanted: Callable[[Observation], bool]) -> Observation:
        async with asyncio.timeout(self.patience_s):
            while True:
                line = await next_said(self.reader)
                assert line, "the bridge hung up"
                one = OBSERVATIONS.decode(line)
                self.heard.append(one)
                if wanted(one):
                    return one
