"""`turnproc validate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turnproc.cli.output import MOST_TURNS, LanguageOption, ProblemFormat

if TYPE_CHECKING:
    from turnproc.actions.validate import Validated
    from turnproc.diagnostics.catalogue import Catalogue

OfFiles = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[CAMPAIGN or FILES]", help="The campaign's folder, or files of it; default: around here."),
]


def validate(
    paths: OfFiles = None,
    turn: Annotated[
        int | None, typer.Option(help="The turn to check; default: the open one.", min=1, max=MOST_TURNS)
    ] = None,
    speaker: Annotated[
        str | None, typer.Option("--for", metavar="X", help="Only the orders file of this speaker.")
    ] = None,
    form: Annotated[ProblemFormat, typer.Option("--format", help="text, json or github.")] = ProblemFormat.TEXT,
    language: LanguageOption = None,
) -> None:
    """Tell every problem of every file at once. Exit code 1 if there is any error."""
    import sys

    from turnproc.actions import validate as action
    from turnproc.cli.annotations import print_annotations
    from turnproc.cli.output import catalogue, chosen_language, print_json, print_problems
    from turnproc.cli.questions import unthrown_data, unthrown_line
    from turnproc.diagnostics.as_json import as_json

    root, only, of_files = _what_to_check(paths or [])
    result = action.validate(root, turn if turn is not None else of_files, only, speaker)
    spoken = chosen_language(language, result.documents)
    words = catalogue(result.documents, spoken)
    if form is ProblemFormat.JSON:
        data = dict(as_json(result.diagnostics, words))
        print_json(data if result.unthrown is None else data | {"unthrown": unthrown_data(result.unthrown)})
    elif form is ProblemFormat.GITHUB:
        print_annotations(result.diagnostics, words, [_counts(result, words)])
    else:
        print_problems(result.diagnostics, words)
        print(_counts(result, words), file=sys.stderr)
        if result.unthrown is not None:
            print(unthrown_line(result.unthrown, spoken), file=sys.stderr)
    raise typer.Exit(1 if result.has_errors else 0)


def _counts(result: Validated, words: Catalogue) -> str:
    from turnproc.diagnostics.catalogue import N_

    errors = sum(each.is_error for each in result.diagnostics)
    text = words.translate(N_("checked: {files}, errors: {errors}, warnings: {warnings}"))
    return text.format(files=result.checked, errors=errors, warnings=len(result.diagnostics) - errors)


def _what_to_check(paths: list[Path]) -> tuple[Path, list[str], int | None]:
    from turnproc.actions.validate import campaign_of_files
    from turnproc.cli.output import SPEAKING, campaign_folder
    from turnproc.store.layout import CAMPAIGN_FILE

    if not paths:
        return campaign_folder(None), [], None
    if len(paths) == 1 and (paths[0] / CAMPAIGN_FILE).exists():
        return campaign_folder(paths[0]), [], None
    SPEAKING.folder = paths[0] if paths[0].is_dir() else paths[0].parent
    return campaign_of_files(paths)
