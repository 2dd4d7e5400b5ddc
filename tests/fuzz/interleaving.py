"""Several people at once, one step each, in an order that a test chooses.

Every actor is a thread, and only the one that has the turn runs. A step ends before each git command that others could
come between: those that talk to the host or move a branch. So the same list of choices gives the same run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from git.cmd import Git

BETWEEN = frozenset(["fetch", "push", "merge", "reset", "update-ref", "tag"])


class Killed(BaseException):
    """The actor's process ends here."""


@dataclass
class Actor:
    name: str
    does: Callable[[], object]
    is_killed: bool = False
    is_done: bool = False
    trouble: BaseException | None = None
    thread: threading.Thread | None = None
    may_run: threading.Event = field(default_factory=threading.Event)


@dataclass
class Stage:
    """`choices` say who comes next, by number among those who still run; `kills`, at which steps the next one ends."""

    choices: Sequence[int]
    kills: frozenset[int]
    actors: list[Actor]
    steps: list[str] = field(default_factory=list)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _local: threading.local = field(default_factory=threading.local)

    def play(self, monkeypatch: pytest.MonkeyPatch) -> None:
        execute, stage = Git.execute, self

        def watched(git: Git, command: Sequence[str], *arguments: Any, **more: Any) -> Any:
            name = next((part for part in command if part in BETWEEN), None)
            if name is not None:
                stage.point(name)
            return execute(git, command, *arguments, **more)

        with monkeypatch.context() as here:
            here.setattr(Git, "execute", watched)
            for actor in self.actors:
                actor.thread = threading.Thread(target=self._run, args=(actor,), daemon=True)
                actor.thread.start()
            left = list(self.actors)
            for number in range(10_000):
                if not left:
                    break
                choice = self.choices[number] if number < len(self.choices) else number
                actor = left[choice % len(left)]
                actor.is_killed = number in self.kills
                self._stopped.clear()
                actor.may_run.set()
                assert self._stopped.wait(120), self.steps
                if actor.is_done:
                    left.remove(actor)
            assert not left, "it does not come to an end"

    def point(self, name: str) -> None:
        """Let others come first."""
        actor: Actor | None = getattr(self._local, "actor", None)
        if actor is None:
            return
        self._wait(actor)
        self.steps.append(f"{actor.name}: {name}")

    def _wait(self, actor: Actor) -> None:
        actor.may_run.clear()
        self._stopped.set()
        assert actor.may_run.wait(600)
        if actor.is_killed:
            raise Killed

    def _run(self, actor: Actor) -> None:
        self._local.actor = actor
        try:
            self._begin(actor)
            actor.does()
        except Killed:
            self.steps.append(f"{actor.name}: killed")
        except BaseException as trouble:
            actor.trouble = trouble
        finally:
            actor.is_done = True
            self._stopped.set()

    def _begin(self, actor: Actor) -> None:
        assert actor.may_run.wait(600)
        if actor.is_killed:
            raise Killed
