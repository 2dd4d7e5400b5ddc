"""`turnproc explain`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from turnproc.cli.output import Format, FormatOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnproc.actions.explain import Page
    from turnproc.report.language import Language

# A turn, then maybe a fact of it: 1, 1/8, 1/battle/dacia. No code begins with a digit.
_FACT: Final = re.compile(r"(?P<turn>[0-9]{1,7})(?:/(?P<fact>.*))?", re.ASCII | re.DOTALL)


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="CODE|N/FACT",
            help="The code of a diagnostic or a rule (S002, B-3.4), or a fact of turn N (1/8, 1/battle/dacia).",
        ),
    ],
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", metavar="R", help="For a code; default: the ruleset of the campaign around here."),
    ] = None,
    campaign: Annotated[
        Path | None,
        typer.Option("--campaign", metavar="CAMPAIGN", help="Default: the campaign around the current folder."),
    ] = None,
    form: FormatOption = Format.TEXT,
    language: LanguageOption = None,
) -> None:
    """Explain what a code means and what one can do, or why a fact of a turn came about."""
    from turnproc.cli.explain_fact import explain_fact
    from turnproc.cli.output import campaign_folder

    root = None if campaign is None else campaign_folder(campaign)
    if (fact := _FACT.fullmatch(what)) is not None:
        explain_fact(root or campaign_folder(None), int(fact["turn"]), fact["fact"] or "", form, language)
    else:
        _explain_code(what, ruleset, root or Path(), form, language)


def _explain_code(code: str, ruleset: str | None, folder: Path, form: Format, language: str | None) -> None:
    from turnproc.actions.explain import explain as action
    from turnproc.actions.explain import rulesets_with
    from turnproc.cli.output import campaign_file, chosen_language, print_json
    from turnproc.diagnostics.catalogue import N_, safe
    from turnproc.report.language import Language
    from turnproc.rulesets import rulesets

    if ruleset is not None and ruleset not in rulesets():
        raise typer.BadParameter(f"there is no ruleset {ruleset!r}; there are: {', '.join(sorted(rulesets()))}")
    wanted = ruleset if ruleset is not None else _ruleset_of(folder)
    if wanted not in rulesets():
        # Outside a campaign a code says by itself whose it is, unless several rulesets have it.
        known = rulesets_with(code)
        if len(known) > 1:
            raise typer.BadParameter(f"{code} is a code of {' and '.join(known)}; name one of them with --ruleset")
        wanted = known[0] if known else None
    words = Language.load(chosen_language(language, campaign_file(folder)).code, wanted)
    page = action(code, wanted)
    if isinstance(page, (list, tuple)):
        text = words.text(N_("There is no code {code}.")).format(code=safe(code))
        near = words.text(N_("Did you mean: {codes}?")).format(codes=", ".join(page)) if page else ""
        print(f"{text} {near}".rstrip(), file=sys.stderr)
        raise typer.Exit(1)
    if form is Format.JSON:
        print_json(_data(page, words))  # type: ignore[arg-type]
        return
    for line in _lines(page, words):  # type: ignore[arg-type]
        print(line)


def _data(page: Page, words: Language) -> dict[str, Any]:
    return {
        "code": page.code,
        "messages": [
            {
                "text": _plain(words.text(each.text)),
                "hint": _plain(words.text(each.hint)) or None,
                "explanation": words.text(each.explanation) or None,
                "wrong": each.wrong or None,
                "right": each.right or None,
            }
            for each in page.messages.values()
        ],
        "ruleset": page.ruleset,
        "rule": page.rule,
    }


def _ruleset_of(folder: Path) -> str | None:
    from turnproc.actions.documents import Documents
    from turnproc.source.limits import CAMPAIGN
    from turnproc.store.errors import OperatorError
    from turnproc.store.layout import CAMPAIGN_FILE, find_campaign

    try:
        documents = Documents(find_campaign(folder))
    except OperatorError:
        return None
    documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN)
    data = documents.data("campaign")
    name = data.get("ruleset") if isinstance(data, dict) else None
    return name if isinstance(name, str) else None


def _lines(page: Page, words: Language) -> Iterator[str]:
    from turnproc.cli.rule_lines import rule_lines
    from turnproc.diagnostics.catalogue import N_

    yield page.code
    for message in page.messages.values():
        yield ""
        yield f"  {_plain(words.text(message.text))}"
        if message.hint:
            yield f"    {_plain(words.text(message.hint))}".replace("\n", "\n    ")
        if message.explanation:
            yield f"  {words.text(message.explanation)}"
        for heading, example in ((N_("Wrong:"), message.wrong), (N_("Right:"), message.right)):
            if example:
                yield f"  {words.text(heading)}"
                yield from (f"    {line}" for line in example.splitlines())
    if page.rule is not None:
        yield ""
        yield words.text(N_("The rule ({ruleset}):")).format(ruleset=page.ruleset)
        yield from rule_lines(page.rule)


def _plain(text: str) -> str:
    """A message with its parameters as an ellipsis: which names stood there is not to be known here."""
    parts = []
    for literal, name, case, _ in Formatter().parse(text):
        parts.append(literal)
        if name is not None:
            # Of `{people:goes|go}` the word for many stays.
            parts.append(case.partition("|")[2] if case and "|" in case else "…")
    return "".join(parts)
