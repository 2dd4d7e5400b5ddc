"""What do the rules say? One folder a ruleset; here is the list of those that there are.

A ruleset of this package is added to `BUILT_IN` by hand. Installed packages add theirs through the entry-point group
`turnproc.rulesets`: each entry is a `Ruleset` value, named as the entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from turnproc.engine.ruleset import Ruleset
from turnproc.rulesets.bellum import RULESET as BELLUM
from turnproc.rulesets.vidonico import RULESET as VIDONICO

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any, Any]

BUILT_IN: Mapping[str, AnyRuleset] = {"bellum": BELLUM, "vidonico": VIDONICO}
GROUP = "turnproc.rulesets"


@cache
def rulesets() -> Mapping[str, AnyRuleset]:
    """All rulesets by name. A package cannot take the place of a built-in one: that raises ValueError."""
    found: dict[str, AnyRuleset] = dict(BUILT_IN)
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        ruleset = entry.load()
        if not isinstance(ruleset, Ruleset) or ruleset.name != entry.name:
            raise ValueError(f"the entry point {entry.name!r} of {GROUP} is no ruleset of that name")
        if entry.name in found:
            raise ValueError(f"two packages bring a ruleset called {entry.name!r}")
        found[entry.name] = ruleset
    return found
