"""`turnproc orders new|import|export|receipt`: orders files made, and told in other words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turnproc.cli.output import MOST_TURNS, CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.orders_import import Imported
    from turnproc.actions.orders_receipt import Receipt
    from turnproc.report.language import Language

orders = typer.Typer(
    help="Orders files: a template, to and from the notation of the forum, out of mails, a receipt, sealed and opened.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
STDIN = "-"

TurnOption = Annotated[
    int | None, typer.Option(help="The turn; default: the open one.", min=1, max=MOST_TURNS, metavar="N")
]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead of stdout.")
]


@orders.command("new")
def new_orders(
    speaker: Annotated[str, typer.Option("--for", metavar="X", help="Who gives the orders, by any name.")],
    campaign: CampaignArgument = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a new file instead of stdout.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Print an orders file for the open turn to fill in: what the speaker has, with examples."""
    from turnproc.actions.orders_new import new_orders as action
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_problems
    from turnproc.store.outside import write_new

    made = action(campaign_folder(campaign), speaker, language)
    if made.text is None:
        words = chosen_language(language, made.documents)
        print_problems(made.diagnostics, catalogue(made.documents, words))
        raise typer.Exit(1)
    if output is None:
        print(made.text, end="")
    else:
        write_new({output: made.text.encode()})


@orders.command("import")
def import_orders(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A text in the notation of the forum; -: stdin.")],
    turn: TurnOption = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Write into this folder; default: the turn's orders."),
    ] = None,
    campaign: Annotated[
        Path | None,
        typer.Option("--campaign", metavar="CAMPAIGN", help="Default: the one around FILE or the current folder."),
    ] = None,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Read orders as players write them in the forum, and write an orders file for each speaker.

    Nothing is written while anything is unclear or not allowed, and no file is ever replaced.
    """
    from turnproc.actions.orders_import import import_orders as action
    from turnproc.cli.output import catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    root = _campaign_of(file, campaign)
    name, raw = _text_of(file)
    result = action(root, raw, name, turn=turn, folder=output)
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    if form is Format.JSON:
        print_json(_imported_data(result) | dict(as_json(result.diagnostics, told)))
    else:
        print_problems(result.diagnostics, told)
        _print_imported(result, words)
    raise typer.Exit(1 if result.has_errors else 0)


def _campaign_of(file: Path, campaign: Path | None) -> Path:
    from turnproc.cli.output import SPEAKING, campaign_folder
    from turnproc.store.errors import OperatorError
    from turnproc.store.layout import find_campaign

    if campaign is None and str(file) != STDIN:
        try:
            SPEAKING.folder = find_campaign(file.parent)
        except OperatorError:
            # A text lies anywhere, mostly where it was downloaded.
            return campaign_folder(None)
        return SPEAKING.folder
    return campaign_folder(campaign)


def _text_of(file: Path) -> tuple[str, bytes]:
    import sys

    from turnproc.actions.orders_import import MOST_BYTES, read_text

    if str(file) == STDIN:
        return "stdin", sys.stdin.buffer.read(MOST_BYTES + 1)
    return str(file), read_text(file)


def _imported_data(result: Imported) -> dict[str, Any]:
    return {
        "turn": result.turn,
        "files": [
            {"speaker": each.speaker, "file": each.file, "orders": each.orders, "new": each.is_new}
            for each in result.files
        ],
    }


def _print_imported(result: Imported, words: Language) -> None:
    import sys

    from turnproc.diagnostics.catalogue import N_, safe

    if result.has_errors:
        print(words.text(N_("Nothing was written: mend the errors above first.")), file=sys.stderr)
    for each in result.files:
        text = N_("{file}: written, orders: {orders}") if each.is_new else N_("{file}: there already, says the same")
        print(words.text(text).format(file=safe(each.file, 500), orders=each.orders))


@orders.command("export")
def export_orders(
    campaign: CampaignArgument = None,
    turn: TurnOption = None,
    speaker: Annotated[
        str | None, typer.Option("--for", metavar="X", help="Only the orders of this speaker, by any name.")
    ] = None,
    output: OutputOption = None,
    language: LanguageOption = None,
) -> None:
    """Write the orders files of a turn in the notation of the forum. Exit code 1 if one has errors and is left out."""
    import sys

    from turnproc.actions.orders_export import export_orders as action
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_problems
    from turnproc.diagnostics.catalogue import N_
    from turnproc.store.errors import writing

    result = action(campaign_folder(campaign), turn, speaker, language)
    words = chosen_language(language, result.documents)
    print_problems(result.diagnostics, catalogue(result.documents, words))
    if result.turn is not None and not result.speakers and not result.has_errors:
        print(words.text(N_("There are no orders for turn {turn} yet.")).format(turn=result.turn), file=sys.stderr)
    if output is None:
        print(result.text, end="")
    elif result.speakers:
        with writing(output):
            output.write_text(result.text, encoding="utf-8", newline="\n")
    raise typer.Exit(1 if result.has_errors else 0)


@orders.command("receipt")
def receipt(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An orders file of a campaign.")],
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Tell an orders file back in sentences, with its fingerprint. Exit code 1 if it has errors."""
    from turnproc.actions.orders_receipt import receipt as action
    from turnproc.actions.receipt_words import receipt_lines
    from turnproc.cli.output import SPEAKING, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    SPEAKING.folder = file.parent
    result = action(file)
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    if form is Format.JSON:
        print_json(_receipt_data(result, words) | dict(as_json(result.diagnostics, told)))
    else:
        print_problems(result.diagnostics, told)
        for line in receipt_lines(result, words):
            print(line)
    raise typer.Exit(1 if result.has_errors else 0)


def _receipt_data(result: Receipt, words: Language) -> dict[str, Any]:
    from turnproc.actions.receipt_words import received_data

    in_words = result.in_words(words)
    return {
        "file": result.file,
        "sha256": result.sha256,
        "received": received_data(result),
        "turn": result.turn,
        "speaker": result.speaker,
        "name": None if result.name is None else result.name.in_words(words.code),
        "ready": result.is_ready,
        "message": result.message,
        "orders": None if in_words is None else list(in_words.orders),
        "defaults": None if in_words is None else list(in_words.defaults),
    }
