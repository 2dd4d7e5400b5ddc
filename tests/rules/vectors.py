"""Rule vectors: cases of a ruleset in plain YAML, and how one is judged (docs/formats.md, section 6).

A ruleset's checks stand in `tests/rules/<ruleset>_checks.py`: a mapping from the check's name to a function that takes
`given` and answers with what happened, in the shape of `expect`. A case passes if all of `expect` is found in it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

Check = Callable[[Mapping[str, Any]], "Happened"]

# What a case may stand for that is no single rule: shapes of files, the checks of files, questions, a whole battle.
GROUPS = frozenset({"S", "V", "Q", "all"})


@dataclass(frozen=True)
class Happened:
    """What came of a case. `equal` names the paths that must be equal, not only contain what is expected."""

    # A mapping in the shape of `expect`; a word where a case expects one (`error`).
    found: Any
    equal: Callable[[tuple[str, ...]], bool] = lambda _: False


@dataclass(frozen=True)
class Case:
    """One case of a vector file."""

    ruleset: str
    id: str
    rules: tuple[str, ...]
    check: str
    given: Mapping[str, Any]
    # A mapping, or a word.
    expect: Any


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file, or of all files in a folder."""
    if path.is_dir():
        for file in sorted(path.rglob("*.yaml")):
            yield from read_cases(file)
        return
    document, problems = read_yaml(path.read_bytes(), path.name, CAMPAIGN)
    assert document is not None and not problems, problems
    data: Any = document.data
    for case in data["cases"]:
        rule = case["rule"]
        yield Case(
            ruleset=data["ruleset"],
            id=case["id"],
            rules=tuple(rule) if isinstance(rule, list) else tuple(rule.split()),
            check=case.get("check") or case.get("call") or case.get("procedure"),
            given=case["given"],
            expect=case["expect"],
        )


def differences(case: Case) -> list[str]:
    """Run a case; every part of `expect` that was not found, in words."""
    try:
        checks: Mapping[str, Check] = importlib.import_module(f"tests.rules.{case.ruleset}_checks").CHECKS
    except ModuleNotFoundError:
        return [f"there are no checks for the ruleset {case.ruleset!r}"]
    if case.check not in checks:
        return [f"the ruleset {case.ruleset} has no check called {case.check!r}"]
    happened = checks[case.check](case.given)
    return list(_compare(case.expect, happened.found, (), happened))


def _compare(expected: Any, found: Any, path: tuple[str, ...], happened: Happened) -> Iterator[str]:
    where = "/".join(path) or "expect"
    if expected in (None, [], {}) and found in (None, [], {}):
        return
    if path[-1:] in (("facts",), ("no_facts",)):
        yield from _compare_facts(expected, happened.found["facts"], wanted=path[-1] == "facts")
    elif len(path) > 1 and path[0] == "findings":
        yield from _compare_codes(where, expected, found or [])
    elif isinstance(expected, Mapping) and isinstance(found, Mapping) and not happened.equal(path):
        for key, value in expected.items():
            yield from _compare(value, found.get(key), (*path, key), happened)
    elif not (expected == found if happened.equal(path) else is_part(expected, found)):
        yield f"{where}: expected {expected!r}, found {found!r}"


def _compare_facts(expected: list[Any], facts: list[Any], *, wanted: bool) -> Iterator[str]:
    for entry in expected:
        if any(is_part(entry, fact) for fact in facts) is not wanted:
            yield f"{'no' if wanted else 'found'} {entry!r} among {facts!r}"


def _compare_codes(where: str, expected: list[str], found: list[list[str]]) -> Iterator[str]:
    """Problems of shape have a code of the engine's and the rule that they offend: a case may name either."""
    missing = [code for code in expected if all(code not in each for each in found)]
    surplus = [each for each in found if set(each).isdisjoint(expected)]
    if missing or surplus:
        yield f"{where}: missing {missing!r}, not expected {surplus!r}"


def is_part(expected: Any, found: Any) -> bool:
    """Does `found` contain `expected`? Mappings by key, lists element by element; nothing matches an absent field."""
    if expected in (None, [], {}):
        return found in (None, [], {})
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(is_part(value, found.get(key)) for key, value in expected.items())
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(expected) == len(found)
            and all(is_part(one, other) for one, other in zip(expected, found, strict=True))
        )
    return bool(expected == found)
