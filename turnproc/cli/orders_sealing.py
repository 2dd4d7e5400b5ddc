"""`turnproc orders seal` and `orders open`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from turnproc.cli.output import Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.orders_sealing import SealedFile
    from turnproc.report.language import Language

# What YAML does not print either: orders come from others, and a terminal would obey such signs.
_UNPRINTABLE: Final = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def seal(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A plain orders file of the open turn.")],
    remove: Annotated[bool, typer.Option("--remove", help="Delete the plain file when it is sealed.")] = False,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Check an orders file and seal it beside itself, so that only the game master and the player can read it.

    Exit code 1 if it has errors; then nothing is written.
    """
    from turnproc.actions.orders_sealing import seal_orders
    from turnproc.cli.output import SPEAKING, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    SPEAKING.folder = file.parent
    result = seal_orders(file, remove=remove)
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    if form is Format.JSON:
        print_json(_data(result) | dict(as_json(result.diagnostics, told)))
    else:
        print_problems(result.diagnostics, told)
        for line in _lines(result, words):
            print(line)
    raise typer.Exit(1 if result.sealed is None else 0)


def _data(result: SealedFile) -> dict[str, Any]:
    return {
        "file": result.file,
        "sealed": result.sealed,
        "for_player": result.for_player,
        "replaced": result.replaced,
        "removed": result.removed,
    }


def _lines(result: SealedFile, words: Language) -> list[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    if result.sealed is None:
        return [words.text(N_("Nothing was sealed: mend the errors above first."))]
    text = N_("{file}: sealed anew, in the place of the one before") if result.replaced else N_("{file}: sealed")
    lines = [words.text(text).format(file=safe(result.sealed, 500))]
    text = N_("It is opened by the key of the game master and by that of the player.")
    if not result.for_player:
        text = N_("It is opened by the key of the game master alone: campaign.yaml has no public key of the player.")
    lines.append(words.text(text))
    text = N_("{file}: deleted")
    if not result.removed:
        text = N_(
            "{file}: still there, for everybody to read. Delete it before you send anything, or seal with --remove."
        )
    return [*lines, words.text(text).format(file=safe(result.file, 500))]


def open_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A sealed orders file, FILE.yaml.age.")],
    language: LanguageOption = None,
) -> None:
    """Print the orders in a sealed file. It takes the key of the game master or of the player.

    What is wrong with them is told on standard error. Exit code 1 if it is any error.
    """
    from turnproc.actions.orders_sealing import open_sealed
    from turnproc.cli.output import SPEAKING, catalogue, chosen_language, print_problems

    SPEAKING.folder = file.parent
    result = open_sealed(file)
    words = chosen_language(language, result.documents)
    if result.orders is not None:
        text = _UNPRINTABLE.sub("\ufffd", result.orders.decode("utf-8", "replace").removeprefix("\ufeff"))
        print(text, end="" if text.endswith("\n") else "\n")
    print_problems(result.diagnostics, catalogue(result.documents, words))
    raise typer.Exit(1 if any(each.is_error for each in result.diagnostics) else 0)
