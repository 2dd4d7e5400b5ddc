"""What never changes during a turn: campaign.yaml, the ruleset that it names, and the ruleset's own files.

`open_campaign` reads them; everything that a command does begins here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnproc import resources
from turnproc.actions.documents import Documents, schema_check
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.engine.finding import Finding
from turnproc.report.language import LANGUAGES
from turnproc.report.shapes import Shapes, Slip, read_shapes
from turnproc.rulesets import AnyRuleset, rulesets
from turnproc.source.limits import OUTLINES
from turnproc.source.names import nearest_words
from turnproc.source.schema_check import SchemaCheck
from turnproc.source.yaml_reader import CAMPAIGN
from turnproc.store.layout import CAMPAIGN_FILE, OUTLINES_FILE, PICTURES, Layout


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign whose own files could be read. `data` is campaign.yaml, `world` what the ruleset made of its files."""

    layout: Layout
    ruleset: AnyRuleset
    data: Mapping[str, Any]
    world: Any
    # The outlines of the map's places, where pictures are wanted and there is a map.geojson.
    shapes: Shapes | None = None

    @property
    def languages(self) -> Sequence[str]:
        """The languages of the campaign; the first is its default."""
        languages: Sequence[str] = self.data["languages"]
        return languages

    @property
    def targets(self) -> Sequence[str]:
        """What the texts of reports are written for."""
        return [target for target in self._targets if target not in PICTURES]

    @property
    def pictures(self) -> Sequence[str]:
        """The kinds of picture that belong to a report: svg, png."""
        return [target for target in self._targets if target in PICTURES]

    @property
    def _targets(self) -> Sequence[str]:
        targets: Sequence[str] = (self.data.get("report") or {}).get("targets") or ["markdown"]
        return targets

    @property
    def report_languages(self) -> Sequence[str]:
        """The languages in which reports are written."""
        languages: Sequence[str] = (self.data.get("report") or {}).get("languages") or self.languages[:1]
        return languages

    @property
    def player_of(self) -> Mapping[str, str]:
        """Whose `speaks_for` names a speaker."""
        players = self.data.get("players") or {}
        return {
            speaker: player for player, entry in players.items() for speaker in (entry or {}).get("speaks_for") or ()
        }


def open_campaign(documents: Documents) -> Campaign | None:
    """Read the campaign; None if its own files do not allow to go on. Problems are in `documents`."""
    data = documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN, schema_check("common", "campaign"))
    documents.must_be_there("campaign")
    if data is None:
        return None
    documents.tell(_reports(data))
    documents.tell(_sealing(data))
    ruleset = _ruleset_of(data, documents)
    if ruleset is None or not documents.check_again("campaign", _check_of_own_keys(ruleset)):
        return None
    files = {
        name: documents.read(name, f"{name}.yaml", CAMPAIGN, schema_check(ruleset.name, name))
        for name in ruleset.documents
    }
    for name in ruleset.documents:
        documents.must_be_there(name)
    if any(content is None for content in files.values()):
        return None
    world = ruleset.read_world(files, data)
    documents.tell(world.findings)
    if world.value is None:
        return None
    campaign = Campaign(Layout(documents.root), ruleset, data, world.value)
    return with_shapes(documents, campaign) if campaign.pictures else campaign


def with_shapes(documents: Documents, campaign: Campaign) -> Campaign:
    """The campaign with the outlines of its map, which is all that pictures need; what is wrong is told."""
    pictures = campaign.ruleset.pictures
    if pictures is None:
        documents.tell([Finding("campaign", "/report/targets", "C106/ruleset", {"ruleset": campaign.ruleset.name})])
        return campaign
    points = pictures.places(campaign.world)
    shapes: Shapes | None = None
    slips: list[Slip] = []
    raw = documents.fetch("outlines", OUTLINES_FILE, OUTLINES, is_input=False)
    if raw is not None:
        shapes, slips = read_shapes(raw)
    for slip in slips:
        where = Place(OUTLINES_FILE, slip.line, slip.column, slip.pointer)
        documents.diagnostics.append(Diagnostic(slip.key, Severity.ERROR, where, slip.params))
    documents.diagnostics += _gaps(shapes, points) if not slips else ()
    return replace(campaign, shapes=shapes)


