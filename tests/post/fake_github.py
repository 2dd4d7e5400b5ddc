"""GitHub as far as turnproc asks it: pages, comments, releases with their files, and their limits."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tests.post.fakes import Answer, Fake, Request

REPOSITORY = "anna/war"
TOKEN = "ghp_secret"
UPDATED = "2026-05-08T18:00:00Z"
APP = {"login": "github-actions[bot]", "type": "Bot"}


@dataclass
class Kept:
    """What GitHub has."""

    pulls: list[dict[str, Any]] = field(default_factory=list)
    runs: list[dict[str, Any]] = field(default_factory=list)
    events: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    comments: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    releases: dict[str, dict[str, Any]] = field(default_factory=dict)
    assets: dict[tuple[int, str], bytes] = field(default_factory=dict)


class FakeGitHub(Fake):
    """`me` is the login of the token, None for the token of a workflow, which may not ask."""

    def __init__(self, me: str | None = None) -> None:
        super().__init__()
        self.me = me
        self.kept = Kept()
        self.ids = iter(range(1001, 10**6))

    def answer(self, request: Request) -> Answer:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return Answer(401, {"message": "Bad credentials"})
        if "user-agent" not in request.headers:
            return Answer(403, {"message": "Request forbidden by administrative rules."})
        if request.path == "/user":
            return (
                Answer(403, {"message": "Resource not accessible by integration"})
                if self.me is None
                else Answer(data={"login": self.me, "type": "User"})
            )
        upload = re.fullmatch(r"/uploads/(\d+)/assets", request.path)
        if upload:
            return self._upload(int(upload[1]), request)
        if not request.path.startswith(f"/repos/{REPOSITORY}/"):
            return Answer(404, {"message": "Not Found"})
        return self._in_repository(request.path.removeprefix(f"/repos/{REPOSITORY}/"), request)

    def _in_repository(self, path: str, request: Request) -> Answer:
        if path == "pulls":
            return self._page([each for each in self.kept.pulls if each["state"] == request.query["state"]], request)
        if path == "actions/runs":
            keys = ("head_sha", "event")
            fitting = [each for each in self.kept.runs if all(each[key] == request.query[key] for key in keys)]
            return self._page(fitting, request, "workflow_runs")
        if match := re.fullmatch(r"issues/(\d+)/events", path):
            return self._page(self.kept.events.get(int(match[1]), []), request)
        if match := re.fullmatch(r"issues/(\d+)/comments", path):
            comments = self.kept.comments.setdefault(int(match[1]), [])
            if request.method == "GET":
                return self._page(comments, request)
            return self._wrote(request) or self._added(comments, request)
        if match := re.fullmatch(r"issues/comments/(\d+)", path):
            [comment] = [each for of in self.kept.comments.values() for each in of if each["id"] == int(match[1])]
            if refusal := self._wrote(request):
                return refusal
            comment["body"] = request.json["body"]
            return Answer(200, comment)
        return self._releases(path, request)

    def _page(self, entries: list[dict[str, Any]], request: Request, key: str | None = None) -> Answer:
        size, page = min(int(request.query.get("per_page", 30)), 100), int(request.query.get("page", 1))
        shown = entries[(page - 1) * size : page * size]
        return Answer(data=shown if key is None else {"total_count": len(entries), key: shown})

    def _wrote(self, request: Request) -> Answer | None:
        if len(request.json["body"]) > 65_536:
            return Answer(422, {"message": "Validation Failed", "errors": [{"message": "body is too long"}]})
        return None

    def _added(self, comments: list[dict[str, Any]], request: Request) -> Answer:
        user = APP if self.me is None else {"login": self.me, "type": "User"}
        comments.append({"id": next(self.ids), "body": request.json["body"], "user": user})
        return Answer(201, comments[-1])

    def _releases(self, path: str, request: Request) -> Answer:
        if path.startswith("releases/tags/"):
            found = self.kept.releases.get(path.removeprefix("releases/tags/").replace("%2F", "/"))
            return Answer(404, {"message": "Not Found"}) if found is None else Answer(data=found)
        if path.startswith("git/ref/tags/"):
            there = path.removeprefix("git/ref/tags/") in self.kept.tags
            return Answer(data={"ref": path}) if there else Answer(404, {"message": "Not Found"})
        if path == "releases" and request.method == "POST":
            return self._release(request)
        if match := re.fullmatch(r"releases/assets/(\d+)", path):
            for release in self.kept.releases.values():
                release["assets"] = [each for each in release["assets"] if each["id"] != int(match[1])]
            return Answer(204, raw=b"")
        return Answer(404, {"message": "Not Found"})

    def _release(self, request: Request) -> Answer:
        wanted = request.json
        if len(wanted["body"]) > 125_000:
            return Answer(422, {"message": "Validation Failed", "errors": [{"message": "body is too long"}]})
        if wanted["tag_name"] in self.kept.releases:
            return Answer(422, {"message": "Validation Failed", "errors": [{"code": "already_exists"}]})
        # GitHub makes the tag that is missing.
        self.kept.tags.add(wanted["tag_name"])
        number = next(self.ids)
        made = {
            "id": number,
            "html_url": f"https://github.com/{REPOSITORY}/releases/tag/{wanted['tag_name']}",
            "upload_url": f"{self.url}/uploads/{number}/assets{{?name,label}}",
            "assets": [],
            **wanted,
        }
        self.kept.releases[wanted["tag_name"]] = made
        return Answer(201, made)

    def _upload(self, number: int, request: Request) -> Answer:
        [release] = [each for each in self.kept.releases.values() if each["id"] == number]
        name = request.query["name"]
        if any(asset["name"] == name for asset in release["assets"]):
            return Answer(422, {"message": "Validation Failed", "errors": [{"code": "already_exists"}]})
        release["assets"].append({"id": next(self.ids), "name": name, "state": "uploaded"})
        self.kept.assets[number, name] = request.body
        return Answer(201, release["assets"][-1])


def pull(number: int, sha: str = "a" * 40, **other: Any) -> dict[str, Any]:
    """An open pull request as GitHub lists it."""
    return {
        "number": number,
        "state": "open",
        "user": {"login": "boris", "type": "User"},
        "head": {"sha": sha, "ref": "orders", "repo": {"full_name": "boris/war"}},
        "base": {"ref": "main", "repo": {"full_name": REPOSITORY}},
        "html_url": f"https://github.com/{REPOSITORY}/pull/{number}",
        "updated_at": UPDATED,
        **other,
    }


def run(sha: str, created: str, repository: str = "boris/war", event: str = "pull_request") -> dict[str, Any]:
    """A run of a workflow as GitHub lists it."""
    return {
        "id": 1,
        "head_sha": sha,
        "event": event,
        "created_at": created,
        "head_repository": {"full_name": repository},
    }
