"""A turn that was played, whose files somebody changed afterwards: nothing that reads them trips over it.

Journals and states come from turnproc, but they lie in the repository, where a pull request reaches them.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.helpers import GM, HUNS, JOURNAL, STATE
from tests.effort import examples
from tests.fuzz.campaigns import FINE, PROBLEMS, RESULTS, Place, claimed, data_of
from tests.fuzz.strategies import BYTES, SOUP, TREES, look_alikes, slips, written

BEFORE = "turns/000/state.yaml"
LANGUAGES = st.sampled_from(["en", "ru", "sv"])
TARGETS = st.sampled_from(["markdown", "bbcode", "html"])
FACTS = st.sampled_from(
    ["1", "1/1", "1/2", "1/9", "1/30", "1/battle", "1/battle/sarmatia", "1/split", "1/event", "1/~"]
)


def looked_at(place: Place, spoilt: dict[str, bytes | None], language: str, target: str, fact: str) -> None:
    """Run what looks at a turn that was played."""
    place.fill(spoilt)
    ran = place.call("report", "--turn", "1", "-l", language, "-t", target, "ROOT")
    assert ran.code in (FINE, PROBLEMS)
    assert (ran.out == "") == (ran.code == PROBLEMS)
    place.call("verify", "ROOT")
    place.call("dice", "check", "ROOT", "-l", language)
    place.call("dice", "stats", "ROOT", "-l", language)
    place.call("explain", fact, "--campaign", "ROOT", "-l", language)
    # The next turn is made from that state.
    place.call("status", "-l", language, "ROOT")
    place.call("validate", "ROOT")
    place.call("resolve", "--dry-run", "ROOT")
    place.unchanged()


@pytest.mark.parametrize("file", RESULTS)
@examples(2)
@given(data=st.data(), language=LANGUAGES, target=TARGETS, fact=FACTS)
def test_anything(played: Place, file: str, data: st.DataObject, language: str, target: str, fact: str) -> None:
    raw = data.draw(st.one_of(BYTES, SOUP, TREES, slips(played.files[file]), slips(played.files[file])))
    looked_at(played, {file: raw}, language, target, fact)


@pytest.mark.parametrize("file", RESULTS)
@examples(6)
@given(data=st.data(), language=LANGUAGES, target=TARGETS, fact=FACTS)
def test_look_alikes(played: Place, file: str, data: st.DataObject, language: str, target: str, fact: str) -> None:
    good = data_of(played.files[file])
    looked_at(played, {file: written(data.draw(look_alikes(good)))}, language, target, fact)


@pytest.mark.parametrize("file", [BEFORE, HUNS, GM])
@examples(3)
@given(data=st.data(), language=LANGUAGES, target=TARGETS, fact=FACTS)
def test_a_journal_that_claims_spoilt_inputs(
    played: Place, file: str, data: st.DataObject, language: str, target: str, fact: str
) -> None:
    """The facts of one turn beside the orders, events and peoples of another."""
    raw = written(data.draw(look_alikes(data_of(played.files[file]))))
    journal = claimed(played.files[JOURNAL], file, played.files[file], raw)
    looked_at(played, {file: raw, JOURNAL: journal}, language, target, fact)


@examples(4)
@given(data=st.data(), language=LANGUAGES, target=TARGETS, fact=FACTS)
def test_everything_at_once(played: Place, data: st.DataObject, language: str, target: str, fact: str) -> None:
    spoilt: dict[str, bytes | None] = {}
    for file in ("map.yaml", "peoples.yaml", "campaign.yaml", JOURNAL, STATE):
        if data.draw(st.booleans()):
            spoilt[file] = written(data.draw(look_alikes(data_of(played.files[file]))))
    looked_at(played, spoilt, language, target, fact)
