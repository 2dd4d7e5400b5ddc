"""The schemas that editors get in a campaign accept what turnproc's own accept, and nothing else."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.test_schema_agreement import SCHEMAS, _documents, _rust, _spoil
from turnproc.actions.editors import documents, editor_files, schema_file
from turnproc.engine.naming import Name
from turnproc.rulesets.bellum import RULESET

# Every kind of text that can be a name, and what no schema would guess.
NAMES = [
    Name("huns", {"ru": {"nom": "гунны", "gen": "гуннов"}, "en": {"nom": "Huns"}}),
    Name("1", {"en": {"nom": 'No "quotes": {braces} # 🏰'}, "ru": {"nom": "x" * 200, "short.nom": "null"}}),
]
DOCUMENTS = {
    name: f"{directory}/{name}.schema.json" for name, (directory, _) in documents(RULESET).items() if name != "campaign"
}


@cache
def bundled(name: str) -> jsonschema_rs.Draft202012Validator:
    names = dict.fromkeys(("people", "province", "speaker", "player"), NAMES)
    schema = json.loads(editor_files(RULESET, names, ["ru", "en"])[schema_file(name)])
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema, offline=True)


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_they_judge_alike(name: str, data: st.DataObject) -> None:
    document = deepcopy(data.draw(_documents(DOCUMENTS[name])))
    for _ in range(3):
        assert bundled(name).is_valid(document) == _rust(DOCUMENTS[name]).is_valid(document)
        document = _spoil(document, data.draw)


def test_all_schemas_are_compared() -> None:
    assert set(DOCUMENTS) >= {"orders", "gm", "state", "map", "peoples"}
    assert set(DOCUMENTS.values()) <= set(SCHEMAS)


def test_a_campaign_without_players_or_speakers_has_schemas_too() -> None:
    nobody: dict[str, list[Name]] = {kind: [] for kind in ("people", "province", "speaker", "player")}
    for text in editor_files(RULESET, nobody, ["sv"]).values():
        schema = json.loads(text)
        jsonschema_rs.meta.validate(schema)
        assert "names.people" not in schema.get("$defs", {})


def test_what_is_offered_is_said_once_and_explained() -> None:
    names = dict.fromkeys(("people", "province", "speaker", "player"), NAMES)
    schema = json.loads(editor_files(RULESET, names, ["ru", "en"])[schema_file("orders")])
    offered = schema["$defs"]["names.people"]
    # "Huns" and "huns" are one name to turnproc; the campaign's first language comes first.
    assert offered["enum"] == ["гунны", "Huns", "x" * 200, "null", 'No "quotes": {braces} # 🏰', "1"]
    assert offered["enumDescriptions"][:2] == ["Huns", "гунны"]
