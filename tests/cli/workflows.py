"""A campaign's workflows, read and played: their steps run as a host runs them, in real repositories, on this machine.

`play` goes through the jobs of a workflow. Expressions (`${{ … }}`) are looked up in a table; a job begins in a folder
that `checkout` gives, as on a host; the steps that install are left out, every other is one command of turnproc.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import yaml

from tests.cli.helpers import Ran, python

WORKFLOWS = ("accept", "orders", "resolve", "verify")
# Where reports are posted to: the names of secrets.
POSTING = tuple(
    f"secrets.TURNPROC_{name}"
    for name in (
        "DISCORD_WEBHOOK",
        "DISCORD_THREAD",
        "TELEGRAM_TOKEN",
        "TELEGRAM_CHAT",
        "FORUM_URL",
        "FORUM_KEY",
        "FORUM_THREAD",
    )
)
INSTALLATION = "python -m pip install --quiet --disable-pip-version-check --requirement .github/turnproc.txt"

_EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")
Values = Mapping[str, str]
Runner = Callable[[list[str], Path, Mapping[str, str]], Ran]


@dataclass(frozen=True)
class Step:
    """A `run:` step that is no installation: its words with the environment put in, and the environment itself."""

    job: str
    text: str
    words: tuple[str, ...]
    env: Mapping[str, str]
    condition: str

    @property
    def command(self) -> str:
        """Which of turnproc's commands it calls."""
        return self.words[1]


@dataclass(frozen=True)
class Played:
    """What came of a step; None where it was left out."""

    step: Step
    ran: Ran | None


def read(campaign: Path, name: str) -> dict[str, Any]:
    """A workflow as it stands there; `on` is a text, and so is everything else."""
    text = (campaign / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.load(text, yaml.BaseLoader)
    return data


def resolved(text: str, values: Values) -> str:
    """A text with the values of its expressions; an expression that nobody gave a value is a KeyError."""
    return _EXPRESSION.sub(lambda match: values[match[1]], text)


def steps(workflow: Mapping[str, Any], values: Values) -> list[Step]:
    """The steps that run turnproc, job by job."""
    found = []
    for job, body in workflow["jobs"].items():
        for step in body["steps"]:
            text = step.get("run")
            if text is None or text == INSTALLATION:
                continue
            env = {**workflow.get("env", {}), **body.get("env", {}), **step.get("env", {})}
            env = {key: resolved(value, values) for key, value in env.items()}
            # As a shell does it: words first, then values, which are never taken apart again inside quotes.
            words = tuple(Template(word).substitute(env) for word in shlex.split(text))
            found.append(Step(job, text, words, env, step.get("if", "")))
    return found


def goes_on(condition: str, values: Values, *, has_failed: bool) -> bool:
    """Does a step or a job with this condition run? Only the kinds of terms that the workflows have are known."""
    terms = [term.strip() for term in _EXPRESSION.sub(r"\1", condition).split("&&") if term.strip()]
    answers = []
    for term in terms:
        if term == "!cancelled()":
            answers.append(True)
        elif match := re.fullmatch(r"steps\.\w+\.outcome == 'success'", term):
            answers.append(match is not None)
        elif match := re.fullmatch(r"!(github\.[\w.]+)", term):
            answers.append(values.get(match[1], "") in {"", "false"})
        else:
            raise ValueError(f"a condition that is not known here: {term}")
    return all(answers) and ("!cancelled()" in terms or not has_failed)


def run_turnproc(words: list[str], folder: Path, env: Mapping[str, str]) -> Ran:
    """Run a command in a process of its own."""
    return python("-m", "turnproc", *words, cwd=folder, env=env)


def play(
    workflow: Mapping[str, Any], values: Values, checkout: Callable[[str], Path], run: Runner = run_turnproc
) -> list[Played]:
    """Play a workflow. `checkout` makes the folder of a job, which it is given by name.

    As on a host a step that fails ends its job, and a job that fails those that need it, unless they say otherwise.
    """
    played: list[Played] = []
    failed: set[str] = set()
    every = steps(workflow, values)
    for job, body in workflow["jobs"].items():
        needs = [body["needs"]] if isinstance(body.get("needs"), str) else body.get("needs", [])
        if not goes_on(body.get("if", ""), values, has_failed=bool(failed & set(needs))):
            failed.add(job)
            played += [Played(step, None) for step in every if step.job == job]
            continue
        folder = checkout(job)
        for step in (step for step in every if step.job == job):
            if not goes_on(step.condition, values, has_failed=job in failed):
                played.append(Played(step, None))
                continue
            ran = run(list(step.words[1:]), folder, step.env)
            played.append(Played(step, ran))
            if ran.code != 0:
                failed.add(job)
    return played
