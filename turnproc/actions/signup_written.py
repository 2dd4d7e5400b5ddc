"""What giving places away changes in a campaign's files: campaign.yaml, and where the rules keep who plays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from turnproc.actions.game import Game
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_edit import entry_row, in_one_row, with_entry, with_item
from turnproc.source.yaml_writer import Layout as Form
from turnproc.source.yaml_writer import write_yaml
from turnproc.store.errors import OperatorError
from turnproc.store.layout import CAMPAIGN_FILE
from turnproc.store.read import read_file


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays whom from now on: the player's id, the speaker, the account at a platform, the public key if any."""

    player: str
    speaker: str
    platform: str
    account: str
    age: str | None = None


def written_files(game: Game, seats: Sequence[Seat]) -> Mapping[str, bytes]:
    """The new contents of the files, by name, in the order in which they are to be written.

    Where a state keeps who plays whom, that of the start is changed before turn 1; in play an event of the open turn
    does it.

    Raises:
        OperatorError: A file cannot be changed without touching anything else in it (O145, O147).
    """
    rules, layout = game.campaign.ruleset.seats, game.campaign.layout
    files: dict[str, bytes] = {}
    if rules is not None and game.turn == 1:
        state = layout.state_file(0)
        steps = [
            (
                partial(with_entry, path=rules.path(seat.speaker), key=rules.key, value=seat.player, limits=CAMPAIGN),
                f"{' > '.join(rules.path(seat.speaker))} > {entry_row(rules.key, seat.player)}",
            )
            for seat in seats
        ]
        files[state] = _edited(_there(game, state), state, steps)
    elif rules is not None:
        gm = layout.gm_file(game.turn)
        events = [dict(rules.event(seat.speaker, seat.player)) for seat in seats]
        if layout.path(gm).exists():
            items = [
                (partial(with_item, path=("events",), value=event, limits=CAMPAIGN), f"events > - {in_one_row(event)}")
                for event in events
            ]
            files[gm] = _edited(_there(game, gm), gm, items)
        else:
            files[gm] = write_yaml({"turn": game.turn, "events": events}, Form(frozenset({("events",)}))).encode()
    in_play = rules is not None and game.turn > 1
    rows = [
        (
            partial(
                with_entry, path=("players",), key=seat.player, value=_entry(seat, in_play=in_play), limits=CAMPAIGN
            ),
            f"players > {entry_row(seat.player, _entry(seat, in_play=in_play))}",
        )
        for seat in seats
    ]
    files[CAMPAIGN_FILE] = _edited(_there(game, CAMPAIGN_FILE), CAMPAIGN_FILE, rows)
    return files


def _entry(seat: Seat, *, in_play: bool) -> dict[str, Any]:
    # `speaks_for` is whom one begins with; later the state says it.
    entry: dict[str, Any] = {} if in_play else {"speaks_for": [seat.speaker]}
    entry["accounts"] = {seat.platform: seat.account}
    return entry if seat.age is None else {**entry, "age": seat.age}


def _there(game: Game, file: str) -> bytes:
    raw = read_file(game.documents.root, file, CAMPAIGN).raw
    if raw is None:
        raise OperatorError("O147", file=file)
    return raw


def _edited(raw: bytes, file: str, steps: Sequence[tuple[Callable[[bytes], bytes | None], str]]) -> bytes:
    for step, _ in steps:
        longer = step(raw)
        if longer is None:
            raise OperatorError("O145", file=file, rows=[row for _, row in steps])
        raw = longer
    return raw
