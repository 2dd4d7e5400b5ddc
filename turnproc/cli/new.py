"""`turnproc new`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turnproc.cli.output import Format, FormatOption, known_language

if TYPE_CHECKING:
    from turnproc.actions.new import Created
    from turnproc.report.language import Language
    from turnproc.rulesets import AnyRuleset


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where: a folder that is empty or does not exist yet.")],
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", metavar="R", help="The rules; default: those that are installed.")
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            "--language", "-l", metavar="L", help="The campaign's language: ru, en or sv.", callback=known_language
        ),
    ] = "en",
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Its name; default: that of the rules.")
    ] = None,
    no_commit: Annotated[bool, typer.Option("--no-commit", help="Write files only; git is not needed.")] = False,
    form: FormatOption = Format.TEXT,
) -> None:
    """Make a new campaign that can be played at once: sample map, orders, schemas for editors, texts for players."""
    from turnproc.actions.new import new_campaign
    from turnproc.cli.output import chosen_language, print_json

    rules = _chosen_ruleset(ruleset)
    words = chosen_language(language)
    created = new_campaign(folder, rules, words.code, name=name, use_git=not no_commit)
    if form is Format.JSON:
        print_json(
            {
                "folder": str(created.folder),
                "name": created.name,
                "files": list(created.files),
                "commit": created.commit,
                "uncommitted": None if created.uncommitted is None else created.uncommitted.value,
            }
        )
        return
    for line in _lines(created, words):
        print(line)


def _chosen_ruleset(name: str | None) -> AnyRuleset:
    from turnproc.rulesets import rulesets

    known = rulesets()
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name is None:
        raise typer.BadParameter(f"say which rules: --ruleset R; there are: {', '.join(sorted(known))}")
    if name not in known:
        raise typer.BadParameter(f"there is no ruleset {name!r}; there are: {', '.join(sorted(known))}")
    return known[name]


def _lines(created: Created, words: Language) -> list[str]:
    """What has come about, and what to do next."""
    import shlex

    from turnproc.actions.new import Uncommitted
    from turnproc.diagnostics.catalogue import N_, safe

    reasons = {
        Uncommitted.NOT_ASKED: N_("It is no git repository yet; --no-commit asked for that."),
        Uncommitted.NO_GIT: N_("It is no git repository yet: git was not found. turnproc works without it, too."),
        Uncommitted.INSIDE: N_(
            "It lies in another git repository; nothing was committed there: that is for you to do."
        ),
    }
    made = words.text(N_("The campaign “{name}” is ready in {folder}, files: {count}."))
    lines = [made.format(name=safe(created.name, 200), folder=safe(str(created.folder), 500), count=len(created.files))]
    if created.uncommitted is not None:
        lines.append(words.text(reasons[created.uncommitted]))
    elif created.commit is not None:
        lines.append(words.text(N_("Its first commit is {commit}.")).format(commit=created.commit[:12]))
    option = "" if created.uncommitted is None else " --no-commit"
    steps = [
        ("turnproc status", N_("who has sent orders for turn 1")),
        ("turnproc resolve --dry-run", N_("what the sample's first turn would bring")),
        (f"turnproc resolve{option}", N_("plays it")),
    ]
    width = max(len(command) for command, _ in steps)
    lines += ["", words.text(N_("Try it out:"))]
    if created.folder != Path.cwd():
        lines.append(f"  cd {safe(shlex.quote(str(created.folder)), 500)}")
    lines += [f"  {command:<{width}}  {words.text(text)}" for command, text in steps]
    lines += [
        "",
        words.text(N_("GAME-MASTER.md says how to make it your own game, README.md tells players how to play.")),
    ]
    return lines
