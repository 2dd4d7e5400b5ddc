"""`turnproc new`: a campaign that can be played at once, from the sample that its ruleset brings.

Everything is made in memory and read as any campaign is before the first file is written; then it is written all or
nothing, made a repository and committed. `write_schemas` brings the editors' schemas up to date later on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from turnproc import __version__, resources
from turnproc.actions.documents import Documents
from turnproc.actions.editors import MARK, VSCODE_SETTINGS, editor_files, vocabulary, vscode_settings
from turnproc.actions.game import Game, open_game
from turnproc.report.escaping import plain
from turnproc.report.files import fill_in
from turnproc.rulesets import AnyRuleset
from turnproc.source.limits import Limits
from turnproc.store.errors import OperatorError
from turnproc.store.folder import filled, free_place, write_again
from turnproc.store.read import FileRead
from turnproc.store.repository import Repository

LONGEST_NAME: Final = 200


class Uncommitted(StrEnum):
    """Why a new campaign is in no commit."""

    NOT_ASKED = "not-asked"
    NO_GIT = "no-git"
    INSIDE = "inside-another-repository"


@dataclass(frozen=True, slots=True)
class Created:
    """A new campaign: its folder, its files, and its first commit or why it has none."""

    folder: Path
    name: str
    files: tuple[str, ...]
    commit: str | None
    uncommitted: Uncommitted | None


def new_campaign(
    folder: Path, ruleset: AnyRuleset, language: str, *, name: str | None = None, use_git: bool = True
) -> Created:
    """Make a campaign in a folder that is empty or does not exist yet.

    Raises:
        OperatorError: There is something already (O040, O041), the ruleset has no sample (O042), the name is none
            (O043), the system or git does not let us (O007, O011 to O013): then nothing is left over.
    """
    place = free_place(folder)
    title = _campaign_name(ruleset.title[language] if name is None else name)
    texts = _texts(place, ruleset, language, title)
    files = {file: texts[file].encode() for file in sorted(texts)}
    with filled(place, files):
        commit, why = _commit(place, files, _message(title, ruleset)) if use_git else (None, Uncommitted.NOT_ASKED)
    return Created(place, title, tuple(files), commit, why)


def _campaign_name(given: str) -> str:
    name = plain(given)
    if not 0 < len(name) <= LONGEST_NAME:
        raise OperatorError("O043", name=given)
    return name


def _texts(place: Path, ruleset: AnyRuleset, language: str, name: str) -> dict[str, str]:
    """All files of the campaign."""
    try:
        sample = resources.sample_files(ruleset.name, language)
    except resources.MissingResourceError:
        raise OperatorError("O042", ruleset=ruleset.name) from None
    values: dict[str, str | int] = {
        "name": name,
        "id": campaign_id(place.name) or ruleset.name,
        "ruleset": ruleset.name,
        "ruleset_version": ruleset.version,
        "version": __version__,
        "parts": f"{ruleset.name}/new/{language}",
    }
    texts = {file: _text(template, values) for file, template in sample.items()}
    game = _read(place, texts)
    names = vocabulary(ruleset, game.campaign.world, game.before, game.campaign.data)
    return texts | editor_files(ruleset, names, game.campaign.languages) | {VSCODE_SETTINGS: vscode_settings(ruleset)}


def _text(template: str, values: Mapping[str, str | int]) -> str:
    if template.endswith(".j2"):
        return fill_in(template, values)
    return (resources.template_folder() / template).read_text(encoding="utf-8")


def campaign_id(text: str) -> str:
    """A text as an id: small Latin letters, digits and hyphens; "" where it has none of them."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:LONGEST_NAME]


def _read(place: Path, texts: Mapping[str, str]) -> Game:
    """Read the campaign before it is written: a sample that does not fit is a bug, and is to show as one."""

    def reader(name: str, limits: Limits) -> FileRead:
        return FileRead(name, texts[name].encode() if name in texts else None)

    documents = Documents(place, reader)
    game = open_game(documents, 1)
    if game is None or game.before is None or documents.problems:
        found = ", ".join(f"{each.place.file}:{each.place.line}: {each.code}" for each in documents.problems)
        raise ValueError(f"the sample campaign does not fit: {found}")
    return game


def _commit(place: Path, files: Mapping[str, bytes], message: str) -> tuple[str | None, Uncommitted | None]:
    """Make the folder a repository, unless it lies in one, and commit everything."""
    try:
        repository = Repository.find(place) or Repository.create(place)
    except OperatorError as error:
        if error.key != "O006":
            raise
        return None, Uncommitted.NO_GIT
    if repository.prefix:
        # Somebody else's history; and a repository in a repository would help nobody.
        return None, Uncommitted.INSIDE
    return repository.commit(list(files), message), None


def _message(name: str, ruleset: AnyRuleset) -> str:
    return f"New campaign: {name}\n\nRuleset: {ruleset.name} {ruleset.version}\nturnproc: {__version__}\n"


@dataclass(frozen=True, slots=True)
class WrittenSchemas:
    """The schemas of a campaign, and which of them have changed. None: the campaign's files do not allow it."""

    documents: Documents
    files: tuple[str, ...] | None
    changed: tuple[str, ...] = ()


def write_schemas(root: Path) -> WrittenSchemas:
    """Write the editors' schemas of a campaign anew, with the names of its last state.

    Raises:
        OperatorError: A file is in the way that turnproc did not write (O014), or the system does not let us write.
    """
    documents = Documents(root)
    game = open_game(documents)
    if game is None or game.before is None:
        return WrittenSchemas(documents, None)
    campaign = game.campaign
    names = vocabulary(campaign.ruleset, campaign.world, game.before, campaign.data)
    texts = editor_files(campaign.ruleset, names, campaign.languages)
    changed = write_again(root, {name: text.encode() for name, text in texts.items()}, MARK.encode())
    return WrittenSchemas(documents, tuple(sorted(texts)), tuple(sorted(changed)))
