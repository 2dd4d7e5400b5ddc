"""`turnproc player replace`: somebody else takes a player's place in the course of play.

The player's id stays: states, journals and reports name it, and who may send is told by the accounts that campaign.yaml
has below it. So the new person has the place as soon as these are theirs, and nothing that was played is touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from turnproc import __version__
from turnproc.actions.accounts import Senders
from turnproc.actions.arrivals import limits_of
from turnproc.actions.documents import Documents
from turnproc.actions.orders_turn import OrdersTurn, open_orders
from turnproc.actions.private_files import sealed_anew
from turnproc.actions.received import write_received
from turnproc.actions.void_orders import void_file
from turnproc.diagnostics.model import Diagnostic
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import Words
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_edit import entry_row, with_entry, without_entry
from turnproc.store.age import is_installed, seal
from turnproc.store.changes import changed, check_whole, ready_repository
from turnproc.store.errors import OperatorError
from turnproc.store.layout import CAMPAIGN_FILE, SEALED_SUFFIX
from turnproc.store.lock import campaign_lock
from turnproc.store.read import orders_folder, read_file


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who takes over: an account of a platform, and the public key if there is one."""

    platform: str
    account: str
    age: str | None = None


@dataclass(frozen=True, slots=True)
class Replaced:
    """What came of it. `there` is None where the campaign does not allow it (`diagnostics`).

    `void` are orders files that count no more, each with where it is kept now; None: it had been taken away already.
    `sealed` are private files that the new player can open; `private` are all that there are. `files` are those that
    change (None: the file goes).
    """

    documents: Documents
    diagnostics: Sequence[Diagnostic]
    there: OrdersTurn | None = None
    player: str = ""
    speakers: Sequence[str] = ()
    void: Mapping[str, str] = field(default_factory=dict)
    private: Sequence[str] = ()
    sealed: Sequence[str] = ()
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    is_written: bool = False
    commit: str | None = None

    @property
    def names(self) -> Sequence[Name]:
        """What the speakers are called."""
        return [] if self.there is None else [self.there.game.speakers[speaker].name for speaker in self.speakers]

    def reports(self) -> Sequence[str]:
        """The reports of the last turn that are there."""
        assert self.there is not None
        campaign, turn = self.there.game.campaign, self.there.turn - 1
        files = [
            campaign.layout.report_file(turn, language, target)
            for language in campaign.report_languages
            for target in campaign.targets
        ]
        return [file for file in files if campaign.layout.path(file).is_file()]

    def blank_orders(self, words: Words) -> Iterator[tuple[str, str]]:
        """For each speaker the file into which the orders of the open turn belong, and a text to begin with."""
        assert self.there is not None
        game, turn = self.there.game, self.there.turn
        for speaker in self.speakers:
            text = game.campaign.ruleset.blank_orders(game.campaign.world, game.before, speaker, turn, words)
            yield game.campaign.layout.orders_file(turn, speaker), text


def replace_player(
    root: Path, wanted: str, newcomer: Newcomer, *, dry_run: bool = False, use_git: bool = True
) -> Replaced:
    """Give a player's place to somebody else. `wanted` is the player's id, or somebody whom the player plays.

    Raises:
        OperatorError: There is no such player (O140, O141), the account is somebody's (O142), a key is missing (O143,
            O144) or is none (O093), a file cannot be changed (O145, O147), a turn is half written (O146), another
            turnproc is at work (O005), there is no repository or something is not committed (O002, O003, O006 to
            O009), or the system does not let us write (O011 to O013): then nothing is changed.
    """
    if dry_run:
        return _found(root, wanted, newcomer)
    with campaign_lock(root):
        check_whole(root)
        found = _found(root, wanted, newcomer)
        if found.there is None:
            return found
        folder = found.there.game.campaign.layout.orders_folder(found.there.turn)
        repository = ready_repository(root, {*found.files, folder}) if use_git else None
        with changed(root, found.files):
            message = _message(found, newcomer)
            commit = None if repository is None else repository.commit(list(found.files), message)
    return replace(found, is_written=True, commit=commit)


def _found(root: Path, wanted: str, newcomer: Newcomer) -> Replaced:
    documents, there, errors = open_orders(root, None)
    if there is None:
        return Replaced(documents, errors)
    senders = Senders(there.game.campaign, there.reader)
    player_of = {**(there.game.campaign.player_of if there.turn == 1 else {}), **_played(senders)}
    player = _player(there, player_of, wanted, senders.players(newcomer.platform, wanted))
    _check(senders, there.game.campaign.data, newcomer)
    speakers = [speaker for speaker in sorted(there.game.speakers) if player_of.get(speaker) == player]
    files: dict[str, bytes | None] = {}
    void: dict[str, str] = {}
    for speaker in speakers:
        void |= _void(there, speaker, files)
    files |= _receipts(there, speakers)
    private = sealed_anew(root, there.game.campaign.data, there.turn - 1, speakers, newcomer.age)
    files |= private.files
    files[CAMPAIGN_FILE] = _campaign(root, player, newcomer)
    return Replaced(documents, (), there, player, speakers, void, private.names, private.sealed, files)


