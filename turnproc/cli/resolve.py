"""`turnproc resolve`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turnproc.cli.output import MOST_TURNS, CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from datetime import datetime

    from turnproc.actions.game import Game
    from turnproc.actions.resolve_turn import Resolved
    from turnproc.engine.ruleset import AnyRecord
    from turnproc.report.language import Language
    from turnproc.store.turn import Recovered


def resolve(
    campaign: CampaignArgument = None,
    turn: Annotated[int | None, typer.Option(help="The turn; it must be the open one.", min=1, max=MOST_TURNS)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print report and differences, write nothing.")] = False,
    no_commit: Annotated[bool, typer.Option("--no-commit", help="Write files only; git is not needed.")] = False,
    reject_invalid: Annotated[
        bool, typer.Option("--reject-invalid", help="Go on without the orders files that have errors.")
    ] = False,
    if_due: Annotated[
        bool,
        typer.Option("--if-due", help="Only if the deadline has passed, or all are ready; implies --reject-invalid."),
    ] = False,
    now: Annotated[str | None, typer.Option(metavar="TIME", help="The time to go by, instead of the clock.")] = None,
    push: Annotated[
        bool, typer.Option("--push", help="Fetch what others have pushed first, and push the turn in the end.")
    ] = False,
    timings: Annotated[bool, typer.Option("--timings", help="Print CPU seconds per stage as JSON at the end.")] = False,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Play the open turn: write journal, state and reports, and commit them with the turn's tag."""
    import json
    from functools import partial

    from turnproc.actions.resolve_pushing import resolve_and_push
    from turnproc.actions.resolve_turn import resolve_turn
    from turnproc.actions.watch import Watch
    from turnproc.cli.app import FINE, MUST_RULE, PROBLEMS
    from turnproc.cli.deadline import early_lines
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_errors, print_json
    from turnproc.cli.progress import progress

    if push and (dry_run or no_commit):
        raise typer.BadParameter("only what is committed can be pushed", param_hint="--push")
    moment = moment_of(now)
    root = campaign_folder(campaign)
    with progress() as step:
        watch = Watch(step)
        resolved = partial(
            resolve_turn,
            root,
            dry_run=dry_run,
            use_git=not no_commit,
            reject_invalid=reject_invalid,
            if_due=moment if if_due else None,
            watch=watch,
        )
        result = resolve_and_push(root, turn, resolved, if_due=if_due) if push else resolved(turn)
    words = chosen_language(language, result.documents)
    print_errors(result.diagnostics, catalogue(result.documents, words))
    _print_why_without_dice(result, words)
    if form is Format.JSON:
        due = {"due": not result.not_due} if if_due else {}
        print_json(_data(result, words) | due | ({"timings": watch.timings()} if timings else {}))
    else:
        _print_words(result, words, dry_run=dry_run)
        if not if_due and result.game is not None and result.written is not None:
            for line in early_lines(result.game, moment, words):
                print(line, file=sys.stderr)
        if timings:
            print(json.dumps(watch.timings()))
    stopped = result.stopped or result.without_dice is not None
    raise typer.Exit(MUST_RULE if result.open else PROBLEMS if stopped else FINE)


def moment_of(now: str | None) -> datetime:
    """The time by which a turn is due or not. Only here turnproc looks at the clock."""
    from datetime import UTC, datetime

    from turnproc.source.times import read_time

    if now is None:
        return datetime.now(UTC)
    time = read_time(now)
    if time is None:
        raise typer.BadParameter("a time like 2026-05-08T20:00:00+03:00 is wanted", param_hint="--now")
    return time


