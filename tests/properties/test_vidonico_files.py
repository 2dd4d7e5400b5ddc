"""Files of vidonico of any content: whatever their schemas accept is read, with findings or without."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.properties.test_schema_agreement import _documents, _rust, _spoil
from tests.rules.vidonico_campaigns import world
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.vidonico.codec import read_state, write_state
from turnproc.rulesets.vidonico.messages import MESSAGES
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.reading_world import read_world

CAMPAIGN = {"languages": ["en"], "templates": {"pikemen": {"species": "human", "quality": "regular"}}}
quick = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))


def _drawn(data: st.DataObject, name: str) -> Any:
    """A document that the schema accepts, spoilt a little where it stays acceptable."""
    schema = f"vidonico/{name}.schema.json"
    document = deepcopy(data.draw(_documents(schema)))
    for _ in range(data.draw(st.integers(0, 3))):
        spoilt = _spoil(deepcopy(document), data.draw)
        document = spoilt if _rust(schema).is_valid(spoilt) else document
    assume(_rust(schema).is_valid(document))
    return document


def _reader(name: str) -> VidonicoReader:
    there = world(name)
    found = read_world({"map": {"regions": there["map"]}}, CAMPAIGN).value
    assert found is not None
    state = read_state(there["state"], found).value
    assert state is not None
    return VidonicoReader(found, state)


@quick
@given(data=st.data())
def test_any_map_is_read(data: st.DataObject) -> None:
    read = read_world({"map": _drawn(data, "map")}, CAMPAIGN)
    assert (read.value is None) is bool(read.findings)


@quick
@given(data=st.data())
def test_any_state_is_read_and_written_as_it_was(data: st.DataObject) -> None:
    document = _drawn(data, "state")
    there = read_world({"map": {"regions": world("example")["map"]}}, CAMPAIGN).value
    assert there is not None
    read = read_state(document, there)
    assert all(finding.message in MESSAGES or finding.message == "N002" for finding in read.findings)
    if read.value is not None:
        written = write_state(read.value, there, read.value.turn)
        assert _rust("vidonico/state.schema.json").is_valid(written)
        assert read_state(written, there).value == read.value


@quick
@given(data=st.data())
def test_any_orders_and_events_are_read(data: st.DataObject) -> None:
    reader = _reader(data.draw(st.sampled_from(("example", "fronts"))))
    events = reader.read_events(_drawn(data, "gm").get("events") or [])
    assert events.value is not None
    speaker = data.draw(st.sampled_from(sorted(reader.speakers)))
    orders = _drawn(data, "orders")["orders"]
    file = OrdersFile(speaker=speaker, source=f"orders/{speaker}", pointer="/orders", orders=orders)
    assert reader.read_orders(file).value is not None
