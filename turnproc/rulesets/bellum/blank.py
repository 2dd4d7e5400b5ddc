"""The orders file that a player fills in: every group of his peoples with a line that lets it stay.

It is valid YAML and valid orders as it is, and explains itself to somebody who has never heard of YAML. Where it would
grow too long, first the explanations go, then the lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from turnproc.diagnostics.catalogue import N_, safe
from turnproc.engine.ruleset import Words
from turnproc.engine.wording import Wording
from turnproc.rulesets.bellum.state import State, heads, name_of, ranks
from turnproc.rulesets.bellum.world import PeopleId, PeopleKind, ProvinceId, World
from turnproc.source.yaml_writer import Layout, Texts, write_yaml

MOST_ORDERS: Final = 1_000
MOST_PERSONS: Final = 1_000_000
# An orders file may have 64 KiB; what the player adds needs room.
MOST_BYTES: Final = 48 * 1024
_LAYOUT: Final = Layout(frozenset({("orders",)}))
NO_ORDERS: Final = "orders: []"

# A people, where it stands, how many persons.
Group: TypeAlias = tuple[PeopleId, ProvinceId, int]

HEAD = (
    N_("Orders for turn {turn}: {people}."),
    N_("Rows that begin with # are only explanations: the program does not read them."),
    N_("Each order is a row of its own: two blanks, a hyphen, a blank, then the order in braces."),
    N_("Change only words and numbers, or copy a row. Who has no order stays."),
)
READY = N_("Take the # away if you agree that the turn may end early:")
MESSAGE = N_("Take the # away to say something in the report; keep the quotation marks:")
WORDS = N_("Your words")
EXAMPLES = N_(
    "Examples; for an order of yours take the # away, change the words, and lower the number of those who stay:"
)
NEIGHBOURS = N_("Where one can go from each province (orders may use these names, too):")
TOO_MANY = N_("Your peoples stand in too many places for a list; write only the orders that you give.")


def blank_orders(world: World, state: State, speaker: str, turn: int, words: Words) -> str:
    """The template of one speaker's orders for a turn; accepted by `validate` untouched, below 64 KiB."""
    return Blanks(world, state, words).text(PeopleId(speaker), turn)


class Blanks:
    """Writes the templates of many speakers; what all need of the state is worked out once."""

    def __init__(self, world: World, state: State, words: Words) -> None:
        """Look who stands where, under which head."""
        self.world = world
        self.state = state
        self.wording = Wording(words)
        # The same places stand in many templates.
        self._places: dict[ProvinceId, str] = {}
        self.yaml = Texts()
        self._ways: dict[tuple[ProvinceId, str], str] = {}
        rank, place = ranks(state.peoples, world), world.place
        self.heads = heads(state.peoples)
        self.groups: dict[PeopleId, list[Group]] = {}
        for province, there in state.provinces.items():
            for people, persons in there.people.items():
                self.groups.setdefault(self.heads[people], []).append((people, province, persons))
        for groups in self.groups.values():
            # In the order of peoples and of the map, but the speaker's own, who are under nobody, come first.
            groups.sort(key=lambda group: (not state.peoples[group[0]].is_free, rank[group[0]], place[group[1]]))

    def text(self, speaker: PeopleId, turn: int) -> str:
        """The template of one speaker."""
        blank = _Blank(self, speaker, turn, self.groups.get(speaker, []))
        return next(text for text in blank.texts() if len(text.encode()) <= MOST_BYTES)

    def brief(self, speaker: PeopleId, turn: int) -> str:
        """The same orders without the explanations, for the end of a report."""
        blank = _Blank(self, speaker, turn, self.groups.get(speaker, []))
        return next(text for text in blank.brief_texts() if len(text.encode()) <= MOST_BYTES)

    def name(self, people: PeopleId) -> str:
        """What a people is called, safe in a comment."""
        return safe(self.wording.name(name_of(people, self.state, self.world)))

    def place(self, province: ProvinceId) -> str:
        """What a province is called, safe in a comment."""
        place = self._places.get(province)
        if place is None:
            place = self._places[province] = safe(self.wording.name(self.world.provinces[province]))
        return place

    def ways(self, province: ProvinceId, kind: PeopleKind) -> str:
        """Where a people of a kind can go from a province, as a comment."""
        ways = self._ways.get((province, kind))
        if ways is None:
            targets = ", ".join([self.place(target) for target in self.world.reachable(province, kind)])
            ways = self._ways[(province, kind)] = _comment(f"{self.place(province)}: {targets or '-'}")
        return ways


