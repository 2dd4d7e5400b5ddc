"""Questions to the game master in words, as data, and as the block that he fills in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from turnproc.diagnostics.catalogue import N_, Catalogue, safe
from turnproc.diagnostics.model import Diagnostic, Message, Place, Severity
from turnproc.engine.account import Section
from turnproc.engine.dice import UnthrownError
from turnproc.engine.rulings import Asked, How
from turnproc.source.yaml_writer import Layout, write_yaml

if TYPE_CHECKING:
    from turnproc.report.language import Language

MOST_OF_A_LINE = 1_000
ANSWERED = {
    How.RULED: N_("ruled: {answer}"),
    How.DEFAULT: N_("answered by the rules; to rule yourself, put this below “rulings:” in gm.yaml and change it:"),
    How.OPEN: N_("needs a ruling"),
}
# Once the turn is written.
WAS_DEFAULT = N_(
    "answered by the rules; to rule yourself, take the turn back (turnproc undo), put this below “rulings:” in gm.yaml "
    "and change it:"
)


def question_text(asked: Asked, words: Language) -> str:
    """What the game master is asked."""
    catalogue = Catalogue({"question": Message(asked.question.text)}, words.text, words.code)
    return catalogue.text(Diagnostic("question", Severity.WARNING, Place(""), asked.question.params))


def question_data(asked: Asked, words: Language) -> dict[str, Any]:
    """A question for programs (docs/formats.md, section 5), with how it stands."""
    return {
        "id": asked.question.id,
        "text": question_text(asked, words),
        "options": list(asked.question.options),
        "default": asked.question.default_shown,
        "answered": asked.how.value,
    }


def question_lines(asked: Sequence[Asked], words: Language, *, is_written: bool = False) -> list[str]:
    """All questions of a turn, each with its answer or what it waits for."""
    answered = {**ANSWERED, How.DEFAULT: WAS_DEFAULT} if is_written else ANSWERED
    lines = []
    for each in asked:
        answer = "" if each.shown is None else flow(each.shown)
        lines.append(f"{each.question.id}: {question_text(each, words)}")
        lines.append("    " + words.text(answered[each.how]).replace("{answer}", answer))
        if each.how is How.DEFAULT:
            lines.append(f"      {flow(each.question.id)}: {answer}")
    return lines


def rulings_block(asked: Sequence[Asked], words: Language) -> str:
    """The `rulings:` block for gm.yaml, to be filled in: every open question, with its options as comments."""
    lines = ["rulings:"]
    for each in asked:
        lines.append(f"  # {question_text(each, words)}")
        lines += [f"  #   {flow(option)}" for option in each.question.options]
        shown = "" if each.question.default_shown is None else flow(each.question.default_shown)
        lines.append(f"  {flow(each.question.id)}: {shown}".rstrip())
    return "\n".join(lines)


def unthrown_data(unthrown: UnthrownError) -> dict[str, Any]:
    """The first roll that nobody has thrown, for programs."""
    return {"label": unthrown.label, "dice": unthrown.expression}


def unthrown_line(unthrown: UnthrownError, words: Language) -> str:
    """That the turn was looked at only as far as there are dice."""
    text = words.text(N_("What comes after the dice “{label}” ({dice}) cannot be told before they are thrown."))
    return text.format(label=safe(unthrown.label), dice=unthrown.expression)


def section_lines(sections: Iterable[Section]) -> Iterator[str]:
    """What a ruleset tells, section by section. Words that players wrote may be among it, also at a row's beginning."""
    for section in sections:
        yield ""
        yield safe(section.heading, MOST_OF_A_LINE)
        yield from (f"  - {safe(line, MOST_OF_A_LINE)}" for line in section.lines)


def flow(value: Any) -> str:
    """A value as YAML in one row."""
    return write_yaml({"x": value}, Layout(frozenset())).removeprefix("x: ").rstrip("\n")
