"""`turnproc check-pr` on pull requests that want more than they may: each is refused, for its own reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import Ran, orders
from tests.cli.pull_requests import GOTHS, HUNS, MARCH, ROME, SIGNUP, Repo, campaign, told
from turnproc.actions.pull_request import MOST_BYTES, MOST_COMMITS, MOST_FILES
from turnproc.actions.pull_request_files import SEALED_SIZE
from turnproc.source.limits import ORDERS

FOLDER = "turns/001/orders"
EXTRA = orders("goths", message="extra")
Hostile = Callable[[Repo], object]
Problems = set[tuple[str, str]]


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.make(tmp_path / "repo")
    made.branch()
    return made


@pytest.fixture
def check(turnproc: Turnproc) -> Callable[..., Ran]:
    def call(repo: Repo, author: str = "Anna-K", base: str = "main", head: str = "HEAD", form: str = "json") -> Ran:
        given = ("--base", base, "--head", head, "--author", author, "--format", form)
        return turnproc("check-pr", repo.root, *given)

    return call


def put(**files: str | None) -> Hostile:
    return lambda repo: repo.put(dict(files))


def plant(mode: str, path: str, content: str = EXTRA) -> Hostile:
    return lambda repo: repo.plant((mode, path, content))


def raw(name: str, mode: str = "100644", folder: str = FOLDER) -> Hostile:
    return lambda repo: repo.plant_raw(folder, mode, name, EXTRA)


def executable(repo: Repo) -> None:
    repo.put({GOTHS: MARCH})
    repo.git("update-index", "--chmod=+x", GOTHS)
    repo.git("commit", "--quiet", "--message=Run me")


def renamed(repo: Repo) -> None:
    repo.git("mv", HUNS, GOTHS)
    repo.git("commit", "--quiet", "--message=Moved")


def other_branch(repo: Repo) -> None:
    repo.branch("other", at="main")
    repo.put({HUNS: orders("huns", message="Not mine")})
    repo.on("theirs")
    repo.put({GOTHS: MARCH})
    repo.git("merge", "--quiet", "--no-edit", "other")


def other_branch_with_nothing_left(repo: Repo) -> None:
    repo.branch("other", at="main")
    repo.put({GOTHS: orders("goths", message="Also mine")})
    repo.on("theirs")
    repo.put({GOTHS: MARCH})
    repo.git("merge", "--quiet", "--no-edit", "--strategy=ours", "other")


def up_to_date_with_a_lie(repo: Repo) -> None:
    """A merge of main that takes back what came there."""
    repo.put({GOTHS: MARCH})
    repo.on("main")
    repo.put({HUNS: orders("huns", message="New")})
    repo.on("theirs")
    repo.git("merge", "--quiet", "--no-edit", "--strategy=ours", "main")


def there_and_back_by_merges(repo: Repo) -> None:
    """No ordinary commit touches the file: two merges of the campaign's branch do."""
    before = (repo.top / HUNS).read_text(encoding="utf-8")
    for text in (orders("huns", message="Mine now"), before):
        repo.on("main")
        repo.put({"notes.md": text})
        repo.on("theirs")
        repo.put({GOTHS: f"{MARCH}# {len(text)}\n"})
        repo.git("merge", "--quiet", "--no-commit", "--no-ff", "main")
        repo.put({HUNS: text})


def there_and_back(repo: Repo) -> None:
    before = (repo.top / HUNS).read_text(encoding="utf-8")
    repo.put({HUNS: orders("huns", message="Mine now")})
    repo.put({HUNS: before, GOTHS: MARCH})


def there_and_back_by_older_states(repo: Repo) -> None:
    """The campaign's branch is merged again as it was once, then as it is."""
    repo.on("main")
    old = repo.git("rev-parse", "HEAD")
    repo.put({HUNS: orders("huns", message="New")})
    repo.on("theirs")
    repo.git("merge", "--quiet", "main")
    repo.put({GOTHS: MARCH})
    for base, text in ((old, repo.git("show", f"{old}:{HUNS}") + "\n"), ("main", orders("huns", message="New"))):
        (repo.top / HUNS).write_text(text, encoding="utf-8")
        repo.git("add", "--all")
        made = repo.git("commit-tree", repo.git("write-tree"), "-p", "HEAD", "-p", base, "-m", "Up to date")
        repo.git("update-ref", "HEAD", made)


