"""`turnproc schema`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnproc.cli.output import LanguageOption


def schema(
    ruleset: Annotated[
        str | None, typer.Argument(metavar="R", help="A ruleset, or common. With --write: the campaign's folder.")
    ] = None,
    document: Annotated[
        str | None, typer.Argument(metavar="DOCUMENT", help="orders, gm, state, map, settings, …")
    ] = None,
    write: Annotated[
        bool,
        typer.Option("--write", help="Write the campaign's schemas for editors anew: they know its names and players."),
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Print the JSON Schema of a kind of document, for editors and other programs; --write: those of a campaign."""
    if not write:
        _print(ruleset, document)
    elif document is not None:
        raise typer.BadParameter("with --write stands at most the campaign's folder: turnproc schema --write FOLDER")
    else:
        _write(None if ruleset is None else Path(ruleset), language)


def _print(ruleset: str | None, document: str | None) -> None:
    from turnproc import resources

    if ruleset is None or document is None:
        raise typer.BadParameter("say which: turnproc schema R DOCUMENT, or turnproc schema --write")
    if (ruleset, document) not in resources.schema_names():
        known = ", ".join(sorted(name for directory, name in resources.schema_names() if directory == ruleset))
        folders = ", ".join(sorted({directory for directory, _ in resources.schema_names()}))
        hint = f"documents of {ruleset}: {known}" if known else f"there are: {folders}"
        raise typer.BadParameter(f"there is no schema {ruleset} {document}; {hint}")
    print(resources.schema_text(ruleset, document), end="")


def _write(folder: Path | None, language: str | None) -> None:
    from turnproc.actions.new import write_schemas
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_problems
    from turnproc.diagnostics.catalogue import N_

    result = write_schemas(campaign_folder(folder))
    words = chosen_language(language, result.documents)
    if result.files is None:
        print_problems(result.documents.problems, catalogue(result.documents, words))
        raise typer.Exit(1)
    if not result.changed:
        print(words.text(N_("The schemas for editors are up to date.")))
        return
    print(words.text(N_("Schemas for editors are written; commit them:")))
    for name in result.changed:
        print(f"  {name}")
