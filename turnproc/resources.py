"""Where schemas, templates, rules' texts and message catalogues lie: the only module that knows.

In a checkout they are folders beside the package, so that people find and edit them; a wheel carries copies in
`turnproc/_data`. Imports nothing of turnproc. Everything is read once and kept: callers must not change what they get.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_PACKED = _PACKAGE / "_data"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*\Z")


class MissingResourceError(LookupError):
    """There is no such schema, template folder or rules text; the text says which and where it was looked for."""


def _folder(in_checkout: str, in_wheel: str) -> Path:
    """A folder of the wheel where there is one, else of the checkout."""
    folder = _PACKED / in_wheel if _PACKED.is_dir() else _PACKAGE.parent / in_checkout
    if not folder.is_dir():
        raise MissingResourceError(f"turnproc is not completely installed: {folder} is missing")
    return folder


@cache
def schema_folder() -> Path:
    """The folder of schemas: one folder for each ruleset and `common`."""
    return _folder("schemas", "schemas")


@cache
def template_folder() -> Path:
    """The folder of report templates: one folder for each ruleset and `common`."""
    return _folder("templates", "templates")


@cache
def locale_folder() -> Path:
    """The folder of compiled message catalogues, as gettext wants it; where it is missing, texts stay English."""
    return _PACKAGE / "locale"


@cache
def schema_text(directory: str, name: str) -> str:
    """The schema `<directory>/<name>.schema.json` as it lies in the file, for `turnproc schema` and `turnproc new`."""
    for part in (directory, name):
        if not _NAME.match(part):
            raise MissingResourceError(f"not the name of a schema: {part!r}")
    path = schema_folder() / directory / f"{name}.schema.json"
    return _text(path, f"there is no schema {directory}/{name}")


@cache
def schema(directory: str, name: str) -> dict[str, Any]:
    """The schema `<directory>/<name>.schema.json`, parsed: `schema("bellum", "orders")`."""
    parsed = json.loads(schema_text(directory, name))
    if not isinstance(parsed, dict):
        raise MissingResourceError(f"the schema {directory}/{name} is not a JSON object")
    return parsed


@cache
def schema_names() -> tuple[tuple[str, str], ...]:
    """Every schema there is, as (directory, name), sorted."""
    found = schema_folder().glob("*/*.schema.json")
    return tuple(sorted((path.parent.name, path.name.removesuffix(".schema.json")) for path in found))


@cache
def sample_files(ruleset: str, language: str) -> dict[str, str]:
    """What `turnproc new` makes a campaign of: the template of each file (below the template folder), by its name.

    They lie in `common/new` and `<ruleset>/new`, there in `any` and in the language's folder. A name that begins with
    `dot-` gets its dot; what begins with `_` is only a part of other files.
    """
    for part in (ruleset, language):
        if not _NAME.match(part):
            raise MissingResourceError(f"there is no sample campaign {part!r}")
    root = template_folder()
    folders = [root / owner / "new" / part for owner in ("common", ruleset) for part in ("any", language)]
    for folder in folders:
        if not folder.is_dir():
            raise MissingResourceError(f"there is no sample campaign of {ruleset} in {language} ({folder})")
    found = {}
    for folder in folders:
        for path in sorted(each for each in folder.rglob("*") if each.is_file() and not each.name.startswith("_")):
            parts = (re.sub(r"\Adot-", ".", part) for part in path.relative_to(folder).parts)
            found["/".join(parts).removesuffix(".j2")] = path.relative_to(root).as_posix()
    return found


@cache
def rules_text(ruleset: str) -> str:
    """The rules of a ruleset, in Markdown, as `turnproc explain` quotes them."""
    if not _NAME.match(ruleset):
        raise MissingResourceError(f"not the name of a ruleset: {ruleset!r}")
    return _text(_folder("docs/rules", "rules") / f"{ruleset}.md", f"there is no rules text of {ruleset}")


def _text(path: Path, complaint: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingResourceError(f"{complaint} ({path})") from None