def another_s_first_orders(repo: Repo) -> None:
    """Whoever cannot withdraw orders after the deadline could be given some that were there for a while."""
    repo.put({ROME: orders("rome", message="Planted")})
    repo.put({ROME: None, GOTHS: MARCH})


def large_for_a_while(repo: Repo) -> None:
    repo.put({GOTHS: "#" * (MOST_BYTES + 1)})
    repo.put({GOTHS: MARCH})


def long_message(repo: Repo) -> None:
    (repo.top / ".git/words").write_text("x" * (MOST_BYTES + 1), encoding="utf-8")
    (repo.top / GOTHS).write_text(MARCH, encoding="utf-8")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--file=.git/words")


def git_s_own_name_for_a_while(repo: Repo) -> None:
    repo.plant_raw(FOLDER, "100644", ".git", EXTRA)
    tree = repo.git("rev-parse", "main^{tree}")
    repo.git("update-ref", "HEAD", repo.git("commit-tree", tree, "-p", "HEAD", "-m", "Back"))


def workflow_there_and_back(repo: Repo) -> None:
    repo.put({".github/workflows/evil.yml": "on: push\n"})
    repo.put({".github/workflows/evil.yml": None, GOTHS: MARCH})


def there_and_back_as(name: str) -> Hostile:
    def twice(repo: Repo) -> None:
        repo.put({name: MARCH})
        repo.put({name: None, GOTHS: MARCH})

    return twice


