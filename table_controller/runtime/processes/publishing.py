"""What the controller's process wants of whoever publishes for it, and the words that it gives along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from display.languages import DEFAULT
from display.wording.wording import Wording, wording_in
from table_controller.broadcast.courier import Glance
from table_controller.broadcast.payloads import Titles
from table_controller.broadcast.snapshots import Answer
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView


class Publishes(Protocol):
    """What the controller needs of the MQTT side: never blocks, never raises."""

    def start(self) -> None:
        """Begin to publish, from the journal's first unacknowledged record on."""

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int) -> None:
        """Take a record that is in the journal, and the view after it; without one, only the view changed."""

    def health(self, facts: Mapping[str, int | str]) -> None:
        """Take facts about the controller itself."""

    def commands_to(self, take: Callable[[FromConsole], None]) -> None:
        """Hand what consoles ask for to `take`, from another thread."""

    def answer(self, client: str, answer: Answer) -> None:
        """Tell a console what became of its command."""

    def status(self) -> str:
        """The broker's state, for the screen."""


def titles_in(language: str) -> Titles:
    """What findings and options are called in English and in the table's language; its file is read at the first."""
    languages = tuple(dict.fromkeys((DEFAULT, language)))

    def titles(code: str, group: str = "finding", cause: str = "") -> dict[str, str]:
        return {each: _title(wording_in(each), code, group, cause) for each in languages}

    return titles


def _title(words: Wording, code: str, group: str, cause: str) -> str:
    """As the dealer's screen calls it, which has some options by other words in a case of some cause."""
    key = f"{group}.{code}.{cause}"
    return words.say(key) if group == "option" and words.has(key) else words.code(group, code)
