"""Seeds: the chain of links, the seed of a turn as docs/formats.md, section 4, has it."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from turnproc.engine.seeds import link_below, links_down, mark_of, turn_seed

ZERO = bytes(32)
EMPTY = sha256(b"").hexdigest()
LINKS = st.binary(min_size=32, max_size=32)
DIGESTS = st.binary(max_size=5).map(lambda raw: sha256(raw).hexdigest())
FILES = st.dictionaries(st.from_regex(r"[a-z0-9-]{1,12}", fullmatch=True), DIGESTS, max_size=6)


def test_every_link_is_the_hash_of_the_one_after_it() -> None:
    one = sha256(ZERO).digest()
    two = sha256(one).digest()
    assert [link_below(ZERO, steps) for steps in range(3)] == [ZERO, one, two]
    assert list(islice(links_down(ZERO), 3)) == [ZERO, one, two]
    assert mark_of(one) == f"sha256:{one.hex()}" == "sha256:" + sha256(ZERO).hexdigest()


def test_the_seed_by_hand() -> None:
    lines = f"huns {'ab' * 32}\nrome {EMPTY}\n"
    expected = sha256(ZERO + sha256(lines.encode()).digest()).digest()
    assert turn_seed(ZERO, {"rome": EMPTY, "huns": "ab" * 32}) == expected
    assert expected.hex() == "40a9c3030e82533926e09259f1563b33041a03da8db0b675a49a5a95ab7011a9"


def test_nobody_sent_anything() -> None:
    assert turn_seed(ZERO, {}) == sha256(ZERO + sha256(b"").digest()).digest()


@given(LINKS, FILES)
def test_the_order_of_files_is_no_matter(link: bytes, files: dict[str, str]) -> None:
    assert turn_seed(link, dict(reversed(files.items()))) == turn_seed(link, files)


@given(LINKS, FILES, st.from_regex(r"[a-z]{1,5}", fullmatch=True), DIGESTS)
def test_one_file_more_changes_the_seed(link: bytes, files: dict[str, str], speaker: str, digest: str) -> None:
    more = {**files, speaker: digest}
    assert (turn_seed(link, more) == turn_seed(link, files)) == (more == files)


@given(LINKS, st.integers(0, 40), st.integers(0, 40))
def test_links_lead_to_all_before_them(top: bytes, one: int, other: int) -> None:
    assert link_below(link_below(top, one), other) == link_below(top, one + other)
