"""`turnproc post --reminder`: some hours before the open turn's deadline, say who has not sent anything that counts.

It names players' speakers and nobody else, and nothing of what anybody sent. The time comes from whoever asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from turnproc.actions.cadence import in_zone, zone_of
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game
from turnproc.actions.letters import letter
from turnproc.actions.sealed_orders import game_masters_identity
from turnproc.actions.status import Sent, speakers_of
from turnproc.diagnostics.catalogue import N_
from turnproc.engine.naming import Name
from turnproc.post.message import Letter
from turnproc.report.escaping import Bbcode, Markdown
from turnproc.report.language import Language
from turnproc.store.repository import Repository

# An account on Discord that can be called by name: its number.
_NUMBER: Final = re.compile(r"\d{15,20}", re.ASCII)
_NOTHING: Final = frozenset({Sent.MISSING, Sent.REJECTED})


class Why(StrEnum):
    """Why nobody is reminded now."""

    NO_DEADLINE = "no-deadline"
    TOO_EARLY = "too-early"
    TOO_LATE = "too-late"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Missing:
    """Somebody who has sent nothing that counts; `account` is the player's number on Discord, as far as it is known."""

    name: Name
    account: str | None


@dataclass(frozen=True, slots=True)
class Due:
    """The open turn before its deadline: who is missing, or why nobody is reminded."""

    game: Game
    missing: Sequence[Missing] = ()
    why: Why | None = None


def due(documents: Documents, now: datetime, hours: int) -> Due | None:
    """Look at the open turn; None, with the problems in `documents`, where the campaign's files do not allow it."""
    game = open_game(documents, find=game_masters_identity)
    if game is None or game.before is None:
        return None
    deadline = game.timing.deadline
    if deadline is None:
        return Due(game, why=Why.NO_DEADLINE)
    if now > deadline:
        return Due(game, why=Why.TOO_LATE)
    if now < deadline - timedelta(hours=hours):
        return Due(game, why=Why.TOO_EARLY)
    missing = [
        Missing(each.name, _account(game, each.player))
        for each in speakers_of(game)
        if each.sent in _NOTHING and each.player is not None
    ]
    return Due(game, missing, None if missing else Why.NOBODY)


def _account(game: Game, player: str | None) -> str | None:
    entry: Any = (game.campaign.data.get("players") or {}).get(player) or {}
    account = (entry.get("accounts") or {}).get("discord")
    return account if isinstance(account, str) and _NUMBER.fullmatch(account) else None


def reminder(found: Due, words: Language, target: str, repository: Repository | None) -> Letter:
    """The reminder for a place, in the form that it reads."""
    game = found.game
    assert game.timing.deadline is not None
    escape = Bbcode.escape if target == "forum" else Markdown.escape
    on_discord = target == "discord"
    # Discord shows it to everybody in the time of their own clock.
    time = (
        f"<t:{int(game.timing.deadline.timestamp())}:F>" if on_discord else escape(_local(game, game.timing.deadline))
    )
    head = words.text(N_("Turn {turn} ends soon: {time}.")).format(turn=game.turn, time=time)
    lead = words.text(N_("Nothing that counts has come yet from:"))
    accounts = [each.account for each in found.missing if each.account is not None] if on_discord else []
    rows = [_row(each, words.code, escape, on_discord) for each in found.missing]
    sign = "" if target == "forum" else "- "
    text = "\n".join([head, "", lead, "", *(f"{sign}{row}" for row in rows)]) + "\n"
    return letter(words, game.turn, text, repository, title=head, mentioned=tuple(dict.fromkeys(accounts)))


def _row(missing: Missing, language: str, escape: Any, on_discord: bool) -> str:
    name = str(escape(missing.name.in_words(language)))
    return f"{name} <@{missing.account}>" if on_discord and missing.account is not None else name


def _local(game: Game, deadline: datetime) -> str:
    zone = zone_of(game.campaign.data) or deadline.tzinfo
    offset = deadline.astimezone(zone).isoformat()[-6:]
    return f"{in_zone(deadline, zone)} ({offset})"
