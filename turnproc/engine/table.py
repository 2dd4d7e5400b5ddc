"""What lies on the table while a turn is played: read-only for the phases, but for what rulings and dice note down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from turnproc.engine.dice import Dice
from turnproc.engine.rulings import Rulings

WorldT = TypeVar("WorldT")
OrdersT = TypeVar("OrdersT")


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the game master's file: `data` is verb first with ids for names, `at` its place in the list."""

    at: int
    verb: str
    when: str
    data: Mapping[str, Any]

    @property
    def pointer(self) -> str:
        """Where it stands in gm.yaml."""
        return f"/events/{self.at}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[WorldT, OrdersT]):
    """One turn's inputs.

    `orders` by speaker, in order of speakers' ids, whatever the order of files; `absent` are the speakers who had
    something to decide and sent nothing that counts; `rejected` the files with errors and how many they had; `struck`
    the speakers whose file the game master struck.
    """

    turn: int
    world: WorldT
    orders: Mapping[str, OrdersT]
    absent: tuple[str, ...] = ()
    rejected: Mapping[str, int] = field(default_factory=dict)
    struck: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    chronicle: str = ""
    rulings: Rulings = field(default_factory=Rulings)
    dice: Dice = field(default_factory=Dice)
