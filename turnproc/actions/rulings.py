"""Rulings that every ruleset accepts without having asked, and the dice thrown by hand (docs/formats.md, section 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from turnproc.engine.dice import Thrown
from turnproc.engine.finding import Finding
from turnproc.source.names import nearest_words
from turnproc.source.pointer import join
from turnproc.source.times import read_time


def check_unasked(gm: Mapping[str, Any], sent: Collection[str]) -> Iterator[Finding]:
    """`strike/<speaker>: true` and `received/<speaker>: <time>` name somebody who sent a file, and fit."""
    for key, value in (gm.get("rulings") or {}).items():
        kind, _, speaker = key.partition("/")
        if kind not in ("strike", "received"):
            continue
        if speaker not in sent:
            known = [f"{kind}/{each}" for each in nearest_words(speaker, sent)]
            yield Finding("gm", join(["rulings", key]), "C015", {"id": key, "asked": known}, on_key=True)
        elif kind == "strike" and value is not True:
            yield Finding("gm", join(["rulings", key]), "C017", {"id": key, "options": ["true"]})
        elif kind == "received" and read_time(value) is None:
            options = {"id": key, "options": ["2026-05-08T07:00:00+03:00"]}
            yield Finding("gm", join(["rulings", key]), "C017", options)


def thrown_dice(gm: Mapping[str, Any]) -> Mapping[str, Thrown]:
    """What stands under `dice`, by label: faces or a number."""
    return gm.get("dice") or {}
