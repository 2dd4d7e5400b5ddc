"""What is posted: the report of a turn as it is written, or rendered where it is not; the turn's pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from turnproc.actions.campaign import Campaign
from turnproc.actions.documents import Documents
from turnproc.actions.report import report
from turnproc.diagnostics.catalogue import N_
from turnproc.post.message import Letter, Picture
from turnproc.report.escaping import plain
from turnproc.report.language import Language
from turnproc.source.limits import CAMPAIGN, Limits
from turnproc.store.layout import Layout, turn_name
from turnproc.store.read import read_file
from turnproc.store.repository import Repository

LARGEST_PICTURE: Final = Limits(100 * 1024 * 1024, 1, 1)
# What resolving writes, in each language of the reports.
_OWN: Final = re.compile(r"(?:map|moves)\.(?P<language>[a-z]{2,3})\.png")
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def report_letter(
    campaign: Campaign, turn: int, language: str, form: str, repository: Repository | None
) -> tuple[Letter | None, Documents]:
    """The report of a turn in a form; None, with what is wrong, where it cannot be rendered."""
    root = campaign.layout.root
    written = read_file(root, campaign.layout.report_file(turn, language, form), CAMPAIGN)
    documents = Documents(root)
    text: str | None = None
    if written.raw is not None:
        text = written.raw.decode("utf-8", "replace")
    else:
        text, documents = report(root, turn, language, form)
    if text is None:
        return None, documents
    words = Language.load(language, campaign.ruleset.name)
    title = words.text(N_("{name}: turn {turn}")).format(name=plain(campaign.data["name"]), turn=turn)
    pictures, left_out = pictures_of(root, turn, words.code)
    made = letter(words, turn, text, repository, title=title, pictures=pictures)
    return replace(made, left_out=left_out), documents


def letter(
    words: Language,
    turn: int,
    text: str,
    repository: Repository | None,
    *,
    title: str = "",
    pictures: tuple[Picture, ...] = (),
    mentioned: tuple[str, ...] = (),
) -> Letter:
    """A letter about a turn, with the phrases that services may need around it."""
    name = f"turn-{turn_name(turn)}"
    return Letter(
        title=title,
        text=text,
        name=f"{name}.{words.code}",
        tag=name if repository is None else repository.tag_name(turn),
        numbered=words.text(N_("Part {part} of {parts}")),
        shortened=words.text(N_("The report is too long to stand here as a whole: all of it is in {file}, see below.")),
        pictures=pictures,
        mentioned=mentioned,
    )


def pictures_of(root: Path, turn: int, language: str) -> tuple[tuple[Picture, ...], tuple[str, ...]]:
    """The PNG files in a turn's own folder, by name, and the names of those that cannot be read or are none.

    Of those that a report is written with, only the ones in its language.
    """
    layout = Layout(root)
    folder = layout.path(layout.turn_folder(turn))
    names = sorted(path.name for path in folder.glob("*.png")) if folder.is_dir() else []
    names = [name for name in names if (own := _OWN.fullmatch(name)) is None or own["language"] == language]
    read = {name: read_file(root, f"{layout.turn_folder(turn)}/{name}", LARGEST_PICTURE).raw or b"" for name in names}
    pictures = tuple(Picture(name, raw) for name, raw in read.items() if raw.startswith(_PNG))
    return pictures, tuple(name for name, raw in read.items() if not raw.startswith(_PNG))
