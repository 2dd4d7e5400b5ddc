"""How commands speak: the language of the campaign or the one asked for, diagnostics on stderr, data on stdout."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

if TYPE_CHECKING:
    from turnproc.actions.documents import Documents
    from turnproc.diagnostics.catalogue import Catalogue
    from turnproc.diagnostics.model import Diagnostic
    from turnproc.report.language import Language
    from turnproc.store.errors import OperatorError


_UNSEEN = re.compile(
    r"[\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]|(?<=#)#(?=\w*\[)"
)


# Sealed orders that lie open.
_NEVER_HIDDEN = {"C063"}

_NAME_OF_RULESET = re.compile(r"[a-z0-9][a-z0-9_-]*", re.ASCII)


class Format(StrEnum):
    """How facts are printed."""

    TEXT = "text"
    JSON = "json"


class ProblemFormat(StrEnum):
    """How problems are printed: for people, for programs, as annotations of a GitHub workflow."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


@dataclass(slots=True)
class Speaking:
    """Whom the command that runs speaks to: trouble is told in the language asked for, or in the campaign's."""

    language: str | None = None
    folder: Path | None = None

    def forget(self) -> None:
        """Begin with a new command."""
        self.language = self.folder = None


SPEAKING = Speaking()


def known_language(asked: str | None) -> str | None:
    """Refuse a language that there is not, and keep the one asked for in mind for trouble."""
    from turnproc.report.language import LANGUAGES

    if asked is not None and asked not in LANGUAGES:
        raise typer.BadParameter(f"there is no language {asked!r}; there are: {', '.join(LANGUAGES)}")
    SPEAKING.language = asked
    return asked


# Turns beyond it could have no folder, and no file can name them.
MOST_TURNS = 1_000_000

CampaignArgument: TypeAlias = Annotated[
    Path | None,
    typer.Argument(metavar="[CAMPAIGN]", help="The campaign's folder; default: the one around the current folder."),
]
LanguageOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--language",
        "-l",
        metavar="L",
        help="ru, en or sv; default: the campaign's first language.",
        callback=known_language,
    ),
]
FormatOption: TypeAlias = Annotated[Format, typer.Option("--format", help="How to print: text or json.")]


def campaign_folder(given: Path | None) -> Path:
    """The campaign that the person named, or the one around the current folder."""
    from turnproc.store.layout import campaign_at, find_campaign

    SPEAKING.folder = given
    return find_campaign(current_folder()) if given is None else campaign_at(given)


def current_folder() -> Path:
    """Where the person is.

    Raises:
        OperatorError: Somebody has deleted that folder (O018).
    """
    from turnproc.store.errors import OperatorError

    try:
        return Path.cwd()
    except OSError:
        raise OperatorError("O018", folder=".") from None


def chosen_language(asked: str | None, documents: Documents | None = None) -> Language:
    """The language asked for, else the campaign's first, else English."""
    from turnproc.report.language import LANGUAGES, Language

    data = documents.data("campaign") if documents is not None else None
    ruleset = data.get("ruleset") if isinstance(data, dict) else None
    # A catalogue is named so, too: what anybody wrote here must not lead to another file.
    domain = ruleset if isinstance(ruleset, str) and _NAME_OF_RULESET.fullmatch(ruleset) else None
    if asked is not None:
        return Language.load(asked, domain)
    languages = data.get("languages") if isinstance(data, dict) else None
    first = languages[0] if isinstance(languages, list) and languages else None
    return Language.load(first if first in LANGUAGES else "en", domain)


def campaign_file(folder: Path) -> Documents | None:
    """campaign.yaml of the campaign around a folder or file, as far as it can be read; None if there is none."""
    from turnproc.actions.documents import Documents
    from turnproc.source.limits import CAMPAIGN
    from turnproc.store.errors import OperatorError
    from turnproc.store.layout import CAMPAIGN_FILE, find_campaign

    try:
        documents = Documents(find_campaign(folder))
        documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN)
    except OperatorError:
        return None
    return documents


def language_here(asked: str | None) -> Language:
    """The language asked for, else that of the campaign around the current folder."""
    return chosen_language(asked, campaign_file(Path()))


def language_of_trouble() -> Language:
    """The language for trouble that keeps a command from doing its work."""
    return chosen_language(SPEAKING.language, campaign_file(SPEAKING.folder or Path()))


def told_error(error: OperatorError, language: Language) -> str:
    """What is wrong with the surroundings, with the code under which diagnostics.md and `explain` say more."""
    from turnproc.diagnostics.catalogue import N_

    return f"turnproc: {language.text(N_('error'))}[{error.key.partition('/')[0]}]: {error.text(language.text)}"


def catalogue(documents: Documents, language: Language) -> Catalogue:
    """The messages of engine and ruleset in a language."""
    from turnproc.diagnostics.catalogue import Catalogue

    return Catalogue(documents.messages, language.text, language.code)


def print_problems(problems: Iterable[Diagnostic], words: Catalogue) -> None:
    """Diagnostics for people, on stderr."""
    from turnproc.diagnostics.as_text import as_text

    for problem in problems:
        print(as_text(problem, words), file=sys.stderr)


# Orders that do not count, and a deadline that does not come: nobody should learn of it afterwards.
_ALWAYS_TOLD = {"C072", "C075"}


def print_errors(problems: Sequence[Diagnostic], words: Catalogue) -> None:
    """Errors for people, on stderr; of warnings only how many there are: `validate` is the command to see them.

    Only what cannot be taken back once it has been sent, and what came too late, is told everywhere.
    """
    from turnproc.diagnostics.catalogue import N_

    told = [problem for problem in problems if problem.is_error or problem.code in _ALWAYS_TOLD | _NEVER_HIDDEN]
    print_problems(told, words)
    warnings = len(problems) - len(told)
    if warnings:
        text = N_("warnings: {count} (turnproc validate shows them)")
        print(words.translate(text).format(count=warnings), file=sys.stderr)


def print_json(data: Any) -> None:
    """Data for programs, on stdout."""
    print(json_text(data))


def json_text(data: Any) -> str:
    """Data for programs. What a terminal or a workflow would obey is escaped, as JSON itself does it."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
