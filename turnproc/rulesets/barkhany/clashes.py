"""Which sectors fight, who attacks there, and with what (docs/rules/barkhany.md, B-5.7, B-5.8)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from turnproc.rulesets.barkhany.battle import SILENT, Decision, Says, Weighed, decide, weigh
from turnproc.rulesets.barkhany.both import Both, Role
from turnproc.rulesets.barkhany.fire import scene_of
from turnproc.rulesets.barkhany.gb_judge import GbJudge
from turnproc.rulesets.barkhany.gb_round import Round
from turnproc.rulesets.barkhany.gb_state import SIDES, Side, other_side
from turnproc.rulesets.barkhany.names import clash_id, clash_label
from turnproc.rulesets.barkhany.sides import field_detachment
from turnproc.rulesets.barkhany.strength import Fielded, Scene, Sides
from turnproc.rulesets.barkhany.world import Settings

# The sectors that fight, in ascending id, and the side that attacks in each.
Attackers: TypeAlias = dict[str, Side]
NOBODY: Final[Both[tuple[Fielded, ...]]] = Both((), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A clash before any reserve has come; `rolls` is None before the dice, and in what has none."""

    battle: str
    sector: str
    attacker: Side
    sides: Sides
    scene: Scene
    says: Says
    weighed: Weighed
    rolls: Both[int] | None = None

    def role_of(self, side: Side) -> Role:
        """Does a side attack or defend?"""
        return "attacker" if side == self.attacker else "defender"

    def side_of(self, role: Role) -> Side:
        """Which side attacks or defends?"""
        return self.attacker if role == "attacker" else other_side(self.attacker)

    def joined_by(self, added: Both[tuple[Fielded, ...]]) -> Sides:
        """The sides with those who come as reserves."""
        return Both(self.sides.attacker + added.attacker, self.sides.defender + added.defender)

    def decided(self, settings: Settings) -> Decision:
        """How it would end without any reserve, and without an override."""
        return decide(self.weighed, self.rolls, settings)


def attackers(there: Round) -> Attackers:
    """Where it is fought after all moves and shots, and who attacks (B-5.7)."""
    found: Attackers = {}
    for sector in sorted(there.battle.sectors):
        if there.sides_in(sector) == frozenset(SIDES) and _is_stirred(there, sector):
            found[sector] = _attacker(there, sector)
    return found


def _is_stirred(there: Round, sector: str) -> bool:
    """Has anybody who is there come in this round, or the order to attack?"""
    return any(
        post.sector == sector and sector in (there.done.entered.get(name), there.done.attacking.get(name))
        for name, post in there.battle.posts.items()
    )


def _attacker(there: Round, sector: str) -> Side:
    """Who first came upon the enemy, or attacked where he stood; else who first had the order to attack there."""
    here = [each for each in there.done.assaults if each.sector == sector]
    first = [each for each in here if each.met] or [each for each in here if not each.is_move]
    return first[0].side


def clash_in(there: Round, sector: str, attacker: Side, judge: GbJudge) -> Clash:
    """A clash with what is known of it before the dice."""
    battle = clash_id(there.battle.id, there.done.number, sector)
    sides: Both[Side] = Both(attacker, other_side(attacker))
    began = sides.defender in there.done.began.get(sector, ())
    scene = replace(scene_of(there), fortification=there.battle.sectors[sector].fortification if began else "none")
    fielded = Both(
        fielded_for(there, _names(there, sector, sides.attacker), battle, sides.attacker, judge),
        fielded_for(there, _names(there, sector, sides.defender), battle, sides.defender, judge, is_inside=began),
    )
    settings = there.world.settings
    weighed, says = weigh(fielded, scene, settings), SILENT
    if weighed.kind != "void":
        says = judge.says(battle, sides, weighed)
        weighed = weigh(fielded, scene, settings, says)
    return Clash(
        battle=battle, sector=sector, attacker=attacker, sides=fielded, scene=scene, says=says, weighed=weighed
    )


def _names(there: Round, sector: str, side: Side) -> list[str]:
    return [each.id for each in there.standing(sector, side)]


def fielded_for(
    there: Round, detachments: Collection[str], battle: str, side: Side, judge: GbJudge, *, is_inside: bool = False
) -> tuple[Fielded, ...]:
    """Detachments as they go into a clash, with the morale of its situation."""
    morale = judge.morale_pct(battle, side)
    return tuple(
        replace(
            field_detachment(there.state, there.state.detachments[name], there.world.settings, situation_pct=morale),
            is_inside=is_inside,
        )
        for name in detachments
    )


def thrown(clash: Clash, there: Round, judge: GbJudge) -> Clash:
    """The same after the dice: both sides throw where it is a fight."""
    if clash.weighed.kind != "fight":
        return clash
    a, b = (judge.roll(clash_label(there.battle.id, there.done.number, clash.sector, side)) for side in SIDES)
    return replace(clash, rolls=Both(a, b) if clash.attacker == "a" else Both(b, a))


def strengthened(clash: Clash, added: Both[tuple[Fielded, ...]], settings: Settings, judge: GbJudge) -> Clash:
    """The same once reserves have come: all modifiers of both sides anew, the dice stay (B-5.9)."""
    sides = clash.joined_by(added)
    says = clash.says
    weighed = weigh(sides, clash.scene, settings, says)
    stronger, before = weighed.superiority.stronger, clash.weighed.superiority
    is_new = not before.is_beyond or before.stronger != stronger
    if weighed.superiority.is_beyond and is_new and stronger is not None:
        ruled = judge.over_five(clash.battle, clash.side_of(stronger))
        says = replace(says, over_five=says.over_five.put(stronger, ruled))
        weighed = weigh(sides, clash.scene, settings, says)
    return replace(clash, sides=sides, says=says, weighed=weighed)
