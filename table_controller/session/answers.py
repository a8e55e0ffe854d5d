"""The last answer of the dealer of which nothing came: it can be taken back while what it was about is as it was.

An answer that makes an event is taken back like any other key. One that does not (a card that was not dealt, a hand
that lies there still) only closes a question, and would be closed for good.
"""

from __future__ import annotations

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.inference.infer import Inference


class LastAnswer(Struct, frozen=True):
    """The number of its event, and what was doubtful before and after it."""

    number: int
    before: Inference
    after: Inference

    def taken_back(self, now: Inference) -> Inference | None:
        """What is doubtful once it is taken back; None if sensors have seen more of it since."""
        return _changed(self.after, self.before, now)

    def given_again(self, now: Inference) -> Inference | None:
        """What is doubtful once it stands again; None if sensors have seen more of it since."""
        return _changed(self.before, self.after, now)


def _changed(old: Inference, new: Inference, now: Inference) -> Inference | None:
    """`now` with the parts of `new` that are others than those of `old`, which must be those of now."""
    parts = [name for name in Inference.__struct_fields__ if getattr(old, name) != getattr(new, name)]
    if any(getattr(now, name) != getattr(old, name) for name in parts):
        return None
    return replace(now, **{name: getattr(new, name) for name in parts})
