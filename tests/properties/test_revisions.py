"""Whoever takes a turn back as often as he likes never gets other dice for files that he had already."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from turnproc.engine.seeds import Seed, link_below, seed_again, turn_seed

LINKS = 40
LAST = sha256(b"last").digest()
SPEAKERS = ("huns", "goths", "rome")
# Few contents for each, so that the same files come again often.
FILES = st.dictionaries(st.sampled_from(SPEAKERS), st.sampled_from([sha256(bytes([n])).hexdigest() for n in range(3)]))


def link(number: int) -> bytes:
    return link_below(LAST, LINKS - number)


def played(files: dict[str, str], spent: list[Seed]) -> Seed:
    """As `resolve` does it: the seed that these files had before, or that of the next link."""
    again = seed_again(spent, files)
    if again is not None:
        return again
    number = max((each.link for each in spent), default=0) + 1
    return Seed(number, link(number), turn_seed(link(number), files))


@given(st.lists(FILES, min_size=1, max_size=LINKS - 1))
def test_a_turn_taken_back_again_and_again(revisions: list[dict[str, str]]) -> None:
    spent: list[Seed] = []
    first: dict[tuple[tuple[str, str], ...], Seed] = {}
    for files in revisions:
        seed = played(files, spent)
        key = tuple(sorted(files.items()))
        assert seed == first.setdefault(key, seed), "other dice for the same files"
        spent.append(seed)
    # Each link is for one set of files, and none is passed over.
    assert sorted(each.link for each in first.values()) == list(range(1, len(first) + 1))
    assert len({each.value for each in first.values()}) == len(first)


@given(FILES, FILES)
def test_files_decide_and_nothing_else(files: dict[str, str], others: dict[str, str]) -> None:
    seed = played(files, [])
    assert (seed_again([seed], others) == seed) == (files == others)