HOSTILE: dict[str, tuple[Hostile, Problems]] = {
    "orders of another": (put(**{HUNS: orders("huns")}), {("P014", HUNS)}),
    "orders of whom nobody plays": (put(**{f"{FOLDER}/alans.yaml": MARCH}), {("P014", f"{FOLDER}/alans.yaml")}),
    "own orders and another's": (put(**{GOTHS: MARCH, HUNS: orders("huns")}), {("P014", HUNS)}),
    "another's orders deleted": (put(**{HUNS: None}), {("P011", HUNS)}),
    "another's orders renamed to be one's own": (renamed, {("P011", HUNS)}),
    "own orders renamed to be another's": (
        lambda repo: repo.put({GOTHS: None, ROME: MARCH} if (repo.top / GOTHS).exists() else {ROME: MARCH}),
        {("P014", ROME)},
    ),
    "the state": (put(**{"turns/000/state.yaml": "turn: 0\n"}), {("P008", "turns/000/state.yaml")}),
    "the campaign's file": (put(**{"campaign.yaml": "format: x\n"}), {("P008", "campaign.yaml")}),
    "the campaign's file deleted": (put(**{"map.yaml": None}), {("P011", "map.yaml")}),
    "the game master's file": (put(**{"turns/001/gm.yaml": "turn: 1\n"}), {("P008", "turns/001/gm.yaml")}),
    "a journal": (put(**{"turns/001/journal.yaml": "turn: 1\n"}), {("P008", "turns/001/journal.yaml")}),
    "times of receipt": (put(**{"turns/001/received.yaml": "files: {}\n"}), {("P008", "turns/001/received.yaml")}),
    "what turnproc writes": (put(**{"turns/.turnproc-001/x": "x"}), {("P008", "turns/.turnproc-001/x")}),
    "late orders": (put(**{"turns/001/late/goths.yaml": MARCH}), {("P008", "turns/001/late/goths.yaml")}),
    "a workflow": (put(**{".github/workflows/check.yml": "on: pull\n"}), {("P008", ".github/workflows/check.yml")}),
    "settings of git": (put(**{".gitattributes": "* text\n"}), {("P004", ".gitattributes")}),
    "submodules": (put(**{".gitmodules": "[submodule]\n"}), {("P004", ".gitmodules")}),
    "a note in the folder of orders": (put(**{f"{FOLDER}/README.md": "x"}), {("P008", f"{FOLDER}/README.md")}),
    "a folder in the folder of orders": (
        put(**{f"{FOLDER}/goths/goths.yaml": MARCH}),
        {("P008", f"{FOLDER}/goths/goths.yaml")},
    ),
    "a later turn": (put(**{"turns/002/orders/goths.yaml": MARCH}), {("P012", "turns/002/orders/goths.yaml")}),
    "a turn that is no turn": (
        put(**{"turns/0001/orders/goths.yaml": MARCH}),
        {("P008", "turns/0001/orders/goths.yaml")},
    ),
    "a turn in other digits": (
        put(**{"turns/٠٠١/orders/goths.yaml": MARCH}),
        {("P008", "turns/٠٠١/orders/goths.yaml")},
    ),
    "a link": (plant("120000", GOTHS, "../../../campaign.yaml"), {("P005", GOTHS)}),
    "a link in the place of the folder": (
        lambda repo: repo.plant(("120000", "turns/002", "001")),
        {("P005", "turns/002")},
    ),
    "a submodule": (lambda repo: repo.plant(("160000", GOTHS, repo.git("rev-parse", "HEAD"))), {("P005", GOTHS)}),
    "a program": (executable, {("P005", GOTHS)}),
    "capital letters": (
        lambda repo: repo.plant(("100644", f"{FOLDER}/Huns.yaml", EXTRA)),
        {("P006", f"{FOLDER}/Huns.yaml")},
    ),
    "a folder in capital letters": (
        lambda repo: repo.plant(("100644", "turns/001/Orders/goths.yaml", EXTRA)),
        {("P006", "turns/001/Orders/goths.yaml")},
    ),
    "wide letters": (plant("100644", f"{FOLDER}/ｈｕｎｓ.yaml"), {("P006", f"{FOLDER}/ｈｕｎｓ.yaml")}),
    "a Cyrillic letter": (put(**{f"{FOLDER}/gоths.yaml": MARCH}), {("P015", f"{FOLDER}/gоths.yaml")}),
    "own name in capital letters": (put(**{f"{FOLDER}/Goths.yaml": MARCH}), {("P015", f"{FOLDER}/Goths.yaml")}),
    "another ending": (put(**{f"{FOLDER}/goths.yml": MARCH}), {("P015", f"{FOLDER}/goths.yml")}),
    "nobody's name": (put(**{f"{FOLDER}/vandals.yaml": MARCH}), {("P015", f"{FOLDER}/vandals.yaml")}),
    "a device": (put(**{f"{FOLDER}/con.yaml": MARCH}), {("P004", f"{FOLDER}/con.yaml")}),
    "a device with a number": (put(**{f"{FOLDER}/LPT1.orders.yaml": "x"}), {("P004", f"{FOLDER}/LPT1.orders.yaml")}),
    "a dot at the end": (put(**{f"{FOLDER}/goths.yaml.": MARCH}), {("P004", f"{FOLDER}/goths.yaml.")}),
    "a blank at the end": (put(**{f"{FOLDER}/goths.yaml ": MARCH}), {("P004", f"{FOLDER}/goths.yaml ")}),
    "git's own folder": (raw(".git"), {("P004", f"{FOLDER}/.git")}),
    "git's own folder in disguise": (raw(".G\u200cit"), {("P004", f"{FOLDER}/.G\u200cit")}),
    "git's own folder as Windows calls it": (raw("git~1"), {("P004", f"{FOLDER}/git~1")}),
    "a way out": (raw(".."), {("P004", f"{FOLDER}/..")}),
    "a way out as Windows has it": (raw("..\\..\\x.yaml"), {("P004", f"{FOLDER}/..\\..\\x.yaml")}),
    "a line end": (raw("x\n::error::y.yaml"), {("P004", f"{FOLDER}/x\n::error::y.yaml")}),
    "a sign that turns letters round": (raw("x\u202elmay.yaml"), {("P004", f"{FOLDER}/x\u202elmay.yaml")}),
    "no text": (raw("\udcff.yaml"), {("P004", f"{FOLDER}/\\xff.yaml")}),
    "one name twice": (
        lambda repo: (repo.put({GOTHS: MARCH}), repo.plant_raw(FOLDER, "100644", "goths.yaml", EXTRA)),
        {("P004", GOTHS)},
    ),
    "too large": (put(**{GOTHS: "#" * (ORDERS.size + 1)}), {("P009", GOTHS)}),
    "too large and sealed": (put(**{f"{GOTHS}.age": "#" * (SEALED_SIZE + 1)}), {("P009", f"{GOTHS}.age")}),
    "open and sealed": (
        put(**{GOTHS: MARCH, f"{GOTHS}.age": "x"}),
        {("P013", GOTHS), ("P013", f"{GOTHS}.age")},
    ),
    "too many files": (
        lambda repo: repo.put({f"{FOLDER}/x{number}.yaml": "x" for number in range(MOST_FILES + 1)}),
        {("P010", ".")},
    ),
    "another branch merged": (other_branch, {("P002", "."), ("P014", HUNS)}),
    "another branch merged with nothing left of it": (other_branch_with_nothing_left, {("P002", ".")}),
    "a merge that takes back what others did": (up_to_date_with_a_lie, {("P014", HUNS)}),
    "another's orders, there and back": (there_and_back, {("P017", HUNS)}),
    "another's orders, there and back by merges": (there_and_back_by_merges, {("P017", HUNS)}),
    "another's orders, there and back by older states": (there_and_back_by_older_states, {("P017", HUNS)}),
    "another's first orders, there and back": (another_s_first_orders, {("P017", ROME)}),
    "git's own name, there and back": (git_s_own_name_for_a_while, {("P017", f"{FOLDER}/.git")}),
    "too large, and made smaller": (large_for_a_while, {("P010", ".")}),
    "a commit with a message without end": (long_message, {("P010", ".")}),
    "a workflow, there and back": (workflow_there_and_back, {("P017", ".github/workflows/evil.yml")}),
    "own late orders, there and back": (
        there_and_back_as("turns/001/late/goths.yaml"),
        {("P017", "turns/001/late/goths.yaml")},
    ),
    "own name among workflows, there and back": (
        there_and_back_as(".github/workflows/goths.yaml"),
        {("P017", ".github/workflows/goths.yaml")},
    ),
    "another's name, there and back": (there_and_back_as("turns/001/huns.yaml"), {("P017", "turns/001/huns.yaml")}),
    "signing up though one plays": (put(**{"signup/Anna-K.yaml": SIGNUP}), {("P016", "signup/Anna-K.yaml")}),
    "signing up another": (put(**{"signup/dora.yaml": SIGNUP}), {("P016", "signup/dora.yaml")}),
}


