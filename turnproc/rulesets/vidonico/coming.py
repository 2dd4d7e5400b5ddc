"""What is there when the game master's events happen: the state, and what events of the same file add to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.known import Known, NamedKind
from turnproc.rulesets.vidonico.state import Army, Character
from turnproc.source.names import fold, nearest_words


class Coming:
    """A state with the new armies, contingents and characters of the events so far."""

    def __init__(self, known: Known) -> None:
        """Begin with the published state."""
        self.known = known
        self.armies: dict[str, Army] = {}
        self.battles: set[str] = set()
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

    def army(self, army: str) -> Army | None:
        """An army of the state, or a new one."""
        return self.known.state.armies.get(army) or self.armies.get(army)

    def faction_of(self, army: str) -> str | None:
        """Whose an army is; None for one that only orders may make."""
        found = self.army(army)
        return None if found is None else found.faction

    def name_of_army(self, army: str) -> Name:
        """What an army is called."""
        return self.known.name("army", army)

    def characters_in(self, armies: Iterable[str]) -> Iterator[Character]:
        """The active characters in some armies, as things stand before orders."""
        wanted = set(armies)
        return (each for each in self.known.state.characters.values() if each.army in wanted)

    def nearest_words(self, text: str, words: Iterable[str]) -> list[str]:
        """The words most like a text."""
        return nearest_words(text, words)
