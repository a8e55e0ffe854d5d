"""When the panel's lamp is lit and its buzzer sounds: pure, with time given.

| need       | lamp                         | buzzer                   | why                                    |
| ---------- | ---------------------------- | ------------------------ | -------------------------------------- |
| `refused`  | three quick flashes          | two ticks                | a button did nothing, said at the hand |
| `called`   | steady                       | silent                   | to be found from across the room       |
| `stop`     | twice a second               | three chirps, every 15 s | all wait, and nobody may go on         |
| `trouble`  | lit, a short gap each second | two beeps, once          | a reader or the journal, not the hand  |
| `finding`  | a double flash every 2 s     | one chirp                | the floor may choose, the hand goes on |
| `note`     | a double flash, once         | silent                   | to be read once, nothing to be done    |
| `question` | a second on, a second off    | one tick                 | answered when the hands are free       |

Of several needs the highest in this table is shown, of equal ones the youngest. Trouble that is 15 s old is known: it
goes below all others and is silent, so that a dead reader does not hide the findings of a hand dealt on by keys.
Not more than three flashes begin within a second anywhere (limit of WCAG 2.2, 2.3.1, for people whom flashing harms).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

Severity: TypeAlias = Literal["refused", "called", "stop", "trouble", "finding", "note", "question"]
Need: TypeAlias = tuple[Severity, str]
"""Why somebody should look, and which occasion it is: another occasion begins the pattern anew."""

_MS: Final = 1000


class Rhythm(Struct, frozen=True):
    """On and off in turn for so many milliseconds, beginning with on; then off, until it begins again, if ever."""

    beats_ms: tuple[int, ...] = ()
    every_ms: int = 0

    def lit(self, at_ms: int) -> bool:
        """Whether it is on `at_ms` after it began."""
        return self._beat(at_ms)[0]

    def next_ms(self, at_ms: int) -> int | None:
        """When it may change next, in milliseconds after it began; None: never."""
        return self._beat(at_ms)[1]

    def _beat(self, at_ms: int) -> tuple[bool, int | None]:
        begun_ms = at_ms - at_ms % self.every_ms if self.every_ms else 0
        end_ms = begun_ms
        for number, beat_ms in enumerate(self.beats_ms):
            end_ms += beat_ms
            if at_ms < end_ms:
                return number % 2 == 0, end_ms
        return False, begun_ms + self.every_ms if self.every_ms else None


class Pattern(Struct, frozen=True):
    """How a need is shown and ranks; `fresh_ms` after it came it ranks as `stale_rank`, and at 0 is not shown."""

    rank: int
    lamp: Rhythm
    buzzer: Rhythm = Rhythm()
    fresh_ms: int | None = None
    stale_rank: int = 0


PATTERNS: Final[Mapping[Severity, Pattern]] = {
    "refused": Pattern(8, Rhythm((60, 60, 60, 60, 60)), Rhythm((30, 70, 30)), fresh_ms=500),
    "called": Pattern(7, Rhythm((_MS,), _MS)),
    "stop": Pattern(6, Rhythm((250, 250), 500), Rhythm((60, 90, 60, 90, 60), 15 * _MS)),
    "trouble": Pattern(5, Rhythm((900,), _MS), Rhythm((150, 100, 150)), fresh_ms=15 * _MS, stale_rank=1),
    "finding": Pattern(4, Rhythm((120, 180, 120), 2 * _MS), Rhythm((60,))),
    "note": Pattern(3, Rhythm((150, 150, 150)), fresh_ms=_MS),
    "question": Pattern(2, Rhythm((_MS,), 2 * _MS), Rhythm((30,))),
}


class Levels(Struct, frozen=True):
    """What the pins are to be."""

    lamp: bool = False
    buzzer: bool = False


class Signals(Struct, frozen=True):
    """The needs of now, each with the moment at which it came; `muted`: the lamp alone."""

    since: tuple[tuple[Need, float], ...] = ()
    muted: bool = False

    def heard(self, needs: Iterable[Need], now_s: float, *, muted: bool) -> Signals:
        """With these needs instead; those that were there go on."""
        before = dict(self.since)
        return Signals(tuple((need, before.get(need, now_s)) for need in dict.fromkeys(needs)), muted)

    def shown(self, now_s: float) -> Need | None:
        """The need that lamp and buzzer tell now."""
        return found[0] if (found := self._shown(now_s)) else None

    def levels(self, now_s: float) -> Levels:
        """Lamp and buzzer now."""
        if (found := self._shown(now_s)) is None:
            return Levels()
        (severity, _), since_s = found
        pattern, age_ms = PATTERNS[severity], _age_ms(since_s, now_s)
        sounds = not self.muted and not _is_stale(pattern, age_ms) and pattern.buzzer.lit(age_ms)
        return Levels(pattern.lamp.lit(age_ms), sounds)

    def next_s(self, now_s: float) -> float | None:
        """When they may change next by themselves."""
        due = [
            since_s + pattern.fresh_ms / _MS
            for (severity, _), since_s in self.since
            if (pattern := PATTERNS[severity]).fresh_ms is not None and not _is_stale(pattern, _age_ms(since_s, now_s))
        ]
        if (found := self._shown(now_s)) is not None:
            (severity, _), since_s = found
            age_ms = _age_ms(since_s, now_s)
            beats = (rhythm.next_ms(age_ms) for rhythm in (PATTERNS[severity].lamp, PATTERNS[severity].buzzer))
            due += [since_s + beat_ms / _MS for beat_ms in beats if beat_ms is not None]
        return min(due, default=None)

    def _shown(self, now_s: float) -> tuple[Need, float] | None:
        ranked = [(_rank(need, since_s, now_s), since_s, (need, since_s)) for need, since_s in self.since]
        best = max((one for one in ranked if one[0]), key=lambda one: one[:2], default=None)
        return best[2] if best is not None else None


def _rank(need: Need, since_s: float, now_s: float) -> int:
    pattern = PATTERNS[need[0]]
    return pattern.stale_rank if _is_stale(pattern, _age_ms(since_s, now_s)) else pattern.rank


def _is_stale(pattern: Pattern, age_ms: int) -> bool:
    return pattern.fresh_ms is not None and age_ms >= pattern.fresh_ms


def _age_ms(since_s: float, now_s: float) -> int:
    return max(0, round((now_s - since_s) * _MS))
