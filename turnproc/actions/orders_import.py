"""`turnproc orders import`: a text in the players' own notation becomes orders files, one for each speaker.

What the text says goes through the very checks that orders files go through; what they find is told at the text's
rows. Nothing is written while there is any error, and no file is ever replaced.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.orders_file import ORDERS_SOURCE, orders_file
from turnproc.actions.orders_turn import OrdersTurn, open_orders
from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.diagnostics.order import sort_key
from turnproc.engine.notation import Told
from turnproc.source.pointer import split
from turnproc.source.yaml_bytes import decode, forbidden_character
from turnproc.source.yaml_reader import ORDERS, Document, read_yaml
from turnproc.source.yaml_writer import Layout as Rows
from turnproc.source.yaml_writer import write_yaml
from turnproc.store.errors import OperatorError
from turnproc.store.lock import campaign_lock
from turnproc.store.outside import no_link_on_the_way, read_outside, write_new

TEXT: Final = "text"
# A text holds the orders of everybody.
MOST_BYTES: Final = 64 * ORDERS.size
ROWS: Final = Rows(frozenset({("orders",)}))


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """One speaker's file: where it is, how many orders it has, and whether it was written or was there already."""

    speaker: str
    file: str
    orders: int
    is_new: bool


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a text. With an error among the diagnostics there are no files."""

    documents: Documents
    turn: int | None
    diagnostics: list[Diagnostic]
    files: tuple[ImportedFile, ...]

    @property
    def has_errors(self) -> bool:
        """Is anything to be mended?"""
        return any(each.is_error for each in self.diagnostics)


class _Text(Document):
    """The text itself: a pointer into it is row and column."""

    __slots__ = ()

    def place(self, pointer: str, *, key: bool = False) -> Place:
        row, column = split(pointer)
        return Place(self.file, int(row), int(column))


class _OfText(Document):
    """An orders file that is not written yet: its values stand in the text."""

    __slots__ = ("_told",)

    def __init__(self, told: Told, file: str, turn: int) -> None:
        super().__init__(file, "", told.data(turn))
        self._told = told

    def place(self, pointer: str, *, key: bool = False) -> Place:
        return Place(self.file, *self._told.place(pointer), pointer)


def import_orders(
    root: Path, raw: bytes, name: str, *, turn: int | None = None, folder: Path | None = None
) -> Imported:
    """Import a text, called `name` in what is told about it, into a turn's orders (default: the open turn's).

    Raises:
        OperatorError: The ruleset has no notation (O030), the turn is resolved already (O004), another turnproc is at
            work (O005), or the system does not let us write (O011 to O013, O016, O031).
    """
    documents, there, errors = open_orders(root, turn)
    if there is None:
        return Imported(documents, None, [*errors], ())
    notation = there.notation(None)
    known = len(documents.diagnostics)
    text, unreadable = decode(raw, name, MOST_BYTES)
    unreadable = unreadable or forbidden_character(text, name)
    if unreadable is not None:
        return Imported(documents, there.turn, [unreadable], ())
    documents.take(TEXT, _Text(name, text, None))
    read = notation.read(text, TEXT)
    documents.tell(read.findings)
    orders = {told.speaker: (told, _checked(told, there, name)) for told in read.value or ()}
    problems = sorted(documents.diagnostics[known:], key=sort_key)
    result = Imported(documents, there.turn, problems, ())
    if result.has_errors:
        return result
    return _written(there, orders, folder, problems)


def read_text(file: Path) -> bytes:
    """The file that a person wants to import.

    Raises:
        OperatorError: It cannot be read (O019).
    """
    return read_outside(file, MOST_BYTES)


def _checked(told: Told, there: OrdersTurn, name: str) -> Any:
    """Run the checks of an orders file; gives the typed orders."""
    document = _OfText(told, name, there.turn)
    source = ORDERS_SOURCE + told.speaker
    there.documents.take(source, document)
    ruleset = there.game.campaign.ruleset
    there.documents.check_again(source, schema_check(ruleset.name, "orders", ruleset.rule_of_shape))
    if told.speaker not in there.game.speakers:
        there.documents.tell([there.reader.why_silent(told.speaker, source)])
        return None
    file = orders_file(told.speaker, source, told.data(there.turn), is_complete=told.is_complete)
    read = there.reader.read_orders(file)
    there.documents.tell(read.findings)
    return read.value


def _written(
    there: OrdersTurn, orders: dict[str, tuple[Told, Any]], folder: Path | None, problems: list[Diagnostic]
) -> Imported:
    """Write what is not there yet, unless something else is."""
    root, layout, turn = there.documents.root, there.game.campaign.layout, there.turn
    places = {
        speaker: layout.path(layout.orders_file(turn, speaker)) if folder is None else folder / f"{speaker}.yaml"
        for speaker in orders
    }
    files: list[ImportedFile] = []
    missing: dict[Path, bytes] = {}
    with campaign_lock(root) if folder is None else contextlib.nullcontext():
        for speaker, (told, typed) in orders.items():
            path = places[speaker]
            shown = str(path) if folder is not None else layout.orders_file(turn, speaker)
            if folder is None:
                no_link_on_the_way(root, path)
            is_new = not any(os.path.lexists(each) for each in (path, path.with_name(f"{path.name}.age")))
            raw = write_yaml(told.data(turn), ROWS).encode()
            if is_new:
                missing[path] = raw
            elif not _says_the_same(there, speaker, path, raw, typed):
                params = {"speaker": there.game.speakers[speaker].name}
                problems.append(Diagnostic("C035", Severity.ERROR, Place(shown), params))
            files.append(ImportedFile(speaker, shown, len(told.orders), is_new))
        result = Imported(there.documents, turn, sorted(problems, key=sort_key), tuple(files))
        if result.has_errors:
            return Imported(there.documents, turn, result.diagnostics, ())
        if missing and folder is None and layout.is_resolved(turn):
            raise OperatorError("O004", turn=turn)
        write_new(missing)
    return result


def _says_the_same(there: OrdersTurn, speaker: str, path: Path, raw: bytes, typed: Any) -> bool:
    """Does a file that is there give the same orders, in whatever words?"""
    if not path.is_file():
        return False
    found = read_outside(path, ORDERS.size)
    if found == raw:
        return True
    document, troubles = read_yaml(found, path.name, ORDERS)
    if document is None or troubles or schema_check(there.game.campaign.ruleset.name, "orders").problems(document):
        return False
    data: Any = document.data
    if data["turn"] != there.turn or there.reader.find_speaker(data["for"]) != speaker:
        return False
    return bool(there.reader.read_orders(orders_file(speaker, TEXT, data)).value == typed)
