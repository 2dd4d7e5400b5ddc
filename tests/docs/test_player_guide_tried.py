"""The players' guide, done as it says: from no account to orders that are in, open and sealed, by its numbered steps.

What is pressed, typed and named is read from the guide, in both languages; the page that it is pressed on is
tests/docs/web_page.py, and the campaign's own workflows answer.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc, isolated, turnproc
from tests.cli.hosts import push
from tests.cli.platforms import played
from tests.cli.test_whole_turn import Campaign
from tests.docs.guides import ROOT, Scratch, blocks
from tests.docs.web_page import Browser
from tests.git.helpers import git

__all__ = ["isolated", "turnproc"]

GUIDES = {"en": "docs/player-guide.md", "ru": "docs/player-guide.ru.md"}
LOGIN = "some-login"
IN_TIME, TOO_LATE, RESOLVED = (f"2026-05-08T{hour}:00Z" for hour in ("17:29", "17:31", "18:00"))
LIMIT = "2026-05-08 17:30:00 UTC"
DOTS = "three dots"


@dataclass(frozen=True)
class Said:
    """What a step or a paragraph names: what is to be pressed, and what is to be typed or looked for."""

    buttons: Sequence[str]
    names: Sequence[str]

    @classmethod
    def of(cls, text: str) -> Said:
        row = " ".join(text.split())
        return cls(re.findall(r"\*\*(.+?)\*\*", row), re.findall(r"`([^`]+)`", row))


class Guide:
    """The chapter on sending files: the steps for open and for sealed orders, and what is said between them."""

    def __init__(self, language: str) -> None:
        self.text = (ROOT / GUIDES[language]).read_text(encoding="utf-8")
        self.chapter = self.text[self.text.index("\n## 5. ") : self.text.index("\n## 6. ")]
        self.open, self.sealed = (self._steps(part) for part in self.chapter.split("\n### ")[:2])
        self.files = [block.body for block in blocks(self.text) if block.marker.startswith("file: ")]
        (self.wrong, *_) = [block.body for block in blocks(self.text) if block.marker.startswith("wrong orders: ")]
        (self.turn,) = [block.body for block in blocks(self.chapter) if block.body.startswith("deadline: ")]
        self.heads = re.findall(r"^\| ([^|]+?) \| [^|]+ \|$", self.chapter, re.MULTILINE)[1:]

    def _steps(self, text: str) -> dict[int, Said]:
        found = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\n\n)", f"{text}\n\n", re.MULTILINE | re.DOTALL)
        steps = {int(number): Said.of(step) for number, step in found}
        assert list(steps) == list(range(1, len(steps) + 1)), "one numbered list"
        return steps

    def what_to_press(self, last: str) -> list[str]:
        """Of the paragraph that begins with bold words and names this button."""
        for paragraph in self.chapter.split("\n\n"):
            if paragraph.startswith("**") and f"**{last}**" in " ".join(paragraph.split()):
                return list(Said.of(paragraph).buttons[1:])
        raise AssertionError(f"no paragraph says when to press {last}")


class Player:
    """Somebody who does what the guide says. `there` is the campaign, with its workflows."""

    def __init__(self, there: Campaign, guide: Guide) -> None:
        self.there, self.guide = there, guide
        self.browser = Browser(there.platform, LOGIN, IN_TIME)

    def send(self, name: str, text: str) -> None:
        """Steps 3 to 7."""
        browser, steps = self.browser, self.guide.open
        browser.open_campaign()
        for button in steps[3].buttons:
            if button in browser.buttons or not browser.fork:
                browser.press(button)
        browser.type_name(name)
        browser.write(text)
        self.propose()

    def propose(self) -> None:
        """Steps 6 and 7."""
        steps = self.guide.open
        self.browser.press(*steps[6].buttons, *steps[7].buttons[:2])

    def open_file(self) -> None:
        """The file in the campaign, as the guide says where it lies."""
        self.browser.open(*self.guide.open[4].names[0].split("/"))

    def change_in_pull_request(self, text: str) -> None:
        files_changed, edit, commit, really, *_ = self.guide.what_to_press("Edit file")
        self.browser.press(files_changed, DOTS, edit)
        self.browser.write(text)
        self.browser.press(commit, really)

    def comes_back(self, checked: int = 0) -> str:
        """Step 8: the check, then the comment, as it is seen."""
        number = self.browser.number
        assert self.there.workflow("orders", number) == [checked]
        assert self.there.workflow("accept") == [0]
        return self.there.platform.comment(number).partition("-->\n")[2].replace("\\", "").replace("\u200b", "")


@pytest.fixture(params=list(GUIDES))
def player(
    request: pytest.FixtureRequest, tmp_path: Path, turnproc: Turnproc, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Player]:
    """The demonstration with turn 1 open and a deadline, where the Huns' player is called as in the guide."""
    language, guide = request.param, Guide(request.param)
    (who,) = re.findall(r"--for (\S+)", guide.chapter.replace("`", " "))
    root = Scratch(tmp_path / "scratch", language).root
    for path in [*(root / "turns/001/orders").iterdir(), root / "turns/001/gm.yaml"]:
        path.unlink()
    first = "languages: [ru, en, sv]"
    for name, old, new in (
        ("campaign.yaml", "player-04:", f"{who}:"),
        ("campaign.yaml", first, f"languages: [{language}, {'ru' if language == 'en' else 'en'}, sv]"),
        ("turns/000/state.yaml", "player: player-04", f"player: {who}"),
    ):
        text = (root / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (root / name).write_text(text.replace(old, new), encoding="utf-8")
    (root / "turns/001/turn.yaml").write_text(guide.turn, encoding="utf-8")
    assert turnproc("new", tmp_path / "sample", "--ruleset", "bellum", "--no-commit").code == 0
    key = tmp_path / "secret" / "master.key"
    key.parent.mkdir()
    with monkeypatch.context() as here:
        here.setenv("TURNPROC_KEY_FILE", str(key))
        assert turnproc("keys", "new", root).code == 0
    git(root, "add", "--all")
    files = {name: (root / name).read_text(encoding="utf-8") for name in git(root, "ls-files").splitlines()}
    for path in (tmp_path / "sample" / ".github").rglob("*.*"):
        files[path.relative_to(tmp_path / "sample").as_posix()] = path.read_text(encoding="utf-8")
    with played(tmp_path, files, monkeypatch) as platform:
        yield Player(Campaign(platform, turnproc, monkeypatch, key.read_text(encoding="utf-8")), guide)


def enter(player: Player, old: str, new: str) -> None:
    """The game master changes campaign.yaml."""
    host = player.there.platform.host
    text = host.text("campaign.yaml")
    assert text.count(old) == 1
    push(host.clone(f"master-{new.count(' ')}-{len(new)}"), {"campaign.yaml": text.replace(old, new)})


def enter_login(player: Player) -> None:
    enter(player, "{speaks_for: [huns]}", f"{{speaks_for: [huns], accounts: {{github: {LOGIN}}}}}")


def test_open_orders(player: Player) -> None:
    guide, browser, platform, steps = player.guide, player.browser, player.there.platform, player.guide.open
    accepted, refused, late = guide.heads[:3]
    assert len(steps) == 8
    browser.press(*steps[1].buttons)
    enter_login(player)

    # Which turn is open?
    folder, journal, number = steps[2].names
    resolved = [each for each in browser.listed(folder) if journal in browser.listed(folder, each)]
    assert int(number) == 1 + max((int(each) for each in resolved), default=0)
    name, _, turn, people, *_ = steps[4].names
    assert (turn, people) == (number, "huns")
    assert name.split("/") == [folder, number, "orders", f"{people}.yaml"]

    # From the first page to the comment.
    player.send(name, guide.files[0])
    comment = player.comes_back()
    assert comment.startswith(accepted), comment
    assert LIMIT in comment, "until when orders count"
    assert not platform.is_open(browser.number)
    assert platform.host.text(name).strip() == guide.files[0].strip()
    browser.open_campaign()
    browser.press(steps[7].buttons[2])

    # Changed wrongly, then mended in the pull request.
    player.open_file()
    browser.press(guide.what_to_press("Edit file")[4])
    browser.write(f"turn: 1\nfor: huns\norders:\n{guide.wrong}")
    player.propose()
    comment = player.comes_back(1)
    assert comment.startswith(refused) and f"{name}:4:34" in comment
    assert LIMIT in comment
    player.change_in_pull_request(guide.files[2])
    assert player.comes_back().startswith(accepted)
    assert platform.host.text(name).strip() == guide.files[2].strip()

    # A wrong name: the comment says the right one, and another pull request has it.
    player.send(name.removeprefix(f"{folder}/"), guide.files[1])
    comment = player.comes_back(1)
    assert comment.startswith(refused) and f" {name}" in comment
    browser.press(*guide.what_to_press("Close pull request"))
    assert not platform.is_open(browser.number)

    # Taken back, and sent again.
    player.open_file()
    (delete,) = guide.what_to_press("Delete file")
    browser.press(DOTS, delete)
    player.propose()
    assert player.comes_back().startswith(accepted)
    assert name not in platform.host.files()
    player.send(name, guide.files[1])
    assert player.comes_back().startswith(accepted)

    # After the deadline.
    browser.now = TOO_LATE
    player.open_file()
    browser.press(guide.what_to_press("Edit file")[4])
    browser.write(guide.files[0])
    player.propose()
    assert player.comes_back().startswith(late)
    player.there.now = RESOLVED
    assert player.there.workflow("resolve")[:2] == [0, 0]
    assert platform.host.text(name).strip() == guide.files[1].strip()


def test_sealed_orders(player: Player, tmp_path: Path, turnproc: Turnproc, monkeypatch: pytest.MonkeyPatch) -> None:
    guide, browser, platform, steps = player.guide, player.browser, player.there.platform, player.guide.sealed
    monkeypatch.setenv("APPDATA", str(tmp_path / "home"))
    enter_login(player)
    enter(player, "\nplayers:", "\norders: sealed\nplayers:")
    assert len(steps) == 9
    browser.press(*guide.open[1].buttons)

    def copy(folder: str) -> Path:
        browser.open_campaign()
        browser.press(*steps[2].buttons)
        return browser.unpacked(tmp_path / folder)

    def typed(command: str, folder: Path) -> str:
        ran = turnproc(*shlex.split(command)[1:], cwd=folder)
        assert ran.code == 0, ran
        return ran.out + ran.err

    # What is installed, and the key.
    folder = copy("first")
    (installed,) = [each for each in steps[3].names if each.startswith("python ")]
    assert installed.split()[:3] == ["python", "-m", "pip"]
    assert "turnproc[sealed,png]" in (folder / installed.split()[-1]).read_text(encoding="utf-8")
    assert (folder / "campaign.yaml").is_file()
    keys_new = steps[4].names[0]
    (public,) = re.findall(r"\bage1\w+", typed(keys_new, folder))
    enter(player, "{speaks_for: [huns],", f"{{speaks_for: [huns], age: {public},")

    # Written, sealed, uploaded.
    folder = copy("second")
    (name, *_), (seal, sealed) = steps[5].names, steps[6].names
    assert seal.split()[-1] == name
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(guide.files[2], encoding="utf-8")
    typed(seal, folder)
    assert not (folder / name).exists()
    made = (folder / name).with_name(sealed)
    *way, address = steps[7].names
    assert f"/{'/'.join(way)}" in address and way == name.split("/")[:-1]
    browser.go_to(address)
    *_, fork = steps[7].buttons
    browser.press(fork)
    browser.drop(*[made for each in steps[8].names if each == sealed])
    browser.press(*steps[9].buttons)
    comment = player.comes_back()
    assert comment.startswith(guide.heads[0]) and LIMIT in comment
    words = re.findall(r'message: "(.*)"', guide.files[2])[0]
    assert words not in comment
    (opened,) = [each for each in Said.of(guide.chapter).names if each.startswith("turnproc orders open")]
    assert words in typed(opened, folder)

    # Sealed anew, and uploaded the way that the folder offers by now.
    (folder / name).write_text(guide.files[0], encoding="utf-8")
    typed(seal, folder)
    browser.open_campaign()
    browser.open(*way)
    browser.press(*[each for each in steps[7].buttons if each != fork])
    browser.drop(made)
    browser.press(*steps[9].buttons)
    assert player.comes_back().startswith(guide.heads[0])

    # The turn publishes them.
    player.there.now = RESOLVED
    assert player.there.workflow("resolve")[:2] == [0, 0]
    assert platform.host.text(name).strip() == guide.files[0].strip()
