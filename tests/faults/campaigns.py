"""A campaign beside other people's work, and how to see that it has its old turn or the new one and nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, RESULTS, SMALL
from tests.git.helpers import contents, git, make_repository, write

FOLDER = "игры/на востоке"
RESULTS_IN_ALL = [f"{FOLDER}/{name}" for name in RESULTS]
# Files of others, as they were committed, and as they are by now: changed, some of it staged, deleted, new.
OTHERS = {"notes.txt": "one\n", "staged.txt": "one\n", "gone.txt": "one\n"}
CHANGED = {"notes.txt": "two\n", "staged.txt": "two\n", "new.txt": "new\n"}
IN_THE_INDEX = ["staged.txt", "gone.txt"]

# What `turnproc.store` tells its hook, in order; from the journal's move on the turn is there.
STAGED = [f"staged {name}" for name in sorted(RESULTS, key=lambda name: ("journal" in name, name))]
STEPS = ["begun", *STAGED, "manifest", *(each.replace("staged", "moved") for each in STAGED), "moved", "committed"]


def make_larger(top: Path) -> Path:
    """A repository with the small campaign deep in it, and somebody at work elsewhere; gives the campaign's folder."""
    root = top / FOLDER
    write(top, dict(OTHERS))
    write(root, dict(SMALL))
    make_repository(top)
    write(top, dict(CHANGED))
    (top / "gone.txt").unlink()
    git(top, "add", "--all", "--", *IN_THE_INDEX)
    return root


def commits(top: Path) -> str:
    """All commits. With fixed dates, equal ids mean equal messages, authors, parents and contents."""
    return git(top, "log", "--all", "--format=%H %s", "--name-only")


def tags(top: Path) -> str:
    """All tags, with what they are."""
    return git(top, "for-each-ref", "--format=%(refname) %(objectname)", "refs/tags")


def status(top: Path) -> list[str]:
    """What is staged, changed and new."""
    return sorted(git(top, "status", "--porcelain", "-z", "--untracked-files=all").split("\0"))


@dataclass(frozen=True)
class Turn:
    """A turn that nobody disturbed: before it, and after it."""

    fresh: Path
    before: Mapping[str, bytes]
    commits_before: str
    status_before: list[str]
    after: Mapping[str, bytes]
    commits_after: str
    tags_after: str
    status_after: list[str]

    def copy(self, place: Path) -> Path:
        """The campaign before its turn, at another place; gives the campaign's folder."""
        shutil.copytree(self.fresh, place)
        return place / FOLDER

    def check_old_or_new(self, top: Path) -> bool:
        """See that nothing is lost and nothing mixed; tell whether the turn counts as played."""
        root = top / FOLDER
        seen = contents(top)
        assert {name: seen.get(name) for name in self.before} == self.before, "somebody's file was touched"
        ours = {name: raw for name, raw in seen.items() if name not in self.before and "/.turnproc-" not in name}
        assert all(self.after[name] == raw for name, raw in ours.items()), "half a file, or one that is none of ours"
        is_played = (root / JOURNAL).exists()
        if is_played:
            assert sorted(ours) == sorted(RESULTS_IN_ALL), "played, but results are missing"
        now, tagged = commits(top), tags(top)
        if now != self.commits_before:
            assert is_played, "committed before it was there"
            assert now == self.commits_after, "another commit than it should be"
            assert tagged in ("", self.tags_after)
        else:
            assert tagged == ""
        of_others = [row for row in status(top) if FOLDER not in row]
        assert of_others == self.status_before, "what others have staged, changed or made is no longer so"
        # Whoever commits everything commits nothing that is half done.
        half_done = [row for row in status(top) if "turns/.turnproc-" in row and not row.endswith("/.gitignore")]
        assert half_done == []
        return is_played

    def check_new(self, top: Path) -> None:
        """See that everything is as if nothing had ever gone wrong."""
        assert contents(top) == self.after
        assert (commits(top), tags(top)) == (self.commits_after, self.tags_after)
        assert status(top) == self.status_after
        assert list((top / ".git").rglob("*.lock")) == []


def finished(turnproc: Turnproc, turn: Turn, top: Path) -> None:
    """Run again: what was begun is finished, or done anew; the outcome is that of a run that nobody disturbed."""
    again = turnproc("resolve", "--turn", "1", top / FOLDER)
    assert again.code == 0 or "resolved already" in again.err, again.err
    turn.check_new(top)
