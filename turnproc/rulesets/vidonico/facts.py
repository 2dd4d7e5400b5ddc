"""What can happen in vidonico: the closed union of facts (docs/rules/vidonico.md, section 7).

The first field is the verb under which a fact stands in the journal, `rule` the rule that produced it. Inside a battle
`battle` is its id. What changes the state is told whole, so that `apply` in `folding` decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from turnproc.engine.facts import flat
from turnproc.rulesets.vidonico.combination import Tk
from turnproc.rulesets.vidonico.state import Army, Character, Contingent, Formation, Kind, PrisonerGroup, Role
from turnproc.rulesets.vidonico.world import PrisonerFate, Terrain, Weather

Row: TypeAlias = Literal[
    "holds_field",
    "retreat_good_order",
    "retreat_disorder",
    "flight_unpursued",
    "flight_pursued",
    "flight_pursued_rough",
    "walkover",
]
FateRow: TypeAlias = Literal["QX", "Q4", "Q8", "Q12", "Q16", "Q24", "Q32"]
OutcomeCode: TypeAlias = Literal["orderly", "chaos", "clear_victory"]


# What came in.


@dataclass(frozen=True, slots=True)
class NoOrders:
    """A faction that somebody plays sent nothing that counts (section 3.2)."""

    no_orders: str
    rule: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file with errors: its speaker counts as having sent nothing."""

    rejected: str
    rule: str
    problems: int


@dataclass(frozen=True, slots=True)
class Struck:
    """The game master struck a file: its speaker counts as having sent nothing."""

    struck: str
    rule: str


# Events of the game master. `text` is what he adds for the report.


@dataclass(frozen=True, slots=True)
class Raised:
    """A new army, by an event or by a transfer to a new id (A-1)."""

    raised: str
    rule: str
    army: Army
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Reinforced:
    """More soldiers: `new` is a whole contingent, else `count` fit men join `contingent`."""

    reinforced: str
    rule: str
    contingent: str
    count: int
    new: Contingent | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Removed:
    """Fit soldiers of a contingent left the game."""

    removed: str
    rule: str
    army: str
    count: int
    reason: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ConditionSet:
    """An army is hungry or exhausted from now on, or no longer; None: unchanged."""

    condition_set: str
    rule: str
    hungry: bool | None = None
    exhausted: bool | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """A character is now as `character` says; `changed` are the fields that differ ("new": somebody new)."""

    character_set: str
    rule: str
    changed: tuple[str, ...]
    character: Character
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """A word of the game master for the report."""

    note: str
    rule: str


@dataclass(frozen=True, slots=True)
class StragglersPlaced:
    """Soldiers without an army turned up in a region (P-3, P-5, B-2, P-6).

    `event`: they come out of the faction's missing (`from_` is `<battle>/<contingent>`). `freed` and `escaped`: they
    leave the group `from_` that `army` held. `released`: the group has been made smaller by `prisoners_disposed`.
    """

    stragglers_placed: str
    rule: str
    faction: str
    kind: Kind
    count: int
    region: str | None
    why: Literal["event", "released", "freed", "escaped"]
    from_: str
    army: str | None = None
    battle: str | None = None
    text: str | None = None


# Orders and movement (A).


@dataclass(frozen=True, slots=True)
class Ordered:
    """A standing instruction, or a word for later in the turn. `order` is its name (`frekre/o2`), `data` verb first.

    `stance`, `leader`, `pursue`, `prisoner_policy` and `formation` without `where` change the army or the contingent.
    """

    ordered: str
    rule: str
    order: str
    data: Mapping[str, Any] = flat()


@dataclass(frozen=True, slots=True)
class Transferred:
    """Soldiers go from one army to another; `part` is the new id where only a part of the contingent went (A-1)."""

    transferred: str
    rule: str
    from_: str
    to: str
    count: int
    wounded: int
    part: str | None = None


@dataclass(frozen=True, slots=True)
class Rejoined:
    """Stragglers joined an army as a contingent (P-5)."""

    rejoined: str
    rule: str
    faction: str
    army: str
    count: int
    contingent: Contingent


@dataclass(frozen=True, slots=True)
class Moved:
    """An army went to another region and remembers where it came from (A-2, A-6)."""

    moved: str
    rule: str
    to: str
    why: Literal["order", "event", "arrival"]
    from_: str | None = None
    battle: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two hostile armies met in a region, and the game master said what came of it (A-4)."""

    encounter: str
    rule: str
    armies: tuple[str, ...]
    answer: Literal["battle", "no_battle"]


# Battles: muster (M), tactics (X), outcome (C), losses (L), fates (F), withdrawal (B).


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a battle: its armies, who commands it (None: nobody) and the army that he is in (X-0)."""

    id: str
    armies: tuple[str, ...]
    commander: str | None = None
    commander_army: str | None = None


