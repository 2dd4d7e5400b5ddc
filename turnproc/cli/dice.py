"""`turnproc dice check|stats`: all dice that a campaign has seen, recomputed and counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from turnproc.cli.output import CampaignArgument, Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from turnproc.actions.dice import Checked, Statistics, Tally
    from turnproc.report.language import Language

dice = typer.Typer(
    help="All dice that a campaign has seen: recomputed, and counted.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
FACES_OF_A_ROW = 10
# "rarer than 1 in 100": the largest of these that is true.
RARE = (1_000_000, 100_000, 10_000, 1_000, 100, 20)
DECIMALS = 6


@dice.command("check")
def check_dice(
    campaign: CampaignArgument = None, form: FormatOption = Format.TEXT, language: LanguageOption = None
) -> None:
    """Recompute the faces of every roll, every turn's seed, and the chain. Exit code 1 if any differs."""
    from turnproc.actions.dice import check
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    fine, turns = True, []
    for turn in check(campaign_folder(campaign)):
        words = chosen_language(language, turn.documents)
        told = catalogue(turn.documents, words)
        fine = fine and turn.is_fine
        if form is Format.JSON:
            turns.append(_checked_data(turn) | dict(as_json(turn.documents.problems, told)))
            continue
        print_problems(turn.documents.problems, told)
        print(_checked_line(turn, words))
    if form is Format.JSON:
        print_json({"turns": turns, "fine": fine})
    raise typer.Exit(0 if fine else 1)


def _checked_data(turn: Checked) -> dict[str, Any]:
    return {
        "turn": turn.turn,
        "fine": turn.is_fine,
        "taken_back": turn.taken_back,
        "link": None if turn.seed is None else turn.seed.link,
        "derived": turn.derived,
        "thrown": turn.thrown,
    }


def _checked_line(turn: Checked, words: Language) -> str:
    from turnproc.diagnostics.catalogue import N_

    link = 0 if turn.seed is None else turn.seed.link
    text = N_("turn {turn}: no dice")
    if not turn.is_fine:
        text = N_("turn {turn}: the dice are not what they have to be")
    elif turn.taken_back:
        text = N_("turn {turn}: taken back; the dice that are kept of it are as they have to be")
    elif link:
        text = N_(
            "turn {turn}: as it has to be: link {link}, rolls derived from it: {derived}, thrown by hand: {thrown}"
        )
    elif turn.thrown:
        text = N_("turn {turn}: rolls thrown by hand: {thrown}")
    return words.text(text).format(turn=turn.turn, link=link, derived=turn.derived, thrown=turn.thrown)


@dice.command("stats")
def dice_stats(
    campaign: CampaignArgument = None, form: FormatOption = Format.TEXT, language: LanguageOption = None
) -> None:
    """Count the faces of all dice in all journals, and say whether fair dice would fall so."""
    from turnproc.actions.dice import stats
    from turnproc.cli.output import campaign_folder, catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    result = stats(campaign_folder(campaign))
    words = chosen_language(language, result.documents)
    told = catalogue(result.documents, words)
    problems = result.documents.problems
    if form is Format.JSON:
        print_json(_stats_data(result) | dict(as_json(problems, told)))
    else:
        print_problems(problems, told)
        for line in _stats_lines(result, words):
            print(line)
    raise typer.Exit(1 if any(each.is_error for each in problems) else 0)


def _stats_data(result: Statistics) -> dict[str, Any]:
    return {
        "turns": result.turns,
        "rolls": result.derived + result.thrown,
        "derived": result.derived,
        "thrown": result.thrown,
        "tallies": [
            {
                "which": each.which.value,
                "sides": each.sides,
                "rolls": each.rolls,
                "totals": each.totals,
                "dice": each.dice,
                "mean": _rounded(each.mean),
                "expected_mean": each.expected_mean,
                "faces": {str(face): count for face, count in enumerate(each.faces, start=1)},
                "chi_square": _rounded(each.statistic),
                "degrees": each.degrees,
                "p": _rounded(each.p),
                "verdict": each.verdict.value,
            }
            for each in result.tallies
        ],
    }


def _rounded(number: float | None) -> float | None:
    """The last digits differ from one computer's mathematics to another's."""
    return None if number is None else round(number, DECIMALS)


def _stats_lines(result: Statistics, words: Language) -> Iterator[str]:
    from turnproc.actions.dice import Which
    from turnproc.diagnostics.catalogue import N_

    if not result.derived + result.thrown:
        yield words.text(N_("No dice have been rolled in this campaign yet."))
        return
    text = N_("Rolls: {rolls}, derived from seeds: {derived}, thrown by hand: {thrown}; turns with dice: {turns}.")
    yield words.text(text).format(
        rolls=result.derived + result.thrown, derived=result.derived, thrown=result.thrown, turns=result.turns
    )
    headings = {
        Which.ALL: N_("All dice"),
        Which.DERIVED: N_("Dice derived from seeds"),
        Which.THROWN: N_("Dice thrown by hand"),
    }
    for which, heading in headings.items():
        members = [each for each in result.tallies if each.which is which]
        # Where all dice are of one kind, its numbers are those of all.
        if not members or (which is not Which.ALL and not (result.derived and result.thrown)):
            continue
        yield ""
        yield words.text(heading)
        for each in members:
            yield from _tally_lines(each, words)


def _tally_lines(tally: Tally, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_

    text = N_("dice with {sides} sides: {dice}; mean {mean}, of fair dice {expected}")
    mean = "–" if tally.mean is None else _decimal(tally.mean, words)
    expected = _decimal(tally.expected_mean, words)
    yield "  " + words.text(text).format(sides=tally.sides, dice=tally.dice, mean=mean, expected=expected)
    if tally.totals:
        text = N_("rolls of which only the total is known, not counted here: {totals}")
        yield "    " + words.text(text).format(totals=tally.totals)
    fallen = [(face, count) for face, count in enumerate(tally.faces, start=1) if count]
    for at in range(0, len(fallen), FACES_OF_A_ROW):
        yield "    " + "   ".join(f"{face}: {count}×" for face, count in fallen[at : at + FACES_OF_A_ROW])
    yield f"    {_verdict(tally, words)}"


def _verdict(tally: Tally, words: Language) -> str:
    from turnproc.actions.dice import Verdict
    from turnproc.diagnostics.catalogue import N_

    if tally.verdict is Verdict.TOO_FEW or tally.p is None or tally.statistic is None:
        return words.text(N_("too few to tell anything"))
    if tally.verdict is Verdict.USUAL:
        said = words.text(N_("nothing unusual"))
    else:
        odds = next((odds for odds in RARE if tally.p < 1 / odds), RARE[-1])
        said = words.text(N_("unusual: fair dice fall so unevenly in fewer than 1 of {odds} cases")).format(odds=odds)
    p = _decimal(tally.p, words, 4)
    text = N_("{said} (chi-square {value}, degrees of freedom {degrees}, p = {p})")
    value = _decimal(tally.statistic, words)
    return words.text(text).format(said=said, value=value, degrees=tally.degrees, p=p)


def _decimal(number: float, words: Language, digits: int = 2) -> str:
    text = f"{number:.{digits}f}"
    return text if words.code == "en" else text.replace(".", ",")
