"""`turnproc battle FILE` and `turnproc odds FILE`: one battle by itself, without a campaign, from a file of its own.

Nothing is written: what comes of it goes to whoever called. The file stands in the place of the game master's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from turnproc.actions.documents import Documents, schema_check
from turnproc.diagnostics.model import Diagnostic, Param
from turnproc.engine.account import Forecast, Section
from turnproc.engine.battles import Battles, Single
from turnproc.engine.dice import Dice
from turnproc.engine.finding import Finding
from turnproc.engine.journal import Journal, journal_data
from turnproc.engine.resolve import Resolution, resolve
from turnproc.engine.ruleset import AnyRecord, Record
from turnproc.engine.rulings import Asked, Rulings
from turnproc.engine.table import Table
from turnproc.report.language import Language
from turnproc.rulesets import AnyRuleset, rulesets
from turnproc.source.names import nearest_words
from turnproc.source.yaml_reader import CAMPAIGN, ORDERS, read_yaml
from turnproc.store.outside import read_outside
from turnproc.store.read import FileRead

# Findings of rulings and dice are told under this name.
SOURCE = "gm"
SCHEMA = "battle"
SETTINGS = "settings"
# Where problems of house rules that were typed are told.
TYPED = "--set"
# It is part of no campaign's turns.
TURN = 0


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read. Without `single` it has errors, or names no ruleset with battles of its own."""

    documents: Documents
    ruleset: AnyRuleset | None = None
    data: Mapping[str, Any] | None = None
    single: Single[Any, Any] | None = None
    # What is wrong with the house rules that were typed.
    mistyped: Sequence[Diagnostic] = ()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with it, in the order of the file."""
        return self.documents.problems

    @property
    def battles(self) -> Battles[Any, Any, Any, Any]:
        """What its ruleset brings for battles."""
        assert self.ruleset is not None and self.ruleset.battles is not None
        return self.ruleset.battles

    def language(self, code: str) -> Language:
        """The texts of a language, with the ruleset's own."""
        return Language.load(code, None if self.ruleset is None else self.ruleset.name)

    def table(self, dice: Dice) -> Table[Any, Any]:
        """What lies on the table."""
        assert self.single is not None and self.data is not None
        return Table(
            turn=TURN,
            world=self.single.world,
            orders={},
            events=(self.single.event,),
            rulings=Rulings(self.data.get("rulings")),
            dice=dice,
        )


def open_battle(file: Path, assignments: Sequence[str] = ()) -> Opened:
    """Read the file of a battle; house rules (`loss_rounding=nearest`) take the place of those that stand in it.

    Raises:
        OperatorError: It cannot be read (O019).
    """
    documents = Documents(file.parent, lambda name, limits: FileRead(name, read_outside(file, limits.size)))
    if documents.read(SOURCE, str(file), CAMPAIGN) is None:
        return Opened(documents)
    ruleset = _ruleset_of(documents)
    if ruleset is None or not documents.check_again(SOURCE, schema_check(ruleset.name, SCHEMA)):
        return Opened(documents, ruleset)
    settings, mistyped = _changed_settings(assignments, ruleset)
    if mistyped:
        return Opened(documents, ruleset, mistyped=mistyped)
    data = documents.data(SOURCE)
    data = {**data, "settings": {**(data.get("settings") or {}), **settings}}
    assert ruleset.battles is not None
    read = ruleset.battles.read(data)
    documents.tell(read.findings)
    return Opened(documents, ruleset, data, read.value)


def _ruleset_of(documents: Documents) -> AnyRuleset | None:
    data = documents.data(SOURCE)
    known = {name: ruleset for name, ruleset in rulesets().items() if ruleset.battles is not None}
    if not isinstance(data, dict) or not isinstance(data.get("ruleset"), str):
        documents.tell([Finding(SOURCE, "", "S003", {"key": "ruleset"})])
        return None
    name: str = data["ruleset"]
    if name not in known:
        params: dict[str, Param] = {
            "ruleset": name,
            "nearest": nearest_words(name, known),
            "installed": sorted(known),
        }
        documents.tell([Finding(SOURCE, "/ruleset", "C009", params)])
        return None
    documents.speak_for(known[name].messages, known[name].own_codes)
    return known[name]


