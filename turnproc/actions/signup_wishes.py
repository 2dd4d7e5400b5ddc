"""Whom one can sign up for, and what a file of somebody who does it says (docs/formats.md, "Signing up")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from turnproc.actions.campaign import Campaign
from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import Reader
from turnproc.engine.table import Event

# Fewer wishes than this would push others from theirs.
LEAST_WISHES: Final = 3
# As the schema has it: what is beyond is told by its form.
MOST_WISHES: Final = 20
LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class Places:
    """Who can be played. `player_of` has whoever is played or has been given away; `free` are the others, in order.

    `awaited` are those among the free who are more than a voice beside others: only such a one is given to somebody who
    takes whoever is free.
    """

    reader: Reader[Any]
    player_of: Mapping[str, str]
    free: Sequence[str]
    awaited: Sequence[str]

    @property
    def least_wishes(self) -> int:
        """How many wishes one has to name at least, unless one names none."""
        return min(LEAST_WISHES, len(self.free))

    def name(self, speaker: str) -> Name:
        """What somebody who can be played is called."""
        return self.reader.speakers[speaker].name


def places_of(campaign: Campaign, reader: Reader[Any], turn: int, events: Sequence[Event] = ()) -> Places:
    """Find out who is free in a turn. Whom an event of that turn gives to a player is not."""
    player_of = {speaker: entry.player for speaker, entry in reader.speakers.items() if entry.player is not None}
    if turn == 1:
        player_of = {**campaign.player_of, **player_of}
    player_of |= _given_by_events(campaign, reader, events)
    free = [speaker for speaker, entry in reader.speakers.items() if entry.can_decide and speaker not in player_of]
    awaited = [speaker for speaker in free if reader.speakers[speaker].is_awaited]
    return Places(reader, player_of, tuple(sorted(free)), tuple(sorted(awaited)))


def _given_by_events(campaign: Campaign, reader: Reader[Any], events: Sequence[Event]) -> Mapping[str, str]:
    seats = campaign.ruleset.seats
    given: dict[str, str] = {}
    for event in events if seats is not None else ():
        assert seats is not None
        texts = [value for value in event.data.values() if isinstance(value, str) and value not in seats.reserved]
        for speaker in reader.speakers:
            for player in texts:
                if seats.event(speaker, player).items() <= event.data.items():
                    given[speaker] = player
    return given


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wishes for: `open` can be had, the dearest first; `named` is how many there are in all."""

    open: Sequence[str]
    named: int

    @property
    def takes_anybody(self) -> bool:
        """Is it somebody who plays whoever is free?"""
        return self.named == 0


def read_wishes(source: str, data: Any, places: Places) -> tuple[Wishes, Sequence[Finding]]:
    """Read the names of a file; `source` is the document that it is known as.

    Of one whose form is wrong elsewhere all that can be a name is read, so that everything is told at once.
    """
    seen: dict[str, str] = {}
    found: list[Finding] = []
    can_be_had: list[str] = []
    wishes = data.get("wishes") if isinstance(data, dict) else None
    if not isinstance(wishes, list):
        return Wishes((), 0), ()
    given = wishes[:MOST_WISHES]
    for at, text in enumerate(given):
        if not isinstance(text, str) or len(text) > LONGEST_NAME:
            continue
        pointer = f"/wishes/{at}"
        speaker = places.reader.find_speaker(text)
        if speaker is None:
            params: dict[str, Param] = {"speaker": text, "nearest": places.reader.nearest_speakers(text)}
            found.append(Finding(source, pointer, "C085", params))
        elif speaker in seen:
            found.append(Finding(source, pointer, "C087", {"speaker": text, "other": seen[speaker]}))
        else:
            seen[speaker] = text
            found += _not_to_be_had(source, pointer, text, speaker, places)
            can_be_had += [speaker] if speaker in places.free else []
    if 0 < len(given) < places.least_wishes:
        params = {"count": len(given), "least": places.least_wishes, "free": _names(places, [*seen])}
        found.append(Finding(source, "/wishes", "C088", params, on_key=True))
    return Wishes(tuple(can_be_had), len(given)), found


def _not_to_be_had(source: str, pointer: str, text: str, speaker: str, places: Places) -> Iterator[Finding]:
    free = _names(places, ())
    if speaker in places.player_of:
        params: dict[str, Param] = {"player": places.player_of[speaker], "speaker": text, "free": free}
        yield Finding(source, pointer, "C086", params)
    elif speaker not in places.free:
        yield Finding(source, pointer, "C086/closed", {"speaker": text, "free": free})


def _names(places: Places, without: Sequence[str]) -> list[Name]:
    return [places.name(speaker) for speaker in places.free if speaker not in without]
