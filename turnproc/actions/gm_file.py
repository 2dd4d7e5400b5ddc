"""The game master's file of a turn: his words, his events, and his orders for those whom nobody plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from turnproc.actions.documents import cut_off, schema_check
from turnproc.actions.rulings import check_unasked
from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding
from turnproc.engine.ruleset import OrdersFile, Reader
from turnproc.source.limits import CAMPAIGN
from turnproc.source.pointer import join
from turnproc.source.schema_phrases import subject

if TYPE_CHECKING:
    from turnproc.actions.game import Game


def read_gm(game: Game) -> None:
    """Read it into the game, all but his orders for others, with everything that is wrong in it."""
    campaign, documents = game.campaign, game.documents
    ruleset = campaign.ruleset
    file = campaign.layout.gm_file(game.turn)
    data = documents.read("gm", file, CAMPAIGN, schema_check(ruleset.name, "gm"))
    if data is None or game.reader is None:
        return
    game.gm = data
    if data["turn"] != game.turn:
        documents.tell([Finding("gm", "/turn", "C001", {"turn": data["turn"], "open": game.turn})])
    documents.tell(cut_off(documents, "gm", "chronicle"))
    events = game.reader.read_events(data.get("events") or [])
    documents.tell(events.findings)
    game.events = events.value or ()


def read_npc_orders(game: Game) -> None:
    """Read his orders for others, and his rulings about files, when it is known who sent one."""
    reader = game.reader
    if reader is None:
        return
    game.documents.tell(check_unasked(game.gm, {*game.sent, *game.late}))
    for text, orders in (game.gm.get("npc_orders") or {}).items():
        pointer = join(["npc_orders", text])
        speaker = reader.find_speaker(text)
        refused = _why_no_npc(game, reader, text, speaker)
        if refused is not None:
            game.documents.tell([Finding("gm", pointer, *refused, on_key=True)])
            continue
        assert speaker is not None
        read = reader.read_orders(OrdersFile(speaker=speaker, source="gm", pointer=pointer, orders=orders))
        game.documents.tell(read.findings)
        game.npc_orders[speaker] = read.value
        game.counts[speaker] = len(orders)


def _why_no_npc(
    game: Game, reader: Reader[Any], text: str, speaker: str | None
) -> tuple[str, Mapping[str, Param]] | None:
    """Why the game master cannot give orders under this name; None: he can."""
    if speaker is None:
        return "C003", {"speaker": text, "nearest": reader.nearest_speakers(text)}
    if speaker not in game.speakers:
        silent = reader.why_silent(speaker, "gm")
        return silent.message, silent.params
    name, player = game.speakers[speaker].name, game.speakers[speaker].player
    if player is not None:
        return "C012", {"speaker": name, "player": player}
    if speaker in game.sent:
        return "C012/file", {"speaker": name, "file": game.sent[speaker]}
    return ("S009", {"subject": subject(["npc_orders"]), "value": text}) if speaker in game.npc_orders else None