def _data(result: Resolved, words: Language) -> dict[str, Any]:
    from turnproc.cli.questions import question_data, unthrown_data
    from turnproc.engine.journal import journal_data

    data: dict[str, Any] = {"turn": result.turn, "journal": None, "state": None, "questions": []}
    played = result.played
    if played is not None and not result.is_discreet:
        data["questions"] = [
            question_data(each, words) for each in played.resolution.asked if each.how.value != "ruled"
        ]
        if played.resolution.unthrown is not None:
            data["unthrown"] = unthrown_data(played.resolution.unthrown)
    is_told = played is not None and not result.stopped and not result.is_discreet
    if is_told and played is not None and played.record is not None and result.game is not None:
        campaign = result.game.campaign
        data["journal"] = journal_data(played.record.journal)
        data["state"] = campaign.ruleset.write_state(played.record.after, campaign.world, result.turn)
        data |= _revision_data(result.game, played.record)
    if result.written is not None:
        data |= {"files": list(result.written.files), "commit": result.written.commit, "tag": result.written.tag}
        data["pushed"] = result.caught_up is not None
    return data


def _revision_data(game: Game, record: AnyRecord) -> dict[str, Any]:
    """Of a revision: its number and reason, and what differs from the one before."""
    from turnproc.actions.differences import differences
    from turnproc.engine.facts import fact_data

    journal, other = record.journal, record.taken_back
    if journal.revision == 1:
        return {}
    data: dict[str, Any] = {"number": journal.revision, "reason": journal.reason}
    if other is not None:
        found = differences(game.campaign.ruleset, record, other)
        facts = journal.facts()
        data["only_before"] = [dict(other.facts[number - 1]) for number in found.before]
        data["only_now"] = [fact_data(facts[number - 1]) for number in found.now]
        data["changed"] = list(found.changed)
    return {"revision": data}


def _print_words(result: Resolved, words: Language, *, dry_run: bool) -> None:
    from turnproc.cli.questions import question_lines, rulings_block
    from turnproc.diagnostics.catalogue import N_

    print_recovered(result.recovered, words)
    _print_caught_up(result, words)
    if result.not_due:
        _print_not_due(result, words)
    elif result.open and result.is_discreet:
        text = N_(
            "The game master must rule. Nothing was written. Questions: {count}; they show where the key file is."
        )
        print(words.text(text).format(count=len(result.open)), file=sys.stderr)
    elif result.open:
        print(words.text(N_("The game master must rule. Nothing was written. Put this into gm.yaml:")), file=sys.stderr)
        print(rulings_block(result.open, words))
    elif result.stopped:
        text = N_("Nothing was written: mend the errors above, or go on without those files: --reject-invalid.")
        if result.game is None or result.game.other_errors():
            text = N_("Nothing was written: mend the errors above first.")
        print(words.text(text), file=sys.stderr)
    elif result.without_dice is not None:
        for line in question_lines(result.played.resolution.asked if result.played is not None else (), words):
            print(line)
        print(words.text(N_("This was a trial: nothing was written.")), file=sys.stderr)
    elif dry_run:
        _print_trial(result, words)
    else:
        _print_written(result, words)


def print_recovered(recovered: Recovered | None, words: Language) -> None:
    """What became of a run that was cut off."""
    from turnproc.diagnostics.catalogue import N_

    if recovered is None:
        return
    text = N_("The run before was cut off: what it had begun for turn {turn} is finished now.")
    if recovered.undoing and recovered.written is None:
        text = N_("The run before was cut off before it had taken turn {turn} back: its leftovers are removed.")
    elif recovered.undoing:
        text = N_("The run before was cut off: turn {turn}, which it was taking back, is taken back now.")
    elif recovered.written is None:
        text = N_("The run before was cut off before it had begun to write turn {turn}: its leftovers are removed.")
    print(words.text(text).format(turn=recovered.turn), file=sys.stderr)


def _print_caught_up(result: Resolved, words: Language) -> None:
    from turnproc.diagnostics.catalogue import N_

    caught = result.caught_up
    if caught is not None and caught.pushed:
        text = N_("A run before had resolved this and not pushed it, which is done now: {tags}.")
        print(words.text(text).format(tags=", ".join(caught.pushed)), file=sys.stderr)
    if caught is not None and caught.taken_back:
        text = N_("Others had pushed before this could be pushed, so it was taken back: {tags}.")
        print(words.text(text).format(tags=", ".join(caught.taken_back)), file=sys.stderr)


