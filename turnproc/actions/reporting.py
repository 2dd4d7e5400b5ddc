"""From the record of a turn to its reports, by language and target."""

from __future__ import annotations

from collections.abc import Iterable

from turnproc.actions.campaign import Campaign
from turnproc.actions.differences import revision_view
from turnproc.engine.ruleset import AnyRecord
from turnproc.report.language import Language
from turnproc.report.render import render


def render_reports(
    campaign: Campaign, record: AnyRecord, languages: Iterable[str], targets: Iterable[str]
) -> dict[tuple[str, str], str]:
    """The reports of a turn by language and target."""
    targets = tuple(targets)
    reports = {}
    for code in languages:
        language = Language.load(code, campaign.ruleset.name)
        view = campaign.ruleset.view(record, language)
        view["revision"] = revision_view(campaign.ruleset, record, language)
        for target in targets:
            reports[code, target] = render(campaign.ruleset.name, target, language, view)
    return reports
