"""The orders file that a player fills in: valid untouched, complete, explained, and never too long."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.rulesets.bellum.records import flagship
from turnproc.actions.documents import schema_check
from turnproc.engine.ruleset import OrdersFile
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum.blank import MOST_BYTES, blank_orders
from turnproc.rulesets.bellum.reader import BellumReader
from turnproc.rulesets.bellum.state import People, Province, State, heads
from turnproc.rulesets.bellum.world import PeopleId, World, read_world
from turnproc.source.yaml_reader import ORDERS, read_yaml

ENGLISH = Language.load("en")
SCHEMA = schema_check("bellum", "orders")


def read(text: str, world: World, state: State) -> dict[str, Any]:
    """Read a blank as `validate` does; any problem fails."""
    assert len(text.encode()) <= 64 * 1024
    document, problems = read_yaml(text.encode(), "orders.yaml", ORDERS)
    assert document is not None and problems == []
    assert SCHEMA.problems(document) == []
    data: Any = document.data
    file = OrdersFile(speaker=data["for"], source="orders/x", pointer="/orders", orders=data["orders"])
    assert BellumReader(world, state).read_orders(file).findings == ()
    return dict(data)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_speaker_of_the_flagship_has_a_valid_one(code: str) -> None:
    record = flagship()
    world, state = record.table.world, record.after
    for speaker in BellumReader(world, state).speakers:
        data = read(blank_orders(world, state, speaker, 2, Language.load(code, "bellum")), world, state)
        assert (data["turn"], data["for"]) == (2, speaker)
        standing = {
            (people, province): persons
            for province, there in state.provinces.items()
            for people, persons in there.people.items()
            if heads(state.peoples)[people] == speaker
        }
        listed = {(order.get("of", speaker), order["in"]): order["hold"] for order in data["orders"]}
        assert listed == standing
        assert next(order.get("of", speaker) for order in data["orders"]) == speaker


def test_it_explains_itself() -> None:
    record = flagship()
    text = blank_orders(record.table.world, record.after, "huns", 2, Language.load("ru", "bellum"))
    assert text.splitlines()[0] == "# Приказы на ход 2: гунны."
    assert "  - {hold: 1, of: gepids, in: sarmatia}  # гепиды, Сарматия\n" in text
    assert "# Таврика: Сарматия, Дакия, Борисфен, Скифия, Боспор\n" in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_example_is_valid_by_itself(code: str) -> None:
    record = flagship()
    world, state = record.table.world, record.after
    for speaker in BellumReader(world, state).speakers:
        rows = blank_orders(world, state, speaker, 2, Language.load(code, "bellum")).splitlines()
        head = [row.removeprefix("#") if row.startswith(("#ready", "#message")) else row for row in rows]
        head = [row for row in head if not row.startswith(("  - ", "#  - "))]
        examples = [row.removeprefix("#") for row in rows if row.startswith("#  - ")]
        assert len(examples) >= 3
        at = head.index("orders:") + 1
        for example in examples:
            data = read("\n".join([*head[:at], example, *head[at:]]), world, state)
            assert data["ready"] is True and data["message"]


def test_without_persons_there_is_nothing_to_order() -> None:
    world, state = small(0)
    data = read(blank_orders(world, state, "p", 1, ENGLISH), world, state)
    assert data["orders"] == []


def test_a_thousand_orders_and_no_more() -> None:
    world, state = small(1000)
    assert len(read(blank_orders(world, state, "p", 1, ENGLISH), world, state)["orders"]) == 1000
    world, state = small(1001)
    text = blank_orders(world, state, "p", 1, ENGLISH)
    assert read(text, world, state)["orders"] == []
    assert "too many places" in text


def test_long_names_make_it_shorter() -> None:
    world, state = small(900, "ж" * 200)
    text = blank_orders(world, state, "p", 1, Language.load("ru", "bellum"))
    assert len(text.encode()) <= MOST_BYTES
    assert len(read(text, world, state)["orders"]) == 900
    assert "ж" * 200 not in text.partition("orders:")[2]


def test_long_ids_too() -> None:
    world, state = small(900, prefix="p" * 150)
    text = blank_orders(world, state, "p", 1, ENGLISH)
    assert len(text.encode()) <= MOST_BYTES
    assert read(text, world, state)["orders"] == []


@pytest.mark.parametrize("prefix", ["no", "null", "1e", "true", "-", "0x"])
def test_ids_that_look_like_something_else(prefix: str) -> None:
    world, state = small(3, prefix=prefix)
    assert len(read(blank_orders(world, state, "p", 1, ENGLISH), world, state)["orders"]) == 3


def test_hostile_names_stay_in_their_comment() -> None:
    world, state = small(2, 'x\n  - {move: 1, from: a}\r#"\u202e\u2028: [}')
    data = read(blank_orders(world, state, "p", 1, ENGLISH), world, state)
    assert len(data["orders"]) == 2


def test_more_persons_than_an_order_can_have() -> None:
    world, state = small(1)
    province = next(iter(state.provinces.values()))
    province.people = {PeopleId("p"): 3_000_000}
    assert read(blank_orders(world, state, "p", 1, ENGLISH), world, state)["orders"] == [
        {"hold": 1_000_000, "in": "a0"}
    ]


def small(count: int, name: str = "x", prefix: str = "a") -> tuple[World, State]:
    """A people that stands in so many provinces."""
    provinces = [{"id": f"{prefix}{at}", "names": {"en": f"{at} {name}", "ru": f"{at} {name}"}} for at in range(count)]
    world = read_world(
        {
            "map": {"provinces": provinces, "links": []},
            "peoples": {"peoples": [{"id": "p", "names": {"en": f"P {name}", "ru": f"P {name}"}}]},
        },
        {},
    ).value
    assert world is not None
    state = State(
        peoples={PeopleId("p"): People("tribe", player="player-01")},
        provinces={province: Province(people={PeopleId("p"): 1}) for province in world.provinces},
    )
    return world, state