@dataclass(frozen=True, slots=True)
class _Blank:
    blanks: Blanks
    speaker: PeopleId
    turn: int
    groups: list[Group]

    def texts(self) -> Iterator[str]:
        """The file, from the most helpful to the shortest."""
        if len(self.groups) <= MOST_ORDERS:
            yield self._text(names=True, neighbours=True)
            yield self._text(names=True, neighbours=False)
            yield self._text(names=False, neighbours=False)
        yield self._text(names=False, neighbours=False, orders=False)

    def brief_texts(self) -> Iterator[str]:
        """The file without explanations, from the most helpful to the shortest."""
        head = [self._head(HEAD[0]), *self._envelope()]
        if len(self.groups) <= MOST_ORDERS:
            yield _joined([*head, *self._orders(names=True)])
            yield _joined([*head, *self._orders(names=False)])
        yield _joined([*head, _comment(self.blanks.wording.say(TOO_MANY)), NO_ORDERS])

    def _text(self, *, names: bool, neighbours: bool, orders: bool = True) -> str:
        say = self.blanks.wording.say
        lines = [self._head(text) for text in HEAD]
        lines += [*self._envelope(), _comment(say(READY)), "#ready: true"]
        lines += [_comment(say(MESSAGE)), f'#message: "{say(WORDS)}"']
        if self.groups and not orders:
            lines += [_comment(say(TOO_MANY)), NO_ORDERS]
        else:
            lines += self._orders(names=names)
        if neighbours and self.groups:
            lines += [*self._examples(), *self._neighbours()]
        return _joined(lines)

    def _head(self, text: str) -> str:
        return _comment(self.blanks.wording.say(text, turn=self.turn, people=self.blanks.name(self.speaker)))

    def _envelope(self) -> tuple[str, str]:
        return f"turn: {self.turn}", f"for: {self.blanks.yaml[self.speaker]}"

    def _orders(self, *, names: bool) -> list[str]:
        if not self.groups:
            return [NO_ORDERS]
        return ["orders:", *(self._row(*group, names=names) for group in self.groups)]

    def _row(self, people: PeopleId, province: ProvinceId, persons: int, *, names: bool) -> str:
        yaml = self.blanks.yaml
        of = "" if people == self.speaker else f"of: {yaml[people]}, "
        note = self._note(people, province) if names else ""
        return f"  - {{hold: {min(persons, MOST_PERSONS)}, {of}in: {yaml[province]}}}{note}"

    def _note(self, people: PeopleId, province: ProvinceId) -> str:
        """What the ids of a row mean; whose file it is goes without saying."""
        of = "" if people == self.speaker else f"{self.blanks.name(people)}, "
        return f"  # {of}{self.blanks.place(province)}"

    def _examples(self) -> Iterator[str]:
        """Some orders that this speaker could give, as comments: from where it can spare somebody, if anywhere."""
        world, state = self.blanks.world, self.blanks.state
        own = [group for group in self.groups if group[0] == self.speaker]
        for _, province, _ in sorted(own, key=lambda group: group[2] == 1):
            target = next(world.reachable(province, state.peoples[self.speaker].kind), None)
            if target is None:
                continue
            there = state.provinces[target].people
            enemy = next((people for people in there if self.blanks.heads[people] != self.speaker), None)
            yield _comment(self.blanks.wording.say(EXAMPLES))
            data = {"orders": list(_orders(province, target, enemy))}
            yield from (f"#{row}" for row in write_yaml(data, _LAYOUT).splitlines()[1:])
            return

    def _neighbours(self) -> Iterator[str]:
        """From each province to where, by id and name."""
        yield _comment(self.blanks.wording.say(NEIGHBOURS))
        seen: set[tuple[ProvinceId, str]] = set()
        for people, province, _ in self.groups:
            kind = self.blanks.state.peoples[people].kind
            if (province, kind) in seen:
                continue
            seen.add((province, kind))
            yield self.blanks.ways(province, kind)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return f"# {text}"


def _orders(province: ProvinceId, target: ProvinceId, enemy: PeopleId | None) -> Iterator[dict[str, Any]]:
    yield {"move": 1, "from": province, "to": target}
    if enemy is not None:
        yield {"move": 1, "from": province, "to": target, "attack": [enemy]}
        yield {"hold": 1, "in": province, "meet": [enemy]}
    yield {"hold": 1, "in": province, "meet": "newcomers"}
    yield {"retreat": province, "to": [target]}
