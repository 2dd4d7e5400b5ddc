"""Rulesets of this package and of others, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

import turnproc.rulesets
from turnproc.rulesets import GROUP, rulesets
from turnproc.rulesets.bellum import RULESET

CHESS = replace(RULESET, name="chess")
NO_RULESET = "chess"


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    rulesets.cache_clear()
    yield
    rulesets.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    found = [EntryPoint(name, f"{__name__}:{value}", GROUP) for name, value in entries]
    monkeypatch.setattr(turnproc.rulesets, "entry_points", lambda group: found if group == GROUP else [])
    monkeypatch.setattr(EntryPoint, "load", lambda entry: globals()[entry.value.rpartition(":")[2]])


def test_those_of_this_package() -> None:
    assert list(rulesets()) == ["bellum", "vidonico"]
    assert {name: each.name for name, each in rulesets().items()} == {"bellum": "bellum", "vidonico": "vidonico"}
    assert "chess" not in rulesets()


def test_one_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("chess", "CHESS"))
    assert rulesets()["chess"] is CHESS
    assert len(rulesets()) == 3


@pytest.mark.parametrize("entry", [("chess", "NO_RULESET"), ("draughts", "CHESS")])
def test_what_is_no_ruleset_of_that_name_is_told(monkeypatch: pytest.MonkeyPatch, entry: tuple[str, str]) -> None:
    install(monkeypatch, entry)
    assert rulesets()["bellum"] is RULESET
    with pytest.raises(ValueError, match=entry[0]):
        rulesets()[entry[0]]


def test_nobody_takes_the_place_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("bellum", "CHESS"))
    with pytest.raises(ValueError, match="two packages"):
        rulesets()
