"""docs/security.md: every threat names tests that there are."""

from __future__ import annotations

import re

import pytest

from tests.docs.guides import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
CHAPTERS = {
    title: text for title, text in re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
}
TESTS = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py")))


def is_there(name: str) -> bool:
    """Whether a test, a class or a file of tests, or a case of the hostile pull requests has this name."""
    if name.endswith(".py"):
        return (ROOT / name).is_file()
    last = name.rpartition("::")[2]
    return any(form in TESTS for form in (f"def {last}(", f"class {last}:", f'    "{last}": ('))


@pytest.mark.parametrize(
    ("title", "least"),
    [
        ("Sealed orders", 15),
        ("Pull requests", 20),
        ("Workflows", 10),
        ("Mail and zip", 10),
        ("Acceptance", 10),
        ("Dice", 12),
        ("Deadlines", 7),
        ("Posting", 10),
        ("Signing up", 10),
        ("Pictures", 6),
    ],
)
def test_every_threat_has_a_test(title: str, least: int) -> None:
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", CHAPTERS[title], re.MULTILINE)[1:]
    assert len(rows) >= least
    for threat, tests in rows:
        named = re.findall(r"`([^`]+)`", tests)
        assert named, threat
        for name in named:
            assert is_there(name), f"{threat}: there is no test {name}"


def test_every_chapter_is_looked_at() -> None:
    assert list(CHAPTERS) == [
        "Sealed orders",
        "Pull requests",
        "Workflows",
        "Mail and zip",
        "Acceptance",
        "Dice",
        "Deadlines",
        "Posting",
        "Signing up",
        "Pictures",
    ]
