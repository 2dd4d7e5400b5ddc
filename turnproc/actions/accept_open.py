"""`turnproc accept` without names: all pull requests that are open at GitHub, as they came in.

Whoever calls it, and however often: what is in already is nothing new, so a run that was cancelled, or two at once, do
no harm. GitHub says who opened a pull request and when it was pushed; nothing in the pull request itself is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from turnproc.actions.accept import Outcome, Submission, Verdict, accept, in_order
from turnproc.actions.pushing import pushed, remote_of
from turnproc.post.github import GitHub, PullRequest
from turnproc.store.branch import Made
from turnproc.store.errors import OperatorError
from turnproc.store.remote import Remote

PLATFORM: Final = "github"
MARK: Final = "receipt"

# What to write below a pull request; None: nothing.
Comment: TypeAlias = Callable[[Verdict], str | None]


@dataclass(frozen=True, slots=True)
class Opened:
    """What became of the open pull requests. `troubles` are comments that could not be written, by number."""

    verdicts: Sequence[Verdict]
    troubles: Sequence[tuple[int, OperatorError]] = ()


def accept_open(root: Path, host: GitHub, comment: Comment) -> Opened:
    """Judge every open pull request, bring in what is to come in, push, and tell each author what `comment` says.

    Raises:
        OperatorError: GitHub or git do not let us. What was pushed by then is in; the next run goes on.
    """
    remote = remote_of(root)
    requests = [each for each in host.open_pull_requests() if each.base == remote.branch]
    fetched = {each.number: _submission(remote, host, each) for each in requests}
    submissions = in_order([each for each in fetched.values() if isinstance(each, Submission)])
    unchecked = [each for each in fetched.values() if isinstance(each, Verdict)]
    found = pushed(root, lambda: [_judged(root, each) for each in submissions], {Made.TURN, Made.ACCEPTED})
    verdicts = [*found, *unchecked]
    return Opened(sorted(verdicts, key=lambda each: each.submission.number or 0), _tell(host, verdicts, comment))


def _submission(remote: Remote, host: GitHub, request: PullRequest) -> Submission | Verdict:
    """Fetch a pull request. One that moves just now, or whose author is gone, waits for the next run.

    GitHub checks nothing that conflicts with the branch, nor anew what is only aimed at it. Then other times count:
    when the pull request was aimed, or the last at which anything happened to it.
    """
    author, latest = request.author or "", request.updated_at
    at = host.pushed_at(request.sha, request.head_repository)
    at = latest if at is None else max([at, *host.moved_at(request.number)])
    found = Submission(request.sha, author, PLATFORM, at, request.number, latest)
    if not author:
        return Verdict(found, Outcome.UNCHECKED)
    try:
        is_there = remote.fetch_commit(f"refs/pull/{request.number}/head") == request.sha
    except OperatorError as trouble:
        return Verdict(found, Outcome.UNREADABLE, trouble=trouble)
    return found if is_there else Verdict(found, Outcome.UNCHECKED)


def _judged(root: Path, submission: Submission) -> Verdict:
    """What cannot be read of one is in nobody else's way."""
    try:
        return accept(root, submission)
    except OperatorError as trouble:
        return Verdict(submission, Outcome.UNREADABLE, trouble=trouble)


def _tell(host: GitHub, verdicts: Sequence[Verdict], comment: Comment) -> Sequence[tuple[int, OperatorError]]:
    told = []
    for verdict in verdicts:
        number = verdict.submission.number
        text = comment(verdict)
        if number is None or text is None:
            continue
        try:
            host.comment(number, MARK, text)
        except OperatorError as trouble:
            # The orders are in, whether or not their author can be told so here.
            told.append((number, trouble))
    return told
