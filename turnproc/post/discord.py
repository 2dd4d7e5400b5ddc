"""Discord: messages through a channel's webhook.

2000 characters a message, ten files of ten mebibytes. Nobody is ever called by what somebody wrote: mentions count only
if the request lists them. Links show no previews.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs

from turnproc.post.answers import mapping, text_of
from turnproc.post.client import Client, Field, strange
from turnproc.post.markdown import Drawing, drawn
from turnproc.post.message import Letter, Part, Picture, Receipt
from turnproc.post.splitting import Within, parts
from turnproc.post.variables import address, base_address, fitting, needed, optional, unfit

LABEL: Final = "Discord"
WEBHOOK: Final = "TURNPROC_DISCORD_WEBHOOK"
THREAD: Final = "TURNPROC_DISCORD_THREAD"
API: Final = "TURNPROC_DISCORD_API"
LONGEST: Final = 2000
MOST_FILES: Final = 10
LARGEST_FILE: Final = 10 * 1024 * 1024
_HOSTS: Final = frozenset({"discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"})
_WANTED: Final = "https://discord.com/api/webhooks/…"
_PATH: Final = re.compile(r"/api(?:/v\d{1,2})?/webhooks/\d{1,20}/[A-Za-z0-9_-]{1,200}", re.ASCII)
_ID: Final = re.compile(r"\d{1,20}", re.ASCII)
_SUPPRESS_EMBEDS: Final = 1 << 2
_DEEPEST: Final = 3


class Discord:
    """The webhook of one channel, perhaps for one thread of it."""

    label = LABEL
    form = "markdown"
    repeatable = False

    def __init__(self, base: str, path: str, thread: str = "") -> None:
        self._thread = thread
        self._path = path
        self._client = Client(base, service=LABEL, secrets=[path, path.rpartition("/")[2]])

    @classmethod
    def from_environment(cls) -> Discord:
        """TURNPROC_DISCORD_WEBHOOK, TURNPROC_DISCORD_THREAD and, for a proxy, TURNPROC_DISCORD_API.

        Raises:
            OperatorError: One is missing (O134) or cannot be used (O135).
        """
        webhook = address(LABEL, WEBHOOK, needed(LABEL, WEBHOOK), _HOSTS, wanted=_WANTED)
        path = webhook.path.rstrip("/")
        asked = parse_qs(webhook.query)
        if _PATH.fullmatch(path) is None or not {"thread_id", "wait"}.issuperset(asked):
            raise unfit(LABEL, WEBHOOK, _WANTED)
        thread = optional(THREAD) or asked.get("thread_id", [""])[0]
        if thread:
            fitting(LABEL, THREAD, thread, _ID, "123456789012345678")
        return cls(base_address(LABEL, API, f"https://{webhook.hostname}"), path, thread)

    def parts(self, letter: Letter) -> list[Part]:
        """Messages; the pictures come with the first, and with more of their own where there are many."""
        texts = parts(drawn(letter.text, _DRAWING, lambda row: units(row) <= LONGEST // 2), LONGEST, units)
        shown = [each for each in letter.pictures if len(each.content) <= LARGEST_FILE]
        groups = [tuple(shown[at : at + MOST_FILES]) for at in range(0, len(shown), MOST_FILES)] or [()]
        first, *others = texts or [""]
        found = [Part(first, groups[0], letter.mentioned), *(Part(text, (), letter.mentioned) for text in others)]
        return [*found, *(Part("", group) for group in groups[1:])]

    def too_large(self, letter: Letter) -> list[str]:
        """Pictures of more than ten mebibytes."""
        return [each.name for each in letter.pictures if len(each.content) > LARGEST_FILE]

    def send(self, letter: Letter, part: Part) -> Receipt:
        """Post a message, and wait until Discord has kept it.

        Raises:
            ServiceError: It has not, or nobody knows (O130 to O133, O139).
        """
        called = [account for account in part.mentioned if _ID.fullmatch(account)]
        content: dict[str, Any] = {
            "content": part.text,
            "allowed_mentions": {"parse": [], "users": called} if called else {"parse": []},
            "flags": _SUPPRESS_EMBEDS,
        }
        query = {"wait": "true", **({"thread_id": self._thread} if self._thread else {})}
        if part.pictures:
            reply = self._client.send("POST", self._path, query=query, fields=_form(content, part.pictures))
        else:
            reply = self._client.send("POST", self._path, query=query, json=content)
        number = text_of(mapping(reply.data).get("id"))
        if reply.status != HTTPStatus.OK or _ID.fullmatch(number) is None:
            raise strange(LABEL, "id")
        return Receipt(number)


def _form(content: dict[str, Any], pictures: Collection[Picture]) -> dict[str, Field]:
    listed = [{"id": at, "filename": each.name} for at, each in enumerate(pictures)]
    fields: dict[str, Field] = {"payload_json": json.dumps({**content, "attachments": listed}, ensure_ascii=False)}
    return fields | {f"files[{at}]": (each.name, each.content, "image/png") for at, each in enumerate(pictures)}


def units(text: str) -> int:
    """The length of a text in UTF-16 units. Discord's own programs count so, and never less than anybody else."""
    return len(text.encode("utf-16-le", "replace")) // 2


def _heading(level: int, text: str) -> str:
    return f"{'#' * level} {text}" if level <= _DEEPEST else f"**{text}**"


_DRAWING: Final = Drawing(
    heading=_heading,
    row=str,
    item="- ",
    title=str,
    quotation=lambda row: f"> {row}",
    quoted=None,
    # Three of them would end the block.
    code=lambda row: row.replace("```", "`\u200b`\u200b`"),
    fence=lambda language: Within(f"```{language}", "```"),
    # As wide as a message on a desktop; a telephone breaks rows from about forty letters on.
    widest=60,
)
