"""What comes in for vidonico: whatever the schema accepts is read without a fall, and the blank file as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.properties.vidonico_states import states, worlds
from turnproc.actions.documents import schema_check
from turnproc.engine.ruleset import OrdersFile
from turnproc.report.language import Language
from turnproc.rulesets.vidonico.blank import blank_orders
from turnproc.rulesets.vidonico.in_words import in_words
from turnproc.rulesets.vidonico.messages import is_error
from turnproc.rulesets.vidonico.orders import Order
from turnproc.rulesets.vidonico.reader import VidonicoReader
from turnproc.rulesets.vidonico.state import State
from turnproc.rulesets.vidonico.vocabulary import vocabulary
from turnproc.rulesets.vidonico.world import World
from turnproc.source.yaml_reader import ORDERS, read_yaml

ENGLISH = Language.load("en")
FATES = st.sampled_from(("hold", "impress", "enslave", "release", "kill"))
COUNTS: SearchStrategy[dict[str, int]] = st.just({}) | st.builds(lambda count: {"count": count}, st.integers(1, 60))


def _named(world: World, state: State) -> dict[str, SearchStrategy[str]]:
    """Names of every kind, and some that mean nothing."""
    names = vocabulary(world, state)
    return {kind: st.sampled_from([*(name.id for name in things), "new-1", "Nobody"]) for kind, things in names.items()}


def _orders(world: World, state: State) -> SearchStrategy[dict[str, Any]]:
    named = _named(world, state)
    army, region, contingent, character = (named[kind] for kind in ("army", "region", "contingent", "character"))
    some = st.fixed_dictionaries
    return st.one_of(
        some({"move": army, "to": region}),
        some({"retreat": army, "to": region}),
        some({"stance": st.sampled_from(("attack", "accept", "avoid")), "army": army}),
        some({"leader": character, "army": army}),
        some({"formation": st.sampled_from(("mounted", "dismounted")), "contingent": contingent}),
        some({"pursue": st.booleans(), "army": army}),
        some({"plan": st.just("We wait."), "army": army}),
        st.builds(dict.__or__, some({"prisoners": named["group"], "fate": FATES}), COUNTS),
        some({"prisoner_policy": FATES | st.none(), "army": army}),
        some({"captive": character, "fate": st.sampled_from(("hold", "release", "kill"))}),
        st.builds(dict.__or__, some({"transfer": contingent, "to": army}), COUNTS),
        some({"rejoin": named["stragglers"], "army": army}),
        some(
            {"character": character},
            optional={
                "army": army,
                "contingent": contingent | st.none(),
                "role": st.sampled_from(("fight", "present", "absent")),
                "mounted": st.booleans(),
            },
        ),
    )


@given(data=st.data())
def test_orders_of_any_kind_are_read_and_told_back(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = data.draw(states(world))
    reader = VidonicoReader(world, state)
    speaker = data.draw(st.sampled_from(sorted(reader.speakers)))
    given_orders = data.draw(st.lists(_orders(world, state), max_size=12))
    file = OrdersFile(speaker=speaker, source=f"orders/{speaker}", pointer="/orders", orders=given_orders)
    read = reader.read_orders(file)
    assert read.value is not None
    assert VidonicoReader(world, state).read_orders(file) == read
    told = in_words(world, state, read.value, ENGLISH)
    assert len(told.orders) == len(read.value.orders)
    assert all(order.at < len(given_orders) for order in read.value.orders)


@given(data=st.data())
def test_the_blank_file_is_right_as_it_is(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = data.draw(states(world))
    reader = VidonicoReader(world, state)
    speaker = data.draw(st.sampled_from(sorted(reader.speakers)))
    text = blank_orders(world, state, speaker, 3, ENGLISH)
    document, problems = read_yaml(text.encode(), "blank.yaml", ORDERS)
    assert document is not None and not problems
    assert schema_check("vidonico", "orders").problems(document) == []
    content: Any = document.data
    file = OrdersFile(speaker=speaker, source=f"orders/{speaker}", pointer="/orders", orders=content["orders"])
    assert reader.read_orders(file).findings == ()


@given(data=st.data())
def test_events_at_the_start_change_what_orders_meet(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = data.draw(states(world))
    reader = VidonicoReader(world, state)
    raised = {"raise": "new-1", "faction": "frekre", "contingents": [{"id": "recruits", **_SOLDIERS}]}
    events = reader.read_events([{**raised, "when": data.draw(st.sampled_from(("start", "end")))}])
    assert not any(is_error(finding.message) for finding in events.findings)
    order = {"stance": "attack", "army": "new-1"}
    file = OrdersFile(speaker="frekre", source="orders/frekre", pointer="/orders", orders=[order])
    found = [finding.message for finding in reader.read_orders(file).findings]
    assert events.value is not None
    assert found == ([] if events.value[0].when == "start" else ["E-UNKNOWN/army"])


_SOLDIERS = {"species": "human", "quality": "green", "count": 10, "firearms": True}


@given(data=st.data())
def test_the_order_of_rows_about_different_things_changes_nothing(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = data.draw(states(world))
    reader = VidonicoReader(world, state)
    rows = data.draw(st.lists(_orders(world, state), max_size=8))
    shuffled = data.draw(st.permutations(rows))
    one, other = (
        reader.read_orders(OrdersFile(speaker="frekre", source="orders/frekre", pointer="/orders", orders=orders))
        for orders in (rows, shuffled)
    )
    found = [sorted(finding.message for finding in read.findings) for read in (one, other)]
    assume("W-TWICE" not in found[0])
    assert found[0] == found[1]
    assert one.value is not None and other.value is not None
    assert sorted(map(_said, one.value.orders)) == sorted(map(_said, other.value.orders))


def _said(order: Order) -> str:
    return repr(replace(order, at=0))
