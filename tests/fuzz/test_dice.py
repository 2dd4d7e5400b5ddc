"""Journals with dice, key files and dice thrown by hand, all of any content: an answer every time, and never a bug."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.helpers import GM, JOURNAL
from tests.cli.throwing import WITH_TOTALS
from tests.effort import examples
from tests.fuzz.campaigns import FINE, PROBLEMS, Place, called, data_of
from tests.fuzz.strategies import BYTES, SOUP, TREES, look_alikes, slips, written
from tests.git.helpers import contents
from turnproc.rulesets import rulesets

KEY = "turnproc/small-war.key"
LATE = "turns/002/orders/huns.yaml"


@pytest.fixture(scope="module")
def thrown(tmp_path_factory: pytest.TempPathFactory, at_home: Path) -> Iterator[Place]:
    """A campaign with a key; turn 1 was played with dice of both kinds, turn 2 is open."""
    from tests.cli.helpers import SMALL

    with pytest.MonkeyPatch.context() as here:
        here.setattr("turnproc.rulesets.BUILT_IN", {"bellum": WITH_TOTALS})
        rulesets.cache_clear()
        root = tmp_path_factory.mktemp("thrown") / "campaign"
        gm = "turn: 1\ndice: {omen/huns: 12, omen/goths: [1, 2, 3]}\n"
        Place(root, {name: text.encode() for name, text in {**SMALL, GM: gm}.items()}).fill({})
        assert called(root, "keys", "new", "ROOT").code == FINE
        assert called(root, "resolve", "--no-commit", "ROOT").code == FINE
        place = Place(root, {**contents(root), LATE: b"turn: 2\nfor: huns\norders: []\n"})
        place.fill({})
        for command in (["dice", "check"], ["dice", "stats"], ["verify"], ["resolve", "--dry-run"]):
            assert place.call(*command, "ROOT").code == FINE
        yield place
    rulesets.cache_clear()


def looked_at(place: Place, spoilt: dict[str, bytes | None]) -> None:
    place.fill(spoilt)
    for command in (["dice", "check"], ["dice", "stats"], ["verify"], ["resolve", "--dry-run"], ["status"]):
        assert place.call(*command, "ROOT").code in (FINE, PROBLEMS)
        place.call(*command, "--format", "json", "ROOT")
    place.unchanged()


@examples(6)
@given(data=st.data())
def test_journals(thrown: Place, data: st.DataObject) -> None:
    good = thrown.files[JOURNAL]
    raw = data.draw(st.one_of(BYTES, TREES, slips(good), slips(good), look_alikes(data_of(good)).map(written)))
    looked_at(thrown, {JOURNAL: raw})


@examples(10)
@given(data=st.data())
def test_dice_of_journals(thrown: Place, data: st.DataObject) -> None:
    journal = data_of(thrown.files[JOURNAL])
    part = data.draw(st.sampled_from(["seed", "rolls"]))
    looked_at(thrown, {JOURNAL: written({**journal, part: data.draw(look_alikes(journal[part]))})})


@examples(6)
@given(data=st.data())
def test_dice_thrown_by_hand(thrown: Place, data: st.DataObject) -> None:
    dice = {"omen/huns": [1, 2, 3], "sea": 5, "omen/rome": 12}
    gm = {"turn": 2, "dice": data.draw(look_alikes(dice))}
    looked_at(thrown, {"turns/002/gm.yaml": written(gm)})


@examples(8)
@given(data=st.data())
def test_keys(thrown: Place, at_home: Path, data: st.DataObject) -> None:
    key = at_home / KEY
    good = key.read_bytes()
    raw = data.draw(st.one_of(BYTES, SOUP, TREES, slips(good), look_alikes(data_of(good)).map(written)))
    key.write_bytes(raw)
    try:
        looked_at(thrown, {})
    finally:
        key.write_bytes(good)


@examples(4)
@given(data=st.data())
def test_a_key_for_any_campaign(thrown: Place, at_home: Path, data: st.DataObject) -> None:
    good = thrown.files["campaign.yaml"].partition(b"seed_chain")[0]
    campaign = data_of(good)
    raw = data.draw(st.one_of(SOUP, slips(good), look_alikes(campaign).map(written)))
    (at_home / KEY).rename(at_home / "kept")
    try:
        thrown.fill({"campaign.yaml": raw})
        ran = thrown.call("keys", "new", "ROOT")
        made = [path for path in (at_home / "turnproc").iterdir() if path.is_file()]
        assert len(made) == (ran.code == FINE)
        now = (thrown.root / "campaign.yaml").read_bytes()
        assert now.startswith(raw)
        assert b"seed_chain" in now or ran.code == PROBLEMS or "Add this row" in ran.out
        for path in made:
            path.unlink()
    finally:
        (at_home / "kept").rename(at_home / KEY)
