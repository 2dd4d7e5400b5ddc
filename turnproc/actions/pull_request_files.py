"""May this person change this file? Each change of a pull request is judged by itself, by the campaign at the base."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from turnproc.actions.accounts import Senders, same_login
from turnproc.actions.documents import schema_check
from turnproc.actions.pull_request_base import Base
from turnproc.actions.signup_wishes import places_of, read_wishes
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.source.limits import ORDERS
from turnproc.source.yaml_reader import read_yaml
from turnproc.store.file_names import alike, is_plain_name
from turnproc.store.history import EXECUTABLE, LINK, PLAIN, SUBMODULE, Change, History
from turnproc.store.layout import TURNS_FOLDER, Layout, turn_name
from turnproc.store.read import shown

SIGNUP_FOLDER: Final = "signup"
# Sealing makes a file longer: padding, and four letters for three bytes.
SEALED_SIZE: Final = 2 * ORDERS.size

_ORDERS = re.compile(rf"{TURNS_FOLDER}/(?P<turn>[0-9]{{3,7}})/orders/(?P<name>[^/]+)\Z", re.ASCII)
_YAML = re.compile(r"(?P<stem>.+?)(?P<ending>\.ya?ml(\.age)?)\Z", re.IGNORECASE)
_ENDINGS: Final = (".yaml", ".yaml.age")
_SIGNUP = re.compile(rf"{SIGNUP_FOLDER}/(?P<account>[^/]+)\.yaml\Z")
# Folders of a turn in which turnproc itself puts players' files.
_TURNPROCS_OWN: Final = ("late", "void", "undone")
_WORKFLOWS: Final = (".github", ".gitlab", ".gitlab-ci.yml", ".gitea", ".forgejo", ".circleci", ".woodpecker")
_MODES: Final = {LINK: "P005/link", SUBMODULE: "P005/submodule", EXECUTABLE: "P005/executable"}


class What(StrEnum):
    """What is done with a file."""

    NEW = "new"
    CHANGED = "changed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Accepted:
    """A change that is fine. `speaker` is whose orders they are; None where somebody signs up, or for other files."""

    file: str
    what: What
    speaker: str | None = None
    is_signup: bool = False
    warnings: Sequence[Diagnostic] = ()


@dataclass(slots=True)
class Judge:
    """Judges the changes of one author; `changes` are all of the pull request, by path."""

    base: Base
    senders: Senders
    history: History
    platform: str
    author: str
    changes: Mapping[str, Change]
    players: Sequence[str] = field(init=False)
    own: Sequence[str] = field(init=False)
    _known: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.players = self.senders.players(self.platform, self.author)
        self.own = self.senders.own(self.players)
        new = [path for path, change in self.changes.items() if change.after is not None]
        self._known = _folders_and_files([*self.base.files, *new])

    def judge(self, change: Change) -> Accepted | list[Diagnostic]:
        """Accept a change, or say why not."""
        path, after = change.path, change.after
        if _is_workflow(path) or _is_workflow(self._in_campaign(path) or path):
            return [self._no("P008/workflow", path)]
        if after is not None:
            if not is_plain_name(path):
                return [self._no("P004", path)]
            if after.mode != PLAIN:
                return [self._no(_MODES.get(after.mode, "P005"), path, mode=after.mode)]
            if (other := self._clash(path)) is not None:
                return [self._no("P006", path, other=shown(other))]
        name = self._in_campaign(path)
        if name is None:
            return [self._no("P007", path, folder=self.base.prefix)]
        if (orders := _ORDERS.match(name)) and orders["turn"] == turn_name(int(orders["turn"])):
            return self._orders(change, int(orders["turn"]), orders["name"])
        if name.startswith(f"{SIGNUP_FOLDER}/"):
            return self._signup(change, name)
        return [self._no("P011", path) if after is None else self._not_orders(path)]

    def is_harmless_between(self, path: str) -> bool:
        """May a commit have touched this, though nothing of it is left at the end? One's own slips may be."""
        name = self._in_campaign(path)
        orders = _ORDERS.match(name) if name is not None else None
        if orders is not None:
            match = _YAML.match(orders["name"])
            stem = None if match is None else match["stem"]
            if path in self.base.files or stem in self.senders.player_of:
                # Orders that were there for a while: whoever cannot withdraw them in time could be given some.
                return stem in self.own
            return is_plain_name(path)
        signup = _SIGNUP.match(name) if name is not None else None
        if signup is not None:
            return same_login(self.platform, signup["account"], self.author)
        return name is not None and path not in self.base.files and self._place_of(path) is not None

    def _not_orders(self, path: str) -> Diagnostic:
        wanted = self._place_of(path)
        return self._no("P008", path) if wanted is None else self._no("P008/place", path, wanted=wanted)

    def _place_of(self, path: str) -> str | None:
        """Where a file belongs that is named for somebody whom the author plays, and lies elsewhere."""
        *folders, name = path.split("/")
        speaker = self._meant_by(name)
        if (
            speaker is None
            or speaker not in self.own
            or any(each.startswith(".") or each in _TURNPROCS_OWN for each in folders)
        ):
            return None
        folder = Layout(self.base.documents.root).orders_folder(self.base.turn)
        return f"{self.base.prefix}{folder}/{_named(speaker, name)}"

    def _meant_by(self, name: str) -> str | None:
        """Whose orders a file would hold, going by its name up to the first dot."""
        stem, reader = name.partition(".")[0], self.senders.reader
        meant = stem if stem in self.senders.player_of or reader is None else reader.find_speaker(stem)
        return meant if meant in self.senders.player_of else None

    def _in_campaign(self, path: str) -> str | None:
        prefix = self.base.prefix
        return path.removeprefix(prefix) if path.startswith(prefix) else None

    def _orders(self, change: Change, turn: int, name: str) -> Accepted | list[Diagnostic]:
        path, layout = change.path, Layout(self.base.documents.root)
        if turn != self.base.turn:
            key = "P012" if turn < self.base.turn else "P012/later"
            wanted = f"{self.base.prefix}{layout.orders_folder(self.base.turn)}"
            return [self._no(key, path, turn=turn, open=self.base.turn, wanted=wanted)]
        match, owners = _YAML.match(name), self.senders.player_of
        if change.after is None:
            if match is None or match["ending"] not in _ENDINGS or match["stem"] not in self.own:
                return [self._no("P011", path)]
            return Accepted(path, What.WITHDRAWN, match["stem"])
        stem = name if match is None else match["stem"]
        if match is None or stem not in owners or match["ending"] not in _ENDINGS:
            return [self._misnamed(path, stem, is_orders=match is not None)]
        problems = [*self._not_theirs(path, stem), *self._both(path), *self._size(change)]
        return problems or Accepted(path, _what(change), stem)

    def _misnamed(self, path: str, stem: str, *, is_orders: bool) -> Diagnostic:
        reader, name = self.senders.reader, path.rpartition("/")[2]
        meant = self._meant_by(name)
        if meant is not None:
            return self._no("P015/name", path, wanted=_named(meant, name))
        if not is_orders:
            return self._no("P008", path)
        nearest = [] if reader is None else list(reader.nearest_speakers(stem))
        return self._no("P015", path, name=stem, nearest=nearest, own=self._own_files())

    def _not_theirs(self, path: str, speaker: str) -> Iterator[Diagnostic]:
        player = self.senders.player_of[speaker]
        if not self.players:
            yield self._no("P003", path)
        elif player is None:
            yield self._no("P014/nobody", path, speaker=speaker, own=self._own_files())
        elif speaker not in self.own:
            yield self._no("P014", path, speaker=speaker, player=player, own=self._own_files())

    def _own_files(self) -> list[str]:
        return [f"{speaker}.yaml" for speaker in self.own]

    def _both(self, path: str) -> Iterator[Diagnostic]:
        other = path.removesuffix(".age") if path.endswith(".age") else f"{path}.age"
        is_there = other in self.base.files if other not in self.changes else self.changes[other].after is not None
        if is_there:
            yield self._no("P013", path, other=other)

    def _size(self, change: Change) -> Iterator[Diagnostic]:
        most = SEALED_SIZE if change.path.endswith(".age") else ORDERS.size
        size = 0 if change.after is None else self.history.size(change.after.content)
        if size > most:
            yield self._no("P009", change.path, size=-(-size // 1024), most=most // 1024)

    def _signup(self, change: Change, name: str) -> Accepted | list[Diagnostic]:
        path, match = change.path, _SIGNUP.match(name)
        is_own = match is not None and same_login(self.platform, match["account"], self.author)
        if change.after is None:
            return Accepted(path, What.WITHDRAWN, is_signup=True) if is_own else [self._no("P011", path)]
        if not is_own:
            return [self._no("P016", path, wanted=f"{self.base.prefix}{SIGNUP_FOLDER}/{self.author}.yaml")]
        if self.players:
            return [self._no("P016/player", path, player=self.players[0])]
        if self.base.turn > 1 and not self.senders.has_free_places():
            return [self._no("P016/full", path)]
        problems = [*self._size(change)] or self._form_of_signup(path, change.after.content)
        if any(each.is_error for each in problems):
            return problems
        return Accepted(path, _what(change), is_signup=True, warnings=tuple(problems))

    def _form_of_signup(self, path: str, content: str) -> list[Diagnostic]:
        """Their form is judged here, and their wishes: whoever sends them can mend them now. Warnings are told, too."""
        document, problems = read_yaml(self.history.content(content, ORDERS) or b"", shown(path), ORDERS)
        if document is None:
            return problems
        problems = problems or schema_check("common", "signup").problems(document)
        reader = self.senders.reader
        if reader is None:
            return problems
        documents = self.base.documents
        documents.take(path, document)
        _, findings = read_wishes(path, document.data, places_of(self.senders.campaign, reader, self.base.turn))
        told = {each.place.pointer for each in problems}
        return [*problems, *(documents.placed(finding) for finding in findings if finding.pointer not in told)]

    def _clash(self, path: str) -> str | None:
        """A file or folder that is there already and that some systems would take for this one."""
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            beginning = "/".join(parts[:depth])
            there = self._known.get(alike(beginning), beginning)
            if there != beginning and not self._goes(there):
                return there
        return None

    def _goes(self, path: str) -> bool:
        """Is the file deleted in the same pull request?"""
        return path in self.changes and self.changes[path].after is None

    def _no(self, key: str, path: str, **params: Param) -> Diagnostic:
        everything: dict[str, Param] = {"file": shown(path), "author": self.author, "platform": self.platform}
        return Diagnostic(key, Severity.ERROR, Place(shown(path)), everything | params)


def _named(speaker: str, name: str) -> str:
    """What a file of orders should be called that is called so, and is sealed if its name says so."""
    return f"{speaker}.yaml.age" if name.lower().endswith(".age") else f"{speaker}.yaml"


def _is_workflow(path: str) -> bool:
    return alike(path.partition("/")[0]) in _WORKFLOWS


def _what(change: Change) -> What:
    return What.NEW if change.before is None else What.CHANGED


def _folders_and_files(files: Iterable[str]) -> Mapping[str, str]:
    """Every file and folder as it is called, by what all names have that are like it."""
    found: dict[str, str] = {}
    for file in files:
        path = file
        while path and found.setdefault(alike(path), path) == path:
            path = path.rpartition("/")[0]
    return found
