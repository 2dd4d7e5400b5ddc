"""One orders file: its form, whether it fits the place where it lies, and what the rules say to it.

Wherever a file comes from (the turn's folder, a pull request, a mail), it is held against the campaign here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from turnproc.actions.documents import Documents, cut_off, schema_check
from turnproc.actions.envelope import envelope
from turnproc.engine.ruleset import OrdersFile
from turnproc.source.schema_check import SchemaCheck
from turnproc.store.read import shown

if TYPE_CHECKING:
    from turnproc.actions.campaign import Campaign
    from turnproc.actions.game import Game

ORDERS_SOURCE: Final = "orders/"
# The check of form tells two hundred problems of a file: with half as many nobody is sure that the rest is sound.
MOST_TOLD: Final = 100


def check_of_form(campaign: Campaign) -> SchemaCheck:
    """The check that orders files of a campaign have the right shape."""
    return schema_check(campaign.ruleset.name, "orders", campaign.ruleset.rule_of_shape)


def read_orders_file(game: Game, speaker: str, names: tuple[str, str | None], check: SchemaCheck) -> None:
    """Read a speaker's file into the game. All problems are kept in its documents.

    `names` are those of the file that counts, and of the sealed one if there is one (mostly the same).
    """
    documents, reader = game.documents, game.reader
    source = ORDERS_SOURCE + speaker
    entry = game.speakers.get(speaker)
    is_played = entry is not None and entry.player is not None
    data, is_closed = game.sealed.read(speaker, source, names, check, is_played=is_played)
    file = game.sent[speaker] = shown(names[0])
    if reader is None:
        return
    # What has the wrong shape already is not held against the turn or the file's name, too.
    documents.tell(
        each for each in envelope(game, reader, speaker, source) if not documents.has_error_at(file, each.pointer)
    )
    if speaker not in game.speakers or is_closed:
        return
    if data is None:
        # What is right in a file with faults of form is held against the rules all the same: one run tells all.
        sound = _sound_orders(documents, source, file)
        documents.tell(reader.read_orders(orders_file(speaker, source, {"orders": sound}, is_complete=False)).findings)
        return
    if data.get("ready"):
        game.ready.add(speaker)
    if data.get("message"):
        documents.tell(cut_off(documents, source, "message"))
    read = reader.read_orders(orders_file(speaker, source, data))
    documents.tell(read.findings)
    documents.watch.lap("check")
    game.orders[speaker] = read.value
    game.counts[speaker] = len(data["orders"])


def orders_file(speaker: str, source: str, data: Mapping[str, Any], *, is_complete: bool = True) -> OrdersFile:
    """What an orders file of the right shape says, for a ruleset to read."""
    return OrdersFile(
        speaker=speaker,
        source=source,
        pointer="/orders",
        orders=data["orders"],
        ready=data.get("ready", False),
        message=data.get("message", ""),
        is_complete=is_complete,
    )


def _sound_orders(documents: Documents, source: str, file: str) -> list[Mapping[str, Any] | None]:
    """The orders of a file whose form is wrong somewhere; None in the place of each that is wrong itself."""
    data = documents.data(source)
    orders = data.get("orders") if isinstance(data, dict) else None
    told = [each for each in documents.found_in(file) if each.is_error and each.place.pointer.startswith("/orders/")]
    wrong = {each.place.pointer.split("/")[2] for each in told}
    if not isinstance(orders, list) or len(told) >= MOST_TOLD:
        return []
    return [None if str(at) in wrong or not isinstance(order, dict) else order for at, order in enumerate(orders)]
