"""`turnproc player replace`: somebody else plays from now on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnproc.actions.player_replace import Newcomer, Replaced
    from turnproc.report.language import Language

player = typer.Typer(
    help="Players: somebody takes over another one's place.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

_PLATFORM = re.compile(r"[a-z0-9-]{1,200}", re.ASCII)
_AGE = re.compile(r"age1[02-9ac-hj-np-z]{58}", re.ASCII)


@player.callback()
def group() -> None:
    """Players: somebody takes over another one's place."""


def known_platform(name: str) -> str:
    """Refuse what cannot be the name of a platform in campaign.yaml."""
    if not _PLATFORM.fullmatch(name):
        raise typer.BadParameter(f"--platform has small Latin letters, digits and hyphens, not {name!r}")
    return name


@player.command("replace")
def replace(
    wanted: Annotated[
        str, typer.Argument(metavar="PLAYER|SPEAKER", help="The player's id, or whom the player plays, by any name.")
    ],
    account: Annotated[str, typer.Option("--account", metavar="LOGIN", help="The login of who takes over.")],
    campaign: CampaignArgument = None,
    platform: Annotated[str, typer.Option("--platform", metavar="NAME", help="Where that login is.")] = "github",
    age: Annotated[
        str | None, typer.Option("--age", metavar="KEY", help="The public key of who takes over: age1…")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the letter to a new file instead of stdout."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be done; write nothing.")] = False,
    no_commit: Annotated[bool, typer.Option("--no-commit", help="Write files only; git is not needed.")] = False,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Hand a player's place over to somebody else, and write the letter that tells them how to go on.

    Orders of the open turn that came before are void; what only the old player could read is sealed for the new one.
    """
    from turnproc.actions.player_replace import replace_player
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.cli.player_letter import letter
    from turnproc.diagnostics.as_json import as_json
    from turnproc.store.outside import see_that_it_is_free, write_new

    newcomer = _newcomer(known_platform(platform), account, age)
    root = campaign_folder(campaign)
    if output is not None:
        see_that_it_is_free(output)
    result = replace_player(root, wanted, newcomer, dry_run=dry_run, use_git=not no_commit)
    words = chosen_language(language, result.documents)
    if result.there is None:
        print_problems(result.diagnostics, catalogue(result.documents, words))
        raise typer.Exit(1)
    text = letter(result, newcomer, words)
    if output is not None and not dry_run:
        write_new({output: text.encode()})
    if form is Format.JSON:
        data = _data(result, newcomer) | {"letter": text}
        print_json(data | dict(as_json(result.diagnostics, catalogue(result.documents, words))))
        return
    for line in _lines(result, newcomer, words):
        print(line)
    if output is None or dry_run:
        print()
        print(text, end="")


def _newcomer(platform: str, account: str, age: str | None) -> Newcomer:
    from turnproc.actions.player_replace import Newcomer
    from turnproc.actions.signup_files import ACCOUNT

    if not ACCOUNT.fullmatch(account):
        raise typer.BadParameter(f"--account is a login: letters, digits, hyphens, dots, underscores, not {account!r}")
    if age is not None and not _AGE.fullmatch(age):
        raise typer.BadParameter("--age is a public key: age1 and 58 small letters and digits")
    return Newcomer(platform, account, age)


def _data(result: Replaced, newcomer: Newcomer) -> dict[str, Any]:
    assert result.there is not None
    return {
        "turn": result.there.turn,
        "player": result.player,
        "account": newcomer.account,
        "platform": newcomer.platform,
        "speakers": list(result.speakers),
        "void": [{"file": file, "kept": kept} for file, kept in result.void.items()],
        "private": list(result.private),
        "sealed": list(result.sealed),
        "files": list(result.files),
        "written": result.is_written,
        "commit": result.commit,
    }


def _lines(result: Replaced, newcomer: Newcomer, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    speakers = ", ".join(safe(name.in_words(words.code)) for name in result.names) or "–"
    text = N_("{player} is {account} ({platform}) from now on, and plays: {speakers}")
    yield words.text(text).format(
        player=safe(result.player), account=newcomer.account, platform=newcomer.platform, speakers=speakers
    )
    for file, kept in result.void.items():
        yield words.text(N_("{file} is void; it is kept as {kept}")).format(file=safe(file, 500), kept=safe(kept, 500))
    if not result.void:
        yield words.text(N_("There were no orders for the open turn."))
    for name in result.sealed:
        yield words.text(N_("{file}: sealed for the new player")).format(file=safe(name, 500))
    if not result.private:
        yield words.text(N_("There is no private report of the last turn, so nothing had to be sealed."))
    if not result.is_written:
        yield words.text(N_("Nothing was written (--dry-run)."))
    elif result.commit is not None:
        yield words.text(N_("The commit is {commit}.")).format(commit=result.commit[:12])
    if result.is_written:
        yield words.text(N_("Send the letter to the new player."))
