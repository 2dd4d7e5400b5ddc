"""A turn as a release on GitHub: the report as its text, pictures as its files."""

from __future__ import annotations

import re
from typing import Final

from turnproc.post.github import LONGEST_BODY, SERVICE, GitHub, shortened
from turnproc.post.message import Letter, Part, Receipt

# GitHub makes a link of anything that could be the id of a commit.
_ID: Final = re.compile(r"(?<![\w\u200b])(?=[a-f]*[0-9])(?=[0-9]*[a-f])([0-9a-f]{3})([0-9a-f]{4,61})(?!\w)")
_FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


class GitHubRelease:
    """Releases of one repository."""

    label = SERVICE
    form = "markdown"
    # A release is found by its tag.
    repeatable = True

    def __init__(self, github: GitHub) -> None:
        self._github = github

    @classmethod
    def from_environment(cls) -> GitHubRelease:
        """GITHUB_TOKEN, GITHUB_REPOSITORY and GITHUB_API_URL.

        Raises:
            OperatorError: One is missing (O134) or cannot be used (O135).
        """
        return cls(GitHub.from_environment())

    def parts(self, letter: Letter) -> list[Part]:
        """One: a release has one text. What is too long for it is in a file."""
        text = unlinked(letter.text)
        if len(text) > LONGEST_BODY:
            note = letter.shortened.format(file=_file(letter))
            text = f"{shortened(text, LONGEST_BODY - len(note) - 1)}\n{note}"
        return [Part(text, letter.pictures)]

    def too_large(self, letter: Letter) -> list[str]:
        """None: GitHub takes two gibibytes."""
        return []

    def send(self, letter: Letter, part: Part) -> Receipt:
        """Have the release; what is there of it already stays.

        Raises:
            OperatorError: The tag is not on GitHub (O138).
            ServiceError: It is not made, or nobody knows (O130 to O133, O139).
        """
        files = {each.name: (each.content, "image/png") for each in part.pictures}
        if len(unlinked(letter.text)) > LONGEST_BODY:
            files[_file(letter)] = (letter.text.encode(), "text/markdown; charset=utf-8")
        return Receipt(url=self._github.release(letter.tag, letter.title, part.text, files).url)


def _file(letter: Letter) -> str:
    return f"{letter.name}.md"


def unlinked(text: str) -> str:
    """A text whose numbers are no links to commits; in blocks of code GitHub makes none."""
    found, start = [], 0
    for match in _FENCED.finditer(text):
        found += [_ID.sub("\\1\u200b\\2", text[start : match.start()]), match[0]]
        start = match.end()
    return "".join([*found, _ID.sub("\\1\u200b\\2", text[start:])])
