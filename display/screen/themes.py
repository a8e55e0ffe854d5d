"""Styles by the role of a text, and themes as data: what each role looks like.

Widgets know roles only; `widgets.painted` asks the theme that the screen wears. A colour never carries a meaning alone:
beside each stands a word or a sign, so that the screen reads the same in monochrome and to every eye (a test draws
every state without any style).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

PLAIN: Final = "plain"
QUIET: Final = "quiet"
FAINT: Final = "faint"
STRONG: Final = "strong"
NAME: Final = "name"
GONE: Final = "gone"
TURN: Final = "turn"
NEXT: Final = "next"
LOST: Final = "lost"
WARN: Final = "warn"
KEY: Final = "key"
BET: Final = "bet"
WON: Final = "won"
MARK: Final = "mark"
FIELD: Final = "field"
FIELD_HERE: Final = "field-here"
FIELD_WRONG: Final = "field-wrong"
BACK: Final = "back"
UNREAD: Final = "unread"
FELT: Final = "felt"
RAIL: Final = "rail"
NIGHT: Final = "night"

FACES: Final[Mapping[str, str]] = MappingProxyType({suit: f"face-{suit}" for suit in "shdc"})
"""Four colours for four suits, beside the suits' signs."""


class Theme(Struct, frozen=True):
    """The look of every role; `grounds` are the colours behind the text: night, bar, seat, felt, and ink for the text.

    `dark` is what Textual wants to know of it.
    """

    name: str
    grounds: Mapping[str, str]
    styles: Mapping[str, str]
    dark: bool = True

    def look(self, role: str) -> str:
        """What a role looks like; anything else than a role is a style already."""
        return self.styles.get(role, role)


class Inks(Struct, frozen=True):
    """The colours of a theme that has some: texts loud and less so, what asks for a look, what the dealer does next."""

    bone: str
    mist: str
    shade: str
    amber: str
    alarm: str
    chip: str


def _coloured(
    name: str, grounds: Mapping[str, str], rail: str, inks: Inks, cards: Mapping[str, str], field: str
) -> Theme:
    """A theme in these colours; `cards` has the looks of faces and backs, `field` lies behind what can be typed in."""
    night = grounds["night"]
    styles = {
        PLAIN: inks.bone,
        QUIET: inks.mist,
        FAINT: inks.shade,
        STRONG: f"bold {inks.bone}",
        NAME: f"bold {inks.bone}",
        GONE: f"bold {inks.shade}",
        TURN: f"bold {night} on {inks.amber}",
        NEXT: f"bold {night} on {inks.amber}",
        LOST: f"bold {night} on {inks.alarm}",
        WARN: f"bold {inks.alarm}",
        KEY: f"bold {inks.amber}",
        BET: f"bold {inks.chip}",
        WON: f"bold {inks.amber}",
        MARK: f"bold {night} on {inks.bone}",
        FIELD: f"{inks.bone} on {field}",
        FIELD_HERE: f"bold {night} on {inks.amber}",
        FIELD_WRONG: f"bold {night} on {inks.alarm}",
        FELT: f"on {grounds['felt']}",
        RAIL: f"on {rail}",
        NIGHT: f"on {night}",
    }
    return Theme(name, grounds, {**styles, **cards})


DEFAULT: Final = _coloured(
    "default",
    {"night": "#0d1210", "bar": "#141b18", "seat": "#1a231f", "felt": "#15382a", "ink": "#ece6d6"},
    "#4a3423",
    Inks("#ece6d6", "#9aa79e", "#939f98", "#f0b849", "#ff7a66", "#7fd1a8"),
    {
        BACK: "#96addf on #2a3c66",
        UNREAD: "#8fa6d8",
        FACES["s"]: "bold #14171a on #f4f0e4",
        FACES["h"]: "bold #b3121f on #f4f0e4",
        FACES["d"]: "bold #1546a8 on #f4f0e4",
        FACES["c"]: "bold #0d6b30 on #f4f0e4",
    },
    "#2b3d35",
)
"""Dark felt, bone-white text, amber for what the dealer does next."""

HIGH_CONTRAST: Final = _coloured(
    "high-contrast",
    {"night": "#000000", "bar": "#000000", "seat": "#1c1c1c", "felt": "#000000", "ink": "#ffffff"},
    "#ffffff",
    Inks("#ffffff", "#ffffff", "#d0d0d0", "#ffff00", "#ff9d9d", "#00ff9c"),
    {
        BACK: "bold #000000 on #7fb2ff",
        UNREAD: "bold #7fb2ff",
        FACES["s"]: "bold #000000 on #ffffff",
        FACES["h"]: "bold #b00000 on #ffffff",
        FACES["d"]: "bold #0000c0 on #ffffff",
        FACES["c"]: "bold #005c00 on #ffffff",
    },
    "#3a3a3a",
)
"""Black and white with the brightest colours: for weak eyes and bright rooms."""

