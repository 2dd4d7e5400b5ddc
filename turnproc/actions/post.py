"""`turnproc post`: the report of a turn, or a reminder before its deadline, to the places that the campaign names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from turnproc.actions.campaign import Campaign, open_campaign
from turnproc.actions.documents import Documents
from turnproc.actions.letters import report_letter
from turnproc.actions.places import TAKES_REMINDERS, Paper, service, wanted
from turnproc.actions.posted import REMINDER, REPORT, Key, read_marks
from turnproc.actions.posting import How, Post, UnreadableError, deliver, made
from turnproc.actions.reminding import Due, due, reminder
from turnproc.post.message import Letter, Service
from turnproc.report.language import Language
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout
from turnproc.store.outside import write_new


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: targets (none: the campaign's), language, characters a post, and how it is done.

    `dry_run`: only say which parts there would be. `how` is about the marks.
    """

    targets: Sequence[str] = ()
    language: str | None = None
    limit: int | None = None
    dry_run: bool = False
    how: How = field(default_factory=How)


@dataclass(slots=True)
class Outcome:
    """What was posted; `skipped` are targets left out, and `turn` is 0 where no turn has been resolved yet.

    It is `nowhere` where the campaign says that nothing is posted.
    If it is not readable, look into `documents` for what is wrong.
    """

    documents: Documents
    turn: int
    posts: Sequence[Post] = ()
    is_readable: bool = True
    skipped: Sequence[str] = ()
    due: Due | None = None
    nowhere: bool = False

    @property
    def failed(self) -> bool:
        """Did anything not work?"""
        return not self.is_readable or any(post.error is not None for post in self.posts)


def post_report(root: Path, turn: int | None, asked: Asked) -> Outcome:
    """Post the report of a resolved turn (default: the last).

    Raises:
        OperatorError: The turn that was asked for is not resolved (O020, O021), nowhere to post to (O136), a service
            is not set up (O134, O135), or nothing can be written, committed or pushed. What a service says is in the
            outcome.
    """
    return _posted(root, asked, lambda: _reports(root, turn, asked))


def post_reminder(root: Path, now: datetime, hours: int, asked: Asked) -> Outcome:
    """Remind those who are missing in the open turn, if its deadline is at most so many hours away.

    Raises:
        OperatorError: As for `post_report`.
    """
    return _posted(root, asked, lambda: _reminders(root, now, hours, asked))


def _posted(root: Path, asked: Asked, look: Callable[[], Outcome]) -> Outcome:
    """Post what `look` finds; with `push` it looks at what the host has."""
    if asked.dry_run:
        return look()
    try:
        return deliver(root, look, asked.how)
    except UnreadableError as unreadable:
        return Outcome(unreadable.documents, unreadable.turn, is_readable=False)


def _reports(root: Path, turn: int | None, asked: Asked) -> Outcome:
    resolved = Layout(root).resolved_turns()
    if turn is not None and turn not in resolved:
        raise OperatorError("O021", turn=turn, last=resolved[-1]) if resolved else OperatorError("O020")
    documents = Documents(root)
    campaign = open_campaign(documents)
    if campaign is None:
        return Outcome(documents, turn or 0, is_readable=False)
    if not wanted(asked.targets, campaign.data):
        return Outcome(documents, turn or 0, nowhere=True)
    if not resolved:
        # Run every hour, it waits for the first turn.
        return Outcome(documents, 0)
    turn = resolved[-1] if turn is None else turn
    services = _services(campaign, asked)
    language = asked.language or campaign.report_languages[0]
    repository, revision = asked.how.repository(root), campaign.layout.revision(turn)
    letters: dict[str, Letter] = {}
    for form in sorted({each.form for each in services.values()}):
        letter, read = report_letter(campaign, turn, language, form, repository)
        if letter is None:
            return Outcome(read, turn, is_readable=False)
        letters[form] = letter
    posts = [
        made(Key(REPORT, revision, target, language), each, letters[each.form]) for target, each in services.items()
    ]
    return Outcome(documents, turn, posts)


def _reminders(root: Path, now: datetime, hours: int, asked: Asked) -> Outcome:
    documents = Documents(root)
    found = due(documents, now, hours)
    if found is None:
        return Outcome(documents, 0, is_readable=False)
    campaign, turn = found.game.campaign, found.game.turn
    named = wanted(asked.targets, campaign.data)
    if not named:
        return Outcome(documents, turn, nowhere=True)
    skipped = [target for target in named if target not in TAKES_REMINDERS]
    if found.why is not None:
        return Outcome(documents, turn, skipped=skipped, due=found)
    services = _services(campaign, asked, without=skipped)
    language = asked.language or campaign.report_languages[0]
    words, repository = Language.load(language, campaign.ruleset.name), asked.how.repository(root)
    revision = campaign.layout.revision(turn)
    posts = [
        made(_once(documents, Key(REMINDER, revision, target, language), turn), each, letter)
        for target, each in services.items()
        for letter in [reminder(found, words, target, repository)]
    ]
    return Outcome(documents, turn, posts, skipped=skipped, due=found)


def _once(documents: Documents, key: Key, turn: int) -> Key:
    """A reminder in another language is one, too: where there is one, its mark counts."""
    marks = read_marks(documents, turn)
    there = [] if marks is None else [each for each in marks.marks if each[:3] == key[:3]]
    return there[0] if there else key


def _services(campaign: Campaign, asked: Asked, without: Sequence[str] = ()) -> dict[str, Service]:
    targets = [target for target in wanted(asked.targets, campaign.data) if target not in without]
    return {target: service(target, asked.limit, connected=not asked.dry_run) for target in targets}


def write_papers(outcome: Outcome, folder: Path) -> list[tuple[Path, bool]]:
    """Write what is handed to the person into a folder, all or none; tell of each file whether it was there already.

    Raises:
        OperatorError: Another file has a name (O031), or the system does not let us write (O011 to O013).
    """
    files = {folder / name: content for name, content in papers(outcome)}
    there = {path for path, content in files.items() if _is_as(path, content)}
    write_new({path: content for path, content in files.items() if path not in there})
    return [(path, path in there) for path in files]


def _is_as(path: Path, content: bytes) -> bool:
    try:
        return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


def papers(outcome: Outcome) -> list[tuple[str, bytes]]:
    """What is handed to the person, as files by their names: texts in their parts, and pictures."""
    found: list[tuple[str, bytes]] = []
    for post in outcome.posts:
        if not isinstance(post.service, Paper):
            continue
        kind = "bbcode" if post.service.form == "bbcode" else "md"
        stem = f"{post.letter.name}.{post.key.kind}" if post.key.kind == REMINDER else post.letter.name
        for at, part in enumerate(post.parts, start=1):
            number = f".{at}-of-{len(post.parts)}" if len(post.parts) > 1 else ""
            found.append((f"{stem}{number}.{kind}", (part.text.rstrip("\n") + "\n").encode()))
        found += [(picture.name, picture.content) for picture in post.letter.pictures]
    return list(dict(found).items())
