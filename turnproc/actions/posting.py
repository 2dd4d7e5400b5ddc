"""`turnproc post`: claim what is to be sent, send it, write down what came of it.

All parts are marked as being sent, and that is committed (and pushed), before the first request leaves; each is marked
as posted when the service says so. Two runs at once, a crash or a lost answer therefore never post anything twice: what
may have arrived is sent again only when a person says so. The turn itself is never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from turnproc import __version__
from turnproc.actions.documents import Documents
from turnproc.actions.places import Paper
from turnproc.actions.posted import POSTED, SENDING, Key, Mark, Marks, read_marks, write_marks
from turnproc.actions.pushing import pushed
from turnproc.post.client import ServiceError
from turnproc.post.message import Letter, Part, Service
from turnproc.store.branch import Made
from turnproc.store.errors import OperatorError
from turnproc.store.folder import replace_file
from turnproc.store.layout import Layout
from turnproc.store.lock import campaign_lock
from turnproc.store.repository import Repository
from turnproc.store.turn import check_branch

T = TypeVar("T")


class UnreadableError(Exception):
    """A turn's marks do not allow to go on; `documents` has what is wrong."""

    def __init__(self, documents: Documents, turn: int) -> None:
        super().__init__()
        self.documents, self.turn = documents, turn


@dataclass(frozen=True, slots=True)
class How:
    """What was asked for.

    Of parts that may have arrived `by_hand` marks those `picked` (none: all) as posted, and `again` sends the others.
    """

    use_git: bool = True
    push: bool = False
    again: bool = False
    by_hand: bool = False
    picked: Sequence[int] = ()

    def repository(self, root: Path) -> Repository | None:
        """The campaign's repository, where it is to be used."""
        return Repository.around(root) if self.use_git else None


@dataclass(slots=True)
class Post:
    """A letter for a place, and what became of it: how many parts were sent now, were there before, were marked."""

    key: Key
    service: Service
    letter: Letter
    parts: Sequence[Part]
    sent: int = 0
    before: int = 0
    by_hand: int = 0
    error: OperatorError | None = None
    claimed: list[int] = field(default_factory=list)

    @property
    def is_paper(self) -> bool:
        """Is it only handed to the person?"""
        return isinstance(self.service, Paper)


def made(key: Key, service: Service, letter: Letter) -> Post:
    """A letter for a place, in its parts."""
    return Post(key, service, letter, service.parts(letter))


class Batch(Protocol):
    """What is to be posted of a turn."""

    turn: int
    posts: Sequence[Post]


B = TypeVar("B", bound=Batch)


def deliver(root: Path, look: Callable[[], B], how: How) -> B:
    """Post what `look` finds and is not posted yet, and give it back. With `push` it looks at what the host has.

    What went wrong with a service is in its post's `error`; others go on.

    Raises:
        UnreadableError: posted.yaml cannot be read.
        OperatorError: Nothing can be written, committed or pushed. If it says so after parts were sent, these are
            marked in the file all the same. Or as `look`.
    """

    def claim() -> B:
        found = look()
        if mailed := _mailed(found):
            message = f"turn {found.turn}: about to post\n"
            if how.push:
                # Until it is pushed nothing is sent: so it may be taken back, and made again.
                message += f"\nturnproc: {__version__}\n"
            _Keeper(root, found.turn, how).change(lambda marks: _claim(marks, mailed, how), message)
        return found

    batch = _on_branch(root, claim, how)
    keeper = _Keeper(root, batch.turn, how)
    outcome: dict[Key, dict[int, Mark | None]] = {}
    with campaign_lock(root):
        for post in _mailed(batch):
            _send(post, keeper, outcome)
    if outcome:
        keeper.record(outcome)
    return batch


def _mailed(batch: Batch) -> list[Post]:
    return [post for post in batch.posts if not post.is_paper]


def _on_branch(root: Path, work: Callable[[], T], how: How) -> T:
    """Do some work, with `push` on what the host has."""
    return pushed(root, work, {Made.CLAIM}) if how.push else work()


