"""When a turn opens and ends: turn.yaml. Times are as they are written there; nothing here looks at a clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from turnproc.actions.documents import Documents, schema_check
from turnproc.engine.finding import Finding
from turnproc.source.limits import CAMPAIGN
from turnproc.source.times import lacks_offset, read_time
from turnproc.store.layout import Layout

TURN_SOURCE = "turn"
# Why a turn was taken back, in characters; the schemas say the same.
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Timing:
    """What turn.yaml says; without one nothing. `grace` is in minutes: so much later a file still counts.

    From the second `revision` on there is a reason, and `spent` are the links for dice that were revealed before.
    """

    opens: datetime | None = None
    deadline: datetime | None = None
    grace: int = 0
    revision: int = 1
    reason: str = ""
    spent: tuple[int, ...] = ()

    @property
    def limit(self) -> datetime | None:
        """The last moment at which a file counts, in UTC; None where the turn has no deadline."""
        return None if self.deadline is None else self.deadline.astimezone(UTC) + timedelta(minutes=self.grace)


def read_timing(documents: Documents, turn: int, revision: int | None = None) -> Timing:
    """Read the turn's turn.yaml; with problems (they are told) or without the file the turn has no deadline.

    `revision` is the one that it should name (default: that of the turn's folder).
    """
    layout = Layout(documents.root)
    file = layout.turn_file(turn)
    data = documents.read(TURN_SOURCE, file, CAMPAIGN, schema_check("common", "turn"), is_input=False)
    if data is None and documents.errors_in(file):
        return Timing()
    wanted = layout.revision(turn) if revision is None else revision
    findings = [*_problems(data or {}), *_revision_problems(data or {}, wanted)]
    documents.tell(findings)
    if data is None or findings:
        return Timing()
    return Timing(
        read_time(data.get("opens")),
        read_time(data.get("deadline")),
        data.get("grace", 0),
        data.get("revision", 1),
        data.get("reason", ""),
        tuple(data.get("spent", ())),
    )


def _revision_problems(data: dict[str, object], wanted: int) -> Iterator[Finding]:
    """`wanted` is the revision that follows those which were taken back."""
    revision = data.get("revision", 1)
    pointer = "/revision" if "revision" in data else ""
    if revision != wanted:
        yield Finding(TURN_SOURCE, pointer, "C090", {"revision": str(revision), "wanted": wanted})
    elif (revision != 1) != ("reason" in data):
        yield Finding(TURN_SOURCE, pointer, "C090/reason", {"revision": str(revision)})


def _problems(data: dict[str, object]) -> Iterator[Finding]:
    times = {}
    for key in ("opens", "deadline"):
        text = data.get(key)
        if not isinstance(text, str):
            continue
        time = read_time(text)
        if time is None:
            variant = "C070/offset" if lacks_offset(text) else "C070"
            yield Finding(TURN_SOURCE, f"/{key}", variant, {"key": key, "value": text})
        else:
            times[key] = time
    if len(times) > 1 and times["deadline"] <= times["opens"]:
        params = {"deadline": str(data["deadline"]), "opens": str(data["opens"])}
        yield Finding(TURN_SOURCE, "/deadline", "C071", params)
    if "grace" in data and "deadline" not in data:
        yield Finding(TURN_SOURCE, "/grace", "C071/grace", {}, on_key=True)