@pytest.mark.parametrize(("hostile", "expected"), HOSTILE.values(), ids=HOSTILE.keys())
def test_refused(check: Callable[..., Ran], repo: Repo, hostile: Hostile, expected: Problems) -> None:
    hostile(repo)
    ran = check(repo)
    assert (ran.code, told(ran)) == (1, expected), ran.out
    assert ran.data["accepted"] is False
    assert all(problem["hint"] and problem["severity"] == "error" for problem in ran.data["problems"])
    # What a log or a terminal would obey comes out harmless, and one row is one problem.
    rows = check(repo, form="github").out.splitlines()
    assert [row.startswith("::error file=") for row in rows].count(True) == len(ran.data["problems"])
    assert not any("::" in row.lstrip()[:2] for row in rows if not row.startswith("::error file="))
    assert check(repo, form="text").code == 1


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) >= 30


def test_another_campaign_of_the_repository(check: Callable[..., Ran], tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "larger", "игры/восток/")
    repo.branch()
    (repo.top / "notes.txt").write_text("Mine.\n", encoding="utf-8")
    (repo.top / "игры/запад").mkdir()
    (repo.top / "игры/запад/goths.yaml").write_text(MARCH, encoding="utf-8")
    (repo.top / ".github").mkdir()
    (repo.top / ".github/x.yml").write_text("on: push\n", encoding="utf-8")
    repo.put({GOTHS: MARCH})
    ran = check(repo)
    assert told(ran) == {("P007", "notes.txt"), ("P007", "игры/запад/goths.yaml"), ("P008", ".github/x.yml")}
    assert [each["file"] for each in ran.data["files"]] == [f"{repo.prefix}{GOTHS}"]


