"""What is true between two turns of vidonico: factions, armies and characters (docs/rules/vidonico.md, section 2).

All parts are frozen: `apply` in `folding` puts another one in the place of what changes, so that a copy of the state is
a copy of its three mappings. They are in ascending id, whatever the order of the file (section 2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from turnproc.engine.naming import Name
from turnproc.rulesets.vidonico.combination import Tk
from turnproc.rulesets.vidonico.world import Named, PrisonerFate, read_named

Species: TypeAlias = Literal["human", "minotaur", "centaur", "faun", "triton", "myrmica"]
Caste: TypeAlias = Literal["warrior", "scout", "other"]
Quality: TypeAlias = Literal["militia", "green", "regular", "veteran", "elite"]
Mount: TypeAlias = Literal["none", "horse", "diatrima"]
Formation: TypeAlias = Literal["mounted", "dismounted"]
Stance: TypeAlias = Literal["attack", "accept", "avoid"]
Role: TypeAlias = Literal["fight", "present", "absent"]
Status: TypeAlias = Literal["active", "captive", "dead"]

QUALITIES: Final[tuple[Quality, ...]] = ("militia", "green", "regular", "veteran", "elite")
MOST_CONTINGENTS: Final = 50
MOST_SOLDIERS: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What soldiers are, also of those who are missing: mount and arms are what they had."""

    species: Species
    quality: Quality
    caste: Caste | None = None
    mount: Mount = "none"
    metal_armour: bool = False
    firearms: bool = False
    barbarian: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cohort:
    """The men of a contingent who were wounded in one battle: how many at first, and how many are still."""

    battle: str
    turn: int
    original: int
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contingent:
    """Soldiers of one kind in an army; `count` are the fit ones. `formation` is None without a mount."""

    id: str
    name: Named = None
    species: Species
    caste: Caste | None = None
    quality: Quality
    mount: Mount = "none"
    formation: Formation | None = None
    count: int
    wounded: tuple[Cohort, ...] = ()
    metal_armour: bool = False
    firearms: bool = True
    barbarian: bool = False
    hungry: bool = False
    exhausted: bool = False

    @property
    def kind(self) -> Kind:
        """What its soldiers are."""
        return Kind(
            species=self.species,
            quality=self.quality,
            caste=self.caste,
            mount=self.mount,
            metal_armour=self.metal_armour,
            firearms=self.firearms,
            barbarian=self.barbarian,
        )

    @property
    def wounded_count(self) -> int:
        """How many wounded are with it."""
        return sum(cohort.remaining for cohort in self.wounded)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonerGroup:
    """Prisoners of one contingent taken in one battle: `<battle>/<contingent>` (section 2.5)."""

    id: str
    from_faction: str
    species: Species
    caste: Caste | None = None
    quality: Quality
    barbarian: bool = False
    count: int
    taken_turn: int

    @property
    def kind(self) -> Kind:
        """What they are, without firearms, armour and mounts (P-3)."""
        return Kind(species=self.species, quality=self.quality, caste=self.caste, barbarian=self.barbarian)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disordered:
    """Thrown into disorder by a battle (C-1)."""

    turn: int
    battle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Until:
    """Cannot move before this day (C-1)."""

    turn: int
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """An army (section 2.2). `region` and `previous_region` may be unknown; `contingents` keep their order."""

    id: str
    name: Named = None
    faction: str
    region: str | None = None
    previous_region: str | None = None
    leader: str | None = None
    stance: Stance = "accept"
    pursue: bool = True
    prisoner_policy: PrisonerFate | None = None
    contingents: tuple[Contingent, ...] = ()
    prisoners: tuple[PrisonerGroup, ...] = ()
    hungry: bool = False
    exhausted: bool = False
    disordered: Disordered | None = None
    immobile_until: Until | None = None
    withdrawn_from: tuple[str, ...] = ()

    @property
    def fit(self) -> int:
        """How many fit soldiers it has."""
        return sum(contingent.count for contingent in self.contingents)

    @property
    def wounded_count(self) -> int:
        """How many wounded are with it."""
        return sum(contingent.wounded_count for contingent in self.contingents)

    @property
    def is_empty(self) -> bool:
        """Has it no soldier left, fit or wounded? Then it holds nobody (P-6)."""
        return self.fit + self.wounded_count == 0

    def contingent(self, wanted: str) -> Contingent | None:
        """The contingent of that id, if it is in this army."""
        return next((each for each in self.contingents if each.id == wanted), None)

    def group(self, wanted: str) -> PrisonerGroup | None:
        """The group of prisoners of that id, if this army holds it."""
        return next((each for each in self.prisoners if each.id == wanted), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryTaken:
    """Damage of a character: 1 to 6 points, and by what."""

    battle: str
    points: int
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Loot of a character (F-6): so many of what, in which unit, and a word about it."""

    battle: str
    item: str
    quantity: int | None = None
    unit: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A character (section 2.4). Captives and the dead have neither army nor contingent; `region` only without army."""

    id: str
    name: Named = None
    player: str | None = None
    faction: str
    pc: bool = True
    army: str | None = None
    contingent: str | None = None
    region: str | None = None
    role: Role = "present"
    mounted: bool = False
    tactics: Tk | None = None
    weapon_skills: Mapping[str, Tk] = field(default_factory=dict)
    status: Status = "active"
    captor: str | None = None
    injuries: tuple[InjuryTaken, ...] = ()
    loot: tuple[Item, ...] = ()

    def can_lead(self, army: str) -> bool:
        """Is the character active in that army, and not absent from its battles (X-0)?"""
        return self.status == "active" and self.army == army and self.role != "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Soldiers of one contingent who have been missing since a battle."""

    battle: str
    contingent: str
    kind: Kind
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stragglers:
    """Soldiers without an army: `since` is the turn in which they turned up (P-5)."""

    id: str
    kind: Kind
    count: int
    region: str | None
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction:
    """A faction (section 2.1). `enslaved` and `executed` count what it did to others, `dead` its own dead."""

    id: str
    name: Named = None
    player: str | None = None
    tags: tuple[str, ...] = ()
    prisoner_custom: PrisonerFate | None = None
    dead: int = 0
    enslaved: int = 0
    executed: int = 0
    missing: tuple[Missing, ...] = ()
    stragglers: tuple[Stragglers, ...] = ()


@dataclass(slots=True)
class State:
    """The state after turn `turn`, each mapping in ascending id. `battles` are the ids of all battles so far."""

    turn: int
    factions: Mapping[str, Faction]
    armies: Mapping[str, Army]
    characters: Mapping[str, Character]
    battles: tuple[str, ...] = ()

    def army_of(self, contingent: str) -> Army | None:
        """The army that a contingent is in."""
        return next((army for army in self.armies.values() if army.contingent(contingent) is not None), None)

    def holder_of(self, group: str) -> Army | None:
        """The army that holds a group of prisoners."""
        return next((army for army in self.armies.values() if army.group(group) is not None), None)

    def characters_of(self, army: str) -> Iterator[Character]:
        """The characters in an army, in ascending id."""
        return (each for each in self.characters.values() if each.army == army)

    def captives_of(self, army: str) -> Iterator[Character]:
        """The captives whom an army holds, in ascending id."""
        return (each for each in self.characters.values() if each.captor == army and each.status == "captive")


def copy_state(state: State) -> State:
    """A working copy that shares nothing that `apply` changes."""
    return State(state.turn, dict(state.factions), dict(state.armies), dict(state.characters), state.battles)


def called(thing: Faction | Army | Contingent | Character) -> Name:
    """The name of a thing that has one in the state."""
    return read_named(thing.id, thing.name)
