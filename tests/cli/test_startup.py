"""What is loaded before a command does anything: `--help` and `--version` stay quick."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import python

HEAVY = {"yaml", "jsonschema", "jsonschema_rs", "jinja2", "git", "gitdb", "rich", "babel", "pydantic", "pygments"}

SCRIPT = """
import atexit, sys
atexit.register(lambda: print("modules", *sorted(sys.modules), file=sys.stderr))
sys.argv = ["turnproc", *{arguments!r}]
from turnproc.cli.entry import main
main()
"""


def loaded(cwd: Path, *arguments: str) -> set[str]:
    ran = python("-c", SCRIPT.format(arguments=arguments), cwd=cwd)
    assert ran.code == 0, ran.err
    words = ran.err.splitlines()[-1].split()
    assert words[0] == "modules"
    return set(words[1:])


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version_loads_nothing(small: Path, option: str) -> None:
    found = loaded(small, option)
    ours = {name for name in found if name.partition(".")[0] == "turnproc"}
    assert ours == {"turnproc", "turnproc.cli", "turnproc.cli.entry"}
    assert not found & {*HEAVY, "typer", "click", "pathlib", "json", "re", "subprocess", "logging"}


@pytest.mark.parametrize("arguments", [["--help"], ["resolve", "--help"], ["validate", "--help"], ["status", "--help"]])
def test_help_loads_nothing_heavy(small: Path, arguments: list[str]) -> None:
    found = loaded(small, *arguments)
    assert not found & HEAVY
    assert not any(name.startswith(("turnproc.rulesets", "turnproc.engine", "turnproc.source")) for name in found)


@pytest.mark.parametrize("command", ["validate", "status", "resolve --dry-run", "resolve --no-commit"])
def test_no_command_loads_what_it_does_not_need(small: Path, command: str) -> None:
    found = loaded(small, *command.split())
    assert not found & {"rich", "babel", "jsonschema", "pydantic", "asyncio", "urllib.request", "sqlite3"}


@pytest.mark.parametrize(
    "command", ["validate", "status", "resolve --dry-run", "resolve --no-commit", "forecast turns/001/orders/huns.yaml"]
)
def test_no_command_looks_for_a_repository_where_there_is_none(small: Path, command: str) -> None:
    assert not loaded(small, *command.split()) & {"git", "gitdb"}


@pytest.mark.parametrize("command", ["report", "explain 1/3", "rulesets", "explain S001", "schema common campaign"])
def test_commands_that_only_read_load_no_git(resolved: Path, command: str) -> None:
    assert not loaded(resolved, *command.split()) & {"git", "gitdb"}


@pytest.mark.parametrize("command", ["validate", "status", "explain 1/3", "orders receipt turns/001/orders/huns.yaml"])
def test_no_command_but_reports_loads_jinja(resolved: Path, command: str) -> None:
    assert not loaded(resolved, *command.split()) & {"jinja2"}


def test_the_module_is_the_program(small: Path) -> None:
    ran = python("-m", "turnproc", "--version", cwd=small)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("turnproc 0.")


@pytest.mark.parametrize(
    "command", ["validate", "status", "resolve --no-commit", "orders receipt turns/001/orders/huns.yaml"]
)
def test_nobody_waits_for_the_rules_of_other_games(small: Path, command: str) -> None:
    found = {name for name in loaded(small, *command.split()) if name.startswith("turnproc.rulesets.")}
    assert "turnproc.rulesets.bellum" in found
    assert {name.split(".")[2] for name in found} == {"bellum"}
