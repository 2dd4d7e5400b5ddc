"""The files of one run: each is read once, checked against its schema, and kept for the places of later findings.

A ruleset names documents ("orders/huns", "gm", "state"); here each has its file, and a `Finding` becomes a
`Diagnostic` with file, line and column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from turnproc import resources
from turnproc.actions.watch import Watch
from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.codes_sealed import TOLD_TO_ALL
from turnproc.diagnostics.model import Diagnostic, Message, Place, Severity
from turnproc.diagnostics.order import sort_key
from turnproc.engine.finding import Finding
from turnproc.source.schema_check import SchemaCheck
from turnproc.source.yaml_reader import Document, Limits, read_yaml
from turnproc.store.read import FileRead, as_read, read_file, shown
from turnproc.store.transaction import content_hash

# Reads a file of the campaign by its name: from disk, or as it stood in a commit.
Reader: TypeAlias = Callable[[str, Limits], FileRead]


@cache
def schema_check(directory: str, name: str, rule: str | None = None) -> SchemaCheck:
    """The check for one kind of document. Schemas refer to others of their folder, and to `common`."""
    others = [
        resources.schema(other_directory, other)
        for other_directory, other in resources.schema_names()
        if other_directory in (directory, "common")
    ]
    return SchemaCheck(resources.schema(directory, name), others, rule=rule)


# A text without quotes, and a remark behind it in the same row.
_REMARK: Final = r"^{key}:[ \t]+[^\s\"'|>&*!\[{{#][^\n]*?[ \t](?P<lost>#[^\n]*)$"


def cut_off(documents: Documents, source: str, key: str) -> Iterator[Finding]:
    """A text that its author may have meant to go on behind “ #”, where YAML takes the rest for a remark."""
    match = re.search(_REMARK.format(key=re.escape(key)), documents.text(source), re.MULTILINE)
    if match is not None:
        yield Finding(source, f"/{key}", "C027", {"key": key, "lost": match["lost"].strip()})


