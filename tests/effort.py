"""How hard tests look that could go on for ever: a little in every run, at length under `make fuzz`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from hypothesis import HealthCheck, Phase, settings

T = TypeVar("T")

# Registered in tests/conftest.py.
THOROUGH: Final = "fuzz"
USUAL_EXAMPLES: Final = 100


def is_thorough() -> bool:
    """Is this a long run?"""
    return settings.get_current_profile_name() == THOROUGH


def examples(quick: int) -> Callable[[Any], Any]:
    """So many examples in a quick run, and in a longer one as many more as its profile has more than 100."""
    most: int = settings.get_profile(settings.get_current_profile_name()).max_examples
    return settings(
        max_examples=max(1, quick * most // USUAL_EXAMPLES),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        # Which lines only ran where it failed takes minutes to find out.
        phases=[phase for phase in Phase if phase is not Phase.explain],
    )


def some(everything: Sequence[T], quick: int) -> list[T]:
    """All in a long run, `quick` of them, evenly spread, in a quick one."""
    if is_thorough() or len(everything) <= quick:
        return list(everything)
    return [everything[at * len(everything) // quick] for at in range(quick)]
