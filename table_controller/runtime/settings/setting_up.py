"""``cardspeak setup``: from a settings file to the form and back; checked strictly, and written whole or not at all."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from display.languages import LANGUAGES
from display.screen import themes
from display.setup.form import LONGEST, Fault, Field, Saved, Values
from firmware_bridge.vocabulary.chips import fewest_chips
from firmware_bridge.vocabulary.untrusted import read_toml
from firmware_bridge.vocabulary.whole_files import read_setting, write_whole
from table_controller.game.rulebooks.known import FOLDER, known_books, take_books
from table_controller.runtime.processes.finishing import unusable
from table_controller.runtime.settings.settings import FEWEST_PLAYERS, MOST_CHIPS, SettingsError, read_settings
from table_controller.runtime.settings.settings_text import Document, edited
from table_controller.runtime.settings.templates import TABLE, lay_beside, templates

MOST_SEATS: Final = 10
NEW_FILE: Final = "# One table, as cardspeak setup wrote it: who sits where, what is played, and on which hardware.\n"

_USUAL: Final[Mapping[str, object]] = {
    "seats": MOST_SEATS,
    "button": 1,
    "small_blind_chips": 50,
    "big_blind_chips": 100,
    "ante_chips": 0,
    "denominations": (25, 100, 500, 1000, 5000),
}
_BLINDS: Final = ("small_blind_chips", "big_blind_chips", "ante_chips")


def set_up(config: Path, language: str, *, terminal: bool) -> int:
    """Show the form on this terminal; 0 once it is saved, 1 if nothing was changed, 2 if it cannot be shown."""
    path = config.resolve()
    take_books(path.parent / FOLDER)
    try:
        text = read_setting(path) if path.exists() else ""
        was = read_toml(text or templates().get(TABLE, ""))
        fields = fields_of(was)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else problem
        return unusable(f"{config}: cannot be set up: {why}")
    if not terminal:
        return unusable(
            f"setup: this is no terminal that a form can be drawn on. Edit {config}: rulebook, seats, button, blinds "
            f"and denominations stand under [game], language and theme under [screen], each player under [[players]]; "
            f"cardspeak run says what is wrong with it"
        )
    from display.setup.app import SetupScreen

    screen = SetupScreen(fields, str(config), check, lambda values: save(path, text, values), language)
    screen.run()
    return 0 if screen.form.saved is not None else 1


def fields_of(was: Document) -> tuple[Field, ...]:
    """The fields of the form, filled from a settings file; what it does not name is as usual."""
    game, screen = {**_USUAL, **was.get("game", {})}, was.get("screen", {})
    books = known_books()
    players = {player.get("seat"): player for player in was.get("players", [])}
    numbers = (Field(f"game.{key}", "amount", str(game[key])) for key in ("seats", "button", *_BLINDS))
    of_seats = (
        field
        for seat in range(1, MOST_SEATS + 1)
        for field in (
            Field(f"players.{seat}.name", "text", str(players.get(seat, {}).get("name", ""))),
            Field(f"players.{seat}.stack_chips", "amount", str(players.get(seat, {}).get("stack_chips", ""))),
        )
    )
    return (
        Field("game.rulebook", "choice", str(game.get("rulebook", books[-1])), books),
        *numbers,
        Field("game.denominations", "amounts", " ".join(map(str, game["denominations"]))),
        Field("screen.language", "choice", str(screen.get("language", next(iter(LANGUAGES)))), tuple(LANGUAGES)),
        Field("screen.theme", "choice", str(screen.get("theme", themes.DEFAULT.name)), tuple(themes.THEMES)),
        *of_seats,
    )


def check(values: Values) -> tuple[Fault, ...]:
    """All that is wrong with what was typed, each at its field, in the order of the form."""
    faults = [*_choices(values), *_amounts(values), *_denominations(values), *_players(values)]
    if not faults:
        faults = [*_together(values)]
    order = list(values)
    return tuple(sorted(faults, key=lambda fault: order.index(fault.field)))


def save(path: Path, text: str, values: Values) -> Saved | Fault:
    """Write checked values into the file that had `text`: beside it first, read strictly there, then in its place.

    A new one begins as the template, with its folder and what it needs beside it.
    """

    def check(new: Path) -> None:
        try:
            read_settings(new)
        except SettingsError as problem:
            raise SettingsError(str(problem).replace(f"{new}: ", "").replace(new.name, path.name)) from None

    try:
        if (read_setting(path) if path.exists() else "") != text:
            return Fault("", "changed")
        begun = text or templates().get(TABLE, NEW_FILE)
        done = edited(begun, document(read_toml(begun), values))
        if not text:
            lay_beside(path)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        write_whole(path, done.text.encode(), mode, check)
        return Saved(done.lost)
    except SettingsError as problem:
        return _fault(str(problem), values)
    except (OSError, UnicodeError) as problem:
        return Fault("", "disk", (("why", getattr(problem, "strerror", None) or "not UTF-8"),))


def document(was: Document, values: Values) -> Document:
    """The settings with what the form says; all that it does not ask for stays."""
    game = {**was.get("game", {}), "rulebook": values["game.rulebook"]}
    for key in ("seats", "button", *_BLINDS):
        game[key] = int(values[f"game.{key}"])
    game["denominations"] = list(_denominations_of(values))
    screen = {**was.get("screen", {}), **{key: values[f"screen.{key}"] for key in ("language", "theme")}}
    before = {player.get("seat"): player for player in was.get("players", [])}
    players = [
        {**before.get(seat, {}), "seat": seat, "name": name, "stack_chips": int(values[f"players.{seat}.stack_chips"])}
        for seat, name in _seated(values)
    ]
    return {**was, "game": game, "screen": screen, "players": players}


def _choices(values: Values) -> Iterator[Fault]:
    known = {"game.rulebook": known_books(), "screen.language": LANGUAGES, "screen.theme": themes.THEMES}
    yield from (Fault(name, "unknown") for name, there in known.items() if values[name] not in there)


def _amounts(values: Values) -> Iterator[Fault]:
    """Whole numbers, within their bounds."""
    bounds = {
        "game.seats": (FEWEST_PLAYERS, MOST_SEATS),
        "game.button": (1, MOST_SEATS),
        "game.ante_chips": (0, MOST_CHIPS),
    }
    bounds |= {f"game.{key}": (1, MOST_CHIPS) for key in _BLINDS[:2]}
    for name, (least, most) in bounds.items():
        yield from _number(name, values[name], least, most)


def _number(name: str, text: str, least: int, most: int) -> Iterator[Fault]:
    if not (text.isascii() and text.isdigit()):
        yield Fault(name, "number")
    elif int(text) < least:
        yield Fault(name, "least", (("least", least),))
    elif int(text) > most:
        yield Fault(name, "most", (("most", most),))


def _denominations(values: Values) -> Iterator[Fault]:
    name = "game.denominations"
    parts = values[name].replace(",", " ").split()
    if not parts or not all(part.isascii() and part.isdigit() and 0 < int(part) <= MOST_CHIPS for part in parts):
        yield Fault(name, "number")
    elif len(set(map(int, parts))) < len(parts):
        yield Fault(name, "twice")


def _players(values: Values) -> Iterator[Fault]:
    for seat in range(1, MOST_SEATS + 1):
        name, stack = f"players.{seat}.name", f"players.{seat}.stack_chips"
        if not values[name] and not values[stack]:
            continue
        if not values[name]:
            yield Fault(name, "name-missing")
        elif any(unicodedata.category(sign)[0] == "C" for sign in values[name]):
            yield Fault(name, "name-unseen")
        elif len(values[name]) > LONGEST:
            yield Fault(name, "name-long", (("most", LONGEST),))
        if not values[stack]:
            yield Fault(stack, "stack-missing")
        else:
            yield from _number(stack, values[stack], 1, MOST_CHIPS)


def _together(values: Values) -> Iterator[Fault]:
    """What is right by itself and does not go together."""
    seated = dict(_seated(values))
    seats, button = int(values["game.seats"]), int(values["game.button"])
    if len(seated) < FEWEST_PLAYERS:
        empty = next(seat for seat in range(1, MOST_SEATS + 1) if seat not in seated)
        yield Fault(f"players.{empty}.name", "two-players")
    yield from (Fault(f"players.{seat}.name", "no-seat", (("seats", seats),)) for seat in seated if seat > seats)
    if button not in seated:
        yield Fault("game.button", "button-empty", (("seat", button),))
    if int(values["game.big_blind_chips"]) < int(values["game.small_blind_chips"]):
        yield Fault("game.big_blind_chips", "blinds")
    names = [*(f"game.{key}" for key in _BLINDS), *(f"players.{seat}.stack_chips" for seat in seated)]
    for name in names:
        try:
            fewest_chips(int(values[name]), _denominations_of(values))
        except ValueError:
            yield Fault(name, "no-chips", (("chips", int(values[name])),))


def _seated(values: Values) -> list[tuple[int, str]]:
    return [
        (seat, values[f"players.{seat}.name"]) for seat in range(1, MOST_SEATS + 1) if values[f"players.{seat}.name"]
    ]


def _denominations_of(values: Values) -> tuple[int, ...]:
    return tuple(sorted(map(int, values["game.denominations"].replace(",", " ").split())))


def _fault(told: str, values: Values) -> Fault:
    """A complaint of the strict reading, at the field that it names."""
    named: Any = next((name for name in values if name in told), "")
    return Fault(named, "other", (("why", told),))
