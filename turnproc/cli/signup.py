"""`turnproc signup assign`: places for those who have signed up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnproc.actions.signup_assign import Assigned, Given, Unmet
    from turnproc.report.language import Language

signup = typer.Typer(
    help="Signing up: who gets to play whom.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
LONGEST_SEED = 200
LONGEST_NOTE = 1000


@signup.callback()
def group() -> None:
    """Signing up: who gets to play whom."""


@signup.command("assign")
def assign(
    campaign: CampaignArgument = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell who would get whom; write nothing.")] = False,
    no_commit: Annotated[bool, typer.Option("--no-commit", help="Write files only; git is not needed.")] = False,
    platform: Annotated[
        str, typer.Option("--platform", metavar="NAME", help="Where the accounts are that the files are named for.")
    ] = "github",
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="A public text for the lot that nobody could know before.")
    ] = "",
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Give free places to those who signed up, so that as many as possible are content, and write campaign.yaml."""
    from turnproc.actions.signup_assign import assign as action
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    _check(platform, seed)
    result = action(campaign_folder(campaign), platform=platform, seed=seed, dry_run=dry_run, use_git=not no_commit)
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    if form is Format.JSON:
        print_json(_data(result, words) | dict(as_json(result.diagnostics, told)))
    else:
        print_problems(result.diagnostics, told)
        for line in _lines(result, words) if not result.has_errors else ():
            print(line)
    raise typer.Exit(1 if result.has_errors else 0)


def _check(platform: str, seed: str) -> None:
    from turnproc.cli.player import known_platform

    known_platform(platform)
    if len(seed) > LONGEST_SEED or not seed.isprintable():
        raise typer.BadParameter(f"--seed is a text of one row, at most {LONGEST_SEED} characters")


def _data(result: Assigned, words: Language) -> dict[str, Any]:
    lots = result.lots
    return {
        "turn": result.turn or None,
        "written": result.is_written,
        "commit": result.commit,
        "at_once": result.at_once,
        "lot": None
        if lots is None
        else {"campaign": lots.campaign, "seed": lots.seed, "files": f"sha256:{lots.fingerprint}"},
        "applicants": [_given_data(each, words) for each in result.given],
        "free": [name.id for name in result.free],
        "files": list(result.files),
    }


def _given_data(each: Given, words: Language) -> dict[str, Any]:
    return {
        "account": each.applicant.account,
        "lot": each.lot,
        "player": each.player,
        "speaker": each.speaker,
        "name": None if each.name is None else each.name.in_words(words.code),
        "wish": each.wish,
        "wishes": list(each.applicant.wishes.open),
        "note": each.applicant.note,
        "unmet": [
            {
                "wish": unmet.number,
                "speaker": unmet.speaker,
                "owner": unmet.owner,
                "why": "lot" if unmet.why.by_lot else "total",
                "drawn_before": unmet.drawn_before,
                "wish_of_fewer": None if unmet.why.by_lot else unmet.why.wish,
                "count": None if unmet.why.by_lot else unmet.why.count,
                "instead_of": None if unmet.why.by_lot else unmet.why.instead_of,
            }
            for unmet in each.unmet
        ],
    }


def _lines(result: Assigned, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    if not result.given:
        yield words.text(N_("Nobody is waiting for a place."))
        return
    for each in result.given:
        yield from _given_lines(each, words)
    free = ", ".join(safe(name.in_words(words.code)) for name in result.free) or "–"
    yield ""
    yield words.text(N_("Still free: {free}")).format(free=free)
    assert result.lots is not None
    text = N_("The lot follows from the campaign “{campaign}”, the seed “{seed}” and all files in signup: {files}")
    lots = result.lots
    yield words.text(text).format(campaign=safe(lots.campaign, 200), seed=safe(lots.seed, 200), files=lots.fingerprint)
    yield ""
    yield from _outcome(result, words)


def _given_lines(each: Given, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    values = {"account": safe(each.applicant.account), "wish": each.wish, "count": len(each.applicant.wishes.open)}
    values["name"] = "" if each.name is None else safe(each.name.in_words(words.code))
    values["lot"] = each.lot[:16]
    if each.wish is not None:
        text = N_("{account}: {name}, wish {wish} of {count} (lot {lot}…)")
    elif each.speaker is not None:
        text = N_("{account}: {name}, who was free (lot {lot}…)")
    elif each.applicant.wishes.takes_anybody:
        text = N_("{account}: waits, for nobody is free (lot {lot}…)")
    elif not each.applicant.wishes.open:
        text = N_("{account}: waits, for nobody of those wished for can be had (lot {lot}…)")
    else:
        text = N_("{account}: waits, for others have got all of those wished for (lot {lot}…)")
    yield words.text(text).format(**values)
    for unmet in each.unmet:
        yield f"    {_why(unmet, words)}"
    if each.applicant.note:
        yield "    " + words.text(N_("Note: {note}")).format(note=safe(each.applicant.note, LONGEST_NOTE))


def _why(unmet: Unmet, words: Language) -> str:
    from turnproc.diagnostics.catalogue import N_, safe

    why = unmet.why
    if why.by_lot and unmet.drawn_before == unmet.owner:
        text = N_("not {name} (wish {number}): as good for all, but {owner} was drawn before and has got it")
    elif why.by_lot:
        text = N_("not {name} (wish {number}), which {owner} has got: {other} was drawn before and would fare worse")
    elif why.wish == 0:
        text = N_("not {name} (wish {number}), which {owner} has got: else fewer would get a wish ({less}, not {more})")
    else:
        text = N_(
            "not {name} (wish {number}), which {owner} has got: "
            "else fewer would get their wish number {wish} ({less}, not {more})"
        )
    return words.text(text).format(
        name=safe(unmet.name.in_words(words.code)),
        number=unmet.number,
        owner=safe(unmet.owner),
        other=safe(unmet.drawn_before or ""),
        less=why.count,
        more=why.instead_of,
        wish=why.wish,
    )


def _outcome(result: Assigned, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_

    changed = ", ".join(name for name, raw in result.files.items() if raw is not None)
    if not result.files:
        yield words.text(N_("Nobody gets a place now, so nothing was written."))
        return
    if not result.is_written:
        yield words.text(N_("Nothing was written (--dry-run). These files would change: {files}")).format(files=changed)
        used_up = ", ".join(name for name, raw in result.files.items() if raw is None)
        yield words.text(N_("These would be deleted, for whoever sent them has a place then: {files}")).format(
            files=used_up
        )
        return
    yield words.text(N_("Written: {files}; the files of those who have a place now are deleted.")).format(files=changed)
    if result.commit is not None:
        yield words.text(N_("The commit is {commit}.")).format(commit=result.commit[:12])
    if not result.at_once:
        yield words.text(N_("The new players give orders from the next turn on; until then they are yours to give."))
