"""Message catalogues: `extract` the texts, `update` the translations, `compile` them, `check` that all is up to date.

`make catalogues` runs the first three, `make check` the last, every other target compiles. turnproc's own texts are one
catalogue, each ruleset's another. Templates (.pot) and translations (.po) are committed, with the file but not the line
of each text, so that they change only when a text does.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from hatch_build import compile_catalogues

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "turnproc" / "locale"
LANGUAGES = ("ru", "sv")

HEAD = "# The texts of {domain}; made by `make catalogues`."
VOLATILE = ('"POT-Creation-Date:', '"PO-Revision-Date:', '"Last-Translator:', '"Language-Team:', '"Generated-By:')


def domains() -> dict[str, list[str]]:
    """Which folders' texts go into which catalogue."""
    rulesets = sorted(path.parent.name for path in (ROOT / "turnproc" / "rulesets").glob("*/__init__.py"))
    places = {"turnproc": ["turnproc", "templates/common"]}
    places |= {name: [f"turnproc/rulesets/{name}", f"templates/{name}"] for name in rulesets}
    return {domain: [name for name in names if (ROOT / name).is_dir()] for domain, names in places.items()}


def pybabel(*arguments: str) -> None:
    """Run one command of Babel."""
    commands: Any = CommandLineInterface()  # Babel leaves its command line untyped
    commands.run(["pybabel", "--quiet", *arguments])


def extract(folder: Path = LOCALE) -> None:
    """Collect every marked text of package and templates."""
    folder.mkdir(parents=True, exist_ok=True)
    for domain, places in domains().items():
        target = folder / f"{domain}.pot"
        # fmt: off
        pybabel("extract", "--mapping-file", "pyproject.toml", "--output-file", str(target), "--project", "turnproc",
                "--ignore-dirs", "rulesets" if domain == "turnproc" else "__pycache__",
                "--keywords", "NN_:1,2", "--add-location", "file", "--sort-by-file", "--width", "120", *places)
        # fmt: on
        _, found, body = target.read_text(encoding="utf-8").partition('\nmsgid ""\n')
        # Dates, years and Babel's version would make every extraction differ from the last.
        kept = [line for line in body.splitlines() if not line.startswith(VOLATILE)]
        text = HEAD.format(domain=domain) + found + "\n".join(kept) + "\n"
        target.write_text(text, encoding="utf-8", newline="\n")


def update() -> None:
    """Bring new texts into the translations and drop old ones."""
    for domain in domains():
        for language in LANGUAGES:
            # fmt: off
            pybabel("update", "--input-file", str(LOCALE / f"{domain}.pot"), "--output-dir", str(LOCALE),
                    "--domain", domain, "--locale", language, "--init-missing", "--no-fuzzy-matching",
                    "--ignore-obsolete", "--width", "120", "--ignore-pot-creation-date")
            # fmt: on


def compile_all() -> None:
    """Write the .mo files, those that are older than their source."""
    compile_catalogues(ROOT)


def check() -> None:
    """Stop with a list of what `make catalogues` or a translator has to do."""
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        extract(Path(folder))
        for domain in domains():
            fresh, committed = Path(folder) / f"{domain}.pot", LOCALE / f"{domain}.pot"
            if not committed.is_file() or committed.read_bytes() != fresh.read_bytes():
                problems.append(f"{committed.relative_to(ROOT)}: not up to date: run `make catalogues` and commit it")
            template = read(fresh)
            for language in LANGUAGES:
                problems += problems_of(LOCALE / language / "LC_MESSAGES" / f"{domain}.po", template)
    if problems:
        sys.exit("\n".join(problems))


def problems_of(path: Path, template: Catalog) -> Iterator[str]:
    """What is missing, superfluous or wrong in one translation."""
    name = path.relative_to(ROOT).as_posix()
    if not path.is_file():
        yield f"{name}: is not there: run `make catalogues`"
        return
    catalogue = read(path)
    wanted = {(message.id, message.context) for message in template if message.id}
    known = {(message.id, message.context) for message in catalogue if message.id}
    yield from (f"{name}: {text!r} is missing: run `make catalogues`" for text, _ in sorted(wanted - known, key=str))
    for message in catalogue:
        if message.id:
            where = f"{name}:{message.lineno}: {message.id!r}"
            if (message.id, message.context) not in wanted:
                yield f"{where} is no longer used: run `make catalogues`"
            elif not all(strings(message)) or message.fuzzy:
                yield f"{where} is not translated"
            elif any(fields(text) not in map(fields, ids(message)) for text in strings(message)):
                yield f"{where} has other parameters than its translation"


def read(path: Path) -> Catalog:
    """Parse a template or a translation."""
    with path.open("rb") as stream:
        return read_po(stream)


def ids(message: Message) -> tuple[str, ...]:
    """The English text, or both of its numbers."""
    return tuple(message.id) if isinstance(message.id, (list, tuple)) else (message.id,)


def strings(message: Message) -> tuple[str, ...]:
    """The translation, or all of its plural forms."""
    found = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
    return tuple(text or "" for text in found)


def fields(text: str) -> set[str]:
    """The names of the parameters in `{braces}`; a text that only looks like a format has none."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name and name.isidentifier()}
    except ValueError:
        return set()


def main() -> None:
    """Do the steps named on the command line, in their order."""
    os.chdir(ROOT)  # places in the catalogues are told from here
    steps = {"extract": extract, "update": update, "compile": compile_all, "check": check}
    for name in sys.argv[1:] or ["check"]:
        steps[name]()


if __name__ == "__main__":
    main()