def test_another_history(check: Callable[..., Ran], repo: Repo) -> None:
    repo.git("switch", "--quiet", "--orphan", "foreign")
    repo.put({GOTHS: MARCH})
    repo.on("main")
    assert told(check(repo, head="foreign")) == {("P001", ".")}


def test_orders_for_a_resolved_turn(check: Callable[..., Ran], repo: Repo, turnproc: Turnproc) -> None:
    repo.put({GOTHS: MARCH})
    repo.on("main")
    assert turnproc("resolve", repo.root).code == 0
    assert told(check(repo, head="theirs")) == {("P012", GOTHS)}


@pytest.mark.parametrize("author", ["mallory", "Anna", "Anna-K2", "annа-k", "\u212aarla"])
def test_an_unknown_author(check: Callable[..., Ran], repo: Repo, author: str) -> None:
    repo.put({GOTHS: MARCH, ROME: orders("rome")})
    ran = check(repo, author)
    assert (ran.code, told(ran)) == (1, {("P003", GOTHS), ("P003", ROME)})
    assert ran.data["role"] == "unknown"


def test_letters_that_fold_to_others_are_no_login(check: Callable[..., Ran], tmp_path: Path) -> None:
    """The Kelvin sign becomes a k in small letters: no platform takes the two for one account."""
    own = campaign()["campaign.yaml"].replace("Anna-K", "kim")
    repo = Repo.make(tmp_path / "repo", changes={"campaign.yaml": own})
    repo.branch()
    repo.put({GOTHS: MARCH})
    assert check(repo, "KIM").code == 0
    assert told(check(repo, "\u212aim")) == {("P003", GOTHS)}


def test_signing_up_as_somebody_else_or_twice(check: Callable[..., Ran], repo: Repo) -> None:
    repo.put({"signup/dora.yaml": SIGNUP, "signup/Dora.yaml": SIGNUP, "signup/emil.yaml": SIGNUP, "signup/x.txt": "x"})
    assert told(check(repo, "dora")) == {
        ("P006", "signup/dora.yaml"),
        ("P016", "signup/emil.yaml"),
        ("P016", "signup/x.txt"),
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("wishes: [alans]\n", "S003"),
        (f"{SIGNUP}name: Dora\n", "S"),
        (f"{SIGNUP}age: age1nonsense\n", "S"),
        ("format: turnproc.signup/1\nwishes: alans\n", "S"),
        ("a: &a [*a]\n", "Y"),
        ("#" * (ORDERS.size + 1), "P009"),
    ],
)
def test_the_form_of_signing_up(check: Callable[..., Ran], repo: Repo, text: str, code: str) -> None:
    repo.put({"signup/dora.yaml": text})
    ran = check(repo, "dora")
    assert ran.code == 1
    assert ran.codes[0].startswith(code), ran.out
    assert {file for _, file in told(ran)} == {"signup/dora.yaml"}


