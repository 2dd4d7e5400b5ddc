"""`turnproc post`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turnproc.cli.output import MOST_TURNS, CampaignArgument, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.post import Outcome
    from turnproc.actions.posting import Post
    from turnproc.report.language import Language

_MOST_HOURS = 24 * 366
_SHORTEST, _LONGEST = 1000, 1_000_000


class Place(StrEnum):
    """Where something is posted."""

    DISCORD = "discord"
    TELEGRAM = "telegram"
    GITHUB = "github"
    FORUM = "forum"
    FILE = "file"


def post(
    campaign: CampaignArgument = None,
    turn: Annotated[
        int | None, typer.Option(help="The turn; default: the last that was resolved.", min=1, max=MOST_TURNS)
    ] = None,
    to: Annotated[
        list[Place] | None,
        typer.Option("--to", help="discord, telegram, github, forum or file; several times for several."),
    ] = None,
    reminder: Annotated[
        bool, typer.Option("--reminder", help="Instead of a report: name those who are missing in the open turn.")
    ] = False,
    hours: Annotated[
        int,
        typer.Option("--hours", help="With --reminder: how long before the deadline.", min=1, max=_MOST_HOURS),
    ] = 24,
    now: Annotated[
        str | None, typer.Option(metavar="TIME", help="With --reminder: the time to go by, instead of the clock.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="forum, file: write files instead of stdout.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", help="forum: the most characters of a post.", min=_SHORTEST, max=_LONGEST),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Send the parts that may have arrived, and have not.")] = False,
    posted: Annotated[
        bool, typer.Option("--posted", help="Mark the parts that may have arrived as posted: they have.")
    ] = False,
    part: Annotated[
        list[int] | None, typer.Option("--part", help="With --posted: only this part; several times for several.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the parts, post nothing.")] = False,
    no_commit: Annotated[bool, typer.Option("--no-commit", help="Write the marks without committing them.")] = False,
    push: Annotated[
        bool, typer.Option("--push", help="Push the marks, before and after: for runs on several computers.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Post the report of a turn, or a reminder, on Discord, Telegram, GitHub or a forum, and never twice."""
    from turnproc.actions.post import Asked, post_reminder, post_report
    from turnproc.actions.posting import How
    from turnproc.cli.app import FINE, PROBLEMS
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_problems
    from turnproc.cli.resolve import moment_of
    from turnproc.diagnostics.catalogue import N_

    _check(reminder=reminder, turn=turn, now=now, push=push, no_commit=no_commit)
    if again and posted and not part:
        raise typer.BadParameter("with --again, say by --part which ones are there", param_hint="--posted")
    if part and not posted:
        raise typer.BadParameter("it says which parts are there: --posted --part N", param_hint="--part")
    root = campaign_folder(campaign)
    how = How(use_git=not no_commit, push=push, again=again, by_hand=posted, picked=tuple(part or ()))
    asked = Asked(tuple(each.value for each in to or ()), language, limit, dry_run, how)
    outcome = post_reminder(root, moment_of(now), hours, asked) if reminder else post_report(root, turn, asked)
    words = chosen_language(language, outcome.documents)
    if not outcome.is_readable:
        print_problems(outcome.documents.problems, catalogue(outcome.documents, words))
        raise typer.Exit(PROBLEMS)
    if outcome.nowhere:
        print(words.text(N_("Nothing is posted anywhere: campaign.yaml says so (post: []).")))
        raise typer.Exit(FINE)
    if outcome.turn == 0:
        print(words.text(N_("No turn has been resolved yet: there is nothing to post.")))
        raise typer.Exit(FINE)
    _print_skipped(outcome, words)
    if outcome.due is not None and outcome.due.why is not None:
        _print_why(outcome, hours, words)
        raise typer.Exit(FINE)
    if dry_run:
        _print_parts(outcome, words)
    else:
        _print_left_out(outcome, words)
        for each in outcome.posts:
            _print_post(each, words)
        # Last: if a file is in the way, what was posted has been told.
        _print_papers(outcome, output, words)
    raise typer.Exit(PROBLEMS if outcome.failed else FINE)


def _check(*, reminder: bool, turn: int | None, now: str | None, push: bool, no_commit: bool) -> None:
    if push and no_commit:
        raise typer.BadParameter("only what is committed can be pushed", param_hint="--push")
    if reminder and turn is not None:
        raise typer.BadParameter("reminders are about the open turn", param_hint="--turn")
    if now is not None and not reminder:
        raise typer.BadParameter("reports are posted at any time; it goes with --reminder", param_hint="--now")


