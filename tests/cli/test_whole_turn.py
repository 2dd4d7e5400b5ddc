"""A turn from orders to report, as a campaign's workflows play it: three players' pull requests, a host, its API.

One of them seals, one is late, one is hostile. Whatever is run a second time changes nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import Ran, orders
from tests.cli.platforms import Platform, played
from tests.cli.pull_requests import GOTHS, HUNS, MARCH, ROME, campaign
from tests.cli.workflows import POSTING, play, read
from tests.git.helpers import git
from tests.post.fake_github import TOKEN

DEADLINE = "2026-05-08T17:00:00Z"
EARLY, LATER, TOO_LATE = (f"2026-05-08T{hour}:00Z" for hour in ("10:00", "11:00", "17:01"))
BEFORE, AFTER = "2026-05-08T12:00:00Z", "2026-05-08T17:30:00Z"
SECRET_WORDS = "We shall take Sarmatia by night."
STOLEN = {
    GOTHS: orders("goths", "{hold: 1, in: dacia}"),
    ROME: orders("rome", "{hold: 3, in: italy}"),
    ".github/workflows/orders.yml": "on: pull_request_target\n",
}


class Campaign:
    """The campaign on its host, with its workflows; `now` is what the clock shows."""

    def __init__(self, platform: Platform, turnproc: Turnproc, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
        self.platform, self.turnproc, self.monkeypatch, self.key = platform, turnproc, monkeypatch, key
        self.now = BEFORE
        self.checkouts = 0
        self.output = ""

    def run(self, words: list[str], folder: Path, env: Mapping[str, str]) -> Ran:
        timed = {"--if-due", "--reminder"} & set(words)
        with self.monkeypatch.context() as here:
            for name, value in env.items():
                here.setenv(name, value)
            ran = self.turnproc(*words, *(("--now", self.now) if timed else ()), cwd=folder)
        self.output += ran.out + ran.err
        return ran

    def workflow(self, name: str, pull: int | None = None) -> list[int | None]:
        """Run a workflow; the exit code of each step, None where it was left out."""
        values = {
            "github.token": TOKEN,
            "secrets.TURNPROC_KEY": self.key,
            **dict.fromkeys(POSTING, ""),
            "github.event.repository.fork": "false",
        }
        if pull is not None:
            request = self.platform.github.kept.pulls[pull - 1]
            values |= {
                "github.event.pull_request.base.sha": self.platform.host.head(),
                "github.event.pull_request.head.sha": request["head"]["sha"],
                "github.event.pull_request.user.login": request["user"]["login"],
            }
        steps = play(read(self.checkout(""), name), values, lambda _: self.checkout("", pull), self.run)
        return [None if each.ran is None else each.ran.code for each in steps]

    def checkout(self, _: str, pull: int | None = None) -> Path:
        """What `actions/checkout` gives: the main branch, or for a pull request what merging it would give."""
        self.checkouts += 1
        clone = self.platform.host.clone(f"job-{self.checkouts}")
        if pull is not None:
            git(clone, "fetch", "--quiet", "origin", f"refs/pull/{pull}/head")
            git(clone, "merge", "--quiet", "--no-edit", "FETCH_HEAD")
        return clone

    def state(self) -> object:
        """All that anybody can see."""
        kept = self.platform.github.kept
        return (
            self.platform.host.head(),
            self.platform.host.tags(),
            {number: [each["body"] for each in comments] for number, comments in kept.comments.items()},
            {tag: release["body"] for tag, release in kept.releases.items()},
            dict(kept.assets),
        )


@pytest.fixture
def there(tmp_path: Path, turnproc: Turnproc, monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    sample, start = tmp_path / "sample", tmp_path / "prepared"
    assert turnproc("new", sample, "--ruleset", "bellum", "--no-commit").code == 0
    text = campaign()["campaign.yaml"]
    more = "id: small-war\npost: [github]\ncadence: {days: 7, at: '20:00', zone: Europe/Moscow}\norders: sealed\n"
    files = campaign() | {"campaign.yaml": f"{text}{more}", "turns/001/turn.yaml": f"deadline: {DEADLINE}\n"}
    for path in (sample / ".github").rglob("*"):
        if path.is_file():
            files[path.relative_to(sample).as_posix()] = path.read_text(encoding="utf-8")
    files.pop(".github/workflows/check.yml")
    files.pop(HUNS)
    for name, content in files.items():
        (start / name).parent.mkdir(parents=True, exist_ok=True)
        (start / name).write_text(content, encoding="utf-8")
    key = tmp_path / "secret" / "small-war.key"
    key.parent.mkdir()
    with monkeypatch.context() as here:
        here.setenv("TURNPROC_KEY_FILE", str(key))
        assert turnproc("keys", "new", start).code == 0
    files["campaign.yaml"] = (start / "campaign.yaml").read_text(encoding="utf-8")
    shutil.rmtree(start)
    with played(tmp_path, files, monkeypatch) as platform:
        yield Campaign(platform, turnproc, monkeypatch, key.read_text(encoding="utf-8"))


def sealed(turnproc: Turnproc, fork: Path, name: str, text: str) -> None:
    (fork / name).parent.mkdir(parents=True, exist_ok=True)
    (fork / name).write_text(text, encoding="utf-8")
    assert turnproc("orders", "seal", "--remove", fork / name).code == 0


def test_a_turn(there: Campaign, turnproc: Turnproc) -> None:
    platform, host = there.platform, there.platform.host

    # Anna seals.
    anna = platform.fork("Anna-K")
    march = MARCH.replace("orders:", f'message: "{SECRET_WORDS}"\norders:')
    sealed(turnproc, anna, GOTHS, march)
    first = platform.open("Anna-K", anna, {}, EARLY)
    assert there.workflow("orders", first) == [0]
    assert there.workflow("accept") == [0]
    assert f"{GOTHS}.age" in host.files()
    assert not platform.is_open(first)

    # Boris sends open orders, in time.
    boris = platform.fork("boris")
    second = platform.open("boris", boris, {HUNS: orders("huns", "{hold: 4, in: tavrika}")}, LATER)
    assert there.workflow("orders", second) == [0]
    assert there.workflow("accept") == [0]

    # Carla wants others' orders, and the workflow.
    carla = platform.fork("carla")
    third = platform.open("carla", carla, STOLEN, LATER)
    assert there.workflow("orders", third) == [1]
    assert there.workflow("accept") == [0]
    assert platform.is_open(third)
    assert "P008" in platform.comment(third)
    assert "pull_request_target" not in host.text(".github/workflows/orders.yml")

    # It is not time yet; a second run of everything changes nothing.
    assert there.workflow("resolve") == [0, 0, 0, 0]
    before = there.state()
    for _ in range(2):
        assert there.workflow("accept") == [0]
        assert there.workflow("resolve")[:2] == [0, 0]
        assert there.state() == before

    # Boris changes his mind too late; nothing has looked at it when the turn is due.
    platform.sync(boris)
    late = platform.open("boris", boris, {HUNS: orders("huns", "{move: 4, from: tavrika, to: sarmatia}")}, TOO_LATE)
    there.now = AFTER
    assert there.workflow("resolve") == [0, 0, 0, 0]
    assert "Too late" in platform.comment(late)
    assert "{hold: 4, in: tavrika}" in host.text(HUNS)
    assert "to: sarmatia" in host.text("turns/001/late/huns.yaml")

    # What was sealed is published with the turn; nobody could read it before.
    assert SECRET_WORDS in host.text(GOTHS)
    assert f"{GOTHS}.age" in host.files()
    assert host.tags() == ["turn-001"]
    assert "turns/001/journal.yaml" in host.files()
    assert host.text("turns/002/turn.yaml").startswith("#")
    release = platform.github.kept.releases["turn-001"]
    assert SECRET_WORDS.rsplit(maxsplit=1)[-1] in release["body"]
    assert "Rome" in release["body"]
    assert "posted" in host.text("turns/001/posted.yaml")
    for secret in (there.key, *there.key.split()[-1:], TOKEN):
        assert secret not in there.output

    # What is still open is told that its turn is over; then a second run of each step changes nothing.
    assert there.workflow("accept") == [0]
    assert "P012" in platform.comment(third)
    done = there.state()
    assert there.workflow("accept") == [0]
    assert there.workflow("resolve") == [0, 0, 0, 0]
    assert there.workflow("verify") == [0]
    assert there.state() == done

    # The next turn is open.
    platform.sync(anna)
    assert (anna / "turns/002/turn.yaml").exists()
    (anna / "turns/002/orders").mkdir(parents=True)
    fifth = platform.open("Anna-K", anna, {"turns/002/orders/goths.yaml": orders("goths", turn=2)}, AFTER)
    assert there.workflow("orders", fifth) == [0]
    assert there.workflow("accept") == [0]
    assert "turns/002/orders/goths.yaml" in host.files()
    assert turnproc("status", host.clone("reader")).code == 0
