"""What happens on the map in an entry of the sequence (docs/rules/barkhany.md, B-3, B-4.17 to B-4.20, section 7).

Small and frozen, in the order in which it happens. `applying.after` says what each makes of a state; some only tell.
"""

from __future__ import annotations

from typing import TypeAlias

from turnproc.rulesets.barkhany.happenings_at_sea import (
    Delay,
    FleetsMet,
    Landed,
    Loaded,
    PlanLeft,
    Sailed,
)
from turnproc.rulesets.barkhany.happenings_of_battles import (
    Attacker,
    Battle,
    Blocked,
    DetachmentDestroyed,
    Fled,
    GeneralFate,
    Looted,
    Losses,
    Part,
    RefugeReason,
    Retreated,
    Trap,
    Trapped,
)
from turnproc.rulesets.barkhany.happenings_on_land import (
    AfterStep,
    AttackVoid,
    BoatsLeft,
    BoatsTaken,
    Contact,
    ControlChanged,
    Failure,
    GeneralParted,
    Halted,
    Held,
    Moved,
    OrderFailed,
    RelationChanged,
    StandingSet,
    Stood,
    Stop,
    Stopped,
    Unblocked,
    Void,
    Walls,
)

__all__ = [
    "AfterStep",
    "AttackVoid",
    "Attacker",
    "Battle",
    "Blocked",
    "BoatsLeft",
    "BoatsTaken",
    "Contact",
    "ControlChanged",
    "Delay",
    "DetachmentDestroyed",
    "Failure",
    "Fled",
    "FleetsMet",
    "GeneralFate",
    "GeneralParted",
    "Halted",
    "Happening",
    "Held",
    "Landed",
    "Loaded",
    "Looted",
    "Losses",
    "Moved",
    "OrderFailed",
    "Part",
    "PlanLeft",
    "RefugeReason",
    "RelationChanged",
    "Retreated",
    "Sailed",
    "StandingSet",
    "Stood",
    "Stop",
    "Stopped",
    "Trap",
    "Trapped",
    "Unblocked",
    "Void",
    "Walls",
]

Happening: TypeAlias = (
    OrderFailed
    | BoatsTaken
    | BoatsLeft
    | Moved
    | Stopped
    | Contact
    | Halted
    | StandingSet
    | Stood
    | AttackVoid
    | RelationChanged
    | Battle
    | Losses
    | DetachmentDestroyed
    | Blocked
    | Unblocked
    | Retreated
    | Fled
    | Trapped
    | Looted
    | GeneralFate
    | GeneralParted
    | ControlChanged
    | Walls
    | AfterStep
    | Loaded
    | Landed
    | Sailed
    | FleetsMet
    | PlanLeft
)
