"""Of every schema that we publish jsonschema_rs and jsonschema think alike, and whatever fails gets words.

Documents come from the schema itself (its examples, and values that its keywords describe) and from the files under
tests/examples; each is then spoilt a few times at random.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.codes import MESSAGES
from turnproc.source.schema_check import SchemaCheck
from turnproc.source.schema_walk import SchemaWalk
from turnproc.source.yaml_reader import ORDERS, Document, read_yaml

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "schemas").rglob("*.schema.json"))
NAMES = [str(file.relative_to(ROOT / "schemas")) for file in FILES]
SCHEMAS: dict[str, dict[str, Any]] = {
    name: json.loads(file.read_text("utf-8")) for name, file in zip(NAMES, FILES, strict=True)
}
EXAMPLES = sorted((ROOT / "tests" / "examples").rglob("*.yaml"))
ENGLISH = Catalogue(MESSAGES, lambda text: text, "en")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**7) | st.floats(-3, 3).filter(lambda x: x % 1) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def _others(name: str) -> list[dict[str, Any]]:
    return [schema for other, schema in SCHEMAS.items() if other != name]


@cache
def _rust(name: str) -> jsonschema_rs.Draft202012Validator:
    registry = jsonschema_rs.Registry([(schema["$id"], schema) for schema in SCHEMAS.values()])
    return jsonschema_rs.Draft202012Validator(SCHEMAS[name], registry=registry, offline=True)


@cache
def _plain(name: str) -> Any:
    resources = [(other["$id"], DRAFT202012.create_resource(other)) for other in _others(name)]
    return Draft202012Validator(SCHEMAS[name], registry=Registry[Any]().with_resources(resources))


@cache
def _walk(name: str) -> SchemaWalk:
    return SchemaWalk(SCHEMAS[name], _others(name))


@cache
def _check(name: str) -> SchemaCheck:
    return SchemaCheck(SCHEMAS[name], _others(name))


def _paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in children for found in _paths(value, (*path, key)))]


class Generator:
    """Documents that a schema describes; now and then one that does not fit, for not every keyword is understood."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root

    def values(self, schema: Any, depth: int = 0) -> st.SearchStrategy[Any]:
        if isinstance(schema, bool) or depth > 8:
            return ANYTHING
        if "$ref" in schema:
            return self.referred(schema["$ref"], depth + 1)
        choices: list[st.SearchStrategy[Any]] = [st.sampled_from(schema["examples"])] if "examples" in schema else []
        if "const" in schema:
            choices.append(st.just(schema["const"]))
        elif "enum" in schema:
            choices.append(st.sampled_from(schema["enum"]))
        elif "x-verbs" in schema:
            kinds = [branch["then"] for branch in schema["allOf"] if "$ref" in branch["then"]]
            choices.append(st.sampled_from(kinds).flatmap(lambda kind: self.values(kind, depth + 1)))
        else:
            sorts = schema.get("type", "object" if "properties" in schema else "string")
            for sort in [sorts] if isinstance(sorts, str) else sorts:
                choices.append(self.sort(sort, schema, depth))
        return st.one_of(choices)

    def referred(self, ref: str, depth: int) -> st.SearchStrategy[Any]:
        name, _, pointer = ref.partition("#")
        root = self.root
        if name:
            root = next(schema for schema in SCHEMAS.values() if schema["$id"] == urljoin(self.root["$id"], name))
        target: Any = root
        for step in pointer.split("/")[1:]:
            target = target[step]
        return Generator(root).values(target, depth)

    def sort(self, sort: str, schema: dict[str, Any], depth: int) -> st.SearchStrategy[Any]:
        makers: Mapping[str, Callable[[], st.SearchStrategy[Any]]] = {
            "object": lambda: self.mappings(schema, depth),
            "array": lambda: st.lists(self.values(schema.get("items", True), depth + 1), max_size=3),
            "string": lambda: st.from_regex(schema["pattern"]) if "pattern" in schema else st.text(max_size=8),
            "integer": lambda: st.integers(schema.get("minimum", -3), schema.get("maximum", 10**6)),
            "number": lambda: st.integers(-3, 3) | st.floats(-3, 3).filter(lambda number: number % 1 != 0),
            "boolean": st.booleans,
            "null": st.none,
        }
        return makers[sort]()

    def mappings(self, schema: dict[str, Any], depth: int) -> st.SearchStrategy[Any]:
        properties = schema.get("properties", {})
        required = {key: self.values(properties.get(key, True), depth + 1) for key in schema.get("required", ())}
        optional = {key: self.values(value, depth + 1) for key, value in properties.items() if key not in required}
        if depth > 5:
            optional = {}
        fixed = st.fixed_dictionaries(required, optional=optional)
        more = schema.get("additionalProperties", False)
        if more is False or depth > 5:
            return fixed
        keys = st.from_regex("^[a-z0-9-]{1,6}\\Z") | st.sampled_from(["ru", "en", "huns"])
        return st.builds(
            lambda one, other: {**other, **one}, fixed, st.dictionaries(keys, self.values(more, depth + 1), max_size=2)
        )


