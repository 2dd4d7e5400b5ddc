"""The forum's notation loses nothing: what is written is read again as it was, however people type it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnproc.engine.notation import Told
from turnproc.engine.ruleset import OrdersFile
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum import RULESET
from turnproc.rulesets.bellum.forum import UNREADABLE, Forum
from turnproc.rulesets.bellum.orders import (
    Assimilate,
    Claim,
    Crown,
    Hold,
    Move,
    Order,
    Orders,
    Retreat,
    Rule,
    order_data,
)
from turnproc.rulesets.bellum.state import State
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId, World

SPEAKER = PeopleId("huns")
each_language = pytest.mark.parametrize("code", LANGUAGES)


def russian(nom: str, gen: str, **others: Any) -> dict[str, Any]:
    return {"nom": nom, "gen": gen, **others}


# Names of several words, names in names, hyphens and apostrophes, places with prepositions of their own.
PEOPLES: dict[str, dict[str, Any]] = {
    "huns": {"ru": russian("гунны", "гуннов", ins="гуннами"), "en": "Huns", "sv": "hunner"},
    "gepids": {"ru": russian("гепиды", "гепидов"), "en": "Gepids", "sv": "gepider"},
    "ostgoths": {"ru": russian("остготы", "остготов"), "en": "Goths of the East", "sv": "östgoter"},
    "goths": {"ru": russian("готы", "готов"), "en": "Goths", "sv": "goter"},
    "goths-huns": {"ru": russian("готы (гунны)", "готов (гунны)"), "en": "Goths (Huns)", "sv": "goter (hunner)"},
    "western-rome": {
        "ru": russian(
            "Западная Римская Империя", "Западной Римской Империи", sg=True, short={"nom": "ЗРИ", "gen": "ЗРИ"}
        ),
        "en": "Western Rome",
        "sv": "Västrom",
    },
    "nameless": {},
    "free": {"ru": russian("Ёрики-Ёжики", "Ёриков-Ёжиков"), "en": "O'Neill's Free-Men", "sv": "Fria män"},
}
PROVINCES: dict[str, dict[str, Any]] = {
    "italy": {"ru": russian("Италия", "Италии", prep="Италии"), "en": "Italy", "sv": "Italien"},
    "north-italy": {
        "ru": russian("Северная Италия", "Северной Италии", prep="Северной Италии"),
        "en": "Northern Italy",
        "sv": "Norra Italien",
    },
    "thrace": {"ru": russian("Фракия", "Фракии", prep="Фракии", pre="во"), "en": "Thrace", "sv": "Thrakien"},
    "islands": {
        "ru": russian("Балеарские острова", "Балеарских островов", prep="Балеарских островах", pre="на"),
        "en": {"nom": "Balearic Islands", "pre": "on the"},
        "sv": {"nom": "Balearerna", "pre": "på"},
    },
    "a-b": {"ru": russian("Эльзас-Лотарингия", "Эльзаса-Лотарингии"), "en": "Alsace-Lorraine", "sv": "Elsass"},
    "plain": {},
}


def world_and_state(peoples: dict[str, dict[str, Any]], provinces: dict[str, dict[str, Any]]) -> tuple[World, State]:
    """A world of these names; the Huns rule every second people."""
    game_map = {"provinces": [{"id": each, "names": names} for each, names in provinces.items()], "links": []}
    listed = {"peoples": [{"id": each, "names": names} for each, names in peoples.items()]}
    world = RULESET.read_world({"map": game_map, "peoples": listed}, {}).value
    assert world is not None
    entries: dict[str, Any] = {each: {"kind": "tribe"} for each in peoples}
    for each in [each for each in peoples if each != SPEAKER][::2]:
        entries[each]["master"] = SPEAKER
    first = next(iter(provinces))
    state = RULESET.read_state(
        {"peoples": entries, "provinces": {first: {"people": dict.fromkeys(peoples, 9)}}}, world
    ).value
    assert state is not None
    return world, state


@cache
def forum(code: str) -> Forum:
    """The notation, writing in a language."""
    words = [Language.load(each, "bellum") for each in dict.fromkeys([code, *LANGUAGES])]
    return Forum(*world_and_state(PEOPLES, PROVINCES), words)


def orders_of(peoples: list[str], provinces: list[str], own: list[str]) -> st.SearchStrategy[Orders]:
    """Any orders of the Huns: all kinds, all stances, `of` or not; most would be against the rules."""
    people, place = st.sampled_from(peoples).map(PeopleId), st.sampled_from(provinces).map(ProvinceId)
    of, count, at = st.sampled_from(own).map(PeopleId), st.integers(1, 1_000_000), st.just(0)
    several = st.lists(people, min_size=1, max_size=4, unique=True).map(tuple)
    attack: st.SearchStrategy[Any] = st.one_of(st.none(), st.just("all"), several)
    meet: st.SearchStrategy[Any] = st.one_of(st.none(), st.just("newcomers"), several)
    order: st.SearchStrategy[Order] = st.one_of(
        st.builds(Move, at, of, count, place, place, attack),
        st.builds(Hold, at, of, count, place, meet),
        st.builds(Hold, at, of, count, place, st.none(), st.just("all")),
        st.builds(Assimilate, at, of, people, place),
        st.builds(Crown, at, of, people),
        st.builds(Claim, at, of, st.sampled_from(["annex", "renounce", "independence"]), place),
        st.builds(Rule, at, of, st.sampled_from(["subjugate", "spare"]), people),
        st.builds(Retreat, at, of, place, st.lists(place, min_size=1, max_size=4, unique=True).map(tuple)),
    )
    plain = st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp", "Cs"]) | st.sampled_from("\n\t >")
    )
    message = plain.filter(lambda text: not set(text) & {"\ufeff", "\ufffe", "\uffff"})

    def numbered(given: list[Order], ready: bool, message: str) -> Orders:
        rows = tuple(replace(each, at=number) for number, each in enumerate(given))
        return Orders(speaker=SPEAKER, given=rows, ready=ready, message=message)

    return st.builds(numbered, st.lists(order, max_size=10), st.booleans(), st.one_of(st.just(""), message))


OWN = ["huns", *[each for each in PEOPLES if each != "huns"][::2]]
any_orders = orders_of(list(PEOPLES), list(PROVINCES), ["huns", "huns", *OWN])


def data_of(orders: Orders) -> dict[str, Any]:
    """The orders as their file has them."""
    told = Told(
        speaker=orders.speaker,
        orders=[order_data(orders.speaker, order) for order in orders.given],
        ready=orders.ready,
        message=orders.message,
        places={},
    )
    return told.data(1)


def read_one(forum: Forum, text: str) -> dict[str, Any]:
    result = forum.read(text, "text")
    assert result.findings == (), text
    assert result.value is not None
    (told,) = result.value
    return told.data(1)


def typed(forum: Forum, data: dict[str, Any]) -> Orders:
    """What the reader of orders files makes of the data."""
    reader = RULESET.reader(forum.known.world, forum.known.state)
    file = OrdersFile(
        speaker=SPEAKER,
        source="x",
        pointer="/orders",
        orders=data["orders"],
        ready=data.get("ready", False),
        message=data.get("message", ""),
    )
    value = reader.read_orders(file).value
    assert value is not None
    return value


@each_language
@given(orders=any_orders)
def test_what_is_written_is_read_as_it_was(code: str, orders: Orders) -> None:
    written = forum(code).write(orders, "orders/huns")
    assert written.findings == ()
    assert written.value is not None
    data = read_one(forum(code), written.value)
    assert data == data_of(orders)
    assert typed(forum(code), data) == orders


@each_language
@given(orders=any_orders)
def test_what_is_read_is_written_as_it_was(code: str, orders: Orders) -> None:
    text = forum(code).write(orders, "orders/huns").value
    assert text is not None
    again = forum(code).write(typed(forum(code), read_one(forum(code), text)), "orders/huns")
    assert again.value == text


@given(orders=any_orders, writer=st.sampled_from(LANGUAGES), reader=st.sampled_from(LANGUAGES))
def test_every_language_is_read_everywhere(orders: Orders, writer: str, reader: str) -> None:
    text = forum(writer).write(orders, "orders/huns").value
    assert text is not None
    assert read_one(forum(reader), text) == data_of(orders)


def typed_by_hand(draw: Callable[[st.SearchStrategy[str]], str], row: str) -> str:
    """A row as people type it; the words for the report are theirs, and stay."""
    if row.startswith(">"):
        return row
    row = draw(st.sampled_from([row, row.upper(), row.lower(), row.title()]))
    row = row.replace(" -> ", draw(st.sampled_from([" -> ", "->", " → ", "→", " —> ", "–>", " --> "])))
    row = row.replace(": ", draw(st.sampled_from([": ", ":", " : ", ":  "])))
    row = row.replace(" ", draw(st.sampled_from([" ", "  ", "\u00a0", "\t"])))
    row = row.replace("ё", draw(st.sampled_from(["ё", "е"])))
    row = draw(st.sampled_from([row, unicodedata.normalize("NFD", row)]))
    return draw(st.sampled_from(["", " ", "\t", "\u200b"])) + row + draw(st.sampled_from(["", " ", ".", "\u00ad"]))


@given(orders=any_orders, code=st.sampled_from(LANGUAGES), data=st.data())
def test_it_does_not_matter_how_people_type(orders: Orders, code: str, data: st.DataObject) -> None:
    text = forum(code).write(replace(orders, message=""), "orders/huns").value
    assert text is not None
    heading, *rows = text.splitlines()
    draw = data.draw
    heading = draw(st.sampled_from([heading, heading.removesuffix(":"), heading.upper(), f"  {heading} "]))
    rows = [typed_by_hand(draw, row) for row in rows]
    between = draw(st.sampled_from(["\n", "\n\n", "\r\n", "\n \n\t\n"]))
    assert read_one(forum(code), between.join(["", heading, *rows, ""])) == data_of(replace(orders, message=""))


# Letters, the signs of the notation, and some of its words: names that are meant to be taken for something else.
odd_names = st.lists(
    st.sampled_from(
        [*"abAB12", " ", "-", "->", ":", ",", "(", ")", ";", ".", "—", ">", " and ", "all", "idle", "attack on "]
    ),
    min_size=1,
    max_size=5,
).map("".join)


@given(
    peoples=st.lists(odd_names, min_size=3, max_size=3),
    provinces=st.lists(odd_names, min_size=3, max_size=3),
    data=st.data(),
)
def test_whatever_things_are_called_nothing_is_lost_without_a_word(
    peoples: list[str], provinces: list[str], data: st.DataObject
) -> None:
    ids = ["huns", "all", "idle"], ["a", "a-b", "b"]
    names = dict(zip(ids[0], ({"en": each} for each in peoples), strict=True))
    places = dict(zip(ids[1], ({"en": each} for each in provinces), strict=True))
    odd = Forum(*world_and_state(names, places), [Language.load("en", "bellum")])
    orders = data.draw(orders_of(*ids, ["huns", "all"]))
    written = odd.write(orders, "orders/huns")
    assert written.value is not None
    if written.findings:
        # It is told, and nobody can take the row for another order.
        assert odd.read(written.value, "text").findings != ()
        assert UNREADABLE in written.value
    else:
        assert read_one(odd, written.value) == data_of(orders)


@given(text=st.text(max_size=200) | st.lists(odd_names, max_size=8).map("\n".join))
def test_whatever_stands_in_a_text_it_is_told_where_it_stands(text: str) -> None:
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for finding in forum("en").read(text, "text").findings:
        _, row, column = finding.pointer.split("/")
        assert 1 <= int(row) <= len(rows)
        assert 1 <= int(column) <= len(rows[int(row) - 1]) + 1


def test_the_orders_are_of_every_kind() -> None:
    """A property that is never asked about anything holds, too."""
    seen: set[str] = set()

    @settings(max_examples=600)
    @given(any_orders)
    def look(orders: Orders) -> None:
        for order in orders.given:
            verb = next(iter(order_data(SPEAKER, order)))
            stance = getattr(order, "attack", None) or getattr(order, "meet", None)
            seen.add(f"{verb} {stance if isinstance(stance, str) else bool(stance)} {order.of == SPEAKER}")

    look()
    assert {each.split()[0] for each in seen} == {
        *("move", "hold", "assimilate", "crown", "annex", "renounce", "independence", "subjugate", "spare", "retreat")
    }
    assert {"move all", "move True", "hold all", "hold newcomers"} <= {each.rpartition(" ")[0] for each in seen}
    assert {f"{verb} False {own}" for verb in ("move", "crown", "retreat") for own in (True, False)} <= seen
