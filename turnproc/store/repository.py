"""The campaign's git repository: what is not committed, one commit of certain files, one tag.

Names are relative to the campaign's folder, which may be the whole repository or a folder in a larger one. Nothing goes
through GitPython's own index, which knows neither .gitattributes nor .gitignore.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from turnproc.source.times import from_seconds
from turnproc.store.errors import OperatorError
from turnproc.store.layout import SCRATCH_PREFIX, Layout, turn_name
from turnproc.store.running_git import Answer, drop_inherited, failure, run_git
from turnproc.store.trees import with_files

OUR_NAME = "turnproc"
OUR_EMAIL = "turnproc@localhost"

# Names of files go in by standard input: there may be more than a command line holds, and no name can be an option.
_FROM_LIST = ("--pathspec-from-file=-", "--pathspec-file-nul")
# Where a command takes none from there.
_MOST_NAMES = 100

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


# What a commit says of itself before the files that it changed.
_COMMIT = re.compile(r"commit (?P<id>[0-9a-f]+) (?P<seconds>-?[0-9]{0,20})\Z")
# Where git can make nothing of the date that a commit gives itself: that is to help nobody.
_NO_DATE = 10**12


@dataclass(frozen=True, slots=True)
class Version:
    """What a commit made of a file: `blob` is git's id of the content, None where it took the file away."""

    commit: str
    at: datetime
    blob: str | None


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
        drop_inherited()
        answer = run_git(root, ["rev-parse", "--is-inside-work-tree", "--show-prefix"])
        if answer.status != 0:
            if "not a git repository" in answer.words:
                return None
            raise failure("rev-parse", answer)
        inside, _, prefix = answer.text.partition("\n")
        return cls(root, prefix) if inside == "true" else None

    @classmethod
    def create(cls, root: Path) -> Repository:
        """Make a folder a repository of its own, with the branch main.

        Raises:
            OperatorError: git is not installed (O006), or it cannot do it (O007).
        """
        drop_inherited()
        answer = run_git(root, ["init", "--quiet", "--initial-branch=main"])
        if answer.status != 0:
            raise failure("init", answer)
        return cls(root, "")

    @classmethod
    def around(cls, root: Path) -> Repository | None:
        """Like `find`; where no folder above has a repository, git need not even be installed."""
        in_one = any((folder / ".git").exists() for folder in (root, *root.parents))
        return cls.find(root) if in_one else None

    def dirty(self, names: Sequence[str] = (".",)) -> list[str]:
        """What of these files and folders differs from the last commit: changed, deleted or new files, in order.

        Ignored files are not meant, nor what turnproc itself has put there for a moment.
        """
        command = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"]
        fields = self._git([*command, "--ignore-submodules=none", "--", *names]).fields
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

        None: they are all committed as they are. `git commit` itself would look at every file of a year's campaign.

        Raises:
            OperatorError: git cannot do it, or somebody else has committed meanwhile (O007): the branch stays as it is.
        """
        there_now = [name for name in names if os.path.lexists(self.root.joinpath(*name.split("/")))]
        gone = [name for name in names if name not in set(there_now)]
        self._git(["add", "--force", *_FROM_LIST], there_now)
        if gone:
            self._git(["update-index", "--force-remove", "-z", "--stdin"], gone)
        there = self._try(["rev-parse", "HEAD^{commit}", "HEAD^{tree}"])
        parent, _, before = there.text.partition("\n") if there.status == 0 else ("", "", "")
        files = self._staged(names)
        tree = with_files(self._git, before, files | {f"{self.prefix}{name}": None for name in gone})
        if tree == before:
            return None
        parents = ["-p", parent] if parent else []
        commit = self._git(["commit-tree", tree, *parents, "-m", message], env=self.identity()).text
        # Only from the commit that it follows: nothing that came meanwhile is lost.
        self._git(["update-ref", "-m", f"commit: {message.partition(chr(10))[0]}", "HEAD", commit, parent])
        return commit

    def _staged(self, names: Sequence[str]) -> dict[str, str | None]:
        """How the index has these files: "100644 blob <id>" by the name in the repository."""
        rows = []
        for at in range(0, len(names), _MOST_NAMES):
            rows += self._git(["ls-files", "-z", "--stage", "--", *names[at : at + _MOST_NAMES]]).fields
        # "mode id stage<tab>name"
        parts = [(*row.partition("\t")[0].split(" "), row.partition("\t")[2]) for row in rows]
        return {f"{self.prefix}{name}": f"{mode} blob {content}" for mode, content, _, name in parts}

    def is_shallow(self) -> bool:
        """Was only the end of the history fetched? Then nobody can tell here when a file came in."""
        return self._git(["rev-parse", "--is-shallow-repository"]).text == "true"

    def versions(self, folder: str) -> dict[str, list[Version]]:
        """How the files of a folder came onto the branch that is checked out, by name, the newest version first.

        Only the branch's own line is looked at (first parents): what a merge brings came in with the merge, and the
        time is that of its committer. Links and submodules are no content.
        """
        if self._try(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]).status != 0:
            return {}
        command = ["log", "--first-parent", "-m", "--raw", "--no-abbrev", "--no-renames", "--full-history", "-z"]
        fields = iter(self._git([*command, "--format=commit %H %ct", "HEAD", "--", folder]).fields)
        found: dict[str, list[Version]] = {}
        commit, at = "", from_seconds(0)
        for field in fields:
            row = field.lstrip("\n")
            said = _COMMIT.match(row)
            if said is not None:
                commit, at = said["id"], from_seconds(int(said["seconds"].removesuffix("-") or _NO_DATE))
            elif row.startswith(":"):
                # ":mode mode id id X", then the name from the top of the repository.
                _, mode, _, blob, _ = row.split(" ")
                name = next(fields).removeprefix(self.prefix)
                found.setdefault(name, []).append(Version(commit, at, blob if mode.startswith("100") else None))
        return found

    def content(self, blob: str) -> bytes:
        """A content by git's id of it."""
        return self._git(["cat-file", "blob", blob]).raw

    def last_commit_of(self, name: str) -> str:
        """The last commit that touched this file."""
        return self._git(["log", "-1", "--format=%H", "HEAD", "--", name]).text

    def message_of(self, commit: str) -> str:
        """The message of a commit."""
        return self._git(["log", "-1", "--format=%B", commit]).text

    def tag_name(self, turn: int, revision: int | None = None) -> str:
        """`turn-001`, `turn-001-r2` for its second revision (default: the present one).

        In front of it stands the campaign's folder where that is a part of a larger repository: `<folder>/turn-001`.
        """
        number = Layout(self.root).revision(turn) if revision is None else revision
        return _as_ref(f"{self.prefix}turn-{turn_name(turn)}{'' if number == 1 else f'-r{number}'}")

    def tagged(self, turn: int, revision: int | None = None) -> str | None:
        """The commit that the tag of a turn's revision (default: the present one) stands at, if there is one."""
        tag = f"refs/tags/{self.tag_name(turn, revision)}"
        answer = self._try(["rev-parse", "--verify", "--quiet", f"{tag}^{{commit}}"])
        return answer.text if answer.status == 0 else None

    def tag(self, turn: int, commit: str) -> None:
        """Give the turn its tag. An existing one is never moved.

        Raises:
            OperatorError: It stands at another commit (O010).
        """
        there = self.tagged(turn)
        name = self.tag_name(turn)
        if there is None:
            self._git(["tag", "--annotate", "--no-sign", "--message", name, name, commit], env=self.identity())
        elif there != commit:
            raise OperatorError("O010", tag=name, commit=there[:12])

    def file_at(self, commit: str, name: str) -> bytes | None:
        """The content of a file in a commit, None if the commit does not have it."""
        answer = self._try(["cat-file", "blob", f"{commit}:{self.prefix}{name}"])
        return answer.raw if answer.status == 0 else None

    def identity(self) -> Mapping[str, str]:
        """Who a commit of turnproc's is by, as git takes it from the environment."""
        # git would guess a name from the machine's, or refuse: a commit by the program itself is neither needed.
        asked = self._try(["config", "--null", "--get-regexp", r"^(user|author|committer)\.(name|email)$"])
        # What is set in several places comes several times, what counts the last time.
        settings = dict(field.partition("\n")[::2] for field in asked.fields)
        given: dict[str, str] = {}
        for field, ours in (("name", OUR_NAME), ("email", OUR_EMAIL)):
            for role in ("author", "committer"):
                variable = f"GIT_{role}_{field}".upper()
                special = os.environ.get(variable) or settings.get(f"{role}.{field}")
                given[variable] = special or settings.get(f"user.{field}") or ours
        return given

    def _git(self, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Answer:
        answer = self._try(command, names, env)
        if answer.status != 0:
            raise failure(command[0], answer)
        return answer

    def _try(self, command: Sequence[str], names: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Answer:
        return run_git(self.root, command, names, env)


def _as_ref(name: str) -> str:
    """Make a folder's path fit for the name of a tag: git allows most letters, but no blanks and little punctuation."""
    name = re.sub(r"[\x00-\x20\x7f~^:?*\[\\]+|\.\.+|@\{", "-", name)
    parts = [re.sub(r"\A\.|\.lock\Z|\.\Z", "-", part) for part in name.split("/")]
    return "/".join(part for part in parts if part).lstrip("-/")
