"""Dice by label: the vectors of docs/formats.md, section 4; dice thrown by hand; one more label moves no roll."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.model import Param
from turnproc.engine.dice import RANGE_OF_A_WORD, Dice, Expression, Roll, Thrown, UnthrownError, faces
from turnproc.engine.finding import Finding
from turnproc.engine.seeds import Seed

ZERO = bytes(32)
LABELS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("label", "count", "sides", "expected"),
    [
        ("combat/kadon/nestor/o2/attacker", 3, 6, (3, 5, 3)),
        ("duel/d1/a+b/a", 1, 100, (66,)),
    ],
)
def test_the_vectors(label: str, count: int, sides: int, expected: tuple[int, ...]) -> None:
    assert faces(ZERO, label, count, sides) == expected
    roll = Dice(ZERO).roll(label, f"{count}d{sides}")
    assert roll == Roll(label, f"{count}d{sides}", expected, sum(expected), "derived")


def test_words_come_from_one_block_after_the_other() -> None:
    """Recomputed by hand: SHA-256(seed, label, 00, block as 4 bytes), words of 8 bytes, big-endian."""
    seed, label = bytes(range(32)), "ход/Ω"
    words = []
    for block in range(3):
        digest = sha256(seed + label.encode("utf-8") + b"\0" + block.to_bytes(4, "big")).digest()
        words += [int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8)]
    assert faces(seed, label, 12, 20) == tuple(word % 20 + 1 for word in words)


def test_words_beyond_the_last_whole_range_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the low faces would come up a little too often. With real words nobody would live to see it."""
    fair = RANGE_OF_A_WORD - RANGE_OF_A_WORD % 6
    assert fair < RANGE_OF_A_WORD
    monkeypatch.setattr("turnproc.engine.dice._words", lambda _: iter([fair, RANGE_OF_A_WORD - 1, fair - 1, 0]))
    assert faces(ZERO, "x", 2, 6) == (6, 1)


@pytest.mark.parametrize(
    ("expression", "lowest", "highest"),
    [("1d1", 1, 1), ("1d6", 1, 6), ("3d6+2", 5, 20), ("2d10-20", -18, 0), ("99d9999", 99, 989_901), ("1d2+0", 1, 2)],
)
def test_expressions(expression: str, lowest: int, highest: int) -> None:
    dice = Dice(ZERO)
    totals = {dice.roll(f"x/{number}", expression).total for number in range(200)}
    assert lowest <= min(totals) <= max(totals) <= highest


@pytest.mark.parametrize(
    "expression",
    ["", "d6", "0d6", "1d0", "100d6", "1d10000", "1d06", "01d6", "1d6+", "1d6 + 1", "1D6", "1d6+2+3", "٣d6"],
)
def test_what_is_no_expression(expression: str) -> None:
    with pytest.raises(ValueError, match="not a dice expression"):
        Dice(ZERO).roll("x", expression)


def test_a_label_twice_is_a_bug_of_the_ruleset() -> None:
    dice = Dice(ZERO)
    first = dice.roll("x", "1d6")
    with pytest.raises(ValueError, match="used twice"):
        dice.roll("x", "1d6")
    with pytest.raises(ValueError, match="used twice"):
        dice.roll("x", "2d6")
    assert dice.rolls == (first,)


def test_no_seed_no_dice() -> None:
    for dice in (Dice(), Dice(lambda: None)):
        with pytest.raises(UnthrownError, match="needs a seed") as stop:
            dice.roll("x", "1d6")
        assert (stop.value.label, stop.value.expression) == ("x", "1d6")
        assert dice.rolls == ()
    assert Dice(None, {"x": [4]}).roll("x", "1d6").total == 4


def test_the_seed_is_asked_for_only_when_a_die_is_derived_and_only_once() -> None:
    asked: list[int] = []

    def seed() -> Seed:
        asked.append(1)
        return Seed(7, b"r" * 32, ZERO)

    dice = Dice(seed, {"x": [4]})
    dice.roll("x", "1d6")
    assert (asked, dice.seed) == ([], None)
    assert dice.roll("duel/d1/a+b/a", "1d100").dice == (66,)
    assert dice.roll("combat/kadon/nestor/o2/attacker", "3d6").dice == (3, 5, 3)
    assert (len(asked), dice.seed) == (1, Seed(7, b"r" * 32, ZERO))


def test_dice_can_be_rolled_again_from_the_beginning() -> None:
    dice = Dice(lambda: Seed(1, ZERO, ZERO), {"x": 9}, totals=True)
    rolls = [dice.roll("x", "3d6"), dice.roll("y", "3d6")]
    again = dice.again()
    assert again.rolls == ()
    assert [again.roll("x", "3d6"), again.roll("y", "3d6")] == rolls


def test_thrown_dice_take_the_place_of_derived_ones() -> None:
    dice = Dice(ZERO, {"x": [6, 6, 1]})
    assert dice.roll("x", "3d6+2") == Roll("x", "3d6+2", (6, 6, 1), 15, "thrown")
    assert dice.roll("y", "3d6").source == "derived"
    assert dice.findings(finished=True) == []


