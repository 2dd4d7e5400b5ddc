"""`turnproc resolve` in real repositories: one commit of exactly the turn's files, one tag, nothing of other people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, RESULTS, SMALL, SPLIT, orders
from tests.git.helpers import committed_names, contents, git, make_repository, write
from turnproc import __version__

JSON = ("--format", "json")


@pytest.fixture
def larger(tmp_path: Path) -> Path:
    """The small campaign in a folder of a larger repository, where somebody has staged, changed and made files."""
    top = tmp_path / "larger"
    write(top, {"notes.txt": "one\n", "staged.txt": "one\n", "games/other/x.yaml": "one\n"})
    root = top / "games" / "на востоке"
    write(root, dict(SMALL))
    make_repository(top)
    write(top, {"notes.txt": "two\n", "staged.txt": "two\n", "new.txt": "new\n", "games/other/x.yaml": "two\n"})
    git(top, "add", "staged.txt")
    return root


def test_commit_message_and_tag(turnproc: Turnproc, repository: Path) -> None:
    before = git(repository, "rev-parse", "HEAD")
    ran = turnproc("resolve", repository)
    assert (ran.code, ran.err) == (0, "")
    assert committed_names(repository) == RESULTS
    assert git(repository, "rev-parse", "HEAD~") == before
    assert git(repository, "rev-parse", "turn-001^{commit}") == git(repository, "rev-parse", "HEAD")
    assert git(repository, "cat-file", "-t", "turn-001") == "tag"
    assert git(repository, "status", "--porcelain", "--untracked-files=all") == ""
    subject, empty, *body = git(repository, "log", "-1", "--format=%B").splitlines()
    assert (subject, empty) == ("Turn 1 of Small war resolved", "")
    assert f"turnproc: {__version__}" in body
    assert "Ruleset: bellum 1" in body
    assert "Orders: 3 counted, 0 rejected, 0 missing." in body
    assert "By default: split/alans." in body
    assert git(repository, "rev-parse", "HEAD")[:12] in ran.out
    assert "turn-001" in ran.out


def test_as_json(turnproc: Turnproc, repository: Path) -> None:
    ran = turnproc("resolve", *JSON, cwd=repository)
    assert ran.code == 0
    assert ran.data["commit"] == git(repository, "rev-parse", "HEAD")
    assert ran.data["tag"] == "turn-001"
    assert sorted(ran.data["files"]) == RESULTS


def test_a_name_with_anything_in_it(turnproc: Turnproc, small: Path) -> None:
    name = '"-m # \\"quoted\\"\\n\\nturnproc: 9.9.9\\n\\tno\\e[31m \\u0001 \\u202e Ω"'
    write(small, {"campaign.yaml": SMALL["campaign.yaml"].replace("name: Small war", f"name: {name}")})
    make_repository(small)
    ran = turnproc("resolve", small)
    assert ran.code == 0
    message = git(small, "log", "-1", "--format=%B")
    assert message.splitlines()[0].startswith("Turn 1 of ")
    assert f"turnproc: {__version__}" in message.splitlines()
    assert "turnproc: 9.9.9" not in message.splitlines(), "what stands in a name makes no row of its own"
    assert "\x1b" not in message
    assert turnproc("verify", small).code == 0


def test_a_name_with_a_zero_in_it(turnproc: Turnproc, small: Path) -> None:
    """git takes no zero in a message; that must not show after the files are written."""
    write(small, {"campaign.yaml": SMALL["campaign.yaml"].replace("name: Small war", 'name: "a\\0b"')})
    make_repository(small)
    assert turnproc("resolve", small).code == 0
    assert git(small, "tag") == "turn-001"


def test_turn_after_turn(turnproc: Turnproc, repository: Path) -> None:
    for turn in (1, 2, 3):
        assert turnproc("resolve", repository, *JSON, "--turn", str(turn)).data["tag"] == f"turn-{turn:03d}"
    assert git(repository, "tag").split() == ["turn-001", "turn-002", "turn-003"]
    assert committed_names(repository) == [name.replace("001", "003") for name in RESULTS]
    assert turnproc("verify", repository).code == 0


def test_uncommitted_files_stop_the_turn(turnproc: Turnproc, repository: Path) -> None:
    write(repository, {HUNS: orders("huns"), "turns/001/orders/alans.yaml": orders("alans"), "notes.txt": "mine\n"})
    (repository / "turns/001/orders/rome.yaml").unlink()
    before = contents(repository)
    ran = turnproc("resolve", repository)
    assert (ran.code, ran.out) == (1, "")
    for name in (HUNS, "turns/001/orders/alans.yaml", "notes.txt", "turns/001/orders/rome.yaml"):
        assert name in ran.err
    assert contents(repository) == before
    # They stop neither a trial nor a turn that nobody commits.
    assert turnproc("resolve", repository, "--dry-run").code == 0
    assert turnproc("resolve", repository, "--no-commit").code == 0
    assert git(repository, "log", "--format=%s") == "Start"
    assert git(repository, "tag") == ""


def test_an_input_that_git_ignores_is_not_committed_either(turnproc: Turnproc, small: Path) -> None:
    """What a turn was made from must be in git: else nobody who clones the campaign could verify it."""
    write(small, {".gitignore": f"/{HUNS}\n"})
    make_repository(small)
    before = contents(small)
    ran = turnproc("resolve", small)
    assert (ran.code, ran.out) == (1, "")
    assert HUNS in ran.err
    assert contents(small) == before


def test_in_no_repository(turnproc: Turnproc, small: Path) -> None:
    before = contents(small)
    ran = turnproc("resolve", small)
    assert (ran.code, ran.out) == (1, "")
    assert "--no-commit" in ran.err
    assert contents(small) == before


def test_without_git_at_all(turnproc: Turnproc, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    ran = turnproc("resolve", small)
    assert (ran.code, ran.out) == (1, "")
    assert "git" in ran.err
    assert turnproc("resolve", small, "--no-commit").code == 0
    assert turnproc("report", small).code == 0
    assert turnproc("verify", small).code == 0


def test_a_folder_of_a_larger_repository(turnproc: Turnproc, larger: Path) -> None:
    ran = turnproc("resolve", larger, *JSON)
    assert ran.code == 0
    assert ran.data["tag"] == "games/на-востоке/turn-001"
    assert committed_names(larger) == sorted(f"games/на востоке/{name}" for name in RESULTS)
    status = git(larger, "status", "--porcelain", "-z", "--untracked-files=all").split("\0")
    assert sorted(status) == ["", " M games/other/x.yaml", " M notes.txt", "?? new.txt", "M  staged.txt"]
    assert git(larger, "diff", "--cached", "--name-only") == "staged.txt"
    assert turnproc("verify", larger).code == 0
    write(larger, {"map.yaml": SMALL["map.yaml"] + "# changed\n"})
    assert turnproc("resolve", larger).code == 1


def test_two_campaigns_in_one_repository(turnproc: Turnproc, larger: Path) -> None:
    other = larger.parent / "second"
    write(other, dict(SMALL))
    git(other, "add", ".")
    git(other, "commit", "--quiet", "--message=second", ".")
    for root in (larger, other):
        assert turnproc("resolve", root).code == 0
    assert sorted(git(larger, "tag").split()) == ["games/second/turn-001", "games/на-востоке/turn-001"]
    assert all(turnproc("verify", root).code == 0 for root in (larger, other))


@pytest.mark.parametrize("operation", ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"])
def test_in_the_middle_of_something_else(turnproc: Turnproc, repository: Path, operation: str) -> None:
    write(repository, {f".git/{operation}": git(repository, "rev-parse", "HEAD")})
    ran = turnproc("resolve", repository)
    assert (ran.code, ran.out) == (1, "")
    assert not (repository / JOURNAL).exists()


def test_on_no_branch(turnproc: Turnproc, repository: Path) -> None:
    git(repository, "checkout", "--quiet", "--detach")
    assert turnproc("resolve", repository).code == 1
    assert not (repository / JOURNAL).exists()


def test_the_tag_is_taken(turnproc: Turnproc, repository: Path) -> None:
    git(repository, "tag", "turn-001")
    ran = turnproc("resolve", repository)
    assert ran.code == 1
    assert "turn-001" in ran.err
    assert not (repository / JOURNAL).exists()


def test_git_refuses_and_the_next_run_finishes(turnproc: Turnproc, repository: Path) -> None:
    """The files are there, the commit is not: `resolve` goes on where it stopped, and says so in the right language."""
    campaign = SMALL["campaign.yaml"].replace("[en, ru, sv]", "[sv, en, ru]")
    write(repository, {"campaign.yaml": campaign})
    git(repository, "commit", "--quiet", "--all", "--message=In Swedish")
    write(repository, {".git/index.lock": ""})
    ran = turnproc("resolve", repository)
    assert (ran.code, ran.out) == (1, "")
    assert "index.lock" in ran.err
    assert turnproc("status", repository, *JSON).data["turn"] == 2
    (repository / ".git/index.lock").unlink()

    again = turnproc("resolve", repository)
    assert again.code == 0
    assert committed_names(repository) == RESULTS
    assert git(repository, "tag") == "turn-001"
    assert git(repository, "status", "--porcelain", "--untracked-files=all") == ""
    english = repository.parent / "english"
    write(english, {**SMALL, "campaign.yaml": campaign})
    make_repository(english)
    write(english, {".git/index.lock": ""})
    turnproc("resolve", english)
    (english / ".git/index.lock").unlink()
    assert turnproc("resolve", english, "-l", "sv").err == again.err
    assert turnproc("verify", repository).code == 0


def test_finishing_is_told_as_json(turnproc: Turnproc, repository: Path) -> None:
    write(repository, {".git/index.lock": ""})
    turnproc("resolve", repository)
    (repository / ".git/index.lock").unlink()
    ran = turnproc("resolve", repository, *JSON)
    assert ran.code == 0
    assert (ran.data["turn"], ran.data["tag"]) == (1, "turn-001")
    assert ran.data["commit"] == git(repository, "rev-parse", "HEAD")


def test_hooks_signing_and_other_settings_of_a_person(turnproc: Turnproc, repository: Path) -> None:
    hook = repository / ".git/hooks/pre-commit"
    write(repository, {".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n", ".git/hooks/commit-msg": "#!/bin/sh\nexit 1\n"})
    for file in (hook, hook.with_name("commit-msg")):
        file.chmod(0o755)
    for key, value in {
        "commit.gpgSign": "true",
        "tag.gpgSign": "true",
        "core.autocrlf": "true",
        "status.showUntrackedFiles": "no",
        "commit.template": "/nowhere",
        "core.editor": "false",
        "user.name": "Anna Ö",
        "user.email": "anna@example.org",
    }.items():
        git(repository, "config", key, value)
    write(repository, {GM: SPLIT})
    assert turnproc("resolve", repository).code == 1, "a new file that status hides is not committed"
    git(repository, "add", ".")
    git(repository, "-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--no-gpg-sign", "--message=gm")
    assert turnproc("resolve", repository).code == 0
    assert git(repository, "log", "-1", "--format=%an <%ae>") == "Anna Ö <anna@example.org>"
    assert turnproc("verify", repository).code == 0


def test_the_surroundings_of_a_hook(turnproc: Turnproc, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started from a hook of another repository, git's variables point there."""
    other = make_repository(repository.parent / "other")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
    assert turnproc("resolve", repository).code == 0
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    assert git(repository, "tag") == "turn-001"
    assert git(other, "tag") == ""


def test_nothing_of_ours_is_left(turnproc: Turnproc, repository: Path, isolated: Path) -> None:
    turnproc("resolve", repository)
    assert not [path for path in repository.rglob(".turnproc*") if ".git" not in path.parts]
    assert list(isolated.iterdir()) == []
    assert list((repository / ".git").rglob("*.lock")) == []


def test_a_linked_worktree(turnproc: Turnproc, repository: Path) -> None:
    second = repository.parent / "second"
    git(repository, "worktree", "add", "--quiet", "-b", "second", str(second))
    assert turnproc("resolve", second).code == 0
    assert git(repository, "log", "--format=%s", "main") == "Start"
    assert committed_names(second) == RESULTS


def test_line_ends_of_a_checkout_change_nothing(turnproc: Turnproc, repository: Path) -> None:
    """CRLF as Windows' git makes it: the turn is resolved; what it writes stays LF."""
    for name in SMALL:
        path = repository / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    git(repository, "commit", "--quiet", "--all", "--message=CRLF")
    assert turnproc("resolve", repository).code == 0
    assert b"\r" not in (repository / JOURNAL).read_bytes()
    assert turnproc("verify", repository).code == 0
