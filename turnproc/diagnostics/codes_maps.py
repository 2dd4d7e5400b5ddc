"""Messages about the map and its outlines: part of the tables of `turnproc.diagnostics.codes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message, Severity

MAP_MESSAGES: Final[Mapping[str, Message]] = {
    "C100": Message(
        text=N_("this is no JSON, so there are no outlines to draw the map with"),
        hint=N_("save the file again as GeoJSON, or take it away: then the map is drawn without outlines"),
        explanation=N_(
            "map.geojson holds the outlines of the map's places, as drawing programs for maps write them. Something in "
            "the text is not as JSON has it: a comma too many, a bracket that is not closed."
        ),
    ),
    "C101": Message(
        text=N_("these are no outlines: the file has no collection of features"),
        hint=N_("save the whole drawing as GeoJSON: a FeatureCollection, with one feature for each place"),
        explanation=N_(
            "map.geojson is a FeatureCollection of GeoJSON. Each of its features has the id of a place of the map and "
            "the outline of that place."
        ),
    ),
    "C102": Message(
        text=N_("feature {number} has no outline that can be drawn"),
        hint=N_("draw it again, or take the feature out of the file"),
        explanation=N_(
            "The geometry of a feature is a Polygon or MultiPolygon for a place, a LineString or MultiLineString for a "
            "border. Its coordinates are pairs of numbers: longitude and latitude, or x and y."
        ),
    ),
    "C103": Message(
        text=N_("two features have the id {id}"),
        hint=N_("make one of them: a place that lies apart is a MultiPolygon"),
        explanation=N_("Each place has one feature in map.geojson, with all its parts."),
    ),
    "C104": Message(
        text=N_("the outlines name {id}, and the map has no place of that id"),
        hint=N_("did you mean {nearest}?\ngive the feature the id of a place in map.yaml"),
        severity=Severity.WARNING,
        explanation=N_(
            "A feature of map.geojson belongs to the place whose id it has, a border to the two that it names under "
            "between. What belongs to none is not drawn."
        ),
    ),
    "C105": Message(
        text=N_("not on the picture of the map: {ids}"),
        hint=N_("say in map.yaml where these places are, or give them outlines in map.geojson"),
        severity=Severity.WARNING,
        explanation=N_(
            "A place can be drawn if map.yaml gives its position or map.geojson its outline. The rules need neither; "
            "but what stands in such a place cannot be seen on the picture."
        ),
    ),
    "C106": Message(
        text=N_("there is nothing to draw: no place of the map has a position"),
        hint=N_("say in map.yaml where the places are, or take svg and png out of report: targets"),
        explanation=N_(
            "The report is to have a picture of the map. A place can be drawn if map.yaml gives its position or "
            "map.geojson its outline; here that is true of none."
        ),
    ),
    "C106/ruleset": Message(
        text=N_("the ruleset {ruleset} draws no map"),
        hint=N_("take svg and png out of report: targets"),
        explanation=N_("Pictures are made by the ruleset, and this one has none."),
    ),
    "C107": Message(
        text=N_("{key} of the outlines cannot be used"),
        hint=N_(
            "centre is a longitude and a latitude: [13, 46]; squeeze is a number of kilometres, 1 or more\n"
            "both may be left out"
        ),
        explanation=N_(
            "Beside its features, map.geojson may say where the middle of the map is (centre), and how far from it "
            "things are drawn smaller (squeeze)."
        ),
    ),
}
