"""Headers are read strictly, and lines count in the file however the script is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from table_controller.scripts.parse import parse_script, read_script
from table_controller.scripts.unreadable import UnreadableError

HEADER = """title    = "A story"
rulebook = "tda-2019"
refs     = ["45-A", "Ex 45-1A"]
variant  = "NT"
blinds   = [100, 200]
button   = 2
stacks   = { 1 = 10000, 2 = 8000, 5 = 6000 }
"""
BODY = 'script = """\ndeal\n"""\n'


def test_the_whole_header_is_read() -> None:
    extra = (
        'bets = [200, 400]\nante = 25\nante_mode = "bb"\nseats = 9\nchips = [25, 5000, 100]\n'
        'house = { "undercall.tiny_chip" = "complete", reopen.cumulative = true }\n'
    )
    header = parse_script("x", HEADER + extra + BODY).header
    assert (header.title, header.rulebook, header.variant) == ("A story", "tda-2019", "NT")
    assert header.refs == ("45-A", "Ex 45-1A")
    assert (header.small_blind_chips, header.big_blind_chips) == (100, 200)
    assert (header.small_bet_chips, header.big_bet_chips) == (200, 400)
    assert (header.ante_chips, header.ante_mode) == (25, "bb")
    assert (header.button, header.seats) == (2, 9)
    assert header.stacks == ((1, 10000), (2, 8000), (5, 6000))
    assert header.chips == (25, 100, 5000)
    assert header.house == (("reopen.cumulative", "true"), ("undercall.tiny_chip", "complete"))


def test_what_is_left_out_has_its_default() -> None:
    header = parse_script("x", HEADER + BODY).header
    assert header.seats == 5
    assert header.chips is None
    assert header.ante_mode is None
    assert header.ante_chips == 0
    assert header.house == ()


def test_a_table_of_open_size_has_room_for_who_sits_down() -> None:
    assert parse_script("x", HEADER + 'script = "sit 7 5000"\n').header.seats == 7


def test_a_stud_header_needs_no_blinds() -> None:
    text = HEADER.replace('"NT"', '"F7S"').replace(
        "blinds   = [100, 200]\nbutton   = 2\n", "bring_in = 50\nante = 10\n"
    )
    header = parse_script("x", text + BODY).header
    assert (header.bring_in_chips, header.button, header.big_blind_chips) == (50, 1, 0)


@pytest.mark.parametrize(
    ("change", "line", "why"),
    [
        (("title", "titel"), 1, "titel: is not a key"),
        (('rulebook = "tda-2019"\n', ""), 1, "rulebook: is missing"),
        (('variant  = "NT"\n', ""), 1, "variant: is missing"),
        (("blinds   = [100, 200]\n", ""), 1, "blinds: is missing"),
        (("button   = 2\n", ""), 1, "button: is missing"),
        (("stacks   = { 1 = 10000, 2 = 8000, 5 = 6000 }\n", ""), 1, "stacks: is missing"),
        (('title    = "A story"\n', ""), 1, "title: is missing"),
        (('"A story"', "7"), 1, "title: must be text in quotes, not 7"),
        (('"tda-2019"', '"TDA 1999"'), 2, "'TDA 1999' is not known; use one of figp-2012, ipo-2015"),
        (('"NT"', '"XX"'), 4, "'XX' is not known"),
        (('["45-A", "Ex 45-1A"]', '"45-A"'), 3, "refs: must be rules as printed"),
        (("[100, 200]", "[100]"), 5, "blinds: must be small and big blind"),
        (("[100, 200]", '["100", 200]'), 5, "blinds: must be small and big blind"),
        (("[100, 200]", "[200, 100]"), 5, "blinds: the big blind must be"),
        (("button   = 2", "button   = 6"), 6, "button: must be a whole number from 1 to 5, not 6"),
        (("button   = 2", "button   = true"), 6, "button: must be a whole number"),
        (("{ 1 = 10000, 2 = 8000, 5 = 6000 }", "{ 1 = 10000 }"), 7, "stacks: must name two seats"),
        (("5 = 6000", "11 = 6000"), 7, "'11' is not a seat"),
        (("5 = 6000", "5 = 0"), 7, "seat 5 must have a whole number of chips"),
        (("5 = 6000", "5 = 12.5"), 7, "seat 5 must have a whole number of chips"),
        (("5 = 6000", "5 = 6000, 5 = 1"), 7, "not TOML"),
        (("[100, 200]", "[100, 200"), 6, "not TOML"),
    ],
)
def test_a_bad_header_names_line_and_reason(change: tuple[str, str], line: int, why: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_script("some.toml", HEADER.replace(*change) + BODY)
    assert caught.value.path == "some.toml"
    assert why in caught.value.reason
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        ("seats = 4", "seats: must be a whole number from 5 to 10, not 4"),
        ("seats = 11", "seats: must be a whole number from 5 to 10, not 11"),
        ("ante = -5", "ante: must be a whole number from 0, not -5"),
        ('ante_mode = "some"', "ante_mode: 'some' is not known; use one of all, bb"),
        ("chips = [25, 25]", "chips: names a denomination twice"),
        ("chips = []", "chips: must be denominations"),
        ("chips = [0, 25]", "chips: must be denominations"),
        ("house = 3", "house: must be keys and values"),
        ("bets = [200]", "bets: must be small and big bet"),
        ("bring_in = -1", "bring_in: must be a whole number"),
        ("wether = 1", "wether: is not a key of a table script"),
    ],
)
def test_a_bad_extra_names_its_line(extra: str, why: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_script("x", f"{HEADER}{extra}\n{BODY}")
    assert (caught.value.line, why in caught.value.reason) == (8, True), caught.value.reason


def test_a_script_must_be_there_and_be_text() -> None:
    for text, line in ((HEADER, 1), (HEADER + "script = 4\n", 8)):
        with pytest.raises(UnreadableError, match="script: ") as caught:
            parse_script("x", text)
        assert caught.value.line == line


def _lines(text: str) -> list[int]:
    return [step.line for step in parse_script("x", text).steps]


def test_lines_count_in_the_file() -> None:
    assert _lines(HEADER + 'script = """\ndeal\n\nexpect turn 1\n"""\n') == [9, 11]
    assert _lines(HEADER + 'script = """deal\nexpect turn 1"""\n') == [8, 9]
    assert _lines(HEADER + "script = '''\ndeal\nexpect turn 1\n'''\n") == [9, 10]
    assert _lines(HEADER + r'script = "deal\nexpect turn 1"' + "\n") == [8, 8]
    assert _lines(HEADER + 'script = """\\\n  deal\nexpect \\\n   turn 1\nnext hand"""\n') == [9, 10, 12]
    assert _lines("# first\n\n" + HEADER + 'script = """\n1: says \\"call\\"\n2: folds\n"""\n') == [11, 12]
    assert _lines('script = """\ndeal\n"""\n' + HEADER) == [2]


def test_a_title_that_looks_like_a_script_confuses_nobody() -> None:
    text = HEADER.replace('"A story"', '"""\nscript = \'deal\'\n"""') + BODY
    assert _lines(text) == [11]


def test_words_of_the_script_are_not_taken_for_keys_of_the_header() -> None:
    text = 'script = """\nburn # ante = 3\n"""\n' + HEADER + "ante = -1\n"
    with pytest.raises(UnreadableError) as caught:
        parse_script("x", text)
    assert caught.value.line == 11


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"missing\.toml:1 cannot be opened: No such file"):
        read_script(tmp_path / "missing.toml")
    (tmp_path / "bytes.toml").write_bytes(b'title = "x"\n\xff\xfe\n')
    with pytest.raises(UnreadableError, match=r"bytes\.toml:2 is not UTF-8 text"):
        read_script(tmp_path / "bytes.toml")
