"""The schemas that editors get in a campaign accept what turnproc's own accept, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.test_schema_agreement import SCHEMAS, _documents, _rust, _spoil
from turnproc.actions.editors import documents, editor_files, schema_file
from turnproc.engine.naming import Name
from turnproc.rulesets import AnyRuleset, rulesets
from turnproc.rulesets.bellum import RULESET

# Every kind of text that can be a name, and what no schema would guess.
NAMES = [
    Name("huns", {"ru": {"nom": "гунны", "gen": "гуннов"}, "en": {"nom": "Huns"}}),
    Name("1", {"en": {"nom": 'No "quotes": {braces} # 🏰'}, "ru": {"nom": "x" * 200, "short.nom": "null"}}),
]
KINDS = ("people", "province", "speaker", "player")


def kinds(schema: Any) -> Iterator[str]:
    """The kinds of names that a schema asks for."""
    if isinstance(schema, dict):
        yield from (schema[key] for key in ("x-names", "x-ids") if isinstance(schema.get(key), str))
        for value in schema.values():
            yield from kinds(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from kinds(value)


def of_ruleset(ruleset: AnyRuleset) -> dict[str, str]:
    return {
        name: f"{directory}/{name}.schema.json"
        for name, (directory, _) in documents(ruleset).items()
        if name != "campaign"
    }


DOCUMENTS = of_ruleset(RULESET)
EVERY = [(name, document) for name, ruleset in rulesets().items() for document in of_ruleset(ruleset)]


@cache
def bundled(ruleset: str, name: str) -> jsonschema_rs.Draft202012Validator:
    own = rulesets()[ruleset]
    asked = {kind for file in of_ruleset(own).values() for kind in kinds(SCHEMAS[file])}
    names = dict.fromkeys(sorted({"speaker", "player"} | asked), NAMES)
    schema = json.loads(editor_files(own, names, ["ru", "en"])[schema_file(name)])
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema, offline=True)


@pytest.mark.parametrize(("ruleset", "name"), EVERY)
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_they_judge_alike(ruleset: str, name: str, data: st.DataObject) -> None:
    file = of_ruleset(rulesets()[ruleset])[name]
    document = deepcopy(data.draw(_documents(file)))
    for _ in range(3):
        assert bundled(ruleset, name).is_valid(document) == _rust(file).is_valid(document)
        document = _spoil(document, data.draw)


def test_all_schemas_are_compared() -> None:
    assert set(DOCUMENTS) >= {"orders", "gm", "state", "map", "peoples"}
    assert set(DOCUMENTS.values()) <= set(SCHEMAS)


def test_a_campaign_without_players_or_speakers_has_schemas_too() -> None:
    nobody: dict[str, list[Name]] = {kind: [] for kind in KINDS}
    for text in editor_files(RULESET, nobody, ["sv"]).values():
        schema = json.loads(text)
        jsonschema_rs.meta.validate(schema)
        assert "names.people" not in schema.get("$defs", {})


def test_what_is_offered_is_said_once_and_explained() -> None:
    names = dict.fromkeys(KINDS, NAMES)
    schema = json.loads(editor_files(RULESET, names, ["ru", "en"])[schema_file("orders")])
    offered = schema["$defs"]["names.people"]
    # "Huns" and "huns" are one name to turnproc; the campaign's first language comes first.
    assert offered["enum"] == ["гунны", "Huns", "x" * 200, "null", 'No "quotes": {braces} # 🏰', "1"]
    assert offered["enumDescriptions"][:2] == ["Huns", "гунны"]
