"""Real repositories in temporary folders: what the tests of this folder build them with."""

from __future__ import annotations

import subprocess
from pathlib import Path

FILES = {
    "turns/001/journal.yaml": b"format: turnproc.journal/1\nturn: 1\n",
    "turns/001/state.yaml": "format: turnproc.bellum.state/1\nturn: 1\nпровинции: []\n".encode(),
    "turns/001/report.ru.md": "# Ход 1\n".encode(),
}
MESSAGE = "Turn 1 of Проба\n\nturnproc 0.1.0"

# What may stand in the environment and would change what git does.
DATES = {"GIT_AUTHOR_DATE": "2026-01-02T03:04:05+00:00", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05+00:00"}


def git(folder: Path, *arguments: str) -> str:
    """Run git as a person would and return what it prints, without the last line end."""
    result = subprocess.run(
        ["git", "-c", "user.name=A Person", "-c", "user.email=person@example.org", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return result.stdout.removesuffix("\n")


def write(folder: Path, files: dict[str, str]) -> None:
    """Make files with their folders."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def make_campaign(folder: Path) -> Path:
    """The files of a campaign before its first turn."""
    write(
        folder,
        {
            "campaign.yaml": "format: turnproc.campaign/1\nname: Проба\nruleset: bellum\n",
            "turns/000/state.yaml": "format: turnproc.bellum.state/1\nturn: 0\n",
            "turns/001/orders/huns.yaml": "turn: 1\nfor: huns\norders: []\n",
        },
    )
    return folder


def make_repository(top: Path, *, branch: str = "main") -> Path:
    """A repository with everything in the folder committed."""
    top.mkdir(parents=True, exist_ok=True)
    git(top, "init", "--quiet", f"--initial-branch={branch}")
    git(top, "add", "--all")
    git(top, "commit", "--quiet", "--allow-empty", "--message=Start")
    return top


def committed_names(folder: Path, commit: str = "HEAD") -> list[str]:
    """The files that a commit touched, named from the top of the repository."""
    found = git(folder, "show", "--name-only", "--format=", "-z", commit)
    return sorted(name for name in found.split("\0") if name)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but git's own."""
    paths = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}
