"""A repository that is busy, locked, set up in its own way, or not where one thinks: told before anything is written,
or finished by the next run."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, RESULTS, SMALL
from tests.effort import some
from tests.faults.campaigns import FOLDER, Turn, finished, make_larger
from tests.faults.disturbed import Disturbed
from tests.git.helpers import committed_names, contents, git, make_repository, write
from turnproc.store.repository import Repository

Do = Callable[[Path], None]


def may_fail(top: Path, *arguments: str) -> None:
    """What a person does that ends in a conflict."""
    person = ("-c", "user.name=A Person", "-c", "user.email=person@example.org")
    subprocess.run(["git", *person, *arguments], cwd=top, capture_output=True, check=False)


def with_conflicts(top: Path) -> Path:
    """Two branches that disagree about a file which is none of the campaign's; nothing else is going on."""
    root = make_larger(top)
    git(top, "stash", "--include-untracked")
    git(top, "switch", "--quiet", "-c", "other")
    for text in ("other 1\n", "other 2\n"):
        write(top, {"notes.txt": text})
        git(top, "commit", "--quiet", "--all", f"--message={text}")
    git(top, "format-patch", "-1", "--quiet", f"--output-directory={top.parent}")
    git(top, "switch", "--quiet", "main")
    for text in ("main 1\n", "main 2\n"):
        write(top, {"notes.txt": text})
        git(top, "commit", "--quiet", "--all", f"--message={text}")
    return root


def picking(top: Path) -> None:
    """The first of two commits is done by hand, the second has still to come."""
    may_fail(top, "cherry-pick", "other~", "other")
    write(top, {"notes.txt": "both\n"})
    may_fail(top, "commit", "--quiet", "--all", "--message=picked")


BUSY: Mapping[str, tuple[Do, str, list[str]]] = {
    "merge": (lambda top: may_fail(top, "merge", "other"), "merge", ["merge", "--abort"]),
    "rebase": (lambda top: may_fail(top, "rebase", "other"), "rebase", ["rebase", "--abort"]),
    "one commit of several": (picking, "cherry-pick", ["cherry-pick", "--quit"]),
    "cherry-pick": (lambda top: may_fail(top, "cherry-pick", "other~"), "cherry-pick", ["cherry-pick", "--abort"]),
    "revert": (lambda top: may_fail(top, "revert", "HEAD~"), "revert", ["revert", "--abort"]),
    "bisect": (lambda top: may_fail(top, "bisect", "start"), "bisect", ["bisect", "reset"]),
    "am": (lambda top: may_fail(top, "am", str(next(top.parent.glob("*.patch")))), "am", ["am", "--abort"]),
}


@pytest.mark.parametrize("what", some(list(BUSY), 4))
def test_in_the_middle_of(turnproc: Turnproc, tmp_path: Path, what: str) -> None:
    begin, name, give_up = BUSY[what]
    root = with_conflicts(tmp_path / "larger")
    begin(tmp_path / "larger")
    before, index = contents(tmp_path / "larger"), git(root, "ls-files", "--stage")
    ran = turnproc("resolve", root)
    assert (ran.code, ran.out) == (1, "")
    assert f"another operation: {name}\n" in ran.err
    assert "git status" in ran.err
    assert (contents(tmp_path / "larger"), git(root, "ls-files", "--stage")) == (before, index)
    assert turnproc("resolve", "--dry-run", root).code == 0
    git(tmp_path / "larger", *give_up)
    assert turnproc("resolve", root).code == 0
    assert committed_names(root) == sorted(f"{FOLDER}/{each}" for each in RESULTS)


def test_a_conflict_elsewhere_without_an_operation(turnproc: Turnproc, tmp_path: Path) -> None:
    """A stash that did not fit: it is nobody's business but of whoever works there."""
    root = with_conflicts(tmp_path / "larger")
    may_fail(root, "stash", "pop")
    conflict = git(tmp_path / "larger", "ls-files", "--unmerged")
    assert conflict
    assert turnproc("resolve", root).code == 0
    assert committed_names(root) == sorted(f"{FOLDER}/{name}" for name in RESULTS)
    assert git(tmp_path / "larger", "ls-files", "--unmerged") == conflict


