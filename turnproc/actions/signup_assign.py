"""`turnproc signup assign`: who gets to play whom, why, and the same written into the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from turnproc import __version__
from turnproc.actions.accounts import Senders
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.actions.new import campaign_id
from turnproc.actions.orders_turn import open_orders
from turnproc.actions.pull_request_files import SIGNUP_FOLDER
from turnproc.actions.signup_files import Applicant, Applicants, read_applicants
from turnproc.actions.signup_lots import Lots
from turnproc.actions.signup_optimum import Optimum, Refusal
from turnproc.actions.signup_wishes import Places, places_of
from turnproc.actions.signup_written import Seat, written_files
from turnproc.diagnostics.model import Diagnostic
from turnproc.engine.naming import Name
from turnproc.source.limits import Limits
from turnproc.store.changes import changed, check_whole, ready_repository
from turnproc.store.keys import campaign_name
from turnproc.store.lock import campaign_lock
from turnproc.store.read import FileRead, as_read, read_file


@dataclass(frozen=True, slots=True)
class Unmet:
    """A wish that could have been met and was not: who got that place instead, and why."""

    speaker: str
    name: Name
    number: int
    owner: str
    why: Refusal
    # Whose better lot decided, where the lot did.
    drawn_before: str | None


@dataclass(frozen=True, slots=True)
class Given:
    """What came of one applicant. `speaker` is None for whoever waits; `wish` is None where it was no wish of theirs.

    Wishes are counted from 1, and only those that could be had.
    """

    applicant: Applicant
    lot: str
    player: str | None = None
    speaker: str | None = None
    name: Name | None = None
    wish: int | None = None
    unmet: Sequence[Unmet] = ()


@dataclass(frozen=True, slots=True)
class Assigned:
    """What came of it. `given` is in the order of the lot; `files` are those that change (None: the file goes).

    `free` are the places that are left. `is_written` is false for a dry run, with errors, and where nobody gets a
    place. `at_once` is false where the new players play from the next turn on.
    """

    documents: Documents
    diagnostics: Sequence[Diagnostic]
    turn: int
    lots: Lots | None = None
    given: Sequence[Given] = ()
    free: Sequence[Name] = ()
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    is_written: bool = False
    commit: str | None = None
    at_once: bool = True

    @property
    def has_errors(self) -> bool:
        """Does something keep places from being given away?"""
        return any(each.is_error for each in self.diagnostics)


def assign(
    root: Path, *, platform: str = "github", seed: str = "", dry_run: bool = False, use_git: bool = True
) -> Assigned:
    """Give free places to those who have signed up, and write who plays whom.

    Raises:
        OperatorError: A file cannot be changed without touching anything else in it (O145), a turn is half written
            (O146), another turnproc is at work (O005), there is no repository or something is not committed (O002,
            O003, O006 to O009), or the system does not let us write (O011 to O013): then nothing is changed.
    """
    if dry_run:
        return _found(root, platform, seed)
    with campaign_lock(root):
        check_whole(root)
        found = _found(root, platform, seed)
        if found.has_errors or not found.files:
            return found
        repository = ready_repository(root, {*found.files, SIGNUP_FOLDER}) if use_git else None
        with changed(root, found.files):
            commit = None if repository is None else repository.commit(list(found.files), _message(found))
    return _as_written(found, commit)


def _as_written(found: Assigned, commit: str | None) -> Assigned:
    return Assigned(
        found.documents,
        found.diagnostics,
        found.turn,
        found.lots,
        found.given,
        found.free,
        found.files,
        is_written=True,
        commit=commit,
        at_once=found.at_once,
    )


def _found(root: Path, platform: str, seed: str) -> Assigned:
    documents, there, errors = open_orders(root, None)
    if there is None:
        return Assigned(documents, errors, 0)
    game = there.game
    places = places_of(game.campaign, there.reader, there.turn, game.events)
    before = len(documents.diagnostics)
    applicants = read_applicants(documents, Senders(game.campaign, there.reader), places, [platform])
    told = documents.diagnostics[before:]
    # Whom his events give a place must be known before any is given away.
    told += [each for each in documents.found_in(game.campaign.layout.gm_file(there.turn)) if each.is_error]
    documents.diagnostics = told
    problems = documents.problems
    lots = Lots(campaign_name(game.campaign.data), seed, applicants.fingerprint)
    if any(each.is_error for each in problems):
        return Assigned(documents, problems, there.turn, lots)
    given = _given(game, applicants, places, lots)
    seats = [
        Seat(each.player, each.speaker, platform, each.applicant.account, each.applicant.age)
        for each in given
        if each.player is not None and each.speaker is not None
    ]
    taken = {seat.speaker for seat in seats}
    free = [places.name(speaker) for speaker in places.free if speaker not in taken]
    at_once = there.turn == 1 or game.campaign.ruleset.seats is None
    if not seats:
        return Assigned(documents, problems, there.turn, lots, given, free, at_once=at_once)
    files: dict[str, bytes | None] = {**written_files(game, seats)}
    problems = [*problems, *_trouble(root, files, seats, at_once=at_once)]
    files |= {each.applicant.file: None for each in given if each.speaker is not None}
    return Assigned(documents, problems, there.turn, lots, given, free, files, at_once=at_once)


def _given(game: Game, applicants: Applicants, places: Places, lots: Lots) -> Sequence[Given]:
    drawn = sorted(applicants.waiting, key=lambda each: lots.number(each.account))
    choosing = [each for each in drawn if not each.wishes.takes_anybody]
    optimum = Optimum([each.wishes.open for each in choosing])
    got = {
        each.account: each.wishes.open[number]
        for each, number in zip(choosing, optimum.got, strict=True)
        if number is not None
    }
    left = [speaker for speaker in places.awaited if speaker not in got.values()]
    for each in drawn:
        if each.wishes.takes_anybody and left:
            speaker = min(left, key=lambda at: lots.number(each.account, at))
            left.remove(speaker)
            got[each.account] = speaker
    ids = _player_ids(game, [each for each in drawn if each.account in got], places)
    return [
        Given(
            each,
            lots.number(each.account),
            ids.get(each.account),
            got.get(each.account),
            places.name(got[each.account]) if each.account in got else None,
            _number(each, got.get(each.account)),
            () if each.wishes.takes_anybody else tuple(_unmet(choosing.index(each), choosing, optimum, places)),
        )
        for each in drawn
    ]


def _number(applicant: Applicant, speaker: str | None) -> int | None:
    return applicant.wishes.open.index(speaker) + 1 if speaker in applicant.wishes.open else None


def _unmet(at: int, choosing: Sequence[Applicant], optimum: Optimum, places: Places) -> Iterator[Unmet]:
    """The wishes before the one that was met, or all."""
    wishes = choosing[at].wishes.open
    for number, speaker in enumerate(wishes[: optimum.got[at]]):
        owner = optimum.owner(speaker)
        assert owner is not None, "nobody has what somebody wishes for"
        why = optimum.why_not(at, number)
        other = None if why.other is None else choosing[why.other].account
        yield Unmet(speaker, places.name(speaker), number + 1, choosing[owner].account, why, other)


def _player_ids(game: Game, winners: Sequence[Applicant], places: Places) -> Mapping[str, str]:
    """An id for each new player, made of the account; none that is a player's or a speaker's already."""
    seats = game.campaign.ruleset.seats
    taken = {*(game.campaign.data.get("players") or {}), *places.reader.speakers, *places.player_of.values()}
    taken |= frozenset() if seats is None else seats.reserved
    ids: dict[str, str] = {}
    for each in sorted(winners, key=lambda each: each.account):
        plain = campaign_id(each.account) or "player"
        names = iter([plain, f"player-{plain}"])
        name, number = next(names), 1
        while name in taken:
            number += 1
            name = next(names, f"{plain}-{number}")
        taken.add(name)
        ids[each.account] = name
    return ids


def _trouble(
    root: Path, files: Mapping[str, bytes | None], seats: Sequence[Seat], *, at_once: bool
) -> Sequence[Diagnostic]:
    """Read the campaign as it would be: everybody has a place, and nothing is wrong that was right before."""

    def reader(name: str, limits: Limits) -> FileRead:
        raw = files.get(name)
        return read_file(root, name, limits) if raw is None else as_read(name, raw, limits)

    documents = Documents(root, reader)
    game = open_game(documents)
    errors = [each for each in documents.problems if each.is_error and each.place.file in files]
    if errors or game is None:
        return errors
    players = {speaker: entry.player for speaker, entry in game.speakers.items()}
    unseated = [seat.speaker for seat in seats if at_once and players.get(seat.speaker) != seat.player]
    if unseated:
        raise ValueError(f"the campaign would not seat the players of: {', '.join(unseated)}")
    return ()


def _message(found: Assigned) -> str:
    assert found.lots is not None
    rows = [
        f"{each.player}: {each.speaker} ({'whoever is free' if each.wish is None else f'wish {each.wish}'})"
        for each in found.given
        if each.speaker is not None
    ]
    lots = found.lots
    told = [f"Lot: files sha256:{lots.fingerprint}", *([f"Seed: {lots.seed}"] if lots.seed else [])]
    return "\n".join(["Sign-up: places given away", "", *rows, "", *told, f"turnproc: {__version__}", ""])
