"""`turnproc accept`: judge a pull request, and bring what it sends onto the campaign's branch, with a receipt.

What was sent is data: commits in git's store, judged by the branch as it stands. Nothing of it is checked out before it
is accepted, and then only the files that its author may send. It comes in by one merge commit that also holds the
receipt, so that there is never a file without its time. Where it came too late, it is kept in late/ and nothing else
changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from turnproc import __version__
from turnproc.actions.accept_files import Intake, intake_of, kept_late, limit_of
from turnproc.actions.documents import Documents
from turnproc.actions.orders_receipt import Receipt, receipt
from turnproc.actions.pull_request import CheckedPullRequest, Role, check_pull_request, may_conflict
from turnproc.actions.pull_request_files import Accepted, What
from turnproc.actions.pull_request_orders import validate_pull_request
from turnproc.diagnostics.catalogue import safe
from turnproc.diagnostics.model import Diagnostic
from turnproc.diagnostics.order import sort_key
from turnproc.source.times import write_time
from turnproc.store.branch import Branch
from turnproc.store.errors import OperatorError
from turnproc.store.lock import campaign_lock
from turnproc.store.repository import Repository
from turnproc.store.turn import check_branch, recover

_LONGEST: Final = 200


class Outcome(StrEnum):
    """What became of a pull request."""

    ACCEPTED = "accepted"
    LATE = "late"
    REFUSED = "refused"
    OLDER = "older"
    NOTHING_NEW = "nothing-new"
    GAME_MASTER = "game-master"
    UNCHECKED = "unchecked"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Submission:
    """What somebody sent: the commit, who opened the pull request, and, if known, when it was pushed and its number.

    `at_the_latest` is when anything last happened to it. It counts where the platform need not have noted the push.
    """

    head: str
    author: str
    platform: str = "github"
    at: datetime | None = None
    number: int | None = None
    at_the_latest: datetime | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a submission.

    `problems` are those of its files, errors where it was refused; `commit` is what brought it in; `limit` is the last
    moment for orders, `receipts` tell its orders files back. `late` are those whose orders an earlier run has put
    away from it, where this one had nothing to do. `documents` is None where nothing was looked at, `trouble` says why,
    where that was not as it should be.
    """

    submission: Submission
    outcome: Outcome
    turn: int | None = None
    documents: Documents | None = None
    files: Sequence[Accepted] = ()
    problems: Sequence[Diagnostic] = ()
    commit: str | None = None
    limit: datetime | None = None
    receipts: Sequence[Receipt] = field(default_factory=tuple)
    trouble: OperatorError | None = None
    late: Sequence[str] = ()

    @property
    def is_in(self) -> bool:
        """Has this run brought something in?"""
        return self.commit is not None


def accept(root: Path, submission: Submission) -> Verdict:
    """Judge a submission by the branch that is checked out, and bring it in if it is to be.

    Raises:
        OperatorError: As for `check_pull_request` and `Repository`; an operation is under way (O008) or no branch is
            checked out (O009), or the turn's received.yaml cannot be read (O126). Then nothing was changed.
    """
    with campaign_lock(root):
        recover(root, use_git=True)
        branch = _branch(root)
        base = branch.head()
        if base is None:
            raise OperatorError("O100", rev="HEAD")
        checked = check_pull_request(root, base, submission.head, submission.author, submission.platform)
        documents, found = validate_pull_request(checked)
        problems = sorted([*checked.diagnostics, *found], key=sort_key)
        seen: dict[str, Any] = {"turn": checked.turn, "documents": documents, "problems": problems}
        submission = _in_time(submission, checked)
        outcome = _outcome_at_sight(checked, problems)
        if outcome is not None:
            files = checked.accepted if outcome is Outcome.GAME_MASTER else ()
            limit = _limit_to_tell(checked, submission) if outcome is Outcome.REFUSED else None
            late = kept_late(checked) if outcome is Outcome.NOTHING_NEW else ()
            return Verdict(submission, outcome, files=files, limit=limit, late=late, **seen)
        intake = intake_of(checked, submission.at)
        has_orders = any(each.speaker is not None for each in checked.accepted)
        seen |= {"files": checked.accepted, "limit": intake.limit if has_orders else None}
        if intake.is_older:
            return Verdict(submission, Outcome.OLDER, **seen)
        outcome = Outcome.LATE if intake.is_late else Outcome.ACCEPTED
        commit = _bring_in(branch, checked, intake, _message(submission, checked, outcome))
        receipts = () if intake.is_late else tuple(_receipts(root, checked))
        return Verdict(submission, outcome, commit=commit, receipts=receipts, **seen)


