"""A turn in memory: what happens, and the files that would be written. Every command that plays a turn begins here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turnproc.actions.game import Game
from turnproc.actions.revisions import taken_back
from turnproc.engine.journal import Journal, journal_text
from turnproc.engine.resolve import Resolution, resolve
from turnproc.engine.ruleset import AnyRecord, Record
from turnproc.engine.seeds import SeedSource
from turnproc.store.transaction import content_hash


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played in memory: what happened, and the files that it would write, by name."""

    resolution: Resolution[Any, Any]
    record: AnyRecord | None
    files: Mapping[str, bytes]


def play(
    game: Game, *, render: bool = True, seed: SeedSource | None = None, reveal: bool = True, with_png: bool = True
) -> Played:
    """Play a game's turn in memory. Findings of the turn are added to the game's documents.

    With `with_png` false no PNG is drawn: what a PNG shows stands in the SVG that it is made of.

    `seed` is asked when the first die is derived; without it the turn stops there (`Resolution.unthrown`). With
    `reveal` false the journal does not tell it: dice may be shown before the deadline, what they come from may not.
    """
    ruleset = game.campaign.ruleset
    table = game.table(seed)
    watch = game.documents.watch
    watch.step("phases", 0, 1)
    resolution = resolve(ruleset, game.before, table)
    watch.lap("phases")
    game.documents.tell(resolution.findings)
    if not resolution.stands:
        return Played(resolution, None, {})
    published = game.sealed.published()
    inputs = game.documents.hashes | {name: content_hash(raw) for name, raw in published.items()}
    journal = Journal(
        turn=game.turn,
        ruleset=ruleset.name,
        version=ruleset.version,
        inputs=dict(sorted(inputs.items())),
        revision=game.timing.revision,
        reason=game.timing.reason,
        kept_sealed=game.kept_sealed(),
        seed=table.dice.seed if reveal else None,
        rolls=resolution.rolls,
        rulings=table.rulings.used(),
        defaults=table.rulings.defaults(),
        phases=resolution.phases,
    )
    record = Record(
        before=game.before, after=resolution.after, journal=journal, table=table, taken_back=taken_back(game)
    )
    return Played(resolution, record, _files(game, record, render=render, with_png=with_png) | published)


def _files(game: Game, record: AnyRecord, *, render: bool, with_png: bool) -> dict[str, bytes]:
    campaign, turn = game.campaign, game.turn
    layout = campaign.layout
    files = {
        layout.journal_file(turn): journal_text(record.journal).encode(),
        layout.state_file(turn): game.state_text(record.after, turn).encode(),
    }
    watch = game.documents.watch
    watch.lap("journal")
    watch.step("report", 0, 1)
    if render:
        # Who wants no report need not wait until Jinja is there.
        from turnproc.actions.reporting import report_files  # noqa: PLC0415

        files |= report_files(campaign, record, with_png=with_png)
    watch.lap("report")
    return files