def _changed_settings(assignments: Sequence[str], ruleset: AnyRuleset) -> tuple[dict[str, Any], list[Diagnostic]]:
    """House rules as they are typed, `loss_rounding=nearest`, and what is wrong with them."""
    if not assignments:
        return {}, []
    text = "".join(f"{name}: {value}\n" for name, _, value in (each.partition("=") for each in assignments))
    document, problems = read_yaml(text.encode(), TYPED, ORDERS)
    if document is not None and not problems:
        problems = schema_check(ruleset.name, SETTINGS).problems(document)
    if document is None or problems:
        return {}, problems
    return dict(document.data) if isinstance(document.data, dict) else {}, []


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that was fought. Without a `record` it has errors, or `open` questions to the game master."""

    opened: Opened
    seed: str
    open: tuple[Asked, ...] = ()
    asked: tuple[Asked, ...] = ()
    record: AnyRecord | None = None


def fight(opened: Opened, seed: str) -> Fought:
    """Fight the battle of a file without errors; all its dice follow from the seed's text."""
    assert opened.ruleset is not None and opened.single is not None and opened.data is not None
    dice = Dice(sha256(seed.encode()).digest(), opened.data.get("dice"), totals=opened.ruleset.thrown_totals)
    table = opened.table(dice)
    ruleset = replace(opened.ruleset, schedule=opened.battles.schedule)
    resolution = resolve(ruleset, opened.single.before, table)
    opened.documents.tell(resolution.findings)
    if not resolution.stands:
        return Fought(opened, seed, resolution.open, resolution.asked)
    return Fought(opened, seed, (), resolution.asked, _record(opened, table, resolution))


def _record(opened: Opened, table: Table[Any, Any], resolution: Resolution[Any, Any]) -> AnyRecord:
    assert opened.ruleset is not None and opened.single is not None
    journal = Journal(
        turn=TURN,
        ruleset=opened.ruleset.name,
        version=opened.ruleset.version,
        inputs=dict(sorted(opened.documents.hashes.items())),
        rolls=resolution.rolls,
        rulings=table.rulings.used(),
        defaults=table.rulings.defaults(),
        phases=resolution.phases,
    )
    return Record(before=opened.single.before, after=resolution.after, journal=journal, table=table)


def foretell(opened: Opened, language: Language) -> tuple[Forecast, tuple[Asked, ...]]:
    """The odds of the battle of a file without errors, and the questions that came up before the dice."""
    assert opened.single is not None
    # Nothing is rolled: a die that the rules wanted all the same would find neither seed nor throw, and say so.
    table = opened.table(Dice())
    forecast = opened.battles.odds(opened.single.before, table, language)
    opened.documents.tell(table.rulings.findings(finished=False))
    return forecast, table.rulings.open


def page(fought: Fought, language: Language, foot: str) -> str:
    """A battle that was fought, in Markdown, with a sentence at the end."""
    # Who wants no page need not wait until Jinja is there.
    from turnproc.report.render import render  # noqa: PLC0415

    assert fought.record is not None and fought.opened.ruleset is not None
    view = fought.opened.battles.view(fought.record, language) | {"foot": foot}
    return render(fought.opened.ruleset.name, "markdown", language, view, page=SCHEMA)


def sections(fought: Fought, language: Language) -> tuple[Section, ...]:
    """A battle that was fought, for a terminal."""
    assert fought.record is not None
    return fought.opened.battles.told(fought.record, language)


def data_of(fought: Fought) -> dict[str, Any]:
    """A battle that was fought, for programs: its journal, and what was left of both sides."""
    assert fought.record is not None
    return {"journal": journal_data(fought.record.journal)} | fought.opened.battles.figures(fought.record)