def _claim(marks: Marks, posts: Sequence[Post], how: How) -> None:
    """Mark what is to be sent now. It may be done several times, each time from the beginning."""
    for post in posts:
        there = marks.of(post.key)
        numbers = range(1, len(post.parts) + 1)
        unsure = [n for n in numbers if n in there and there[n].state == SENDING and not post.service.repeatable]
        by_hand = [n for n in unsure if how.by_hand and (not how.picked or n in how.picked)]
        post.before = sum(n in there and there[n].state == POSTED for n in numbers)
        post.by_hand, post.error, post.claimed = len(by_hand), None, []
        for number in by_hand:
            marks.put(post.key, number, Mark(POSTED))
        left = [n for n in unsure if n not in by_hand]
        if left and not how.again:
            post.error = OperatorError("O137", service=post.service.label, parts=[str(n) for n in left])
            continue
        done = {n for n, mark in marks.of(post.key).items() if mark.state == POSTED}
        post.claimed = [n for n in numbers if n not in done]
        for number in post.claimed:
            marks.put(post.key, number, Mark(SENDING))


def _send(post: Post, keeper: _Keeper, outcome: dict[Key, dict[int, Mark | None]]) -> None:
    """Send a post's parts in order, until one fails. What was not tried loses its mark, whatever ends it."""
    if not post.claimed:
        return
    marks = outcome.setdefault(post.key, {})
    waiting = list(post.claimed)
    try:
        while waiting:
            number = waiting.pop(0)
            try:
                receipt = post.service.send(post.letter, post.parts[number - 1])
            except OperatorError as error:
                post.error = error
                if not (isinstance(error, ServiceError) and error.may_have_arrived):
                    marks[number] = None
                break
            marks[number] = Mark(POSTED, receipt.id, receipt.url)
            post.sent += 1
            keeper.note(post.key, {number: marks[number]})
    finally:
        marks |= dict.fromkeys(waiting)
        keeper.note(post.key, marks)


@dataclass(slots=True)
class _Keeper:
    """Keeps a turn's posted.yaml: on disk, in git, at the host."""

    root: Path
    turn: int
    how: How

    def change(self, change: Callable[[Marks], None], message: str) -> None:
        """Change the file as it is by now, and commit it."""
        repository = self.how.repository(self.root)
        with campaign_lock(self.root):
            if repository is not None:
                check_branch(repository)
            documents, marks = self._read()
            change(marks)
            name = Layout(self.root).posted_file(self.turn)
            is_there = Layout(self.root).path(name).exists()
            if marks.marks or is_there:
                write_marks(documents, self.turn, marks)
                if repository is not None:
                    repository.commit([name], message)

    def note(self, key: Key, found: dict[int, Mark | None]) -> None:
        """Write down what has happened at once, for the case that nothing else gets done. The lock is held."""
        documents, marks = self._read()
        _put(marks, {key: found})
        write_marks(documents, self.turn, marks)

    def record(self, outcome: dict[Key, dict[int, Mark | None]]) -> None:
        """Commit what has happened, and push it."""
        # No commit that may be dropped: what was sent is sent.
        message = f"turn {self.turn}: posted"
        if self.how.push:
            # The branch may move: it finds the file as it was committed.
            self._as_it_was()
        try:
            _on_branch(self.root, lambda: self.change(lambda marks: _put(marks, outcome), message), self.how)
        except BaseException:
            with campaign_lock(self.root):
                for key, found in outcome.items():
                    self.note(key, found)
            raise

    def _as_it_was(self) -> None:
        documents, _ = self._read()
        name = Layout(self.root).posted_file(self.turn)
        repository = self.how.repository(self.root)
        committed = None if repository is None else repository.file_at("HEAD", name)
        if committed is not None:
            with campaign_lock(self.root):
                replace_file(documents.root, name, committed)

    def _read(self) -> tuple[Documents, Marks]:
        documents = Documents(self.root)
        marks = read_marks(documents, self.turn)
        if marks is None:
            raise UnreadableError(documents, self.turn)
        return documents, marks


def _put(marks: Marks, outcome: dict[Key, dict[int, Mark | None]]) -> None:
    for key, found in outcome.items():
        for number, mark in found.items():
            marks.put(key, number, mark)
