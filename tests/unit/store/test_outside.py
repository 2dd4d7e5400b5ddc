"""Files from anywhere: read with care, and written where nothing is, all or none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from turnproc.store import outside
from turnproc.store.errors import OperatorError
from turnproc.store.outside import no_link_on_the_way, read_outside, write_new

links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_no_more_is_read_than_is_needed_to_see_that_it_is_too_much(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"12345")
    assert read_outside(tmp_path / "x", 5) == b"12345"
    assert read_outside(tmp_path / "x", 3) == b"1234"


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "x"):
        with pytest.raises(OperatorError) as caught:
            read_outside(path, 10)
        assert caught.value.key == "O019"


def test_new_files_with_their_folders(tmp_path: Path) -> None:
    write_new({tmp_path / "a" / "b" / "x": b"1", tmp_path / "y": b"2"})
    assert names(tmp_path) == ["a", "a/b", "a/b/x", "y"]
    assert (tmp_path / "a" / "b" / "x").read_bytes() == b"1"


def test_nothing_at_all(tmp_path: Path) -> None:
    write_new({})
    assert names(tmp_path) == []


def test_nothing_is_replaced_and_then_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "y").write_bytes(b"old")
    with pytest.raises(OperatorError) as caught:
        write_new({tmp_path / "x": b"1", tmp_path / "y": b"2", tmp_path / "z": b"3"})
    assert caught.value.key == "O031"
    assert names(tmp_path) == ["y"]
    assert (tmp_path / "y").read_bytes() == b"old"


@links
def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    (tmp_path / "x").symlink_to(target)
    (tmp_path / ".turnproc-z").symlink_to(target)
    with pytest.raises(OperatorError):
        write_new({tmp_path / "x": b"1"})
    write_new({tmp_path / "z": b"1"})
    assert not target.exists()
    assert names(tmp_path) == ["x", "z"]


def test_systems_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(source: Path, target: Path) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", no_links)
    write_new({tmp_path / "x": b"1"})
    assert names(tmp_path) == ["x"]
    with pytest.raises(OperatorError) as caught:
        write_new({tmp_path / "x": b"2"})
    assert caught.value.key == "O031"
    assert (tmp_path / "x").read_bytes() == b"1"


def test_a_run_that_is_ended_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = outside._put

    def ended(draft: Path, path: Path) -> None:
        if path.name == "y":
            raise KeyboardInterrupt
        put(draft, path)

    monkeypatch.setattr(outside, "_put", ended)
    with pytest.raises(KeyboardInterrupt):
        write_new({tmp_path / "x": b"1", tmp_path / "y": b"2"})
    assert names(tmp_path) == []


@links
def test_a_link_on_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    no_link_on_the_way(tmp_path, tmp_path / "real" / "x")
    with pytest.raises(OperatorError) as caught:
        no_link_on_the_way(tmp_path, tmp_path / "link" / "x")
    assert caught.value.key == "O016"
