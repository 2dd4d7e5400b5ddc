"""`turnproc resolve`: play the open turn, and write it all or nothing.

Everything is computed and rendered before the first byte is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from turnproc import __version__
from turnproc.actions.cadence import next_turn_file
from turnproc.actions.documents import Documents
from turnproc.actions.due import is_due
from turnproc.actions.game import Game, open_game
from turnproc.actions.play import Played, play
from turnproc.actions.pushing import CaughtUp
from turnproc.actions.received import intake_files
from turnproc.actions.sealed_orders import game_masters_identity, resolving_identity
from turnproc.actions.seeds import NextSeed
from turnproc.actions.timing import LONGEST_REASON
from turnproc.actions.watch import Watch
from turnproc.diagnostics.catalogue import safe
from turnproc.diagnostics.model import Diagnostic
from turnproc.engine.facts import verb_of
from turnproc.engine.rulings import Asked
from turnproc.source.limits import CAMPAIGN, ORDERS
from turnproc.store.errors import OperatorError
from turnproc.store.layout import CAMPAIGN_FILE, Layout, open_turn
from turnproc.store.lock import campaign_lock
from turnproc.store.read import orders_folder, read_file, shown
from turnproc.store.turn import Recovered, Written, check_again, check_ready, commit_turn, recover


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of `turnproc resolve`.

    `stopped` is true where errors kept the turn from being played; `open` are questions that only the game master can
    answer; `without_dice` says why there are no dice, where a trial stopped for want of them. `written` is None where
    nothing was written; `not_due` is true where that is so because the turn does not end yet. `caught_up` is None where
    nothing was pushed.
    """

    turn: int
    documents: Documents
    game: Game | None
    played: Played | None = None
    written: Written | None = None
    recovered: Recovered | None = None
    stopped: bool = False
    without_dice: OperatorError | None = None
    not_due: bool = False
    caught_up: CaughtUp | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All problems that were found."""
        return self.documents.problems

    @property
    def is_discreet(self) -> bool:
        """Is nothing to be said of what sealed orders lead to? Nothing was written, and others read this log."""
        return self.written is None and self.game is not None and self.game.sealed.are_told_by_none

    @property
    def open(self) -> tuple[Asked, ...]:
        """The questions that are open."""
        return self.played.resolution.open if self.played is not None else ()


def _check_that_somebody_sent_something(root: Path, turn: int | None) -> None:
    """A second `resolve` must not play the next turn by mistake: nobody can have sent anything for it yet.

    Raises:
        OperatorError: There is nothing of the open turn but perhaps its deadline, and it was not named (O026).
    """
    following = open_turn(root)
    folder = Layout(root).path(Layout(root).turn_folder(following))
    # When the turn ends may have been written by `resolve` itself.
    names = {entry.name for entry in folder.iterdir()} if folder.is_dir() else set()
    if turn is None and following > 1 and names <= {"turn.yaml"}:
        raise OperatorError("O026", turn=following)


def _check_that_nothing_changed(game: Game) -> None:
    """Whoever saves a file or pulls orders while a turn is played: it would not come out the same again.

    Raises:
        OperatorError: Files are no longer what the turn was made from (O028).
    """
    documents = game.documents
    sent = {shown(file) for file in orders_folder(documents.root, game.turn).files.values()}
    late = {each.file: each.raw for each in game.intake.late.values() if each.raw is not None}
    changed = {*documents.changed(), *(sent ^ game.intake.on_disk(game.sent))}
    changed |= {file for file, raw in late.items() if read_file(documents.root, file, ORDERS).raw != raw}
    if changed:
        raise OperatorError("O028", turn=game.turn, files=sorted(changed))


def resolve_turn(
    root: Path,
    turn: int | None = None,
    *,
    dry_run: bool = False,
    use_git: bool = True,
    reject_invalid: bool = False,
    if_due: datetime | None = None,
    watch: Watch | None = None,
) -> Resolved:
    """Resolve the open turn of the campaign in `root`; with `if_due` only if it ends by that time or all agree.

    Raises:
        OperatorError: The surroundings do not allow it (not the open turn, uncommitted files, a full disk, no dice, …).
    """
    if dry_run:
        check_ready(root, open_turn(root) if turn is None else turn, use_git=False)
        return _play_open_turn(root, turn, watch, reject_invalid=reject_invalid, if_due=if_due, is_trial=True)
    with campaign_lock(root):
        recovered = recover(root, use_git)
        is_finished = recovered is not None and recovered.written is not None and not recovered.undoing
        if recovered is not None and is_finished and turn in (None, recovered.turn):
            # The run before was cut off when it had begun to write: it is finished now, and that was asked for.
            documents = Documents(root)
            documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN)
            return Resolved(recovered.turn, documents, None, written=recovered.written, recovered=recovered)
        check_ready(root, open_turn(root) if turn is None else turn, use_git)
        if if_due is None:
            _check_that_somebody_sent_something(root, turn)
        resolved = _play_open_turn(root, turn, watch, reject_invalid=reject_invalid, if_due=if_due)
        if resolved.stopped or resolved.open or resolved.played is None or resolved.game is None:
            return resolved
        if resolved.without_dice is not None:
            raise resolved.without_dice
        if resolved.game.intake.is_shallow:
            raise OperatorError("O110", turn=resolved.turn)
        _check_that_nothing_changed(resolved.game)
        check_again(root, resolved.turn, use_git)
        message = commit_message(resolved.game, resolved.played)
        times = intake_files(resolved.game)
        files = {**resolved.played.files, **times, **next_turn_file(resolved.game)}
        written = commit_turn(root, resolved.turn, files, message, use_git, replaces=times)
        resolved.documents.watch.lap("write")
        return Resolved(
            resolved.turn, resolved.documents, resolved.game, resolved.played, written=written, recovered=recovered
        )


def _play_open_turn(
    root: Path,
    turn: int | None,
    watch: Watch | None,
    *,
    reject_invalid: bool,
    if_due: datetime | None,
    is_trial: bool = False,
) -> Resolved:
    wanted = open_turn(root) if turn is None else turn
    documents = Documents(root, watch=watch)
    game = open_game(documents, wanted, game_masters_identity if is_trial else resolving_identity)
    if if_due is not None and game is not None and game.before is not None and not is_due(game, if_due):
        return Resolved(wanted, documents, game, not_due=True)
    if game is None or game.before is None or game.other_errors():
        return Resolved(wanted, documents, game, stopped=True)
    if game.campaign.pictures:
        # Who wants no pictures need not wait until the drawing is there.
        from turnproc.actions.pictures import check_pictures  # noqa: PLC0415

        check_pictures(game.campaign.pictures)
    if game.sealed.unopened:
        raise OperatorError("O091", files=sorted(game.sealed.unopened.values()))
    if game.rejected() and not reject_invalid and if_due is None:
        # The game master may want to write to the player first.
        return Resolved(wanted, documents, game, stopped=True)
    seed = NextSeed(game)
    played = play(game, seed=seed, reveal=not is_trial)
    resolution = played.resolution
    why = None if resolution.unthrown is None else seed.why_not(resolution.unthrown)
    return Resolved(wanted, documents, game, played, stopped=bool(resolution.findings), without_dice=why)


def _revision(game: Game) -> str:
    return f", revision {game.timing.revision}" if game.timing.revision > 1 else ""


def commit_message(game: Game, played: Played) -> str:
    """What happened, in English and in numbers, and which turnproc made it. No name makes a row of its own."""
    record = played.record
    assert record is not None
    kinds: dict[str, int] = {}
    for fact in record.journal.facts():
        verb = verb_of(type(fact))
        kinds[verb] = kinds.get(verb, 0) + 1
    facts = ", ".join(f"{verb} {count}" for verb, count in kinds.items())
    lines = [
        f"Turn {game.turn} of {safe(game.campaign.data['name'])} resolved{_revision(game)}",
        "",
        f"Orders: {len(record.table.orders)} counted, {len(record.table.rejected)} rejected, "
        f"{len(record.table.absent)} missing.",
        f"Facts: {facts or 'none'}.",
    ]
    if game.timing.revision > 1:
        lines.append(f"The revision before was taken back: {safe(game.timing.reason, LONGEST_REASON)}")
    if game.intake.late:
        lines.append(f"Too late: {', '.join(map(safe, game.intake.late))}.")
    if record.journal.rulings:
        lines.append(f"Rulings: {', '.join(map(safe, record.journal.rulings))}.")
    if record.journal.defaults:
        lines.append(f"By default: {', '.join(record.journal.defaults)}.")
    if record.journal.rolls:
        thrown = sum(roll.source == "thrown" for roll in record.journal.rolls)
        lines.append(f"Rolls: {len(record.journal.rolls) - thrown} derived, {thrown} thrown by hand.")
    lines += ["", f"Ruleset: {record.journal.ruleset} {record.journal.version}", f"turnproc: {__version__}"]
    return "\n".join(lines) + "\n"
