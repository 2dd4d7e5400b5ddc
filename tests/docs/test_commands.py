"""docs/formats.md has every command and option; no page speaks of one that there is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from tests.docs.guides import ROOT, blocks
from turnproc.cli.app import app

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
]
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
# `turnproc resolve --dry-run` within a text; in a block a row of a shell or of a session.
IN_TEXT = re.compile(r"`turnproc (?P<words>[a-z][a-z-]*)(?P<rest>[^`\n]*)`")
IN_BLOCK = re.compile(r"^(?:\$ )?turnproc (?P<words>[a-z][a-z-]*)(?P<rest>.*)$", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][a-z-]*")

PROGRAM: Any = get_command(app)


def commands_of(group: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command by its words: `resolve`, `orders new`."""
    for word, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_of(command, f"{name}{word} ")
        else:
            yield f"{name}{word}", command


COMMANDS: dict[str, Any] = dict(commands_of(PROGRAM))
GROUPS = {name.partition(" ")[0] for name in COMMANDS if " " in name}


def options_of(command: Any) -> set[str]:
    return {name for param in command.params for name in param.opts if name.startswith("-")} | {"--help"}


def section(command: str) -> str:
    match = re.search(rf"^### {command}\n(?P<body>.*?)^##", FORMATS, re.MULTILINE | re.DOTALL)
    assert match is not None, f"docs/formats.md has no section ### {command}"
    return match["body"]


def calls() -> Iterator[tuple[str, str, str]]:
    """Every command that a page names: the page, the command, what follows."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        found = [*IN_TEXT.finditer(text)]
        for block in blocks(text):
            found += [*IN_BLOCK.finditer(block.body)] if block.kind in ("sh", "console") or block.run else []
        for match in found:
            command, rest = match["words"], match["rest"]
            if command in GROUPS and (more := re.match(r" ([a-z-]+)", rest)):
                command, rest = f"{command} {more[1]}", rest[more.end() :]
            yield page, command, rest


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_and_option_is_in_the_formats(command: str) -> None:
    body = section(command)
    assert f"`turnproc {command}" in body
    missing = {option for option in options_of(COMMANDS[command]) - {"--help"} if f"`{option}" not in body}
    assert missing == set()


@pytest.mark.parametrize("option", sorted(options_of(PROGRAM)))
def test_options_of_the_program_are_there(option: str) -> None:
    assert f"`turnproc {option}`" in FORMATS or f"`{option}`" in FORMATS


def test_no_section_is_left_over() -> None:
    chapter = FORMATS[FORMATS.index("## 5. ") : FORMATS.index("## 6. ")]
    assert set(re.findall(r"^### ([a-z -]+)$", chapter, re.MULTILINE)) == set(COMMANDS)


def test_pages_speak_of_commands_that_there_are() -> None:
    assert {(page, command) for page, command, _ in calls() if command not in COMMANDS} == set()


def test_pages_speak_of_options_that_there_are() -> None:
    unknown = [
        (page, command, option)
        for page, command, rest in calls()
        if command in COMMANDS
        for option in OPTION.findall(rest)
        if option not in options_of(COMMANDS[command])
    ]
    assert unknown == []


def test_there_is_something_to_look_at() -> None:
    assert {command for _, command, _ in calls()} >= {"validate", "status", "resolve", "report", "verify", "explain"}


def test_exit_codes_are_there() -> None:
    from turnproc.cli import app as door

    codes = (door.FINE, door.PROBLEMS, door.USAGE, door.BUG, door.MUST_RULE, door.INTERRUPTED)
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", FORMATS, re.MULTILINE)] == list(codes)
