"""docs/security.md: every threat of a pull request names tests that there are."""

from __future__ import annotations

import re

from tests.docs.guides import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
CHAPTER = re.split(
    r"^## ", re.split(r"^## (?:\d+\. )?Pull requests$", PAGE, flags=re.MULTILINE)[1], flags=re.MULTILINE
)[0]
TESTS = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "cli").glob("test_check_pr*.py"))


def test_every_threat_has_a_test() -> None:
    rows = re.findall(r"^\| (?P<threat>[^|]+) \| (?P<held>[^|]+) \| (?P<tests>[^|]+) \|$", CHAPTER, re.MULTILINE)[1:]
    assert len(rows) >= 20
    for threat, _, tests in rows:
        named = re.findall(r"`([^`]+)`", tests)
        assert named, threat
        for name in named:
            wanted = f"def {name}(" if name.startswith("test_") else f'    "{name}": ('
            assert wanted in TESTS, f"{threat}: there is no test {name}"
