"""One orders file under check: what every check of `checks` and `checks_of_rank` is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.ruleset import OrdersFile
from turnproc.rulesets.bellum.orders import Order, Orders
from turnproc.rulesets.bellum.world import PeopleId

if TYPE_CHECKING:
    from turnproc.rulesets.bellum.known import Known


class Check:
    """One file under check."""

    def __init__(self, orders: Orders, known: Known, file: OrdersFile) -> None:
        """Take the typed orders and where they stood."""
        self.orders = orders
        self.known = known
        self.file = file
        self.speaker = orders.speaker

    def at(self, order: Order, key: str, message: str, params: Mapping[str, Param]) -> Finding:
        """A finding at one key of one order."""
        return Finding(self.file.source, f"{self.file.pointer}/{order.at}/{key}", message, params)

    def kind(self, people: PeopleId) -> str:
        """Tribe or state."""
        return self.known.state.peoples[people].kind

    def is_captured(self, people: PeopleId) -> bool:
        """Has the state a captor?"""
        return self.known.state.peoples[people].captor is not None
