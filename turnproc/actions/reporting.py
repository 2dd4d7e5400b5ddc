"""From the record of a turn to its reports, by language and target, and to its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from turnproc.actions.campaign import Campaign
from turnproc.actions.differences import revision_view
from turnproc.actions.pictures import as_png, pictures_of_turn
from turnproc.engine.ruleset import AnyRecord
from turnproc.report.drawing import Drawn
from turnproc.report.language import Language
from turnproc.report.render import render


def render_reports(
    campaign: Campaign, record: AnyRecord, languages: Iterable[str], targets: Iterable[str]
) -> dict[tuple[str, str], str]:
    """The reports of a turn by language and target."""
    targets = tuple(targets)
    reports: dict[tuple[str, str], str] = {}
    for code in languages:
        reports |= _reports(campaign, record, Language.load(code, campaign.ruleset.name), targets)[0]
    return reports


def report_files(campaign: Campaign, record: AnyRecord, *, with_png: bool = True) -> dict[str, bytes]:
    """Every file that a turn's report is made of, by name: texts and pictures in the campaign's languages."""
    layout, turn = campaign.layout, record.journal.turn
    files: dict[str, bytes] = {}
    for code in campaign.report_languages:
        language = Language.load(code, campaign.ruleset.name)
        reports, pictures = _reports(campaign, record, language, campaign.targets)
        files |= {layout.report_file(turn, *wanted): text.encode() for wanted, text in reports.items()}
        for name, drawn in pictures.items():
            if "svg" in campaign.pictures:
                files[layout.picture_file(turn, name, code, "svg")] = drawn.svg.encode()
            if "png" in campaign.pictures and with_png:
                files[layout.picture_file(turn, name, code, "png")] = as_png(drawn.svg)
    return files


def _reports(
    campaign: Campaign, record: AnyRecord, language: Language, targets: Iterable[str]
) -> tuple[dict[tuple[str, str], str], Mapping[str, Drawn]]:
    pictures = pictures_of_turn(campaign, record, language)
    view = campaign.ruleset.view(record, language)
    view["revision"] = revision_view(campaign.ruleset, record, language)
    view["pictures"] = _shown(campaign, record, language, pictures)
    texts = {(language.code, target): render(campaign.ruleset.name, target, language, view) for target in targets}
    return texts, pictures


def _shown(campaign: Campaign, record: AnyRecord, language: Language, pictures: Mapping[str, Drawn]) -> list[Any]:
    """The pictures as a report shows them: drawn on its page, or by the names of their files beside it."""
    # An SVG is escaped already, name by name, by the template that wrote it.
    # What is to be looked at by many is the PNG, where there is one.
    kind = "png" if "png" in campaign.pictures else "svg"
    layout, turn = campaign.layout, record.journal.turn
    return [
        {
            "file": layout.picture_file(turn, name, language.code, kind).rpartition("/")[2],
            "title": drawn.title,
            "svg": Markup(drawn.svg),
            "width": drawn.width,
        }
        for name, drawn in pictures.items()
    ]
