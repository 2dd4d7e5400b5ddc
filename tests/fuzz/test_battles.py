"""Whatever stands in the file of a battle: it is fought, or told what is wrong, in time and in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from tests.fuzz.campaigns import FINE, MUST_RULE, PROBLEMS, called, data_of
from tests.fuzz.strategies import BYTES, SOUP, TREES, look_alikes, slips, written
from turnproc import resources

RAID = (resources.template_folder() / "vidonico" / "battles" / "raid.yaml").read_bytes()
FORMS = st.sampled_from([(), ("--format", "json"), ("-l", "ru"), ("-l", "sv")])
SEED = ("--seed", "fuzz")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("battle") / "battle.yaml"


def looked_at(file: Path, raw: bytes, form: tuple[str, ...]) -> None:
    """Tell its odds and fight it: what has odds can be fought, but for thrown dice, rulings and open questions."""
    file.write_bytes(raw)
    chances = called(file.parent, "odds", str(file), *form).code
    fought = called(file.parent, "battle", str(file), *SEED, *form)
    assert chances in (FINE, PROBLEMS)
    assert fought.code in ((FINE, PROBLEMS, MUST_RULE) if chances == FINE else (PROBLEMS,))
    if fought.code == FINE:
        assert called(file.parent, "battle", str(file), *SEED, *form).out == fought.out
        assert called(file.parent, "battle", str(file), *SEED, "--format", "markdown").code == FINE
    assert file.read_bytes() == raw
    assert list(file.parent.iterdir()) == [file]


@examples(10)
@given(raw=BYTES | SOUP | TREES, form=FORMS)
def test_anything(file: Path, raw: bytes, form: tuple[str, ...]) -> None:
    looked_at(file, raw, form)


@examples(20)
@given(raw=slips(RAID), form=FORMS)
def test_slips(file: Path, raw: bytes, form: tuple[str, ...]) -> None:
    looked_at(file, raw, form)


@examples(40)
@given(data=look_alikes(data_of(RAID)), form=FORMS)
def test_look_alikes(file: Path, data: object, form: tuple[str, ...]) -> None:
    looked_at(file, written(data), form)