def _played(senders: Senders) -> Mapping[str, str]:
    return {speaker: player for speaker, player in senders.player_of.items() if player is not None}


def _player(there: OrdersTurn, player_of: Mapping[str, str], wanted: str, owners: Sequence[str]) -> str:
    """Who is to be replaced; `owners` are the players whose account is called so."""
    players = there.game.campaign.data.get("players") or {}
    if wanted in players:
        return wanted
    speaker = there.reader.find_speaker(wanted)
    if speaker is not None and speaker not in player_of:
        raise OperatorError("O141", wanted=wanted)
    if speaker is None and owners:
        raise OperatorError("O140/account", wanted=wanted, player=owners[0])
    player = None if speaker is None else player_of[speaker]
    if player is None or player not in players:
        raise OperatorError("O140", wanted=wanted if player is None else player, known=sorted(players) or ["–"])
    return player


def _check(senders: Senders, data: Mapping[str, Any], newcomer: Newcomer) -> None:
    """See that the account is nobody's, and that there is a key where one is needed."""
    owners = [*senders.players(newcomer.platform, newcomer.account)]
    if senders.is_game_master(newcomer.platform, newcomer.account):
        owners.append("game_master")
    if owners:
        raise OperatorError("O142", account=newcomer.account, owner=owners[0])
    if newcomer.age is None and data.get("orders") == "sealed":
        raise OperatorError("O143")
    if newcomer.age is not None and is_installed():
        # Whether it is a key at all shows when something is sealed for it.
        seal(b"", [newcomer.age])


def _void(there: OrdersTurn, speaker: str, files: dict[str, bytes | None]) -> Mapping[str, str]:
    """Take the orders of a speaker out of the open turn, and what would be put in their place after the deadline."""
    root, game, turn = there.documents.root, there.game, there.turn
    folder, layout = orders_folder(root, turn), game.campaign.layout
    names = {folder.files.get(speaker), folder.sealed.get(speaker)} - {None}
    put_away = [layout.late_file(turn, f"{speaker}.yaml{suffix}") for suffix in ("", SEALED_SUFFIX)]
    names |= {name for name in put_away if os.path.lexists(layout.path(name))}
    moved: dict[str, str] = {}
    for name in sorted(name for name in names if name is not None):
        raw = read_file(root, name, limits_of(name)).raw
        if raw is None:
            raise OperatorError("O147", file=name)
        moved[name] = void_file(root, turn, speaker, name, files)
        files[moved[name]] = raw
        files[name] = None
    for name, raw in game.intake.restored.items():
        if name.rpartition("/")[2].partition(".")[0] == speaker and raw not in files.values():
            kept = void_file(root, turn, speaker, name, files)
            files[kept] = raw
            moved.setdefault(name, kept)
    return moved


def _receipts(there: OrdersTurn, speakers: Sequence[str]) -> Mapping[str, bytes | None]:
    """received.yaml without the receipts of these speakers, if it had any.

    What was withdrawn in time stays so: else what stood before would be put back.
    """
    known = there.game.known
    parts = {part: known.get(part) or {} for part in ("files", "late")}
    if not any(speaker in part for part in parts.values() for speaker in speakers):
        return {}
    left = {
        name: {speaker: entry for speaker, entry in part.items() if speaker not in speakers}
        for name, part in parts.items()
    }
    data = {key: value for key, value in {**known, **left}.items() if value or key == "files"}
    text = write_received(data)
    return {there.game.campaign.layout.received_file(there.turn): text.encode()}


def _campaign(root: Path, player: str, newcomer: Newcomer) -> bytes:
    raw = read_file(root, CAMPAIGN_FILE, CAMPAIGN).raw
    accounts, path = {newcomer.platform: newcomer.account}, ("players", player)
    longer = None if raw is None else with_entry(raw, path, "accounts", accounts, CAMPAIGN)
    rows = [f"players > {player} > {entry_row('accounts', accounts)}"]
    if longer is not None and newcomer.age is not None:
        longer = with_entry(longer, path, "age", newcomer.age, CAMPAIGN)
    elif longer is not None:
        # The key that is there is the predecessor's.
        longer = without_entry(longer, path, "age", CAMPAIGN)
    rows.append(f"age: {newcomer.age}" if newcomer.age is not None else "(without age)")
    if longer is None:
        raise OperatorError("O145", file=CAMPAIGN_FILE, rows=rows)
    return longer


def _message(found: Replaced, newcomer: Newcomer) -> str:
    rows = [f"Another person plays {found.player}", "", f"Account: {newcomer.account} ({newcomer.platform})"]
    rows += [f"Void: {name}" for name in found.void]
    rows += [f"Sealed anew: {name}" for name in found.sealed]
    return "\n".join([*rows, f"turnproc: {__version__}", ""])
