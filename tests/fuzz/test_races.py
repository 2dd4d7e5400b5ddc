"""Players, workflows that accept, resolve and post, and a game master who takes the turn back, all at once.

Any of them may be cut off. No orders file is lost, no turn is resolved twice, nothing is posted twice, and whatever
commit somebody fetches holds whole turns.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.helpers import orders
from tests.cli.hosts import Host
from tests.cli.pull_requests import campaign
from tests.effort import examples
from tests.fuzz.interleaving import Actor, Stage
from tests.git.helpers import DATES, git, write
from turnproc.actions.accept import Outcome, Submission, Verdict, accept
from turnproc.actions.post import Asked, post_report
from turnproc.actions.posting import How
from turnproc.actions.pushing import pushed
from turnproc.actions.resolve_pushing import resolve_and_push
from turnproc.actions.resolve_turn import resolve_turn
from turnproc.actions.undo import undo
from turnproc.actions.verify import verify
from turnproc.post.message import Letter, Part, Receipt
from turnproc.store.branch import Made
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout, open_turn
from turnproc.store.running_git import run_git

# What may happen to a run that comes too late or too often; nothing of it changes anything.
EXPECTED = {"O004", "O017", "O026", "O124"}
PUSHED = datetime(2026, 5, 8, 10, tzinfo=UTC)
PLAYERS = {"goths": "anna-k", "rome": "carla"}
HOLDS = {"goths": "{hold: 2, in: dacia}", "rome": "{hold: 3, in: italy}", "huns": "{hold: 4, in: tavrika}"}
CLONES = ("master", "robot", "gate", "boris", "poster", "keeper")


@dataclass
class Board:
    """A service that takes everything, and everything again. Others may come before and after each message."""

    point: Callable[[str], None] = lambda _: None
    sent: list[tuple[str, int]] = field(default_factory=list)
    label: str = "Board"
    form: str = "markdown"
    repeatable: bool = False

    def parts(self, letter: Letter) -> list[Part]:
        return [Part(f"{number}") for number in range(2)]

    def too_large(self, letter: Letter) -> list[str]:
        return []

    def send(self, letter: Letter, part: Part) -> Receipt:
        self.point("send")
        self.sent.append((letter.tag, int(part.text)))
        self.point("sent")
        return Receipt()


@dataclass(frozen=True)
class World:
    """A host, a clone for everybody, and a pull request of each player."""

    host: Host
    clones: dict[str, Path]
    submissions: list[Submission]
    board: Board = field(default_factory=Board)

    @classmethod
    def make(cls, folder: Path) -> World:
        host = Host.make(folder, campaign())
        clones = {name: host.clone(name) for name in CLONES}
        for clone in clones.values():
            # Wherever all of this is copied to.
            git(clone, "remote", "set-url", "origin", "../origin.git")
        submissions = []
        for number, (speaker, login) in enumerate(PLAYERS.items(), 1):
            fork = host.clone(f"fork-{login}")
            write(fork, {f"turns/001/orders/{speaker}.yaml": orders(speaker, HOLDS[speaker])})
            git(fork, "add", "--all")
            git(fork, "commit", "--quiet", "--message=Mine")
            git(fork, "push", "--quiet", "origin", f"HEAD:refs/pull/{number}/head")
            git(clones["gate"], "fetch", "--quiet", "origin", f"refs/pull/{number}/head")
            sha = git(fork, "rev-parse", "HEAD")
            submissions.append(Submission(sha, login, at=PUSHED, number=number))
        return cls(host, clones, submissions)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The world as it is before anybody does anything."""
    with pytest.MonkeyPatch.context() as here:
        surroundings(here)
        folder = tmp_path_factory.mktemp("races") / "made"
        folder.mkdir()
        World.make(folder)
        yield folder


def surroundings(here: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("GIT_", "TURNPROC_", "GITHUB_"))]:
        here.delenv(name)
    here.setenv("GIT_CONFIG_NOSYSTEM", "1")
    here.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    # No examples of hooks: there is less to copy.
    here.setenv("GIT_TEMPLATE_DIR", "")
    for name, value in DATES.items():
        here.setenv(name, value)


def copied(made: Path, folder: Path) -> World:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder, symlinks=True)
    host = Host(folder, folder / "origin.git")
    clones = {name: folder / name for name in CLONES}
    submissions = [
        Submission(git(folder / f"fork-{login}", "rev-parse", "HEAD"), login, at=PUSHED, number=number)
        for number, login in enumerate(PLAYERS.values(), 1)
    ]
    return World(host, clones, submissions)


def resolver(root: Path) -> None:
    """Resolve turn 1; who comes too late finds it resolved."""
    ignoring_the_expected(lambda: resolve_and_push(root, 1, partial(resolve_turn, root), if_due=False))


def gate(world: World) -> list[Verdict]:
    root = world.clones["gate"]
    return pushed(root, lambda: [accept(root, each) for each in world.submissions], {Made.TURN, Made.ACCEPTED})


def ignoring_the_expected(work: Callable[[], object]) -> None:
    try:
        work()
    except OperatorError as error:
        if error.key not in EXPECTED:
            raise


def poster(root: Path) -> None:
    """Post the last turn's report."""
    asked = Asked(("discord",), how=How(push=True))
    try:
        ignoring_the_expected(lambda: post_report(root, None, asked))
    except OperatorError as error:
        if error.key != "O122":
            raise
        # What was sent and could not be pushed is never dropped: a person brings both together, as the hint says.
        git(root, "pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main")
        ignoring_the_expected(lambda: post_report(root, None, asked))


