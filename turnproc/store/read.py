"""Take a campaign's files in with care: they come from many hands, by pull request, mail and zip.

Nothing is followed out of the campaign: no link, no `..`, no folder that is a repository of its own, nothing that is
not an ordinary file; and nothing is read that is larger than it may be. What is wrong with a file is a diagnostic, for
its author; only a file that the system does not let us read is the operator's trouble.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.source.limits import Limits
from turnproc.store.errors import OperatorError
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.transaction import content_hash

# What systems and git leave in any folder; nobody means orders by it.
_LITTER = {".gitkeep", ".gitignore", ".gitattributes", ".DS_Store", "Thumbs.db", "desktop.ini"}
_JUNCTION = 0xA0000003  # Windows' other kind of link, which is none for Python
_BACKUP = re.compile(r"\.|#|.*(~|#|\.(bak|orig|rej|old|swp|swo|tmp)\Z)", re.IGNORECASE | re.DOTALL)
_LIKE_ORDERS = re.compile(r"(?P<stem>.+?)\.ya?ml(\.\w+)?\Z", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class FileRead:
    """What came of reading a file: `raw`, or `problem`, or neither where there is no such file."""

    name: str
    raw: bytes | None = None
    problem: Diagnostic | None = None

    @property
    def is_missing(self) -> bool:
        """Is there no such file?"""
        return self.raw is None and self.problem is None

    @property
    def content(self) -> str:
        """The hash of what was read, as journals write it."""
        return content_hash(self.raw or b"")


@dataclass(frozen=True, slots=True)
class OrdersFolder:
    """The orders files of a turn by speaker, in order, and what is wrong with the names in that folder.

    `sealed` are those that came sealed. Beside one of them there may lie a plain file, which is then in `files`: once
    the turn is resolved, turnproc has put it there.
    """

    files: Mapping[str, str]
    problems: tuple[Diagnostic, ...] = ()
    sealed: Mapping[str, str] = field(default_factory=dict)


def read_file(root: Path, name: str, limits: Limits) -> FileRead:
    """Read a file of the campaign by its name (`turns/001/gm.yaml`).

    Raises:
        OperatorError: The system does not let us read it (O019).
    """
    try:
        there = _straight_to(root, name)
        if there is None or not stat.S_ISREG(there.st_mode):
            return FileRead(name, problem=_problem("C006", name, file=name))
        raw, size = b"", there.st_size
        if size <= limits.size:
            raw = _contents(Layout(root).path(name), limits.size + 1)
            size = len(raw)
    except (FileNotFoundError, NotADirectoryError):
        return FileRead(name)
    except OSError as error:
        raise OperatorError("O019", path=name, words=error.strerror or type(error).__name__) from error
    return _within(name, raw, size, limits)


def as_read(name: str, raw: bytes, limits: Limits) -> FileRead:
    """What comes of a file whose content is known already."""
    return _within(name, raw, len(raw), limits)


def _within(name: str, raw: bytes, size: int, limits: Limits) -> FileRead:
    if size > limits.size:
        return FileRead(name, problem=_problem("Y001", name, size=-(-size // 1024), most=-(-limits.size // 1024)))
    return FileRead(name, raw)


def names_in(root: Path, folder: str) -> list[str]:
    """The names in a folder of the campaign, in order, but for what systems and git leave in any folder.

    There are none where there is no such folder, or it is a link.

    Raises:
        OperatorError: The system does not let us read it (O019).
    """
    try:
        if _straight_to(root, folder) is None:
            return []
        return sorted({entry.name for entry in Layout(root).path(folder).iterdir()} - _LITTER)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise OperatorError("O019", path=folder, words=error.strerror or type(error).__name__) from error


def orders_folder(root: Path, turn: int) -> OrdersFolder:
    """List the files of a turn's orders. None of them is opened yet."""
    folder = Layout(root).orders_folder(turn)
    try:
        if _straight_to(root, folder) is None:
            return OrdersFolder({}, (_problem("C006", folder, file=folder),))
        names = sorted(entry.name for entry in Layout(root).path(folder).iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return OrdersFolder({})
    except OSError as error:
        raise OperatorError("O019", path=folder, words=error.strerror or type(error).__name__) from error
    return orders_among(folder, names, is_resolved=Layout(root).is_resolved(turn))


def orders_among(folder: str, names: Sequence[str], *, is_resolved: bool) -> OrdersFolder:
    """Which of the names in a turn's folder of orders are orders files; the names are in order."""
    sealed = {_speaker(name): f"{folder}/{name}" for name in names if _is_sealed_file(name)}
    plain = {_speaker(name): f"{folder}/{name}" for name in names if _is_orders_file(name)}
    every = sealed | plain
    files = {_speaker(name): every[_speaker(name)] for name in names if _speaker(name) in every}
    others = [name for name in names if not (_is_orders_file(name) or _is_sealed_file(name)) and name not in _LITTER]
    alone = [name for name in names if not _is_sealed_file(name) or _speaker(name) not in plain]
    problems = [*_clashes(folder, alone), *(_stranger(folder, name) for name in others)]
    if not is_resolved:
        problems += _twice(plain, sealed)
    problems.sort(key=lambda problem: (problem.place.file, problem.message))
    return OrdersFolder(files, tuple(problems), sealed)


def shown(name: str) -> str:
    """A name that may hold bytes which are no UTF-8, in a form that can be printed everywhere."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _is_orders_file(name: str) -> bool:
    return name.endswith(".yaml") and not _BACKUP.match(name)


def _is_sealed_file(name: str) -> bool:
    return name.endswith(f".yaml{SEALED_SUFFIX}") and _is_orders_file(name.removesuffix(SEALED_SUFFIX))


def _speaker(name: str) -> str:
    return name.removesuffix(SEALED_SUFFIX).removesuffix(".yaml")


def _twice(plain: Mapping[str, str], sealed: Mapping[str, str]) -> Iterable[Diagnostic]:
    """Plain and sealed orders of one speaker: both are to be mended, so that nothing goes on without a person."""
    for speaker in plain.keys() & sealed.keys():
        for file, other in ((plain, sealed), (sealed, plain)):
            names: dict[str, Param] = {
                "speaker": shown(speaker),
                "file": shown(file[speaker]),
                "other": shown(other[speaker]),
            }
            yield Diagnostic("C062", Severity.ERROR, Place(shown(file[speaker])), names)


def _clashes(folder: str, names: Iterable[str]) -> Iterable[Diagnostic]:
    """Two files that are one on some systems, or that one speaker could have sent: neither can be told to count."""
    alike = defaultdict(list)
    for name in names:
        match = _LIKE_ORDERS.match(name)
        if match and not _BACKUP.match(name):
            alike[unicodedata.normalize("NFKC", match["stem"]).casefold()].append(name)
    for same in alike.values():
        for index, name in enumerate(same if len(same) > 1 else []):
            yield _problem("C005", f"{folder}/{name}", file=shown(name), other=shown(same[index - 1]))


def _stranger(folder: str, name: str) -> Diagnostic:
    """A file that is not read: most likely orders under another ending (an error), or anything else (a warning)."""
    match = _LIKE_ORDERS.match(name)
    wanted = f"{match['stem']}.yaml" if match else "<id>.yaml"
    severity = Severity.ERROR if match and not _BACKUP.match(name) else Severity.WARNING
    return _problem("C007", f"{folder}/{name}", severity, file=shown(name), wanted=shown(wanted))


def _problem(message: str, name: str, severity: Severity = Severity.ERROR, **params: Param) -> Diagnostic:
    return Diagnostic(message, severity, Place(shown(name)), params)


def _straight_to(root: Path, name: str) -> os.stat_result | None:
    """What lies there, if every step of the way is a real folder of this campaign and the last one is no link."""
    # Texts, not paths: a large turn has thousands of files, and making paths would take longer than reading them.
    path, there = str(root), None
    for depth, part in enumerate(name.split("/")):
        # A submodule or a clone inside the campaign: its files are not in the campaign's history.
        is_foreign = depth > 0 and os.path.lexists(f"{path}{os.sep}.git")
        if is_foreign or part in {"", ".", ".."} or "\\" in part:
            return None
        path = f"{path}{os.sep}{part}"
        there = os.lstat(path)
        if stat.S_ISLNK(there.st_mode) or getattr(there, "st_reparse_tag", 0) == _JUNCTION:
            return None
    return there


def _contents(path: Path, most: int) -> bytes:
    # What lies there may have changed since we looked: neither follow a link nor wait for a pipe.
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags), "rb", buffering=0) as stream:
        # Room is made for as much as is asked for: for what there is, not for the most that there may be.
        return stream.read(most) if os.fstat(stream.fileno()).st_size > most else stream.readall()
