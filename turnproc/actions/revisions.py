"""Revisions of a turn that were taken back: what is kept of them in `undone/`, for dice, reports and checks.

`undo` keeps each with its journal and its state, so everybody can read them, with git or without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnproc.actions.documents import Documents, schema_check
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.engine.dice import Roll
from turnproc.engine.facts import FactCodec, fact_data
from turnproc.engine.finding import Finding
from turnproc.engine.journal import Journal, read_journal, read_rolls, read_seed
from turnproc.engine.ruleset import AnyRecord, Record, TakenBack
from turnproc.engine.seeds import Seed
from turnproc.source.limits import CAMPAIGN
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.repository import Repository

if TYPE_CHECKING:
    from turnproc.actions.game import Game


@dataclass(frozen=True, slots=True)
class Kept:
    """One revision that was taken back: `source` is its journal as a document, `data` what stands in it."""

    revision: int
    source: str
    file: str
    data: Mapping[str, Any]

    @property
    def seed(self) -> Seed | None:
        """What its dice were derived from, None where none was."""
        return read_seed(self.data)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Its dice."""
        return read_rolls(self.data)


def kept_revisions(documents: Documents, turn: int) -> list[Kept]:
    """The revisions of a turn that were taken back, the first first. What is missing or wrong is told."""
    layout = Layout(documents.root)
    found = []
    for revision in range(1, layout.revision(turn)):
        file, source = layout.undone_journal(turn, revision), f"undone/{revision}/journal"
        data = _read(documents, source, file, "journal")
        if data is not None:
            found.append(Kept(revision, source, file, data))
    return found


def read_revisions(game: Game) -> None:
    """Read what was taken back of this turn, and hold turn.yaml against it."""
    documents, turn = game.documents, game.turn
    game.kept = kept_revisions(documents, turn)
    if not game.kept:
        return
    last = game.kept[-1]
    layout = game.campaign.layout
    game.kept_state = _read(
        documents, f"undone/{last.revision}/state", layout.undone_file(layout.state_file(turn), turn, last.revision)
    )
    links = sorted({each.seed.link for each in game.kept if each.seed is not None})
    spent = list(game.timing.spent)
    if game.timing.revision > 1 and spent != links:
        params: dict[str, Param] = {"links": _listed(links), "spent": _listed(spent)}
        documents.tell([Finding("turn", "/spent" if spent else "/revision", "C091", params, on_key=True)])


def _read(documents: Documents, source: str, file: str, schema: str | None = None) -> Any:
    check = None if schema is None else schema_check("common", schema)
    data = documents.read(source, file, CAMPAIGN, check, is_input=False)
    if data is None and not documents.errors_in(file):
        documents.diagnostics.append(Diagnostic("C092", Severity.ERROR, Place(file), {"file": file}))
    return data


def _listed(links: list[int]) -> str:
    return ", ".join(map(str, links)) or "—"


def left_behind(root: Path, turn: int) -> Iterator[Diagnostic]:
    """The turns before the open one that were taken back alone: what was made from them still stands."""
    layout = Layout(root)
    for each in layout.turns():
        if 0 < each < turn and not layout.is_resolved(each) and layout.revision(each) > 1:
            params: dict[str, Param] = {"turn": each, "last": turn - 1}
            yield Diagnostic("C095", Severity.ERROR, Place(layout.journal_file(turn - 1)), params)


def files_then(game: Game, inputs: Mapping[str, str]) -> dict[str, str]:
    """The players' files that a journal was made from, as the seed has them: SHA-256 by speaker."""
    folder = f"{game.campaign.layout.orders_folder(game.turn)}/"
    found: dict[str, str] = {}
    # A sealed file comes behind the plain one that was published of it, and is what came in.
    for name in sorted(name for name in inputs if name.startswith(folder)):
        speaker = name.removeprefix(folder).removesuffix(SEALED_SUFFIX).removesuffix(".yaml")
        entry = game.speakers.get(speaker)
        if entry is not None and entry.player is not None:
            found[speaker] = inputs[name].removeprefix("sha256:")
    return found


def not_as_committed(game: Game, repository: Repository | None) -> Iterator[Diagnostic]:
    """Hold the journals that are kept against those that were committed with their tags, where there are any."""
    for each in game.kept if repository is not None else ():
        assert repository is not None
        commit = repository.tagged(game.turn, each.revision)
        then = None if commit is None else repository.file_at(commit, game.campaign.layout.journal_file(game.turn))
        if commit is not None and then != game.campaign.layout.path(each.file).read_bytes():
            params: dict[str, Param] = {"file": each.file, "tag": repository.tag_name(game.turn, each.revision)}
            yield Diagnostic("C093", Severity.ERROR, Place(each.file), params)


def taken_back(game: Game) -> TakenBack | None:
    """The revision before this one; None for the first, or where what is kept of it cannot be read."""
    if not game.kept or game.kept_state is None:
        return None
    last = game.kept[-1]
    journal = _journal(game, last)
    facts = [fact for phase in last.data["phases"] for fact in phase["facts"]]
    if journal is not None:
        facts = [fact_data(fact) for fact in journal.facts()]
    return TakenBack(
        revision=last.revision, facts=facts, state=game.kept_state, record=_record(game, journal, game.kept_state)
    )


def _journal(game: Game, kept: Kept) -> Journal[Any] | None:
    ruleset = game.campaign.ruleset
    if kept.data["ruleset"] != {"name": ruleset.name, "version": ruleset.version}:
        return None
    try:
        return read_journal(kept.data, FactCodec(ruleset.facts))
    except (ValueError, TypeError):
        # Its facts can be compared all the same; they are told as they stand there.
        return None


def _record(game: Game, journal: Journal[Any] | None, state: Mapping[str, Any]) -> AnyRecord | None:
    if journal is None:
        return None
    ruleset, world = game.campaign.ruleset, game.campaign.world
    if not _fits(game):
        return None
    after = ruleset.read_state(state, world).value
    if after is None or game.before is None:
        return None
    hashes, inputs, gm_file = game.documents.hashes, journal.inputs, game.campaign.layout.gm_file(game.turn)
    # Of orders that are others now, nobody may be told that they were those of then.
    same = {speaker for speaker, file in game.sent.items() if hashes.get(file) == inputs.get(file)}
    if hashes.get(gm_file) == inputs.get(gm_file):
        same |= game.npc_orders.keys()
    table = game.table()
    table = replace(table, orders={speaker: table.orders[speaker] for speaker in table.orders if speaker in same})
    return Record(before=game.before, after=after, journal=journal, table=table)


def _fits(game: Game) -> bool:
    """Has the state that is kept the form that the ruleset reads?"""
    check = schema_check(game.campaign.ruleset.name, "state")
    return not check.problems(game.documents.document(f"undone/{game.kept[-1].revision}/state"))