@dataclass(frozen=True, slots=True)
class BattleStarted:
    """Two sides fight; in a walk-over neither weather nor difficulty matter (M-7)."""

    battle_started: str
    rule: str
    day: int
    region: str | None
    terrain: Terrain
    sides: tuple[Side, ...]
    weather: Weather | None = None
    difficulty: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthLine:
    """One contingent in a battle: `parts` add up to `ssv`, but for the floor of 1 (M-2); `row` is the terrain row."""

    contingent: str
    army: str
    count: int
    row: str
    parts: Mapping[str, int]
    ssv: int
    subtotal: int
    formation: Formation | None = None
    forced: bool = False
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Strength:
    """The army combat value of a side (M-5)."""

    strength: str
    rule: str
    battle: str
    total: int
    lines: tuple[StrengthLine, ...]


@dataclass(frozen=True, slots=True)
class Ratio:
    """The strength ratio, "1.8", in favour of a side; None: both are equally strong (M-6)."""

    ratio: str
    rule: str
    battle: str
    larger: int
    smaller: int
    stronger: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TacticsRuling:
    """What the game master added to a commander's dice (X-2)."""

    dice: int = 0
    pips: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TacticsRoll:
    """A commander's Tactics roll. `result` is the total, multiplied for the stronger side; a fraction is "99/5" (X-4).

    `tk` is the skill (None: he has none), `rolled` what was rolled after the ruling and `leaderless_tactics`.
    """

    tactics_roll: str
    rule: str
    battle: str
    rolled: Tk
    dice: tuple[int, ...]
    total: int
    result: int | str
    difficulty: int
    success: bool
    commander: str | None = None
    tk: Tk | None = None
    ruling: TacticsRuling | None = None
    multiplied_by: str | None = None


@dataclass(frozen=True, slots=True)
class OutcomeReached:
    """How a battle ended: who holds the field (None: nobody), the loss row of each side, how a tie was broken (C-1)."""

    outcome: OutcomeCode
    rule: str
    battle: str
    rows: Mapping[str, Row]
    holder: str | None = None
    tie_break: Literal["total", "ruling", "default", "mutual"] | None = None


@dataclass(frozen=True, slots=True)
class Pursuit:
    """Could and did the winner pursue, and why not (C-2)? `terrain` is the pursuit's; None: it never mattered."""

    pursuit: str
    rule: str
    battle: str
    cavalry: int
    total: int
    ordered: bool
    eligible: bool
    happened: bool
    terrain: Terrain | None = None
    reason: Literal["refused", "no_cavalry", "too_few", "terrain"] | None = None


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of a side (L-1); `no_captor`: nobody was left to take prisoners, who are missing instead (L-4)."""

    losses: str
    rule: str
    battle: str
    row: Row
    count: int
    dead: int
    wounded: int
    captured: int
    missing: int
    unhurt: int
    no_captor: bool = False


@dataclass(frozen=True, slots=True)
class LossesShared:
    """A contingent's part of the losses (L-2): the wounded are a new cohort of this turn's; `left` are fit."""

    losses_shared: str
    rule: str
    battle: str
    army: str
    dead: int
    wounded: int
    captured: int
    missing: int
    left: int


@dataclass(frozen=True, slots=True)
class PrisonersTaken:
    """A captor army has a new group of prisoners (L-4)."""

    prisoners_taken: str
    rule: str
    battle: str
    army: str
    group: PrisonerGroup


@dataclass(frozen=True, slots=True)
class Walkover:
    """One side had nobody: the other holds the field without a fight (M-7)."""

    walkover: str
    rule: str
    battle: str


@dataclass(frozen=True, slots=True)
class NoBattle:
    """A battle did not take place: nobody was there (M-7), or an encounter was broken off (A-4)."""

    no_battle: str
    rule: str
    reason: Literal["nobody", "withdrawn"]


@dataclass(frozen=True, slots=True)
class DisorderedBy:
    """An army that holds the field in disorder cannot move before a day of this week (C-1)."""

    disordered: str
    rule: str
    battle: str
    until_day: int


@dataclass(frozen=True, slots=True)
class Fate:
    """A character's roll on the fate table (F-1 to F-4); `case` says why there was a modifier."""

    fate: str
    rule: str
    battle: str
    side: str
    role: Role
    tk_before: Tk
    modifier: int
    case: str
    tk: Tk
    dice: tuple[int, ...]
    total: int
    row: FateRow
    skill: str | None = None


@dataclass(frozen=True, slots=True)
class Injury:
    """Damage of a character (F-4)."""

    injury: str
    rule: str
    battle: str
    n: int
    points: int
    damage_type: str


