"""What became of a pull request, in words: rows for a terminal, Markdown for a comment below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import groupby
from typing import Final

from turnproc.actions.accept import Outcome, Verdict
from turnproc.actions.cadence import zone_of
from turnproc.actions.pull_request_files import Accepted
from turnproc.actions.receipt_words import receipt_lines
from turnproc.diagnostics.as_text import as_text
from turnproc.diagnostics.catalogue import N_, Catalogue, safe
from turnproc.report.escaping import Markdown
from turnproc.report.language import Language
from turnproc.store.read import shown

_LONGEST_NAME: Final = 10_000
_NUMBER: Final = re.compile(r"[0-9]{1,9}\. ")
_DASH: Final = "- "
# So many problems are told below a pull request; who has more of them mends these first.
_MOST_PROBLEMS: Final = 50

_OF_ORDERS: Final = {
    "new": N_("orders of {speaker} for turn {turn}: {file}"),
    "changed": N_("orders of {speaker} for turn {turn}, changed: {file}"),
    "withdrawn": N_("orders of {speaker} for turn {turn}, withdrawn: {file}"),
}
_OF_OTHERS: Final = {"new": N_("new: {file}"), "changed": N_("changed: {file}"), "withdrawn": N_("deleted: {file}")}
_OF_SIGNUPS: Final = {
    "new": N_("signs up: {file}"),
    "changed": N_("signs up otherwise: {file}"),
    "withdrawn": N_("no longer signs up: {file}"),
}
_HEADS: Final[Mapping[Outcome, str]] = {
    Outcome.ACCEPTED: N_("Accepted: this is in the campaign now."),
    Outcome.LATE: N_(
        "Too late: the last moment was {limit}. This is kept apart and does not count; what was there before stands. "
        "Only the game master can let it count."
    ),
    Outcome.REFUSED: N_(
        "Not accepted, and nothing was changed. Mend what is said below, in this pull request: it is looked at again."
    ),
    Outcome.OLDER: N_(
        "Not accepted: something that was sent later is in already. To have this version after all, send it again in a "
        "new pull request."
    ),
    Outcome.NOTHING_NEW: N_("This brings nothing new."),
    Outcome.GAME_MASTER: N_("A pull request of the game master's own: it is for the game master to merge."),
    Outcome.UNREADABLE: N_("It could not be looked at, and is in nobody's way:"),
    Outcome.UNCHECKED: N_("It is being changed just now, or its author is gone; it is looked at again next time."),
}


class _Kind(Enum):
    """How rows stand in a comment."""

    NOTHING = "nothing"
    ROWS = "rows"
    NUMBERED = "numbered"
    LISTED = "listed"


def change_lines(accepted: Sequence[Accepted], turn: int, words: Language) -> list[str]:
    """What a pull request changes, as far as it may, a row for each file."""
    lines = []
    for each in accepted:
        texts = _OF_SIGNUPS if each.is_signup else _OF_OTHERS if each.speaker is None else _OF_ORDERS
        file = safe(shown(each.file), _LONGEST_NAME)
        lines.append(words.text(texts[each.what.value]).format(speaker=each.speaker, turn=turn, file=file))
    return lines


def verdict_lines(verdict: Verdict, words: Language, told: Catalogue | None) -> list[str]:
    """All that is to be said of a pull request; `told` has the words of its problems."""
    limit = "" if verdict.limit is None else _moment(verdict, verdict.limit, words)
    lines = [words.text(_HEADS[verdict.outcome]).format(limit=limit)]
    if verdict.trouble is not None:
        return [*lines, verdict.trouble.text(words.text)]
    if verdict.submission.at is not None and verdict.outcome is not Outcome.UNCHECKED:
        lines.append(words.text(N_("Sent: {at}.")).format(at=_moment(verdict, verdict.submission.at, words)))
    if verdict.limit is not None and verdict.outcome in {Outcome.ACCEPTED, Outcome.REFUSED}:
        text = N_("Orders for turn {turn} can be sent, changed and taken back until {limit}.")
        lines.append(words.text(text).format(limit=limit, turn=verdict.turn))
    if verdict.late:
        text = N_("It came in before, and too late: the orders of {speakers} are kept apart and do not count.")
        lines.append(words.text(text).format(speakers=", ".join(verdict.late)))
    if verdict.turn is not None:
        lines += change_lines(verdict.files, verdict.turn, words)
    if told is not None:
        problems = verdict.problems[:_MOST_PROBLEMS]
        lines += [row for problem in problems for row in as_text(problem, told).splitlines()]
        if len(verdict.problems) > len(problems):
            text = words.text(N_("and {count} more: there is no room for them here"))
            lines.append(text.format(count=len(verdict.problems) - len(problems)))
    for receipt in verdict.receipts:
        lines += ["", *receipt_lines(receipt, words, say_when=False)]
    return lines


def _moment(verdict: Verdict, moment: datetime, words: Language) -> str:
    """A time for people: in the campaign's zone, if it has one, and in UTC."""
    data = None if verdict.documents is None else verdict.documents.data("campaign")
    zone = zone_of(data) if isinstance(data, dict) else None
    utc = f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    if zone is None or moment.astimezone(zone).utcoffset() == timedelta(0):
        return utc
    text = words.text(N_("{local} ({zone}), that is {utc}"))
    return text.format(local=f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S}", zone=zone, utc=utc)


def comment_of(verdict: Verdict, lines: Callable[[], Sequence[str]]) -> str | None:
    """What is written below a pull request, None where there is nothing to say."""
    if verdict.outcome in {Outcome.NOTHING_NEW, Outcome.GAME_MASTER, Outcome.UNCHECKED, Outcome.UNREADABLE}:
        return None
    head, *rows = lines()
    parts = [_markdown(kind, list(group)) for kind, group in groupby(rows, _kind_of) if kind is not _Kind.NOTHING]
    return "\n\n".join([Markdown.escape(head), *parts]) + "\n"


def _kind_of(row: str) -> _Kind:
    if not row:
        return _Kind.NOTHING
    return _Kind.NUMBERED if _NUMBER.match(row) else _Kind.LISTED if row.startswith(_DASH) else _Kind.ROWS


def _markdown(kind: _Kind, rows: Sequence[str]) -> str:
    """A row stays a row, a list is one, and nothing that anybody wrote means anything."""
    if kind is _Kind.ROWS:
        return "\\\n".join(Markdown.escape(row) for row in rows)
    signs = [row.partition(" ") for row in rows]
    return "\n".join(f"{sign} {Markdown.escape(row)}" for sign, _, row in signs)
