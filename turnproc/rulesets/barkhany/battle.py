"""One battle: two sides, their dice, what comes of it (docs/rules/barkhany.md, B-4.3 to B-4.17, B-4.21, B-4.23).

`weigh` says what is known before the dice, `decide` how the dice decide it, `fight` what both sides lose by it. Nothing
here knows a map: a sector of a general battle is fought like a hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.barkhany.both import Both, Role, opponent
from turnproc.rulesets.barkhany.losses import Loss, capped_pct, loss_row, row_by_outcome, row_of, side_losses
from turnproc.rulesets.barkhany.modifiers import Modifiers, Superiority, modifiers, strength_modifiers, superiority
from turnproc.rulesets.barkhany.state import Unit
from turnproc.rulesets.barkhany.strength import Scene, Sides, Strengths, strengths
from turnproc.rulesets.barkhany.world import Outcome, Row, Settings

# A fight needs dice; a walkover has none, and nothing is lost; void: attackers without strength do not attack (B-4.21).
Kind: TypeAlias = Literal["fight", "walkover", "void"]
# What becomes of a side (B-4.17).
Lot: TypeAlias = Literal["blocked", "free", "retreats", "flees"]

NO_LOSS: Final = Both(Fraction(0), Fraction(0))
NO_BONUS: Final = Both(0, 0)
NO_RULING: Final = Both(None, None)


class NoWinnerError(ValueError):
    """A ruled outcome needs a winner, and neither the dice nor the ruling have one (E-OVERRIDE)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """What the game master puts in the place of what the dice gave; None: as it is (B-4.23)."""

    attacker_loss_pct: Fraction | None = None
    defender_loss_pct: Fraction | None = None
    outcome: Outcome | None = None
    winner: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What the game master says of a battle: plans, superiority beyond the table (None: nothing), the override."""

    plan_bonus: Both[int] = NO_BONUS
    over_five: Both[int | None] = NO_RULING
    override: Override | None = None


SILENT: Final = Says()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """Two sides before the dice. `superiority.is_beyond` is when `over-five/<battle>/<side>` is asked."""

    kind: Kind
    strengths: Both[Strengths]
    superiority: Superiority
    modifiers: Both[Modifiers]

    @property
    def unruled(self) -> Role | None:
        """The side whose superiority the game master must judge before dice can decide anything (B-4.7)."""
        stronger = self.superiority.stronger
        if self.kind != "fight" or stronger is None or self.modifiers.of(stronger).strength is not None:
            return None
        return stronger


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """How a battle ends. A walkover has no totals, no difference and no row.

    `row` is the row of T-LOSS that the dice gave, `counts_as` the one that other rules go by (B-4.23); `capped` is the
    side whose losses the cap of B-4.7 lessened. Losses are in percent.
    """

    totals: Both[int] | None
    difference: int | None
    row: Row | None
    winner: Role | None
    loss_pct: Both[Fraction]
    outcome: Outcome
    counts_as: Row
    capped: Role | None = None
    is_overridden: bool = False

    @property
    def loser(self) -> Role | None:
        """The side that did not win; None where nobody did."""
        return None if self.winner is None else opponent(self.winner)

    @property
    def is_walkover(self) -> bool:
        """Was it won without a fight?"""
        return self.totals is None

    @property
    def field(self) -> Role | None:
        """Who keeps the field; None: nobody."""
        return self.winner if self.outcome.startswith("field_won") else None

    def lot(self, role: Role) -> Lot:
        """What becomes of a side (B-4.17)."""
        if self.outcome == "contested_both_blocked":
            return "blocked"
        if role == self.winner:
            return "free"
        match self.outcome:
            case "contested_winner_free":
                return "blocked"
            case "field_won_loser_retreats":
                return "retreats"
            case "field_won_loser_flees":
                return "flees"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """A whole battle, with all that a report tells of it."""

    sides: Sides
    scene: Scene
    weighed: Weighed
    rolls: Both[int] | None
    decision: Decision
    losses: Both[tuple[Loss, ...]]
    # What is left of each detachment, by its id.
    left: Mapping[str, tuple[Unit, ...]]


def weigh(sides: Sides, scene: Scene, settings: Settings, says: Says = SILENT) -> Weighed:
    """What is known of a battle before the dice."""
    return weigh_strengths(strengths(sides, scene, settings), settings, says)


def weigh_strengths(found: Both[Strengths], settings: Settings, says: Says = SILENT) -> Weighed:
    """The same for sides whose strengths are known."""
    kind: Kind = "fight"
    if found.attacker.total == 0:
        kind = "void"
    elif found.defender.total == 0:
        kind = "walkover"
    apart = superiority(found.each(lambda side: side.total), settings)
    worth = strength_modifiers(apart, says.over_five, settings)
    return Weighed(
        kind=kind,
        strengths=found,
        superiority=apart,
        modifiers=modifiers(found, worth, says.plan_bonus, settings),
    )


def decide(weighed: Weighed, rolls: Both[int] | None, settings: Settings, override: Override | None = None) -> Decision:
    """How a battle ends by the sums of the two throws of 3d6; None for a walkover, which has none.

    Raises ValueError if there are throws where none are made or none where there should be, or if nobody attacks;
    UnruledError while `weighed.unruled` is open; NoWinnerError if the override lacks a winner.
    """
    if weighed.kind == "void":
        raise ValueError("attackers without strength do not fight")
    if (rolls is None) != (weighed.kind == "walkover"):
        raise ValueError("a fight has dice, and a walkover has none")
    found = _walkover() if rolls is None else _by_dice(weighed, rolls, settings, override)
    return found if override is None else _overridden(found, override)


def _walkover() -> Decision:
    return Decision(
        totals=None,
        difference=None,
        row=None,
        winner="attacker",
        loss_pct=NO_LOSS,
        outcome="field_won_loser_retreats",
        counts_as=3,
    )


def _by_dice(weighed: Weighed, rolls: Both[int], settings: Settings, override: Override | None) -> Decision:
    totals = Both(
        rolls.attacker + weighed.modifiers.attacker.sum,
        rolls.defender + weighed.modifiers.defender.sum,
    )
    difference = totals.attacker - totals.defender
    winner: Role | None = None
    if difference:
        winner = "attacker" if difference > 0 else "defender"
    row = row_of(difference, settings)
    outcome = loss_row(row, settings).outcome
    named = None if override is None else override.winner
    loss_pct, capped = table_losses(row, named or winner, weighed.superiority, settings)
    return Decision(
        totals=totals,
        difference=difference,
        row=row,
        winner=winner,
        loss_pct=loss_pct,
        outcome=outcome,
        counts_as=row_by_outcome(row, outcome),
        capped=capped,
    )


def table_losses(
    row: Row, winner: Role | None, apart: Superiority, settings: Settings
) -> tuple[Both[Fraction], Role | None]:
    """What both sides lose in a row, in percent, and whose losses the cap lessened (B-4.7, B-4.14).

    Where nobody wins, both lose what a loser does.
    """
    entry = loss_row(row, settings)
    loss_pct = Both(entry.loser_pct, entry.loser_pct)
    if winner is not None:
        loss_pct = loss_pct.put(winner, entry.winner_pct)
    if not (settings.over_five_cap and apart.is_beyond and apart.ratio is not None and apart.stronger is not None):
        return loss_pct, None
    before = loss_pct.of(apart.stronger)
    after = capped_pct(before, apart.ratio)
    return loss_pct.put(apart.stronger, after), apart.stronger if after < before else None


def _overridden(found: Decision, override: Override) -> Decision:
    outcome = override.outcome or found.outcome
    winner = override.winner or found.winner
    if winner is None and outcome != "contested_both_blocked":
        raise NoWinnerError(outcome)
    attacker, defender = override.attacker_loss_pct, override.defender_loss_pct
    return Decision(
        totals=found.totals,
        difference=found.difference,
        row=found.row,
        winner=winner,
        loss_pct=Both(
            found.loss_pct.attacker if attacker is None else attacker,
            found.loss_pct.defender if defender is None else defender,
        ),
        outcome=outcome,
        counts_as=row_by_outcome(found.row, outcome),
        capped=found.capped,
        is_overridden=True,
    )


def fight(sides: Sides, rolls: Both[int] | None, scene: Scene, settings: Settings, says: Says = SILENT) -> Fought:
    """A battle from its sides to what is left of them; `rolls` and errors as in `decide`."""
    weighed = weigh(sides, scene, settings, says)
    decision = decide(weighed, rolls, settings, says.override)
    losses = Both(
        side_losses(sides.attacker, decision.loss_pct.attacker, settings),
        side_losses(sides.defender, decision.loss_pct.defender, settings),
    )
    left: dict[str, tuple[Unit, ...]] = {each.detachment: () for side in sides for each in side}
    for loss in (*losses.attacker, *losses.defender):
        if loss.after is not None:
            left[loss.detachment] += (loss.after,)
    return Fought(sides=sides, scene=scene, weighed=weighed, rolls=rolls, decision=decision, losses=losses, left=left)
