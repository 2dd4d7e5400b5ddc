"""A repository that is busy, locked, set up in its own way, or not where one thinks: told before anything is written,
or finished by the next run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import JOURNAL, RESULTS, SMALL
from tests.effort import some
from tests.faults.campaigns import FOLDER, Turn, make_larger
from tests.faults.disturbed import Disturbed
from tests.faults.test_cut_off import finished
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


@pytest.mark.parametrize(("begin", "name", "give_up"), BUSY.values(), ids=BUSY.keys())
def test_in_the_middle_of(turnproc: Turnproc, tmp_path: Path, begin: Do, name: str, give_up: list[str]) -> None:
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


@pytest.mark.parametrize("lock", LOCKS)
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


SETTINGS = {
    "commit.gpgSign": "true",
    "tag.gpgSign": "true",
    "tag.forceSignAnnotated": "true",
    "gpg.format": "ssh",
    "gpg.program": "/nowhere/gpg",
    "user.signingKey": "nobody's",
    "user.useConfigOnly": "true",
    "core.hooksPath": "hooks of somebody",
    "core.editor": "false",
    "core.pager": "false",
    "core.autocrlf": "true",
    "core.safecrlf": "true",
    "core.fsmonitor": "/nowhere/fsmonitor",
    "core.commentChar": "T",
    "core.splitIndex": "true",
    "core.untrackedCache": "true",
    "core.sparseCheckout": "true",
    "index.version": "4",
    "commit.template": "/nowhere/template",
    "commit.cleanup": "strip",
    "commit.verbose": "true",
    "commit.status": "false",
    "color.ui": "always",
    "log.showSignature": "true",
    "log.follow": "true",
    "format.pretty": "fuller",
    "status.showUntrackedFiles": "no",
    "status.relativePaths": "false",
    "status.branch": "true",
    "status.short": "true",
    "diff.external": "false",
    "diff.noprefix": "true",
    "i18n.logOutputEncoding": "KOI8-R",
    "push.default": "nothing",
    "feature.manyFiles": "true",
}


def test_settings_of_a_person(turn: Turn, turnproc: Turnproc, tmp_path: Path) -> None:
    """All together, and in a long run each alone."""
    alone = [] if len(some(list(SETTINGS), 1)) == 1 else [{key: value} for key, value in SETTINGS.items()]
    for number, settings in enumerate([SETTINGS, *alone]):
        top = tmp_path / str(number)
        root = turn.copy(top)
        for key, value in settings.items():
            git(root, "config", key, value)
        ran = turnproc("resolve", root)
        assert (ran.code, ran.err) == (0, ""), settings
        for key in settings:
            git(root, "config", "--unset", key)
        turn.check_new(top)
        assert turnproc("verify", root).code == 0


HOOKS = (
    *("pre-commit", "commit-msg", "prepare-commit-msg", "post-commit", "reference-transaction", "post-index-change"),
    *("pre-auto-gc", "post-rewrite", "fsmonitor-watchman"),
)


@pytest.mark.skipif(sys.platform == "win32", reason="hooks are shell scripts")
def test_hooks_that_refuse_or_leave_something(turn: Turn, turnproc: Turnproc, tmp_path: Path) -> None:
    top = tmp_path / "larger"
    root = turn.copy(top)
    for hook in HOOKS:
        write(top, {f".git/hooks/{hook}": f"#!/bin/sh\ntouch '{top}/touched'\nexit 1\n"})
        (top / ".git/hooks" / hook).chmod(0o755)
    assert turnproc("resolve", root).code == 0
    for hook in HOOKS:
        (top / ".git/hooks" / hook).unlink()
    turn.check_new(top)


@pytest.mark.parametrize("name", ["...", "<>", "", "\n"])
def test_a_name_that_git_does_not_take(
    turn: Turn, turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """git says so once the files are there; with another name the next run goes on."""
    top = tmp_path / "larger"
    root = turn.copy(top)
    with monkeypatch.context() as there:
        there.setenv("GIT_AUTHOR_NAME", name)
        ran = turnproc("resolve", root)
        if ran.code:
            assert "name" in ran.err
            assert "run turnproc again" in ran.err
        assert turn.check_old_or_new(top)
    finished(turnproc, turn, top)


def test_a_date_that_git_does_not_take(
    turn: Turn, turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "larger"
    root = turn.copy(top)
    with monkeypatch.context() as there:
        there.setenv("GIT_COMMITTER_DATE", "next turn")
        ran = turnproc("resolve", root)
        assert (ran.code, ran.out) == (1, "")
        assert "next turn" in ran.err
        assert turn.check_old_or_new(top)
    finished(turnproc, turn, top)


def test_inherited_from_another_git(
    turn: Turn, turnproc: Turnproc, disturbed: Disturbed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a hook, an alias or a `git rebase --exec` of another repository hands on."""
    other = make_repository(tmp_path / "other")
    write(other, {"x.txt": "x\n"})
    before = (contents(other), (other / ".git/index").read_bytes(), git(other, "log", "--all", "--format=%H"))
    top = tmp_path / "larger"
    root = turn.copy(top)
    inherited = {
        "GIT_DIR": str(other / ".git"),
        "GIT_COMMON_DIR": str(other / ".git"),
        "GIT_WORK_TREE": str(other),
        "GIT_INDEX_FILE": str(other / ".git/index"),
        "GIT_OBJECT_DIRECTORY": str(other / ".git/objects"),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(other / ".git/objects"),
        "GIT_QUARANTINE_PATH": str(other / ".git/objects"),
        "GIT_CEILING_DIRECTORIES": str(tmp_path),
        "GIT_PREFIX": "elsewhere/",
        "GIT_NAMESPACE": "elsewhere",
        "GIT_SHALLOW_FILE": "/nowhere",
        "GIT_CONFIG": "/nowhere",
        "GIT_CONFIG_PARAMETERS": "'core.bare=true' 'user.name=Somebody Else'",
        "GIT_LITERAL_PATHSPECS": "0",
        "GIT_GLOB_PATHSPECS": "1",
        "GIT_EDITOR": "false",
        "GIT_EXTERNAL_DIFF": "false",
        "GIT_DEFAULT_HASH": "sha256",
        "GIT_TRACE": "1",
        "GIT_REFLOG_ACTION": "rebase",
    }
    ran = disturbed.run("resolve", cwd=root, env=inherited)
    assert (ran.code, ran.err) == (0, "")
    turn.check_new(top)
    assert (contents(other), (other / ".git/index").read_bytes(), git(other, "log", "--all", "--format=%H")) == before


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


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
def test_a_repository_of_somebody_else(
    turn: Turn, turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git has a switch for its own tests that makes everything somebody else's: no rights are needed to see it."""
    top = tmp_path / "larger"
    root = turn.copy(top)
    real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True).stdout.strip()
    wrapper = tmp_path / "bin" / "git"
    write(tmp_path, {"bin/git": f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {real} "$@"\n'})
    wrapper.chmod(0o755)
    with monkeypatch.context() as there:
        there.setenv("PATH", f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}")
        ran = turnproc("resolve", root)
        assert (ran.code, ran.out) == (1, "")
        assert "dubious ownership" in ran.err
        assert "safe.directory" in ran.err
        assert turnproc("resolve", "--dry-run", root).code == 0
        assert turnproc("status", root).code == 0
    assert not turn.check_old_or_new(top)
    finished(turnproc, turn, top)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_git_that_cannot_be_run(
    turn: Turn, turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "larger"
    root = turn.copy(top)
    write(tmp_path, {"bin/git": "#!/bin/sh\n"})
    with monkeypatch.context() as there:
        there.setenv("PATH", str(tmp_path / "bin"))
        ran = turnproc("resolve", root)
    assert (ran.code, ran.out) == (1, "")
    assert "git" in ran.err
    assert not turn.check_old_or_new(top)
    finished(turnproc, turn, top)


def test_what_is_tracked_is_named_from_the_campaign(tmp_path: Path) -> None:
    root = make_larger(tmp_path / "larger")
    repository = Repository.find(root)
    assert repository is not None
    assert repository.tracked("turns/000") == ["turns/000/state.yaml"]
    assert repository.tracked("turns/007") == []
