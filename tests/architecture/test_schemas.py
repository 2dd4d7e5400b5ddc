"""Schemas speak to people: no `oneOf`, every key explained; and to editors: valid, closed, alike in every copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from turnproc import resources

SCHEMAS = resources.schema_names()


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


@pytest.mark.parametrize(("directory", "name"), SCHEMAS)
def test_a_schema_is_one(directory: str, name: str) -> None:
    schema = resources.schema(directory, name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f"/{directory}/{name}.schema.json")
    for part in parts(schema):
        assert "oneOf" not in part
        assert not any(key.startswith("unevaluated") for key in part)


@pytest.mark.parametrize(("directory", "name"), SCHEMAS)
def test_every_key_is_explained(directory: str, name: str) -> None:
    for part in parts(resources.schema(directory, name)):
        properties = part.get("properties")
        for key, value in (properties if isinstance(properties, dict) else {}).items():
            if isinstance(value, dict) and "$ref" not in value and part.get("additionalProperties") is False:
                assert value.get("title") and value.get("description"), f"{directory}/{name}: {key}"


def test_names_have_the_same_shape_everywhere() -> None:
    copies = [
        schema["$defs"]["names"]
        for directory, name in SCHEMAS
        if "names" in (schema := resources.schema(directory, name)).get("$defs", {})
    ]
    assert len(copies) > 1
    shapes = [{key: value for key, value in copy.items() if key != "description"} for copy in copies]
    assert all(shape == shapes[0] for shape in shapes)
