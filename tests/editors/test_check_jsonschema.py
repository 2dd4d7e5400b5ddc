"""check-jsonschema, with which others check files in their own pipelines, judges as turnproc's own check of form does.

It reads our schemas as they lie in the project, and those of a new campaign: nothing may have to be fetched for that.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from turnproc import resources
from turnproc.actions.documents import schema_check
from turnproc.source.yaml_reader import CAMPAIGN, ORDERS, read_yaml

ROOT = Path(__file__).parents[2]
FLAGSHIP = ROOT / "campaign" / "bellum-380"
PROJECT = sorted((ROOT / "schemas").glob("*/*.schema.json"))


def check(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--color", "never", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=120)


def refused(schema: Path, files: Sequence[Path]) -> set[Path]:
    """The files that do not fit. `gm` refers to `orders` beside it: the schemas' own addresses lead nowhere."""
    ran = check("--output-format", "json", "--base-uri", schema.as_uri(), "--schemafile", schema, *files)
    data = json.loads(ran.stdout)
    assert data.get("parse_errors", []) == []
    return {Path(error["filename"]) for error in data["errors"]}


def readable(kind: str) -> list[Path]:
    """The example files whose YAML is in order."""
    found = []
    for path in sorted((ROOT / "tests" / "examples" / "bellum" / kind).glob("*/*.yaml")):
        document, problems = read_yaml(path.read_bytes(), path.name, ORDERS)
        if document is not None and not problems:
            found.append(path)
    return found


def turned_away(kind: str, files: Sequence[Path]) -> set[Path]:
    """The files that turnproc's own check of form turns away."""
    found = set()
    for path in files:
        document, _ = read_yaml(path.read_bytes(), path.name, CAMPAIGN)
        assert document is not None
        if schema_check("bellum", kind).problems(document):
            found.add(path)
    return found


@pytest.mark.parametrize("kind", ["orders", "gm"])
def test_the_project_s_schemas(kind: str) -> None:
    files = readable(kind)
    wrong = turned_away(kind, files)
    assert 10 < len(wrong) < len(files)
    assert refused(ROOT / "schemas" / "bellum" / f"{kind}.schema.json", files) == wrong


@pytest.mark.parametrize("kind", ["orders", "gm"])
def test_the_schemas_of_a_new_campaign(kind: str, campaign: Path) -> None:
    """Its names are others than those of the examples: names are free."""
    files = readable(kind)
    assert refused(campaign / "schemas" / f"{kind}.schema.json", files) == turned_away(kind, files)


def test_a_schema_of_a_campaign_needs_no_other(campaign: Path, tmp_path: Path) -> None:
    for schema in sorted((campaign / "schemas").iterdir()):
        text = schema.read_text(encoding="utf-8")
        assert '"$id"' not in text
        assert all(ref.startswith("#/$defs/") for ref in refs(json.loads(text))), schema.name
        alone = tmp_path / schema.name
        alone.write_text(text, encoding="utf-8")
    gm = campaign / "turns" / "001" / "gm.yaml"
    assert check("--schemafile", tmp_path / "gm.schema.json", gm).returncode == 0


def refs(schema: object) -> list[str]:
    if isinstance(schema, dict):
        here = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return here + [ref for value in schema.values() for ref in refs(value)]
    return [ref for value in schema for ref in refs(value)] if isinstance(schema, list) else []


def test_schemas_are_schemas(campaign: Path) -> None:
    ran = check("--check-metaschema", *PROJECT, *sorted((campaign / "schemas").iterdir()))
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_whole_campaigns_fit(campaign: Path) -> None:
    for folder, schemas in ((campaign, campaign / "schemas"), (FLAGSHIP, campaign / "schemas")):
        for document in ("campaign", "map", "peoples"):
            assert refused(schemas / f"{document}.schema.json", [folder / f"{document}.yaml"]) == set()
        for document, pattern in (("orders", "orders/*.yaml"), ("gm", "gm.yaml"), ("state", "state.yaml")):
            files = sorted(folder.glob(f"turns/*/{pattern}"))
            assert files
            assert refused(schemas / f"{document}.schema.json", files) == set()


def test_house_rules_are_part_of_the_campaign_s_schema(campaign: Path, tmp_path: Path) -> None:
    """In the project they have a schema of their own, for `campaign` is common to all rulesets."""
    text = (campaign / "campaign.yaml").read_text(encoding="utf-8")
    wrong = tmp_path / "campaign.yaml"
    wrong.write_text(text.replace("split_after: 3", "split_afer: 3"), encoding="utf-8")
    assert refused(campaign / "schemas" / "campaign.schema.json", [wrong]) == {wrong}
    assert "settings" in {name for directory, name in resources.schema_names() if directory == "bellum"}
