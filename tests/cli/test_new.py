"""`turnproc new` makes a repository that is ready to be played, in every language, or leaves everything as it was."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.workflows import WORKFLOWS
from tests.git.helpers import contents, git, make_repository
from turnproc.actions import new
from turnproc.actions.new import campaign_id
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets.bellum import RULESET
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml
from turnproc.store.errors import OperatorError
from turnproc.store.repository import Repository

FIRST_FILES = {
    *(".gitattributes", ".gitignore", ".github/turnproc.txt"),
    *(f".github/workflows/{name}.yml" for name in WORKFLOWS),
    *(".vscode/extensions.json", ".vscode/settings.json", "GAME-MASTER.md", "README.md"),
    *("campaign.yaml", "map.geojson", "map.yaml", "peoples.yaml", "turns/000/state.yaml", "turns/001/gm.yaml"),
    *(f"turns/001/orders/{people}.yaml" for people in ("huns", "ostrogoths")),
    *(
        f"schemas/{name}.schema.json"
        for name in ("campaign", "gm", "journal", "map", "orders", "peoples", "state", "turn")
    ),
}

BELLUM = ("--ruleset", "bellum")


def name_in(folder: Path) -> str:
    document, problems = read_yaml((folder / "campaign.yaml").read_bytes(), "campaign.yaml", CAMPAIGN)
    assert document is not None and isinstance(document.data, dict) and problems == []
    return str(document.data["name"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_campaign_is_a_repository_and_can_be_played(turnproc: Turnproc, tmp_path: Path, language: str) -> None:
    folder = tmp_path / "война и мир" / "spring game"
    ran = turnproc("new", folder, "--ruleset", "bellum", "--language", language)
    assert (ran.code, ran.err) == (0, "")
    assert set(contents(folder)) == FIRST_FILES
    assert git(folder, "status", "--porcelain") == ""
    assert git(folder, "branch", "--show-current") == "main"
    assert git(folder, "log", "--format=%an <%ae>") == "turnproc <turnproc@localhost>"
    assert git(folder, "log", "--format=%s") == f"New campaign: {RULESET.title[language]}"
    assert name_in(folder) == RULESET.title[language]
    assert f"cd '{folder}'" in ran.out
    assert git(folder, "rev-parse", "HEAD")[:12] in ran.out
    checked = turnproc("validate", "--format", "json", cwd=folder)
    assert (checked.code, checked.data["problems"]) == (0, [])
    assert turnproc("resolve", cwd=folder).code == 0
    assert git(folder, "tag") == "turn-001"
    journal = (folder / "turns/001/journal.yaml").read_text(encoding="utf-8")
    assert journal.count("battle: ") == 2, "the first turn is to be an interesting one"
    assert turnproc("verify", cwd=folder).code == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_says_is_said_in_the_language_asked_for(turnproc: Turnproc, tmp_path: Path, language: str) -> None:
    words = Language.load(language)
    for name, option in (("a", ()), ("b", ("--no-commit",))):
        out = turnproc("new", *BELLUM, tmp_path / name, "-l", language, *option).out
        for text in ("Try it out:", "plays it", "who has sent orders for turn 1"):
            assert (words.text(text) != text) == (language != "en")
            assert words.text(text) in out


def test_the_ruleset_is_guessed_while_there_is_only_one(
    turnproc: Turnproc, tmp_path: Path, built_in: Callable[..., None]
) -> None:
    built_in(bellum=RULESET)
    assert turnproc("new", tmp_path / "a").code == 0


def test_with_several_rulesets_one_has_to_be_named(
    turnproc: Turnproc, tmp_path: Path, built_in: Callable[..., None]
) -> None:
    built_in(bellum=RULESET, other=RULESET)
    ran = turnproc("new", tmp_path / "a")
    assert ran.code == 2
    assert "bellum, other" in ran.err
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("one", "two"),
        ("one", "--ruleset", "chess"),
        ("one", "--ruleset", "../bellum"),
        ("one", "--language", "de"),
        ("one", "--language", "../ru"),
        ("one", "--format", "xml"),
    ],
)
def test_usage_is_2(turnproc: Turnproc, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert turnproc("new", *arguments, cwd=tmp_path).code == 2
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_will_do_and_so_will_the_current_one(turnproc: Turnproc, tmp_path: Path) -> None:
    ran = turnproc("new", *BELLUM, ".", cwd=tmp_path)
    assert ran.code == 0
    assert "  cd " not in ran.out
    assert git(tmp_path, "status", "--porcelain") == ""


def test_a_repository_with_nothing_in_it_will_do(turnproc: Turnproc, tmp_path: Path) -> None:
    """As one has it who made it at a host and cloned it."""
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=trunk", "host")
    git(tmp_path, "clone", "--quiet", "host", "mine")
    assert turnproc("new", *BELLUM, tmp_path / "mine").code == 0
    assert git(tmp_path / "mine", "branch", "--show-current") == "trunk"
    assert git(tmp_path / "mine", "remote") == "origin"
    assert git(tmp_path / "mine", "status", "--porcelain") == ""


@pytest.mark.parametrize("name", ["notes.txt", ".hidden", "campaign.yaml", "turns/001/journal.yaml"])
def test_a_folder_with_anything_in_it_is_refused(turnproc: Turnproc, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "full"
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_bytes(b"mine")
    before = contents(tmp_path)
    ran = turnproc("new", *BELLUM, folder)
    assert (ran.code, ran.out) == (1, "")
    assert "is not empty" in ran.err
    assert contents(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows not everybody may make links")
def test_what_is_no_folder_is_refused(turnproc: Turnproc, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("file", "link", "loop"):
        ran = turnproc("new", *BELLUM, tmp_path / name)
        assert (ran.code, ran.out) == (1, "")
        assert "is not a folder" in ran.err
    assert not (tmp_path / "nowhere").exists()
    below = turnproc("new", *BELLUM, tmp_path / "file" / "below")
    assert below.code == 1
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_without_git(turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    ran = turnproc("new", *BELLUM, tmp_path / "a")
    assert (ran.code, ran.err) == (0, "")
    assert "git was not found" in ran.out
    assert set(contents(tmp_path / "a")) == FIRST_FILES
    assert "turnproc resolve --no-commit" in ran.out
    assert turnproc("resolve", "--no-commit", tmp_path / "a").code == 0


def test_without_a_commit(turnproc: Turnproc, tmp_path: Path) -> None:
    ran = turnproc("new", *BELLUM, tmp_path / "a", "--no-commit")
    assert ran.code == 0
    assert "--no-commit asked for that" in ran.out
    assert not (tmp_path / "a" / ".git").exists()


def test_in_another_repository_nothing_is_committed(turnproc: Turnproc, tmp_path: Path) -> None:
    (tmp_path / "top").mkdir()
    (tmp_path / "top" / "theirs.txt").write_bytes(b"theirs")
    top = make_repository(tmp_path / "top")
    commit = git(top, "rev-parse", "HEAD")
    ran = turnproc("new", *BELLUM, top / "games" / "east")
    assert ran.code == 0
    assert "another git repository" in ran.out
    assert git(top, "rev-parse", "HEAD") == commit
    assert git(top, "diff", "--cached", "--name-only") == ""
    assert not (top / "games" / "east" / ".git").exists()
    assert turnproc("resolve", "--no-commit", top / "games" / "east").code == 0


def test_as_json(turnproc: Turnproc, tmp_path: Path) -> None:
    data = turnproc("new", *BELLUM, tmp_path / "a", "--format", "json").data
    assert set(data.pop("files")) == FIRST_FILES
    assert data.pop("commit") == git(tmp_path / "a", "rev-parse", "HEAD")
    assert data == {"folder": str(tmp_path / "a"), "name": RULESET.title["en"], "uncommitted": None}
    assert (
        turnproc("new", *BELLUM, tmp_path / "b", "--no-commit", "--format", "json").data["uncommitted"] == "not-asked"
    )


def test_twice_from_scratch_gives_the_same_bytes(turnproc: Turnproc, tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name / "game"
        assert turnproc("new", *BELLUM, folder, "--language", "ru", "--name", "Степь").code == 0
        assert turnproc("resolve", folder).code == 0
        made.append((contents(folder), git(folder, "rev-parse", "HEAD")))
    assert made[0] == made[1]
    assert "turns/001/report.ru.md" in made[0][0]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Степь и море", "Степь и море"),
        ("- yes: {no}, [on] # 1e3", "- yes: {no}, [on] # 1e3"),
        ("\"quoted\" 'so' \\ too", "\"quoted\" 'so' \\ too"),
        ("{{ 7 * 7 }} {% raw %} {# x", "{{ 7 * 7 }} {% raw %} {# x"),
        ("</title><script>alert(1)</script>", "</title><script>alert(1)</script>"),
        ("# ![x](y) `z` @all", "# ![x](y) `z` @all"),
        ("two\nrows\r\n---\nruleset: x", "two rows --- ruleset: x"),
        ("\u202ebackwards\x1b[31m\x00", "backwards[31m"),
        ("🏰" * 200, "🏰" * 200),
        ("%s %(x)s {name}", "%s %(x)s {name}"),
        ("007", "007"),
        ("null", "null"),
    ],
)
def test_hostile_names(turnproc: Turnproc, tmp_path: Path, given: str, name: str) -> None:
    ran = turnproc("new", *BELLUM, tmp_path / "a", "--name", given)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert name_in(tmp_path / "a") == name
    checked = turnproc("validate", "--format", "json", tmp_path / "a")
    assert (checked.code, checked.data["problems"]) == (0, [])
    readme = (tmp_path / "a" / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# ")
    assert "<script>" not in readme.replace("\\<", "")
    assert turnproc("resolve", tmp_path / "a").code == 0


@pytest.mark.parametrize("name", ["", "   ", "\n", "\u200b", "x" * 201, "\ud800"])
def test_what_can_be_no_name(turnproc: Turnproc, tmp_path: Path, name: str) -> None:
    ran = turnproc("new", *BELLUM, tmp_path / "a", "--name", name)
    assert (ran.code, ran.out) == (1, "")
    assert "--name" in ran.err
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    "folder", ["-x", "--help me", "a'b\"c", "a\nb", "{{x}}", "ёлка 🎄", "$(touch x)", "%41", "con:fig", "a" * 250, ".x"]
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such names")
def test_hostile_folders(turnproc: Turnproc, tmp_path: Path, folder: str) -> None:
    ran = turnproc("new", *BELLUM, "--", folder, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == [folder]
    assert turnproc("resolve", tmp_path / folder).code == 0
    assert git(tmp_path / folder, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("text", "made"), [("Spring 2026!", "spring-2026"), ("-a--b-", "a-b"), ("Степь", ""), ("x" * 300, "x" * 200)]
)
def test_an_id_is_made_of_the_folder_s_name(text: str, made: str) -> None:
    assert campaign_id(text) == made


def test_a_name_that_the_system_does_not_take(turnproc: Turnproc, tmp_path: Path) -> None:
    ran = turnproc("new", *BELLUM, tmp_path / ("a" * 300) / "b")
    assert ran.code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("existing", [True, False])
@pytest.mark.parametrize("trouble", [OperatorError("O007", command="git commit", words="no"), KeyboardInterrupt()])
def test_if_git_fails_or_somebody_interrupts_nothing_is_left(
    turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: bool, trouble: BaseException
) -> None:
    folder = tmp_path / "some" / "where"
    if existing:
        folder.mkdir(parents=True)

    def commit(*arguments: object) -> None:
        raise trouble

    monkeypatch.setattr(Repository, "commit", commit)
    assert turnproc("new", *BELLUM, folder).code == (130 if isinstance(trouble, KeyboardInterrupt) else 1)
    assert folder.exists() == existing
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert (tmp_path / "some").exists() == existing


def test_if_the_disk_is_full_nothing_is_left(
    turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.mkdir

    def mkdir(self: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        if self.name == "orders":
            raise OSError(28, "No space left on device", str(self))
        real(self, mode, parents, exist_ok)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    ran = turnproc("new", *BELLUM, tmp_path / "a")
    assert ran.code == 1
    assert "the disk is full" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_folder_that_one_may_not_write_in(
    turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.mkdir

    def mkdir(self: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        # Root may write everywhere, and tests are often run by root.
        if self.parent == tmp_path:
            raise PermissionError(13, "Permission denied", str(self))
        real(self, mode, parents, exist_ok)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    ran = turnproc("new", *BELLUM, tmp_path / "a")
    assert ran.code == 1
    assert "no permission to write" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_sample_that_does_not_fit_is_a_bug_and_writes_nothing(
    turnproc: Turnproc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new, "_text", lambda template, values: "nonsense: 1\n")
    ran = turnproc("new", *BELLUM, tmp_path / "a", bug=True)
    assert "campaign.yaml" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_ruleset_without_a_sample_says_so(turnproc: Turnproc, tmp_path: Path, built_in: Callable[..., None]) -> None:
    built_in(chess=replace(RULESET, name="chess"))
    ran = turnproc("new", tmp_path / "a")
    assert ran.code == 1
    assert "chess brings no sample campaign" in ran.err


def test_trouble_is_told_in_the_language_asked_for(turnproc: Turnproc, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    said = {language: turnproc("new", *BELLUM, tmp_path, "-l", language).err for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
