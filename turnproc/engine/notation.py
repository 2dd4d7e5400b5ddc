"""A notation of players' own, beside orders files: as they have always written their orders in a forum.

A ruleset that has one brings a `Notation`; `turnproc orders import` and `export` use it. What a text says becomes the
content of orders files, so the same checks run on it; where each value stood in the text is kept for what they find.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from turnproc.engine.finding import Read
from turnproc.source.pointer import parent

OrdersT_contra = TypeVar("OrdersT_contra", contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a text says for one speaker, as an orders file would have it, with ids for names.

    `places` has line and column of the text by pointer into that file; `""` is where the speaker is named. With
    `is_complete` false there are rows below it that could not be read.
    """

    speaker: str
    orders: Sequence[Mapping[str, Any]]
    ready: bool
    message: str
    places: Mapping[str, tuple[int, int]]
    is_complete: bool = True

    def data(self, turn: int) -> dict[str, Any]:
        """The content of the orders file for a turn; what goes without saying is left out."""
        data: dict[str, Any] = {"turn": turn, "for": self.speaker}
        if self.ready:
            data["ready"] = True
        if self.message:
            data["message"] = self.message
        return data | {"orders": [dict(order) for order in self.orders]}

    def place(self, pointer: str) -> tuple[int, int]:
        """Where a value stood, or the nearest thing around it that is written at all."""
        while pointer not in self.places:
            pointer = parent(pointer)
        return self.places[pointer]


@dataclass(frozen=True, slots=True, kw_only=True)
class InWords:
    """One speaker's orders told back: a sentence for each order, and what happens where nothing is said."""

    orders: tuple[str, ...]
    defaults: tuple[str, ...]


class Notation(Protocol[OrdersT_contra]):
    """Reads and writes one turn's orders in the notation, in the languages that it was made for."""

    def write(self, orders: OrdersT_contra, source: str) -> Read[str]:
        """One speaker's orders as text, in the first language. Findings say what the text does not keep.

        The text ends with a line end. `source` names the orders file in findings.
        """

    def read(self, text: str, source: str) -> Read[tuple[Told, ...]]:
        """What a text says, in any of the languages, by speaker in the text's order.

        Findings are at `/<line>/<column>` of `source`; with an error among them nothing should be made of the rest.
        """
