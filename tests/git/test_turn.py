"""A turn's results become files, one commit and one tag; what is in the way is said before anything is written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.git.helpers import FILES, MESSAGE, committed_names, contents, git, make_campaign, make_repository, write
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout, open_turn
from turnproc.store.lock import campaign_lock
from turnproc.store.turn import Recovered, Written, check_ready, commit_turn, recover

JOURNAL = "turns/001/journal.yaml"


def play(root: Path, *, use_git: bool = True) -> Written:
    with campaign_lock(root):
        assert recover(root, use_git) is None
        check_ready(root, 1, use_git)
        return commit_turn(root, 1, FILES, MESSAGE, use_git)


def refused(call: Callable[[], object]) -> OperatorError:
    with pytest.raises(OperatorError) as caught:
        call()
    return caught.value


def test_files_commit_and_tag(campaign: Path) -> None:
    written = play(campaign)
    assert written == Written(1, tuple(written.files), git(campaign, "rev-parse", "HEAD"), "turn-001")
    assert written.files[-1] == JOURNAL
    assert committed_names(campaign) == sorted(FILES)
    assert {name: (campaign / name).read_bytes() for name in FILES} == FILES
    assert git(campaign, "rev-parse", "turn-001^{commit}") == written.commit
    assert git(campaign, "status", "--porcelain", "--untracked-files=all") == ""
    assert open_turn(campaign) == 2


def test_in_a_larger_repository(campaign_in_larger_repository: Path) -> None:
    written = play(campaign_in_larger_repository)
    assert written.tag == "игры/на-востоке/turn-001"
    assert committed_names(campaign_in_larger_repository) == sorted(f"игры/на востоке/{name}" for name in FILES)


def test_without_git(tmp_path: Path) -> None:
    root = make_campaign(tmp_path)
    assert play(root, use_git=False) == Written(1, tuple(sorted(FILES, key=lambda name: (name == JOURNAL, name))))
    assert {name: (root / name).read_bytes() for name in FILES} == FILES
    assert not [path for path in root.rglob(".turnproc-*")]


def test_files_can_be_read_by_others(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("Windows has no such modes")
    before = os.umask(0o022)
    try:
        play(make_campaign(tmp_path), use_git=False)
    finally:
        os.umask(before)
    assert (tmp_path / JOURNAL).stat().st_mode & 0o777 == 0o644


def test_no_repository(tmp_path: Path) -> None:
    root = make_campaign(tmp_path)
    assert refused(lambda: check_ready(root, 1, True)).key == "O002"
    check_ready(root, 1, False)


def test_uncommitted_files_are_named(campaign: Path) -> None:
    write(campaign, {"turns/001/orders/готы.yaml": "turn: 1\n", "map.yaml": "x\n"})
    error = refused(lambda: check_ready(campaign, 1, True))
    assert (error.key, error.params["files"]) == ("O003", ["map.yaml", "turns/001/orders/готы.yaml"])
    assert "готы.yaml" in error.text()


def test_only_the_open_turn(campaign: Path) -> None:
    error = refused(lambda: check_ready(campaign, 3, True))
    assert (error.key, dict(error.params)) == ("O017", {"turn": 3, "open": 1})
    play(campaign)
    assert refused(lambda: check_ready(campaign, 1, True)).key == "O004"
    assert refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True)).key == "O004"


def test_a_merge_under_way(campaign: Path) -> None:
    write(campaign, {".git/MERGE_HEAD": git(campaign, "rev-parse", "HEAD")})
    assert refused(lambda: check_ready(campaign, 1, True)).key == "O008"
    assert refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True)).key == "O008"
    assert not (campaign / JOURNAL).exists()


def test_no_branch(campaign: Path) -> None:
    git(campaign, "checkout", "--quiet", "--detach")
    assert refused(lambda: check_ready(campaign, 1, True)).key == "O009"


def test_the_tag_is_taken(campaign: Path) -> None:
    git(campaign, "tag", "turn-001")
    assert refused(lambda: check_ready(campaign, 1, True)).key == "O010"


def test_a_persons_file_is_never_overwritten(campaign: Path) -> None:
    write(campaign, {"turns/001/report.ru.md": "моё\n"})
    before = contents(campaign)
    error = refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True))
    assert (error.key, error.params["files"]) == ("O014", ["turns/001/report.ru.md"])
    assert contents(campaign) == before
    commit_turn(campaign, 1, FILES, MESSAGE, True, replaces=["turns/001/report.ru.md"])
    assert (campaign / "turns/001/report.ru.md").read_bytes() == FILES["turns/001/report.ru.md"]


@pytest.mark.parametrize("name", ["../outside.md", "/etc/x", "turns//x", "turns/./x", ""])
def test_nothing_is_written_outside(campaign: Path, name: str) -> None:
    assert refused(lambda: commit_turn(campaign, 1, {**FILES, name: b"x"}, MESSAGE, True)).key == "O016"
    assert not (campaign / JOURNAL).exists()


def test_nothing_is_written_through_a_link(campaign: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    try:
        (campaign / "turns/001/private").symlink_to(elsewhere, target_is_directory=True)
    except OSError:
        pytest.skip("no links here")
    files = {**FILES, "turns/001/private/report.ru.md": b"x"}
    error = refused(lambda: commit_turn(campaign, 1, files, MESSAGE, True))
    assert (error.key, error.params["path"]) == ("O016", "turns/001/private")
    assert list(elsewhere.iterdir()) == []


def test_a_second_run_at_the_same_time(campaign: Path) -> None:
    with campaign_lock(campaign):
        script = (
            "import sys; from pathlib import Path; from turnproc.store.lock import campaign_lock\n"
            "with campaign_lock(Path(sys.argv[1])): pass"
        )
        second = subprocess.run(
            [sys.executable, "-c", script, str(campaign)], capture_output=True, text=True, encoding="utf-8", check=False
        )
    assert "O005" in second.stderr
    assert f"pid {os.getpid()}" in second.stderr


def full_disk(step: str) -> Callable[[str], None]:
    def at(reached: str) -> None:
        if reached == step:
            raise OSError(errno.ENOSPC, "No space left on device")

    return at


@pytest.mark.parametrize("step", ["begun", "staged turns/001/report.ru.md", f"staged {JOURNAL}"])
def test_a_full_disk_leaves_the_old_turn(campaign: Path, step: str) -> None:
    before = contents(campaign)
    error = refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True, at=full_disk(step)))
    assert error.key == "O012"
    assert contents(campaign) == before
    assert play(campaign).commit == git(campaign, "rev-parse", "HEAD")


def test_a_folder_that_cannot_be_written_leaves_the_old_turn(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(campaign)
    with monkeypatch.context() as patched:
        real = Path.replace

        def replace(self: Path, target: Path) -> Path:
            if self.name.isdecimal():
                raise PermissionError(errno.EACCES, "Permission denied", str(target))
            return real(self, target)

        patched.setattr(Path, "replace", replace)
        error = refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True))
    assert (error.key, error.params["path"]) == ("O011", str(campaign / "turns/001/report.ru.md"))
    assert contents(campaign) == before
    play(campaign)


@pytest.fixture
def readable_by_all() -> Iterator[Path]:
    """A folder that other users can reach, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_read_only_folder_as_an_unprivileged_user(readable_by_all: Path) -> None:
    root = make_campaign(readable_by_all / "campaign")
    for path in (root, *root.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(65534)
    try:
        assert (root / "campaign.yaml").read_bytes()
        without_lock = refused(lambda: commit_turn(root, 1, FILES, MESSAGE, False))
        with_lock = refused(lambda: play(root, use_git=False))
    finally:
        if was_root:
            os.seteuid(0)
        for path in (root, *root.rglob("*")):
            path.chmod(0o755)
    assert (without_lock.key, without_lock.params["path"]) == ("O011", str(root / "turns/.turnproc-001"))
    assert (with_lock.key, with_lock.params["path"]) == ("O011", str(root / ".turnproc-lock"))


def test_git_refuses_and_the_next_run_commits(campaign: Path) -> None:
    write(campaign, {".git/index.lock": ""})
    error = refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True))
    assert error.key == "O007"
    assert Layout(campaign).is_resolved(1)
    assert refused(lambda: recover(campaign, True)).key == "O007"
    (campaign / ".git/index.lock").unlink()
    recovered = recover(campaign, True)
    assert recovered is not None
    assert recovered.written is not None
    assert recovered.written.commit == git(campaign, "rev-parse", "turn-001^{commit}")
    assert committed_names(campaign) == sorted(FILES)
    assert git(campaign, "log", "-1", "--format=%B") == MESSAGE + "\n"
    assert recover(campaign, True) is None


