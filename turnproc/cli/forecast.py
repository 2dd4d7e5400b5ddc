"""`turnproc forecast`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turnproc.cli.output import Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnproc.actions.forecast import Foreseen
    from turnproc.report.language import Language


def forecast(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An orders file of the open turn.")],
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Tell what these orders would do while everybody else stays idle, and what would tip each battle."""
    from turnproc.actions.forecast import forecast as action
    from turnproc.cli.output import SPEAKING, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    SPEAKING.folder = file
    result = action(file, lambda documents: chosen_language(language, documents))
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    if form is Format.JSON:
        head = {"turn": result.turn, "speaker": result.speaker}
        figures = {} if result.forecast is None else dict(result.forecast.figures)
        print_json(head | figures | dict(as_json(result.diagnostics, told)))
    else:
        print_problems(result.diagnostics, told)
        for line in _lines(result, words):
            print(line)
    if result.forecast is None:
        raise typer.Exit(1)


def _lines(result: Foreseen, words: Language) -> Iterator[str]:
    from turnproc.cli.questions import section_lines
    from turnproc.diagnostics.catalogue import N_

    if result.forecast is None:
        return
    yield words.text(N_("A forecast for turn {turn}, told as if it had happened.")).format(turn=result.turn)
    yield from section_lines(result.forecast.sections)
