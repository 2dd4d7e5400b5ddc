"""What differs between a revision of a turn and the one before: facts in words, and who is not as they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.facts import fact_data
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import AnyRecord, Ruleset, TakenBack, Words
from turnproc.source.yaml_writer import Layout, write_yaml

AnyRuleset = Ruleset[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Differences:
    """`before` and `now` are the numbers (from 1) of the facts that only one of the two revisions has.

    `changed` are the ids of whatever has another entry in the state after the turn.
    """

    before: tuple[int, ...]
    now: tuple[int, ...]
    changed: tuple[str, ...]


def differences(ruleset: AnyRuleset, record: AnyRecord, other: TakenBack) -> Differences:
    """Compare a revision with the one that was taken back."""
    facts = [fact_data(fact) for fact in record.journal.facts()]
    state = ruleset.write_state(record.after, record.table.world, record.journal.turn)
    return Differences(
        before=tuple(_only(other.facts, facts)),
        now=tuple(_only(facts, other.facts)),
        changed=tuple(_changed(other.state, state)),
    )


def _only(these: Sequence[Mapping[str, Any]], those: Sequence[Mapping[str, Any]]) -> Iterator[int]:
    """The numbers of the facts that one list has, or has more often."""
    left = Counter(map(repr, those))
    for number, fact in enumerate(these, start=1):
        key = repr(fact)
        if left[key]:
            left[key] -= 1
        else:
            yield number


def _changed(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The ids whose entries differ: keys of mappings, and `id` in lists. What has no id is nobody's."""
    found: dict[str, None] = {}
    for part in dict.fromkeys([*one, *other]):
        ones, others = _by_id(one.get(part)), _by_id(other.get(part))
        found |= {each: None for each in dict.fromkeys([*ones, *others]) if ones.get(each) != others.get(each)}
    return list(found)


def _by_id(part: Any) -> Mapping[str, Any]:
    if isinstance(part, Mapping):
        return part
    entries = part if isinstance(part, list) else ()
    return {entry["id"]: entry for entry in entries if isinstance(entry, Mapping) and "id" in entry}


def revision_view(ruleset: AnyRuleset, record: AnyRecord, words: Words) -> dict[str, Any] | None:
    """What the report of a revision says at its top, in finished sentences; None for a turn's first revision."""
    journal, other = record.journal, record.taken_back
    if journal.revision == 1:
        return None
    text = N_("This is revision {revision} of the turn; the one before does not count any more. Reason: {reason}")
    view: dict[str, Any] = {
        "text": words.text(text).format(revision=journal.revision, reason=journal.reason),
        "title": words.text(N_("What differs from revision {revision}")).format(revision=journal.revision - 1),
        "was": words.text(N_("What does not hold any more:")),
        "is": words.text(N_("What holds instead:")),
        "before": [],
        "now": [],
        "end": [],
    }
    if other is None:
        return view
    found = differences(ruleset, record, other)
    view["before"] = _then(ruleset, other, found.before, words)
    facts = [fact_data(fact) for fact in journal.facts()]
    view["now"] = _lines(ruleset, record, found.now, words) or [_row(facts[number - 1]) for number in found.now]
    names = _names(ruleset, record, other, words)
    if found.changed:
        text = N_("After the turn, something is not as it was with: {names}.")
        named = [names.get(each, each) for each in found.changed]
        view["end"] = [words.text(text).format(names=", ".join(named))]
    elif not found.before and not found.now:
        view["end"] = [words.text(N_("Nothing: it came out the same."))]
    return view


def _lines(ruleset: AnyRuleset, record: AnyRecord, numbers: Sequence[int], words: Words) -> list[str]:
    """Facts in the ruleset's own words; none where it has no words for single facts."""
    if ruleset.accounts is None:
        return []
    accounts = ruleset.accounts(record, words, lambda _: ())
    return [accounts.line(number) for number in numbers]


def _then(ruleset: AnyRuleset, other: TakenBack, numbers: Sequence[int], words: Words) -> list[str]:
    lines: list[str] = []
    try:
        lines = [] if other.record is None else _lines(ruleset, other.record, numbers, words)
    except (LookupError, ValueError, StopIteration):
        # A fact may name what there was then and is nowhere now: then the facts are told as they stand in the journal.
        lines = []
    return lines or [_row(other.facts[number - 1]) for number in numbers]


def _row(fact: Mapping[str, Any]) -> str:
    """A fact as a journal has it."""
    return write_yaml({"x": fact}, Layout()).removeprefix("x: ").rstrip("\n").strip("{}")


def _names(ruleset: AnyRuleset, record: AnyRecord, other: TakenBack, words: Words) -> dict[str, str]:
    states = [record.before, record.after, *([] if other.record is None else [other.record.after])]
    found: dict[str, str] = {}
    for state in states:
        kinds: Mapping[str, Sequence[Name]] = ruleset.vocabulary(record.table.world, state)
        found |= {name.id: name.in_words(words.code, "nom") for names in kinds.values() for name in names}
    return found