def by_hand(root: Path, does: Callable[[], bool]) -> None:
    """Do something on what the host has and push it, as a person does, as often as it takes or until `does` says no."""
    for _ in range(20):
        run_git(root, ["fetch", "--quiet", "--tags", "origin"])
        run_git(root, ["reset", "--quiet", "--hard", "origin/main"])
        if not does() or run_git(root, ["push", "--quiet", "origin", "HEAD:main"]).status == 0:
            return
    raise AssertionError("it never comes through")


def boris(root: Path) -> None:
    """Somebody who sends orders for the turn that is open without any pull request."""

    def sends() -> bool:
        turn = open_turn(root)
        write(root, {f"turns/{turn:03d}/orders/huns.yaml": orders("huns", HOLDS["huns"], turn=turn)})
        run_git(root, ["add", "--all"])
        run_git(root, ["-c", "user.name=B", "-c", "user.email=b@example.org", "commit", "--quiet", "--message=Boris"])
        return True

    by_hand(root, sends)


def keeper(root: Path) -> None:
    """The game master takes turn 1 back, once, if it is resolved by then."""

    def takes_back() -> bool:
        is_there = Layout(root).is_resolved(1) and Layout(root).revision(1) == 1
        if is_there:
            undo(root, 1, "Mended.")
        return is_there

    by_hand(root, takes_back)


def whole_turns(host: Host) -> None:
    """Every commit of the branch holds whole turns, and each revision of a turn was added once."""
    log = ("log", "--first-parent", "-m", "--diff-filter=A", "--format=%H", "main", "--", ":(glob)turns/*/journal.yaml")
    turns = git(host.origin, *log).split()
    kept: set[str] = set()
    for commit in git(host.origin, "rev-list", "--first-parent", "main").split():
        names = git(host.origin, "ls-tree", "-r", "--name-only", commit).splitlines()
        kept |= {name for name in names if name.endswith("/journal.yaml") and "/undone/" in name}
        names = [name for name in names if "/undone/" not in name]
        journals = {name.split("/")[1] for name in names if name.endswith("journal.yaml")}
        states = {name.split("/")[1] for name in names if name.endswith("state.yaml")} - {"000"}
        reports = {name.split("/")[1] for name in names if "/report." in name}
        assert journals == states == reports
    tagged = [git(host.origin, "rev-parse", f"{tag}^{{commit}}") for tag in host.tags()]
    assert sorted(tagged) == sorted(turns)
    assert len(turns) <= 1 + len(kept)


@examples(4)
@given(
    choices=st.lists(st.integers(0, 11), max_size=60),
    kills=st.frozensets(st.integers(0, 40), max_size=3),
    is_undone=st.sampled_from([False, False, True]),
)
def test_any_order_and_any_end(made: Path, choices: list[int], kills: frozenset[int], is_undone: bool) -> None:
    with pytest.MonkeyPatch.context() as here:
        surroundings(here)
        world = copied(made, made.parent / "world")
        actors = [
            Actor("master", partial(resolver, world.clones["master"])),
            Actor("gate", partial(gate, world)),
            Actor("robot", partial(resolver, world.clones["robot"])),
            Actor("boris", partial(boris, world.clones["boris"])),
            Actor("poster", partial(poster, world.clones["poster"])),
            *([Actor("keeper", partial(keeper, world.clones["keeper"]))] if is_undone else []),
        ]
        stage = Stage(choices, kills, actors)
        world.board.point = stage.point
        here.setattr("turnproc.actions.post.service", lambda *_, **__: world.board)
        stage.play(here)
        for actor in actors:
            assert actor.trouble is None, (actor.name, stage.steps, actor.trouble)
        whole_turns(world.host)
        # Whoever was cut off is started again, and then all is done.
        again(world)
        whole_turns(world.host)
        head = world.host.head()
        verdicts = again(world)
        assert world.host.head() == head, "a second run changes nothing"
        nothing_is_lost(world, verdicts)
        sent = world.board.sent
        assert len(sent) == len(set(sent)), (stage.steps, sent)
        if not kills:
            assert sent[-2:] == [(world.host.tags()[-1], 0), (world.host.tags()[-1], 1)]


def again(world: World) -> list[Verdict]:
    verdicts = gate(world)
    allowed = {Outcome.ACCEPTED, Outcome.NOTHING_NEW, Outcome.REFUSED}
    assert {verdict.outcome for verdict in verdicts} <= allowed
    for name in ("master", "robot"):
        resolver(world.clones[name])
    poster(world.clones["poster"])
    return verdicts


def nothing_is_lost(world: World, verdicts: list[Verdict]) -> None:
    """What was accepted is there; what came after the turn was resolved is told so; all of it can be verified."""
    reader = world.host.clone("reader")
    for (speaker, _), verdict in zip(PLAYERS.items(), verdicts, strict=True):
        is_there = (reader / f"turns/001/orders/{speaker}.yaml").exists()
        codes = {problem.code for problem in verdict.problems if problem.is_error}
        assert is_there == (verdict.outcome is Outcome.NOTHING_NEW)
        assert is_there or codes == {"P012"}
    texts = [path.read_text(encoding="utf-8") for path in reader.glob("turns/*/orders/huns.yaml")]
    assert any(HOLDS["huns"] in text for text in texts) or "Boris" not in git(reader, "log", "--format=%s")
    assert all(each.is_fine for each in verify(reader))
