"""What the campaign's repository answers, and that a commit holds exactly what it was given."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.git.helpers import FILES, MESSAGE, committed_names, git, make_campaign, make_repository, write
from turnproc.store.errors import OperatorError
from turnproc.store.repository import Repository
from turnproc.store.trees import RunGit, with_files


def put(root: Path, files: dict[str, bytes] = FILES) -> list[str]:
    write(root, {name: raw.decode() for name, raw in files.items()})
    return list(files)


def repository_of(root: Path) -> Repository:
    repository = Repository.find(root)
    assert repository is not None
    return repository


def test_no_repository(tmp_path: Path) -> None:
    assert Repository.find(make_campaign(tmp_path)) is None


def test_the_prefix_is_the_campaigns_folder(campaign: Path, campaign_in_larger_repository: Path) -> None:
    assert repository_of(campaign).prefix == ""
    assert repository_of(campaign_in_larger_repository).prefix == "игры/на востоке/"


def test_clean_after_a_commit(campaign: Path) -> None:
    assert repository_of(campaign).dirty() == []


def test_changed_deleted_new_and_staged_files_are_dirty(campaign: Path) -> None:
    write(campaign, {"campaign.yaml": "changed\n", "turns/001/orders/новые гунны.yaml": "new\n", "staged.yaml": "x\n"})
    (campaign / "turns/001/orders/huns.yaml").unlink()
    git(campaign, "add", "staged.yaml")
    assert repository_of(campaign).dirty() == [
        "campaign.yaml",
        "staged.yaml",
        "turns/001/orders/huns.yaml",
        "turns/001/orders/новые гунны.yaml",
    ]


def test_ignored_and_our_own_files_are_not_dirty(campaign: Path) -> None:
    write(campaign, {".git/info/exclude": "*.tmp\n", "x.tmp": "", ".turnproc-lock": "", "turns/.turnproc-001/0000": ""})
    assert repository_of(campaign).dirty() == []


def test_new_files_are_dirty_even_if_the_person_hides_them_in_status(campaign: Path) -> None:
    git(campaign, "config", "status.showUntrackedFiles", "no")
    write(campaign, {"turns/001/gm.yaml": "turn: 1\n"})
    assert repository_of(campaign).dirty() == ["turns/001/gm.yaml"]


def test_dirt_elsewhere_in_a_larger_repository_is_not_ours(campaign_in_larger_repository: Path) -> None:
    assert repository_of(campaign_in_larger_repository).dirty() == []
    write(campaign_in_larger_repository, {"map.yaml": "places: {}\n"})
    assert repository_of(campaign_in_larger_repository).dirty() == ["map.yaml"]


def test_a_commit_holds_exactly_these_files(campaign_in_larger_repository: Path) -> None:
    root = campaign_in_larger_repository
    names = put(root)
    write(root, {"turns/001/orders/goths.yaml": "turn: 1\n"})
    commit = repository_of(root).commit(names, MESSAGE)
    assert commit == git(root, "rev-parse", "HEAD")
    assert committed_names(root) == sorted(f"игры/на востоке/{name}" for name in names)
    assert git(root, "log", "-1", "--format=%B") == MESSAGE + "\n"
    # What was staged stays staged, what was changed stays changed, what was new stays new.
    status = git(root, "status", "--porcelain", "-z", "--untracked-files=all").split("\0")
    assert sorted(status) == [
        "",
        " M notes.txt",
        "?? new.txt",
        "?? игры/на востоке/turns/001/orders/goths.yaml",
        "M  staged.txt",
    ]


def test_nothing_to_commit(campaign: Path) -> None:
    names = put(campaign)
    repository = repository_of(campaign)
    commit = repository.commit(names, MESSAGE)
    assert repository.commit(names, MESSAGE) is None
    assert repository.last_commit_of("turns/001/journal.yaml") == commit


def test_the_first_commit_of_a_repository(tmp_path: Path) -> None:
    root = make_campaign(tmp_path)
    git(root, "init", "--quiet", "--initial-branch=main")
    commit = repository_of(root).commit(put(root), MESSAGE)
    assert committed_names(root) == sorted(FILES)
    assert commit == git(root, "rev-parse", "HEAD")


def test_somebody_commits_meanwhile(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their commit stays the last one; the next attempt comes after it."""
    write(campaign, {"turns/001/state.yaml": "state\n"})
    real = with_files

    def interrupted(run: RunGit, tree: str, files: Mapping[str, str | None]) -> str:
        if not (campaign / "theirs.txt").exists():
            write(campaign, {"theirs.txt": "theirs\n"})
            git(campaign, "add", "theirs.txt")
            git(campaign, "commit", "--quiet", "--only", "theirs.txt", "--message", "Theirs")
        return real(run, tree, files)

    with monkeypatch.context() as there:
        there.setattr("turnproc.store.repository.with_files", interrupted)
        with pytest.raises(OperatorError) as caught:
            repository_of(campaign).commit(["turns/001/state.yaml"], "Turn 1\n")
    assert caught.value.key == "O007"
    assert git(campaign, "log", "-1", "--format=%s") == "Theirs"
    assert repository_of(campaign).commit(["turns/001/state.yaml"], "Turn 1\n") is not None
    assert git(campaign, "log", "--format=%s").splitlines()[:2] == ["Turn 1", "Theirs"]
    assert committed_names(campaign) == ["turns/001/state.yaml"]
    assert repository_of(campaign).dirty() == []