MONOCHROME: Final = Theme(
    "monochrome",
    {"night": "#000000", "bar": "#000000", "seat": "#1c1c1c", "felt": "#000000", "ink": "#ffffff"},
    {
        PLAIN: "",
        QUIET: "",
        FAINT: "dim",
        STRONG: "bold",
        NAME: "bold",
        GONE: "dim",
        TURN: "bold reverse",
        NEXT: "bold reverse",
        LOST: "bold reverse",
        WARN: "bold",
        KEY: "bold underline",
        BET: "bold",
        WON: "bold underline",
        MARK: "reverse",
        FIELD: "underline",
        FIELD_HERE: "bold reverse",
        FIELD_WRONG: "bold underline",
        BACK: "",
        UNREAD: "",
        FELT: "",
        RAIL: "reverse",
        NIGHT: "",
        **dict.fromkeys(FACES.values(), "bold reverse"),
    },
)
"""No colour at all: bold, underlined and reversed text; black, white, and a grey that only parts the seats."""

_PALETTE_FACES: Final = {
    FACES["s"]: "bold #080808 on #eeeeee",
    FACES["h"]: "bold #af0000 on #eeeeee",
    FACES["d"]: "bold #0000af on #eeeeee",
    FACES["c"]: "bold #005f00 on #eeeeee",
}
_ANSI_FACES: Final = {
    FACES["s"]: "bold #000000 on #ffffff",
    FACES["h"]: "bold #aa0000 on #ffffff",
    FACES["d"]: "bold #0000aa on #ffffff",
    FACES["c"]: "bold #000000 on #55ff55",
}
"""No green of sixteen colours can be read on white: clubs have a green card."""

_BLACK: Final = {"night": "#000000", "bar": "#000000", "seat": "#000000", "felt": "#000000", "ink": "#ffffff"}
_ANSI_INKS: Final = Inks("#ffffff", "#aaaaaa", "#aaaaaa", "#ffff55", "#ff5555", "#55ff55")
_ANSI_BACKS: Final = {BACK: "#000000 on #55ffff", UNREAD: "#55ffff"}

FEWER_COLOURS: Final[Mapping[tuple[str, str], Theme]] = MappingProxyType(
    {
        ("default", "256"): _coloured(
            "default",
            {"night": "#121212", "bar": "#1c1c1c", "seat": "#262626", "felt": "#303030", "ink": "#eeeeee"},
            "#875f00",
            Inks("#eeeeee", "#a8a8a8", "#a8a8a8", "#ffd75f", "#ff875f", "#87d7af"),
            {BACK: "#afafff on #00005f", UNREAD: "#87afff", **_PALETTE_FACES},
            "#3a3a3a",
        ),
        ("default", "standard"): _coloured(
            "default", _BLACK, "#aa5500", _ANSI_INKS, {**_ANSI_BACKS, **_ANSI_FACES}, "#0000aa"
        ),
        ("high-contrast", "standard"): _coloured(
            "high-contrast",
            _BLACK,
            "#ffffff",
            Inks("#ffffff", "#ffffff", "#ffffff", "#ffff55", "#ff5555", "#55ff55"),
            {**_ANSI_BACKS, **_ANSI_FACES},
            "#0000aa",
        ),
    }
)
"""Themes as terminals of 256 and of sixteen colours wear them, by name and by Rich's word for the depth.

The nearest colour that such a terminal has for a dark felt is a full green, on which no text can be read: there the
felt is grey, or black. What is not here can be read as it is.
"""


THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {theme.name: theme for theme in (DEFAULT, HIGH_CONTRAST, MONOCHROME)}
)
"""The themes by name, in the order of the key that changes them."""


def theme_named(name: str) -> Theme:
    """The theme of that name; the default one for a name that is none."""
    return THEMES.get(name, DEFAULT)


def in_depth(theme: Theme, depth: str | None) -> Theme:
    """The theme as a terminal of that depth wears it: ``truecolor``, ``256``, ``standard``; None if nobody knows."""
    return FEWER_COLOURS.get((theme.name, depth or ""), theme_named(theme.name))


def next_theme(theme: Theme) -> Theme:
    """The theme after this one, round and round."""
    names = tuple(THEMES)
    return THEMES[names[(names.index(theme.name) + 1) % len(names)]]
