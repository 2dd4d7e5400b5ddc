"""`turnproc battle` and `turnproc odds`: one battle by itself."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from turnproc.cli.output import Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnproc.actions.battle import Fought, Opened
    from turnproc.diagnostics.catalogue import Catalogue
    from turnproc.engine.account import Section
    from turnproc.engine.rulings import Asked
    from turnproc.report.language import Language


class Form(StrEnum):
    """How a battle is printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def _is_assignment(given: list[str] | None) -> list[str] | None:
    for each in given or ():
        if "=" not in each:
            raise typer.BadParameter(f"{each!r} says no value: write SETTING=VALUE")
    return given


FileArgument: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="The file of a battle.")]
SetOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SETTING=VALUE",
        help="A house rule in the place of the file's; may be given several times.",
        callback=_is_assignment,
    ),
]
OutputOption: TypeAlias = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead of stdout.")
]


def battle(
    file: FileArgument,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help="Words from which all dice follow; default: the file's."),
    ] = None,
    settings: SetOption = None,
    form: Annotated[Form, typer.Option("--format", help="How to print: text, markdown or json.")] = Form.TEXT,
    output: OutputOption = None,
    language: LanguageOption = None,
) -> None:
    """Fight one battle by itself, from a file, without a campaign."""
    from turnproc.actions.battle import data_of, fight, page
    from turnproc.cli.app import MUST_RULE, PROBLEMS

    opened, words = _opened(file, settings, language)
    fought = fight(opened, _seed(seed, opened))
    told = _told(opened, words)
    if fought.open:
        _print_problems(opened, told)
        _print_questions(fought.open, words)
        raise typer.Exit(MUST_RULE)
    _print_problems(opened, told)
    if fought.record is None:
        raise typer.Exit(PROBLEMS)
    if form is Form.JSON:
        _write(_json({"seed": fought.seed} | data_of(fought)), output)
    elif form is Form.MARKDOWN:
        _write(page(fought, words, _repeat(fought, words)), output)
    else:
        _write("\n".join(_lines(fought, words)) + "\n", output)


def odds(
    file: FileArgument,
    settings: SetOption = None,
    form: FormatOption = Format.TEXT,
    output: OutputOption = None,
    language: LanguageOption = None,
) -> None:
    """Tell the exact odds of one battle by itself, from a file, without rolling a die."""
    from turnproc.actions.battle import foretell
    from turnproc.cli.app import MUST_RULE, PROBLEMS

    opened, words = _opened(file, settings, language)
    forecast, still_open = foretell(opened, words)
    _print_problems(opened, _told(opened, words))
    if any(each.is_error for each in opened.diagnostics):
        raise typer.Exit(PROBLEMS)
    if still_open:
        _print_questions(still_open, words)
        raise typer.Exit(MUST_RULE)
    if form is Format.JSON:
        _write(_json(dict(forecast.figures)), output)
    else:
        _write("\n".join(_in_sections(forecast.sections)) + "\n", output)


def _opened(file: Path, settings: list[str] | None, language: str | None) -> tuple[Opened, Language]:
    """The file, if it can be used."""
    from turnproc.actions.battle import open_battle
    from turnproc.cli.app import PROBLEMS, USAGE
    from turnproc.cli.output import SPEAKING, print_problems

    SPEAKING.folder = file
    opened = open_battle(file, settings or ())
    words = opened.language(language or "en")
    if opened.mistyped:
        print_problems(opened.mistyped, _told(opened, words))
        raise typer.Exit(USAGE)
    if opened.single is None:
        _print_problems(opened, _told(opened, words))
        raise typer.Exit(PROBLEMS)
    return opened, words


def _seed(asked: str | None, opened: Opened) -> str:
    """The words that all dice follow from; new ones if nobody gave any."""
    import secrets

    given = (opened.data or {}).get("seed") if asked is None else asked
    return secrets.token_hex(8) if given is None else str(given)


def _told(opened: Opened, words: Language) -> Catalogue:
    from turnproc.cli.output import catalogue

    return catalogue(opened.documents, words)


def _print_problems(opened: Opened, told: Catalogue) -> None:
    from turnproc.cli.output import print_problems

    print_problems(opened.diagnostics, told)


def _print_questions(asked: Sequence[Asked], words: Language) -> None:
    import sys

    from turnproc.cli.questions import rulings_block
    from turnproc.diagnostics.catalogue import N_

    text = N_("The game master must rule. Put this into the file, and call it again:")
    print(words.text(text), file=sys.stderr)
    print(rulings_block(asked, words))


def _lines(fought: Fought, words: Language) -> Iterator[str]:
    from turnproc.actions.battle import sections

    yield from _in_sections(sections(fought, words))
    yield ""
    yield _repeat(fought, words)


def _in_sections(told: Iterable[Section]) -> Iterator[str]:
    """Each heading with its rows below it, which are laid out already."""
    from turnproc.cli.questions import MOST_OF_A_LINE
    from turnproc.diagnostics.catalogue import safe

    for at, section in enumerate(told):
        if at:
            yield ""
        yield safe(section.heading, MOST_OF_A_LINE)
        yield from (f"  {safe(line, MOST_OF_A_LINE)}" for line in section.lines)


def _repeat(fought: Fought, words: Language) -> str:
    from turnproc.diagnostics.catalogue import N_, safe

    text = N_("The dice follow from the seed “{seed}”: with --seed they fall the same again.")
    return words.text(text).format(seed=safe(fought.seed))


def _json(data: Any) -> str:
    from turnproc.cli.output import json_text

    return json_text(data) + "\n"


def _write(text: str, output: Path | None) -> None:
    from turnproc.store.errors import writing

    if output is None:
        print(text, end="")
        return
    with writing(output):
        output.write_text(text, encoding="utf-8", newline="\n")
