"""Guides that cannot go stale: what they show as a file is checked, what they show as output is what comes out.

A comment before a block of code says what the block is; readers do not see it on the page:

    <!-- file: turns/001/gm.yaml -->     a whole file; it is put into the scratch campaign, and validate finds nothing
    <!-- orders: huns -->                rows of the Huns' orders for turn 1, below turn, for and orders; just so
    <!-- wrong file: … --> or <!-- wrong orders: … -->    one with mistakes; the next block is what validate says
    <!-- session -->                     commands after "$ " and what they print, one after the other in one campaign
    <!-- part of: turns/001/journal.yaml -->    rows that stand in that file, in this order

A comment `<!-- run: turnproc resolve -->` without a block runs a command that readers need not see.

In what a session prints, "…" stands for anything, and a row "…" for any rows. `filled` gives a guide with fresh output:
`make docs` writes it, `make check` and the tests compare. The scratch campaign is the demonstration, turn 1 open.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from turnproc.cli.app import run

ROOT = Path(__file__).resolve().parents[2]
GUIDES = (
    "README.md",
    "docs/adding-a-ruleset.md",
    "docs/formats.md",
    "docs/game-master-guide.md",
    "docs/player-guide.md",
    "docs/player-guide.ru.md",
)

_BLOCK = re.compile(
    r"^<!-- run: (?P<run>[^\n]*) -->\n|(?:^<!-- (?P<marker>[^\n]*) -->\n)?^```(?P<kind>\w*)\n(?P<body>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
_MARKER = re.compile(r"(?P<wrong>wrong )?(?P<what>file|orders|part of): (?P<name>\S+)|(?P<session>session)")
_ANYTHING = "…"


class GuideError(Exception):
    """A guide says of a block what it is not."""


@dataclass(frozen=True)
class Block:
    """One block of code (or a hidden command, `run`): where its body stands, and what the comment before it says."""

    start: int
    end: int
    kind: str
    body: str
    marker: str
    run: str | None


def blocks(text: str) -> Iterator[Block]:
    """All blocks of code of a page."""
    for match in _BLOCK.finditer(text):
        start, end = match.span("run" if match["run"] else "body")
        yield Block(start, end, match["kind"] or "", text[start:end], match["marker"] or "", match["run"])


def filled(name: str, folder: Path) -> str:
    """A guide with fresh output; `folder` is empty and gets the scratch campaign."""
    text = (ROOT / name).read_text(encoding="utf-8")
    scratch = Scratch(folder / "campaign", "ru" if name.endswith(".ru.md") else "en")
    done, parts = 0, []
    wrong: str | None = None
    for block in blocks(text):
        fresh = block.body
        if wrong is not None:
            if block.kind != "text":
                raise GuideError(f"{name}: after a wrong file stands what validate says about it, as a block of text")
            fresh, wrong = wrong, None
        elif block.run:
            scratch.printed_by(block.run)
        elif block.marker:
            match = _MARKER.fullmatch(block.marker)
            if match is None:
                raise GuideError(f"{name}: no marker that means anything: {block.marker}")
            if match["session"]:
                fresh = scratch.session(block.body)
            elif match["what"] == "part of":
                scratch.must_hold(match["name"], block.body)
            else:
                wrong = scratch.told_of(match["what"], match["name"], block.body, wrong=match["wrong"] is not None)
        parts += [text[done : block.start], fresh]
        done = block.end
    return "".join([*parts, text[done:]])


class Scratch:
    """The demonstration campaign with turn 1 open, in a repository of its own."""

    def __init__(self, root: Path, language: str) -> None:
        self.root = root
        self.language = language
        shutil.copytree(ROOT / "campaign" / "bellum-380", root)
        for turn in sorted((root / "turns").iterdir()):
            if turn.name != "000":
                for result in [*turn.glob("report.*"), *turn.glob("*.svg"), turn / "journal.yaml", turn / "state.yaml"]:
                    result.unlink(missing_ok=True)
            if turn.name > "001":
                shutil.rmtree(turn)
        for command in ("init --quiet --template= --initial-branch=main", "add --all", "commit --quiet -m Start"):
            self._git(command.split())

    def told_of(self, what: str, name: str, body: str, *, wrong: bool) -> str | None:
        """Put a file into the campaign; what validate says if it is wrong on purpose."""
        is_file = what == "file"
        path = self.root / (name if is_file else f"turns/001/orders/{name}.yaml")
        before = path.read_bytes() if path.exists() else None
        path.write_text(body if is_file else f"turn: 1\nfor: {name}\norders:\n{body}", encoding="utf-8", newline="\n")
        told, code = self._turnproc(["validate", "--language", self.language, path.relative_to(self.root).as_posix()])
        problems = told.splitlines(keepends=True)[:-1]  # the last row counts them
        if wrong is not bool(problems) or (code != 0 and not wrong):
            raise GuideError(f"of {name} the guide says {'wrong' if wrong else 'right'}, and validate says:\n{told}")
        if before is not None and (wrong or not is_file):
            path.write_bytes(before)
        return "".join(problems) if wrong else None

    def must_hold(self, name: str, body: str) -> None:
        """Rows that a file has in this order."""
        missing = _first_missing(body, (self.root / name).read_text(encoding="utf-8"))
        if missing is not None:
            raise GuideError(f"{name} has no row (or not here): {missing}")

    def session(self, body: str) -> str:
        """Run the commands; what is shown stays where it fits, else what was printed takes its place."""
        fresh = []
        for shown in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, expected = shown.partition("\n")
            printed = self.printed_by(command)
            fits = looks_like(expected, printed)
            if not fits and _ANYTHING in expected:
                # What is left out is a person's choice: no program can make it anew.
                raise GuideError(
                    f"{command} does not print this row (or not here): {_first_missing(expected, printed)}"
                )
            fresh.append(f"$ {command}\n{expected if fits else printed}")
        return "".join(fresh)

    def printed_by(self, command: str) -> str:
        """Run one command of turnproc or git in the campaign's folder."""
        program, *arguments = shlex.split(command)
        if program not in ("turnproc", "git"):
            raise GuideError(f"a session runs turnproc and git, not this: {command}")
        return self._turnproc(arguments)[0] if program == "turnproc" else self._git(arguments)

    def _turnproc(self, arguments: list[str]) -> tuple[str, int]:
        output = io.StringIO()
        with contextlib.chdir(self.root), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = run(arguments)
        return output.getvalue(), code

    def _git(self, arguments: list[str]) -> str:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        settings = ("user.name=Game Master", "user.email=gm@example.org", "commit.gpgSign=false", "core.autocrlf=false")
        options = [part for setting in settings for part in ("-c", setting)]
        result = subprocess.run(
            ["git", *options, *arguments],
            cwd=self.root,
            env=kept | {"GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C"},
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        return result.stdout


def looks_like(shown: str, printed: str) -> bool:
    """Is this what was printed, with "…" for what is left out?"""
    pattern = ""
    for row in shown.splitlines():
        pattern += r"(?:[^\n]*\n)*?" if row == _ANYTHING else _as_pattern(row) + r"\n"
    return re.fullmatch(pattern, printed) is not None


def _first_missing(shown: str, text: str) -> str | None:
    """The first row that a text does not have after the rows before it; None: it has them all."""
    there = iter(text.splitlines())
    for row in shown.splitlines():
        if row != _ANYTHING and not any(re.fullmatch(_as_pattern(row), each) for each in there):
            return row
    return None


def _as_pattern(row: str) -> str:
    return "[^\n]*".join(re.escape(part) for part in row.split(_ANYTHING))
