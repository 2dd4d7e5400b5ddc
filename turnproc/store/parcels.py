"""Mails and zips that players sent, taken apart: small files with a name and where they came from.

Whoever sent them may be anybody. Nothing is written here and no name in them leads anywhere: what comes out is bytes,
as many as an orders file may have and no more, however much a zip says or unpacks to.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.source.limits import ORDERS, Limits
from turnproc.store.file_names import alike, is_plain_name
from turnproc.store.layout import SEALED_SUFFIX
from turnproc.store.letter import SEALED
from turnproc.store.read import shown

# A mail holds its files as letters, and the pictures that people put below their names.
PARCEL: Final = Limits(32 * 1024 * 1024, 0, 0)
MOST_FILES: Final = 1000

ORDERS_NAME: Final = re.compile(r"(?P<stem>.+?)\.ya?ml(?P<sealed>\.age)?\Z", re.IGNORECASE | re.DOTALL)
_ARCHIVE: Final = re.compile(
    r".*\.(zip|eml|msg|7z|rar|tar|t?gz|t?bz2|t?xz|zst|jar|docx|odt)\Z", re.IGNORECASE | re.DOTALL
)
# What systems put into archives by themselves.
_LITTER: Final = re.compile(r"__MACOSX/|(.*/)?(\.DS_Store|Thumbs\.db|desktop\.ini)\Z", re.DOTALL)
_PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 0x1
_TROUBLES: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, OverflowError),
    *(NotImplementedError, IndexError, KeyError, RuntimeError),
)


@dataclass(frozen=True, slots=True)
class Sent:
    """A file that somebody sent. `place` is where it came from, `name` its own; `above` rows come before it there."""

    place: str
    name: str
    raw: bytes
    above: int = 0

    @property
    def is_sealed(self) -> bool:
        """Is it called as sealed orders are?"""
        match = ORDERS_NAME.match(self.name)
        return match is not None and match["sealed"] is not None

    @property
    def stem(self) -> str:
        """Its name without the ending of orders, or without any."""
        match = ORDERS_NAME.match(self.name)
        return match["stem"] if match is not None else self.name.partition(".")[0]

    @property
    def as_sent(self) -> bytes:
        """The content, with its rows where they are in what was sent."""
        return b"\n" * self.above + self.raw


@dataclass(slots=True)
class Parcel:
    """What was in something that somebody sent: orders files, other things, and what is wrong with it."""

    orders: list[Sent] = field(default_factory=list)
    others: list[Sent] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def take(self, other: Parcel) -> None:
        """Put in what was in another one."""
        self.orders += other.orders
        self.others += other.others
        self.problems += other.problems

    def sort_in(self, sent: Sent) -> None:
        """Take a file in as what its name says that it is."""
        (self.orders if ORDERS_NAME.match(sent.name) else self.others).append(sent)


def limits_of(name: str) -> Limits:
    """How large a file of orders may be that is called so."""
    return SEALED if name.lower().endswith(SEALED_SUFFIX) else ORDERS


def refused(key: str, place: str, **params: Param) -> Diagnostic:
    """Something of a parcel that is not taken."""
    return Diagnostic(key, Severity.ERROR, Place(shown(place)), params)


def too_large(place: str, size: int, most: int) -> Diagnostic:
    """A file that is larger than it may be."""
    return refused("Y001", place, size=-(-size // 1024), most=most // 1024)


def unzipped(raw: bytes, place: str) -> Parcel:
    """The files of a zip, none if anything about it is fishy: then its problems say what."""
    parcel = Parcel()
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES:
                return Parcel(problems=[refused("C076/many", place, count=len(entries), most=MOST_FILES)])
            parcel.problems += _fishy(entries, place)
            wanted = [] if parcel.problems else [each for each in entries if not _is_passed_over(each)]
            for entry in wanted:
                _unpack(archive, entry, place, parcel)
    except _TROUBLES:
        return Parcel(problems=[refused("C076", place)])
    return Parcel(problems=parcel.problems) if parcel.problems else parcel


def _is_passed_over(entry: zipfile.ZipInfo) -> bool:
    return entry.is_dir() or _LITTER.match(entry.filename) is not None


def _fishy(entries: list[zipfile.ZipInfo], place: str) -> Iterator[Diagnostic]:
    known: set[str] = set()
    for entry in entries:
        where = f"{place}/{entry.orig_filename}"
        if _LITTER.match(entry.filename):
            continue
        # A name that Python has changed (it ends at a zero) is none that anybody gave to orders.
        name = entry.orig_filename.removesuffix("/") if entry.is_dir() else entry.orig_filename
        if not is_plain_name(name):
            yield refused("C076/name", where)
            continue
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in {0, stat.S_IFDIR if entry.is_dir() else stat.S_IFREG}:
            yield refused("C076/link", where)
        elif entry.is_dir():
            continue
        elif entry.flag_bits & _ENCRYPTED:
            yield refused("C076/password", where)
        elif _ARCHIVE.match(name):
            yield refused("C076/nested", where)
        elif entry.compress_type not in _PACKED:
            yield refused("C076/method", where)
        if alike(name) in known:
            yield refused("C076/twice", where)
        known.add(alike(name))


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, place: str, parcel: Parcel) -> None:
    where, name = f"{place}/{entry.filename}", entry.filename.rpartition("/")[2]
    if not ORDERS_NAME.match(name):
        parcel.others.append(Sent(where, name, b""))
        return
    most = limits_of(name).size
    with archive.open(entry) as stream:
        # What the zip says of its sizes counts for nothing.
        raw = stream.read(most + 1)
    if len(raw) > most:
        parcel.problems.append(too_large(where, max(entry.file_size, len(raw)), most))
    else:
        parcel.orders.append(Sent(where, name, raw))
