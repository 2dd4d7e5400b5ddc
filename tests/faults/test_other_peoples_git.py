"""What whoever runs git has set up, handed on or forgotten: it stays out of the turn, or git's own words are told."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import RESULTS
from tests.effort import is_thorough, some
from tests.faults.campaigns import FOLDER, Turn, finished, make_larger
from tests.faults.disturbed import Disturbed
from tests.git.helpers import committed_names, contents, git, make_repository, write

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
    alone = [{key: value} for key, value in SETTINGS.items()] if is_thorough() else []
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


@pytest.mark.parametrize("name", some(["...", "", "<>", "\n"], 2))
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


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
def test_a_repository_of_somebody_else(
    turn: Turn, turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git has a switch for its own tests that makes everything somebody else's: no rights are needed to see it."""
    top = tmp_path / "larger"
    root = turn.copy(top)
    real = shutil.which("git")
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


def test_attributes_that_git_cannot_follow(turnproc: Turnproc, tmp_path: Path) -> None:
    """Anybody can send a .gitattributes: git says what is wrong with it, and without it the turn is committed."""
    top = tmp_path / "larger"
    root = make_larger(top)
    write(root, {".gitattributes": "*.md working-tree-encoding=UTF-16\n"})
    git(root, "add", ".gitattributes")
    git(root, "commit", "--quiet", "--message=Attributes", "--", ".gitattributes")
    for _ in range(2):
        ran = turnproc("resolve", root)
        assert (ran.code, ran.out) == (1, "")
        assert "UTF-16" in ran.err
        assert "report.en.md" in ran.err
        assert sorted(name for name in RESULTS if (root / name).exists()) == RESULTS
    git(root, "rm", "--quiet", ".gitattributes")
    git(root, "commit", "--quiet", "--message=No attributes", "--", ".gitattributes")
    assert turnproc("resolve", root).code == 0
    assert committed_names(top) == sorted(f"{FOLDER}/{name}" for name in RESULTS)
    assert turnproc("verify", root).code == 0
