"""Sealed orders in a turn with a deadline: what came in time is opened and published, what came late stays sealed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, SMALL, orders
from tests.cli.test_sealed_orders import write_key
from tests.cli.timed import AFTER, BEFORE, EARLY, commit, timed
from tests.git.helpers import git
from turnproc.store.age import Identity

SEALED = f"{HUNS}.age"
IN_TIME = SMALL[HUNS]
TOO_LATE = orders("huns", "{hold: 4, in: tavrika}")


@pytest.fixture
def gm() -> Identity:
    return Identity.new()


@pytest.fixture
def campaign(tmp_path: Path, gm: Identity) -> Path:
    root = timed(tmp_path / "timed")
    head = (root / "campaign.yaml").read_text(encoding="utf-8")
    commit(root, EARLY, {"campaign.yaml": f"{head}id: east\norders: sealed\ngame_master: {{age: {gm.recipient}}}\n"})
    return root


def send(turnproc: Turnproc, root: Path, text: str, at: str) -> bytes:
    (root / HUNS).parent.mkdir(parents=True, exist_ok=True)
    (root / HUNS).write_text(text, encoding="utf-8", newline="\n")
    assert turnproc("orders", "seal", "--remove", root / HUNS).code == 0
    commit(root, at, {})
    return (root / SEALED).read_bytes()


def resolved(turnproc: Turnproc, root: Path, isolated: Path, gm: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNPROC_KEY_FILE", str(write_key(isolated / "turnproc" / "east.key", gm)))
    ran = turnproc("resolve", root)
    assert ran.code == 0, ran.err
    monkeypatch.delenv("TURNPROC_KEY_FILE")
    (isolated / "turnproc" / "east.key").unlink()
    assert git(root, "status", "--porcelain") == ""
    ran = turnproc("verify", root)
    assert (ran.code, ran.err) == (0, ""), ran.err


def test_in_time(
    turnproc: Turnproc, campaign: Path, isolated: Path, gm: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = send(turnproc, campaign, IN_TIME, BEFORE)
    resolved(turnproc, campaign, isolated, gm, monkeypatch)
    assert (campaign / SEALED).read_bytes() == raw
    assert (campaign / HUNS).read_text(encoding="utf-8") == IN_TIME


def test_a_later_file_does_not_count_and_stays_sealed(
    turnproc: Turnproc, campaign: Path, isolated: Path, gm: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = send(turnproc, campaign, IN_TIME, BEFORE)
    second = send(turnproc, campaign, TOO_LATE, AFTER)
    assert "C072" in {each["code"] for each in turnproc("validate", campaign, "--format", "json").data["problems"]}
    resolved(turnproc, campaign, isolated, gm, monkeypatch)
    assert (campaign / SEALED).read_bytes() == first
    assert (campaign / HUNS).read_text(encoding="utf-8") == IN_TIME
    assert (campaign / "turns/001/late/huns.yaml.age").read_bytes() == second


def test_only_late(
    turnproc: Turnproc, campaign: Path, isolated: Path, gm: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = send(turnproc, campaign, TOO_LATE, AFTER)
    resolved(turnproc, campaign, isolated, gm, monkeypatch)
    assert (campaign / "turns/001/late/huns.yaml.age").read_bytes() == raw
    assert not (campaign / SEALED).exists()
    assert not (campaign / HUNS).exists()
    assert TOO_LATE not in git(campaign, "log", "-p", "--all")
