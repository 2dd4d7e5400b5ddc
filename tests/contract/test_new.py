"""Every ruleset brings a sample campaign in every language: valid, playable at once, and its texts say what is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.editors.test_check_jsonschema import refs
from turnproc import resources
from turnproc.actions.documents import Documents
from turnproc.actions.editors import documents, vocabulary
from turnproc.actions.game import open_game
from turnproc.actions.new import new_campaign
from turnproc.actions.resolve_turn import resolve_turn
from turnproc.actions.validate import validate
from turnproc.cli.app import app, run
from turnproc.report.language import LANGUAGES
from turnproc.rulesets import AnyRuleset, rulesets
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

each_ruleset = pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda ruleset: ruleset.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)

# What is the same in every language: the world. Words of people are not.
WORDS = {"name", "languages", "report", "message", "chronicle", "text", "note", "orders", "events", "npc_orders"}
# The cases that a Russian report may need; `pre` where the preposition is another one.
CASES = {"nom", "gen", "dat", "acc", "ins", "prep"}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def made(folder: Path, ruleset: AnyRuleset, language: str) -> Path:
    return new_campaign(folder / "sample", ruleset, language, use_git=False).folder


def read(path: Path) -> Any:
    document, problems = read_yaml(path.read_bytes(), path.name, CAMPAIGN)
    assert document is not None and problems == []
    return document.data


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    for name in ("README.md", "GAME-MASTER.md"):
        yield name, (folder / name).read_text(encoding="utf-8")


@each_ruleset
@each_language
def test_validates_without_any_finding_and_resolves_at_once(ruleset: AnyRuleset, language: str, tmp_path: Path) -> None:
    campaign = made(tmp_path, ruleset, language)
    checked = validate(campaign)
    assert checked.diagnostics == []
    assert len(checked.game.sent if checked.game is not None else ()) >= 2, "orders of two players at least"
    resolved = resolve_turn(campaign, use_git=False)
    assert resolved.diagnostics == []
    assert resolved.written is not None, "the sample's first turn must leave no question open"
    assert (campaign / f"turns/001/report.{language}.md").is_file()


@each_ruleset
def test_the_world_is_the_same_in_every_language(ruleset: AnyRuleset, tmp_path: Path) -> None:
    worlds = []
    for language in LANGUAGES:
        campaign = made(tmp_path / language, ruleset, language)
        files = {path.relative_to(campaign).as_posix(): read(path) for path in campaign.rglob("*.yaml")}
        worlds.append({name: {k: v for k, v in data.items() if k not in WORDS} for name, data in files.items()})
        assert files["campaign.yaml"]["languages"][0] == language
    assert all(one == other for one, other in pairwise(worlds))


@each_ruleset
def test_names_have_all_their_forms(ruleset: AnyRuleset, tmp_path: Path) -> None:
    campaign = made(tmp_path, ruleset, "ru")
    files = [*(f"{name}.yaml" for name in ruleset.documents), "turns/000/state.yaml"]
    names = [entry for name in files for entry in named(read(campaign / name))]
    assert len(names) > 15
    for entry in names:
        assert set(entry) >= set(LANGUAGES), entry
        assert set(entry["ru"]) >= CASES, entry
        assert set(entry["ru"].get("short", CASES)) >= CASES, entry


def named(data: Any) -> Iterator[dict[str, Any]]:
    """Everything under a key `names`, or `name` where it has forms by language."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from [value] if key == "names" or (key == "name" and isinstance(value, dict)) else named(value)
    elif isinstance(data, list):
        for value in data:
            yield from named(value)


