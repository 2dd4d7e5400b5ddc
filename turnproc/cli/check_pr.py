"""`turnproc check-pr`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turnproc.cli.output import CampaignArgument, LanguageOption, ProblemFormat

if TYPE_CHECKING:
    from turnproc.actions.pull_request import CheckedPullRequest
    from turnproc.report.language import Language

LONGEST_LOGIN = 200
_PLATFORM = re.compile(r"[a-z0-9-]{1,200}\Z", re.ASCII)


def rev(text: str | None) -> str | None:
    """Refuse what names no commit."""
    from turnproc.store.history import is_rev

    if text is not None and not is_rev(text):
        raise typer.BadParameter("not the id of a commit, nor the name of a branch or tag")
    return text


def login(text: str | None) -> str | None:
    """Refuse what can be no login."""
    if text is not None and (not text.strip() or len(text) > LONGEST_LOGIN or not text.isprintable()):
        raise typer.BadParameter("not a login name")
    return text


def platform_name(text: str) -> str:
    """Refuse what names no platform."""
    if not _PLATFORM.match(text):
        raise typer.BadParameter("a platform is written in small Latin letters, digits and hyphens")
    return text


def check_pr(
    base: Annotated[
        str, typer.Option("--base", metavar="REV", help="The commit that the pull request is to go to.", callback=rev)
    ],
    head: Annotated[str, typer.Option("--head", metavar="REV", help="The pull request's last commit.", callback=rev)],
    author: Annotated[
        str, typer.Option("--author", metavar="LOGIN", help="Who opened the pull request.", callback=login)
    ],
    campaign: CampaignArgument = None,
    platform: Annotated[
        str,
        typer.Option(metavar="NAME", help="Where that login is an account; default: github.", callback=platform_name),
    ] = "github",
    validate: Annotated[
        bool, typer.Option("--validate", help="Also check what the orders say, as validate would if they were merged.")
    ] = False,
    form: Annotated[ProblemFormat, typer.Option("--format", help="text, json or github.")] = ProblemFormat.TEXT,
    language: LanguageOption = None,
) -> None:
    """Check that a pull request changes only the orders of its author for the open turn. Exit code 1 if it does not."""
    from turnproc.actions.pull_request import check_pull_request
    from turnproc.actions.pull_request_orders import validate_pull_request
    from turnproc.cli.annotations import print_annotations
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json
    from turnproc.diagnostics.order import sort_key

    result = check_pull_request(campaign_folder(campaign), base, head, author, platform)
    documents, found = validate_pull_request(result) if validate else (result.documents, [])
    problems = sorted([*result.diagnostics, *found], key=sort_key)
    is_fine = not any(each.is_error for each in problems)
    words = chosen_language(language, result.documents)
    told = catalogue(documents, words)
    lines = _lines(result, words, is_fine=is_fine)
    if form is ProblemFormat.JSON:
        print_json(_data(result, is_fine=is_fine) | dict(as_json(problems, told)))
    elif form is ProblemFormat.TEXT:
        print_problems(problems, told)
    else:
        print_annotations(problems, told, lines)
    if form is not ProblemFormat.JSON:
        for line in lines:
            print(line)
    raise typer.Exit(0 if is_fine else 1)


def _data(result: CheckedPullRequest, *, is_fine: bool) -> dict[str, Any]:
    from turnproc.store.read import shown

    return {
        "accepted": is_fine,
        "role": result.role.value,
        "turn": result.turn,
        "base": result.base,
        "head": result.head,
        "files": [
            {"file": shown(each.file), "what": each.what.value, "speaker": each.speaker} for each in result.accepted
        ],
    }


def _lines(result: CheckedPullRequest, words: Language, *, is_fine: bool) -> list[str]:
    from turnproc.actions.accept_words import change_lines
    from turnproc.actions.pull_request import Role
    from turnproc.diagnostics.catalogue import N_

    lines = [f"  {line}" for line in change_lines(result.accepted, result.turn, words)]
    if not result.is_fine:
        summary = N_("This pull request is not accepted.")
    elif not is_fine:
        summary = N_("This pull request changes only what its author may, but there are errors to be mended.")
    elif result.role is Role.GAME_MASTER:
        summary = N_("A pull request of the game master's own: it is not judged.")
    elif not lines:
        summary = N_("This pull request changes nothing.")
    else:
        summary = N_("This pull request is in order: it changes only what its author may.")
    return [*lines, words.text(summary)]
