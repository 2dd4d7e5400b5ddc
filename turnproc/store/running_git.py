"""Running the git that is installed, without hooks, signing or inherited surroundings. Only this imports GitPython."""

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
    # Nothing goes on in the background when a command is over.
    "gc.auto=0",
    "maintenance.auto=false",
)
_ALWAYS = (
    "--no-pager",
    "--no-optional-locks",
    "--literal-pathspecs",
    *(part for setting in _SETTINGS for part in ("-c", setting)),
)


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


def run_git(
    root: Path, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None
) -> Answer:
    """Run git in a folder; `names` are what the command reads from its input, with a zero byte between.

    Raises:
        OperatorError: git is not installed (O006), or the system does not start it (O007).
    """
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


def failure(command: str, answer: Answer) -> OperatorError:
    """What git said of a command that it could not do."""
    ended = signal.strsignal(-answer.status) if answer.status < 0 else None
    said = answer.words.strip() or answer.text.strip() or ended or f"exit code {answer.status}"
    return OperatorError("O007", command=f"git {command}", words=" ".join(said.split()))


def drop_inherited() -> None:
    """Forget what a git that runs us has told its own commands."""
    for name in list(os.environ):
        if name.startswith("GIT_") and not _KEPT.match(name):
            del os.environ[name]
