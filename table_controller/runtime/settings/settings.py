"""The table's settings: one TOML file, read strictly.

An unknown or missing key, a wrong type or a value out of bounds is a `SettingsError` that names
file, table and key, because a table that silently ignores a setting deals the wrong game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from display.languages import DEFAULT, LANGUAGES
from display.screen import themes
from firmware_bridge.vocabulary.chips import fewest_chips
from firmware_bridge.vocabulary.untrusted import clean_text
from firmware_bridge.vocabulary.whole_files import read_setting_toml
from table_controller.game.rulebooks.known import FOLDER, table_rulebook, take_books
from table_controller.game.rulebooks.loader import house_pairs
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.game.variants import PLAYED, VARIANTS, not_played
from table_controller.vocabulary.events import SeatSetUp, TableOpened
from table_controller.vocabulary.settings_faults import TOPIC_LEVEL, settings_fault

MOST_CHIPS: Final = 10**12
"""No tournament has more in play; within it every sum of a table is exact, here and in whatever reads its topics."""
Chips = Annotated[int, msgspec.Meta(ge=1, le=MOST_CHIPS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=10)]
TopicLevel = Annotated[str, msgspec.Meta(pattern=TOPIC_LEVEL)]
"""A name that stands in MQTT topics."""

FEWEST_PLAYERS: Final = 2


class SettingsError(ValueError):
    """A settings file cannot be used: names file, place and reason."""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player as the table opens."""

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    stack_chips: Chips


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played, by which book, at which level.

    In stud, which has no blinds, the small one is the bring-in and the big one the small bet.
    """

    rulebook: str
    small_blind_chips: Chips
    big_blind_chips: Chips
    denominations: tuple[Chips, ...]
    variant: str = "NT"
    ante_chips: Annotated[int, msgspec.Meta(ge=0, le=MOST_CHIPS)] = 0
    ante_mode: Literal["all", "bb"] | None = None
    seats: Annotated[int, msgspec.Meta(ge=2, le=10)] = 10
    button: SeatNumber = 1


class Hardware(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Serial ports of the nodes (paths, or ``usb:SERIAL`` for a USB serial number), decks' file, chip mass.

    `chip_mass_g` is the mean mass of one chip of the set, for trays that weigh.
    """

    ports: tuple[str, ...] = ()
    decks: str = "decks.toml"
    chip_mass_g: Annotated[float, msgspec.Meta(gt=0, le=100)] = 11.5


class Screen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table's displays speak and look, until one of them is told otherwise."""

    language: str = DEFAULT
    theme: str = themes.DEFAULT.name


class Copies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a second copy of the journal is kept, beside the settings or by its whole path; empty: nowhere."""

    mirror: str = ""


class Revealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which hidden cards are released after a hand, and how many minutes after it.

    ``all`` are the folded hands, too; ``shown-only`` those that were tabled.
    """

    policy: Literal["all", "shown-only"] = "all"
    delay_minutes: Annotated[float, msgspec.Meta(ge=0, le=1440)] = 30


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table: where it stands, its game and players, its hardware, the files of its MQTT settings and of its panel.

    `journal` says where its second copy is kept.

    `house` holds house rules by policy key; a settings file may name a file beside it that holds them.
    """

    game: Game
    players: tuple[Player, ...]
    venue: TopicLevel = "home"
    table: TopicLevel = "t1"
    hardware: Hardware = msgspec.field(default_factory=Hardware)
    broker: str = "broker.toml"
    panel: str = "panel.toml"
    screen: Screen = msgspec.field(default_factory=Screen)
    journal: Copies = msgspec.field(default_factory=Copies)
    reveal: Revealed = msgspec.field(default_factory=Revealed)
    house: dict[str, Any] = {}


def read_settings(path: Path) -> Settings:
    """Read a settings file, and take the books beside it; raise `SettingsError` that says what to change."""
    take_books(path.parent / FOLDER)
    try:
        values = read_setting_toml(path)
        if isinstance(named := values.get("house"), str):
            values["house"] = _house(path.parent / named)
        settings = msgspec.convert(values, Settings)
    except OSError as problem:
        raise SettingsError(
            f"{path}: cannot be read: {problem.strerror}; name the file of the table's settings with --config"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        raise SettingsError(f"{path}: {settings_fault(problem)}") from None
    check_settings(settings, str(path))
    return settings


def _house(path: Path) -> dict[str, Any]:
    try:
        return read_setting_toml(path)
    except OSError as problem:
        raise SettingsError(f"{path}: cannot be read: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise SettingsError(f"{path}: {settings_fault(problem)}") from None


def second_copy(config: Path, settings: Settings) -> Path | None:
    """Where the settings in the file `config` keep a second copy of the journal; None for nowhere."""
    return config.parent / settings.journal.mirror if settings.journal.mirror else None


def house_rules(settings: Settings) -> tuple[tuple[str, str], ...]:
    """The table's house rules as (policy key, value as text) pairs."""
    return house_pairs(settings.house)


