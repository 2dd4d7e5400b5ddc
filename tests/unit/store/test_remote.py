"""How the host is told who pushes: its own token, to itself alone, and nowhere to be seen."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.git.helpers import git, make_repository
from turnproc.store.remote import Remote
from turnproc.store.repository import Repository


def remote(folder: Path, url: str) -> Remote:
    make_repository(folder)
    git(folder, "remote", "add", "origin", url)
    repository = Repository.find(folder)
    assert repository is not None
    return Remote.of(repository)


@pytest.fixture(autouse=True)
def no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_TOKEN", "GITHUB_SERVER_URL", "GIT_CONFIG_COUNT"):
        monkeypatch.delenv(name, raising=False)


def test_the_token_goes_to_its_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "ghs_secret")
    make_repository(tmp_path)
    for name, value in (("COUNT", "1"), ("KEY_0", "user.name"), ("VALUE_0", "somebody")):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    there = remote(tmp_path, "https://github.com/somebody/campaign")
    assert there._env["GIT_CONFIG_COUNT"] == "2"
    assert there._env["GIT_CONFIG_KEY_1"] == "http.https://github.com/.extraheader"
    kind, _, secret = there._env["GIT_CONFIG_VALUE_1"].partition("basic ")
    assert (kind, base64.b64decode(secret)) == ("AUTHORIZATION: ", b"x-access-token:ghs_secret")
    assert "ghs_secret" not in repr(there)
    assert secret not in repr(there)


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com.example.org/x/y",
        "https://example.org/https://github.com/x",
        "http://github.com/x/y",
        "git@github.com:x/y",
        "../origin.git",
    ],
)
def test_to_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "ghs_secret")
    assert remote(tmp_path, url)._env == {}


def test_a_host_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "ghs_secret")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://git.example.org")
    assert "GIT_CONFIG_KEY_0" in remote(tmp_path / "own", "https://git.example.org/x/y")._env
    assert remote(tmp_path / "other", "https://github.com/x/y")._env == {}


def test_the_branch_s_own_upstream_comes_first(tmp_path: Path) -> None:
    make_repository(tmp_path)
    for name in ("origin", "friend"):
        git(tmp_path, "remote", "add", name, f"../{name}.git")
    git(tmp_path, "config", "branch.main.remote", "friend")
    git(tmp_path, "config", "branch.main.merge", "refs/heads/game")
    repository = Repository.find(tmp_path)
    assert repository is not None
    there = Remote.of(repository)
    assert (there.name, there.branch) == ("friend", "game")