@pytest.mark.parametrize("after", ["before", "between"])
def test_no_branch(turn: Turn, disturbed: Disturbed, turnproc: Turnproc, tmp_path: Path, after: str) -> None:
    """Before the run, and between a run that was cut off and the next."""
    top = tmp_path / "larger"
    root = turn.copy(top)
    if after == "between":
        disturbed.run("resolve", cwd=root, fault={"step": "moved"})
    git(root, "checkout", "--quiet", "--detach")
    for _ in range(2):
        ran = turnproc("resolve", root)
        assert (ran.code, ran.out) == (1, "")
        assert "git switch" in ran.err
        assert turn.check_old_or_new(top) == (after == "between")
    git(root, "switch", "--quiet", "main")
    finished(turnproc, turn, top)


LOCKS = ("index.lock", "HEAD.lock", "refs/heads/main.lock", f"refs/tags/{FOLDER.replace(' ', '-')}/turn-001.lock")


@pytest.mark.parametrize("lock", some(LOCKS, 2))
def test_a_lock_that_git_left(turn: Turn, turnproc: Turnproc, tmp_path: Path, lock: str) -> None:
    top = tmp_path / "larger"
    root = turn.copy(top)
    write(top, {f".git/{lock}": ""})
    for _ in range(2):
        ran = turnproc("resolve", root)
        assert (ran.code, ran.out) == (1, "")
        assert Path(lock).name in ran.err
        assert turn.check_old_or_new(top)
        assert turnproc("status", root).code == 0
    (top / ".git" / lock).unlink()
    assert turnproc("resolve", root).code == 0
    turn.check_new(top)


def test_a_campaign_that_is_a_submodule(turnproc: Turnproc, tmp_path: Path) -> None:
    """The turn is the submodule's; the repository around it only sees that it has a new commit."""
    source = tmp_path / "source"
    write(source, dict(SMALL))
    make_repository(source)
    outer = make_repository(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(source), "campaign")
    git(outer, "commit", "--quiet", "--message=With the campaign")
    git(outer, "submodule", "--quiet", "update", "--checkout")
    root = outer / "campaign"
    git(root, "checkout", "--quiet", "--detach")
    ran = turnproc("resolve", root)
    assert (ran.code, ran.out) == (1, "")
    assert "git switch main" in ran.err
    git(root, "switch", "--quiet", "main")
    assert turnproc("resolve", root).code == 0
    assert committed_names(root) == RESULTS
    assert git(root, "tag") == "turn-001"
    assert git(outer, "tag") == ""
    assert git(outer, "status", "--porcelain") == " M campaign"
    assert turnproc("verify", root).code == 0


def test_two_worktrees(turn: Turn, turnproc: Turnproc, tmp_path: Path) -> None:
    """An operation in one does not disturb the other; tags are common to both."""
    top = tmp_path / "larger"
    root = turn.copy(top)
    second = tmp_path / "second"
    git(top, "worktree", "add", "--quiet", "-b", "second", str(second))
    git(second, "bisect", "start")
    assert "bisect" in turnproc("resolve", second / FOLDER).err
    finished(turnproc, turn, top)
    git(second, "bisect", "reset")
    ran = turnproc("resolve", second / FOLDER)
    assert ran.code == 1
    assert "turn-001" in ran.err
    assert not (second / FOLDER / JOURNAL).exists()
    assert (root / JOURNAL).exists()


def test_what_is_tracked_is_named_from_the_campaign(tmp_path: Path) -> None:
    root = make_larger(tmp_path / "larger")
    repository = Repository.find(root)
    assert repository is not None
    assert repository.tracked("turns/000") == ["turns/000/state.yaml"]
    assert repository.tracked("turns/007") == []
