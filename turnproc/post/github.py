"""GitHub: the open pull requests of one repository, when they were pushed, one comment on each, releases.

What GitHub answers is looked at like anything else that others wrote: logins, branches and texts are a stranger's.
Form and limits are those of the REST API of 2022-11-28.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote, urlsplit

from turnproc.post.answers import list_of, mapping, name_of, number_of, text_of
from turnproc.post.client import Client, Reply, strange
from turnproc.post.variables import base_address, fitting, needed
from turnproc.source.times import read_time
from turnproc.store.errors import OperatorError

SERVICE: Final = "GitHub"
API: Final = "https://api.github.com"
# What GitHub takes; both count characters.
LONGEST_COMMENT: Final = 65_536
LONGEST_BODY: Final = 125_000
_HEADERS: Final = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
_PAGE, _MOST_PAGES = 100, 100
_REPOSITORY: Final = re.compile(r"[A-Za-z0-9_-]{1,100}/(?!\.{1,2}\Z)[A-Za-z0-9._-]{1,100}")
_SHA: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_MARK: Final = re.compile(r"[a-z0-9][a-z0-9 /_.-]{0,99}")
# What may happen to a pull request without any workflow's being run.
_MOVES: Final = frozenset({"base_ref_changed", "reopened", "head_ref_force_pushed"})
_CUT: Final = "\n\n…\n"


@dataclass(frozen=True, slots=True)
class PullRequest:
    """An open pull request. `author` is None for a deleted account, `head_repository` for a deleted fork.

    `updated_at` is when anything last happened to it: never before its last push.
    """

    number: int
    author: str | None
    sha: str
    head_repository: str | None
    base: str
    url: str
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Release:
    """A release as it is now; `changed`: this run made it or added files."""

    url: str
    changed: bool


class GitHub:
    """One repository on GitHub."""

    def __init__(self, repository: str, token: str, api: str = API) -> None:
        self.repository = repository
        self._api = api.rstrip("/")
        self._token = token
        self._client = self._client_of(self._api)
        self._login: str | None = None
        self._asked_for_login = False

    @classmethod
    def from_environment(cls) -> GitHub:
        """GITHUB_TOKEN, GITHUB_REPOSITORY and, for GitHub Enterprise, GITHUB_API_URL.

        Raises:
            OperatorError: One is missing (O134) or cannot be used (O135).
        """
        token = needed(SERVICE, "GITHUB_TOKEN")
        fitting(SERVICE, "GITHUB_TOKEN", token, re.compile(r"[!-~]{1,500}"), "github_pat_…")
        repository = needed(SERVICE, "GITHUB_REPOSITORY")
        fitting(SERVICE, "GITHUB_REPOSITORY", repository, _REPOSITORY, "owner/name")
        return cls(repository, token, base_address(SERVICE, "GITHUB_API_URL", API))

    def open_pull_requests(self) -> list[PullRequest]:
        """All that are open, by number.

        Raises:
            ServiceError: GitHub is not there (O130, O133), refuses (O132) or answers strangely (O139).
        """
        query = {"state": "open", "sort": "created", "direction": "asc"}
        found = {each.number: each for each in map(_pull_request, self._pages(f"{self._path}/pulls", query))}
        return [found[number] for number in sorted(found)]

    def pushed_at(self, sha: str, head_repository: str | None) -> datetime | None:
        """When a commit was last brought to a pull request from that repository; None if GitHub does not know.

        It goes by when the workflows for it began: the time that a commit gives itself is whatever its author likes.
        Of several the latest counts, so that a commit that is taken back and brought again later has the later time.

        Raises:
            ServiceError: As for `open_pull_requests`.
        """
        if head_repository is None or _SHA.fullmatch(sha) is None:
            return None
        query = {"event": "pull_request", "head_sha": sha}
        times = []
        for run in self._pages(f"{self._path}/actions/runs", query, "workflow_runs"):
            repository = mapping(run.get("head_repository"))
            fits = text_of(run.get("head_sha")) == sha and run.get("event") == "pull_request"
            if fits and text_of(repository.get("full_name")).casefold() == head_repository.casefold():
                at = read_time(run.get("created_at"))
                if at is None:
                    raise strange(SERVICE, "created_at")
                times.append(at.astimezone(UTC))
        return max(times, default=None)

    def moved_at(self, number: int) -> list[datetime]:
        """When a pull request was aimed at another branch, opened again, or given other commits than it had.

        Raises:
            ServiceError: As for `open_pull_requests`.
        """
        times = []
        for event in self._pages(f"{self._path}/issues/{number}/events", {}):
            if event.get("event") in _MOVES:
                at = read_time(event.get("created_at"))
                if at is None:
                    raise strange(SERVICE, "created_at")
                times.append(at.astimezone(UTC))
        return times

    def comment(self, number: int, mark: str, text: str) -> bool:
        """Keep one comment on a pull request as `text` says; gives whether anything was changed.

        Ours is the one that we wrote and that begins with the hidden mark. A text that is too long is cut at a row.

        Raises:
            ServiceError: As for `open_pull_requests`; with O131 the comment may stand there all the same.
        """
        if _MARK.fullmatch(mark) is None or "--" in mark:
            raise ValueError(f"no mark of a comment: {mark!r}")
        head = f"<!-- turnproc: {mark} -->"
        body = shortened(f"{head}\n{text}", LONGEST_COMMENT)
        path = f"{self._path}/issues/{number}/comments"
        for comment in self._pages(path, {}):
            written = _tidy(text_of(comment.get("body")))
            if written.partition("\n")[0] == head and self._is_ours(mapping(comment.get("user"))):
                if written == _tidy(body):
                    return False
                self._client.send(
                    "PATCH", f"{self._path}/issues/comments/{number_of(comment, 'id')}", json={"body": body}
                )
                return True
        self._client.send("POST", path, json={"body": body})
        return True

    def release(self, tag: str, title: str, body: str, files: Mapping[str, tuple[bytes, str]]) -> Release:
        """Have a release of an existing tag with these files (content and kind by name); what is there stays.

        A run that was cut off is gone on with: files that are missing, or came half, are uploaded.

        Raises:
            OperatorError: The repository on GitHub does not have the tag (O138).
            ServiceError: As for `open_pull_requests`, and O131.
        """
        place = f"{self._path}/releases/tags/{quote(tag, safe='')}"
        reply = self._client.send("GET", place, allowed=(HTTPStatus.NOT_FOUND,))
        changed = reply.status == HTTPStatus.NOT_FOUND
        if changed:
            self._must_have_tag(tag)
            made = {"tag_name": tag, "name": title, "body": shortened(body, LONGEST_BODY)}
            reply = self._client.send("POST", f"{self._path}/releases", json=made)
        release = mapping(reply.data)
        added = self._add_files(release, files)
        return Release(name_of(release, "html_url", SERVICE), changed or added)

    @property
    def _path(self) -> str:
        return f"/repos/{self.repository}"

    def _client_of(self, base: str) -> Client:
        headers = {**_HEADERS, "Authorization": f"Bearer {self._token}"}
        return Client(base, headers, service=SERVICE, secrets=[self._token])

    def _pages(self, path: str, query: Mapping[str, str], key: str | None = None) -> Iterator[Mapping[str, Any]]:
        """The entries of all pages of a list; `key` is where an answer has it."""
        for page in range(1, _MOST_PAGES + 1):
            reply = self._client.send("GET", path, query={**query, "per_page": _PAGE, "page": page})
            entries = list_of(reply.data if key is None else mapping(reply.data).get(key), SERVICE, key or "a list")
            yield from entries
            if len(entries) < _PAGE:
                return
        raise strange(SERVICE, f"{_MOST_PAGES} ×")

    def _is_ours(self, user: Mapping[str, Any]) -> bool:
        """Did we write it? The token of a workflow may not ask who it is: it is some app, and players are none."""
        if not self._asked_for_login:
            refused = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
            reply: Reply = self._client.send("GET", "/user", allowed=refused)
            self._login = text_of(mapping(reply.data).get("login")) or None if reply.status == HTTPStatus.OK else None
            self._asked_for_login = True
        if self._login is None:
            return user.get("type") == "Bot"
        return text_of(user.get("login")).casefold() == self._login.casefold()

    def _must_have_tag(self, tag: str) -> None:
        """GitHub would make a tag that it does not have, wherever its branch happens to stand."""
        path = f"{self._path}/git/ref/tags/{quote(tag, safe='/')}"
        if self._client.send("GET", path, allowed=(HTTPStatus.NOT_FOUND,)).status == HTTPStatus.NOT_FOUND:
            raise OperatorError("O138", service=SERVICE, tag=tag)

    def _add_files(self, release: Mapping[str, Any], files: Mapping[str, tuple[bytes, str]]) -> bool:
        there = {}
        for asset in list_of(release.get("assets"), SERVICE, "assets"):
            if asset.get("state") == "uploaded":
                there[text_of(asset.get("name"))] = asset
            elif text_of(asset.get("name")) in files:
                # An upload that broke off keeps the name.
                self._client.send("DELETE", f"{self._path}/releases/assets/{number_of(asset, 'id')}")
        missing = [name for name in files if name not in there]
        if missing:
            client = self._client_of(self._upload_address(release))
            for name in missing:
                client.send("POST", "", body=files[name], query={"name": name})
        return bool(missing)

    def _upload_address(self, release: Mapping[str, Any]) -> str:
        """Where files of a release go. The key goes there, too, so it has to be GitHub's own place."""
        url = name_of(release, "upload_url", SERVICE).partition("{")[0]
        api = urlsplit(self._api)
        host = "uploads.github.com" if self._api == API else api.netloc
        try:
            parts = urlsplit(url)
        except ValueError:
            raise strange(SERVICE, "upload_url") from None
        if (parts.scheme, parts.netloc) != (api.scheme, host) or parts.query or parts.fragment:
            raise strange(SERVICE, "upload_url")
        return url


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters, cut after a row, with a sign that something is missing."""
    if len(text) <= most:
        return text
    kept = text[: most - len(_CUT)]
    row = kept.rfind("\n")
    return (kept[:row] if row > most // 2 else kept) + _CUT


def _pull_request(entry: Mapping[str, Any]) -> PullRequest:
    head = mapping(entry.get("head"))
    sha = text_of(head.get("sha"))
    if _SHA.fullmatch(sha) is None:
        raise strange(SERVICE, "head.sha")
    repository = text_of(mapping(head.get("repo")).get("full_name"))
    updated_at = read_time(entry.get("updated_at"))
    if updated_at is None:
        raise strange(SERVICE, "updated_at")
    return PullRequest(
        number=number_of(entry, "number"),
        author=text_of(mapping(entry.get("user")).get("login")) or None,
        sha=sha,
        head_repository=repository if _REPOSITORY.fullmatch(repository) else None,
        base=name_of(mapping(entry.get("base")), "ref", SERVICE),
        url=text_of(entry.get("html_url")),
        updated_at=updated_at.astimezone(UTC),
    )


def _tidy(text: str) -> str:
    return "\n".join(row.rstrip() for row in text.replace("\r\n", "\n").strip().split("\n"))
