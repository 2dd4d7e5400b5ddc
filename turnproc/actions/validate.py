"""`turnproc validate`: every problem of every file, in one run."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.actions.play import play
from turnproc.actions.pull_request_files import SIGNUP_FOLDER
from turnproc.actions.sealed_orders import game_masters_identity
from turnproc.actions.signup_files import check_signups
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.diagnostics.order import sort_key
from turnproc.engine.dice import UnthrownError
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout, find_campaign, open_turn
from turnproc.store.read import shown


@dataclass(frozen=True, slots=True)
class Validated:
    """What was found; `checked` is how many files were read.

    `unthrown` is the first roll that nobody threw: what comes after it could not be checked.
    """

    documents: Documents
    game: Game | None
    diagnostics: list[Diagnostic]
    turn: int | None
    checked: int
    unthrown: UnthrownError | None = None

    @property
    def has_errors(self) -> bool:
        """Is anything to be mended?"""
        return any(each.is_error for each in self.diagnostics)


def validate(root: Path, turn: int | None = None, only: Collection[str] = (), speaker: str | None = None) -> Validated:
    """Check a turn (default: the open one).

    `only` are names of files, `speaker` whose orders file: problems of others are left out.
    """
    following = open_turn(root)
    turn = following if turn is None else turn
    if turn > following:
        raise OperatorError("O024", turn=turn, open=following)
    documents = Documents(root)
    game = open_game(documents, turn, game_masters_identity)
    if game is not None and turn == following:
        check_signups(game)
    unthrown = None
    if game is not None and _can_be_played(game):
        # Whether events apply and rulings answer a question shows only when the turn is played.
        unthrown = play(game, render=False).resolution.unthrown
    wanted = set(only)
    if speaker is not None:
        wanted.add(_file_of(speaker, game, Layout(root), turn))
    problems = [each for each in documents.problems if not wanted or each.place.file in wanted]
    if wanted and (game is None or game.before is None):
        problems += _in_the_way(documents, Layout(root).turn_folder(turn), wanted)
    problems += _unread(wanted, documents, problems)
    if game is not None and _is_played(game):
        problems += _too_late(game, wanted, problems)
    signups = sum(file.startswith(f"{SIGNUP_FOLDER}/") for file in documents.beside)
    checked = len(wanted) if wanted else len(documents.hashes) + signups
    number = None if game is None else game.turn
    return Validated(documents, game, sorted(problems, key=sort_key), number, checked, unthrown)


def _file_of(speaker: str, game: Game | None, layout: Layout, turn: int) -> str:
    """The orders file of a speaker who is given by any name.

    Raises:
        OperatorError: Nobody is called so (O025), or they have sent nothing yet (O027).
    """
    if game is not None and game.reader is not None:
        found = game.reader.find_speaker(speaker)
        if found is None and speaker not in game.sent:
            raise OperatorError("O025", speaker=speaker, known=sorted(game.speakers))
        speaker = speaker if found is None else found
        if speaker not in {*game.sent, *game.intake.late}:
            raise OperatorError("O027", speaker=speaker, turn=turn, file=layout.orders_file(turn, speaker))
        return game.sent.get(speaker, layout.orders_file(turn, speaker))
    return layout.orders_file(turn, speaker)


def _can_be_played(game: Game) -> bool:
    """Rejected orders are left out here: what does not come about without them is no mistake of the game master's."""
    is_whole = game.before is not None and not game.other_errors() and not game.rejected() and not game.sealed.unopened
    return bool(game.gm) and is_whole and not _is_played(game)


def _in_the_way(documents: Documents, folder: str, wanted: Collection[str]) -> Iterator[Diagnostic]:
    """Errors that keep orders from being held against the rules: silence about them would look like praise."""
    for each in documents.problems:
        if each.is_error and each.place.file not in wanted and not each.place.file.startswith(f"{folder}/"):
            yield each


def _unread(wanted: Collection[str], documents: Documents, problems: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Files that were asked for and that no turn reads: they are not right either."""
    told = {each.place.file for each in problems}
    for file in sorted(wanted):
        if file not in {**documents.hashes, **documents.beside} and file not in told:
            yield Diagnostic("C024", Severity.ERROR, Place(file), {"file": file})


def _too_late(game: Game, wanted: Collection[str], problems: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Orders for a turn that has been played change nothing any more."""
    broken = {each.place.file for each in problems if each.is_error}
    layout, following = game.campaign.layout, open_turn(game.documents.root)
    for speaker, file in (*game.sent.items(), *game.sealed.beside.items()):
        if file in wanted and file not in broken:
            params: dict[str, Param] = {
                "turn": game.turn,
                "open": following,
                "wanted": layout.orders_file(following, speaker),
            }
            yield Diagnostic("C022", Severity.WARNING, Place(file), params)


def _is_played(game: Game) -> bool:
    return game.campaign.layout.is_resolved(game.turn)


def campaign_of_files(paths: Collection[Path]) -> tuple[Path, list[str], int | None]:
    """The campaign that files belong to, their names in it, and the turn whose folder they lie in.

    Raises:
        OperatorError: The files lie in no campaign (O001), in several (O022), or in several turns (O023).
    """
    places = [_place(path) for path in paths]
    roots = {find_campaign(place if place.is_dir() and not place.is_symlink() else place.parent) for place in places}
    if len(roots) > 1:
        raise OperatorError("O022", folders=sorted(str(root) for root in roots))
    (root,) = roots
    names = [shown(place.relative_to(root).as_posix()) for place in places]
    turns = {turn for name in names for turn in _turns_of(name, Layout(root))}
    if len(turns) > 1:
        raise OperatorError("O023", turns=[str(turn) for turn in sorted(turns)])
    return root, names, next(iter(turns), None)


def _place(path: Path) -> Path:
    """Where it lies. A link is meant as the link that it is, not as what it leads to; a file need not even exist."""
    return path.resolve() if path.name in {"", ".."} else path.parent.resolve() / path.name


def _turns_of(name: str, layout: Layout) -> Iterator[int]:
    """The turn that a file is checked with; none for files of the whole campaign."""
    for turn in layout.turns():
        if name == layout.state_file(turn):
            # It lies in the folder of the turn that it came out of.
            yield turn + 1
        elif turn > 0 and name.startswith(f"{layout.turn_folder(turn)}/"):
            yield turn
