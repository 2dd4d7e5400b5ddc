"""`turnproc report`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from turnproc.cli.output import MOST_TURNS, CampaignArgument, LanguageOption


class Target(StrEnum):
    """What a report is made for."""

    MARKDOWN = "markdown"
    BBCODE = "bbcode"
    HTML = "html"


def report(
    campaign: CampaignArgument = None,
    turn: Annotated[
        int | None, typer.Option(help="The turn; default: the last that was resolved.", min=1, max=MOST_TURNS)
    ] = None,
    target: Annotated[
        Target | None, typer.Option("--target", "-t", help="markdown, bbcode or html; default: the campaign's first.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead of stdout.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Render the report of a resolved turn again, in any language and for any target."""
    from turnproc.actions.report import report as action
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_problems
    from turnproc.store.errors import writing

    text, documents = action(campaign_folder(campaign), turn, language, None if target is None else target.value)
    if text is None:
        print_problems(documents.problems, catalogue(documents, chosen_language(language, documents)))
        raise typer.Exit(1)
    if output is None:
        print(text, end="")
    else:
        with writing(output):
            output.write_text(text, encoding="utf-8", newline="\n")
