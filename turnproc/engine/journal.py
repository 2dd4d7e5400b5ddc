"""The journal of a turn: what came in, what was rolled and ruled, and every fact (docs/formats.md, section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from turnproc.engine.dice import Roll
from turnproc.engine.facts import FactCodec, FactRows, fact_data
from turnproc.engine.seeds import Seed
from turnproc.source.yaml_writer import Layout, write_yaml

FactT = TypeVar("FactT")

FORMAT = "turnproc.journal/1"
LAYOUT = Layout(
    frozenset(
        {
            ("inputs",),
            ("kept_sealed",),
            ("rolls",),
            ("rulings",),
            ("defaults",),
            ("phases",),
            ("phases", "*"),
            ("phases", "*", "facts"),
        }
    )
)


@dataclass(frozen=True, slots=True)
class PlayedPhase(Generic[FactT]):
    """A phase's name (maybe a path, `d16/P5`) and its facts in the order in which they happened."""

    name: str
    facts: list[FactT]


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal(Generic[FactT]):
    """All that happened in a turn. `inputs` maps the campaign's files that the rules read to their hashes.

    `seed` is what dice were derived from; None where none was.
    """

    turn: int
    ruleset: str
    version: int
    inputs: Mapping[str, str]
    seed: Seed | None = None
    rolls: Sequence[Roll] = ()
    rulings: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    phases: Sequence[PlayedPhase[FactT]] = ()
    # Sealed orders with errors are never published: how many errors, by speaker.
    kept_sealed: Mapping[str, int] = field(default_factory=dict)
    # From the second revision on, why the one before was taken back.
    revision: int = 1
    reason: str = ""

    def facts(self) -> list[FactT]:
        """All facts in order; `explain` counts them from 1."""
        return [fact for phase in self.phases for fact in phase.facts]


def journal_data(journal: Journal[Any]) -> dict[str, Any]:
    """Write a journal as plain data."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "turn": journal.turn,
        "ruleset": {"name": journal.ruleset, "version": journal.version},
    }
    if journal.revision > 1:
        data["revision"] = {"number": journal.revision, "reason": journal.reason}
    data["inputs"] = dict(journal.inputs)
    if journal.kept_sealed:
        data["kept_sealed"] = dict(journal.kept_sealed)
    if journal.seed is not None:
        seed = journal.seed
        data["seed"] = {"link": seed.link, "revealed": seed.revealed.hex(), "value": seed.value.hex()}
    if journal.rolls:
        data["rolls"] = [
            {
                "label": roll.label,
                "expression": roll.expression,
                "dice": list(roll.dice),
                "total": roll.total,
                "source": roll.source,
            }
            for roll in journal.rolls
        ]
    if journal.rulings:
        data["rulings"] = dict(journal.rulings)
    if journal.defaults:
        data["defaults"] = dict(journal.defaults)
    data["phases"] = [
        {"name": phase.name, "facts": [fact_data(fact) for fact in phase.facts]} for phase in journal.phases
    ]
    return data


def journal_text(journal: Journal[Any]) -> str:
    """Write a journal as its file has it: the text of `journal_data`, made without the data of each fact."""
    rows = FactRows()
    data = journal_data(replace(journal, phases=()))
    data["phases"] = [
        {"name": phase.name, "facts": [rows.row(fact) for fact in phase.facts]} for phase in journal.phases
    ]
    return write_yaml(data, LAYOUT)


def read_journal(data: Mapping[str, Any], codec: FactCodec[FactT]) -> Journal[FactT]:
    """Read a journal whose shape the schema has checked; raises ValueError for a fact that the ruleset has not."""
    return Journal(
        turn=data["turn"],
        ruleset=data["ruleset"]["name"],
        version=data["ruleset"]["version"],
        inputs=data["inputs"],
        kept_sealed=data.get("kept_sealed", {}),
        revision=data.get("revision", {}).get("number", 1),
        reason=data.get("revision", {}).get("reason", ""),
        seed=read_seed(data),
        rolls=read_rolls(data),
        rulings=data.get("rulings", {}),
        defaults=data.get("defaults", {}),
        phases=tuple(
            PlayedPhase(phase["name"], [codec.read(fact) for fact in phase["facts"]]) for phase in data["phases"]
        ),
    )


def read_seed(data: Mapping[str, Any]) -> Seed | None:
    """The seed of a journal whose shape the schema has checked, if it has one."""
    seed = data.get("seed")
    if seed is None:
        return None
    return Seed(seed["link"], bytes.fromhex(seed["revealed"]), bytes.fromhex(seed["value"]))


def read_rolls(data: Mapping[str, Any]) -> tuple[Roll, ...]:
    """The rolls of a journal whose shape the schema has checked."""
    return tuple(
        Roll(roll["label"], roll["expression"], tuple(roll["dice"]), roll["total"], roll["source"])
        for roll in data.get("rolls", ())
    )
