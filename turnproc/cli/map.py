"""`turnproc map`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnproc.cli.output import MOST_TURNS, CampaignArgument, LanguageOption


def map_(
    campaign: CampaignArgument = None,
    turn: Annotated[
        int | None,
        typer.Option(help="The turn, 0 for the start; default: the last that was resolved.", min=0, max=MOST_TURNS),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Draw what moved and fought in the turn, not who stands where after it.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to FILE.svg or FILE.png; default: SVG to stdout."),
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Draw the map: who stands where after a turn, or what moved in it."""
    from turnproc.actions.pictures import as_png, check_pictures, kind_of, map_of
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_problems
    from turnproc.store.errors import writing

    root = campaign_folder(campaign)
    kind = "svg" if output is None else kind_of(output)
    check_pictures((kind,))
    svg, documents = map_of(root, turn, language, moves=moves)
    problems = [each for each in documents.problems if svg is None or each.code in ("C104", "C105")]
    if problems:
        print_problems(problems, catalogue(documents, chosen_language(language, documents)))
    if svg is None:
        raise typer.Exit(1)
    if output is None:
        print(svg, end="")
    else:
        raw = as_png(svg) if kind == "png" else svg.encode()
        with writing(output):
            output.write_bytes(raw)
