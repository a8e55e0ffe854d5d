"""Themes: the same words and signs in each, no colour in monochrome, and every state told apart without any style."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from support.screen_states import counts, plain, senses, variants, with_seat

import display
from display.app import DealerScreen
from display.screen import themes
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.settings.settings import SettingsError, read_settings
from table_controller.vocabulary.views import TableView

COLOUR = re.compile(r"#[0-9a-f]{6}")


def texts(views: Mapping[str, TableView], theme: str, reader: Any, size: tuple[int, int] = (80, 24)) -> dict[str, str]:
    """What stands on the screen for each view, without any style."""

    async def story() -> dict[str, str]:
        found = {}
        app = DealerScreen(theme=theme)
        app.now_s = lambda: 0.0  # "last seen" counts on while a busy machine draws
        async with app.run_test(size=size) as pilot:
            for name, view in views.items():
                app.shown = replace(app.shown, view=None, counting=False)
                app.hear(view)
                await pilot.pause()
                found[name] = reader.text(app)
        return found

    return asyncio.run(story())


def alike(found: Mapping[str, str]) -> list[tuple[str, str]]:
    """States that cannot be told apart."""
    return [(one, other) for one, other in combinations(found, 2) if found[one] == found[other]]


def test_without_any_style_every_state_is_told_apart(reader: Any) -> None:
    assert alike(texts(variants(), "monochrome", reader)) == []


def test_states_that_only_a_colour_would_tell_apart_are_caught(reader: Any) -> None:
    planted = {**variants(), "a mark in colour only": plain()}
    assert alike(texts(planted, "monochrome", reader)) == [("plain", "a mark in colour only")]


@pytest.mark.parametrize("theme", ["high-contrast", "monochrome"])
def test_every_theme_says_the_same(theme: str, reader: Any) -> None:
    views = {"senses": senses(), "counts": counts(), "won": with_seat(plain(), 3, won_chips=400)}
    assert texts(views, theme, reader) == texts(views, "default", reader)


def test_every_role_has_a_look_in_every_theme() -> None:
    roles = {value for name, value in vars(themes).items() if name.isupper() and isinstance(value, str)}
    roles |= set(themes.FACES.values())
    assert len(roles) > 20
    for theme in themes.THEMES.values():
        assert set(theme.styles) == roles, theme.name
        assert set(theme.grounds) == {"night", "bar", "seat", "felt", "ink"}


def test_monochrome_has_no_colour_but_black_white_and_grey() -> None:
    assert not [style for style in themes.MONOCHROME.styles.values() if COLOUR.search(style)]
    grounds = themes.MONOCHROME.grounds.values()
    assert [ground for ground in grounds if len({ground[1:3], ground[3:5], ground[5:7]}) > 1] == []


def test_widgets_know_roles_and_no_colours() -> None:
    folder = Path(display.__file__).parent
    painted = [
        file.name
        for file in folder.rglob("*.py")
        if file.name != "themes.py" and COLOUR.search(file.read_text("utf-8"))
    ]
    assert painted == []
    assert not COLOUR.search((folder / "app.tcss").read_text("utf-8"))


def test_contrast_is_high_where_it_is_promised() -> None:
    """The ratio of WCAG 2: 7 for text is its strictest level."""
    low = []
    for role, style in themes.HIGH_CONTRAST.styles.items():
        colours = COLOUR.findall(style)
        ink = colours[0] if colours and not style.startswith("on ") else "#ffffff"
        ground = colours[1] if len(colours) > 1 else themes.HIGH_CONTRAST.grounds["seat"]
        if role not in {themes.FELT, themes.RAIL} and ratio(ink, ground) < 7:
            low.append((role, round(ratio(ink, ground), 1)))
    assert low == []
    readable = [
        role
        for role in (themes.PLAIN, themes.QUIET, themes.FAINT)
        if ratio(COLOUR.findall(themes.DEFAULT.styles[role])[0], themes.DEFAULT.grounds["seat"]) < 4.5
    ]
    assert readable == [], "the usual theme reaches the level for plain text"


DEPTHS: Final = {"256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD, "truecolor": ColorSystem.TRUECOLOR}


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", themes.THEMES)
def test_text_can_be_read_in_every_theme_and_every_depth(name: str, depth: str) -> None:
    """4.5 to 1, the level of WCAG 2 for plain text, of the colours that the terminal really draws."""
    assert low_contrasts(themes.in_depth(themes.THEMES[name], depth), depth) == []


def test_a_felt_that_turns_green_is_caught() -> None:
    """Planted: the colours of a full terminal on one of 256."""
    assert any(ground == "felt" for _, ground, _ in low_contrasts(themes.DEFAULT, "256"))


def low_contrasts(theme: themes.Theme, depth: str) -> list[tuple[str, str, float]]:
    """Roles of text that cannot be read, each with the ground on which it stands and the ratio."""

    def drawn(colour: str) -> str:
        return RichColor.parse(colour).downgrade(DEPTHS[depth]).get_truecolor().hex

    low = []
    for role, style in theme.styles.items():
        own = COLOUR.findall(style)
        if role in {themes.FELT, themes.RAIL, themes.NIGHT}:
            continue
        grounds = {"its own": own[1]} if len(own) > 1 else dict(theme.grounds)
        grounds.pop("ink", None)
        for ground, colour in grounds.items():
            found = ratio(drawn(own[0] if own else theme.grounds["ink"]), drawn(colour))
            if found < 4.5:
                low.append((role, ground, round(found, 1)))
    return low


@pytest.mark.parametrize(("term", "felt"), [("xterm-256color", "#303030"), ("xterm", "#000000")])
def test_the_screen_wears_what_its_terminal_can_draw(term: str, felt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)

    async def story() -> tuple[str, set[str]]:
        app = DealerScreen()
        async with app.run_test(size=(120, 40)) as pilot:
            app.hear(plain())
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            grounds = [one.style.bgcolor for strip in strips for one in strip if one.style and one.style.bgcolor]
            drawn = {ground.get_truecolor().hex for ground in grounds}
            app.wear(themes.HIGH_CONTRAST)
            return app.worn.name, drawn

    worn, drawn = asyncio.run(story())
    assert felt in drawn
    assert worn == "high-contrast"
    assert themes.DEFAULT.grounds["felt"] not in drawn


def ratio(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_another_theme_is_seen_without_a_new_drawing() -> None:
    """What was drawn keeps roles, not looks: high contrast and monochrome have the same grounds and other texts."""

    async def story() -> list[tuple[bool, bool]]:
        app, seen = DealerScreen(theme="high-contrast"), []
        async with app.run_test(size=(80, 24)) as pilot:
            app.hear(plain())
            for theme in (themes.HIGH_CONTRAST, themes.MONOCHROME):
                app.wear(theme)
                await pilot.pause()
                segments = (one for strip in app.screen._compositor.render_strips() for one in strip)
                style = next(one.style for one in segments if ENGLISH.say("next.title") in one.text)
                seen.append((bool(style and style.bold), bool(style and style.reverse)))
        return seen

    assert asyncio.run(story()) == [(True, False), (True, True)]


def test_the_tables_theme_the_screens_own_and_the_key(reader: Any) -> None:
    async def story() -> list[str]:
        app, seen = DealerScreen(), []
        async with app.run_test(size=(80, 24)) as pilot:
            for step in (plain(), replace(plain(), theme="high-contrast"), "T", replace(plain(), theme="default"), "T"):
                if isinstance(step, str):
                    await pilot.press(step)
                else:
                    app.hear(step)
                await pilot.pause()
                seen.append(app.worn.name)
            assert "Theme: default" in reader.text(app)
        return seen

    assert asyncio.run(story()) == ["default", "high-contrast", "monochrome", "monochrome", "default"]


def test_no_color_gives_monochrome_and_sends_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def story() -> tuple[str, set[RichColor | None]]:
        app = DealerScreen()
        async with app.run_test(size=(80, 24)) as pilot:
            app.hear(replace(senses(), theme="high-contrast"))
            await pilot.pause()
            strips = [
                strip.apply_filter(one, app.screen.background_colors[1])
                for strip in app.screen._compositor.render_strips()
                for one in app._filters[1:]
            ]
            found = {
                colour
                for strip in strips
                for segment in strip
                if segment.style
                for colour in (segment.style.color, segment.style.bgcolor)
            }
            return app.worn.name, found

    worn, colours = asyncio.run(story())
    assert worn == "monochrome"
    assert {colour for colour in colours if colour is not None and not colour.is_default} == set()


def test_the_settings_of_the_table_choose_it(project: Path, tmp_path: Path) -> None:
    text, file = (project / "config" / "table.toml").read_text(encoding="utf-8"), tmp_path / "table.toml"
    for theme in themes.THEMES:
        file.write_text(text.replace('theme = "default"', f'theme = "{theme}"'), encoding="utf-8")
        assert read_settings(file).screen.theme == theme
    file.write_text(text.replace('theme = "default"', 'theme = "sepia"'), encoding="utf-8")
    with pytest.raises(SettingsError, match=r"screen.theme: 'sepia' is not there; use one of default, high-contrast"):
        read_settings(file)
