"""The form of a table's settings as a value: its fields, where the dealer is, what is wrong. Pure.

What is typed stays as it was typed, whatever it is; what may be shown of it, the widgets decide, and what may be saved,
whoever checks. So a hostile name in the file is neither drawn nor quietly changed: it is refused where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.findings import Fact

Kind: TypeAlias = Literal["text", "amount", "amounts", "choice"]

LONGEST: Final = 64
_TYPED: Final[Mapping[Kind, str]] = {"amount": "0123456789", "amounts": "0123456789 ,", "choice": ""}
"""Signs that a field takes; a text takes all that can be printed."""

FORWARD: Final = frozenset({"down", "tab", "enter"})
BACK: Final = frozenset({"up", "shift+tab"})
SAVE: Final = frozenset({"f2", "ctrl+s"})


class Field(Struct, frozen=True):
    """One setting: `name` as in the file, such as ``game.button`` or ``players.3.name``; `text` as it was typed."""

    name: str
    kind: Kind
    text: str
    choices: tuple[str, ...] = ()


class Fault(Struct, frozen=True):
    """What is wrong with a field, as a code with facts; `field` is empty for what concerns none of them."""

    field: str
    code: str
    facts: tuple[Fact, ...] = ()


class Saved(Struct, frozen=True):
    """The file is written; `lost` are the comments of it that could not be kept, as they stood there."""

    lost: tuple[str, ...] = ()


Values: TypeAlias = Mapping[str, str]
Check: TypeAlias = Callable[[Values], tuple[Fault, ...]]
Save: TypeAlias = Callable[[Values], Saved | Fault]


class Form(Struct, frozen=True):
    """The form now. `at` is the field in which is typed; `saved` is set once the file is written.

    `leaving`: Escape was pressed once with changes in the form. `left`: the form is over without them.
    """

    fields: tuple[Field, ...]
    before: tuple[Field, ...]
    at: int = 0
    faults: tuple[Fault, ...] = ()
    saved: Saved | None = None
    leaving: bool = False
    left: bool = False

    @property
    def values(self) -> dict[str, str]:
        """Every setting as it was typed, blanks at its ends taken off."""
        return {field.name: field.text.strip() for field in self.fields}

    @property
    def changed(self) -> bool:
        """Whether anything differs from the file."""
        return self.fields != self.before

    def fault_of(self, name: str) -> Fault | None:
        """What is wrong with a field."""
        return next((fault for fault in self.faults if fault.field == name), None)


def form_of(fields: tuple[Field, ...]) -> Form:
    """A form as the file fills it."""
    return Form(fields, fields)


def press(form: Form, key: str, check: Check, save: Save) -> Form:
    """The form after a key. Once saved or left it is over, and takes none."""
    if form.saved is not None or form.left:
        return form
    if key == "escape":
        over = not form.changed or form.leaving
        return replace(form, left=over, leaving=not over)
    form = replace(form, leaving=False)
    if key in SAVE:
        return _saved(form, check, save)
    if key in FORWARD | BACK:
        step = 1 if key in FORWARD else -1
        return replace(form, at=(form.at + step) % len(form.fields))
    return _typed(form, key)


def at_field(form: Form, name: str) -> Form:
    """The form after a touch of a field: a choice that is there already goes on to its next one."""
    at = next(number for number, field in enumerate(form.fields) if field.name == name)
    if at == form.at and form.fields[at].kind == "choice":
        return _typed(form, "right")
    return replace(form, at=at)


def _saved(form: Form, check: Check, save: Save) -> Form:
    faults = check(form.values)
    if not faults:
        done = save(form.values)
        if isinstance(done, Saved):
            return replace(form, faults=(), saved=done)
        faults = (done,)
    named = [number for number, field in enumerate(form.fields) if field.name == faults[0].field]
    return replace(form, faults=faults, at=named[0] if named else form.at)


def _typed(form: Form, key: str) -> Form:
    """What a key does in the field; what is wrong with it is looked at anew when it is saved."""
    field = form.fields[form.at]
    match field.kind:
        case "choice":
            text = _chosen(field, key)
        case _ if key in {"delete", "ctrl+u"}:
            text = ""
        case _ if key == "backspace":
            text = field.text[:-1]
        case _ if len(key) == 1 and key.isprintable() and key in _TYPED.get(field.kind, key):
            text = (field.text + key)[:LONGEST]
        case _:
            return form
    fields = (*form.fields[: form.at], replace(field, text=text), *form.fields[form.at + 1 :])
    return replace(form, fields=fields, faults=tuple(fault for fault in form.faults if fault.field != field.name))


def _chosen(field: Field, key: str) -> str:
    step = 1 if key in {"right", " "} else -1 if key == "left" else 0
    if not step or not field.choices:
        return field.text
    if field.text not in field.choices:
        return field.choices[0]
    return field.choices[(field.choices.index(field.text) + step) % len(field.choices)]
