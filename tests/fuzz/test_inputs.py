"""Whatever stands in a campaign's files: every command tells it, in time and in words, and changes nothing.

One file or several are spoilt: arbitrary bytes, slips in good bytes, arbitrary YAML, documents that only look right.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.helpers import GM, HUNS
from tests.effort import examples
from tests.fuzz.campaigns import FINE, INPUTS, MUST_RULE, OPEN, PROBLEMS, Place, called, data_of
from tests.fuzz.strategies import BYTES, SOUP, TREES, look_alikes, slips, written
from tests.git.helpers import contents

GOOD = {file: data_of(OPEN[file].encode()) for file in INPUTS}
FORMS = st.sampled_from([(), ("--format", "json"), ("-l", "ru"), ("-l", "sv")])


def looked_at(place: Place, spoilt: dict[str, bytes | None], form: tuple[str, ...] = ()) -> int:
    """Run what only looks; gives the exit code of the trial."""
    place.fill(spoilt)
    checked = place.call("validate", *form, "ROOT")
    assert place.call("status", *form, "ROOT").code in (FINE, PROBLEMS)
    trial = place.call("resolve", "--dry-run", *form, "ROOT")
    if checked.code == FINE:
        assert trial.code in (FINE, MUST_RULE), (trial.out, trial.err)
    elif b"strike/" not in (spoilt.get(GM) or b"strike/"):
        # Orders that the game master struck keep nobody from playing.
        assert trial.code == PROBLEMS
    place.unchanged()
    return trial.code


def played_for_good(place: Place, spoilt: dict[str, bytes | None]) -> None:
    """What a trial accepts can be written, told and verified, and then the next turn is open."""
    before = place.fill(spoilt)
    assert called(place.root, "resolve", "--no-commit", "ROOT").code == FINE
    after = contents(place.root)
    try:
        assert {name: after[name] for name in before} == before
        assert called(place.root, "verify", "ROOT").code == FINE
        for target in ("markdown", "bbcode", "html"):
            assert called(place.root, "report", "-t", target, "-l", "ru", "ROOT").code == FINE
        assert called(place.root, "validate", "ROOT").code == FINE
        assert called(place.root, "status", "ROOT").out.startswith("Turn 2")
        assert called(place.root, "explain", "1/1", "--campaign", "ROOT").code in (FINE, PROBLEMS)
        assert contents(place.root) == after
    finally:
        place.clear()


@pytest.mark.parametrize("file", INPUTS)
@examples(2)
@given(raw=BYTES | SOUP | TREES, form=FORMS)
def test_anything(opened: Place, file: str, raw: bytes, form: tuple[str, ...]) -> None:
    looked_at(opened, {file: raw}, form)


@pytest.mark.parametrize("file", INPUTS)
@examples(3)
@given(data=st.data(), form=FORMS)
def test_slips(opened: Place, file: str, data: st.DataObject, form: tuple[str, ...]) -> None:
    looked_at(opened, {file: data.draw(slips(OPEN[file].encode()))}, form)


@pytest.mark.parametrize("file", INPUTS)
@examples(5)
@given(data=st.data(), form=FORMS)
def test_look_alikes(opened: Place, file: str, data: st.DataObject, form: tuple[str, ...]) -> None:
    spoilt: dict[str, bytes | None] = {file: written(data.draw(look_alikes(GOOD[file])))}
    if looked_at(opened, spoilt, form) == FINE:
        played_for_good(opened, spoilt)


@examples(6)
@given(data=st.data(), files=st.lists(st.sampled_from(INPUTS), min_size=2, max_size=4, unique=True))
def test_several_at_once(opened: Place, data: st.DataObject, files: list[str]) -> None:
    spoilt: dict[str, bytes | None] = {}
    for file in files:
        ways: list[st.SearchStrategy[Any]] = [st.none(), slips(OPEN[file].encode())]
        ways += [look_alikes(GOOD[file]).map(written)] * 4
        spoilt[file] = data.draw(st.one_of(ways))
    if looked_at(opened, spoilt) == FINE:
        played_for_good(opened, spoilt)


@examples(4)
@given(data=st.data(), form=FORMS)
def test_orders_in_other_words(opened: Place, data: st.DataObject, form: tuple[str, ...]) -> None:
    """The other commands that read an orders file."""
    raw = data.draw(st.one_of(SOUP, slips(OPEN[HUNS].encode()), look_alikes(GOOD[HUNS]).map(written)))
    opened.fill({HUNS: raw})
    language = form if form[:1] == ("-l",) else ()
    for command in (
        ("orders", "receipt", f"{opened.root}/{HUNS}", *form),
        ("orders", "export", "ROOT", *language),
        ("orders", "new", "--for", "huns", "ROOT", *language),
        ("forecast", f"{opened.root}/{HUNS}", *form),
        ("validate", f"{opened.root}/{HUNS}", "--format", "github"),
    ):
        opened.call(*command)
    opened.unchanged()