@cache
def _documents(name: str) -> st.SearchStrategy[Any]:
    return Generator(SCHEMAS[name]).values(SCHEMAS[name])


def _spoil(data: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """Change one value, key or list somewhere in a document."""
    path = draw(st.sampled_from(_paths(data)))
    if not path:
        return draw(ANYTHING) if not isinstance(data, dict) else data
    container = data
    for step in path[:-1]:
        container = container[step]
    match draw(st.sampled_from(["replace", "delete", "rename", "again", "wrap", "text"])):
        case "replace":
            container[path[-1]] = draw(ANYTHING)
        case "delete":
            del container[path[-1]]
        case "rename" if isinstance(container, dict):
            container[draw(st.sampled_from(["nonsense", "Turn", "move", "hold", "text", "from", "id"]))] = (
                container.pop(path[-1])
            )
        case "again" if isinstance(container, list):
            container.append(container[0])
        case "wrap":
            container[path[-1]] = [container[path[-1]]]
        case _:
            container[path[-1]] = f"{container[path[-1]]}\n"
    return data


def _agree(name: str, data: Any) -> None:
    fits = _rust(name).is_valid(data)
    assert _plain(name).is_valid(data) == fits
    assert (next(_walk(name).failures(data, _paths(data)), None) is None) == fits
    problems = _check(name).problems(Document("f", "", data))
    assert (problems == []) == fits
    for problem in problems:
        assert ENGLISH.text(problem)
        ENGLISH.hint(problem)


def test_there_are_schemas_to_compare() -> None:
    assert len(SCHEMAS) > 5


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_both_validators_agree(name: str, data: st.DataObject) -> None:
    document = deepcopy(data.draw(_documents(name)))
    _agree(name, document)
    for _ in range(3):
        document = _spoil(document, data.draw)
        _agree(name, document)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=10, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_documents_that_fit_are_among_those_compared(name: str, data: st.DataObject) -> None:
    """Otherwise the comparison would say little."""
    examples = SCHEMAS[name].get("examples")
    document = data.draw(_documents(name).filter(_rust(name).is_valid)) if examples is None else examples[0]
    assert _rust(name).is_valid(document)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_both_validators_agree_on_the_examples(file: Path) -> None:
    document, _ = read_yaml(file.read_bytes(), file.name, ORDERS)
    if document is not None:
        for name in NAMES:
            if Path(name).parent.name == file.relative_to(ROOT / "tests" / "examples").parts[0]:
                _agree(name, document.data)


def _with_verbs(schema: Any) -> list[dict[str, Any]]:
    children = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    here = [schema] if isinstance(schema, dict) and "x-verbs" in schema else []
    return [*here, *(found for child in children for found in _with_verbs(child))]


@pytest.mark.parametrize("name", [name for name in NAMES if _with_verbs(SCHEMAS[name])])
def test_an_entry_without_a_verb_or_with_two_does_not_fit(name: str) -> None:
    """`x-verbs` is our own keyword: for editors and for jsonschema_rs the schema must say the same in another way."""
    for schema in _with_verbs(SCHEMAS[name]):
        entry = jsonschema_rs.Draft202012Validator({**schema, "$defs": SCHEMAS[name]["$defs"]})
        assert not entry.is_valid({})
        for one in schema["x-verbs"]:
            for other in schema["x-verbs"]:
                if one != other:
                    assert not entry.is_valid({one: 1, other: 1})
