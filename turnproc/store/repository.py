"""The campaign's git repository: what is not committed, one commit of certain files, one tag. Only this imports git.

Names are relative to the campaign's folder, which may be the whole repository or a folder in a larger one. GitPython
runs the git that is installed; nothing goes through its own index, which knows neither .gitattributes nor .gitignore.
Hooks, signing and whatever else is set up for a person's own commits stay out of it.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from turnproc.store.errors import OperatorError, writing
from turnproc.store.layout import SCRATCH_PREFIX, turn_name

OUR_NAME = "turnproc"
OUR_EMAIL = "turnproc@localhost"

# Set in a hook, an alias or by an outer git, these would lead us to another repository. What concerns the person and
# their surroundings (identity, configuration, transport) stays.
_KEPT = re.compile(
    r"GIT_(PYTHON_.*|AUTHOR_.*|COMMITTER_.*|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_.*|VALUE_.*)"
    r"|EXEC_PATH|SSH.*|SSL.*|ASKPASS|TERMINAL_PROMPT)\Z"
)

_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "core.safecrlf=false",
    "log.showSignature=false",
    "commit.gpgSign=false",
    "tag.gpgSign=false",
    "tag.forceSignAnnotated=false",
    "i18n.commitEncoding=UTF-8",
)
_ALWAYS = (
    "--no-pager",
    "--no-optional-locks",
    "--literal-pathspecs",
    *(part for setting in _SETTINGS for part in ("-c", setting)),
)

# Names of files go in by standard input: there may be more than a command line holds, and no name can be an option.
_FROM_LIST = ("--pathspec-from-file=-", "--pathspec-file-nul")

# A file in the git folder that says what is going on there.
_OPERATIONS = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply/applying": "am",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    # Between two of several commits.
    "sequencer": "cherry-pick",
    "BISECT_LOG": "bisect",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a git command gave back."""

    status: int
    raw: bytes
    words: str

    @property
    def fields(self) -> list[str]:
        """Its output as the names that `-z` separates."""
        return [field for field in self.text.split("\0") if field]

    @property
    def text(self) -> str:
        """Its output as text, without the end of the last line. Names that are no UTF-8 survive."""
        return self.raw.decode("utf-8", "surrogateescape").rstrip("\n")


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository of the campaign in `root`. `prefix` is the campaign's folder in it: "" or "campaigns/east/"."""

    root: Path
    prefix: str

    @classmethod
    def find(cls, root: Path) -> Repository | None:
        """The repository that the campaign's folder is in, or None.

        Raises:
            OperatorError: git is not installed (O006), or it does not trust the folder (O007).
        """
        _drop_inherited()
        answer = _run(root, ["rev-parse", "--is-inside-work-tree", "--show-prefix"])
        if answer.status != 0:
            if "not a git repository" in answer.words:
                return None
            raise _failure("rev-parse", answer)
        inside, _, prefix = answer.text.partition("\n")
        return cls(root, prefix) if inside == "true" else None

    @classmethod
    def create(cls, root: Path) -> Repository:
        """Make a folder a repository of its own, with the branch main.

        Raises:
            OperatorError: git is not installed (O006), or it cannot do it (O007).
        """
        _drop_inherited()
        answer = _run(root, ["init", "--quiet", "--initial-branch=main"])
        if answer.status != 0:
            raise _failure("init", answer)
        return cls(root, "")

    def dirty(self) -> list[str]:
        """What of the campaign differs from the last commit: changed, deleted or new files, in order.

        Ignored files are not meant, nor what turnproc itself has put there for a moment.
        """
        fields = self._git(
            ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=none", "."]
        ).fields
        # "XY name": two letters of state, a blank, the name from the top of the repository.
        found = (field[3:].removeprefix(self.prefix) for field in fields)
        return sorted(name for name in found if not any(p.startswith(SCRATCH_PREFIX) for p in name.split("/")))

    def ignored(self, names: Sequence[str]) -> list[str]:
        """What git was told to ignore of these files and of those in these folders: no clone would have it."""
        return self._git(["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", *names]).fields

    def tracked(self, folder: str) -> list[str]:
        """The files of a folder of the campaign that git knows, by their names in the campaign."""
        return self._git(["ls-files", "-z", "--", folder]).fields

    def busy(self) -> str | None:
        """The operation that somebody has begun and not finished: "merge", "rebase", ..."""
        folder = Path(self._git(["rev-parse", "--absolute-git-dir"]).text)
        return next((name for file, name in _OPERATIONS.items() if (folder / file).exists()), None)

    def is_detached(self) -> bool:
        """Is a commit checked out instead of a branch?"""
        return self._try(["symbolic-ref", "--quiet", "HEAD"]).status != 0

    def commit(self, names: Sequence[str], message: str) -> str | None:
        """Commit exactly these files, ignored ones too, and return the commit's id; what else is staged stays staged.

        None: they are all committed as they are.
        """
        # A new file has to be known to git before `commit --only` accepts it.
        self._git(["add", "--force", *_FROM_LIST], names)
        if self._has_commits() and not self._staged().intersection(names):
            return None
        command = ["commit", "--only", "--quiet", "--no-verify", "--no-gpg-sign", "--cleanup=whitespace"]
        self._git([*command, f"--message={message}", *_FROM_LIST], names, self._identity())
        return self._git(["rev-parse", "--verify", "HEAD"]).text

    def _has_commits(self) -> bool:
        return self._try(["rev-parse", "--verify", "--quiet", "HEAD"]).status == 0

    def _staged(self) -> set[str]:
        fields = self._git(["diff-index", "--cached", "--name-only", "--no-renames", "-z", "HEAD"]).fields
        return {field.removeprefix(self.prefix) for field in fields if field.startswith(self.prefix)}

    def last_commit_of(self, name: str) -> str:
        """The last commit that touched this file."""
        return self._git(["log", "-1", "--format=%H", "HEAD", "--", name]).text

    def message_of(self, commit: str) -> str:
        """The message of a commit."""
        return self._git(["log", "-1", "--format=%B", commit]).text

    def tag_name(self, turn: int) -> str:
        """`turn-001`, or `<folder>/turn-001` for a campaign in a larger repository."""
        return _as_ref(f"{self.prefix}turn-{turn_name(turn)}")

    def tagged(self, turn: int) -> str | None:
        """The commit that the turn's tag stands at, if there is one."""
        answer = self._try(["rev-parse", "--verify", "--quiet", f"refs/tags/{self.tag_name(turn)}^{{commit}}"])
        return answer.text if answer.status == 0 else None

    def tag(self, turn: int, commit: str) -> None:
        """Give the turn its tag. An existing one is never moved.

        Raises:
            OperatorError: It stands at another commit (O010).
        """
        there = self.tagged(turn)
        name = self.tag_name(turn)
        if there is None:
            self._git(["tag", "--annotate", "--no-sign", "--message", name, name, commit], env=self._identity())
        elif there != commit:
            raise OperatorError("O010", tag=name, commit=there[:12])

    def file_at(self, commit: str, name: str) -> bytes | None:
        """The content of a file in a commit, None if the commit does not have it."""
        answer = self._try(["cat-file", "blob", f"{commit}:{self.prefix}{name}"])
        return answer.raw if answer.status == 0 else None

    def _identity(self) -> Mapping[str, str]:
        # git would guess a name from the machine's, or refuse: a commit by the program itself is neither needed.
        given: dict[str, str] = {}
        for field, ours in (("name", OUR_NAME), ("email", OUR_EMAIL)):
            general = self._try(["config", "--get", f"user.{field}"]).text
            for role in ("author", "committer"):
                variable = f"GIT_{role}_{field}".upper()
                special = os.environ.get(variable) or self._try(["config", "--get", f"{role}.{field}"]).text
                given[variable] = special or general or ours
        return given

    def _git(self, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Answer:
        answer = self._try(command, names, env)
        if answer.status != 0:
            raise _failure(command[0], answer)
        return answer

    def _try(self, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Answer:
        return _run(self.root, command, names, env)


def _run(root: Path, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Answer:
    """Run git in a folder; `names` is what a command with `_FROM_LIST` reads from its input."""
    # Where nothing is run, nobody has to wait until GitPython is there.
    from git.cmd import Git  # noqa: PLC0415
    from git.exc import GitCommandNotFound  # noqa: PLC0415

    call = [Git.GIT_PYTHON_GIT_EXECUTABLE or "git", "-C", str(root), *_ALWAYS, *command]
    with _listing(names) as listing:
        try:
            status, raw, words = Git(root).execute(
                call,
                istream=listing,
                with_extended_output=True,
                with_exceptions=False,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                env=env,
            )
        except GitCommandNotFound:
            raise OperatorError("O006") from None
        except OSError as error:
            # The system starts no process: we may not run git, or there are too many already.
            raise OperatorError("O007", command=f"git {command[0]}", words=str(error)) from error
    return Answer(status, raw, words)


@contextlib.contextmanager
def _listing(names: Sequence[str]) -> Iterator[BinaryIO | None]:
    """Names for git to read. It reads from the file directly: it has to be a real one."""
    if not names:
        yield None
        return
    # The system says where files for a moment lie; there may be no such place, or no room.
    with writing(Path(tempfile.tempdir or "temp")), contextlib.ExitStack() as stack:
        listing: BinaryIO = stack.enter_context(tempfile.TemporaryFile())
        listing.write(b"\0".join(os.fsencode(name) for name in names))
        listing.seek(0)
        opened = stack.pop_all()
    with opened:
        yield listing


def _failure(command: str, answer: Answer) -> OperatorError:
    ended = signal.strsignal(-answer.status) if answer.status < 0 else None
    said = answer.words.strip() or answer.text.strip() or ended or f"exit code {answer.status}"
    return OperatorError("O007", command=f"git {command}", words=" ".join(said.split()))


def _as_ref(name: str) -> str:
    """Make a folder's path fit for the name of a tag: git allows most letters, but no blanks and little punctuation."""
    name = re.sub(r"[\x00-\x20\x7f~^:?*\[\\]+|\.\.+|@\{", "-", name)
    parts = [re.sub(r"\A\.|\.lock\Z|\.\Z", "-", part) for part in name.split("/")]
    return "/".join(part for part in parts if part).lstrip("-/")


def _drop_inherited() -> None:
    for name in list(os.environ):
        if name.startswith("GIT_") and not _KEPT.match(name):
            del os.environ[name]
