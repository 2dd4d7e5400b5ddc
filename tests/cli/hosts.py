"""A host in a folder: a bare repository that several people push to, each with a clone of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.cli.helpers import SMALL
from tests.git.helpers import git, write

REFUSING = "#!/bin/sh\necho 'only the game master may push here' >&2\nexit 1\n"


@dataclass(frozen=True)
class Host:
    """`origin` is the bare repository; `clone("anna")` a new clone of it in a folder of that name."""

    folder: Path
    origin: Path

    @classmethod
    def make(cls, folder: Path, files: Mapping[str, str] = SMALL) -> Host:
        start = folder / "start"
        write(start, dict(files))
        git(start, "init", "--quiet", "--initial-branch=main")
        git(start, "add", "--all")
        git(start, "commit", "--quiet", "--message=Start")
        git(folder, "clone", "--quiet", "--bare", str(start), "origin.git")
        return cls(folder, folder / "origin.git")

    def clone(self, name: str) -> Path:
        git(self.folder, "clone", "--quiet", str(self.origin), name)
        for key, value in (("user.name", name), ("user.email", f"{name}@example.org")):
            git(self.folder / name, "config", key, value)
        return self.folder / name

    def refuse(self) -> None:
        """From now on the host takes no push, as for a protected branch."""
        hook = self.origin / "hooks" / "pre-receive"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(REFUSING)
        hook.chmod(0o755)

    def allow(self) -> None:
        (self.origin / "hooks" / "pre-receive").unlink()

    def head(self) -> str:
        return git(self.origin, "rev-parse", "main")

    def tags(self) -> list[str]:
        return git(self.origin, "tag").split()

    def files(self) -> list[str]:
        return git(self.origin, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "main").splitlines()

    def text(self, name: str) -> str:
        return git(self.origin, "show", f"main:{name}") + "\n"


def push(clone: Path, files: Mapping[str, str | None], message: str = "Orders") -> str:
    """Commit files (None: without) in a clone and push them, as a person would; gives the commit's id."""
    commit(clone, files, message)
    git(clone, "push", "--quiet", "origin", "HEAD:main")
    return git(clone, "rev-parse", "HEAD")


def commit(clone: Path, files: Mapping[str, str | None], message: str = "Orders") -> None:
    """Commit files (None: without) in a clone."""
    write(clone, {name: text for name, text in files.items() if text is not None})
    for name, text in files.items():
        if text is None:
            (clone / name).unlink()
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", f"--message={message}")
