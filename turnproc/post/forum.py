"""Forums: posts in BBCode, to be pasted by hand, or brought into a thread of a XenForo board through its REST API.

What boards take differs: XenForo and vBulletin 10,000 characters unless their owners say otherwise, others more.
"""

from __future__ import annotations

import re
from typing import Final

from turnproc.post.answers import mapping, number_of, text_of
from turnproc.post.client import Client, strange, web_form
from turnproc.post.message import Letter, Part, Receipt
from turnproc.post.splitting import BLOCK, CHAPTER, CODE, ROW, Row, Within, parts, pieces
from turnproc.post.variables import address, fitting, needed, optional, unfit

LABEL: Final = "Forum"
URL: Final = "TURNPROC_FORUM_URL"
KEY: Final = "TURNPROC_FORUM_KEY"
THREAD: Final = "TURNPROC_FORUM_THREAD"
LONGEST: Final = 10_000
SHORTEST: Final = 1000
_KEY: Final = re.compile(r"[!-~]{8,200}")
_THREAD: Final = re.compile(r"[1-9]\d{0,14}", re.ASCII)
_OPENS: Final = re.compile(r"\[(quote|code|spoiler|list)(?:=[^\n]*)?\]\Z")
_CLOSES: Final = re.compile(r"\[/(quote|code|spoiler|list)\]\Z")
# Room for the row that numbers the part.
_HEAD: Final = 100


class Forum:
    """A thread of a XenForo board."""

    label = LABEL
    form = "bbcode"
    repeatable = False

    def __init__(self, base: str, key: str, thread: str, limit: int = LONGEST) -> None:
        self._thread = thread
        self._limit = limit
        self._client = Client(base, {"XF-Api-Key": key}, service=LABEL, secrets=[key])

    @staticmethod
    def is_set_up() -> bool:
        """Does the environment name a board? Otherwise posts are made to be pasted."""
        return bool(optional(URL))

    @classmethod
    def from_environment(cls, limit: int = LONGEST) -> Forum:
        """TURNPROC_FORUM_URL, _KEY and _THREAD.

        Raises:
            OperatorError: One is missing (O134) or cannot be used (O135).
        """
        url = needed(LABEL, URL)
        if address(LABEL, URL, url, wanted="https://forum.example/").query:
            raise unfit(LABEL, URL, "https://forum.example/")
        key = fitting(LABEL, KEY, needed(LABEL, KEY), _KEY, "XF-Api-Key")
        thread = fitting(LABEL, THREAD, needed(LABEL, THREAD), _THREAD, "12345")
        return cls(url, key, thread, limit)

    def parts(self, letter: Letter) -> list[Part]:
        """Posts, each with its number where there are several."""
        return [Part(text) for text in posts(letter, self._limit)]

    def too_large(self, letter: Letter) -> list[str]:
        """All pictures: boards are given text alone."""
        return [each.name for each in letter.pictures]

    def send(self, letter: Letter, part: Part) -> Receipt:
        """Answer in the thread.

        Raises:
            ServiceError: It is not posted, or nobody knows (O130 to O133, O139).
        """
        body = web_form({"thread_id": self._thread, "message": part.text})
        answer = mapping(self._client.send("POST", "/api/posts/", body=body).data)
        post = mapping(answer.get("post"))
        if answer.get("success") is not True:
            raise strange(LABEL, "success")
        return Receipt(str(number_of(post, "post_id", LABEL)), text_of(post.get("view_url")))


def posts(letter: Letter, limit: int) -> list[str]:
    """The posts that a text in BBCode becomes."""
    texts = parts(_rows(letter.text, limit // 2), limit - _HEAD)
    if len(texts) == 1:
        return texts
    heads = [letter.numbered.format(part=at + 1, parts=len(texts)) for at in range(len(texts))]
    return [f"[i]{head}[/i]\n\n{text}" for head, text in zip(heads, texts, strict=True)]


def _rows(text: str, most: int) -> list[Row]:
    """The rows of a text, with the blocks that they stand within."""
    found: list[Row] = []
    stack: list[tuple[str, Within]] = []
    gap, fresh = False, True
    for line in text.rstrip("\n").split("\n"):
        opens, closes = _OPENS.match(line), _CLOSES.match(line)
        if opens is not None and not _in_code(stack):
            stack.append((opens[1], Within(line, f"[/{opens[1]}]")))
            fresh = True
        elif closes is not None and stack and stack[-1][0] == closes[1]:
            stack.pop()
        elif not line.strip() and not _in_code(stack):
            gap = True
        else:
            within = tuple(each for _, each in stack)
            for at, piece in enumerate(pieces(line, lambda each: len(each) <= most, _guarded)):
                rank = _rank(stack, is_first=(fresh or gap) and not at)
                found.append(Row(piece, rank, gap and not at, within))
            gap = fresh = False
    return found


def _in_code(stack: list[tuple[str, Within]]) -> bool:
    return bool(stack) and stack[-1][0] == "code"


def _rank(stack: list[tuple[str, Within]], *, is_first: bool) -> int:
    if _in_code(stack):
        return BLOCK if is_first else CODE
    if is_first:
        return BLOCK if len(stack) > 1 else CHAPTER
    return ROW


def _guarded(row: str) -> str:
    """A slash that begins a row is a command to some boards."""
    return "\u200b" + row if row.startswith(("/", ":")) else row
