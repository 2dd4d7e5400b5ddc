"""`turnproc explain`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from turnproc.cli.output import LanguageOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnproc.actions.explain import Page
    from turnproc.report.language import Language


def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a diagnostic or a rule: S002, B-3.4.")],
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", metavar="R", help="Default: the ruleset of the campaign around here.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Explain what a code means and what one can do."""
    from turnproc.actions.explain import explain as action
    from turnproc.cli.output import language_here
    from turnproc.diagnostics.catalogue import N_, safe
    from turnproc.report.language import Language
    from turnproc.rulesets import rulesets

    if ruleset is not None and ruleset not in rulesets():
        raise typer.BadParameter(f"there is no ruleset {ruleset!r}; there are: {', '.join(sorted(rulesets()))}")
    wanted = ruleset if ruleset is not None else _ruleset_here()
    if wanted not in rulesets():
        # There is nothing to choose while only one ruleset is installed; else the engine's codes alone are known.
        wanted = next(iter(rulesets())) if len(rulesets()) == 1 else None
    words = Language.load(language_here(language).code, wanted)
    page = action(code, wanted)
    if isinstance(page, (list, tuple)):
        text = words.text(N_("There is no code {code}.")).format(code=safe(code))
        near = words.text(N_("Did you mean: {codes}?")).format(codes=", ".join(page)) if page else ""
        print(f"{text} {near}".rstrip(), file=sys.stderr)
        raise typer.Exit(1)
    for line in _lines(page, words):  # type: ignore[arg-type]
        print(line)


def _ruleset_here() -> str | None:
    from pathlib import Path

    from turnproc.actions.documents import Documents
    from turnproc.source.limits import CAMPAIGN
    from turnproc.store.errors import OperatorError
    from turnproc.store.layout import CAMPAIGN_FILE, find_campaign

    try:
        documents = Documents(find_campaign(Path.cwd()))
    except OperatorError:
        return None
    documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN)
    data = documents.data("campaign")
    name = data.get("ruleset") if isinstance(data, dict) else None
    return name if isinstance(name, str) else None


def _lines(page: Page, words: Language) -> Iterator[str]:
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
        yield f"  {page.rule}"


def _plain(text: str) -> str:
    """A message with its parameters as an ellipsis: which names stood there is not to be known here."""
    import re

    # Of `{people:goes|go}` the word for many stays.
    text = re.sub(r"(?<!\{)\{[a-z_]+:[^{}|]*\|([^{}]*)\}", r"\1", text)
    return re.sub(r"(?<!\{)\{[a-z_]+(?::[A-Za-z.]+)?\}", "…", text).replace("{{", "{").replace("}}", "}")
