"""Words of the report for what stands in files as an identifier: one place for all translators (section 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico.facts import FateRow, Row
from turnproc.rulesets.vidonico.state import Caste, Kind, Mount, Quality, Role, Species, Stance, Status
from turnproc.rulesets.vidonico.telling import Telling
from turnproc.rulesets.vidonico.world import PrisonerFate, Terrain, Weather

TERRAIN: Final[Mapping[Terrain, str]] = {
    "open": N_("open ground"),
    "hills": N_("hills"),
    "forest": N_("forest"),
    "mountains": N_("mountains"),
    "underground": N_("underground"),
    "steppe": N_("steppe"),
    "swamp": N_("swamp"),
}
# Where a battle is, for sentences.
WHERE: Final[Mapping[Terrain, str]] = {
    "open": N_("on open ground"),
    "hills": N_("in hills"),
    "forest": N_("in a forest"),
    "mountains": N_("in mountains"),
    "underground": N_("below ground"),
    "steppe": N_("on the steppe"),
    "swamp": N_("in a swamp"),
}
WEATHER: Final[Mapping[Weather, str]] = {
    "fair": N_("fair weather"),
    "bad": N_("bad weather"),
    "extreme": N_("dreadful weather"),
}
# The rows of the terrain table, as they stand in a calculation: "+1 horse/open ground".
TERRAIN_ROW: Final[Mapping[str, str]] = {
    "human": N_("foot"),
    "horse": N_("horse"),
    "diatrima": N_("diatrima"),
    "centaur": N_("centaur"),
    "minotaur": N_("minotaur"),
    "faun": N_("faun"),
    "triton": N_("triton"),
    "myrmica": N_("myrmica"),
}
SPECIES: Final[Mapping[Species, str]] = {
    "human": N_("human"),
    "minotaur": N_("minotaur"),
    "centaur": N_("centaur"),
    "faun": N_("faun"),
    "triton": N_("triton"),
    "myrmica": N_("myrmica"),
}
CASTE: Final[Mapping[Caste, str]] = {
    "warrior": N_("warrior caste"),
    "scout": N_("scout caste"),
    "other": N_("other castes"),
}
QUALITY: Final[Mapping[Quality, str]] = {
    "militia": N_("militia"),
    "green": N_("green"),
    "regular": N_("regular"),
    "veteran": N_("veteran"),
    "elite": N_("elite"),
}
MOUNT: Final[Mapping[Mount, str]] = {
    "none": N_("on foot"),
    "horse": N_("on horseback"),
    "diatrima": N_("on diatrimas"),
}
FORMATION: Final[Mapping[str, str]] = {
    "mounted": N_("mounted"),
    "dismounted": N_("dismounted"),
    "foot": N_("on foot"),
    "hooves": N_("on hooves"),
    "forced": N_("dismounted, for mounts are of no use here"),
    "absent": N_("stayed out, for mounts are of no use here"),
}
# What adds to or takes from a soldier's value (M-2), but for quality, species and terrain.
PART: Final[Mapping[str, str]] = {
    "metal_armour": N_("armour"),
    "no_firearms": N_("no firearms"),
    "barbarian": N_("barbarian"),
    "hungry": N_("hungry"),
    "exhausted": N_("exhausted"),
}
STANCE: Final[Mapping[Stance, str]] = {
    "attack": N_("attack"),
    "accept": N_("accept battle"),
    "avoid": N_("avoid battle"),
}
ROLE: Final[Mapping[Role, str]] = {
    "fight": N_("fights"),
    "present": N_("keeps back"),
    "absent": N_("stays away from battles"),
}
STATUS: Final[Mapping[Status, str]] = {"active": N_("free"), "captive": N_("captive"), "dead": N_("dead")}
# What a loss row says of a side (L-1).
LOSS_ROW: Final[Mapping[Row, str]] = {
    "holds_field": N_("held the field"),
    "retreat_good_order": N_("retreated in good order"),
    "retreat_disorder": N_("retreated in disorder"),
    "flight_unpursued": N_("fled, not pursued"),
    "flight_pursued": N_("fled and was pursued"),
    "flight_pursued_rough": N_("fled and was pursued over rough ground"),
    "walkover": N_("gave way without a fight"),
}
FATE: Final[Mapping[PrisonerFate, str]] = {
    "hold": N_("held"),
    "impress": N_("pressed into service"),
    "enslave": N_("enslaved"),
    "release": N_("released"),
    "kill": N_("put to death"),
}
FATE_ROW: Final[Mapping[FateRow, str]] = {
    "QX": N_("QX, 3 or less: the worst"),
    "Q4": N_("Q4, from 4 to 7"),
    "Q8": N_("Q8, from 8 to 11"),
    "Q12": N_("Q12, from 12 to 15"),
    "Q16": N_("Q16, from 16 to 23"),
    "Q24": N_("Q24, from 24 to 31"),
    "Q32": N_("Q32, 32 or more: the best"),
}
YES: Final = N_("yes")
NO: Final = N_("no")


def kind_words(telling: Telling, kind: Kind) -> str:
    """What soldiers are, in a row of words: `human, veteran, on horseback, in armour`."""
    found = [SPECIES[kind.species]]
    if kind.caste is not None:
        found.append(CASTE[kind.caste])
    found.append(QUALITY[kind.quality])
    if kind.mount != "none":
        found.append(MOUNT[kind.mount])
    if kind.metal_armour:
        found.append(PART["metal_armour"])
    if kind.barbarian:
        found.append(PART["barbarian"])
    return ", ".join(map(telling.word, found))
