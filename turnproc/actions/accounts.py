"""Who may send what: accounts of people, the players that they are, the speakers that these play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from turnproc.actions.campaign import Campaign
from turnproc.engine.ruleset import Reader

# Where letter case makes no difference in a login. Elsewhere, as far as we know, it does.
_CASELESS: Final = frozenset(["bitbucket", "codeberg", "forgejo", "gitea", "github", "gitlab"])


def same_login(platform: str, one: str, other: str) -> bool:
    """Are two login names one account? Only letters that a login can have lose their case: `K` (Kelvin) is no `k`."""
    if platform in _CASELESS and one.isascii() and other.isascii():
        return one.lower() == other.lower()
    return one == other


@dataclass(frozen=True, slots=True)
class Senders:
    """Who may send in a campaign. `reader` is None where the last state could not be read: then `speaks_for` counts."""

    campaign: Campaign
    reader: Reader[Any] | None

    def is_game_master(self, platform: str, login: str) -> bool:
        """Is it an account of the game master?"""
        return _has(self.campaign.data.get("game_master"), platform, login)

    def players(self, platform: str, login: str) -> Sequence[str]:
        """The players whose account it is: mostly one."""
        players: Mapping[str, Any] = self.campaign.data.get("players") or {}
        return [player for player, entry in players.items() if _has(entry, platform, login)]

    @property
    def player_of(self) -> Mapping[str, str | None]:
        """Everybody who can give orders, each with the player whose orders they are; None: nobody plays them."""
        if self.reader is None:
            return dict(self.campaign.player_of)
        return {speaker: entry.player for speaker, entry in self.reader.speakers.items()}

    def own(self, players: Sequence[str]) -> Sequence[str]:
        """The speakers of these players."""
        return sorted(speaker for speaker, player in self.player_of.items() if player in players)

    def has_free_places(self) -> bool:
        """Is there somebody whom nobody plays and who could do something?"""
        speakers = {} if self.reader is None else self.reader.speakers
        return any(each.player is None and each.can_decide for each in speakers.values())


def _has(entry: Any, platform: str, login: str) -> bool:
    account = ((entry or {}).get("accounts") or {}).get(platform)
    return account is not None and same_login(platform, account, login)
