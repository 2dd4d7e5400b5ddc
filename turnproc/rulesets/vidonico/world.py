"""What never changes during a campaign of vidonico: the map and the house rules (docs/rules/vidonico.md, section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from turnproc.engine.naming import Name, read_name
from turnproc.rulesets.vidonico.combination import ONE_DIE, Combination

Terrain: TypeAlias = Literal["open", "hills", "forest", "mountains", "underground", "steppe", "swamp"]
Weather: TypeAlias = Literal["fair", "bad", "extreme"]
PrisonerFate: TypeAlias = Literal["hold", "impress", "enslave", "release", "kill"]

TERRAINS: Final[tuple[Terrain, ...]] = ("open", "hills", "forest", "mountains", "underground", "steppe", "swamp")
WEATHERS: Final[tuple[Weather, ...]] = ("fair", "bad", "extreme")
PRISONER_FATES: Final[tuple[PrisonerFate, ...]] = ("hold", "impress", "enslave", "release", "kill")

# `name` as files have it: a text for all languages, or forms by language as everywhere in turnproc; None: the id.
Named: TypeAlias = str | Mapping[str, Any] | None


def read_named(thing: str, given: Named) -> Name:
    """What a thing is called; a single text serves all languages."""
    return Name(thing, {"": {"nom": given}}) if isinstance(given, str) else read_name(thing, given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """House rules (section 2.7)."""

    ratio_rounding: Literal["up", "nearest"] = "up"
    tactics_rounding: Literal["up", "nearest", "none"] = "up"
    loss_rounding: Literal["up", "nearest", "down"] = "up"
    success_on_equal: bool = True
    equal_strength: Literal["tactics_total", "mutual", "gm"] = "tactics_total"
    unusable_cavalry: Literal["dismount", "absent"] = "dismount"
    pursuit_min_cavalry_percent: int = 10
    centaurs_are_cavalry: bool = True
    dismounted_may_pursue: bool = False
    fate_modifiers: Literal["most_specific", "cumulative"] = "most_specific"
    npc_fates: bool = False
    captive_despite_victory: Literal["ask", "always"] = "ask"
    loot_sanity: Literal["warn", "auto_reroll", "off"] = "warn"
    recovery_mode: Literal["cohort", "pool"] = "cohort"
    recovery_rate: Fraction = Fraction(1, 6)
    impressed_quality: Literal["same", "one_lower", "militia"] = "same"
    leaderless_tactics: Combination = ONE_DIE
    # By row and map terrain; None: unusable.
    terrain_overrides: Mapping[str, Mapping[str, int | None]] = field(default_factory=dict)
    # By weather: the difficulty on easy and on rough ground.
    difficulty_defaults: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    coin_names: Mapping[str, str] = field(default_factory=lambda: {"s": "s", "d": "d"})


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map. `terrain` may be unknown: then it is asked for when there is a battle."""

    name: Name
    terrain: Terrain | None = None
    adjacent: frozenset[str] = frozenset()
    position: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Custom:
    """What captors of one tag do with captives of another (`*`: of any), P-2."""

    captor_tag: str
    captive_tag: str
    fate: PrisonerFate


CUSTOMS: Final = (
    Custom("centaurs", "tegrian-free-riders", "kill"),
    Custom("tegrian-free-riders", "centaurs", "kill"),
    Custom("centaurs", "*", "enslave"),
    Custom("miracian-minotaurs", "*", "enslave"),
    Custom("humans", "*", "impress"),
)


@dataclass(frozen=True, slots=True)
class World:
    """Map, alliances, customs and house rules. `regions` keeps the order of the map's file."""

    regions: Mapping[str, Region]
    settings: Settings = field(default_factory=Settings)
    alliances: Sequence[frozenset[str]] = ()
    customs: Sequence[Custom] = CUSTOMS
    # Fields of contingents by the name of the template, as campaign.yaml has them.
    templates: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # Who speaks for which factions and characters, before the state says otherwise: speaker to player.
    players: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ("en",)

    @property
    def knows_adjacency(self) -> bool:
        """Does the map say which regions border on each other? Otherwise moves are free (section 2.1)."""
        return any(region.adjacent for region in self.regions.values())

    def may_step(self, from_: str | None, to: str) -> bool:
        """May an army go there in one week (A-2)? From nowhere it may go anywhere."""
        return from_ is None or not self.knows_adjacency or to in self.regions[from_].adjacent

    def are_allied(self, one: str, other: str) -> bool:
        """Are two factions the same or in one alliance?"""
        return one == other or any(one in alliance and other in alliance for alliance in self.alliances)
