"""docs/play-by-pull-request.md: what it shows for GitLab is a file for GitLab, with commands that there are."""

from __future__ import annotations

import re
import shlex
from typing import Any

import yaml

from tests.cli.test_workflows import assert_exists
from tests.cli.workflows import INSTALLATION, WORKFLOWS
from tests.docs.guides import ROOT

PAGE = (ROOT / "docs" / "play-by-pull-request.md").read_text(encoding="utf-8")
(BLOCK,) = re.findall(r"^```yaml\n(# \.gitlab-ci\.yml\n.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
GITLAB: dict[str, Any] = yaml.load(BLOCK, yaml.BaseLoader)
JOBS = {name: body for name, body in GITLAB.items() if name not in {"default", "variables"}}


def test_it_has_the_jobs_that_the_page_speaks_of() -> None:
    assert set(JOBS) == {"orders", "resolve", "verify"}
    for name, job in JOBS.items():
        assert set(job) <= {"rules", "timeout", "script", "resource_group"}, name
        assert job["timeout"] and all(set(rule) == {"if"} for rule in job["rules"])
    assert GITLAB["default"]["before_script"] == [INSTALLATION]
    assert GITLAB["variables"]["GIT_DEPTH"] == "0", "check-pr needs all of the history"


def test_what_it_runs_exists() -> None:
    rows = {name: [row for row in job["script"] if row.startswith("turnproc ")] for name, job in JOBS.items()}
    assert {name: len(found) for name, found in rows.items()} == {"orders": 1, "resolve": 1, "verify": 1}
    for (row,) in rows.values():
        _, command, *words = shlex.split(row)
        assert_exists(command, [word.replace("$GITLAB_USER_LOGIN", "anna").lstrip("$") for word in words])
        assert re.findall(r"\$\w+", row) == re.findall(r'(?<=")\$\w+(?=")', row), "values in quotes"


def test_secrets_are_no_part_of_merge_requests() -> None:
    assert "TOKEN" not in str(JOBS["orders"]) and "TOKEN" not in str(JOBS["verify"])
    assert [rule["if"] for rule in JOBS["orders"]["rules"]] == ['$CI_PIPELINE_SOURCE == "merge_request_event"']
    for name in ("resolve", "verify"):
        assert all('$CI_PIPELINE_SOURCE == "schedule"' in rule["if"] for rule in JOBS[name]["rules"])


def test_it_tells_of_every_workflow() -> None:
    assert re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", PAGE, re.MULTILINE) == [
        "orders",
        "accept",
        "resolve",
        "verify",
    ]
    assert set(WORKFLOWS) == {"orders", "accept", "resolve", "verify"}


def test_setting_up_says_where_turnproc_comes_from() -> None:
    """The page that asks for nothing else must not leave out the one file without which no workflow runs."""
    setting_up = PAGE.partition("**Setting it up**")[2].partition("**Every turn**")[0]
    file = re.search(r"\.github/\S+\.txt", INSTALLATION)
    assert file is not None and f"`{file[0]}`" in setting_up
    assert all(f"`turnproc[sealed,png] @ {form}" in setting_up for form in ("git+https://", "https://"))