class Documents:
    """What was read so far, and what is wrong with it."""

    def __init__(self, root: Path, reader: Reader | None = None, watch: Watch | None = None) -> None:
        """Read below `root`, as files lie on disk or as `reader` has them."""
        self.root = root
        self.watch = watch or Watch()
        self.diagnostics: list[Diagnostic] = []
        self.messages: Mapping[str, Message] = MESSAGES
        # By file, of those that the rules read, and of those beside them.
        self.hashes: dict[str, str] = {}
        # Files whose content is nobody's business: sealed orders that were opened here.
        self.hidden: set[str] = set()
        self.beside: dict[str, str] = {}
        # What is read in the place of a file as it lies there.
        self.instead: dict[str, bytes] = {}
        self._reader = reader or (lambda name, limits: read_file(root, name, limits))
        self._documents: dict[str, Document] = {}
        self._asked: dict[str, tuple[str, Limits]] = {}
        self._files: dict[str, str] = {}
        self._own_codes: Mapping[str, str] = {}
        self._sorted_in = self.diagnostics
        self._count = 0
        self._by_file: dict[str, list[Diagnostic]] = {}

    def speak_for(self, messages: Mapping[str, Message], own_codes: Mapping[str, str]) -> None:
        """Use a ruleset's messages, and its codes in the place of the engine's: of a code, or of one variant of it."""
        self._own_codes = own_codes
        own = {self._own_key(key): message for key, message in MESSAGES.items() if self._own_key(key) != key}
        self.messages = {**MESSAGES, **messages, **own}

    def read(
        self, source: str, file: str, limits: Limits, check: SchemaCheck | None = None, *, is_input: bool = True
    ) -> Any:
        """Read a document and check its form; None where nothing usable came out. All problems are kept.

        `file` may be a name that is no text: from here on it is known in the form that can be written. What the rules
        do not read (`is_input` false) does not stand in journals.
        """
        raw = self.fetch(source, file, limits, is_input=is_input)
        return None if raw is None else self.parse(source, raw, limits, check)

    def fetch(self, source: str, file: str, limits: Limits, *, is_input: bool = True) -> bytes | None:
        """What stands in a file, whatever it is; None where it could not be read."""
        there = as_read(file, self.instead[file], limits) if file in self.instead else self._reader(file, limits)
        name, file = file, shown(file)
        self._files[source] = file
        self._asked[file] = (name, limits)
        if there.raw is None:
            self.diagnostics += [there.problem] if there.problem is not None else []
            return None
        (self.hashes if is_input else self.beside)[file] = content_hash(there.raw)
        return there.raw

    def parse(self, source: str, raw: bytes, limits: Limits, check: SchemaCheck | None = None) -> Any:
        """Read what was fetched, or was found inside of it, as a document of its file."""
        document, problems = read_yaml(raw, self._files[source], limits)
        self.watch.lap("read")
        self.diagnostics += problems
        if document is None:
            return None
        self._documents[source] = document
        fits = check is None or self.check_again(source, check)
        self.watch.lap("check")
        return document.data if fits and not problems else None

    def take(self, source: str, document: Document) -> None:
        """Take in a document that was made elsewhere: what is found in it is told at its own places."""
        self._files[source] = document.file
        self._documents[source] = document

    def check_again(self, source: str, check: SchemaCheck) -> bool:
        """Check a document's form by a further schema; tell whether it fits."""
        problems = check.problems(self._documents[source])
        self.diagnostics += [self._owned(problem) for problem in problems]
        return not problems

    def must_be_there(self, source: str) -> None:
        """Tell it if a document's file does not exist."""
        file = self._files[source]
        if file not in self.hashes and not self.errors_in(file):
            self.diagnostics.append(Diagnostic("C008", Severity.ERROR, Place(file), {"file": file}))

    def changed(self) -> list[str]:
        """The files that are no longer as they were read: changed, gone, or come meanwhile."""
        asked = {file: each for file, each in self._asked.items() if file not in self.instead}
        now = {file: self._reader(name, limits).raw for file, (name, limits) in asked.items()}
        read = {**self.beside, **self.hashes}
        return [file for file, raw in now.items() if (None if raw is None else content_hash(raw)) != read.get(file)]

    @property
    def problems(self) -> list[Diagnostic]:
        """All problems of all files, in a stable order. Of sealed orders it is only told how many errors they have."""
        if not self.hidden:
            return sorted(self.diagnostics, key=sort_key)
        told = [each for each in self.diagnostics if each.place.file not in self.hidden or each.code in TOLD_TO_ALL]
        for file in self.hidden:
            errors = self.errors_in(file) - sum(each.is_error for each in told if each.place.file == file)
            told += [Diagnostic("C068", Severity.ERROR, Place(file), {"count": errors})] if errors else []
        return sorted(told, key=sort_key)

    def data(self, source: str) -> Any:
        """What stands in a document, whether or not its form is right; None where it could not be read."""
        document = self._documents.get(source)
        return None if document is None else document.data

    def document(self, source: str) -> Document:
        """A document that was read."""
        return self._documents[source]

    def text(self, source: str) -> str:
        """The text of a document, "" where it could not be read."""
        document = self._documents.get(source)
        return "" if document is None else document.text

    def tell(self, findings: Iterable[Finding]) -> None:
        """Add findings, each at its place."""
        self.diagnostics += [self.placed(finding) for finding in findings]

    def placed(self, finding: Finding) -> Diagnostic:
        """Turn a finding into a diagnostic."""
        place = self.place(finding.source, finding.pointer, key=finding.on_key)
        key = self._own_key(finding.message)
        return Diagnostic(key, self.messages[key].severity, place, finding.params)

    def place(self, source: str, pointer: str, *, key: bool = False) -> Place:
        """Where in its file a value of a document stands, or the key before it."""
        document = self._documents.get(source)
        if document is None:
            return Place(self._files.get(source, source), pointer=pointer)
        return document.place(pointer, key=key)

    def _own_key(self, message: str) -> str:
        own = self._own_codes.get(message) or self._own_codes.get(message.partition("/")[0])
        return message if own is None else f"{own}/{message}"

    def _owned(self, problem: Diagnostic) -> Diagnostic:
        if (worded := f"{problem.rule}/{problem.message}") in self.messages:
            # The ruleset has words of its own for what offends its rule in this way.
            return Diagnostic(worded, problem.severity, problem.place, problem.params)
        key = self._own_key(problem.message)
        if key == problem.message:
            return problem
        return Diagnostic(key, problem.severity, problem.place, problem.params, problem.rule)

    def found_in(self, file: str) -> Sequence[Diagnostic]:
        """What is wrong with one file so far. Each diagnostic is sorted in once, however often this is asked."""
        if self._sorted_in is not self.diagnostics:
            self._sorted_in, self._count, self._by_file = self.diagnostics, 0, {}
        for each in self.diagnostics[self._count :]:
            self._by_file.setdefault(each.place.file, []).append(each)
        self._count = len(self.diagnostics)
        return self._by_file.get(file, ())

    def has_error_at(self, file: str, pointer: str) -> bool:
        """Is something wrong with the value at a pointer already?"""
        return any(each.is_error and each.place.pointer == pointer for each in self.found_in(file))

    def errors_in(self, file: str) -> int:
        """How many errors a file has."""
        return sum(each.is_error for each in self.found_in(file))
