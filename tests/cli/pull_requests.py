"""Pull requests as real histories: a campaign's repository, and what people do to it on branches of their own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.cli.helpers import SMALL, Ran, orders
from tests.git.helpers import git, make_repository, write

ACCOUNTS = """\
game_master: {accounts: {github: The-Master}}
players:
  anna: {speaks_for: [goths], accounts: {github: Anna-K}}
  boris: {speaks_for: [huns], accounts: {github: boris}}
  carla: {speaks_for: [rome], accounts: {github: carla, forgejo: carla-elsewhere}}
"""
GOTHS, HUNS, ROME = (f"turns/001/orders/{speaker}.yaml" for speaker in ("goths", "huns", "rome"))
SIGNUP = "format: turnproc.signup/1\nwishes: [alans]\n"
MARCH = orders("goths", "{hold: 3, in: dacia}")


def campaign() -> dict[str, str]:
    """The small campaign, with accounts; only Boris has sent orders."""
    start, _, rest = SMALL["campaign.yaml"].partition("players:\n")
    report = rest[rest.index("report:") :]
    files = {**SMALL, "campaign.yaml": f"{start}{ACCOUNTS}{report}", ".github/workflows/check.yml": "on: push\n"}
    return {name: text for name, text in files.items() if name not in (GOTHS, ROME)}


@dataclass(frozen=True)
class Repo:
    """A repository with the branch main, and the campaign in a folder of it ("": it is all of it)."""

    top: Path
    prefix: str = ""

    @classmethod
    def make(cls, top: Path, prefix: str = "", changes: Mapping[str, str | None] | None = None) -> Repo:
        """A campaign that differs from the usual one in some files (None: it has no such file)."""
        files = campaign() | dict(changes or {})
        write(top, {f"{prefix}{name}": text for name, text in files.items() if text is not None})
        if prefix:
            write(top, {"notes.txt": "Not of the campaign.\n"})
        make_repository(top)
        return cls(top, prefix)

    @property
    def root(self) -> Path:
        return self.top / self.prefix

    def git(self, *arguments: str) -> str:
        return git(self.top, *arguments)

    def branch(self, name: str = "theirs", at: str = "main") -> None:
        self.git("switch", "--quiet", "--create", name, at)

    def on(self, branch: str) -> None:
        self.git("switch", "--quiet", branch)

    def put(self, files: Mapping[str, str | None], message: str = "Mine") -> str:
        """Commit contents of files of the campaign; None deletes."""
        for name, text in files.items():
            if text is None:
                self.git("rm", "--quiet", "--", f"{self.prefix}{name}")
            else:
                write(self.top, {f"{self.prefix}{name}": text})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", f"--message={message}")
        return self.git("rev-parse", "HEAD")

    def plant(self, *entries: tuple[str, str, str]) -> str:
        """Commit entries (mode, path, content) that no computer's folder could hold; of a submodule, its commit."""
        folder: dict[str, list[tuple[str, str]]] = {}
        for mode, path, content in entries:
            blob = content if mode == "160000" else self.blob(content)
            self.git(
                "-c",
                "core.protectNTFS=false",
                "-c",
                "core.protectHFS=false",
                "update-index",
                "--add",
                "--cacheinfo",
                f"{mode},{blob},{path}",
            )
        assert folder == {}
        return self._commit(self.git("write-tree"))

    def plant_raw(self, folder: str, mode: str, name: str, content: str) -> str:
        """Commit one more entry in a folder, without git's looking at its name."""
        blob = self.blob(content)
        tree = self._with_entry(self.git("rev-parse", "HEAD^{tree}"), folder.split("/"), f"{mode} blob {blob}\t{name}")
        return self._commit(tree)

    def _with_entry(self, tree: str, parts: list[str], entry: str) -> str:
        rows = [row for row in self.git("ls-tree", "-z", tree).split("\0") if row]
        if parts:
            (row,) = (row for row in rows if row.partition("\t")[2] == parts[0])
            inner = self._with_entry(row.split()[2], parts[1:], entry)
            rows[rows.index(row)] = f"040000 tree {inner}\t{parts[0]}"
        else:
            rows.append(entry)
        # Written by hand: git's own commands would refuse the worst of names.
        raw = b"".join(
            mode.lstrip("0").encode() + b" " + os.fsencode(name) + b"\0" + bytes.fromhex(content)
            for (mode, _, content), name in (
                (head.split(" "), name) for head, _, name in (r.partition("\t") for r in rows)
            )
        )
        return self._written("hash-object", "-t", "tree", "-w", "--literally", "--stdin", given=raw)

    def blob(self, content: str) -> str:
        return self._written("hash-object", "-w", "--stdin", given=content.encode())

    def _commit(self, tree: str) -> str:
        commit = self.git("commit-tree", tree, "-p", "HEAD", "-m", "Planted")
        self.git("update-ref", "HEAD", commit)
        return commit

    def _written(self, *command: str, given: bytes) -> str:
        ran = subprocess.run(["git", *command], cwd=self.top, input=given, check=True, capture_output=True)
        return ran.stdout.decode().strip()


def told(ran: Ran) -> set[tuple[str, str]]:
    """Each problem as its code and its file."""
    return {(problem["code"], problem["file"]) for problem in ran.data["problems"]}


def files(ran: Ran) -> dict[str, str]:
    """What was accepted: the file and what is done with it."""
    return {each["file"]: each["what"] for each in ran.data["files"]}