def test_no_place_is_free(check: Callable[..., Ran], tmp_path: Path, turnproc: Turnproc) -> None:
    state = campaign()["turns/000/state.yaml"].replace("alans: {kind: tribe}", "alans: {kind: tribe, player: dmitri}")
    repo = Repo.make(tmp_path / "repo", changes={"turns/000/state.yaml": state})
    repo.branch("early")
    repo.put({"signup/dora.yaml": SIGNUP})
    assert check(repo, "dora").code == 0
    repo.on("main")
    repo.put({"turns/001/journal.yaml": "turn: 1\n", "turns/001/state.yaml": state.replace("turn: 0", "turn: 1")})
    assert told(check(repo, "dora", head="early")) == {("P016", "signup/dora.yaml")}


def test_too_many_commits(check: Callable[..., Ran], repo: Repo) -> None:
    tree, parent = repo.git("rev-parse", "HEAD^{tree}"), repo.git("rev-parse", "HEAD")
    for _ in range(MOST_COMMITS + 1):
        parent = repo.git("commit-tree", tree, "-p", parent, "-m", "x")
    assert told(check(repo, head=parent)) == {("P010", ".")}


def test_a_commit_in_the_place_of_another(check: Callable[..., Ran], repo: Repo) -> None:
    """`git replace` shows an honest commit where there is another one: what the id says counts."""
    bad = repo.put({HUNS: orders("huns")})
    repo.branch("honest", at="main")
    good = repo.put({GOTHS: MARCH})
    repo.git("replace", bad, good)
    assert told(check(repo, head=bad)) == {("P014", HUNS)}


@pytest.mark.parametrize(
    "rev",
    [
        "--upload-pack=touch x",
        "-x",
        "main..theirs",
        "main...theirs",
        "main^",
        "HEAD~1",
        "@{-1}",
        ":/Mine",
        "main:map.yaml",
        "",
        " ",
        "a\nb",
        "x" * 300,
    ],
)
@pytest.mark.parametrize("which", ["base", "head"])
def test_hostile_revisions(check: Callable[..., Ran], repo: Repo, rev: str, which: str) -> None:
    repo.put({GOTHS: MARCH})
    assert check(repo, **{which: rev}).code == 2


@pytest.mark.parametrize(
    "options", [["--author", ""], ["--author", "a\nb"], ["--author", "x" * 201], ["--platform", "Git Hub"]]
)
def test_usage(turnproc: Turnproc, repo: Repo, options: list[str]) -> None:
    given = {"--author": "boris", **dict(zip(options[::2], options[1::2], strict=True))}
    ran = turnproc(
        "check-pr", repo.root, "--base", "main", "--head", "HEAD", *(part for pair in given.items() for part in pair)
    )
    assert ran.code == 2
    assert turnproc("check-pr", repo.root, "--base", "main", "--head", "HEAD").code == 2


def test_surroundings(turnproc: Turnproc, repo: Repo, tmp_path: Path, small: Path) -> None:
    options = ("--base", "main", "--head", "theirs", "--author", "boris")

    def trouble(folder: Path, *given: str) -> str:
        ran = turnproc("check-pr", folder, *given)
        assert ran.code == 1
        return ran.err

    assert "git repository" in trouble(small, *options)
    assert "no-such-branch" in trouble(repo.root, "--base", "no-such-branch", *options[2:])
    assert "no-such-branch" in trouble(repo.root, "--head", "no-such-branch", *options[:2], *options[4:])
    repo.put({GOTHS: MARCH})
    repo.git("clone", "--quiet", "--depth=1", "--no-single-branch", f"file://{repo.top}", str(tmp_path / "part"))
    assert "history" in trouble(tmp_path / "part", "--base", "origin/main", "--head", "HEAD", "--author", "boris")
    repo.git("switch", "--quiet", "--orphan", "empty")
    repo.git("commit", "--quiet", "--allow-empty", "--message=Empty")
    repo.on("main")
    assert "campaign" in trouble(repo.root, "--base", "empty", *options[2:])


def test_a_broken_campaign_accepts_nothing(check: Callable[..., Ran], tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "repo", changes={"campaign.yaml": "format: [\n"})
    repo.branch()
    repo.put({GOTHS: MARCH})
    ran = check(repo)
    assert (ran.code, {file for _, file in told(ran)}) == (1, {"campaign.yaml"})