@each_ruleset
@each_language
def test_what_the_texts_show_as_orders_is_right_and_what_they_show_as_complaints_is_said(
    ruleset: AnyRuleset, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = made(tmp_path, ruleset, language)
    blocks = [match.groups() for _, text in texts(campaign) for match in BLOCK.finditer(text)]
    shown = [body for kind, body in blocks if kind == "yaml"]
    assert len(shown) >= 2
    for (kind, body), (next_kind, told) in pairwise([*blocks, ("", "")]):
        if kind != "yaml":
            continue
        speaker = re.search(r"^for: (\S+)$", body, re.MULTILINE)
        assert speaker is not None
        file = campaign / f"turns/001/orders/{speaker[1]}.yaml"
        before = file.read_bytes() if file.exists() else None
        file.write_text(body, encoding="utf-8", newline="\n")
        code = run(["validate", str(file)])
        *found, _ = capsys.readouterr().err.splitlines(keepends=True)
        assert "".join(found) == (told if next_kind == "text" else "")
        assert code == (1 if next_kind == "text" else 0)
        if before is not None:
            file.write_bytes(before)
        else:
            file.unlink()


@each_ruleset
@each_language
def test_the_commands_that_the_texts_name_exist(ruleset: AnyRuleset, language: str, tmp_path: Path) -> None:
    group: Any = typer.main.get_command(app)
    known = set(group.commands) | {f"orders {name}" for name in group.commands["orders"].commands}
    campaign = made(tmp_path, ruleset, language)
    everything = [text for _, text in texts(campaign)] + [
        path.read_text(encoding="utf-8") for path in campaign.rglob("*.y*ml")
    ]
    named = {
        match[1]
        for text in everything
        # In the running text commands stand between backticks, in blocks of code at the beginning of a row.
        for match in re.finditer(r"(?:`|^|run: )turnproc\s(orders \w+|\w+)", text, re.MULTILINE)
    }
    assert {"validate", "resolve", "status", "verify", "schema", "orders new"} <= named
    assert named <= known


@each_ruleset
@each_language
def test_what_the_texts_have_explained_can_be_explained(
    ruleset: AnyRuleset, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = made(tmp_path, ruleset, language)
    resolve_turn(campaign, use_git=False)
    asked = {code for _, text in texts(campaign) for code in re.findall(r"turnproc explain ([^`\s]+)", text)}
    assert {code[0].isdigit() for code in asked} == {True, False}
    for code in sorted(asked):
        number = run(["explain", code, "--campaign", str(campaign)])
        told = capsys.readouterr()
        assert (number, told.err) == (0, ""), code


@each_language
def test_whoever_is_told_to_install_is_told_what_to_do_if_that_fails(language: str, tmp_path: Path) -> None:
    campaign = made(tmp_path, rulesets()["bellum"], language)
    for name, text in texts(campaign):
        after = text.partition("python -m pip install -r .github/turnproc.txt")[2].split("\n\n")
        assert "pip" in after[0] + after[1], name


@each_ruleset
@each_language
def test_the_texts_speak_of_no_key_that_is_not_there(ruleset: AnyRuleset, language: str, tmp_path: Path) -> None:
    campaign = made(tmp_path, ruleset, language)
    pages = dict(texts(campaign))
    says_so = "`player`" in pages["GAME-MASTER.md"]
    assert says_so == ("player:" in (campaign / "turns/000/state.yaml").read_text(encoding="utf-8"))


@each_ruleset
@each_language
def test_files_and_links_that_the_texts_name_exist(ruleset: AnyRuleset, language: str, tmp_path: Path) -> None:
    campaign = made(tmp_path, ruleset, language)
    resolve_turn(campaign, use_git=False)
    for name, text in texts(campaign):
        links = re.findall(r"\]\(([^)]+)\)", text)
        files = re.findall(r"`([\w./-]+\.(?:yaml|yml|md|txt|bbcode|html))`", text)
        for wanted in [*links, *files]:
            turn = campaign / "turns" / "001"
            is_to_come = re.match(r"turns/002/|turns/001/(orders/\w+|turn)\.yaml$|signup/", wanted)
            assert is_to_come or (campaign / wanted).exists() or (turn / wanted).exists(), f"{name}: {wanted}"


@each_ruleset
def test_every_kind_of_name_that_its_schemas_ask_for_is_in_the_vocabulary(ruleset: AnyRuleset, tmp_path: Path) -> None:
    campaign = made(tmp_path, ruleset, "en")
    game = open_game(Documents(campaign))
    assert game is not None
    names = vocabulary(ruleset, game.campaign.world, game.before, game.campaign.data)
    asked = set()
    for document, (directory, _) in documents(ruleset).items():
        for schema in marked(resources.schema(directory, document)):
            asked |= {schema[key] for key in ("x-names", "x-ids") if key in schema}
            assert "anyOf" not in schema, f"{document}: what is offered takes the place of anyOf"
    assert asked <= set(names)
    assert set(names) - asked <= {"player"}, "a vocabulary that no schema asks for"
    # Groups of prisoners and stragglers come up in play.
    assert {kind for kind, things in names.items() if not things} <= {"group", "stragglers"}


def marked(schema: Any) -> Iterator[dict[str, Any]]:
    """The parts of a schema that say what names stand there."""
    if isinstance(schema, dict):
        if any(key in schema for key in ("x-names", "x-ids", "x-words")):
            yield schema
        for value in schema.values():
            yield from marked(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from marked(value)


@each_ruleset
def test_what_speakers_are_offered_as_is_understood(ruleset: AnyRuleset, tmp_path: Path) -> None:
    campaign = made(tmp_path, ruleset, "en")
    game = open_game(Documents(campaign))
    assert game is not None and game.reader is not None
    schema = read(campaign / "schemas" / "orders.schema.json")
    offered = schema["$defs"]["names.speaker"]["enum"]
    assert {game.reader.find_speaker(text) for text in offered} == set(game.speakers)
    assert all(ref.startswith("#/$defs/") for ref in refs(schema))
