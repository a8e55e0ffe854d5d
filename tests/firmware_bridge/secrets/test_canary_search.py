"""The search for tags finds what it is for: each writing, wherever it stands, and nothing else."""

from __future__ import annotations

import base64
import json
import random
from urllib.parse import quote_from_bytes

import pytest
from support.canaries import NUMBERS, PART_BYTES, WRITINGS, Search, canary

RNG = random.Random(18)  # noqa: S311  # repeatable
TAGS = [canary(RNG) for _ in range(12)]
OTHERS = [canary(RNG) for _ in range(12)]
SEARCH = Search(TAGS, Search([bytes(range(1, 9))]))
NOISE = RNG.randbytes(300)


def planted(text: bytes) -> bytes:
    return NOISE + text + NOISE.hex().encode()


@pytest.mark.parametrize("name", WRITINGS)
def test_each_writing_of_the_beginning_of_a_tag_is_found(name: str) -> None:
    """In either order of its bytes; whole; and what is found has that name, or one that writes it the same way."""
    for tag in TAGS[:3]:
        for order in (tag, tag[::-1]):
            for bytes_ in (PART_BYTES, PART_BYTES + 1, 8):
                if not name.startswith("base"):
                    assert SEARCH.found(planted(WRITINGS[name](order[:bytes_]))), name
            assert SEARCH.found(planted(WRITINGS[name](order[:PART_BYTES]))), name
    assert not SEARCH.found(planted(WRITINGS[name](OTHERS[0]))), name


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("length", [6, 7, 8])
def test_each_number_is_found(name: str, length: int) -> None:
    assert SEARCH.found(planted(NUMBERS[name](TAGS[0][:length])))
    assert not SEARCH.found(planted(NUMBERS[name](OTHERS[0][:length])))


@pytest.mark.parametrize("before", range(6))
@pytest.mark.parametrize("after", range(4))
def test_a_tag_in_something_longer_that_is_base64_or_base32_is_found(before: int, after: int) -> None:
    for tag in TAGS[:3]:
        whole = RNG.randbytes(before) + tag + RNG.randbytes(after)
        for text in (base64.b64encode(whole), base64.urlsafe_b64encode(whole), base64.b32encode(whole)):
            assert SEARCH.found(planted(text))
            assert SEARCH.found(planted(text.lower())) or not text.isupper()


@pytest.mark.parametrize(
    "said",
    [
        lambda tag: f"KeyError: {tag!r}",
        lambda tag: json.dumps({"tag": list(tag)}),
        lambda tag: json.dumps(f"KeyError: {tag!r}"),
        lambda tag: json.dumps(tag.decode("latin-1")),
        lambda tag: f"{{'tag': {list(tag)}}}",
        lambda tag: f"{tuple(tag)}",
        lambda tag: tag.hex(" ", 1),
        lambda tag: hex(int.from_bytes(tag, "big")),
        lambda tag: f"{int.from_bytes(tag, 'little'):#X}",
        lambda tag: base64.b85encode(tag).decode(),
        lambda tag: f"?tag={quote_from_bytes(tag)}",
        lambda tag: "".join(f"\\x{byte:02x}" for byte in tag),
    ],
)
def test_what_people_write_is_found(said: object) -> None:
    assert callable(said)
    for tag in TAGS[:8]:
        text = f"a line\n{said(tag)} and so on"
        for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-16", "utf-32"):
            assert SEARCH.found(text.encode(encoding)), (text, encoding)


def test_a_tag_of_the_other_search_is_found_and_noise_is_not() -> None:
    assert SEARCH.found(planted(bytes(range(1, 9))))
    assert not SEARCH.found(planted(b"".join(OTHERS)))
    assert not SEARCH.found(planted(b"".join(OTHERS).hex().encode()))
    assert not SEARCH.found(planted(bytes(1 << 16)))


def test_it_says_how_a_tag_was_written_and_not_which() -> None:
    assert SEARCH.found(TAGS[0].hex().encode()) >= {"hex joined by ''"}
    assert not SEARCH.found(repr(SEARCH.found(TAGS[0].hex().encode())).encode())


def test_what_is_too_short_to_be_known_by_is_refused() -> None:
    with pytest.raises(ValueError, match="too few to be known by"):
        Search([b"\x01\x02"])
