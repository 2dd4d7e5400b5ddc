"""`turnproc verify`: resolve every turn again, and compare what comes out with what is written, byte by byte.

The campaign's own files are taken as they stood in the turn's commit (its tag), so that a setting changed since does
not speak against an old turn. Turns of another ruleset version are not held to be wrong: it is told what would differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turnproc import __version__
from turnproc.actions.dice_check import Revealed, check_dice, check_taken_back
from turnproc.actions.documents import Documents, Reader
from turnproc.actions.game import Game, open_game
from turnproc.actions.play import Played, play
from turnproc.actions.received import check_received
from turnproc.actions.written import changed_inputs, journal_of
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.engine.facts import fact_data
from turnproc.engine.journal import Journal
from turnproc.source.limits import Limits
from turnproc.store.layout import Layout
from turnproc.store.read import FileRead, read_file
from turnproc.store.repository import Repository

_MADE_BY = re.compile(r"^turnproc: (?P<version>\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Verified:
    """One turn. `differing` are facts of a turn of another ruleset version: as it was, as it would be (None: not).

    `taken_back`: the turn is open again, and only what is kept of it was looked at.
    """

    turn: int
    documents: Documents
    version: int | None = None
    other_version: bool = False
    differing: tuple[tuple[dict[str, Any] | None, dict[str, Any] | None], ...] = ()
    compared: tuple[str, ...] = ()
    skipped: tuple[str, ...] = field(default=())
    taken_back: bool = False

    @property
    def is_fine(self) -> bool:
        """Does the turn stand?"""
        return not any(each.is_error for each in self.documents.diagnostics)


def verify(root: Path) -> Iterator[Verified]:
    """Verify every resolved turn, the first first; of one that is open again, what is kept of it."""
    repository, revealed = Repository.around(root), Revealed()
    for turn in Layout(root).turns_ever_played():
        if Layout(root).is_taken_back(turn):
            reader = as_last_taken_back(root, turn, repository)
            documents = check_taken_back(root, turn, revealed, repository, reader)
            yield Verified(turn, documents, taken_back=True)
        else:
            yield _verify_turn(root, turn, repository, revealed)


def _verify_turn(root: Path, turn: int, repository: Repository | None, revealed: Revealed) -> Verified:
    commit = repository.tagged(turn) if repository is not None else None
    documents = Documents(root, as_it_stood(root, repository, commit))
    game = open_game(documents, turn)
    journal = None if game is None or game.before is None else journal_of(game)
    if game is None or journal is None:
        revealed.lose()
        return Verified(turn, documents)
    dice = check_dice(game, journal.seed, journal.rolls, revealed, repository)
    verified = _played_again(game, journal, _maker(repository, commit))
    documents.diagnostics += dice
    documents.tell(check_received(game))
    return verified


def _played_again(game: Game, journal: Journal[Any], maker: str | None) -> Verified:
    documents, turn = game.documents, game.turn
    if journal.version != game.campaign.ruleset.version:
        played = play(game, render=False, seed=lambda: journal.seed)
        documents.diagnostics = [each for each in documents.diagnostics if not each.is_error]
        return Verified(
            turn, documents, journal.version, other_version=True, differing=tuple(_differing(journal, played))
        )
    # What a player did wrong then is no fault of the turn; errors of other files are.
    everything, documents.diagnostics = documents.diagnostics, game.other_errors()
    if changed_inputs(game, everything=True) != [] or documents.diagnostics:
        return Verified(turn, documents, journal.version)
    same_maker = maker in (None, __version__)
    # But whose file was rejected shows in just these.
    documents.diagnostics = everything
    played = play(game, render=same_maker, seed=lambda: journal.seed, with_png=False)
    documents.diagnostics = game.other_errors()
    skipped = () if same_maker else ("report",)
    compared = tuple(compare(game, played))
    return Verified(turn, documents, journal.version, compared=compared, skipped=skipped)


def compare(game: Game, played: Played) -> Iterator[str]:
    """Compare every file of the turn; those that differ are told."""
    if played.resolution.open or played.resolution.unthrown is not None:
        # Nothing comes out at all: a question is open that was not asked, or was answered, then; or dice are missing.
        name = game.campaign.layout.journal_file(game.turn)
        never: dict[str, Param] = {"turn": game.turn, "file": name, "first": 1}
        game.documents.diagnostics.append(Diagnostic("C021", Severity.ERROR, Place(name, 1, 1), never))
    for name, fresh in played.files.items():
        # Room for as much as is read is made before: no more than what is wanted needs.
        there = read_file(game.documents.root, name, Limits(2 * len(fresh) + 4096, 0, 0))
        if there.problem is not None:
            game.documents.diagnostics.append(there.problem)
        elif there.is_missing:
            game.documents.diagnostics.append(Diagnostic("C008", Severity.ERROR, Place(name), {"file": name}))
        elif there.raw != fresh:
            line = _first_difference(there.raw or b"", fresh)
            params: dict[str, Param] = {"turn": game.turn, "file": name, "first": line}
            game.documents.diagnostics.append(Diagnostic("C021", Severity.ERROR, Place(name, line, 1), params))
        yield name


def _first_difference(one: bytes, other: bytes) -> int:
    ones, others = one.splitlines(), other.splitlines()
    for number, (line, fresh) in enumerate(zip(ones, others, strict=False), start=1):
        if line != fresh:
            return number
    return min(len(ones), len(others)) + 1


def as_it_stood(root: Path, repository: Repository | None, commit: str | None) -> Reader | None:
    """Read the campaign's own files as they stood in a commit, those of turns as they lie there; None: no commit."""
    if repository is None or commit is None:
        return None

    def reader(name: str, limits: Limits) -> FileRead:
        if name.startswith("turns/"):
            return read_file(root, name, limits)
        raw = repository.file_at(commit, name)
        return FileRead(name, raw)

    return reader


def as_last_taken_back(root: Path, turn: int, repository: Repository | None) -> Reader | None:
    """Read the campaign's own files as they stood when a turn was played that is open again; None: no commit."""
    last = Layout(root).revision(turn) - 1
    return as_it_stood(root, repository, None if repository is None else repository.tagged(turn, last))


def _maker(repository: Repository | None, commit: str | None) -> str | None:
    """Which turnproc resolved the turn, as its commit's message says; None: it does not."""
    if repository is None or commit is None:
        return None
    match = _MADE_BY.search(repository.message_of(commit))
    return None if match is None else match["version"]


def _differing(journal: Journal[Any], played: Played) -> Iterator[tuple[dict[str, Any] | None, dict[str, Any] | None]]:
    """The facts that only one of the two has, in order."""
    was = [fact_data(fact) for fact in journal.facts()]
    would = [fact_data(fact) for phase in played.resolution.phases for fact in phase.facts]
    was_keys, would_keys = [repr(fact) for fact in was], [repr(fact) for fact in would]
    kept, new = set(would_keys), set(was_keys)
    yield from ((fact, None) for fact, key in zip(was, was_keys, strict=True) if key not in kept)
    yield from ((None, fact) for fact, key in zip(would, would_keys, strict=True) if key not in new)
