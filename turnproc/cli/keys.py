"""`turnproc keys new`: the game master's key."""

from __future__ import annotations

import typer

from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

keys = typer.Typer(
    help="The game master's key: what dice follow from.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@keys.callback()
def group() -> None:
    """The game master's key: what dice follow from."""


@keys.command("new")
def new_key(
    campaign: CampaignArgument = None, form: FormatOption = Format.TEXT, language: LanguageOption = None
) -> None:
    """Make the game master's key file, outside of every repository, and add its mark to campaign.yaml.

    TURNPROC_KEY_FILE says where the file is to lie. Its content is never shown, and no file is ever overwritten.
    """
    from turnproc.actions.keys import new_key as action
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.catalogue import N_, safe

    made = action(campaign_folder(campaign))
    words = chosen_language(language, made.documents)
    if made.path is None:
        print_problems(made.documents.problems, catalogue(made.documents, words))
        raise typer.Exit(1)
    if form is Format.JSON:
        mark = made.row.removeprefix("seed_chain: ")
        print_json({"key_file": str(made.path), "seed_chain": mark, "added": made.added})
        return
    print(words.text(N_("The key is in {path}.")).format(path=safe(str(made.path), 2000)))
    print(words.text(N_("Keep it secret, and keep a copy: without it no more dice follow.")))
    text = N_("campaign.yaml has a new last row; commit it before the next turn:")
    if not made.added:
        text = N_("Add this row to campaign.yaml and commit it before the next turn:")
    print(words.text(text))
    print(f"  {made.row}")
