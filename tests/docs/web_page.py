"""A git host's web page as somebody sees it who has a browser and nothing else: pages, and what can be pressed on each.

`press` fails where the page has no such button, so a guide that names a wrong one, or leaves one out, is noticed. What
is proposed becomes a pull request of the platform that tests play (tests/cli/platforms.py).
"""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from tests.cli.platforms import Platform
from tests.git.helpers import git

Contents = dict[str, str | bytes | None]


@dataclass
class Browser:
    """One person's browser. `now` is what the clock shows; `number` is the pull request that is looked at."""

    platform: Platform
    login: str
    now: str
    fork: Path | None = None
    page: str = "the host's first page"
    buttons: dict[str, Callable[[], None]] = field(default_factory=dict)
    number: int = 0
    file: str = ""
    text: str = ""
    uploaded: dict[str, bytes] = field(default_factory=dict)
    proposed: Contents = field(default_factory=dict)
    archive: bytes = b""

    def __post_init__(self) -> None:
        self._show("the host's first page", {"Sign up": self.open_campaign})

    def press(self, *names: str) -> None:
        """Press buttons, one after the other."""
        for name in names:
            assert name in self.buttons, f"on {self.page} is no button “{name}”, but: {', '.join(self.buttons)}"
            self.buttons[name]()

    def open_campaign(self) -> None:
        """Its first page."""
        self._show(
            "the campaign's first page",
            {"Add file": lambda: self._add_file(""), "Code": self._code, "Pull requests": lambda: None},
        )

    def open(self, *parts: str) -> None:
        """Click on folders, then perhaps on a file, from the campaign's first page on."""
        path = "/".join(parts)
        files = self.platform.host.files()
        if path in files:
            self.file, self.text = path, self.platform.host.text(path).removesuffix("\n")
            self._show(
                path,
                {
                    "Edit this file": lambda: self._forked(self._edit),
                    "three dots": lambda: self._show(
                        f"the menu of {path}", {"Delete file": lambda: self._forked(self._delete)}
                    ),
                },
            )
        else:
            assert any(each.startswith(f"{path}/") for each in files), f"the campaign has no folder {path}"
            self._show(f"the folder {path}", {"Add file": lambda: self._add_file(path)})

    def go_to(self, address: str) -> None:
        """Type something behind the campaign's address."""
        assert address.startswith("/upload/main/")
        self._forked(lambda: self._upload(address.removeprefix("/upload/main/")))

    def listed(self, *parts: str) -> list[str]:
        """What one sees in a folder."""
        path = "".join(f"{part}/" for part in parts)
        inside = [each.removeprefix(path) for each in self.platform.host.files() if each.startswith(path)]
        return sorted({each.partition("/")[0] for each in inside})

    def type_name(self, name: str) -> None:
        """Into the field at the top."""
        self.file = f"{self.file}{name}"

    def write(self, text: str) -> None:
        """Into the large field, in place of what stands there."""
        self.text = text

    def drop(self, *files: Path) -> None:
        """Drag files onto the page."""
        assert self.page.startswith("the upload into")
        self.uploaded |= {each.name: each.read_bytes() for each in files}

    def open_pull_request(self, number: int) -> None:
        """Look at one; what is in it can be changed while it is open."""
        self.number = number
        more = {"Close pull request": self._close} if self.platform.is_open(number) else {}
        self._show(f"pull request {number}", {"Files changed": self._files_changed, **more})

    def unpacked(self, folder: Path) -> Path:
        """Unpack what was downloaded; the folder of the campaign."""
        with zipfile.ZipFile(BytesIO(self.archive)) as archive:
            archive.extractall(folder)
        return folder / "war-main"

    # What the buttons do.

    def _show(self, page: str, buttons: dict[str, Callable[[], None]]) -> None:
        self.page, self.buttons = page, buttons

    def _forked(self, then: Callable[[], None]) -> None:
        if self.fork is not None:
            then()
            return

        def fork() -> None:
            self.fork = self.platform.fork(self.login)
            then()

        self._show("the page that asks for a copy", {"Fork this repository": fork})

    def _add_file(self, folder: str) -> None:
        self._show(
            "the menu “Add file”",
            {
                "Create new file": lambda: self._forked(lambda: self._create(folder)),
                "Upload files": lambda: self._forked(lambda: self._upload(folder)),
            },
        )

    def _code(self) -> None:
        def download() -> None:
            ran = subprocess.run(
                ["git", "archive", "--format=zip", "--prefix=war-main/", "main"],
                cwd=self.platform.host.origin,
                capture_output=True,
                check=True,
            )
            self.archive = ran.stdout

        self._show("the menu “Code”", {"Download ZIP": download})

    def _create(self, folder: str) -> None:
        self.file, self.text = f"{folder}/" if folder else "", ""
        self._show("the page of a new file", {"Commit changes…": self._commit})

    def _edit(self) -> None:
        self._show(f"the page that edits {self.file}", {"Commit changes…": self._commit})

    def _delete(self) -> None:
        self._show(
            f"the page that deletes {self.file}",
            {"Commit changes…": lambda: self._window({self.file: None})},
        )

    def _upload(self, folder: str) -> None:
        self.uploaded = {}

        def propose() -> None:
            assert self.uploaded, "nothing was dragged onto the page"
            self._propose({f"{folder}/{name}" if folder else name: raw for name, raw in self.uploaded.items()})

        self._show(f"the upload into {folder}", {"Propose changes": propose})

    def _commit(self) -> None:
        self._window({self.file: f"{self.text}\n"})

    def _window(self, files: Contents) -> None:
        self._show("the window that proposes", {"Propose changes": lambda: self._propose(files)})

    def _propose(self, files: Contents) -> None:
        self.proposed = files
        self._show("the page that compares", {"Create pull request": self._describe})

    def _describe(self) -> None:
        self._show("the page of a new pull request", {"Create pull request": self._send})

    def _send(self) -> None:
        assert self.fork is not None
        self.platform.sync(self.fork)
        number = self.platform.open(self.login, self.fork, self._written(self.proposed), self.now)
        self.open_pull_request(number)

    def _close(self) -> None:
        self.platform.github.kept.pulls[self.number - 1]["state"] = "closed"
        self.open_pull_request(self.number)

    def _files_changed(self) -> None:
        self._show("the files of the pull request", {"three dots": self._file_menu})

    def _file_menu(self) -> None:
        """Of the only file that is there, or the one named in `file`."""
        assert self.fork is not None
        sha = self.platform.github.kept.pulls[self.number - 1]["head"]["sha"]
        git(self.fork, "switch", "--quiet", "--detach", sha)
        files = git(self.fork, "diff", "--name-only", "origin/main...HEAD").splitlines()
        if self.file not in files:
            (self.file,) = files
        there = self.fork / self.file
        self.text = there.read_text(encoding="utf-8").removesuffix("\n") if there.exists() else ""
        name = self.file

        def edit() -> None:
            self._show(f"the page that edits {name} in the pull request", {"Commit changes…": commit})

        def commit() -> None:
            files: Contents = {self.file: f"{self.text}\n"}
            self._own_window(files if self.file == name else {**files, name: None})

        self._show(
            f"the menu of {name}",
            {"Edit file": edit, "Delete file": lambda: self._own_window({name: None})},
        )

    def _own_window(self, files: Contents) -> None:
        def commit() -> None:
            assert self.fork is not None
            self.platform.push(self.number, self.fork, self._written(files), self.now)
            self.open_pull_request(self.number)

        self._show("the window that commits", {"Commit changes": commit})

    def _written(self, files: Contents) -> dict[str, str | None]:
        """Texts as they are; other files are laid into the copy, where the commit takes them up."""
        assert self.fork is not None
        for name, content in files.items():
            if isinstance(content, bytes):
                path = self.fork / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        return {name: text for name, text in files.items() if not isinstance(text, bytes)}
