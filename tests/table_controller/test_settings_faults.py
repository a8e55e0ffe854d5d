"""Faults in settings: each names its place and what is wanted, in no library's words."""

from __future__ import annotations

import tomllib
from typing import Annotated, Literal

import msgspec
import pytest

from table_controller.vocabulary.settings_faults import TOPIC_LEVEL, settings_fault


class Lamp(msgspec.Struct, forbid_unknown_fields=True):
    pin: int
    lit: bool = False
    colours: tuple[str, ...] = ()


class Board(msgspec.Struct, forbid_unknown_fields=True):
    lamps: dict[str, Lamp]
    volts: float | None = None
    watts: Annotated[int, msgspec.Meta(ge=1)] = 1
    plug: Literal["C", "F"] = "C"
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=4)] = "a"
    codes: dict[Annotated[str, msgspec.Meta(max_length=4)], int] = {}
    venue: Annotated[str, msgspec.Meta(pattern=TOPIC_LEVEL)] = "home"
    coin: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$")] = "EUR"
    size: Annotated[str, msgspec.Meta(pattern=r"^[SML]$")] = "S"
    places: Annotated[list[int], msgspec.Meta(max_length=2)] = []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lamps = {}\ncolour = 1\n", "colour: there is no such setting"),
        ("volts = 5\n", "lamps: is missing"),
        ("[lamps.red]\nlit = true\n", "lamps[...].pin: is missing"),
        ("[lamps.red]\npin = 'four'\n", "lamps[...].pin: is text in quotes, but it must be a whole number"),
        ("[lamps.red]\npin = 4\nlit = 1\n", "lamps[...].lit: is a whole number, but it must be true or false"),
        (
            "[lamps.red]\npin = 4\ncolours = ''\n",
            "lamps[...].colours: is text in quotes, but it must be a list in [ ]",
        ),
        ("lamps = []\n", "lamps: is a list in [ ], but it must be a table"),
        ("lamps = {}\nvolts = ''\n", "volts: is text in quotes, but it must be a number"),
        ("lamps = {}\nwatts = 0\n", "watts: must be at least 1"),
        ("lamps = {}\nplug = 'D'\n", "plug: 'D' is none of the words that it takes"),
        ("lamps = {}\nname = ''\n", "name: must be 1 character at least"),
        ("lamps = {}\nname = 'abcde'\n", "name: must be 4 characters at most"),
        ("lamps = {}\ncodes = {abcde = 1}\n", "a name in codes: must be 4 characters at most"),
        ("lamps = {}\nplaces = [1, 2, 3]\n", "places: must have 2 entries at most"),
        (
            "lamps = {}\nvenue = 'Casino di Roma'\n",
            "venue: must be 1 to 32 small letters from a to z, digits and hyphens, for it stands in MQTT topics",
        ),
        ("lamps = {}\ncoin = 'euro'\n", "coin: must be three capital letters, such as EUR"),
        ("lamps = {}\nsize = 'XL'\n", "size: must match ^[SML]$"),
        ("lamps = {}\nvolts =\n", "line 2, column 8: is not TOML: invalid value"),
        ("[lamps", "at its end: is not TOML: "),
    ],
)
def test_the_place_and_what_is_wanted_there(text: str, said: str) -> None:
    with pytest.raises((tomllib.TOMLDecodeError, msgspec.ValidationError)) as caught:
        msgspec.convert(tomllib.loads(text), Board)
    problem = caught.value
    assert isinstance(problem, (tomllib.TOMLDecodeError, msgspec.ValidationError))
    fault = settings_fault(problem)
    assert said in fault
    assert fault.startswith(said.partition(":")[0])
    assert "\n" not in fault
    assert not {"Object", "Expected", "`"} & set(fault.replace(":", " ").split())


def test_what_is_no_text() -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        b"\xff".decode("utf-8")
    assert settings_fault(caught.value) == "is not UTF-8 text"


def test_a_word_that_is_none_of_those_it_takes_names_them_where_the_kind_is_known() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"lamps": {}, "plug": "D"}, Board)
    assert settings_fault(caught.value, wanted=Board) == "plug: 'D' is none of C, F"
