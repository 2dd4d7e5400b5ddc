"""`turnproc explain N/FACT`: the fact, what was weighed, what it rests on, and the rules' own texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from turnproc.cli.output import Format

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnproc.actions.account import Explained, PlacedInput, ToldFact
    from turnproc.report.language import Language


def explain_fact(root: Path, turn: int, fact: str, form: Format, language: str | None) -> None:
    """Print why a fact came about, or the facts that may be meant."""
    from turnproc.actions.account import explain_fact as action
    from turnproc.cli.output import catalogue, chosen_language, print_json, print_problems
    from turnproc.diagnostics.as_json import as_json

    result = action(root, turn, fact, lambda documents: chosen_language(language, documents))
    words = chosen_language(language, result.documents)
    if not result.facts:
        told = catalogue(result.documents, words)
        if form is Format.JSON:
            print_json({"turn": turn, "facts": [], **as_json(result.documents.problems, told)})
        else:
            print_problems(result.documents.problems, told)
        raise typer.Exit(1)
    if form is Format.JSON:
        print_json(_data(result))
        return
    for line in _listed(result, fact, words) if result.account is None else _lines(result, words):
        print(line)


def _data(result: Explained) -> dict[str, Any]:
    if result.account is None:
        return {"turn": result.turn, "facts": [_fact_data(fact) for fact in result.facts]}
    return {
        "turn": result.turn,
        **_fact_data(result.facts[0]),
        "rules": [{"rule": rule, "text": text} for rule, text in result.rules.items()],
        "account": [{"heading": each.heading, "lines": list(each.lines)} for each in result.account.sections],
        "inputs": [_input_data(each) for each in result.inputs],
        "figures": dict(result.account.figures),
    }


def _fact_data(fact: ToldFact) -> dict[str, Any]:
    return {
        "number": fact.number,
        "phase": fact.phase,
        "fact": dict(fact.fact),
        "text": fact.text,
        "file": fact.file,
        "line": fact.line,
    }


def _input_data(placed: PlacedInput) -> dict[str, Any]:
    each = placed.input
    return {
        "kind": each.kind,
        "id": each.id,
        "turn": each.turn,
        "text": each.text or None,
        "file": placed.file,
        "line": placed.line,
        "data": placed.data,
    }


def _listed(result: Explained, wanted: str, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    head = N_("All facts of turn {turn}; add the number to ask why:")
    if wanted:
        head = N_("Facts of turn {turn} that this may mean; add the number to see one:")
    yield words.text(head).format(turn=result.turn)
    for fact in result.facts:
        yield f"  {result.turn}/{fact.number}  {safe(fact.text, 400)}"


def _lines(result: Explained, words: Language) -> Iterator[str]:
    from turnproc.cli.questions import section_lines
    from turnproc.cli.rule_lines import rule_lines
    from turnproc.diagnostics.catalogue import N_, safe

    fact, account = result.facts[0], result.account
    assert account is not None
    head = words.text(N_("Turn {turn}, fact {number}: {text}"))
    yield head.format(turn=result.turn, number=fact.number, text=safe(fact.text, 400))
    yield f"  {fact.file}:{fact.line}"
    yield from section_lines(account.sections)
    if result.inputs:
        yield ""
        yield words.text(N_("What led to it"))
        for placed in result.inputs:
            yield from _input_lines(placed, words)
    yield ""
    yield words.text(N_("The rules"))
    for rule, text in result.rules.items():
        yield from rule_lines(text or rule)


def _input_lines(placed: PlacedInput, words: Language) -> Iterator[str]:
    from turnproc.cli.questions import flow
    from turnproc.diagnostics.catalogue import N_, safe

    each = placed.input
    kinds = {
        "orders": N_("the orders of {id}"),
        "order": N_("order {id}: “{text}”"),
        "event": N_("event {id}: {text}"),
        "ruling": N_("ruling {id}"),
        "default": N_("{id}, for which there was no ruling"),
        "setting": N_("house rule {id}"),
        "state": N_("the state before the turn: {id}"),
        "fact": N_("fact {turn}/{id}: {text}"),
    }
    text = words.text(kinds[each.kind]).format(id=safe(each.id), text=safe(each.text, 400), turn=each.turn).strip()
    where = "" if placed.file is None else f"{placed.file}:{placed.line}: " if placed.line else f"{placed.file}: "
    yield f"  {where}{text}"
    if placed.data is not None:
        yield f"      {flow(placed.data)}"
