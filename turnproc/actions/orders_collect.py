"""`turnproc orders collect`: players' orders out of mails, zips and loose files, into the open turn.

Every file goes through the very checks that orders in the turn's folder go through; what they find is told at the place
that the file came from. Nothing is written while there is any error, unless the faulty ones are to be left out. When a
file came in nobody knows here: the game master says it by a ruling.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from turnproc.actions.documents import Documents
from turnproc.actions.orders_file import check_of_form, read_orders_file
from turnproc.actions.orders_turn import OrdersTurn, open_orders
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.diagnostics.order import sort_key
from turnproc.source.yaml_reader import ORDERS, read_yaml
from turnproc.store.errors import OperatorError
from turnproc.store.folder import put_files
from turnproc.store.layout import SEALED_SUFFIX
from turnproc.store.lock import campaign_lock
from turnproc.store.mails import opened
from turnproc.store.parcels import MOST_FILES, ORDERS_NAME, PARCEL, Parcel, Sent, limits_of, unzipped
from turnproc.store.read import read_file, shown

_ZIP, _MAIL = ".zip", ".eml"
# What systems leave in any folder.
_LITTER: Final = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class CollectedFile:
    """One speaker's orders: where they came from and where they go. `orders` is None for sealed ones.

    `is_new`: they are not in the turn yet. `replaced` are the files that they take the place of.
    """

    speaker: str
    source: str
    file: str
    orders: int | None
    is_new: bool
    replaced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Collected:
    """What came of it. `left_out` are the places of what has errors; `is_written` is false where nothing was to be."""

    documents: Documents
    turn: int | None
    diagnostics: list[Diagnostic]
    files: tuple[CollectedFile, ...] = ()
    left_out: tuple[str, ...] = ()
    is_written: bool = False

    @property
    def has_errors(self) -> bool:
        """Is anything to be mended?"""
        return any(each.is_error for each in self.diagnostics)


@dataclass(slots=True)
class _Collection:
    """Whose orders came, in order of places; and the problems, by the place that has to be mended."""

    there: OrdersTurn
    folder: Path
    of_speaker: dict[str, list[Sent]] = field(default_factory=lambda: defaultdict(list))
    problems: list[Diagnostic] = field(default_factory=list)

    def wrong(self, key: str, place: str, **params: Param) -> None:
        """Tell an error or a warning of the catalogue."""
        severity = self.there.documents.messages[key].severity
        self.problems.append(Diagnostic(key, severity, Place(shown(place)), params))

    def short(self, sent: Sent) -> str:
        """Where a file came from, for a sentence: without the folder that the person named."""
        return shown(sent.place.removeprefix(f"{self.folder}{os.sep}"))

    def name_of(self, speaker: str) -> Param:
        """What a speaker is called, in sentences."""
        entry = self.there.game.speakers.get(speaker)
        return speaker if entry is None else entry.name


def collect_orders(
    root: Path,
    given: Path,
    *,
    turn: int | None = None,
    replace: bool = False,
    reject_invalid: bool = False,
    dry_run: bool = False,
) -> Collected:
    """Collect what lies in a folder, or in one mail or zip, for a turn (default: the open one).

    With `replace` other orders that lie in the turn give way, with `reject_invalid` what has errors is left out.

    Raises:
        OperatorError: There is no such folder or file (O160), it is nothing of that kind (O161), or it cannot be read
            (O019); the turn is resolved already (O004), another turnproc is at work (O005), or the system does not let
            us write (O011 to O013, O016).
    """
    parcel = _parcel(given)
    documents, there, errors = open_orders(root, turn)
    if there is None:
        return Collected(documents, None, [*errors])
    known = len(documents.diagnostics)
    collection = _Collection(there, given if given.is_dir() else given.parent, problems=list(parcel.problems))
    for sent in parcel.orders:
        _sort_in(collection, sent)
    for sent in parcel.others:
        _not_looked_at(collection, sent)
    _hold_against_each_other(collection)
    found = [each for each in documents.diagnostics[known:] if each.place.file in _places(collection)]
    collection.problems += found
    return _into_the_turn(collection, replace=replace, reject_invalid=reject_invalid, dry_run=dry_run)


def _parcel(given: Path) -> Parcel:
    """What a folder or a file has, each by its place: the folder's name, the file's, and the name within it."""
    if not os.path.lexists(given):
        raise OperatorError("O160", path=str(given))
    if not given.is_dir():
        if not _is_parcel(given.name) and not ORDERS_NAME.match(given.name):
            raise OperatorError("O161", path=str(given))
        return _from_file(given.parent, given.name, str(given))
    parcel = Parcel()
    try:
        names = sorted(entry.name for entry in given.iterdir() if entry.name not in _LITTER)
    except OSError as error:
        raise OperatorError("O019", path=str(given), words=error.strerror or type(error).__name__) from error
    if len(names) > MOST_FILES:
        raise OperatorError("O162", path=str(given), count=len(names), most=MOST_FILES)
    for name in names:
        parcel.take(_from_file(given, name, str(given / name)))
    return parcel


def _is_parcel(name: str) -> bool:
    return name.lower().endswith((_ZIP, _MAIL))


def _from_file(folder: Path, name: str, place: str) -> Parcel:
    is_parcel = _is_parcel(name)
    if not is_parcel and not ORDERS_NAME.match(name):
        return Parcel(others=[Sent(place, name, b"")])
    read = read_file(folder, name, PARCEL if is_parcel else limits_of(name))
    if read.raw is None:
        problem = read.problem or Diagnostic("C006", Severity.ERROR, Place(shown(place)), {"file": shown(name)})
        return Parcel(problems=[Diagnostic(problem.message, problem.severity, Place(shown(place)), problem.params)])
    if not is_parcel:
        return Parcel(orders=[Sent(place, name, read.raw)])
    parcel = unzipped(read.raw, place) if name.lower().endswith(_ZIP) else opened(read.raw, place)
    if not parcel.orders and not parcel.problems:
        parcel.problems.append(Diagnostic("C079/empty", Severity.WARNING, Place(shown(place))))
    return parcel


def _sort_in(collection: _Collection, sent: Sent) -> None:
    """Find out whose orders a file has, and check them."""
    there, place = collection.there, shown(sent.place)
    named = there.reader.find_speaker(sent.stem) if sent.stem else None
    if sent.is_sealed:
        if named is None:
            nearest = there.reader.nearest_speakers(sent.stem)
            collection.wrong("C077/sealed", sent.place, name=sent.stem, nearest=nearest)
            return
        speaker = named
    else:
        given = _given(sent.as_sent)
        meant = None if given is None else there.reader.find_speaker(given)
        if meant is not None and named is not None and meant != named:
            collection.wrong("C077", sent.place, named=collection.name_of(named), given=str(given))
        speaker = meant or named or shown(sent.stem)
    names = place, place if sent.is_sealed else None
    there.documents.instead[place] = sent.as_sent
    read_orders_file(there.game, speaker, names, check_of_form(there.game.campaign))
    collection.of_speaker[speaker].append(sent)


def _given(raw: bytes) -> str | None:
    """Who a file says that it is for, whatever else is wrong with it."""
    document, _ = read_yaml(raw, "", ORDERS)
    data = None if document is None else document.data
    given = data.get("for") if isinstance(data, dict) else None
    return given if isinstance(given, str) else None


def _not_looked_at(collection: _Collection, sent: Sent) -> None:
    """A file that is none of orders; if it is called like somebody who gives them, that is no small matter."""
    speaker = collection.there.reader.find_speaker(sent.stem) if sent.stem else None
    if speaker is None:
        collection.wrong("C079", sent.place)
    else:
        name = collection.name_of(speaker)
        collection.wrong("C079/speaker", sent.place, speaker=name, wanted=f"{speaker}.yaml")


def _hold_against_each_other(collection: _Collection) -> None:
    """Two files for one speaker: both are to be looked at, unless they are the same."""
    for speaker, files in collection.of_speaker.items():
        for sent in files:
            other = next((each for each in files if _content(each) != _content(sent)), None)
            if other is not None:
                names: dict[str, Param] = {"file": collection.short(sent), "other": collection.short(other)}
                collection.wrong("C078", sent.place, speaker=collection.name_of(speaker), **names)


def _content(sent: Sent) -> tuple[bool, bytes]:
    return sent.is_sealed, sent.raw


def _places(collection: _Collection) -> set[str]:
    return {shown(sent.place) for files in collection.of_speaker.values() for sent in files}


def _into_the_turn(collection: _Collection, *, replace: bool, reject_invalid: bool, dry_run: bool) -> Collected:
    there, documents = collection.there, collection.there.documents
    layout, root, turn = there.game.campaign.layout, documents.root, there.turn
    if layout.is_resolved(turn):
        raise OperatorError("O004", turn=turn)
    with campaign_lock(root):
        files: list[CollectedFile] = []
        changes: dict[str, bytes | None] = {}
        for speaker, sent in _sound(collection):
            collected, content = _for_the_turn(collection, speaker, sent, replace=replace)
            if collected is not None:
                files.append(collected)
                changes |= content
        problems = sorted(collection.problems, key=sort_key)
        wrong = tuple(sorted({each.place.file for each in problems if each.is_error}))
        if wrong and not reject_invalid:
            return Collected(documents, turn, problems, left_out=wrong)
        if changes and not dry_run:
            put_files(root, changes)
    return Collected(documents, turn, problems, tuple(files), wrong, is_written=not dry_run)


def _sound(collection: _Collection) -> Iterator[tuple[str, Sent]]:
    """Whose orders have no errors, each with one of their files."""
    wrong = {each.place.file for each in collection.problems if each.is_error}
    for speaker, files in sorted(collection.of_speaker.items()):
        if not any(shown(sent.place) in wrong for sent in files):
            yield speaker, files[0]


def _for_the_turn(
    collection: _Collection, speaker: str, sent: Sent, *, replace: bool
) -> tuple[CollectedFile | None, Mapping[str, bytes | None]]:
    """What is to be done with a file, and what changes on disk; an error where other orders are in the way."""
    there = collection.there
    layout, root = there.game.campaign.layout, there.documents.root
    plain = layout.orders_file(there.turn, speaker)
    file, beside = plain, f"{plain}{SEALED_SUFFIX}"
    if sent.is_sealed:
        file, beside = beside, file
    lying = [name for name in (file, beside) if os.path.lexists(layout.path(name))]
    count = None if sent.is_sealed else there.game.counts.get(speaker, 0)
    if lying == [file] and read_file(root, file, limits_of(file)).raw == sent.raw:
        return CollectedFile(speaker, shown(sent.place), file, count, is_new=False, replaced=()), {}
    if lying and not replace:
        name = collection.name_of(speaker)
        collection.wrong("C078/there", sent.place, speaker=name, there=", ".join(lying))
        return None, {}
    changes: dict[str, bytes | None] = {file: sent.raw}
    if beside in lying:
        changes[beside] = None
    return CollectedFile(speaker, shown(sent.place), file, count, is_new=True, replaced=tuple(lying)), changes


def data_of(result: Collected) -> dict[str, Any]:
    """The result for programs."""
    return {
        "turn": result.turn,
        "written": result.is_written,
        "files": [
            {
                "speaker": each.speaker,
                "from": each.source,
                "file": each.file,
                "orders": each.orders,
                "new": each.is_new,
                "replaced": list(each.replaced),
            }
            for each in result.files
        ],
        "left_out": list(result.left_out),
    }