def _print_skipped(outcome: Outcome, words: Language) -> None:
    from turnproc.diagnostics.catalogue import N_

    for target in outcome.skipped:
        text = N_("{target}: no reminders are posted there.")
        print(words.text(text).format(target=target), file=sys.stderr)


def _print_why(outcome: Outcome, hours: int, words: Language) -> None:
    from turnproc.actions.reminding import Why
    from turnproc.cli.deadline import deadline_line
    from turnproc.diagnostics.catalogue import N_

    assert outcome.due is not None
    texts = {
        Why.NO_DEADLINE: N_("Turn {turn} has no deadline: nobody is reminded."),
        Why.TOO_EARLY: N_("Turn {turn} does not end within {hours} hours: nobody is reminded yet."),
        Why.TOO_LATE: N_("The deadline of turn {turn} has passed: nobody is reminded any more."),
        Why.NOBODY: N_("Everybody who has something to decide in turn {turn} has sent orders: nobody is reminded."),
    }
    assert outcome.due.why is not None
    print(words.text(texts[outcome.due.why]).format(turn=outcome.turn, hours=hours))
    if (line := deadline_line(outcome.due.game, words)) is not None:
        print(line)


def _print_left_out(outcome: Outcome, words: Language) -> None:
    from turnproc.diagnostics.catalogue import N_, safe

    for name in dict.fromkeys(name for post_ in outcome.posts for name in post_.letter.left_out):
        text = N_("{name} is called a picture and is no PNG that can be read: it is left out.")
        print(words.text(text).format(name=safe(name)), file=sys.stderr)


def _print_parts(outcome: Outcome, words: Language) -> None:
    from turnproc.diagnostics.catalogue import N_

    for post_ in outcome.posts:
        for at, each in enumerate(post_.parts, start=1):
            head = words.text(N_("{service}, part {part} of {parts}:"))
            print(head.format(service=post_.service.label, part=at, parts=len(post_.parts)))
            for picture in each.pictures:
                print(f"[{picture.name}]")
            print(_safe_rows(each.text))
            print()
    print(words.text(N_("This was a trial: nothing was posted.")), file=sys.stderr)


def _safe_rows(text: str) -> str:
    from turnproc.diagnostics.catalogue import safe

    return "\n".join(safe(row, len(row) + 1) for row in text.split("\n"))


def _print_papers(outcome: Outcome, output: Path | None, words: Language) -> None:
    from turnproc.actions.post import papers, write_papers
    from turnproc.diagnostics.catalogue import N_

    found = papers(outcome)
    if found:
        text = N_("This is yours to send on: turnproc does not know whether you have, and gives it to you each time.")
        print(words.text(text), file=sys.stderr)
    if output is not None:
        for path, was_there in write_papers(outcome, output):
            print(words.text(N_("{path} (was there already, just so)")).format(path=path) if was_there else path)
        return
    for name, content in found:
        if name.endswith(".png"):
            text = words.text(N_("The picture {name} goes with it; --output DIR writes it, too."))
            print(text.format(name=name), file=sys.stderr)
        else:
            print(content.decode())


def _print_post(post_: Post, words: Language) -> None:
    from turnproc.cli.output import told_error
    from turnproc.diagnostics.catalogue import N_, safe

    label = post_.service.label
    if post_.is_paper:
        return
    if post_.by_hand:
        print(words.text(N_("{service}: parts marked as posted: {count}.")).format(service=label, count=post_.by_hand))
    if post_.error is not None:
        sent = words.text(N_("{service}: parts posted: {count} of {parts}."))
        print(sent.format(service=label, count=post_.before + post_.sent, parts=len(post_.parts)), file=sys.stderr)
        print(told_error(post_.error, words), file=sys.stderr)
        print(f"    {post_.error.hint(words.text)}", file=sys.stderr)
        return
    text = N_("{service}: posted, in parts: {count}.") if post_.sent else N_("{service}: everything is posted already.")
    print(words.text(text).format(service=label, count=post_.sent))
    for name in post_.service.too_large(post_.letter):
        text = N_("{service}: the picture {name} is left out: it is too large, or pictures cannot be posted there.")
        print(words.text(text).format(service=label, name=safe(name)), file=sys.stderr)