def test_a_person_commits_what_git_refused_us(campaign: Path) -> None:
    write(campaign, {".git/index.lock": ""})
    refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True))
    (campaign / ".git/index.lock").unlink()
    git(campaign, "add", "turns/001")
    git(campaign, "commit", "--quiet", "--message=by hand")
    by_hand = git(campaign, "rev-parse", "HEAD")
    write(campaign, {"later.txt": ""})
    git(campaign, "add", "later.txt")
    git(campaign, "commit", "--quiet", "--message=later")
    recovered = recover(campaign, True)
    assert recovered is not None
    assert recovered.written is not None
    assert recovered.written.commit == by_hand == git(campaign, "rev-parse", "turn-001^{commit}")


def test_a_person_takes_back_what_git_refused_us(campaign: Path) -> None:
    write(campaign, {".git/index.lock": ""})
    refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True))
    (campaign / ".git/index.lock").unlink()
    for name in FILES:
        (campaign / name).unlink()
    assert recover(campaign, True) == Recovered(1, None)
    assert play(campaign).commit == git(campaign, "rev-parse", "HEAD")


def test_a_person_changes_what_git_refused_us(campaign: Path) -> None:
    write(campaign, {".git/index.lock": ""})
    refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True))
    (campaign / ".git/index.lock").unlink()
    write(campaign, {"turns/001/report.ru.md": "моё\n"})
    error = refused(lambda: recover(campaign, True))
    assert error.key == "O015"
    assert dict(error.params) == {"turn": 1, "files": ["turns/001/report.ru.md"], "folder": "turns/.turnproc-001"}
    assert (campaign / "turns/001/report.ru.md").read_text(encoding="utf-8") == "моё\n"


def test_the_next_run_may_do_without_git(campaign: Path) -> None:
    write(campaign, {".git/index.lock": ""})
    refused(lambda: commit_turn(campaign, 1, FILES, MESSAGE, True))
    recovered = recover(campaign, False)
    assert recovered is not None
    assert recovered.written is not None
    assert recovered.written.commit is None
    assert git(campaign, "log", "-1", "--format=%s") == "Start"


def test_every_turn_after_the_other(tmp_path: Path) -> None:
    root = make_repository(make_campaign(tmp_path / "long"))
    for turn in (1, 2, 3):
        files = {name.replace("001", f"{turn:03d}"): raw for name, raw in FILES.items()}
        check_ready(root, turn, True)
        commit_turn(root, turn, files, f"Turn {turn}", True)
    assert git(root, "tag").split() == ["turn-001", "turn-002", "turn-003"]
    assert git(root, "log", "--format=%s").split("\n") == ["Turn 3", "Turn 2", "Turn 1", "Start"]
