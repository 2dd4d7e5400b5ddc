"""`turnproc orders collect`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from turnproc.cli.output import MOST_TURNS, CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.orders_collect import Collected
    from turnproc.report.language import Language

LONGEST_PLACE: Final = 500


def collect(
    place: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="The folder with what players sent: .yaml, .age, .zip, .eml; or one of these."
        ),
    ],
    campaign: CampaignArgument = None,
    turn: Annotated[
        int | None, typer.Option(help="The turn; default: the open one.", min=1, max=MOST_TURNS, metavar="N")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put new orders in the place of others that lie in the turn.")
    ] = False,
    reject_invalid: Annotated[
        bool, typer.Option("--reject-invalid", help="Leave out what has errors, and write the others.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be written.")] = False,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Collect orders that players sent by mail or in a zip, check them, and put them into the turn.

    Nothing is written while anything has errors, and nothing is replaced, unless it is asked for.
    """
    from turnproc.actions.orders_collect import collect_orders, data_of
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    result = collect_orders(
        campaign_folder(campaign), place, turn=turn, replace=replace, reject_invalid=reject_invalid, dry_run=dry_run
    )
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    is_fine = result.turn is not None and (reject_invalid or not result.has_errors)
    if form is Format.JSON:
        print_json(data_of(result) | dict(as_json(result.diagnostics, told)))
    else:
        print_problems(result.diagnostics, told)
        for line in _lines(result, words, dry_run=dry_run):
            print(line)
        for line in _left_out(result, words, is_fine=is_fine):
            print(line, file=sys.stderr)
    raise typer.Exit(0 if is_fine else 1)


def _lines(result: Collected, words: Language, *, dry_run: bool) -> list[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    lines = []
    for each in result.files:
        if not each.is_new:
            text = N_("{file}: there already, says the same")
        elif each.replaced:
            text = N_("{file}: would be replaced by {source}") if dry_run else N_("{file}: replaced by {source}")
        else:
            text = N_("{file}: would be written from {source}") if dry_run else N_("{file}: written from {source}")
        source = safe(each.source, LONGEST_PLACE)
        lines.append(words.text(text).format(file=safe(each.file, LONGEST_PLACE), source=source))
    return lines


def _left_out(result: Collected, words: Language, *, is_fine: bool) -> list[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    if not is_fine:
        return [words.text(N_("Nothing was written: mend the errors above first."))]
    text = words.text(N_("left out, since it has errors: {place}"))
    return [text.format(place=safe(place, LONGEST_PLACE)) for place in result.left_out]
