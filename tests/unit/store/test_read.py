"""Files that come from many hands: what is read, what is refused and under which code."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from pathlib import Path

import pytest

from turnproc.diagnostics.catalogue import Catalogue
from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.model import Severity
from turnproc.source.limits import CAMPAIGN, ORDERS, Limits
from turnproc.store.errors import OperatorError
from turnproc.store.read import orders_folder, read_file

HUNS = "turns/001/orders/huns.yaml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "campaign"
    (folder / "turns/001/orders").mkdir(parents=True)
    (folder / HUNS).write_bytes(b"turn: 1\n")
    return folder


def link(path: Path, target: Path) -> None:
    try:
        path.symlink_to(target, target_is_directory=target.is_dir())
    except OSError:
        pytest.skip("no links here")


def code_of(root: Path, name: str) -> str | None:
    read = read_file(root, name, ORDERS)
    assert read.raw is None or read.problem is None
    if read.problem:
        assert read.problem.place.file == name
        assert Catalogue(MESSAGES, str, "en").text(read.problem)
    return read.problem.code if read.problem else None


def test_a_file_and_its_hash(root: Path) -> None:
    read = read_file(root, HUNS, ORDERS)
    assert (read.name, read.raw, read.problem, read.is_missing) == (HUNS, b"turn: 1\n", None, False)
    assert read.content == "sha256:" + hashlib.sha256(b"turn: 1\n").hexdigest()


@pytest.mark.parametrize("name", ["turns/001/gm.yaml", "turns/002/gm.yaml", "campaign.yaml/x"])
def test_a_missing_file(root: Path, name: str) -> None:
    (root / "campaign.yaml").write_bytes(b"")
    assert read_file(root, name, CAMPAIGN).is_missing


def test_a_file_that_is_too_large_is_not_read(root: Path) -> None:
    with (root / HUNS).open("wb") as stream:
        stream.truncate(10 * 1024 * 1024 * 1024 if sys.platform == "linux" else ORDERS.size + 1)
    read = read_file(root, HUNS, ORDERS)
    assert read.problem is not None
    assert (read.problem.code, read.problem.params["most"]) == ("Y001", 64)


def test_the_limit_itself_is_allowed(root: Path) -> None:
    limits = Limits(size=8, depth=1, nodes=1)
    assert read_file(root, HUNS, limits).raw == b"turn: 1\n"
    (root / HUNS).write_bytes(b"turn: 10\n")
    assert read_file(root, HUNS, limits).problem is not None


def test_a_linked_file_is_refused(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    link(root / "turns/001/orders/goths.yaml", tmp_path / "secret")
    assert code_of(root, "turns/001/orders/goths.yaml") == "C006"


def test_a_link_that_leads_nowhere_is_refused(root: Path, tmp_path: Path) -> None:
    link(root / "turns/001/gm.yaml", tmp_path / "nothing")
    assert code_of(root, "turns/001/gm.yaml") == "C006"


def test_a_linked_folder_on_the_way_is_refused(root: Path) -> None:
    link(root / "turns/002", root / "turns/001")
    assert code_of(root, "turns/002/orders/huns.yaml") == "C006"
    assert [problem.code for problem in orders_folder(root, 2).problems] == ["C006"]


def test_the_campaign_itself_may_be_reached_by_a_link(root: Path, tmp_path: Path) -> None:
    link(tmp_path / "shortcut", root)
    assert read_file(tmp_path / "shortcut", HUNS, ORDERS).raw == b"turn: 1\n"


@pytest.mark.parametrize("name", ["../secret", "turns/../../secret", "/etc/hostname", "turns//001", "turns\\001"])
def test_nothing_outside_is_read(root: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    assert code_of(root, name) == "C006"


def test_a_folder_in_place_of_a_file(root: Path) -> None:
    (root / "turns/001/gm.yaml").mkdir()
    assert code_of(root, "turns/001/gm.yaml") == "C006"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_does_not_keep_us_waiting(root: Path) -> None:
    os.mkfifo(root / "turns/001/gm.yaml")
    assert code_of(root, "turns/001/gm.yaml") == "C006"


@pytest.mark.parametrize("folder", ["turns/001/orders", "turns/001", "turns"])
def test_a_repository_inside_the_campaign_is_refused(root: Path, folder: str) -> None:
    (root / folder / ".git").write_text("gitdir: elsewhere")
    assert code_of(root, HUNS) == "C006"


def test_the_campaigns_own_repository_is_none_inside_it(root: Path) -> None:
    (root / ".git").mkdir()
    assert code_of(root, HUNS) is None


def test_a_file_that_we_may_not_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(OperatorError, match=r"huns\.yaml.*Permission denied") as refused:
        read_file(root, HUNS, ORDERS)
    assert refused.value.key == "O019"


def put(root: Path, *names: str) -> None:
    for name in names:
        (root / "turns/001/orders" / name).write_bytes(b"turn: 1\n")


def problems_of(root: Path) -> list[tuple[str, Severity, str]]:
    found = []
    for problem in orders_folder(root, 1).problems:
        assert Catalogue(MESSAGES, str, "en").text(problem)
        assert Catalogue(MESSAGES, str, "en").hint(problem)
        found.append((problem.code, problem.severity, problem.place.file.rpartition("/")[2]))
    return found


def test_orders_in_order_of_their_speakers(root: Path) -> None:
    put(root, "visigoths.yaml", "goths.yaml", "angles.yaml", ".gitkeep", ".DS_Store")
    folder = orders_folder(root, 1)
    assert list(folder.files) == ["angles", "goths", "huns", "visigoths"]
    assert folder.files["huns"] == HUNS
    assert folder.problems == ()


def test_no_orders_at_all(root: Path) -> None:
    assert orders_folder(root, 7).files == {}
    assert orders_folder(root, 7).problems == ()


@pytest.mark.parametrize("name", ["goths.yml", "goths.YAML", "goths.yaml.txt", "goths.yml.age", "goths.yaml.AGE"])
def test_orders_under_another_ending_are_an_error(root: Path, name: str) -> None:
    put(root, name)
    assert problems_of(root) == [("C007", Severity.ERROR, name)]
    assert orders_folder(root, 1).problems[0].params["wanted"] == "goths.yaml"
    assert list(orders_folder(root, 1).files) == ["huns"]


@pytest.mark.parametrize(
    "name", ["goths.yaml~", ".goths.yaml.swp", "#goths.yaml#", ".#goths.yaml", "goths.yaml.bak", "notes.txt", "readme"]
)
def test_what_an_editor_leaves_is_a_warning(root: Path, name: str) -> None:
    if sys.platform == "win32" and name.endswith("~"):
        pytest.skip("needs a long-name file system")
    put(root, name)
    assert problems_of(root) == [("C007", Severity.WARNING, name)]
    assert list(orders_folder(root, 1).files) == ["huns"]


def test_names_that_differ_in_case_only(root: Path) -> None:
    put(root, "Huns.yaml")
    if len(list((root / "turns/001/orders").iterdir())) == 1:
        pytest.skip("they are one file here")
    assert problems_of(root) == [("C005", Severity.ERROR, "Huns.yaml"), ("C005", Severity.ERROR, "huns.yaml")]


def test_names_that_differ_in_how_an_accent_is_stored(root: Path) -> None:
    put(root, "aëdui.yaml", "ae\u0308dui.yaml")
    if len(list((root / "turns/001/orders").iterdir())) == 2:
        pytest.skip("they are one file here")
    assert [code for code, _, _ in problems_of(root)] == ["C005", "C005"]


def test_yml_beside_yaml(root: Path) -> None:
    put(root, "huns.yml")
    assert problems_of(root) == [
        ("C005", Severity.ERROR, "huns.yaml"),
        ("C005", Severity.ERROR, "huns.yml"),
        ("C007", Severity.ERROR, "huns.yml"),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_name_that_is_no_text(root: Path) -> None:
    (root / "turns/001/orders" / os.fsdecode(b"g\xffths.yaml")).write_bytes(b"")
    (root / "turns/001/orders" / os.fsdecode(b"n\xff.txt")).write_bytes(b"")
    assert problems_of(root) == [("C007", Severity.WARNING, "n\\xff.txt")]
