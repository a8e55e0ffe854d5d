"""A table that plays by a card room's own book, and what becomes of it when the book is edited."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.own_books import HARBOUR

from table_controller.controller.controller import Controller
from table_controller.game.rulebooks.known import take_books
from table_controller.runtime.cli.journal_tools import OK, UNREADABLE, hands, replay
from table_controller.runtime.processes.controller_process import open_controller
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.settings.opened import check_opened
from table_controller.runtime.settings.setting_up import check, fields_of
from table_controller.runtime.settings.settings import SettingsError, read_settings
from table_controller.runtime.training.lessons import course_of
from table_controller.vocabulary.commands import GivePenalty, MarkRiffle
from table_controller.vocabulary.record import Record

EDITED = HARBOUR.replace('"complete"', '"floor"')


@pytest.fixture(autouse=True)
def no_books_left(tmp_path: Path) -> Iterator[None]:
    """The books of a test are not those of the next one."""
    yield
    take_books(tmp_path / "nowhere")


@pytest.fixture
def config(project: Path, tmp_path: Path) -> Path:
    """Settings that name the book beside them."""
    shutil.copytree(project / "config", tmp_path / "config")
    path = tmp_path / "config" / "table.toml"
    path.write_text(path.read_text("utf-8").replace('rulebook = "tda-2019"', 'rulebook = "harbour"'), "utf-8")
    lay(path, HARBOUR)
    return path


def lay(config: Path, text: str) -> None:
    (config.parent / "rulebooks").mkdir(exist_ok=True)
    (config.parent / "rulebooks" / "harbour.toml").write_text(text, "utf-8")


def start(config: Path, state: Path, *, new_book: bool = False) -> Controller:
    """As ``cardspeak run`` does: the check, then the controller."""
    settings = read_settings(config)
    check_opened(settings, config, state, state / JOURNAL, as_opened=False, new_book=new_book)
    return restart(config, state)


def restart(config: Path, state: Path) -> Controller:
    """The controller alone, as it is started again while the table runs."""
    controller = open_controller(read_settings(config), state, 1e6)
    controller.journal.close()
    return controller


@pytest.fixture
def state(config: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    start(config, folder)
    return folder


def test_the_table_plays_by_it_and_so_does_its_next_start(config: Path, state: Path) -> None:
    for controller in (start(config, state), restart(config, state)):
        assert controller.book.undercall.multiway_raise.value == "complete"
        assert controller.book.undercall.multiway_raise.cite.ref == "H-4"


def test_a_book_that_was_edited_stops_the_start_with_what_changed_and_the_ways_on(config: Path, state: Path) -> None:
    lay(config, EDITED)
    for _ in range(2):
        with pytest.raises(SettingsError) as caught:
            start(config, state)
    told = str(caught.value)
    assert "undercall.multiway_raise was complete (harbour H-4), is floor (harbour H-4)." in told
    assert "--new-book" in told
    assert "--state FOLDER" in told
    kept = next((state / "rulebooks").iterdir())
    assert str(kept) in told
    assert (kept / "harbour.toml").read_text("utf-8") == HARBOUR
    lay(config, HARBOUR)  # put back
    start(config, state)


def test_remarks_and_titles_are_no_change(config: Path, state: Path) -> None:
    lay(config, "# season 2\n" + HARBOUR.replace("Harbour", "Harbour 2"))
    start(config, state)


def test_between_two_hands_it_goes_on_by_the_new_one_in_a_journal_of_its_own(config: Path, state: Path) -> None:
    lay(config, EDITED)
    assert start(config, state, new_book=True).book.undercall.multiway_raise.value == "floor"
    assert start(config, state).book.undercall.multiway_raise.value == "floor"
    old = [path for path in state.glob(f"{JOURNAL}.*") if not path.name.endswith("head")]
    assert len(old) == 1
    (config.parent / "rulebooks" / "harbour.toml").unlink()
    take_books(config.parent / "rulebooks")
    assert replay(old[0])[0] == replay(state / JOURNAL)[0] == OK  # each by the text that judged it
    assert hands(old[0])[0] == OK


def in_a_hand(config: Path, state: Path) -> None:
    controller = open_controller(read_settings(config), state, 1e6)
    assert isinstance(controller.accept(MarkRiffle(), 1e6 + 1), Record)
    assert controller.session.table.hand.number == 1
    controller.journal.close()


@pytest.mark.parametrize("new_book", [False, True])
def test_in_a_hand_the_new_one_must_wait_and_the_old_one_goes_on(config: Path, state: Path, new_book: bool) -> None:
    in_a_hand(config, state)
    lay(config, EDITED)
    kept = next((state / "rulebooks").iterdir())
    with pytest.raises(SettingsError, match="hand 1 is under way") as caught:
        start(config, state, new_book=new_book)
    told = str(caught.value)
    assert "rulebook harbour was changed" in told
    assert f"cp {kept}/*.toml {config.parent}/rulebooks/. Then start without --new-book, finish the hand" in told
    assert "release" not in told
    assert [*(state / "rulebooks").iterdir()] == [kept], "a start that is refused leaves nothing"
    lay(config, HARBOUR)
    assert start(config, state).session.table.hand.number == 1


def test_in_a_hand_another_book_must_wait_too(config: Path, state: Path) -> None:
    in_a_hand(config, state)
    config.write_text(config.read_text("utf-8").replace('rulebook = "harbour"', 'rulebook = "tda-2019"'), "utf-8")
    with pytest.raises(SettingsError, match=r"is judged by rulebook harbour, .* hand 1 is under way.*finish the hand"):
        start(config, state)
    with pytest.raises(SettingsError, match=r'judged by rulebook harbour .* put rulebook = "harbour" back') as caught:
        restart(config, state)
    assert "release" not in str(caught.value)


def test_where_a_penalty_is_owed_the_new_one_waits_until_it_is_served(config: Path, state: Path) -> None:
    controller = open_controller(read_settings(config), state, 1e6)
    assert isinstance(controller.accept(GivePenalty(3, hands=2), 1e6 + 1), Record)
    controller.journal.close()
    lay(config, EDITED)
    with pytest.raises(SettingsError, match=r"a penalty is not served yet.*play on until it is served"):
        start(config, state)


def test_a_start_that_is_refused_for_its_settings_keeps_no_text(config: Path, state: Path) -> None:
    lay(config, EDITED)
    config.write_text(config.read_text("utf-8").replace("big_blind_chips = ", "big_blind_chips = 9"), "utf-8")
    with pytest.raises(SettingsError, match="changed since the table"):
        start(config, state, new_book=True)
    assert len([*(state / "rulebooks").iterdir()]) == 1


def test_a_journal_whose_book_is_nowhere_says_so(config: Path, state: Path) -> None:
    shutil.rmtree(state / "rulebooks")
    lay(config, EDITED)
    take_books(config.parent / "rulebooks")
    status, told, _ = replay(state / JOURNAL)
    assert status == UNREADABLE
    assert "was judged by rulebook harbour as it was then" in told
    assert str(state / "rulebooks") in told


def test_a_book_edited_while_the_table_runs_judges_nothing_before_the_next_start(
    config: Path, state: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lay(config, EDITED)
    assert restart(config, state).book.undercall.multiway_raise.value == "complete"
    assert "rulebook harbour was changed" in caplog.text
    with pytest.raises(SettingsError):
        start(config, state)


def test_a_faulty_or_missing_book_stops_the_start_and_another_tables_does_not(config: Path, state: Path) -> None:
    lay(config, HARBOUR.replace('"complete"', '"complet"'))
    with pytest.raises(SettingsError, match=r"harbour\.toml: undercall.multiway_raise: 'complet'"):
        start(config, state)
    (config.parent / "rulebooks" / "harbour.toml").unlink()
    with pytest.raises(SettingsError, match="'harbour' is not there"):
        start(config, state)
    lay(config, HARBOUR)
    (config.parent / "rulebooks" / "draft.toml").write_text("book = ", "utf-8")
    start(config, state)


def test_the_form_offers_it_and_training_knows_it(config: Path) -> None:
    read_settings(config)
    fields = {field.name: field for field in fields_of({"game": {"rulebook": "harbour"}})}
    assert "harbour" in fields["game.rulebook"].choices
    values = {name: field.text for name, field in fields.items()}
    assert not [fault for fault in check(values) if fault.field == "game.rulebook"]
    lesson = next(one for one in course_of("harbour", 1).lessons if one.cite is not None and one.cite.book == "harbour")
    assert (lesson.cite, lesson.title) != (None, "")