def _print_not_due(result: Resolved, words: Language) -> None:
    from turnproc.cli.deadline import deadline_line
    from turnproc.diagnostics.catalogue import N_

    text = N_("Turn {turn} does not end yet: nothing was written.")
    if result.game is not None and result.game.timing.deadline is None:
        text = N_("Turn {turn} has no deadline, and not all are ready: nothing was written.")
    if result.game is not None and result.game.timing.revision > 1:
        text = N_("Turn {turn} was taken back, so it is resolved only without --if-due: nothing was written.")
    print(words.text(text).format(turn=result.turn))
    if result.game is not None and (line := deadline_line(result.game, words)) is not None:
        print(line)


def _print_written(result: Resolved, words: Language) -> None:
    from turnproc.cli.questions import question_lines
    from turnproc.diagnostics.catalogue import N_

    asked = result.played.resolution.asked if result.played is not None else ()
    by_default = [each for each in asked if each.how.value == "default"]
    for line in question_lines(by_default, words, is_written=result.written is not None):
        print(line)
    if result.written is None:
        return
    print(words.text(N_("Turn {turn} is resolved.")).format(turn=result.turn))
    for name in result.written.files:
        print(f"  {name}")
    if result.written.commit is not None:
        text = words.text(N_("Committed as {commit}, tag {tag}."))
        print(text.format(commit=result.written.commit[:12], tag=result.written.tag))
    _print_revision(result, words)
    if result.caught_up is not None:
        print(words.text(N_("It is pushed.")))


def _print_revision(result: Resolved, words: Language) -> None:
    """What differs from the revision before, as the report has it."""
    from turnproc.actions.differences import revision_view
    from turnproc.diagnostics.catalogue import safe

    record = None if result.played is None else result.played.record
    if result.game is None or record is None:
        return
    view = revision_view(result.game.campaign.ruleset, record, words)
    if view is None:
        return
    print(safe(view["text"], 1000))
    print(safe(view["title"]))
    for head, lines in ((view["was"], view["before"]), (view["is"], view["now"])):
        if lines:
            print(safe(head))
            for line in lines:
                print(f"  - {safe(line, 1000)}")
    for line in view["end"]:
        print(safe(line, 1000))


def _print_why_without_dice(result: Resolved, words: Language) -> None:
    """Somebody who has no key looks how far the turn comes; that is no trouble of theirs, but they are to know it."""
    from turnproc.diagnostics.catalogue import N_

    why = result.without_dice
    if why is not None and not result.stopped:
        print(words.text(N_("The turn ends here at the first dice that nobody has thrown:")), file=sys.stderr)
        print(f"  {why.text(words.text)}\n    {why.hint(words.text)}", file=sys.stderr)


def _print_trial(result: Resolved, words: Language) -> None:
    """The report as it would be, then what would change in the state, then the questions."""
    import difflib

    from turnproc.actions.reporting import render_reports
    from turnproc.cli.questions import question_lines
    from turnproc.diagnostics.catalogue import N_

    game, played = result.game, result.played
    assert game is not None and played is not None and played.record is not None
    campaign = game.campaign
    target = "markdown" if "markdown" in campaign.targets else campaign.targets[0]
    wanted = (words.code, target)
    print(render_reports(campaign, played.record, wanted[:1], wanted[1:])[wanted])
    before = game.state_text(game.before, result.turn - 1)
    after = game.state_text(played.record.after, result.turn)
    names = campaign.layout.state_file(result.turn - 1), campaign.layout.state_file(result.turn)
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), *names, lineterm="", n=0):
        print(line)
    for line in question_lines(played.resolution.asked, words):
        print(line)
    if any(roll.source == "derived" for roll in played.resolution.rolls):
        text = N_("The dice are those of the orders as they are now: one file more, or another one, changes them all.")
        print(words.text(text), file=sys.stderr)
    print(words.text(N_("This was a trial: nothing was written.")), file=sys.stderr)
