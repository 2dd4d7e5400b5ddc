"""Runs the cases of barkhany: what each procedure of `tests/rules/barkhany/*.yaml` calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.rules import barkhany_battle, barkhany_general_battles, barkhany_marches, barkhany_scenarios
from tests.rules.vectors import Check

CHECKS: Final[Mapping[str, Check]] = {
    **barkhany_battle.CHECKS,
    **barkhany_general_battles.CHECKS,
    **barkhany_marches.CHECKS,
    **barkhany_scenarios.CHECKS,
}
