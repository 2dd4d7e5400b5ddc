"""What is written of a turn that was resolved: its journal, its state, and whether its inputs are still the same."""

from __future__ import annotations

from typing import Any

from turnproc.actions.documents import schema_check
from turnproc.actions.game import Game
from turnproc.actions.revisions import taken_back
from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.engine.facts import FactCodec
from turnproc.engine.finding import Finding
from turnproc.engine.journal import Journal, read_journal
from turnproc.engine.ruleset import AnyRecord, Record
from turnproc.source.yaml_reader import CAMPAIGN


def read_record(game: Game) -> AnyRecord | None:
    """What is written of a resolved turn; None, with the problems told, if it cannot be read or is not the same."""
    campaign, documents = game.campaign, game.documents
    ruleset, layout = campaign.ruleset, campaign.layout
    changed = changed_inputs(game)
    if changed is None or changed or game.before is None:
        return None
    journal = journal_of(game)
    state = documents.read("after", layout.state_file(game.turn), CAMPAIGN, schema_check(ruleset.name, "state"))
    documents.must_be_there("after")
    if state is None or journal is None:
        return None
    after = ruleset.read_state(state, campaign.world)
    documents.tell(Finding("after", each.pointer, each.message, each.params, each.on_key) for each in after.findings)
    if after.value is None:
        return None
    return Record(
        before=game.before,
        after=after.value,
        journal=journal,
        table=game.table(lambda: journal.seed),
        taken_back=taken_back(game),
    )


def journal_of(game: Game) -> Journal[Any] | None:
    """The journal of a resolved turn; None, with the problems told, if it cannot be read."""
    documents = game.documents
    file = game.campaign.layout.journal_file(game.turn)
    inputs = dict(documents.hashes)
    data = documents.read("journal", file, CAMPAIGN, schema_check("common", "journal"))
    documents.must_be_there("journal")
    documents.hashes = inputs
    if data is None:
        return None
    try:
        return read_journal(data, FactCodec(game.campaign.ruleset.facts))
    except (ValueError, TypeError) as error:
        documents.tell([Finding("journal", "/phases", "C023", {"words": str(error)})])
        return None


def changed_inputs(game: Game, *, everything: bool = False) -> list[Diagnostic] | None:
    """Which inputs of a resolved turn are no longer what its journal says; None if the journal cannot be read.

    The campaign's own files may change in the course of a year (a language more, a player less), so they count only
    for `everything`: `verify` reads them as they stood then.
    """
    journal = journal_of(game)
    if journal is None:
        return None
    now, turns = game.documents.hashes, "turns/"
    names = sorted(name for name in {*journal.inputs, *now} if everything or name.startswith(turns))
    changed = [
        Diagnostic("C020", Severity.ERROR, Place(name), {"file": name, "turn": game.turn})
        for name in names
        if journal.inputs.get(name) != now.get(name)
    ]
    game.documents.diagnostics += changed
    return changed
