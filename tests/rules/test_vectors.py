"""Every rule vector. `pytest tests/rules --vectors FILE` runs those of a foreign file instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.vectors import Case, differences, read_cases

OWN = Path(__file__).parent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        given = metafunc.config.getoption("--vectors") or [str(OWN)]
        cases = [case for path in given for case in read_cases(Path(path))]
        metafunc.parametrize("case", cases, ids=[case.id for case in cases])


def test_vector(case: Case) -> None:
    assert differences(case) == []