def test_a_file_takes_the_place_of_a_folder(campaign: Path) -> None:
    write(campaign, {"x/y.txt": "x\n", "z": "z\n"})
    assert repository_of(campaign).commit(["x/y.txt", "z"], "One way\n") is not None
    shutil.rmtree(campaign / "x")
    (campaign / "z").unlink()
    write(campaign, {"x": "x\n", "z/y.txt": "z\n"})
    assert repository_of(campaign).commit(["x", "z/y.txt"], "The other\n") is not None
    assert repository_of(campaign).dirty() == []


def test_ignored_results_are_committed_too(campaign: Path) -> None:
    write(campaign, {".gitignore": "*.md\n"})
    repository_of(campaign).commit(put(campaign), MESSAGE)
    assert committed_names(campaign) == sorted(FILES)


@pytest.mark.parametrize("name", ["a b/с пробелом.yaml", "-m.yaml", ":(top)x.yaml", "[ab]*.yaml", "кавычка'x.yaml"])
def test_no_name_is_an_option_or_a_pattern(campaign: Path, name: str) -> None:
    if os.name == "nt" and set(name) & set(':*"'):
        pytest.skip("Windows has no such names")
    put(campaign, {name: b"x\n", "a.yaml": b"x\n", "b.yaml": b"x\n"})
    repository_of(campaign).commit([name], MESSAGE)
    assert committed_names(campaign) == [name]


def test_a_turn_of_a_thousand_files(campaign: Path) -> None:
    files = {f"turns/001/private/очень длинное имя игрока {number:04d}/report.ru.md": b"x\n" for number in range(1000)}
    repository_of(campaign).commit(put(campaign, files), MESSAGE)
    assert committed_names(campaign) == sorted(files)


def test_without_identity_the_commit_is_turnprocs(campaign: Path) -> None:
    git(campaign, "config", "user.useConfigOnly", "true")
    repository = repository_of(campaign)
    commit = repository.commit(put(campaign), MESSAGE)
    assert commit is not None
    repository.tag(1, commit)
    assert git(campaign, "log", "-1", "--format=%an <%ae>, %cn <%ce>") == ", ".join(
        ["turnproc <turnproc@localhost>"] * 2
    )