def check_settings(settings: Settings, where: str) -> None:
    """Raise `SettingsError` for settings that contradict each other, and for a rulebook that is not there."""
    try:
        table_rulebook(settings.game.rulebook, house_rules(settings))
    except ManifestError as problem:
        raise SettingsError(f"{where}: {problem}") from None
    if why := not_played(settings.game.variant):
        raise SettingsError(f"{where}: game.variant: {why}; played are {', '.join(sorted(PLAYED))}")
    if settings.screen.language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise SettingsError(f"{where}: screen.language: {settings.screen.language!r} is not there; use one of {known}")
    if settings.screen.theme not in themes.THEMES:
        known = ", ".join(themes.THEMES)
        raise SettingsError(f"{where}: screen.theme: {settings.screen.theme!r} is not there; use one of {known}")
    _check_names(settings.players, where)
    seats = [player.seat for player in settings.players]
    game = settings.game
    if len(seats) < FEWEST_PLAYERS or len(set(seats)) != len(seats):
        raise SettingsError(f"{where}: players: at least two players, each at a seat of their own")
    if max(seats) > game.seats:
        raise SettingsError(f"{where}: players: seat {max(seats)} does not exist at a table of {game.seats}")
    if game.button not in seats:
        raise SettingsError(f"{where}: game.button: seat {game.button} is empty; the button needs a player")
    if _brings_in(game) and game.big_blind_chips <= game.small_blind_chips:
        raise SettingsError(f"{where}: game.small_blind_chips is the bring-in of stud: less than game.big_blind_chips")
    if game.big_blind_chips < game.small_blind_chips:
        raise SettingsError(f"{where}: game.big_blind_chips is less than game.small_blind_chips")
    amounts = {"game.small_blind_chips": game.small_blind_chips, "game.big_blind_chips": game.big_blind_chips}
    amounts |= {f"players: stack of seat {player.seat}": player.stack_chips for player in settings.players}
    for name, amount in (amounts | {"game.ante_chips": game.ante_chips}).items():
        try:
            fewest_chips(amount, game.denominations)
        except ValueError as problem:
            raise SettingsError(f"{where}: {name}: {problem}") from None


def _check_names(players: Iterable[Player], where: str) -> None:
    """Raise `SettingsError` for a name of which nothing would be left to see."""
    for player in players:
        if not clean_text(player.name):
            raise SettingsError(
                f"{where}: players: the name at seat {player.seat} has no sign that can be seen: type it anew"
            )


def namesakes(settings: Settings) -> str:
    """Which players no screen can tell apart by their names, in a sentence; empty if there are none."""
    seats: dict[str, list[int]] = {}
    for player in settings.players:
        seats.setdefault(clean_text(player.name).casefold(), []).append(player.seat)
    twice = [" and ".join(map(str, sorted(same))) for same in seats.values() if len(same) > 1]
    if not twice:
        return ""
    return f"the players at seats {', '.join(twice)} have the same name; an initial behind it tells them apart"


def _brings_in(game: Game) -> bool:
    return VARIANTS[game.variant].forced == "bring-in"


def opening(settings: Settings, at_s: float) -> TableOpened:
    """The event that opens this table."""
    game = settings.game
    stud = (
        {"bring_in_chips": game.small_blind_chips, "small_bet_chips": game.big_blind_chips} if _brings_in(game) else {}
    )
    if stud:
        stud["big_bet_chips"] = 2 * game.big_blind_chips
    return TableOpened(
        at_s=at_s,
        rulebook=game.rulebook,
        variant=game.variant,
        seats=game.seats,
        players=tuple(SeatSetUp(one.seat, clean_text(one.name), one.stack_chips) for one in settings.players),
        denominations=tuple(sorted(game.denominations)),
        small_blind_chips=0 if stud else game.small_blind_chips,
        big_blind_chips=0 if stud else game.big_blind_chips,
        ante_chips=game.ante_chips,
        ante_mode=game.ante_mode,
        button=game.button,
        house=house_rules(settings),
        language=settings.screen.language,
        **stud,
    )