@pytest.mark.parametrize("thrown", [[], [1, 2], [1, 2, 3, 4], 9])
def test_too_many_or_too_few_dice(thrown: Thrown) -> None:
    dice = Dice(ZERO, {"a/b~c": thrown})
    roll = dice.roll("a/b~c", "3d6+1")
    assert all(1 <= face <= 6 for face in roll.dice), "the run goes on, so that whatever else is wrong shows"
    (finding,) = dice.findings(finished=False)
    given = 1 if isinstance(thrown, int) else len(thrown)
    params: dict[str, Param] = {"label": "a/b~c", "dice": "3d6+1", "count": 3, "given": given}
    assert finding == Finding("gm", "/dice/a~1b~0c", "C018/count", params)
    assert finding.message in MESSAGES


@pytest.mark.parametrize(
    ("thrown", "wrong"),
    [([0, 1, 2], [(0, 0)]), ([7, 1, 8], [(0, 7), (2, 8)]), ([-1, 1, 1], [(0, -1)]), ([1, 1, 10**18], [(2, 10**18)])],
)
def test_faces_that_no_die_has(thrown: Thrown, wrong: list[tuple[int, int]]) -> None:
    dice = Dice(ZERO, {"a/b~c": thrown})
    roll = dice.roll("a/b~c", "3d6+1")
    assert all(1 <= face <= 6 for face in roll.dice)
    expected = [
        Finding(
            "gm",
            f"/dice/a~1b~0c/{at}",
            "C018/range",
            {"label": "a/b~c", "dice": "1d6", "value": face, "min": 1, "max": 6},
        )
        for at, face in wrong
    ]
    assert dice.findings(finished=False) == expected
    assert "C018/range" in MESSAGES


def test_one_number_is_the_face_of_a_single_die() -> None:
    assert Dice(None, {"x": 4}).roll("x", "1d6+2") == Roll("x", "1d6+2", (4,), 6, "thrown")
    dice = Dice(None, {"x": 7})
    dice.roll("x", "1d6")
    assert [each.pointer for each in dice.findings(finished=True)] == ["/dice/x"]


@pytest.mark.parametrize(
    ("expression", "total", "fits"),
    [
        ("4d6", 11, True),
        ("4d6", 3, False),
        ("4d6", 25, False),
        ("3d6+1", 4, True),
        ("3d6+1", 19, True),
        ("3d6+1", 3, False),
        ("3d6+1", 20, False),
        ("2d10-20", -18, True),
        ("2d10-20", 1, False),
    ],
)
def test_totals_where_the_rules_take_them(expression: str, total: int, fits: bool) -> None:
    dice = Dice(ZERO, {"x/y": total}, totals=True)
    roll = dice.roll("x/y", expression)
    if fits:
        assert roll == Roll("x/y", expression, (), total, "thrown")
        assert dice.findings(finished=True) == []
        return
    asked = Expression.read(expression)
    (finding,) = dice.findings(finished=True)
    params: dict[str, Param] = {
        "label": "x/y",
        "dice": expression,
        "value": total,
        "min": asked.least,
        "max": asked.most,
    }
    assert finding == Finding("gm", "/dice/x~1y", "C018/range", params)


def test_faces_count_where_totals_are_taken_too() -> None:
    dice = Dice(None, {"x": [6, 6, 6], "y": [6, 6]}, totals=True)
    assert dice.roll("x", "3d6+1") == Roll("x", "3d6+1", (6, 6, 6), 19, "thrown")
    dice.roll("y", "3d6")
    assert [each.message for each in dice.findings(finished=True)] == ["C018/count"]


def test_dice_that_nothing_rolled() -> None:
    dice = Dice(ZERO, {"x": [1], "y": [1], "z": [1]})
    dice.roll("y", "1d6")
    assert dice.findings(finished=False) == []
    assert [(each.pointer, each.message, each.on_key) for each in dice.findings(finished=True)] == [
        ("/dice/x", "C016", True),
        ("/dice/z", "C016", True),
    ]


def test_rolls_are_kept_in_the_order_in_which_they_fell() -> None:
    dice = Dice(ZERO)
    for label in ("z", "a", "m"):
        dice.roll(label, "1d6")
    assert [roll.label for roll in dice.rolls] == ["z", "a", "m"]


def test_all_faces_come_up_about_equally_often() -> None:
    counts = Counter(face for number in range(2_000) for face in faces(ZERO, f"x/{number}", 3, 6))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1_100 for count in counts.values())


@given(
    seed=st.binary(min_size=32, max_size=32),
    labels=st.lists(LABELS, min_size=1, max_size=8, unique=True),
    more=LABELS,
    data=st.data(),
)
def test_one_more_label_moves_no_roll(seed: bytes, labels: list[str], more: str, data: st.DataObject) -> None:
    calm = Dice(seed)
    expected = {label: calm.roll(label, "3d6") for label in labels}
    at = data.draw(st.integers(0, len(labels)))
    order = data.draw(st.permutations([label for label in labels if label != more]))
    dice = Dice(seed, data.draw(st.sampled_from([{}, {more: [1, 1]}])))
    found = {label: dice.roll(label, "2d6" if label == more else "3d6") for label in [*order[:at], more, *order[at:]]}
    assert all(found[label] == expected[label] for label in labels if label != more)


@given(st.binary(max_size=40), LABELS, st.integers(1, 99), st.integers(1, 9999))
def test_faces_are_those_of_the_die(seed: bytes, label: str, count: int, sides: int) -> None:
    found = faces(seed, label, count, sides)
    assert len(found) == count
    assert all(1 <= face <= sides for face in found)
    # More dice of the same roll begin with the same faces.
    assert faces(seed, label, count + 1, sides)[:count] == found
