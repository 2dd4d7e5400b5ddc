"""`turnproc explain CODE`: the page about a diagnostic or a rule.

An engine's code has its explanation and an example in the catalogue; a rule has its own text in docs/rules/<ruleset>.md
and the messages that cite it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from turnproc import resources
from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.model import Message
from turnproc.rulesets import AnyRuleset, rulesets
from turnproc.source.names import nearest_words
from turnproc.store.errors import MESSAGES as OPERATOR_MESSAGES

# "- B-4.5.2 **Subjugation.** A tribe …", "- **B-0.2** The time …" or "- E-NO-VERB (error) …"
_RULE = re.compile(
    r"- (?:\*\*)?(?P<id>[A-Z]{1,3}-?[0-9]+(?:\.[0-9]+)*|[A-Z]{1,3}-[A-Z]+(?:-[A-Z]+)*)(?:\*\*)?[ .:]", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to say about a code: its messages with their explanations, and the rule's own text (English)."""

    code: str
    messages: Mapping[str, Message]
    rule: str | None
    ruleset: str | None


def explain(code: str, ruleset: str | None) -> Page | Sequence[str]:
    """The page about a code, or the nearest codes if there is none. `ruleset` None: the engine's codes alone."""
    known = rulesets()
    own = known.get(ruleset) if ruleset is not None else None
    messages = {**MESSAGES, **OPERATOR_MESSAGES, **({} if own is None else {**_under_own_codes(own), **own.messages})}
    rules = rule_texts(own) if own is not None else {}
    codes = {key.partition("/")[0] for key in messages} | set(rules)
    wanted = next((each for each in codes if each.casefold() == code.casefold()), None)
    if wanted is None:
        return nearest_words(code, sorted(codes))
    of_code = {key: message for key, message in messages.items() if key.partition("/")[0] == wanted}
    return Page(wanted, of_code, rules.get(wanted), ruleset if wanted in rules else None)


def rulesets_with(code: str) -> Sequence[str]:
    """The rulesets that have a code which the engine has not, in the order of their names."""
    if isinstance(explain(code, None), Page):
        return ()
    return [name for name in sorted(rulesets()) if isinstance(explain(code, name), Page)]


def _under_own_codes(ruleset: AnyRuleset) -> dict[str, Message]:
    """The engine's messages that a ruleset tells under codes of its own."""
    codes = {key: ruleset.own_codes.get(key) or ruleset.own_codes.get(key.partition("/")[0]) for key in MESSAGES}
    return {f"{code}/{key}": MESSAGES[key] for key, code in codes.items() if code is not None}


def rule_texts(ruleset: AnyRuleset) -> dict[str, str]:
    """Every numbered rule of a ruleset's document: paragraphs, each in one row, and tables, with an empty row between.

    What is indented belongs to the rule above it, also behind an empty row.
    """
    rules: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in resources.rules_text(ruleset.name).splitlines():
        match = _RULE.match(line)
        if match is not None:
            current = rules.setdefault(match["id"], [])
            current.append(line.removeprefix("- "))
        elif current is None:
            continue
        elif not line.strip():
            current.append("")
        elif line.startswith(("#", "- ", "|", "```")) or (current[-1] == "" and not line.startswith("  ")):
            current = None
        else:
            current.append(line.strip())
    return {code: "\n\n".join(_blocks(lines)) for code, lines in rules.items()}


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Paragraphs and tables of a rule. Items of a list in it are paragraphs, too."""
    block: list[str] = []
    for line in [*lines, ""]:
        is_row = line.startswith("|")
        ends = not line or line.startswith("- ") or (bool(block) and block[-1].startswith("|") != is_row)
        if block and ends:
            yield ("\n" if block[0].startswith("|") else " ").join(block)
            block = []
        if line:
            block.append(line)
