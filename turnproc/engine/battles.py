"""Battles without a campaign: what a ruleset brings for `turnproc battle FILE` and `turnproc odds FILE`.

The file has a schema of the ruleset's, `battle`. In findings its name is "gm", whose rulings and dice it holds, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from turnproc.engine.account import Forecast, Section
from turnproc.engine.finding import Read
from turnproc.engine.phase import Schedule
from turnproc.engine.table import Event, Table

if TYPE_CHECKING:
    from turnproc.engine.ruleset import Record, Words

WorldT = TypeVar("WorldT")
StateT = TypeVar("StateT")
OrdersT = TypeVar("OrdersT")
FactT = TypeVar("FactT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Single(Generic[WorldT, StateT]):
    """A battle by itself: the world it is in, who is there before it, and the event that says how it is fought."""

    world: WorldT
    before: StateT
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Battles(Generic[WorldT, StateT, OrdersT, FactT]):
    """How a ruleset reads a battle by itself, fights it, and tells of it and of its chances.

    `read` takes the file's data after the schema. `schedule` plays the battle with nothing before and after it.
    `odds` tells what it may come to, without a die. Of a battle that was fought `view` makes the data of the template
    `<ruleset>/battle.markdown.j2`, `told` its text for a terminal, `figures` what programs get beside the journal.
    """

    read: Callable[[Mapping[str, Any]], Read[Single[WorldT, StateT]]]
    schedule: Callable[[StateT, Table[WorldT, OrdersT]], Schedule[FactT]]
    odds: Callable[[StateT, Table[WorldT, OrdersT], Words], Forecast]
    view: Callable[[Record[WorldT, StateT, OrdersT, FactT], Words], dict[str, Any]]
    told: Callable[[Record[WorldT, StateT, OrdersT, FactT], Words], tuple[Section, ...]]
    figures: Callable[[Record[WorldT, StateT, OrdersT, FactT]], dict[str, Any]]
