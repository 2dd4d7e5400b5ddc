"""`turnproc accept`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turnproc.cli.check_pr import login, platform_name, rev
from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from turnproc.actions.accept import Verdict
    from turnproc.store.errors import OperatorError


def _time(text: str | None) -> str | None:
    from turnproc.source.times import read_time

    if text is not None and read_time(text) is None:
        raise typer.BadParameter("a time like 2026-05-08T20:00:00+03:00 is wanted")
    return text


def accept(
    campaign: CampaignArgument = None,
    head: Annotated[
        str | None,
        typer.Option(
            "--head", metavar="REV", help="The last commit of one pull request; fetch it first.", callback=rev
        ),
    ] = None,
    author: Annotated[
        str | None, typer.Option("--author", metavar="LOGIN", help="Who opened that pull request.", callback=login)
    ] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="TIME", help="When it was pushed, as the platform says.", callback=_time),
    ] = None,
    platform: Annotated[
        str,
        typer.Option(metavar="NAME", help="Where that login is an account; default: github.", callback=platform_name),
    ] = "github",
    push: Annotated[
        bool, typer.Option("--push", help="Fetch what others have pushed first, and push in the end.")
    ] = False,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Bring orders from pull requests into the campaign, with receipts: one by its --head, or all open at GitHub."""
    from turnproc.cli.output import campaign_folder, print_json
    from turnproc.store.errors import OperatorError

    root = campaign_folder(campaign)
    if (head is None) != (author is None) or (head is None and (at is not None or not push)):
        raise OperatorError("O127")
    if head is None or author is None:
        verdicts, troubles = _all_open(root, language)
        code = 1 if troubles or any(each.trouble is not None for each in verdicts) else 0
    else:
        verdicts, troubles = [_one(root, head, author, platform, at, push=push)], ()
        code = 0 if verdicts[0].outcome.value in {"accepted", "nothing-new"} and not verdicts[0].late else 1
    if form is Format.JSON:
        print_json({"pull_requests": [_data(each, language) for each in verdicts], "pushed": push})
    else:
        _print(verdicts, language)
    for number, trouble in troubles:
        _print_trouble(number, trouble, language)
    raise typer.Exit(code)


def _one(root: Path, head: str, author: str, platform: str, at: str | None, *, push: bool) -> Verdict:
    from turnproc.actions.accept import Submission
    from turnproc.actions.accept import accept as action
    from turnproc.actions.pushing import pushed
    from turnproc.source.times import read_time

    submission = Submission(head, author, platform, read_time(at))
    return pushed(root, lambda: action(root, submission)) if push else action(root, submission)


def _all_open(root: Path, language: str | None) -> tuple[Sequence[Verdict], Sequence[tuple[int, OperatorError]]]:
    from turnproc.actions.accept_open import accept_open
    from turnproc.actions.accept_words import comment_of
    from turnproc.post.github import GitHub

    host = GitHub.from_environment()
    opened = accept_open(root, host, lambda verdict: comment_of(verdict, lambda: _lines(verdict, language)))
    return opened.verdicts, opened.troubles


def _lines(verdict: Verdict, language: str | None) -> list[str]:
    from turnproc.actions.accept_words import verdict_lines
    from turnproc.cli.output import catalogue, chosen_language, language_here

    if verdict.documents is None:
        return verdict_lines(verdict, language_here(language), None)
    words = chosen_language(language, verdict.documents)
    return verdict_lines(verdict, words, catalogue(verdict.documents, words))


def _print(verdicts: Sequence[Verdict], language: str | None) -> None:
    from turnproc.cli.output import language_of_trouble
    from turnproc.diagnostics.catalogue import N_, safe

    words = language_of_trouble()
    for verdict in verdicts:
        sent = verdict.submission
        text = N_("{author}, {commit}:") if sent.number is None else N_("Pull request {number}, {author}, {commit}:")
        print(words.text(text).format(number=sent.number, author=safe(sent.author, 200), commit=sent.head[:12]))
        for line in _lines(verdict, language):
            print(safe(f"  {line}", 20_000) if line else "")
    if not verdicts:
        print(words.text(N_("No pull request is open.")))


def _print_trouble(number: int, trouble: OperatorError, language: str | None) -> None:
    from turnproc.cli.output import language_of_trouble
    from turnproc.diagnostics.catalogue import N_

    words = language_of_trouble()
    text = N_("What became of pull request {number} could not be told there:")
    print(words.text(text).format(number=number), file=sys.stderr)
    print(f"  {trouble.text(words.text)}\n    {trouble.hint(words.text)}", file=sys.stderr)


def _data(verdict: Verdict, language: str | None) -> dict[str, Any]:
    from turnproc.cli.output import catalogue, chosen_language, language_here
    from turnproc.diagnostics.as_json import as_json
    from turnproc.source.times import write_time
    from turnproc.store.read import shown

    sent = verdict.submission
    problems: dict[str, Any] = {"problems": [], "errors": 0, "warnings": 0}
    if verdict.documents is not None:
        words = chosen_language(language, verdict.documents)
        problems = dict(as_json(verdict.problems, catalogue(verdict.documents, words)))
    return {
        "number": sent.number,
        "author": sent.author,
        "head": sent.head,
        "at": None if sent.at is None else write_time(sent.at),
        "outcome": verdict.outcome.value,
        "turn": verdict.turn,
        "files": [
            {"file": shown(each.file), "what": each.what.value, "speaker": each.speaker} for each in verdict.files
        ],
        "commit": verdict.commit,
        "late": list(verdict.late),
        "trouble": None if verdict.trouble is None else verdict.trouble.text(language_here(language).text),
        **problems,
    }
