"""`turnproc status`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.status import Status
    from turnproc.report.language import Language


def status(
    campaign: CampaignArgument = None, form: FormatOption = Format.TEXT, language: LanguageOption = None
) -> None:
    """Show the open turn: who has sent what kind of file, who is ready, which questions are open."""
    from turnproc.actions.status import status as action
    from turnproc.cli.app import FINE, PROBLEMS
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_errors, print_json
    from turnproc.diagnostics.as_json import as_json

    result = action(campaign_folder(campaign))
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    if form is Format.JSON:
        print_json(_data(result, words) | dict(as_json(result.diagnostics, told)))
    else:
        print_errors(result.diagnostics, told)
        for line in _lines(result, words):
            print(line)
    # Rejected orders are part of how things stand; what cannot be told is a problem.
    raise typer.Exit(PROBLEMS if result.asked is None and not result.is_closed else FINE)


def _data(result: Status, words: Language) -> dict[str, Any]:
    from turnproc.cli.deadline import deadline_data
    from turnproc.cli.questions import question_data, unthrown_data

    data = {
        "turn": result.turn,
        "deadline": None if result.game is None else deadline_data(result.game),
        "all_ready": result.all_ready,
        "speakers": [
            {
                "speaker": each.speaker,
                "name": each.name.in_words(words.code),
                "player": each.player,
                "sent": each.sent.value,
                "orders": each.orders,
                "problems": each.problems,
                "ready": each.is_ready,
                "late": each.is_late,
            }
            for each in result.speakers
        ],
        "npc_orders": dict(result.npc_orders),
        "questions": None if result.asked is None else [question_data(each, words) for each in result.asked],
    }
    timing = None if result.game is None else result.game.timing
    if timing is not None and timing.revision > 1:
        data["revision"] = {"number": timing.revision, "reason": timing.reason}
    return data if result.unthrown is None else data | {"unthrown": unthrown_data(result.unthrown)}


def _lines(result: Status, words: Language) -> list[str]:
    from turnproc.cli.deadline import deadline_line
    from turnproc.cli.questions import question_lines, unthrown_line
    from turnproc.diagnostics.catalogue import N_, safe

    kinds = {
        "sent": N_("sent, orders: {orders}"),
        "empty": N_("sent, deliberately empty"),
        "missing": N_("nothing sent yet"),
        "rejected": N_("rejected, errors: {problems}"),
        "sealed": N_("sent, sealed"),
        "late": N_("came too late, does not count"),
        "struck": N_("struck by the game master"),
        "nothing-to-decide": N_("has nothing to decide this turn"),
        "optional": N_("may send orders, too"),
    }
    lines = [words.text(N_("Turn {turn} is open.")).format(turn=result.turn)]
    if result.game is not None and result.game.timing.revision > 1:
        timing, again = result.game.timing, N_("It was taken back: revision {revision} comes next. Reason: {reason}")
        lines.append(words.text(again).format(revision=timing.revision, reason=safe(timing.reason, 500)))
    deadline = None if result.game is None else deadline_line(result.game, words)
    lines += [] if deadline is None else [deadline]
    readiness, too_late = N_("ready"), N_("a later change came too late")
    names = {each.speaker: _at_start(each.name.in_words(words.code)) for each in result.speakers}
    width = max(map(len, names.values()), default=0)
    for each in result.speakers:
        text = words.text(kinds[each.sent.value]).format(orders=each.orders, problems=each.problems)
        ready = f" ({words.text(readiness)})" if each.is_ready else ""
        if each.is_late and each.sent.value != "late":
            ready += f" ({words.text(too_late)})"
        player = f" [{each.player}]" if each.player is not None else ""
        lines.append(f"  {names[each.speaker]:<{width}}  {text}{ready}{player}")
    for speaker, count in result.npc_orders.items():
        text = words.text(N_("orders by the game master: {orders}")).format(orders=count)
        lines.append(f"  {_name(result, speaker, words):<{width}}  {text}")
    if result.all_ready:
        lines.append(words.text(N_("All players agree that the turn ends now.")))
    if result.is_closed:
        lines.append(words.text(N_("Orders are sealed: which questions are open can be told only with their key.")))
    elif result.asked is None:
        lines.append(words.text(N_("Which questions are open cannot be told before the errors above are mended.")))
    else:
        lines += question_lines(result.asked, words)
    if result.unthrown is not None:
        lines.append(unthrown_line(result.unthrown, words))
    return lines


def _name(result: Status, speaker: str, words: Language) -> str:
    known = result.game.speakers.get(speaker) if result.game is not None else None
    return _at_start(speaker if known is None else known.name.in_words(words.code))


def _at_start(name: str) -> str:
    # A row that begins with colons would be a command to the workflow that prints it.
    from turnproc.diagnostics.catalogue import safe

    return "\u200b" + safe(name) if name.lstrip().startswith(":") else safe(name)
