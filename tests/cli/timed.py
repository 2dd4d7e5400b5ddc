"""Repositories whose commits have times: who sent what when, before and after a deadline."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.cli.helpers import SMALL, orders
from tests.git.helpers import write

TURN = "turns/001/turn.yaml"
RECEIVED = "turns/001/received.yaml"
DEADLINE = "2026-05-08T20:00:00+03:00"  # 17:00 UTC
BEFORE, GRACE, AFTER, LATER = (f"2026-05-08T{hour}:00+00:00" for hour in ("16:59", "17:10", "17:31", "18:00"))
EARLY = "2026-05-01T08:00:00+00:00"
GOTHS, HUNS, ROME = (f"turns/001/orders/{speaker}.yaml" for speaker in ("goths", "huns", "rome"))
OTHER_HUNS = orders("huns", "{hold: 4, in: tavrika}")


def git_at(folder: Path, when: str, *arguments: str) -> str:
    """Run git as a person whose clock says `when`."""
    env = {**os.environ, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": EARLY}
    call = ["git", "-c", "user.name=A Person", "-c", "user.email=person@example.org", *arguments]
    ran = subprocess.run(call, cwd=folder, check=True, capture_output=True, text=True, encoding="utf-8", env=env)
    return ran.stdout.removesuffix("\n")


def commit(folder: Path, when: str, files: Mapping[str, str | None]) -> str:
    """Commit files as they are given (None: without), and give the commit's id."""
    write(folder, {name: text for name, text in files.items() if text is not None})
    for name, text in files.items():
        if text is None:
            (folder / name).unlink()
    git_at(folder, when, "add", "--all")
    git_at(folder, when, "commit", "--quiet", "--allow-empty", "--message=Orders")
    return git_at(folder, when, "rev-parse", "HEAD")


def timed(folder: Path, turn: str = f"deadline: {DEADLINE}\n", **campaign: str) -> Path:
    """The small campaign with a deadline, as a repository, without any orders yet."""
    files = {name: text for name, text in SMALL.items() if "/orders/" not in name}
    files["campaign.yaml"] += "".join(f"{key}: {value}\n" for key, value in campaign.items())
    folder.mkdir(parents=True, exist_ok=True)
    git_at(folder, EARLY, "init", "--quiet", "--initial-branch=main")
    commit(folder, EARLY, {**files, TURN: turn})
    return folder
