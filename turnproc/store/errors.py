"""What can be wrong with the surroundings: no campaign here, uncommitted files, a full disk.

An `OperatorError` is raised wherever it is noticed, caught once in `turnproc.cli` and shown with its text and with what
to do about it. It is no mistake in a file (that is a `Diagnostic`) and no bug (that is any other exception).
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from turnproc.diagnostics.catalogue import N_, safe
from turnproc.diagnostics.model import Message
from turnproc.store.collecting_errors import COLLECTING_MESSAGES
from turnproc.store.history_errors import HISTORY_MESSAGES
from turnproc.store.key_errors import KEY_MESSAGES
from turnproc.store.picture_errors import PICTURE_MESSAGES
from turnproc.store.posting_errors import POSTING_MESSAGES
from turnproc.store.remote_errors import REMOTE_MESSAGES
from turnproc.store.sealing_errors import SEALING_MESSAGES
from turnproc.store.seat_errors import SEAT_MESSAGES
from turnproc.store.undo_errors import UNDO_MESSAGES

Param: TypeAlias = "str | int | Sequence[str]"

# Paths and git's own words are worth more room than what players write.
_LONGEST = 2000


class OperatorError(Exception):
    """The surroundings do not allow what was asked. `key` is a key of `MESSAGES`, `params` its parameters."""

    def __init__(self, key: str, **params: Param) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: Mapping[str, Param] = params

    def text(self, translate: Callable[[str], str] = str) -> str:
        """What is wrong, in the language that `translate` (gettext) goes to."""
        return self._filled(translate(self.message.text))

    def hint(self, translate: Callable[[str], str] = str) -> str:
        """What one can do about it."""
        return self._filled(translate(self.message.hint))

    @property
    def message(self) -> Message:
        """The entry of the catalogue."""
        return MESSAGES[self.key]

    def __str__(self) -> str:
        """English, for logs and tests."""
        return f"{self.key}: {self.text()}"

    def _filled(self, text: str) -> str:
        return text.format_map({name: _words(param) for name, param in self.params.items()})


def _words(param: Param) -> str:
    if isinstance(param, (str, int)):
        return safe(str(param), _LONGEST)
    return ", ".join(_words(item) for item in param)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in a person's words why the system did not let us write there.

    Raises:
        OperatorError: No permission (O011), disk full (O012), anything else that the system says (O013).
    """
    try:
        yield
    except OSError as error:
        key = _KEY_OF_ERRNO.get(error.errno or 0, "O013")
        words = {"words": error.strerror or type(error).__name__} if key == "O013" else {}
        raise OperatorError(key, path=str(error.filename2 or error.filename or path), **words) from error


_KEY_OF_ERRNO = {
    errno.EACCES: "O011",
    errno.EPERM: "O011",
    errno.EROFS: "O011",
    errno.ENOSPC: "O012",
    getattr(errno, "EDQUOT", errno.ENOSPC): "O012",
}

