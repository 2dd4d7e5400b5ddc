"""Who comes in what order (docs/rules/barkhany.md, B-0.2 to B-0.7). Times come as data; nobody's clock is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

from turnproc.rulesets.barkhany.troubles import Trouble
from turnproc.source.times import write_time

Kind: TypeAlias = Literal["ruled", "receipt", "commit", "none"]
# What proves when something came in; `delayed`: it asked to be later than that.
Proof: TypeAlias = Literal["ruled", "receipt", "commit", "none", "delayed"]
Phase: TypeAlias = Literal["muster", "actions", "general_battles", "refit"]

# The better evidence first (B-0.2).
KINDS: Final[tuple[Kind, ...]] = ("ruled", "receipt", "commit")
PHASES: Final[Mapping[Phase, frozenset[str]]] = {
    "muster": frozenset({"split", "merge", "transfer", "attach", "hire", "hire_general"}),
    "actions": frozenset({"march", "attack", "stand", "declare_war", "sail"}),
    "general_battles": frozenset(
        {"gb_deploy", "gb_move", "gb_attack", "gb_shoot", "gb_reserve", "gb_retreat_to", "gb_withdraw"}
    ),
    "refit": frozenset({"reequip"}),
}


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a content came in, and what says so: what the engine knows of a file or of one order."""

    at: datetime
    by: Kind


# By commander for his file, by commander/order for one order of it.
Arrivals: TypeAlias = Mapping[str, Arrival]


@dataclass(frozen=True, slots=True)
class Period:
    """The turn's real time; None where turn.yaml does not say. Within `grace` after the deadline a file is not late."""

    opens: datetime | None = None
    deadline: datetime | None = None
    grace: timedelta = timedelta()

    @property
    def limit(self) -> datetime | None:
        """The last moment at which a file counts."""
        return None if self.deadline is None else self.deadline + self.grace


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An order as far as its place in the sequence goes; `position` is its place in the file."""

    commander: str
    order: str
    position: int
    not_before: datetime | None = None

    @property
    def source(self) -> str:
        """As facts and cases call it."""
        return f"{self.commander}/{self.order}"


@dataclass(frozen=True, slots=True)
class Timed:
    """An event to which the game master gave a time; `position` is its place in his file."""

    position: int
    at: datetime

    @property
    def source(self) -> str:
        """As facts call it."""
        return f"gm/{self.position}"


@dataclass(frozen=True, slots=True)
class Sequenced:
    """An entry of the day. `instant` None: nothing says when it came, and it comes after all of which that is known."""

    entry: Sent | Timed
    instant: datetime | None
    evidence: Proof
    troubles: tuple[Trouble, ...] = field(default=(), compare=False)

    @property
    def source(self) -> str:
        """What it is."""
        return self.entry.source


def phase_of(verb: str) -> Phase:
    """The phase in which orders with this verb are carried out (B-0.7). Raises KeyError for a verb of no order."""
    found = next((phase for phase, verbs in PHASES.items() if verb in verbs), None)
    if found is None:
        raise KeyError(verb)
    return found


def arrival_of(order: Sent, arrivals: Arrivals) -> Arrival | None:
    """The best evidence for an order: a better kind goes before a finer one, a finer one before a coarser (B-0.2)."""
    known = [arrivals[key] for key in (order.source, order.commander) if key in arrivals]
    return min(known, key=lambda each: KINDS.index(each.by), default=None) if known else None


def placed(order: Sent, arrivals: Arrivals, period: Period) -> Sequenced:
    """When an order counts as sent, with what is to be said about that (B-0.2, B-0.6)."""
    arrival = arrival_of(order, arrivals)
    troubles: list[Trouble] = []
    at = period.deadline if arrival is None else arrival.at
    proof: Proof = "none" if arrival is None else arrival.by
    if arrival is None:
        troubles.append(Trouble("W-SEQ-NONE"))
    elif period.opens is not None and arrival.at < period.opens:
        at = period.opens
        troubles.append(Trouble("W-SEQ-EARLY", {"opens": write_time(period.opens)}))
    elif period.limit is not None and arrival.at > period.limit:
        troubles.append(Trouble("W-SEQ-LATE"))
    wanted = order.not_before
    if wanted is None:
        return _sequenced(order, at, proof, troubles)
    if period.opens is not None and wanted < period.opens:
        params = {"not_before": write_time(wanted), "opens": write_time(period.opens)}
        troubles.append(Trouble("E-SEQ-EARLY", params))
    elif at is not None and wanted > at:
        return _sequenced(order, wanted, "delayed", troubles)
    elif arrival is not None and at is not None and wanted < at:
        troubles.append(Trouble("W-SEQ-ORDER", {"not_before": write_time(wanted), "at": write_time(at)}))
    return _sequenced(order, at, proof, troubles)


def sequence(
    orders: Sequence[Sent],
    arrivals: Arrivals,
    period: Period,
    *,
    tie_order: Sequence[str] = (),
    events: Sequence[Timed] = (),
) -> tuple[Sequenced, ...]:
    """All entries of the day, the first to be carried out first (B-0.3, B-0.4), whatever order they come in here.

    `tie_order` is the ruling of that name. What detachments without orders do comes after all this (B-0.9).
    """
    entries = [placed(order, arrivals, period) for order in orders]
    entries += [Sequenced(event, event.at.astimezone(UTC), "ruled") for event in events]
    return tuple(sorted(entries, key=lambda each: _key(each, tie_order)))


def _sequenced(order: Sent, at: datetime | None, proof: Proof, troubles: Sequence[Trouble]) -> Sequenced:
    return Sequenced(order, None if at is None else at.astimezone(UTC), proof, tuple(troubles))


def _key(each: Sequenced, tie_order: Sequence[str]) -> tuple[bool, datetime, tuple[int, int, str], int]:
    """Instant, tie rank, position in the file; an id counts nothing."""
    never = each.instant is None
    instant = each.instant or datetime.max.replace(tzinfo=UTC)
    if isinstance(each.entry, Timed):
        return never, instant, (0, 0, ""), each.entry.position
    who = each.entry.commander
    rank = (1, tie_order.index(who), "") if who in tie_order else (2, 0, who)
    return never, instant, rank, each.entry.position
