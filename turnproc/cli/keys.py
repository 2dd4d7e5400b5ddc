"""`turnproc keys new`: the game master's key, or a player's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.keys import NewKey
    from turnproc.report.language import Language

keys = typer.Typer(
    help="Keys: what dice follow from, and what opens sealed orders.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@keys.callback()
def group() -> None:
    """Keys: what dice follow from, and what opens sealed orders."""


@keys.command("new")
def new_key(
    campaign: CampaignArgument = None,
    player: Annotated[
        str | None,
        typer.Option("--for", metavar="PLAYER", help="A player's own key, to open again what he has sealed."),
    ] = None,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Make the game master's key file, outside of every repository, and add its marks to campaign.yaml.

    TURNPROC_KEY_FILE says where the file is to lie. Its content is never shown, and no file is ever overwritten.
    """
    from turnproc.actions import keys as action
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems

    root = campaign_folder(campaign)
    made = action.new_key(root) if player is None else action.new_players_key(root, player)
    words = chosen_language(language, made.documents)
    if made.path is None:
        print_problems(made.documents.problems, catalogue(made.documents, words))
        raise typer.Exit(1)
    if form is Format.JSON and player is None:
        marks = {"seed_chain": made.seed_chain, "age": made.age}
        print_json({"key_file": str(made.path), **marks, "added": made.added})
    elif form is Format.JSON:
        print_json({"key_file": str(made.path), "player": player, "age": made.age})
    else:
        for line in _lines(made, player, words):
            print(line)


def _lines(made: NewKey, player: str | None, words: Language) -> list[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    lines = [words.text(N_("The key is in {path}.")).format(path=safe(str(made.path), 2000))]
    if player is not None:
        lines.append(
            words.text(N_("Keep it secret, and keep a copy: without it you cannot open what you have sealed."))
        )
        text = N_("Ask the game master to write this into campaign.yaml, below “players:”, beside what stands there:")
    else:
        text = N_("Keep it secret, and keep a copy: without it no more dice follow, and no sealed orders are opened.")
        lines.append(words.text(text))
        if made.age is None:
            text = N_("Orders cannot be sealed with it: for that, the package pyrage has to be installed.")
            lines.append(words.text(text))
        text = N_("campaign.yaml has these rows now; commit it before the next turn:")
        if not made.added:
            text = N_("Add these rows to campaign.yaml and commit it before the next turn:")
    return [*lines, words.text(text), *(f"  {row}" for row in made.rows)]
