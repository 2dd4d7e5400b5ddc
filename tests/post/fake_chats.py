"""Discord, Telegram and a XenForo board as far as turnproc posts there, with their documented limits."""

from __future__ import annotations

import html.parser
import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from tests.post.fakes import Answer, Fake, Request

HOOK = "/api/webhooks/123456789012345678/aBcDeF-gHiJkL_mNoPqRsTuVwXyZ"
WEBHOOK = f"https://discord.com{HOOK}"
BOT = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp"
CHAT = "-1001234567890"
KEY = "xf-key-0123456789"


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@dataclass
class Message:
    """What everybody sees: `called` are those whom it calls by name, `links` what can be followed."""

    text: str
    files: dict[str, bytes] = field(default_factory=dict)
    called: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    thread: str | None = None


class FakeDiscord(Fake):
    """One webhook."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[Message] = []

    def answer(self, request: Request) -> Answer:
        if request.path != HOOK:
            return Answer(404, {"message": "Unknown Webhook", "code": 10015})
        content = json.loads(request.form["payload_json"]) if request.form else request.json
        files = {name: raw for name, raw in request.files.values()}
        text = content.get("content", "")
        if len(text) > 2000:
            return Answer(
                400, {"content": ["Must be 2000 or fewer in length."], "code": 50035, "message": "Invalid Form Body"}
            )
        if not text.strip() and not files:
            return Answer(400, {"message": "Cannot send an empty message", "code": 50006})
        if len(files) > 10 or any(len(raw) > 10 * 1024 * 1024 for raw in files.values()):
            return Answer(413, {"message": "Request entity too large", "code": 40005})
        links = [] if content.get("flags", 0) & 4 else re.findall(r"https?://\S+", text)
        thread = request.query.get("thread_id")
        self.messages.append(Message(text, files, self._called(text, content.get("allowed_mentions")), links, thread))
        if request.query.get("wait") != "true":
            return Answer(204, raw=b"")
        return Answer(200, {"id": str(9000 + len(self.messages)), "content": text})

    def _called(self, text: str, allowed: dict[str, Any] | None) -> list[str]:
        """Without `allowed_mentions` Discord calls everybody whom the text names, escaped or not."""
        everyone = re.findall(r"@(?:everyone|here)", text) if allowed is None or "everyone" in allowed["parse"] else []
        users = re.findall(r"<@!?(\d+)>", text)
        if allowed is not None and "users" not in allowed["parse"]:
            users = [each for each in users if each in allowed.get("users", ())]
        return [*everyone, *users]


class _Html(html.parser.HTMLParser):
    """Telegram's HTML: few elements, all closed in order. `said` is the text, without code and with it."""

    KNOWN = frozenset({"b", "i", "pre", "code", "blockquote"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.all = ""
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        allowed = {"class"} if tag == "code" else set()
        if tag not in self.KNOWN or {name for name, _ in attrs} - allowed:
            raise ValueError(f"Unsupported start tag {tag!r}")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"Unexpected end tag {tag!r}")

    def handle_data(self, data: str) -> None:
        self.all += data
        self.said += " " if {"pre", "code"} & set(self.open) else data


class FakeTelegram(Fake):
    """One bot in one chat. `shows`: does it take pictures as photos, or only as files?"""

    # What Telegram's servers make clickable by themselves.
    LINKED = re.compile(
        r"(?<![\w/])/\w+|(?<!\w)@\w{3,}|(?<!\w)#\w+|(?<!\w)\$[A-Z]{1,8}\b|https?://\S+|\b[\w-]+\.(?:com|org|net|ru|se|example)\b"
    )

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[Message] = []
        self.shows = True

    def answer(self, request: Request) -> Answer:
        if not request.path.startswith(f"/bot{BOT}/"):
            return Answer(401, {"ok": False, "error_code": 401, "description": "Unauthorized"})
        method = request.path.rpartition("/")[2]
        sent = request.form or request.json
        if str(sent["chat_id"]) != CHAT:
            return self._bad("Bad Request: chat not found")
        if method == "sendMessage":
            return self._text(sent)
        [(name, raw)] = request.files.values()
        if method == "sendPhoto" and (not self.shows or len(raw) > 10 * 1024 * 1024):
            return self._bad("Bad Request: PHOTO_INVALID_DIMENSIONS")
        return self._sent(Message("", {f"{method}:{name}": raw}))

    def _text(self, sent: dict[str, Any]) -> Answer:
        parser = _Html()
        try:
            if re.search(r"&(?!lt;|gt;|amp;|quot;)", sent["text"]) or sent["parse_mode"] != "HTML":
                raise ValueError("entity")
            parser.feed(sent["text"])
            parser.close()
            if parser.open:
                raise ValueError("not closed")
        except ValueError as error:
            return self._bad(f"Bad Request: can't parse entities: {error}")
        if not parser.all.strip():
            return self._bad("Bad Request: message text is empty")
        if units(parser.all) > 4096:
            return self._bad("Bad Request: message is too long")
        thread = str(sent["message_thread_id"]) if "message_thread_id" in sent else None
        return self._sent(Message(parser.all, links=self.LINKED.findall(parser.said), thread=thread))

    def _sent(self, message: Message) -> Answer:
        self.messages.append(message)
        return Answer(data={"ok": True, "result": {"message_id": len(self.messages)}})

    def _bad(self, words: str) -> Answer:
        return Answer(400, {"ok": False, "error_code": 400, "description": words})


class FakeBoard(Fake):
    """A XenForo board with one thread."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def answer(self, request: Request) -> Answer:
        if request.headers.get("xf-api-key") != KEY:
            return Answer(403, {"errors": [{"code": "api_key_not_found", "message": "API key was not found."}]})
        if (request.method, request.path) != ("POST", "/community/api/posts/") or request.form.get("thread_id") != "7":
            return Answer(404, {"errors": [{"code": "not_found", "message": "Not found."}]})
        if len(request.form["message"]) > 10_000:
            return Answer(
                400, {"errors": [{"code": "error", "message": "Please enter a message with no more than 10000."}]}
            )
        self.messages.append(request.form["message"])
        number = 100 + len(self.messages)
        return Answer(
            data={"success": True, "post": {"post_id": number, "view_url": f"{self.url}/posts/{quote(str(number))}/"}}
        )
