"""Schemas, templates and rules' texts are found, and what is missing is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from turnproc import resources


def test_every_schema_is_found_and_parsed() -> None:
    names = resources.schema_names()
    assert ("bellum", "orders") in names
    assert names == tuple(sorted(names))
    for directory, name in names:
        assert resources.schema(directory, name) == json.loads(resources.schema_text(directory, name))


def test_rules_and_folders() -> None:
    assert resources.rules_text("bellum").startswith("#")
    assert resources.template_folder().is_dir()
    assert resources.locale_folder().name == "locale"


@pytest.mark.parametrize(("directory", "name"), [("bellum", "nothing"), ("..", "orders"), ("bellum", "../x"), ("", "")])
def test_no_such_schema(directory: str, name: str) -> None:
    with pytest.raises(resources.MissingResourceError, match="schema"):
        resources.schema(directory, name)


def test_no_such_rules() -> None:
    for ruleset in ("chess", "../architecture"):
        with pytest.raises(resources.MissingResourceError, match="rule"):
            resources.rules_text(ruleset)


def test_an_incomplete_installation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKED", tmp_path)
    with pytest.raises(resources.MissingResourceError, match="not completely installed"):
        resources.schema_folder.__wrapped__()
