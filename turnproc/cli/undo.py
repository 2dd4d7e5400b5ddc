"""`turnproc undo`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turnproc.cli.output import MOST_TURNS, CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.undo import Undone
    from turnproc.report.language import Language


def undo(
    turn: Annotated[
        int, typer.Option(help="The turn; it must be the last one that was resolved.", min=1, max=MOST_TURNS)
    ],
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="Why, in a sentence; it is published with the next revision.")
    ],
    campaign: CampaignArgument = None,
    no_commit: Annotated[bool, typer.Option("--no-commit", help="Write files only; git is not needed.")] = False,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Take the last turn back, as a new commit: it is open again, and the next resolve is a revision of it."""
    from turnproc.actions.undo import undo as action
    from turnproc.cli.app import FINE, PROBLEMS
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_errors, print_json
    from turnproc.cli.resolve import print_recovered

    result = action(campaign_folder(campaign), turn, reason, use_git=not no_commit)
    words = chosen_language(language, result.documents)
    print_errors(result.documents.problems, catalogue(result.documents, words))
    print_recovered(result.recovered, words)
    if form is Format.JSON:
        print_json(_data(result))
    else:
        for line in _lines(result, words):
            print(line)
    if result.written is None:
        from turnproc.diagnostics.catalogue import N_

        print(words.text(N_("Nothing was written: mend the errors above first.")), file=sys.stderr)
    raise typer.Exit(PROBLEMS if result.written is None else FINE)


def _data(result: Undone) -> dict[str, Any]:
    change, written = result.change, result.written
    return {
        "turn": result.turn,
        "revision": result.revision,
        "reason": result.reason,
        "undone": written is not None,
        "kept": [] if change is None else sorted(change.kept),
        "published": [] if change is None else change.published,
        "put_back": [] if change is None else change.put_back,
        "early": list(result.early),
        "link": result.link,
        "commit": None if written is None else written.commit,
    }


def _lines(result: Undone, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_
    from turnproc.store.layout import Layout, turn_name

    change, written = result.change, result.written
    if written is None:
        return
    text = N_("Turn {turn} is taken back and open again. The next resolve makes revision {revision} of it.")
    yield words.text(text).format(turn=result.turn, revision=result.revision)
    if change is not None:
        folder = Layout(result.documents.root).undone_folder(change.turn, change.revision)
        yield words.text(N_("Its files are kept in {folder}:")).format(folder=folder)
        yield from (f"  {name.rpartition(f'/{turn_name(change.turn)}/')[2]}" for name in sorted(change.kept))
        yield from _listed(
            words.text(N_("Sealed again; in the history of the repository these orders stay public:")), change.published
        )
        yield from _listed(words.text(N_("Back where they were, since they came too late:")), change.put_back)
    yield from _listed(words.text(N_("Orders for the turn after stay where they are:")), result.early)
    if result.is_rewritten:
        text = N_("turn.yaml had to be written anew; as it was, with its remarks, it is kept with the other files.")
        yield words.text(text)
    if result.link is not None:
        text = N_("Dice: with the same files of the players they stay the same; otherwise link {link} is spent.")
        yield words.text(text).format(link=result.link)
    if written.commit is not None:
        yield words.text(N_("Committed as {commit}.")).format(commit=written.commit[:12])


def _listed(head: str, names: list[str]) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import safe

    if names:
        yield head
        yield from (f"  {safe(name)}" for name in names)
