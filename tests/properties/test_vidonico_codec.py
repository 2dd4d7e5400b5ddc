"""State files of vidonico: what is written fits the schema and reads back as it was, in whatever order it stands."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.properties.vidonico_states import states, worlds
from turnproc.actions.documents import schema_check
from turnproc.rulesets.vidonico.codec import LAYOUT, read_state, write_state
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.source.yaml_writer import write_yaml


@given(data=st.data())
def test_a_state_reads_back_as_it_was_written(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = data.draw(states(world))
    text = write_yaml(write_state(state, world, 2), LAYOUT)
    document, problems = read_yaml(text.encode(), "state.yaml", CAMPAIGN)
    assert document is not None and not problems
    assert schema_check("vidonico", "state").problems(document) == []
    data_read: Any = document.data
    read = read_state(data_read, world)
    assert read.findings == ()
    assert read.value == state
    assert read.value is not None
    assert write_yaml(write_state(read.value, world, 2), LAYOUT) == text


@given(data=st.data(), seed=st.integers(0, 1000))
def test_the_order_of_lists_in_the_file_changes_nothing(data: st.DataObject, seed: int) -> None:
    world = data.draw(worlds())
    state = data.draw(states(world))
    written = write_state(state, world, 2)
    for key in ("factions", "armies", "characters"):
        random.Random(seed).shuffle(written[key])
    assert read_state(written, world).value == state