def _gaps(shapes: Shapes | None, points: Mapping[str, tuple[float, float] | None]) -> Iterator[Diagnostic]:
    """Outlines without a place, places without either."""
    areas = shapes.areas if shapes is not None else {}
    borders = shapes.borders if shapes is not None else {}
    for name in dict.fromkeys([*areas, *(end for ends in borders for end in ends)]):
        if name not in points:
            params: dict[str, Param] = {"id": name, "nearest": nearest_words(name, points)}
            yield Diagnostic("C104", Severity.WARNING, Place(OUTLINES_FILE, 1, 1), params)
    lost = [name for name, point in points.items() if point is None and name not in areas]
    if len(lost) == len(points):
        yield Diagnostic("C106", Severity.ERROR, Place("map.yaml", 1, 1))
    elif lost:
        yield Diagnostic("C105", Severity.WARNING, Place("map.yaml", 1, 1), {"ids": lost})


def _reports(data: Mapping[str, Any]) -> Iterator[Finding]:
    """Reports are made in languages that turnproc speaks; without `report` in the campaign's first."""
    asked = (data.get("report") or {}).get("languages")
    pointer = "/languages" if asked is None else "/report/languages"
    for at, code in enumerate(data["languages"][:1] if asked is None else asked):
        if code not in LANGUAGES:
            yield Finding("campaign", f"{pointer}/{at}", "C019", {"name": code, "known": LANGUAGES})


def _sealing(data: Mapping[str, Any]) -> Iterator[Finding]:
    """Orders are sealed for somebody, and for one campaign."""
    if data.get("orders") == "sealed":
        if not data.get("id"):
            yield Finding("campaign", "/orders", "C060")
        if not (data.get("game_master") or {}).get("age"):
            yield Finding("campaign", "/orders", "C060/age")


def _ruleset_of(data: Mapping[str, Any], documents: Documents) -> AnyRuleset | None:
    known = rulesets()
    name = data["ruleset"]
    if name not in known:
        params = {"ruleset": name, "nearest": nearest_words(name, known), "installed": sorted(known)}
        documents.tell([Finding("campaign", "/ruleset", "C009", params)])
        return None
    ruleset = known[name]
    documents.speak_for(ruleset.messages, ruleset.own_codes)
    if data["ruleset_version"] != ruleset.version:
        versions = {"wanted": data["ruleset_version"], "ruleset": name, "installed": ruleset.version}
        documents.tell([Finding("campaign", "/ruleset_version", "C010", versions)])
    return ruleset


def _check_of_own_keys(ruleset: AnyRuleset) -> SchemaCheck:
    """The keys of campaign.yaml that have the ruleset's own shape, each by its own schema."""
    parts = {key: resources.schema(ruleset.name, key) for key in ruleset.campaign_keys}
    own = {key: {"$ref": part["$id"]} for key, part in parts.items()}
    foreign: Mapping[str, Any] = dict.fromkeys(foreign_keys(ruleset), False)
    return SchemaCheck({"type": "object", "properties": {**own, **foreign}}, parts.values())


def foreign_keys(ruleset: AnyRuleset) -> Sequence[str]:
    """The keys of campaign.yaml whose shape is a ruleset's own, and that this one does not know."""
    properties: Mapping[str, Mapping[str, Any]] = resources.schema("common", "campaign")["properties"]
    shapeless = {
        key
        for key, each in properties.items()
        if each["type"] in {"object", "array"} and not {"properties", "additionalProperties", "items"} & each.keys()
    }
    return sorted(shapeless - set(ruleset.campaign_keys))
