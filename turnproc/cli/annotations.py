"""Problems as GitHub shows them: annotations beside the lines of a pull request, and all of them in the job's summary.

A step shows ten annotations of a severity. The others would be lost in the log, so the summary has every problem; where
there is none (another system that understands the same rows) it is told how many were left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnproc.diagnostics.catalogue import Catalogue
    from turnproc.diagnostics.model import Diagnostic

SUMMARY_VARIABLE: Final = "GITHUB_STEP_SUMMARY"
MOST_SHOWN: Final = 10
LONGEST_ANNOTATION: Final = 10_000
# The platform throws a summary away that is larger than 1 MiB.
LONGEST_SUMMARY: Final = 1_000_000
# Room for the row that says how many problems are left out.
_LAST_ROW: Final = 1_000


def print_annotations(problems: Sequence[Diagnostic], told: Catalogue, lines: Sequence[str]) -> None:
    """Print the first problems of each severity, and write all of them, before `lines`, into the job's summary.

    Raises:
        OperatorError: The summary cannot be written (O011 to O013).
    """
    from turnproc.diagnostics.as_github import as_github
    from turnproc.diagnostics.catalogue import N_, safe

    errors = [each for each in problems if each.is_error]
    warnings = [each for each in problems if not each.is_error]
    for problem in (*errors[:MOST_SHOWN], *warnings[:MOST_SHOWN]):
        # Names of files come from anybody.
        print(safe(as_github(problem, told), LONGEST_ANNOTATION))
    left_out = [max(0, len(each) - MOST_SHOWN) for each in (errors, warnings)]
    summary = os.environ.get(SUMMARY_VARIABLE)
    if summary:
        _write_summary(Path(summary), "".join(_summary(problems, told, lines)))
    if any(left_out):
        text = N_("not shown here: errors: {errors}, warnings: {warnings}; the job's summary has all of them")
        if not summary:
            text = N_("not shown here: errors: {errors}, warnings: {warnings}; --format text shows them")
        print(told.translate(text).format(errors=left_out[0], warnings=left_out[1]))


def _write_summary(path: Path, text: str) -> None:
    from turnproc.store.errors import writing

    # Another command of the same step may have written into it already.
    with writing(path), path.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _summary(problems: Sequence[Diagnostic], told: Catalogue, lines: Sequence[str]) -> Iterator[str]:
    """Markdown: how many problems there are, each of them below its file, and `lines`."""
    from turnproc.diagnostics.catalogue import N_
    from turnproc.report.escaping import Markdown

    errors = sum(each.is_error for each in problems)
    head = told.translate(N_("errors: {errors}, warnings: {warnings}"))
    yield f"### {head.format(errors=errors, warnings=len(problems) - errors)}\n\n"
    room = LONGEST_SUMMARY - _LAST_ROW
    for line in lines:
        row = f"- {Markdown.escape(line)}\n"
        room -= len(row.encode())
        if room > 0:
            yield row
    for count, problem in enumerate(problems):
        row = _row(problem, told)
        room -= len(row.encode())
        if room < 0:
            text = told.translate(N_("and {count} more: there is no room for them here"))
            yield f"\n{Markdown.escape(text.format(count=len(problems) - count))}\n"
            return
        yield row


def _row(problem: Diagnostic, told: Catalogue) -> str:
    from turnproc.diagnostics.as_text import as_text
    from turnproc.report.escaping import Markdown

    first, _, hint = as_text(problem, told).partition("\n")
    row = f"- {Markdown.escape(first)}\n"
    return f"{row}  {Markdown.escape(hint)}\n" if hint else row