def _in_time(submission: Submission, checked: CheckedPullRequest) -> Submission:
    """With the time that counts, in whole seconds as it is written down.

    A platform checks nothing that conflicts with the branch, so the push that brought a commit back may have left no
    trace. Then the last time at which anything happened has to do: it may be later than the push, and never is earlier.
    """
    at, latest = submission.at, submission.at_the_latest
    if at is not None and latest is not None and may_conflict(checked):
        at = max(at, latest)
    return submission if at is None else replace(submission, at=at.replace(microsecond=0))


def _outcome_at_sight(checked: CheckedPullRequest, problems: Sequence[Diagnostic]) -> Outcome | None:
    """What needs no look at times."""
    if checked.role is Role.GAME_MASTER and checked.is_fine:
        return Outcome.GAME_MASTER if checked.changes else Outcome.NOTHING_NEW
    if any(each.is_error for each in problems):
        return Outcome.REFUSED
    return None if checked.accepted else Outcome.NOTHING_NEW


def _limit_to_tell(checked: CheckedPullRequest, submission: Submission) -> datetime | None:
    """Until when mended orders can come, if they still can."""
    limit = limit_of(checked)
    return None if limit is not None and submission.at is not None and submission.at > limit else limit


def _bring_in(branch: Branch, checked: CheckedPullRequest, intake: Intake, message: str) -> str:
    files = dict(intake.files)
    for name, text in intake.texts.items():
        files[name] = f"100644 blob {branch.blob(text)}"
    commit = branch.build(files, message, [checked.base, checked.head])
    branch.forward(commit)
    return commit


def _receipts(root: Path, checked: CheckedPullRequest) -> list[Receipt]:
    prefix = checked.there.prefix
    brought = [each for each in checked.accepted if each.speaker is not None and each.what is not What.WITHDRAWN]
    return [receipt(root.joinpath(*each.file.removeprefix(prefix).split("/"))) for each in brought]


def _message(submission: Submission, checked: CheckedPullRequest, outcome: Outcome) -> str:
    """What came in, in English, for the history. No name makes a row of its own."""
    speakers = [f"{each.speaker} ({each.what.value})" for each in checked.accepted if each.speaker is not None]
    signups = [each.file.rpartition("/")[2] for each in checked.accepted if each.is_signup]
    kind = "Too late for" if outcome is Outcome.LATE else "Orders for"
    parts = [f"{kind} turn {checked.turn}: {', '.join(speakers)}"] if speakers else []
    parts += [f"Signing up: {', '.join(signups)}"] if signups else []
    rows = [safe("; ".join(parts), _LONGEST), "", f"From: {safe(submission.author, _LONGEST)}"]
    if submission.number is not None:
        rows.append(f"Pull request: {submission.number}")
    if submission.at is not None:
        rows.append(f"Pushed: {write_time(submission.at)}")
    rows += ["", f"turnproc: {__version__}"]
    return "\n".join(rows) + "\n"


def _branch(root: Path) -> Branch:
    repository = Repository.find(root)
    if repository is None:
        raise OperatorError("O101", folder=str(root))
    check_branch(repository)
    return Branch(repository)


def in_order(submissions: Sequence[Submission]) -> list[Submission]:
    """The submissions as they came in; those of which nobody knows the time come last."""
    return sorted(submissions, key=lambda each: (each.at is None, each.at and each.at.timestamp(), each.number or 0))