@dataclass(frozen=True, slots=True)
class Killed:
    """A character died in battle (F-4) or was killed as a captive (P-4)."""

    killed: str
    rule: str
    why: Literal["battle", "order"]
    battle: str | None = None


@dataclass(frozen=True, slots=True)
class Captured:
    """A character is a captive of an army (F-5), or passed to another one (`taken`, B-2)."""

    captured: str
    rule: str
    battle: str
    army: str
    why: Literal["battle", "taken"]


@dataclass(frozen=True, slots=True)
class Rescued:
    """A character would have been captured, but his comrades came, or nobody was left to hold him (F-5)."""

    rescued: str
    rule: str
    battle: str
    why: Literal["ruling", "no_captor"]


@dataclass(frozen=True, slots=True)
class LeaderLost:
    """An army has no leader any more (F-8, A-1)."""

    leader_lost: str
    rule: str
    character: str
    battle: str | None = None


@dataclass(frozen=True, slots=True)
class Loot:
    """What a character carried off (F-6); `reroll` counts how often it was rolled again, `mark` doubts it (F-7)."""

    loot: str
    rule: str
    battle: str
    n: int
    dice: tuple[int, ...]
    total: int
    item: str
    reroll: int = 0
    quantity: int | None = None
    unit: str | None = None
    note: str | None = None
    mark: Literal["no_mounts", "field_lost", "terrain"] | None = None
    rolled_again: bool = False


@dataclass(frozen=True, slots=True)
class Withdrew:
    """A beaten army left the region, or stayed (`to` is None) (B-1)."""

    withdrew: str
    rule: str
    battle: str
    from_: str
    reason: Literal["order", "way_back", "ruling", "default"]
    to: str | None = None


@dataclass(frozen=True, slots=True)
class HeldPrisoners:
    """What became of prisoners and captives whom a beaten army held (B-2); what changes follows as facts.

    With `taken` the groups pass to `captor`, all but those who are freed.
    """

    held_prisoners: str
    rule: str
    battle: str
    answer: Literal["keep", "freed", "taken"]
    groups: tuple[str, ...]
    captives: tuple[str, ...]
    captor: str | None = None


@dataclass(frozen=True, slots=True)
class PrisonersPassed:
    """A group of prisoners passed from a beaten army to the victor's (B-2)."""

    prisoners_passed: str
    rule: str
    battle: str
    from_: str
    to: str


# Prisoners (P), recovery (H), close (Z).


@dataclass(frozen=True, slots=True)
class PrisonersDisposed:
    """What was done with a group of prisoners or a part of it (P-2, P-3); `contingent` are forced recruits."""

    prisoners_disposed: str
    rule: str
    army: str
    fate: PrisonerFate
    count: int
    why: Literal["order", "policy", "custom", "faction", "default"]
    contingent: Contingent | None = None


@dataclass(frozen=True, slots=True)
class CaptiveDisposed:
    """What was done with a captive character (P-4, B-2, P-6); who is let go is active in `region` without an army."""

    captive_disposed: str
    rule: str
    fate: PrisonerFate
    why: Literal["order", "freed", "escaped"]
    army: str
    region: str | None = None
    battle: str | None = None


@dataclass(frozen=True, slots=True)
class Recovered:
    """Wounded of one battle are fit again (H-1)."""

    recovered: str
    rule: str
    army: str
    battle: str
    count: int
    still_wounded: int


@dataclass(frozen=True, slots=True)
class Warned:
    """Something did not go as ordered: W-RETREAT-VOID, W-ORDER-VOID, W-FULL (section 3.4)."""

    warning: str
    rule: str
    about: str
    army: str | None = None
    region: str | None = None
    order: str | None = None


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """The week is over: nobody is in disorder any more (Z-1)."""

    turn_closed: int
    rule: str


Fact: TypeAlias = (
    NoOrders
    | Rejected
    | Struck
    | Raised
    | Reinforced
    | Removed
    | ConditionSet
    | CharacterSet
    | Noted
    | StragglersPlaced
    | Ordered
    | Transferred
    | Rejoined
    | Moved
    | Encounter
    | BattleStarted
    | Strength
    | Ratio
    | TacticsRoll
    | OutcomeReached
    | Pursuit
    | Losses
    | LossesShared
    | PrisonersTaken
    | Walkover
    | NoBattle
    | DisorderedBy
    | Fate
    | Injury
    | Killed
    | Captured
    | Rescued
    | LeaderLost
    | Loot
    | Withdrew
    | HeldPrisoners
    | PrisonersPassed
    | PrisonersDisposed
    | CaptiveDisposed
    | Recovered
    | Warned
    | TurnClosed
)
