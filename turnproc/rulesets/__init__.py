"""What do the rules say? One folder a ruleset; here is the list of those that there are.

A ruleset of this package is added to `BUILT_IN` by hand. Installed packages add theirs through the entry-point group
`turnproc.rulesets`: each entry is a `Ruleset` value, named as the entry. Each is imported when it is asked for: nobody
waits for the rules of other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeAlias, cast

from turnproc.engine.ruleset import Ruleset

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any, Any]

GROUP = "turnproc.rulesets"


class Rulesets(Mapping[str, AnyRuleset]):
    """Rulesets by name; one is loaded when it is first asked for."""

    def __init__(self, loaders: Mapping[str, Callable[[], AnyRuleset]]) -> None:
        """Take what loads each."""
        self._loaders = loaders

    def __getitem__(self, name: str) -> AnyRuleset:
        """The ruleset of a name; raises KeyError for none, ValueError for an entry point that is none."""
        return self._loaders[name]()

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._loaders)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._loaders)


def _built_in(name: str) -> AnyRuleset:
    return cast(AnyRuleset, import_module(f"turnproc.rulesets.{name}").RULESET)


BUILT_IN: Mapping[str, AnyRuleset] = Rulesets({name: partial(_built_in, name) for name in ("bellum", "vidonico")})


@cache
def rulesets() -> Mapping[str, AnyRuleset]:
    """All rulesets by name. A package cannot take the place of a built-in one: that raises ValueError."""
    found: dict[str, Callable[[], AnyRuleset]] = {name: partial(BUILT_IN.__getitem__, name) for name in BUILT_IN}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        if entry.name in found:
            raise ValueError(f"two packages bring a ruleset called {entry.name!r}")
        found[entry.name] = partial(_installed, entry)
    return Rulesets(found)


def _installed(entry: EntryPoint) -> AnyRuleset:
    ruleset = entry.load()
    if not isinstance(ruleset, Ruleset) or ruleset.name != entry.name:
        raise ValueError(f"the entry point {entry.name!r} of {GROUP} is no ruleset of that name")
    return ruleset
