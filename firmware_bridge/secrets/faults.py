"""What may be said of an exception in a process that holds tags: its kind and its place, never its message.

``KeyError`` says which key was missing, ``ValueError`` which value was wrong: near a tag, that is the tag. Python's own
traceback says it, and so do the logs of libraries, the loop's word on a task that failed, and whatever nobody caught.
The files, lines and functions that an exception came through are our own source and give nothing away; so do the
number of an error of the system, and which exception caused which.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import asyncio

Say: TypeAlias = Callable[[str, BaseException | None], None]
"""Takes what happened, in words of ours, and the exception, of which `told_of` may be said."""

UNKNOWN: Final = "an error without a number"
KEPT_BACK: Final = "(its message is kept back: it may hold a tag)"
MOST_PLACES: Final = 50
"""So many of the last places are told: what calls itself without end came through a thousand."""
_CAUSED: Final = "The above was the direct cause of:"
_MEANWHILE: Final = "While that was handled, this happened:"


def told_of(fault: BaseException) -> str:
    """An exception with its causes, as Python prints it, but for every message."""
    return "\n".join(_chain(fault, set()))


def kind_of(fault: BaseException) -> str:
    """The kind of an exception alone, and the number of an error of the system."""
    kind = type(fault)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    return f"{name} [{why}]" if isinstance(fault, OSError) and (why := why_of(fault)) != UNKNOWN else name


def why_of(fault: OSError) -> str:
    """What the system says of an error's number, whatever else the exception says."""
    number = fault.errno
    return os.strerror(number) if type(number) is int and number in errno.errorcode else UNKNOWN


def keep_messages_back(say: Say) -> None:
    """Whatever nobody catches in this process is said by `say`, and no more by Python."""
    sys.excepthook = lambda _, fault, __: say("a fault that nobody caught", fault)
    threading.excepthook = lambda told: say("a fault that nobody caught in a thread", told.exc_value)
    sys.unraisablehook = lambda told: say("a fault where none can be raised", told.exc_value)


def keep_back_in(loop: asyncio.AbstractEventLoop, say: Say) -> None:
    """The same for what the loop says of its tasks; in its debug mode it would log them whole."""

    def take(_: object, context: dict[str, Any]) -> None:
        fault = context.get("exception")
        words, *_rest = str(context.get("message", "")).partition("<")  # then comes the repr of who failed
        say(f"the loop: {'a task or callback failed' if fault is not None else words.strip()}", fault)

    loop.set_debug(False)
    loop.set_exception_handler(take)


def _chain(fault: BaseException, told: set[int]) -> Iterator[str]:
    told.add(id(fault))
    before = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    if before is not None and id(before) not in told:
        yield from _chain(before, told)
        yield _CAUSED if fault.__cause__ is not None else _MEANWHILE
    yield "Traceback (most recent call last):"
    for place in traceback.extract_tb(fault.__traceback__, -MOST_PLACES):
        yield f'  File "{place.filename}", line {place.lineno}, in {place.name}'
        yield f"    {place.line}"
    yield f"{kind_of(fault)} {KEPT_BACK}"
    if isinstance(fault, BaseExceptionGroup):
        for number, one in enumerate(fault.exceptions, 1):
            yield f"  {number} of {len(fault.exceptions)}:"
            yield from (f"  | {line}" for line in _chain(one, told))
