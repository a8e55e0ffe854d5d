"""All that a page has heard, holds and shows, searched for cards; and what it drew of each state."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from playwright.async_api import CDPSession, Response
from support.browser import Seen

SUITS: Final = {"s": "\u2660", "h": "\u2665", "d": "\u2666", "c": "\u2663"}
CARD: Final = re.compile(r"[2-9TJQKA][shdc]")
PROBE: Final = """() => {
  const shown = window.shown = [];
  let data, waiting = false;
  const text = (root, wanted) => [...root.querySelectorAll(wanted)].map((one) => one.textContent);
  const suits = {'\\u2660': 's', '\\u2665': 'h', '\\u2666': 'd', '\\u2663': 'c'};
  const inside = (one, wanted) => one.querySelector(wanted)?.textContent ?? '?';
  const card = (one) => one.matches('.back') ? ''
    : inside(one, '.rank').replace('10', 'T') + (suits[inside(one, '.suit')] ?? '?');
  const cards = (root) => [...(root?.querySelectorAll('.card:not(.empty)') ?? [])].map(card);
  const plate = (name) => {
    const root = document.getElementById(name)?.shadowRoot;
    return root === null || root === undefined || root.firstElementChild.hidden ? null : root;
  };
  const look = () => {
    waiting = false;
    const [table, board, winner] = ['table', 'board', 'winner'].map(plate);
    shown.push({state: data, drawn: {
      mark: document.getElementById('mark').textContent,
      players: table === null ? null : [...table.querySelectorAll('.player')].map((one) => ({
        name: text(one, '.name')[0], stack: text(one, '.stack')[0] ?? '', act: text(one, '.act')[0] ?? '',
        equity: text(one, '.equity')[0] ?? '', cards: cards(one.querySelector('.cards')),
      })),
      board: board === null ? null : cards(board), pot: board === null ? null : (text(board, '.main')[0] ?? ''),
      won: winner === null ? null
        : [...winner.querySelectorAll('.row')].map((one) => [text(one, '.name')[0], text(one, '.won')[0]]),
    }});
  };
  const add = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, listener) {
    return add.call(this, name, (event) => {
      listener(event);
      if (name !== 'state' || event.data === 'null') return; // null: nothing is known yet
      data = event.data;
      if (!waiting) setTimeout(look, 0);
      waiting = true;
    });
  };
}"""
"""Runs before the page's own script: after each state it notes what is drawn of it. Motion is to be off."""


LONG: Final = 200
"""Characters; no list of cards is so long."""


class Log:
    """Everything that came to a page over the network."""

    def __init__(self, seen: Seen, session: CDPSession) -> None:
        self.seen, self._session = seen, session
        self.heard: list[str] = []
        """Frames of WebSockets, server-sent events, addresses and bodies, in the order in which they came."""
        self._answers: list[Response] = []
        self.program: frozenset[str] = frozenset()
        """Long strings that were in memory before any card was dealt: texts of scripts."""

    async def begin(self) -> None:
        """From now on; before the page is opened."""
        listen, note = self._session.on, self.heard.append
        listen("Network.webSocketFrameReceived", lambda one: note(_frame(one["response"])))
        listen("Network.webSocketFrameSent", lambda one: note(_frame(one["response"])))
        listen("Network.eventSourceMessageReceived", lambda one: note(f"{one['eventName']}: {one['data']}"))
        self.seen.page.on("request", lambda request: note(request.url))
        self.seen.page.on("response", lambda answer: self._answers.append(answer))  # noqa: PLW0108 - it wants a function
        await self._session.send("Network.enable")
        await self._session.send("HeapProfiler.enable")

    async def bodies(self) -> list[str]:
        """The bodies of all answers that are over: a stream of events never is, its events stand in `heard`."""
        ended = [one for one in self._answers if "event-stream" not in one.headers.get("content-type", "")]
        return [(await one.body()).decode("utf-8", "replace") for one in ended if one.status == 200]

    async def heap(self) -> list[str]:
        """Every string of the page's memory: a snapshot of its JavaScript heap has them all in one list."""
        parts: list[str] = []
        listener = lambda one: parts.append(one["chunk"])  # noqa: E731 - to be taken off again
        self._session.on("HeapProfiler.addHeapSnapshotChunk", listener)
        await self._session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        self._session.remove_listener("HeapProfiler.addHeapSnapshotChunk", listener)
        strings: list[str] = msgspec.json.decode("".join(parts).encode("utf-8", "replace"))["strings"]
        return strings

    async def learn_program(self) -> None:
        """What is in memory now is no card, if it is long: a short string may later be one."""
        self.program = frozenset(one for one in await self.heap() if len(one) > LONG)

    async def found(self, cards: Iterable[str]) -> dict[str, set[str]]:
        """Which of these cards are in each: network, document, memory."""
        document = [await self.seen.page.content(), await self.seen.text(), await self.seen.page.evaluate(INNER)]
        places = {
            "network": [*self.heard, *await self.bodies()],
            "document": document,
            "memory": [one for one in await self.heap() if one not in self.program],
        }
        wanted = set(cards)
        return {place: named_in(texts) & wanted for place, texts in places.items()}