def test_the_persons_identity_is_used(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(campaign, "config", "user.name", "Мастер")
    git(campaign, "config", "user.email", "gm@example.org")
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Бот")
    repository_of(campaign).commit(put(campaign), MESSAGE)
    assert (
        git(campaign, "log", "-1", "--format=%an <%ae>, %cn <%ce>") == "Бот <gm@example.org>, Мастер <gm@example.org>"
    )


@pytest.mark.skipif(os.name == "nt", reason="hooks are shell scripts")
@pytest.mark.parametrize("hook", ["pre-commit", "commit-msg", "prepare-commit-msg", "reference-transaction"])
def test_hooks_do_not_run(campaign: Path, hook: str) -> None:
    write(campaign, {f".git/hooks/{hook}": "#!/bin/sh\nexit 1\n"})
    path = campaign / ".git/hooks" / hook
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    repository = repository_of(campaign)
    commit = repository.commit(put(campaign), MESSAGE)
    assert commit is not None
    repository.tag(1, commit)
    assert repository.tagged(1) == commit


def test_signing_and_templates_of_the_person_stay_out_of_it(campaign: Path) -> None:
    for setting in ("commit.gpgSign", "tag.gpgSign", "tag.forceSignAnnotated"):
        git(campaign, "config", setting, "true")
    git(campaign, "config", "gpg.program", "/nonexistent/gpg")
    git(campaign, "config", "commit.verbose", "true")
    git(campaign, "config", "commit.cleanup", "strip")
    repository = repository_of(campaign)
    commit = repository.commit(put(campaign), "# Ход 1\n\n#7: строка")
    assert commit is not None
    repository.tag(1, commit)
    assert git(campaign, "log", "-1", "--format=%B") == "# Ход 1\n\n#7: строка\n"


def test_inherited_variables_lead_nowhere_else(campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_repository(tmp_path / "other")
    before = git(other, "rev-parse", "HEAD")
    for name, value in {
        "GIT_DIR": str(other / ".git"),
        "GIT_WORK_TREE": str(other),
        "GIT_INDEX_FILE": str(other / ".git" / "index"),
        "GIT_OBJECT_DIRECTORY": str(other / ".git" / "objects"),
        "GIT_PREFIX": "elsewhere/",
        "GIT_NAMESPACE": "elsewhere",
        "GIT_LITERAL_PATHSPECS": "0",
        "GIT_CONFIG_PARAMETERS": "'core.bare=true'",
    }.items():
        monkeypatch.setenv(name, value)
    commit = repository_of(campaign).commit(put(campaign), MESSAGE)
    assert commit == git(campaign, "rev-parse", "HEAD")
    assert git(other, "rev-parse", "HEAD") == before


def test_the_tag_of_a_turn(campaign: Path, campaign_in_larger_repository: Path) -> None:
    for root, name in ((campaign, "turn-001"), (campaign_in_larger_repository, "игры/на-востоке/turn-001")):
        repository = repository_of(root)
        head = git(root, "rev-parse", "HEAD")
        assert repository.tagged(1) is None
        repository.tag(1, head)
        assert repository.tag_name(1) == name
        assert repository.tagged(1) == head
        assert git(root, "rev-parse", f"refs/tags/{name}^{{commit}}") == head


def test_a_tag_is_never_moved(campaign: Path) -> None:
    repository = repository_of(campaign)
    first = git(campaign, "rev-parse", "HEAD")
    repository.tag(1, first)
    repository.tag(1, first)
    second = repository.commit(put(campaign), MESSAGE)
    assert second is not None
    with pytest.raises(OperatorError, match="turn-001") as refused:
        repository.tag(1, second)
    assert refused.value.key == "O010"
    assert repository.tagged(1) == first


@pytest.mark.parametrize(
    ("folder", "tag"),
    [
        ("east", "east/turn-012"),
        ("на востоке", "на-востоке/turn-012"),
        (".hidden/a..b/x.lock", "hidden/a-b/x-/turn-012"),
        ("-m", "m/turn-012"),
        ("a~^:?*[b", "a-b/turn-012"),
    ],
)
def test_any_folder_makes_a_tag(campaign: Path, folder: str, tag: str) -> None:
    repository = Repository(campaign, f"{folder}/")
    assert repository.tag_name(12) == tag
    assert git(campaign, "check-ref-format", "--normalize", f"refs/tags/{tag}") == f"refs/tags/{tag}"


def test_operations_under_way(campaign: Path) -> None:
    repository = repository_of(campaign)
    assert repository.busy() is None
    for file, operation in {
        "MERGE_HEAD": "merge",
        "CHERRY_PICK_HEAD": "cherry-pick",
        "REVERT_HEAD": "revert",
        "rebase-merge/done": "rebase",
        "rebase-apply/next": "rebase",
    }.items():
        write(campaign, {f".git/{file}": "x"})
        assert repository.busy() == operation
        (campaign / ".git" / file).unlink()
        if "/" in file:
            (campaign / ".git" / file).parent.rmdir()


def test_detached_head(campaign: Path) -> None:
    repository = repository_of(campaign)
    assert not repository.is_detached()
    git(campaign, "checkout", "--quiet", "--detach")
    assert repository.is_detached()


def test_a_linked_worktree(campaign: Path, tmp_path: Path) -> None:
    git(campaign, "worktree", "add", "--quiet", "-b", "second", str(tmp_path / "second"))
    second = tmp_path / "second"
    repository = repository_of(second)
    assert repository.dirty() == []
    assert repository.busy() is None
    repository.commit(put(second), MESSAGE)
    assert git(second, "log", "-1", "--format=%s") == "Turn 1 of Проба"
    assert git(campaign, "log", "-1", "--format=%s") == "Start"


def test_files_of_an_earlier_commit(campaign_in_larger_repository: Path) -> None:
    root = campaign_in_larger_repository
    repository = repository_of(root)
    before = git(root, "rev-parse", "HEAD")
    repository.commit(put(root), MESSAGE)
    assert repository.file_at("HEAD", "turns/001/state.yaml") == FILES["turns/001/state.yaml"]
    assert repository.file_at(before, "turns/001/state.yaml") is None


def test_git_is_not_installed(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OperatorError) as refused:
        Repository.find(campaign)
    assert refused.value.key == "O006"


def test_gits_own_words_are_shown(campaign: Path) -> None:
    write(campaign, {".git/index.lock": ""})
    with pytest.raises(OperatorError, match=r"index\.lock.*File exists") as refused:
        repository_of(campaign).commit(put(campaign), MESSAGE)
    assert refused.value.key == "O007"
