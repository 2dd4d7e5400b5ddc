"""`turnproc verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.verify import Verified
    from turnproc.report.language import Language


def verify(
    campaign: CampaignArgument = None, form: FormatOption = Format.TEXT, language: LanguageOption = None
) -> None:
    """Resolve every turn again and compare journal, state and reports byte by byte. Exit code 1 if any differs."""
    from turnproc.actions.verify import verify as action
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    fine, turns = True, []
    for turn in action(campaign_folder(campaign)):
        words = chosen_language(language, turn.documents)
        told = catalogue(turn.documents, words)
        fine = fine and turn.is_fine
        if form is Format.JSON:
            turns.append(_data(turn) | dict(as_json(turn.documents.problems, told)))
            continue
        print_problems(turn.documents.problems, told)
        for line in _lines(turn, words):
            print(line)
    if form is Format.JSON:
        print_json({"turns": turns, "fine": fine})
    raise typer.Exit(0 if fine else 1)


def _data(turn: Verified) -> dict[str, Any]:
    return {
        "turn": turn.turn,
        "fine": turn.is_fine,
        "version": turn.version,
        "taken_back": turn.taken_back,
        "other_version": turn.other_version,
        "compared": list(turn.compared),
        "skipped": list(turn.skipped),
        "differing": [{"was": was, "would_be": would} for was, would in turn.differing],
    }


def _lines(turn: Verified, words: Language) -> list[str]:
    from turnproc.cli.questions import flow
    from turnproc.diagnostics.catalogue import N_

    if turn.other_version:
        text = N_("turn {turn}: played by version {version} of the rules; facts that would differ now: {count}")
        lines = [words.text(text).format(turn=turn.turn, version=turn.version, count=len(turn.differing))]
        for was, would in turn.differing:
            lines.append(f"  - {flow(was)}" if was is not None else f"  + {flow(would)}")
        return lines
    if not turn.is_fine:
        return [words.text(N_("turn {turn}: differs")).format(turn=turn.turn)]
    if turn.taken_back:
        return [words.text(N_("turn {turn}: taken back; what is kept of it is unchanged")).format(turn=turn.turn)]
    lines = [words.text(N_("turn {turn}: the same, files: {count}")).format(turn=turn.turn, count=len(turn.compared))]
    if turn.skipped:
        lines.append("  " + words.text(N_("made by another turnproc: reports are not compared")))
    return lines
