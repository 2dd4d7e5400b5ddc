"""What is done with prisoners where nobody orders it (P-2), and what becomes of forced recruits (P-3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.vidonico.state import QUALITIES, Contingent, PrisonerGroup, Quality
from turnproc.rulesets.vidonico.world import Custom, PrisonerFate, Settings

Why: TypeAlias = Literal["order", "policy", "custom", "faction", "default"]
ANY: Final = "*"


def choose_fate(
    order: PrisonerFate | None = None,
    policy: PrisonerFate | None = None,
    pair: PrisonerFate | None = None,
    faction: PrisonerFate | None = None,
    general: PrisonerFate | None = None,
) -> tuple[PrisonerFate, Why]:
    """The first that says something: order, army's policy, custom against a people, faction's, general custom (P-2)."""
    ranked: tuple[tuple[PrisonerFate | None, Why], ...] = (
        (order, "order"),
        (policy, "policy"),
        (pair, "custom"),
        (faction, "faction"),
        (general, "custom"),
    )
    return next(((fate, why) for fate, why in ranked if fate is not None), ("hold", "default"))


def custom_between(captor: Collection[str], captive: Collection[str], customs: Sequence[Custom]) -> PrisonerFate | None:
    """The first custom whose tags fit captor and captive, of those that name the captive's tag (P-2)."""
    fitting = (each for each in customs if _fits(each.captor_tag, captor) and each.captive_tag in captive)
    return next((each.fate for each in fitting), None)


def custom_of(captor: Collection[str], customs: Sequence[Custom]) -> PrisonerFate | None:
    """The first custom against whomever that fits a captor (P-2)."""
    fitting = (each for each in customs if each.captive_tag == ANY and _fits(each.captor_tag, captor))
    return next((each.fate for each in fitting), None)


def _fits(tag: str, tags: Collection[str]) -> bool:
    return tag == ANY or tag in tags


def fate_of_prisoners(
    captor: Collection[str],
    captive: Collection[str],
    customs: Sequence[Custom],
    *,
    policy: PrisonerFate | None,
    faction: PrisonerFate | None,
) -> tuple[PrisonerFate, Why]:
    """What a group taken this turn is disposed of by, and why: tags of captor and captive factions (P-2).

    `policy` is the captor army's `prisoner_policy`, `faction` the captor faction's `prisoner_custom`.
    """
    return choose_fate(
        policy=policy,
        pair=custom_between(captor, captive, customs),
        faction=faction,
        general=custom_of(captor, customs),
    )


def impressed_quality(quality: Quality, settings: Settings) -> Quality:
    """The quality of forced recruits (P-3)."""
    if settings.impressed_quality == "militia":
        return "militia"
    lower = settings.impressed_quality == "one_lower"
    return QUALITIES[max(0, QUALITIES.index(quality) - lower)]


def impressed(group: PrisonerGroup, count: int, contingent: str, settings: Settings) -> Contingent:
    """So many prisoners of a group as forced recruits: a contingent of that id, ready from the next turn (P-3)."""
    return Contingent(
        id=contingent,
        species=group.species,
        caste=group.caste,
        quality=impressed_quality(group.quality, settings),
        count=count,
        firearms=False,
        barbarian=group.barbarian,
    )
