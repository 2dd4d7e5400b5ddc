"""turns/NNN/posted.yaml: what of a turn was posted where, so that nobody gets it twice.

Every part is marked before it is sent. A mark `sending` that is found later may stand for a message that has arrived:
only a person who looks can tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from turnproc.actions.documents import Documents, schema_check
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_writer import Layout as YamlLayout
from turnproc.source.yaml_writer import write_yaml
from turnproc.store.folder import write_again
from turnproc.store.layout import Layout

REPORT, REMINDER = "report", "reminder"
SENDING, POSTED = "sending", "posted"
_SOURCE: Final = "posted"
_FORMAT: Final = "turnproc.posted/1"
_LAYOUT: Final = YamlLayout(frozenset([("posts",), ("posts", "*"), ("posts", "*", "parts")]))


class Key(NamedTuple):
    """What a mark is about: a report or a reminder, its revision, where, in which language."""

    kind: str
    revision: int
    target: str
    language: str


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a part has come; `id` and `url` as far as the service says them."""

    state: str
    id: str = ""
    url: str = ""


@dataclass(slots=True)
class Marks:
    """All marks of a turn, by what they are about and the part's number."""

    marks: dict[Key, dict[int, Mark]] = field(default_factory=dict)

    def of(self, key: Key) -> Mapping[int, Mark]:
        """The marks of one post."""
        return self.marks.get(key, {})

    def put(self, key: Key, part: int, mark: Mark | None) -> None:
        """Mark a part, or take its mark away."""
        parts = self.marks.setdefault(key, {})
        if mark is None:
            parts.pop(part, None)
        else:
            parts[part] = mark
        if not parts:
            del self.marks[key]

    def text(self) -> str:
        """The file."""
        posts = [
            {**key._asdict(), "parts": [_row(number, mark) for number, mark in sorted(parts.items())]}
            for key, parts in sorted(self.marks.items())
        ]
        return write_yaml({"format": _FORMAT, "posts": posts}, _LAYOUT)


def _row(number: int, mark: Mark) -> dict[str, Any]:
    row: dict[str, Any] = {"part": number, "state": mark.state}
    if mark.id:
        row["id"] = mark.id
    if mark.url:
        row["url"] = mark.url
    return row


def read_marks(documents: Documents, turn: int) -> Marks | None:
    """Read a turn's file; None, with the problems told, where it cannot be read. Without the file there is no mark."""
    file = Layout(documents.root).posted_file(turn)
    data = documents.read(_SOURCE, file, CAMPAIGN, schema_check("common", "posted"), is_input=False)
    if data is None:
        return None if documents.errors_in(file) else Marks()
    found = Marks()
    for post in data["posts"]:
        key = Key(post["kind"], post["revision"], post["target"], post["language"])
        for row in post["parts"]:
            found.put(key, row["part"], Mark(row["state"], row.get("id", ""), row.get("url", "")))
    return found


def write_marks(documents: Documents, turn: int, marks: Marks) -> None:
    """Write a turn's file, in one step.

    Raises:
        OperatorError: Another file is in the way (O014), or the system does not let us write (O011 to O013, O016).
    """
    name = Layout(documents.root).posted_file(turn)
    write_again(documents.root, {name: marks.text().encode()}, _FORMAT.encode())
