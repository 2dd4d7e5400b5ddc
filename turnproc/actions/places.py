"""Where something can be posted: the services by their names, set up from the environment or only to look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnproc.post import forum
from turnproc.post.discord import Discord
from turnproc.post.forum import Forum
from turnproc.post.github import GitHub
from turnproc.post.message import Letter, Part, Receipt, Service
from turnproc.post.release import GitHubRelease
from turnproc.post.telegram import Telegram
from turnproc.store.errors import OperatorError

# In the order in which they are named to people; reminders go to those where they can be read in time.
TARGETS = ("discord", "telegram", "github", "forum", "file")
TAKES_REMINDERS = ("discord", "telegram", "forum")


@dataclass(frozen=True, slots=True)
class Paper:
    """Nowhere: what is made is handed to the person, to be pasted or mailed. `form` is markdown or bbcode."""

    label: str
    form: str
    limit: int | None
    repeatable: bool = True

    def parts(self, letter: Letter) -> list[Part]:
        """A forum's posts, or the whole text with its pictures."""
        if self.form == "bbcode":
            texts = forum.posts(letter, self.limit or forum.LONGEST)
            return [Part(text, letter.pictures if at == 0 else ()) for at, text in enumerate(texts)]
        return [Part(letter.text, letter.pictures)]

    def too_large(self, letter: Letter) -> list[str]:
        """None."""
        return []

    def send(self, letter: Letter, part: Part) -> Receipt:
        """Nothing is sent from here."""
        raise NotImplementedError


def wanted(asked: Sequence[str], campaign: Mapping[str, Any]) -> list[str]:
    """The targets asked for, else those that campaign.yaml names, each once. It may say that there are none.

    Raises:
        OperatorError: It says nothing (O136).
    """
    if not asked and campaign.get("post") is None:
        raise OperatorError("O136")
    return list(dict.fromkeys(asked or campaign["post"]))


def service(target: str, limit: int | None, *, connected: bool) -> Service:
    """A target's service. Without `connected` it can only tell which parts there would be.

    Raises:
        OperatorError: The environment lacks something (O134), or has something that cannot be used (O135).
    """
    if target == "discord":
        return Discord.from_environment() if connected else Discord("https://discord.com", "/")
    if target == "telegram":
        return Telegram.from_environment() if connected else Telegram("https://api.telegram.org", "0:", "0")
    if target == "github":
        return GitHubRelease.from_environment() if connected else GitHubRelease(GitHub("owner/name", ""))
    if target == "forum" and Forum.is_set_up() and connected:
        return Forum.from_environment(limit or forum.LONGEST)
    return Paper(target, "bbcode" if target == "forum" else "markdown", limit)
