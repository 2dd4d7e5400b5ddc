"""`cadence` of campaign.yaml: when the next turn ends, reckoned from the deadline of this one. No clock is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from turnproc.actions.timing import Timing
from turnproc.engine.finding import Finding
from turnproc.source.times import write_time
from turnproc.source.yaml_writer import Layout as Form
from turnproc.source.yaml_writer import write_yaml

if TYPE_CHECKING:
    from turnproc.actions.game import Game


@dataclass(frozen=True, slots=True)
class Following:
    """The next turn's deadline; `trouble` says why there is none."""

    deadline: datetime | None = None
    trouble: Finding | None = None


def zone_of(data: Mapping[str, Any]) -> ZoneInfo | None:
    """The zone of the campaign's cadence; None without a cadence, or if nobody knows the zone."""
    key = (data.get("cadence") or {}).get("zone")
    # Beside its zones the system has copies of them under these names, with other seconds.
    if not isinstance(key, str) or key.startswith(("posix/", "right/")):
        return None
    try:
        return ZoneInfo(key)
    except (ValueError, LookupError, OSError):
        return None


def following_deadline(data: Mapping[str, Any], timing: Timing) -> Following:
    """The deadline after this one as campaign.yaml's cadence says; nothing without a cadence."""
    cadence = data.get("cadence")
    if cadence is None:
        return Following()
    zone = zone_of(data)
    if zone is None:
        return Following(trouble=Finding("campaign", "/cadence/zone", "C074", {"zone": cadence["zone"]}))
    if timing.deadline is None:
        return Following(trouble=Finding("campaign", "/cadence", "C075", {}, on_key=True))
    day = timing.deadline.astimezone(zone).date() + timedelta(days=cadence["days"])
    hour, minute = cadence["at"].split(":")
    deadline = datetime.combine(day, time(int(hour), int(minute)), tzinfo=zone)
    offset, other = deadline.utcoffset(), deadline.replace(fold=1).utcoffset()
    if offset != other and offset is not None and other is not None:
        variant = "C074/gap" if offset < other else "C074/twice"
        params = {"at": cadence["at"], "date": day.isoformat(), "zone": cadence["zone"]}
        return Following(trouble=Finding("campaign", "/cadence/at", variant, params))
    return Following(deadline)


def next_turn_file(game: Game) -> dict[str, bytes | None]:
    """The next turn's turn.yaml by its name; nothing where the cadence gives none, or the game master wrote one."""
    name = game.campaign.layout.turn_file(game.turn + 1)
    content = next_turn_text(game.campaign.data, game.timing)
    return {} if content is None or game.campaign.layout.path(name).exists() else {name: content}


def next_turn_text(data: Mapping[str, Any], timing: Timing) -> bytes | None:
    """What `resolve` writes into the next turn's turn.yaml; None where the cadence of campaign.yaml gives nothing."""
    deadline = following_deadline(data, timing).deadline
    if deadline is None:
        return None
    content: dict[str, Any] = {"deadline": write_time(deadline)}
    if timing.grace:
        content["grace"] = timing.grace
    comment = f"{in_zone(deadline, deadline.tzinfo)} {data['cadence']['zone']}"
    return write_yaml(content, Form(), comment).encode()


def in_zone(moment: datetime, zone: tzinfo | None) -> str:
    """A time for people: day and time of day in a zone, without its name."""
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M")
