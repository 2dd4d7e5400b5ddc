"""What is there when the game master's events happen: the state, and what events of the same file add to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.battle import battles_named
from turnproc.rulesets.vidonico.known import Known, NamedKind
from turnproc.rulesets.vidonico.state import Character
from turnproc.source.names import fold


class Coming:
    """A state with the new armies, contingents and characters of the events so far."""

    def __init__(self, known: Known) -> None:
        """Begin with the published state."""
        self.known = known
        # Faction and fit soldiers of the armies that events raise.
        self.armies: dict[str, tuple[str, int]] = {}
        self.battles: set[str] = set(battles_named(known.state))
        self._names: dict[NamedKind, dict[str, str]] = {}

    def find(self, kind: NamedKind, text: str) -> str | None:
        """The id of the thing that a text means, an old one or a new one."""
        return self.known.find(kind, text) or self._names.get(kind, {}).get(fold(text))

    def is_taken(self, kind: NamedKind, id_: str) -> bool:
        """Has something of that kind this very id?"""
        return id_ in self.known.names[kind] or self._names.get(kind, {}).get(id_) == id_

    def take(self, kind: NamedKind, name: Name) -> None:
        """From now on there is a thing of that name."""
        names = self._names.setdefault(kind, {})
        for text in (name.id, *name.everything()):
            names.setdefault(fold(text), name.id)

    def raise_army(self, army: str, faction: str, fit: int) -> None:
        """An army appears, with so many fit soldiers."""
        self.armies.setdefault(army, (faction, fit))

    def fit(self, army: str) -> int | None:
        """How many fit soldiers an army has now; None for one that only orders may make."""
        there = self.known.state.armies.get(army)
        return self.armies.get(army, (None, None))[1] if there is None else there.fit

    def faction_of(self, army: str) -> str | None:
        """Whose an army is; None for one that only orders may make."""
        there = self.known.state.armies.get(army)
        return self.armies.get(army, (None, None))[0] if there is None else there.faction

    def name_of_army(self, army: str) -> Name:
        """What an army is called."""
        return self.known.name("army", army)

    def characters_in(self, armies: Iterable[str]) -> Iterator[Character]:
        """The active characters in some armies, as things stand before orders."""
        wanted = set(armies)
        return (each for each in self.known.state.characters.values() if each.army in wanted)
