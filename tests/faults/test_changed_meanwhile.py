"""Files that are saved, pulled or deleted while a turn is being played: what is committed is what was checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, SMALL, orders
from tests.git.helpers import git, write
from turnproc.actions import game, resolve_turn
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game
from turnproc.actions.sealed_orders import FindIdentity

Change = Callable[[Path], None]

GOTHS = "turns/001/orders/goths.yaml"
OTHERS = orders("huns", "{hold: 1, in: tavrika}")


def saved(root: Path) -> None:
    write(root, {HUNS: OTHERS})


def pulled(root: Path) -> None:
    """Others have arrived with a commit: git sees nothing that is not committed."""
    write(root, {HUNS: OTHERS})
    git(root, "commit", "--quiet", "--all", "--message", "More orders")


def sent(root: Path) -> None:
    """Whoever had sent nothing when the folder was looked at."""
    write(root, {"turns/001/orders/alans.yaml": orders("alans", "{hold: 1, in: sarmatia}")})
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Orders at the last moment")


def ruled(root: Path) -> None:
    write(root, {GM: "turn: 1\n"})
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "The game master's file")


def deleted(root: Path) -> None:
    (root / GOTHS).unlink()


CHANGES: dict[str, tuple[Change, str]] = {
    "saved": (saved, HUNS),
    "pulled": (pulled, HUNS),
    "sent": (sent, "turns/001/orders/alans.yaml"),
    "ruled": (ruled, GM),
    "deleted": (deleted, GOTHS),
}


def between(monkeypatch: pytest.MonkeyPatch, *, before: Change | None = None, after: Change | None = None) -> None:
    """Change files before everything is read (but after git was asked), and after it."""
    real = game.open_game

    def open_game(documents: Documents, turn: int | None = None, find: FindIdentity | None = None) -> Game | None:
        if before is not None:
            before(documents.root)
        opened = real(documents, turn, find)
        if after is not None:
            after(documents.root)
        return opened

    monkeypatch.setattr(resolve_turn, "open_game", open_game)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("options", [(), ("--no-commit",)])
def test_changed_after_it_was_read(
    turnproc: Turnproc, repository: Path, monkeypatch: pytest.MonkeyPatch, change: str, options: tuple[str, ...]
) -> None:
    action, file = CHANGES[change]
    with monkeypatch.context() as there:
        between(there, after=action)
        ran = turnproc("resolve", *options, repository)
    assert (ran.code, ran.out) == (1, "")
    assert "changed while turn 1 was being resolved" in ran.err
    assert file in ran.err
    assert not (repository / JOURNAL).exists()
    assert list((repository / "turns").glob(".turnproc*")) == []
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--allow-empty", "--message", "As it is now")
    assert turnproc("resolve", repository).code == 0
    assert turnproc("verify", repository).code == 0


@pytest.mark.parametrize("put_back", [False, True])
def test_changed_between_the_look_at_git_and_the_reading(
    turnproc: Turnproc, repository: Path, monkeypatch: pytest.MonkeyPatch, put_back: bool
) -> None:
    """The orders that were played would never have been in git: nobody could play the turn again."""
    was = SMALL[HUNS]
    with monkeypatch.context() as there:
        between(there, before=saved, after=(lambda root: write(root, {HUNS: was})) if put_back else None)
        ran = turnproc("resolve", repository)
    assert (ran.code, ran.out) == (1, "")
    assert ("changed while turn 1 was being resolved" if put_back else "not committed") in ran.err
    assert HUNS in ran.err
    assert not (repository / JOURNAL).exists()


def test_what_the_turn_is_not_made_from_may_change(
    turnproc: Turnproc, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_another_turn(root: Path) -> None:
        write(root, {"turns/000/notes.txt": "x\n"})

    with monkeypatch.context() as there:
        between(there, after=of_another_turn)
        assert turnproc("resolve", "--no-commit", repository).code == 0
