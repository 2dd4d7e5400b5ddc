"""Parts are within their limit, hold everything in order, and begin where a reader would pause."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from turnproc.post.splitting import CHAPTER, NEVER, ROW, SECTION, Row, Within, joined, parts, pieces

TEXTS = st.text(alphabet=st.sampled_from("ab .!\\*🦎я"), max_size=60)


def test_a_short_text_is_one_part() -> None:
    rows = [Row("# A", CHAPTER), Row("text", NEVER, gap=True), Row("more", ROW)]
    assert parts(rows, 100) == ["# A\n\ntext\nmore"]
    assert parts([], 100) == []


def test_a_part_rather_begins_with_a_chapter() -> None:
    rows = [Row("x" * 50, CHAPTER), Row("y" * 40, CHAPTER), Row("z" * 40, ROW), Row("z" * 40, ROW)]
    assert [part[0] for part in parts(rows, 135)] == ["x", "y"]


def test_a_part_that_would_be_all_but_empty_is_cut_at_a_worse_place() -> None:
    rows = [Row("x" * 10, CHAPTER), Row("y" * 40, CHAPTER), Row("z" * 40, SECTION), Row("z" * 40, ROW)]
    assert [part[0] for part in parts(rows, 120)] == ["x", "z"]


def test_a_heading_stays_with_its_text() -> None:
    rows = [Row("x" * 80, CHAPTER), Row("# B", SECTION, gap=True), Row("y" * 30, NEVER, gap=True), Row("y" * 30, ROW)]
    assert parts(rows, 120) == ["x" * 80, f"# B\n\n{'y' * 30}\n{'y' * 30}"]


def test_what_is_cut_in_the_middle_is_closed_and_opened_again() -> None:
    within = (Within("[spoiler]", "[/spoiler]"), Within("<pre>", "</pre>", inline=True))
    rows = [Row(str(n) * 10, ROW, within=within) for n in range(4)]
    assert parts(rows, 60) == [
        "[spoiler]\n<pre>0000000000\n1111111111</pre>\n[/spoiler]",
        "[spoiler]\n<pre>2222222222\n3333333333</pre>\n[/spoiler]",
    ]


def test_two_things_of_one_kind_stay_two() -> None:
    rows = [Row("a", ROW, within=(Within("<", ">"),)), Row("b", ROW, within=(Within("<", ">"),))]
    assert joined(rows) == "<\na\n>\n<\nb\n>"


@given(st.lists(st.tuples(TEXTS, st.integers(0, 7), st.booleans(), st.booleans()), max_size=40))
def test_parts_are_within_the_limit_and_hold_all_rows_in_order(found: list[tuple[str, int, bool, bool]]) -> None:
    block = (Within("<<", ">>"),)
    rows = [Row(f"{n}:{text}", rank, gap, block if inside else ()) for n, (text, rank, gap, inside) in enumerate(found)]
    made = parts(rows, 80)
    assert all(len(part) <= 80 for part in made)
    kept = [line for part in made for line in part.split("\n") if line not in {"", "<<", ">>"}]
    assert kept == [row.text for row in rows]
    assert all(part.count("<<") == part.count(">>") for part in made)


@given(st.text(alphabet=st.sampled_from("ab .!\\*🦎я"), max_size=400), st.integers(2, 50))
def test_pieces_fit_and_lose_only_blanks(text: str, most: int) -> None:
    cut = pieces(text, lambda piece: len(piece) <= most)
    assert all(len(piece) <= most for piece in cut)
    assert re.sub(" ", "", "".join(cut)) == re.sub(" ", "", text)


@given(st.lists(st.sampled_from(["\\\\", "\\*", "a"]), max_size=200))
def test_no_escape_is_cut_in_two(signs: list[str]) -> None:
    for piece in pieces("".join(signs), lambda piece: len(piece) <= 21):
        assert (len(piece) - len(piece.rstrip("\\"))) % 2 == 0


def test_a_sentence_is_a_better_place_than_a_word() -> None:
    text = "One thing happened here. Another thing did not happen."
    assert pieces(text, lambda piece: len(piece) < 40) == ["One thing happened here.", "Another thing did not happen."]


def test_a_part_costs_what_it_has_however_long_the_text_is() -> None:
    def looked_at(count: int) -> int:
        seen: list[int] = []

        def size(text: str) -> int:
            seen.append(len(text))
            return len(text)

        assert len(parts([Row("x" * 79, ROW)] * count, 800, size)) == count // 10
        return sum(seen)

    assert looked_at(4000) < 2.5 * looked_at(2000)
