"""Hidden cards under seal: nobody opens one early, nobody moves or exchanges one, and what is due comes."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.counting import counted

from firmware_bridge.secrets.delay_orders import DelayOrders
from firmware_bridge.secrets.handle_store import KeyStore
from firmware_bridge.secrets.sealing import LEAST_DELAY_S, MOST_HANDS, HandKeys, Reveal, Sealing
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import Handle, KeysReleased, Seal
from firmware_bridge.vocabulary.requests import OverrideDelay
from firmware_bridge.vocabulary.seals import SEALED_BYTES, SealBroken, make_seal, open_seal, proves
from firmware_bridge.vocabulary.signed_commands import Asked, Console, public_key, signed
from firmware_bridge.vocabulary.values import replace

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
PLACE = Seal("rome/t7", 217, "0123456789abcdef", 4, 3)
KEY, SALT, NONCE = bytes(range(32)), bytes(range(100, 132)), bytes(12)
ACE, KING = Card("Ah"), Card("Ks")
A, B, C = Handle("a"), Handle("b"), Handle("c")


def sealing(policy: str = "all", delay_s: float = 600.0, kept: tuple[HandKeys, ...] = (), seed: int = 1) -> Sealing:
    return Sealing(Reveal("rome/t7", policy, delay_s), random.Random(seed).randbytes, kept)  # type: ignore[arg-type]  # noqa: S311


def test_every_card_is_as_long_as_every_other() -> None:
    seals = [make_seal(PLACE, card, KEY, SALT, NONCE) for card in DECK]
    assert {len(seal.sealed) for seal in seals} == {(SEALED_BYTES + 2) // 3 * 4}
    assert len({seal.commitment for seal in seals}) == len({seal.sealed for seal in seals}) == 52
    assert [open_seal(seal, KEY) for seal in seals] == list(DECK)


@pytest.mark.parametrize(
    "moved",
    [
        {"table": "rome/t8"},
        {"hand": 218},
        {"deal": "f"},
        {"seat": 5},
        {"number": 4},
        {"commitment": "0" * 64},
        {"sealed": ""},
    ],
)
def test_a_seal_holds_in_its_own_place_only(moved: dict[str, int | str]) -> None:
    seal = make_seal(PLACE, ACE, KEY, SALT, NONCE)
    with pytest.raises(SealBroken, match=r"hand \d+, seat \d, seal \d: "):
        open_seal(replace(seal, **moved), KEY)  # type: ignore[arg-type]  # names of fields
    if "sealed" not in moved:
        assert not proves(replace(seal, **moved), ACE, SALT)  # type: ignore[arg-type]


def test_a_key_that_opens_it_proves_nothing_by_itself() -> None:
    """An authenticated cipher alone commits to no card: whoever has the key can seal another one."""
    promised = make_seal(PLACE, ACE, KEY, SALT, NONCE)
    exchanged = replace(promised, sealed=make_seal(PLACE, KING, KEY, SALT, NONCE).sealed)
    with pytest.raises(SealBroken, match="it holds Ks, and was promised to hold another card"):
        open_seal(exchanged, KEY)
    with pytest.raises(SealBroken, match="this key does not open it"):
        open_seal(promised, bytes(32))
    assert proves(promised, ACE, SALT)
    assert not proves(promised, KING, SALT)
    assert not proves(promised, ACE, SALT + b"\0")


@given(st.binary(max_size=80), st.binary(min_size=32, max_size=32))
def test_any_bytes_are_a_broken_seal(sealed: bytes, key: bytes) -> None:
    with pytest.raises(SealBroken):
        open_seal(replace(PLACE, sealed=sealed.hex(), commitment=""), key)


def test_keys_of_a_hand_come_when_it_and_the_delay_are_over() -> None:
    made = sealing()
    made.begin(1, 0.0, simulated=True)
    seals = {handle: made.seal(handle, card, seat) for handle, card, seat in ((A, ACE, 1), (B, KING, 2))}
    assert made.seal(A, ACE, 1) is seals[A], "read again, it is the same"
    assert made.due(10_000.0, simulated=True) == [], "the hand is not over"
    made.end(1, 100.0, simulated=True)
    assert made.next_wake_s == 700.0
    assert made.due(699.9, simulated=True) == []
    (released,) = made.due(700.0, simulated=True)
    keys = {seat: bytes.fromhex(key) for seat, key in released.keys}
    assert [open_seal(seal, keys[seal.seat]) for seal in seals.values() if seal is not None] == [ACE, KING]
    assert made.due(900.0, simulated=True) == [], "once"
    assert made.again() == [released], "and to whoever connects anew"
    made.taken(released.deal)
    assert (made.again(), made.memory()) == ([], ())


def test_a_real_deck_has_the_full_delay_whatever_is_written() -> None:
    made = sealing(delay_s=0.0)
    made.begin(1, 0.0, simulated=True)
    made.end(1, 0.0, simulated=False)
    assert made.due(LEAST_DELAY_S - 0.1, simulated=False) == []
    assert len(made.due(LEAST_DELAY_S, simulated=False)) == 1


def test_shown_only_destroys_the_keys_of_all_others_at_once(tmp_path: Path) -> None:
    """A seat of which one card was turned up is not shown."""
    made, store = sealing("shown-only"), KeyStore(tmp_path / "keys", lambda _: None)
    made.begin(1, 0.0, simulated=True)
    for handle, card, seat in ((A, ACE, 1), (B, KING, 1), (C, Card("2c"), 2), (Handle("d"), Card("3c"), 2)):
        made.seal(handle, card, seat)
    store.save(made.memory())
    before = dict(made.memory()[0].keys)
    for shown in (A, B, C):
        made.salt_of_shown(shown)
    made.end(1, 1.0, simulated=True)
    store.save(made.memory())
    assert [seat for seat, _ in made.memory()[0].keys] == [1]
    content = store.path.read_bytes()
    assert before[1].hex().encode() in content, "the search below would find a key"
    assert [seat for seat, key in before.items() if key.hex().encode() in content] == [1]
    (released,) = made.due(10_000.0, simulated=True)
    assert [seat for seat, _ in released.keys] == [1]


def test_a_turned_up_card_is_proved_at_once() -> None:
    made = sealing()
    made.begin(1, 0.0, simulated=True)
    seal = made.seal(A, ACE, 1)
    assert seal is not None
    assert proves(seal, ACE, bytes.fromhex(made.salt_of_shown(A)))
    assert made.salt_of_shown(B) == "", "of the board: it was never hidden"


def test_after_a_restart_the_delay_begins_anew(tmp_path: Path) -> None:
    made = sealing()
    for hand in (1, 2):
        made.begin(hand, 0.0, simulated=True)
    store = KeyStore(tmp_path / "keys", lambda _: None)
    store.save(made.memory())
    kept = KeyStore(tmp_path / "keys", lambda _: None).load()
    assert kept == made.memory()
    later = sealing(kept=kept or (), seed=2)
    assert later.due(5000.0, simulated=True) == [], "hand 1 was over, and its delay begins now"
    assert later.next_wake_s == 5600.0
    assert later.seal(A, ACE, 1) is not None, "hand 2 goes on, under its own key"
    assert [one.hand for one in later.due(5600.0, simulated=True)] == [1]


def test_a_hand_that_nobody_ended_is_over_when_the_next_begins() -> None:
    made = sealing()
    made.begin(1, 0.0, simulated=True)
    assert made.due(1e9, simulated=True) == []
    made.begin(2, 1e9, simulated=True)
    assert made.due(1e9 + 599, simulated=True) == []
    assert [one.hand for one in made.due(1e9 + 600, simulated=True)] == [1]


def test_too_many_hands_stay_sealed_and_the_file_holds_the_rest(tmp_path: Path) -> None:
    made, said = sealing(delay_s=1e9), list[str]()
    for hand in range(1, MOST_HANDS + 3):
        made.begin(hand, 0.0, simulated=True)
    assert [one.hand for one in made.memory()] == list(range(3, MOST_HANDS + 3))
    assert KeyStore(tmp_path / "keys", said.append).save(made.memory()), said


def test_no_key_is_printed() -> None:
    made = sealing()
    made.begin(1, 0.0, simulated=True)
    made.seal(A, ACE, 1)
    text = f"{made} {made!r} {made.memory()!r}"
    assert not [key for _, key in made.memory()[0].keys if key.hex() in text or repr(key)[2:-1] in text]
    assert "Ah" not in text


@pytest.mark.parametrize("content", [b"", b"{}", b"x" * 100, b"\0" * (1 << 18)])
def test_a_damaged_file_of_keys_is_said_and_begun_anew(content: bytes, tmp_path: Path) -> None:
    path, said = tmp_path / "keys", list[str]()
    path.touch(0o600)
    path.write_bytes(content)
    assert KeyStore(path, said.append).load() is None
    assert said == [f"{path}: is damaged, beginning with new keys"]


DELAY_TOPIC: Final = "cardspeak/v1/rome/cmd/table/t7/delay"
PRODUCER: Final = b"p" * 32
PRODUCERS: Final = {"producer": Console("producer", public_key(PRODUCER))}


class Evening:
    """Hands, pauses, restarts, suspends, clock steps and a producer's orders; when a key may leave is kept beside."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.now_s, self.hand = rng, 1000.0, 0
        self.delay_s = rng.choice((0.0, 5.0, 600.0, LEAST_DELAY_S, 7200.0))
        self.simulated = rng.random() < 0.5
        self.wall_s, self.orders = 1e9, DelayOrders(DELAY_TOPIC, lambda: PRODUCERS, lambda: self.wall_s)
        self.ordered_s: float | None = None
        self.made = self._sealing(())
        self.over_s: dict[int, float] = {}
        self.least_s: dict[int, float] = {}
        """How long after its end each hand must wait: what was ordered when it began, else what the settings say."""
        self.released: dict[int, float] = {}

    def _sealing(self, kept: tuple[HandKeys, ...]) -> Sealing:
        return Sealing(Reveal("rome/t7", "all", self.delay_s, self.orders), self.rng.randbytes, kept)

    @property
    def usual_s(self) -> float:
        return self.delay_s if self.simulated else max(self.delay_s, LEAST_DELAY_S)

    def play(self, hands: int) -> None:
        for _ in range(hands):
            self._end()
            self.hand += 1
            self.made.begin(self.hand, self.now_s, simulated=self.simulated)
            self.least_s[self.hand] = self.usual_s if self.ordered_s is None else self.ordered_s
            self.made.seal(Handle(f"h{self.hand}"), ACE, 1 + self.hand % 10)
            steps = (self._wait, self._wait, self._restart, self._end, self._order)
            for step in self.rng.choices(steps, k=3):
                step()
            self._look()

    def _wait(self) -> None:
        """Time passes; a suspended machine's monotonic clock stands still, a clock step does not move it."""
        self.now_s += self.rng.choice((0.5, 90.0, 600.0, 3600.0))
        self._look()

    def _restart(self) -> None:
        """A reboot may begin the monotonic clock anew: only what was written outlives it."""
        self.now_s, self.ordered_s = self.rng.choice((self.now_s, 0.0)), None
        self.made = self._sealing(self.made.memory())
        for hand in self.least_s:
            if hand not in self.released:
                self.least_s[hand] = self.usual_s
                if hand in self.over_s:
                    self.over_s[hand] = self.now_s
        self._look()

    def _order(self) -> None:
        """A producer signs for another delay, or somebody else does."""
        delay_s, role = self.rng.choice((0, 60, 600, 7200)), self.rng.choice(("producer", "floor"))
        self.wall_s += self.rng.choice((1.0, 86_400.0, -86_400.0))
        nonce = self.rng.randbytes(8).hex()
        asked = Asked(DELAY_TOPIC, nonce, role, "producer", nonce, self.wall_s + 9, "E", 1, {"delay_s": delay_s})
        command = signed(asked, PRODUCER)
        answer = self.made.order(OverrideDelay(command.asked, command.signature), self.now_s)
        if role == "producer":
            self.ordered_s = float(delay_s)
        assert answer.refused == ("" if role == "producer" else "unknown-client")

    def _end(self) -> None:
        if self.hand and self.hand not in self.over_s:
            self.made.end(self.hand, self.now_s, simulated=self.simulated)
            self.over_s[self.hand] = self.now_s
            self._look()

    def _look(self) -> None:
        for one in self.made.due(self.now_s, simulated=self.simulated):
            self._take(one)
        wake_s = self.made.next_wake_s
        assert wake_s is None or wake_s > self.now_s, "whoever wakes then finds it"

    def _take(self, one: KeysReleased) -> None:
        assert one.hand in self.over_s, f"hand {one.hand} is not over"
        if one.hand not in self.released:
            early_s = self.over_s[one.hand] + self.least_s[one.hand] - self.now_s
            assert early_s <= 0, f"hand {one.hand} is {early_s} s early"
        self.released[one.hand] = self.now_s
        if self.rng.random() < 0.8:
            self.made.taken(one.deal)


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A soak draws fresh evenings, from the seed of its run."""
    return int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0


def test_no_key_leaves_early_whatever_happens(seed: int) -> None:
    """Restarts and reboots included; and at the end each key of a hand that is over has come."""
    done, hands = 0, 20_000 if SOAK else 2000
    while done < hands:
        evening = Evening(random.Random(f"keys/{seed}/{done}"))  # noqa: S311  # repeatable
        evening.play(50)
        evening._end()
        evening.now_s += 3 * LEAST_DELAY_S + evening.delay_s + 7200
        evening._look()
        evening.now_s += evening.usual_s + 1
        evening._look()
        assert evening.released.keys() == evening.over_s.keys()
        done += 50
    counted(done, "hands whose keys left when they were due and no earlier")


def test_a_delay_that_is_too_short_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: half of it."""
    honest: Callable[..., float] = Sealing._delay_s

    def halved(made: Sealing, ordered_s: float | None, *, simulated: bool) -> float:
        return honest(made, ordered_s, simulated=simulated) / 2

    monkeypatch.setattr(Sealing, "_delay_s", halved)
    with pytest.raises(AssertionError, match="s early"):
        test_no_key_leaves_early_whatever_happens(1)
