"""`make docs` writes what is made from the code; `make check` sees that it is up to date.

That is the page of all messages, and in the guides the output that they show (tests/docs/guides.py says how).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.docs.guides import GUIDES, GuideError, filled
from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.model import Message
from turnproc.rulesets import BUILT_IN
from turnproc.store.errors import MESSAGES as TROUBLES

ROOT = Path(__file__).resolve().parent.parent
DIAGNOSTICS = "docs/diagnostics.md"

CHAPTERS = {
    "Y": "The text of a file cannot be read",
    "S": "A file has not the form that it should have",
    "N": "A name",
    "C": "A file does not fit into its campaign",
    "P": "A pull request changes what it may not",
    "O": "The surroundings do not allow it",
}
HEAD = """# What turnproc complains about

Made from the catalogues by `make docs`; do not edit. `turnproc explain CODE` prints the same, in the reader's language.
Words in braces stand for what was found in the file.
"""


def diagnostics() -> str:
    """The page of all messages, by code."""
    parts = [HEAD]
    homeless = [code for code in (*MESSAGES, *TROUBLES) if code[0] not in CHAPTERS]
    if homeless:
        sys.exit(f"docs: no chapter for {', '.join(homeless)}")
    for letter, title in CHAPTERS.items():
        messages = {code: message for code, message in {**MESSAGES, **TROUBLES}.items() if code.startswith(letter)}
        parts += [f"## {letter}…: {title}\n", *chapter(messages)]
    for name, ruleset in sorted(BUILT_IN.items()):
        parts += [f"## Rules of {name}\n", *chapter(ruleset.messages)]
    return "\n".join(parts)


def chapter(messages: Mapping[str, Message]) -> Iterator[str]:
    """One section for each code; variants of a code stand under their own key."""
    for code, message in messages.items():
        rows = [f"### {code}\n", f"{message.severity}: {message.text}\n"]
        if message.hint:
            rows.append("Hint: " + "; ".join(message.hint.split("\n")) + "\n")
        if message.explanation:
            rows.append(f"{message.explanation}\n")
        rows += [f"{word}:\n\n```yaml\n{text.rstrip()}\n```\n" for word, text in examples(message)]
        yield "\n".join(rows)


def examples(message: Message) -> Iterator[tuple[str, str]]:
    """A wrong and a right piece of a file, where the catalogue has them."""
    if message.wrong:
        yield "Wrong", message.wrong
    if message.right:
        yield "Right", message.right


def guide(name: str) -> str:
    """A guide with fresh output."""
    with tempfile.TemporaryDirectory(prefix="turnproc-docs-") as folder:
        try:
            return filled(name, Path(folder))
        except GuideError as error:
            sys.exit(f"docs: {name}: {error}")


def main() -> None:
    """Write the pages, or with --check compare them."""
    stale = []
    for name in (DIAGNOSTICS, *GUIDES):
        path, text = ROOT / name, diagnostics() if name == DIAGNOSTICS else guide(name)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        sys.exit(f"docs: not up to date: {', '.join(stale)}: run `make docs` and commit what changes")


if __name__ == "__main__":
    main()
