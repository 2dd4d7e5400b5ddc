"""Telegram: messages of a bot in one chat, in the few marks of HTML that Telegram knows.

4096 UTF-16 units a message. Telegram makes links of plain text by itself (names, commands, domains, cashtags), and no
setting forbids it: a zero-width space takes from each what makes it so. Links show no previews.
"""

from __future__ import annotations

import html
import re
from typing import Any, Final

from turnproc.post.answers import mapping, number_of
from turnproc.post.client import Client, Reply, ServiceError, strange
from turnproc.post.discord import units
from turnproc.post.markdown import Drawing, drawn, tokens
from turnproc.post.message import Letter, Part, Picture, Receipt
from turnproc.post.splitting import Within, parts
from turnproc.post.variables import base_address, fitting, needed, optional

LABEL: Final = "Telegram"
TOKEN: Final = "TURNPROC_TELEGRAM_TOKEN"
CHAT: Final = "TURNPROC_TELEGRAM_CHAT"
THREAD: Final = "TURNPROC_TELEGRAM_THREAD"
API: Final = "TURNPROC_TELEGRAM_API"
LONGEST: Final = 4096
LARGEST_FILE: Final = 50 * 1024 * 1024
LARGEST_PHOTO: Final = 10 * 1024 * 1024
_TOKEN: Final = re.compile(r"\d{5,20}:[A-Za-z0-9_-]{20,100}", re.ASCII)
_CHAT: Final = re.compile(r"-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{3,40}", re.ASCII)
_THREAD: Final = re.compile(r"\d{1,15}", re.ASCII)
# Commands, names, hashtags, cashtags, domains and numbers of telephones, each up to where it is broken.
_LINKED: Final = re.compile(r"(?<!\w)/(?=\w)|@(?=\w)|#(?=\w)|\$(?=[A-Za-z])|(?<=\w)\.(?=[^\W\d_]{2})|\+(?=\d{5})|://")
_BREAK: Final = "\u200b"
_MARKS: Final = {"*": "i", "**": "b"}


class Telegram:
    """A bot in a chat, perhaps in one topic of it."""

    label = LABEL
    form = "markdown"
    repeatable = False

    def __init__(self, base: str, token: str, chat: str, thread: str = "") -> None:
        self._path = f"/bot{token}"
        self._place: dict[str, str | int] = {"chat_id": chat}
        if thread:
            self._place["message_thread_id"] = int(thread)
        self._client = Client(base, service=LABEL, secrets=[token, token.partition(":")[2]])

    @classmethod
    def from_environment(cls) -> Telegram:
        """TURNPROC_TELEGRAM_TOKEN, _CHAT, _THREAD and, for a Bot API server of one's own, TURNPROC_TELEGRAM_API.

        Raises:
            OperatorError: One is missing (O134) or cannot be used (O135).
        """
        token = fitting(LABEL, TOKEN, needed(LABEL, TOKEN), _TOKEN, "123456:ABC…")
        chat = fitting(LABEL, CHAT, needed(LABEL, CHAT), _CHAT, "-1001234567890, @channel")
        thread = optional(THREAD)
        if thread:
            fitting(LABEL, THREAD, thread, _THREAD, "123")
        return cls(base_address(LABEL, API, "https://api.telegram.org"), token, chat, thread)

    def parts(self, letter: Letter) -> list[Part]:
        """Messages of text, then one for each picture: a caption holds a quarter of a message."""
        rows = drawn(letter.text, _DRAWING, lambda row: units(row) <= LONGEST // 2)
        texts = [Part(text) for text in parts(rows, LONGEST, units)]
        shown = [each for each in letter.pictures if len(each.content) <= LARGEST_FILE]
        return [*texts, *(Part("", (each,)) for each in shown)]

    def too_large(self, letter: Letter) -> list[str]:
        """Pictures of more than fifty mebibytes."""
        return [each.name for each in letter.pictures if len(each.content) > LARGEST_FILE]

    def send(self, letter: Letter, part: Part) -> Receipt:
        """Post a message or a picture.

        Raises:
            ServiceError: It is not posted, or nobody knows (O130 to O133, O139).
        """
        if part.pictures:
            return _receipt(self._picture(part.pictures[0]))
        content: dict[str, Any] = {
            **self._place,
            "text": part.text,
            "parse_mode": "HTML",
            "link_preview_options": {"is_disabled": True},
        }
        return _receipt(self._client.send("POST", f"{self._path}/sendMessage", json=content))

    def _picture(self, picture: Picture) -> Reply:
        place = {name: str(value) for name, value in self._place.items()}
        file = (picture.name, picture.content, "image/png")
        if len(picture.content) <= LARGEST_PHOTO:
            try:
                return self._client.send("POST", f"{self._path}/sendPhoto", fields={**place, "photo": file})
            except ServiceError as refused:
                # Too long or too wide to be shown in the chat; as a file it may be anything.
                if refused.key != "O132":
                    raise
        return self._client.send("POST", f"{self._path}/sendDocument", fields={**place, "document": file})


def _receipt(reply: Reply) -> Receipt:
    answer = mapping(reply.data)
    if answer.get("ok") is not True:
        raise strange(LABEL, "ok")
    return Receipt(str(number_of(mapping(answer.get("result")), "message_id", LABEL)))


def marked(row: str) -> str:
    """A row of Markdown in Telegram's HTML. Whatever is left open in the row is closed at its end."""
    found: list[str] = []
    open_: list[str] = []
    for kind, text in tokens(row):
        if kind == "text":
            found.append(text.replace("\x01", "").replace("\x02", ""))
            continue
        mark = _MARKS[text]
        if mark not in open_:
            open_.append(mark)
            found.append(f"\x01{mark}\x01")
            continue
        # What was opened after it ends with it.
        while open_:
            last = open_.pop()
            found.append(f"\x02{last}\x02")
            if last == mark:
                break
    found += [f"\x02{mark}\x02" for mark in reversed(open_)]
    # Texts are looked at as a whole: a backslash stood before one half of what would be a link.
    text = _escaped(_unlinked("".join(found)))
    return re.sub("\x02([bi])\x02", r"</\1>", re.sub("\x01([bi])\x01", r"<\1>", text))


def _unlinked(text: str) -> str:
    return _LINKED.sub(lambda match: f":{_BREAK}//" if match[0] == "://" else match[0] + _BREAK, text)


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _fence(language: str) -> Within:
    if language:
        return Within(f'<pre><code class="language-{language}">', "</code></pre>", inline=True)
    return Within("<pre>", "</pre>", inline=True)


_DRAWING: Final = Drawing(
    heading=lambda level, text: f"<b>{marked(text.replace('**', ''))}</b>",
    row=marked,
    item="• ",
    title=marked,
    quotation=None,
    quoted=Within("<blockquote>", "</blockquote>", inline=True),
    code=_escaped,
    fence=_fence,
    # As wide as a telephone shows without breaking rows.
    widest=36,
)