INNER: Final = """() => {
  const said = [];
  const walk = (root) => root.querySelectorAll('*').forEach((one) => {
    if (one.shadowRoot) { said.push(one.shadowRoot.innerHTML); walk(one.shadowRoot); }
  });
  walk(document);
  return said.join('\\n');
}"""


def _frame(response: Mapping[str, Any]) -> str:
    """A text frame as it is, a binary one as the bytes that it has."""
    payload: str = response["payloadData"]
    return payload if response["opcode"] == 1 else base64.b64decode(payload).decode("utf-8", "replace")


_WRITTEN: Final = re.compile(r"(?<![\w$#-])(?:(?:10|[2-9TJQKA])[shdc])+(?![\w$-])")
_DRAWN: Final = re.compile(r"(10|[2-9TJQKA])(?:<[^<>]*>|[\s|])*([\u2660\u2665\u2666\u2663])")
_SPOKEN: Final = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace)s? of (spade|heart|diamond|club)",
    re.IGNORECASE,
)
_RANKS: Final = dict(
    zip(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        "23456789TJQKA",
        strict=True,
    )
)


def named_in(texts: Iterable[str]) -> set[str]:
    """The cards that stand in texts, as messages write them, as they are drawn, or in words."""
    return {card for text in texts for card in _named(text)}


def _named(text: str) -> Iterator[str]:
    for run in _WRITTEN.findall(text):
        yield from CARD.findall(run.replace("10", "T"))
    suits = {sign: suit for suit, sign in SUITS.items()}
    for rank, sign in _DRAWN.findall(text):
        yield rank.replace("10", "T") + suits[sign]
    for rank, suit in _SPOKEN.findall(text):
        yield _RANKS[rank.lower()] + suit[0].lower()


async def probed(seen: Seen) -> Log:
    """A page whose network is logged and whose drawings are noted, from before its first byte on."""
    log = Log(seen, await seen.page.context.new_cdp_session(seen.page))
    await seen.page.add_init_script(f"({PROBE})()")
    await log.begin()
    return log


def _was_in_it(seat: Mapping[str, Any]) -> bool:
    """Whether who has no chips lost the last of them in this hand."""
    return bool(seat["committed_chips"])


def differences(state: Mapping[str, Any], drawn: Mapping[str, Any]) -> list[str]:
    """Where a drawing is not of this state; written from `asyncapi.json`, not from the page's own views."""
    at_table = [one for one in state["seats"] if one["name"] and one["status"] not in ("left", "empty")]
    over, dealt = state["street"] == "settled", state["street"] != "idle"
    due = [one for one in at_table if one["status"] != "busted" or (over and _was_in_it(one))]
    faults = []
    plates = drawn["players"] or []
    if [one["name"] for one in plates] != [one["name"] for one in due]:
        return [f"players {plates}"]
    hidden = {one["seat"]: one["cards"] for one in state.get("hole_cards", ())}
    for plate, seat in zip(plates, due, strict=True):
        stack = (
            "" if seat["status"] == "all-in" and not over and not seat["stack_chips"] else f"{seat['stack_chips']:,}"
        )
        if plate["stack"].partition(" ")[0] != stack:
            faults.append(f"stack of {seat['name']}: {plate['stack']}, not {stack}")
        cards = (hidden.get(seat["seat"]) or seat["tabled"] or [""] * seat["card_count"]) if dealt else []
        if plate["cards"] != list(cards):
            faults.append(f"cards of {seat['name']}: {plate['cards']}, not {cards}")
        if (
            dealt
            and not over
            and seat["status"] != "all-in"
            and plate["act"].partition(" ")[0] != (seat["last_act"] or "")
        ):
            faults.append(f"act of {seat['name']}: {plate['act']}, not {seat['last_act']}")
    if (drawn["board"] or []) != list(state["board"] if dealt else []):
        faults.append(f"board {drawn['board']}, not {state['board']}")
    if drawn["board"] is not None and drawn["pot"] != (f"{state['pot_chips']:,}" if state["pot_chips"] else ""):
        faults.append(f"pot {drawn['pot']}, not {state['pot_chips']}")
    won = {one["name"]: f"wins {one['won_chips']:,}" for one in state["seats"] if one["won_chips"] and over}
    if dict(drawn["won"] or ()) != won:
        faults.append(f"won {drawn['won']}, not {won}")
    if over and any(one["equity"] for one in plates):
        faults.append("per cents of a hand that is over")
    if state.get("equities") and not over:
        equities = [one["equity"].rstrip("%") for one in plates if one["equity"]]
        if all(one.isdigit() for one in equities) and sum(map(int, equities)) != 100:
            faults.append(f"equities {equities}")
    return faults