MESSAGES: Mapping[str, Message] = MappingProxyType(
    {
        "O001": Message(
            text=N_("no campaign here: neither {folder} nor any folder above it has a campaign.yaml"),
            hint=N_("go to the campaign's folder, or name it: turnproc … FOLDER"),
        ),
        "O002": Message(
            text=N_("{folder} is not in a git repository"),
            hint=N_("make it one (git init, git add, git commit), or use --no-commit"),
        ),
        "O003": Message(
            text=N_("files in the campaign's folder are new or changed and not committed: {files}"),
            hint=N_(
                "commit them, move them out of the folder, or undo the changes: what a turn is made from must be in git"
            ),
        ),
        "O004": Message(
            text=N_("turn {turn} is resolved already"),
            hint=N_("turnproc status shows the open turn, turnproc report prints the report of any turn"),
        ),
        "O005": Message(
            text=N_("another turnproc is writing in this campaign ({holder})"),
            hint=N_("wait until it is done; if it hangs, end that process: its lock goes with it"),
        ),
        "O006": Message(
            text=N_("git was not found"),
            hint=N_("install git and make sure that it is in PATH, or use --no-commit"),
        ),
        "O007": Message(
            text=N_("git could not do it ({command}): {words}"),
            hint=N_("once git's complaint is settled, run turnproc again: it goes on where it stopped"),
        ),
        "O008": Message(
            text=N_("the repository is in the middle of another operation: {operation}"),
            hint=N_("finish it or give it up (git status says how), then run turnproc again"),
        ),
        "O009": Message(
            text=N_("no branch is checked out, a commit made now would be hard to find again"),
            hint=N_("check out the campaign's branch, for example: git switch main"),
        ),
        "O010": Message(
            text=N_("the tag {tag} exists already and stands at another commit: {commit}"),
            hint=N_("if that tag is of no use any more, delete it (git tag -d {tag}), then run turnproc again"),
        ),
        "O011": Message(
            text=N_("no permission to write {path}"),
            hint=N_("see who owns the folder and whether it is read-only, then run turnproc again"),
        ),
        "O012": Message(
            text=N_("the disk is full: {path} could not be written"),
            hint=N_("make room, then run turnproc again"),
        ),
        "O013": Message(
            text=N_("{path} could not be written: {words}"),
            hint=N_("once that is settled, run turnproc again"),
        ),
        "O014": Message(
            text=N_("files are in the way that turnproc did not write: {files}"),
            hint=N_("move them away or delete them, then run turnproc again"),
        ),
        "O015": Message(
            text=N_(
                "turn {turn} was half written when turnproc was ended, and since then these files were changed: {files}"
            ),
            hint=N_("put them back as they were, or delete {folder} and the turn's results to resolve the turn anew"),
        ),
        "O016": Message(
            text=N_("{path} is a link or leads out of the campaign: turnproc does not write there"),
            hint=N_("put a real folder in its place"),
        ),
        "O017": Message(
            text=N_("turn {turn} cannot be resolved, the open turn is {open}"),
            hint=N_("leave --turn out, or give the open turn"),
        ),
        "O018": Message(
            text=N_("there is no folder {folder}"),
            hint=N_("see whether the name is right"),
        ),
        "O019": Message(
            text=N_("{path} could not be read: {words}"),
            hint=N_("see who owns the file and what it allows, then run turnproc again"),
        ),
        "O020": Message(
            text=N_("no turn of this campaign has been resolved yet, so there is no report"),
            hint=N_("turnproc resolve plays the open turn; with --dry-run it shows the report and writes nothing"),
        ),
        "O021": Message(
            text=N_("turn {turn} is not resolved; the last one that is resolved is turn {last}"),
            hint=N_("leave --turn out, or give a turn that has been played"),
        ),
        "O022": Message(
            text=N_("the files belong to several campaigns: {folders}"),
            hint=N_("check the files of one campaign at a time"),
        ),
        "O023": Message(
            text=N_("the files belong to several turns: {turns}"),
            hint=N_("check the files of one turn at a time"),
        ),
        "O024": Message(
            text=N_("turn {turn} has not come yet: turn {open} is open"),
            hint=N_("leave --turn out, or give the open turn or one before it"),
        ),
        "O025": Message(
            text=N_("nobody in this campaign is called “{speaker}”"),
            hint=N_("those who can give orders now: {known}"),
        ),
        "O026": Message(
            text=N_("nobody has sent anything for turn {turn} yet"),
            hint=N_("to play it all the same, say so: turnproc resolve --turn {turn}"),
        ),
        "O027": Message(
            text=N_("{speaker} has sent nothing for turn {turn} yet"),
            hint=N_("the orders belong into {file}"),
        ),
        "O028": Message(
            text=N_("these files were changed while turn {turn} was being resolved: {files}"),
            hint=N_("nothing was written; run turnproc again when nobody changes them any more"),
        ),
        "O030": Message(
            text=N_("the rules of {ruleset} know no other way to write orders than the orders files"),
            hint=N_("turnproc orders new writes an orders file to fill in"),
        ),
        "O031": Message(
            text=N_("{path} is there already"),
            hint=N_("nothing was written; delete it first, or choose another name"),
        ),
        "O032": Message(
            text=N_("{speaker} sent no orders for turn {turn}"),
            hint=N_("turnproc status shows who has sent what"),
        ),
        "O040": Message(
            text=N_("{folder} is not empty: {files}"),
            hint=N_("name a folder that is empty or does not exist yet: a new campaign never overwrites anything"),
        ),
        "O041": Message(
            text=N_("{folder} is not a folder"),
            hint=N_("name a folder that is empty or does not exist yet: a new campaign never overwrites anything"),
        ),
        "O042": Message(
            text=N_("the ruleset {ruleset} brings no sample campaign"),
            hint=N_("copy a campaign that uses it, or ask whoever made the ruleset"),
        ),
        "O043": Message(
            text=N_("this cannot be the name of a campaign: {name}"),
            hint=N_("a name has 1 to 200 characters, in one row: --name …"),
        ),
        "O050": Message(
            text=N_("no turn of this campaign has been resolved yet, so there is nothing to explain"),
            hint=N_("turnproc resolve plays the open turn; turnproc explain CODE explains a code"),
        ),
        "O051": Message(
            text=N_("turn {turn} is not resolved, so nothing in it can be explained"),
            hint=N_("resolved are: {turns}"),
        ),
        "O052": Message(
            text=N_("nothing happened in turn {turn}, so there is nothing to explain"),
            hint=N_("turnproc report shows what the turn was made from"),
        ),
        "O053": Message(
            text=N_("turn {turn} has no fact number {number}: the last is number {last}"),
            hint=N_("turnproc explain {turn} lists all facts of the turn"),
        ),
        "O054": Message(
            text=N_("turn {turn} has no fact that begins with “{verb}”"),
            hint=N_("there are: {verbs}"),
        ),
        "O055": Message(
            text=N_("turn {turn} has no fact “{verb}” about “{thing}”"),
            hint=N_("there are some about: {things}"),
        ),
        "O056": Message(
            text=N_("the rules of {ruleset} do not tell why a fact came about"),
            hint=N_("the journal names the rule of every fact: turnproc explain CODE prints its text"),
        ),
        "O057": Message(
            text=N_("the rules of {ruleset} make no forecasts"),
            hint=N_("turnproc validate checks the orders"),
        ),
        "O058": Message(
            text=N_("{file} is no orders file of the open turn, turn {turn}"),
            hint=N_("name a file in {folder}"),
        ),
        "O110": Message(
            text=N_("when orders of turn {turn} came in cannot be told: only the end of the history was fetched"),
            hint=N_("fetch all of it: git fetch --unshallow"),
        ),
        **KEY_MESSAGES,
        **SEALING_MESSAGES,
        **HISTORY_MESSAGES,
        **PICTURE_MESSAGES,
        **POSTING_MESSAGES,
        **REMOTE_MESSAGES,
        **COLLECTING_MESSAGES,
        **SEAT_MESSAGES,
        **UNDO_MESSAGES,
    }
)
