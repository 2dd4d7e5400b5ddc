"""`turnproc validate FILES`: named in any way, from anywhere; what no turn reads is not called right."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, SMALL, Ran, orders
from tests.git.helpers import write

JSON = ("--format", "json")
GOTHS = "turns/001/orders/goths.yaml"
BROKEN = {
    HUNS: orders("huns", "{hold: 9, in: tavrika}"),
    GOTHS: orders("goths", "{hold: 9, in: dacia}"),
    GM: "turn: 3\n",
}


@pytest.fixture
def broken(small: Path) -> Path:
    write(small, BROKEN)
    return small


def files(ran: Ran) -> list[str]:
    return sorted({problem["file"] for problem in ran.data["problems"]})


def link(place: Path, target: Path) -> None:
    try:
        place.symlink_to(target, target_is_directory=target.is_dir())
    except OSError:
        pytest.skip("no links here")


def test_only_the_files_that_were_named(turnproc: Turnproc, broken: Path) -> None:
    assert files(turnproc("validate", *JSON, cwd=broken)) == [GM, GOTHS, HUNS]
    for named in ([HUNS], [GM], [HUNS, GOTHS], [GM, GOTHS, HUNS], [HUNS, HUNS]):
        ran = turnproc("validate", *named, *JSON, cwd=broken)
        assert (ran.code, files(ran)) == (1, sorted(set(named)))
    ran = turnproc("validate", "turns/001/orders/rome.yaml", *JSON, cwd=broken)
    assert (ran.code, ran.data["problems"]) == (0, [])


def test_how_many_were_checked(turnproc: Turnproc, broken: Path) -> None:
    assert turnproc("validate", HUNS, GOTHS, cwd=broken).err.splitlines()[-1].startswith("checked: 2")
    assert turnproc("validate", cwd=broken).err.splitlines()[-1].startswith("checked: 8")


def test_from_any_folder(turnproc: Turnproc, broken: Path) -> None:
    orders_folder = broken / "turns/001/orders"
    ways: list[tuple[str | Path, Path]] = [
        (broken / HUNS, broken.parent),
        (f"small/{HUNS}", broken.parent),
        ("huns.yaml", orders_folder),
        ("./huns.yaml", orders_folder),
        ("../orders/huns.yaml", orders_folder),
        ("../../../turns/001/orders/../orders/huns.yaml", orders_folder),
        (f"{orders_folder}//huns.yaml", broken.parent),
    ]
    for path, cwd in ways:
        ran = turnproc("validate", path, *JSON, cwd=cwd)
        assert (ran.code, files(ran)) == (1, [HUNS]), path


def test_files_of_the_campaign_itself(turnproc: Turnproc, broken: Path) -> None:
    for file in ("campaign.yaml", "map.yaml", "peoples.yaml", "turns/000/state.yaml"):
        ran = turnproc("validate", file, *JSON, cwd=broken)
        assert (ran.code, ran.data["problems"]) == (0, []), file
        write(broken, {file: "nonsense"})
        ran = turnproc("validate", file, *JSON, cwd=broken)
        assert (ran.code, files(ran)) == (1, [file])
        write(broken, {file: SMALL[file]})


def test_a_state_is_checked_with_the_next_turn(turnproc: Turnproc, resolved: Path) -> None:
    assert turnproc("validate", "turns/001/state.yaml", *JSON, cwd=resolved).code == 0
    state = resolved / "turns/001/state.yaml"
    state.write_text(state.read_text(encoding="utf-8").replace("turn: 1", "turn: 4"), encoding="utf-8")
    ran = turnproc("validate", "turns/001/state.yaml", *JSON, cwd=resolved)
    assert (ran.code, ran.codes) == (1, ["C014"])
    assert turnproc("validate", "turns/000/state.yaml", HUNS, *JSON, cwd=resolved).codes == ["C022"]


def test_files_of_a_turn_that_was_played(turnproc: Turnproc, resolved: Path) -> None:
    ran = turnproc("validate", HUNS, *JSON, cwd=resolved)
    assert (ran.code, ran.codes) == (0, ["C022"])
    write(resolved, {HUNS: BROKEN[HUNS]})
    ran = turnproc("validate", HUNS, *JSON, cwd=resolved)
    assert (ran.code, ran.codes) == (1, ["B-3.3"])


def test_files_of_two_turns(turnproc: Turnproc, resolved: Path) -> None:
    write(resolved, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
    ran = turnproc("validate", HUNS, "turns/002/orders/huns.yaml", cwd=resolved)
    assert (ran.code, ran.out) == (1, "")
    assert "1, 2" in ran.err


def test_files_of_two_campaigns(turnproc: Turnproc, broken: Path, flagship: Path) -> None:
    ran = turnproc("validate", broken / HUNS, flagship / HUNS)
    assert (ran.code, ran.out) == (1, "")
    assert str(broken) in ran.err
    assert str(flagship) in ran.err


def test_a_campaign_in_a_campaign(turnproc: Turnproc, broken: Path, flagship: Path) -> None:
    """The nearest campaign.yaml counts."""
    inner = broken / "inner"
    shutil.copytree(flagship, inner)
    ran = turnproc("validate", inner / HUNS, *JSON, cwd=broken)
    assert (ran.code, ran.data["errors"]) == (0, 0)
    assert turnproc("validate", inner, *JSON, cwd=broken).data["errors"] == 0
    assert turnproc("validate", *JSON, cwd=broken).data["errors"] > 0


def test_files_outside_any_campaign(turnproc: Turnproc, broken: Path) -> None:
    outside = broken.parent / "huns.yaml"
    outside.write_text(SMALL[HUNS], encoding="utf-8")
    for path in (outside, "../huns.yaml", broken.parent, "/"):
        ran = turnproc("validate", path, cwd=broken)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("turnproc: "), path


@pytest.mark.parametrize(
    "file",
    [
        "turns/001/orders/hunz.yaml",
        "turns/001/orders/huns.yml",
        "turns/1/orders/huns.yaml",
        "turns/0001/orders/huns.yaml",
        "turns/README.md",
        "turns/²/x.yaml",
        "turns/.turnproc-001/0000",
        "turns/000/orders/huns.yaml",
        "turns/001/journal.yaml",
        "turns/001/report.en.md",
        "turns/001/ordres/huns.yaml",
        "orders/huns.yaml",
        "huns.yaml",
        "notes.txt",
        "turns",
        "turns/001",
        "turns/001/orders",
        "turns/001/orders/",
        "a\nb.yaml",
        "-.yaml",
    ],
)
@pytest.mark.parametrize("there", [True, False], ids=["there", "missing"])
def test_what_no_turn_reads_is_an_error(turnproc: Turnproc, broken: Path, file: str, there: bool) -> None:
    if there and not (broken / file).is_dir():
        write(broken, {file: BROKEN[HUNS]})
    elif not (broken / file).parent.is_dir():
        # Then it is the folder that there is not.
        ran = turnproc("validate", "--", file, cwd=broken)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("turnproc: ")
        return
    ran = turnproc("validate", *JSON, "--", file, cwd=broken)
    assert ran.code == 1
    assert set(ran.codes) <= {"C024", "C005", "C007", "C025", "B-3.2"}, ran.codes
    assert files(ran) == [file.removesuffix("/")]
    text = turnproc("validate", "--", file, cwd=broken)
    assert text.err.count("\n") < 8


def test_the_campaigns_folder_beside_one_of_its_files(turnproc: Turnproc, broken: Path) -> None:
    ran = turnproc("validate", ".", HUNS, *JSON, cwd=broken)
    assert ran.code == 1
    assert files(ran) == [".", HUNS]


def test_an_orders_file_that_is_a_link(turnproc: Turnproc, broken: Path) -> None:
    """Refused when it is named, as it is when the whole campaign is checked; never read, wherever it leads."""
    elsewhere = broken.parent / "elsewhere.yaml"
    elsewhere.write_text(SMALL[HUNS], encoding="utf-8")
    for target in (elsewhere, broken / "map.yaml", broken / GOTHS, broken / "nothing", Path("/etc/passwd")):
        (broken / HUNS).unlink()
        link(broken / HUNS, target)
        ran = turnproc("validate", HUNS, *JSON, cwd=broken)
        assert (ran.code, ran.codes, files(ran)) == (1, ["C006"], [HUNS]), target
        assert HUNS in files(turnproc("validate", *JSON, cwd=broken))


def test_an_orders_folder_that_is_a_link(turnproc: Turnproc, broken: Path) -> None:
    elsewhere = broken.parent / "elsewhere"
    (broken / "turns/001/orders").rename(elsewhere)
    link(broken / "turns/001/orders", elsewhere)
    ran = turnproc("validate", *JSON, cwd=broken)
    assert ran.code == 1
    assert "C006" in ran.codes
    assert turnproc("validate", HUNS, cwd=broken).code == 1


def test_a_campaign_reached_through_a_link(turnproc: Turnproc, broken: Path) -> None:
    """Only links within the campaign are refused; how one gets there is one's own affair."""
    there = broken.parent / "there"
    link(there, broken)
    assert files(turnproc("validate", there, *JSON)) == [GM, GOTHS, HUNS]
    assert files(turnproc("validate", there / HUNS, *JSON)) == [HUNS]
    assert files(turnproc("validate", "turns/001/orders/huns.yaml", *JSON, cwd=there)) == [HUNS]


def test_a_campaign_file_that_is_a_link(turnproc: Turnproc, small: Path) -> None:
    real = small.parent / "campaign.yaml"
    (small / "campaign.yaml").rename(real)
    link(small / "campaign.yaml", real)
    ran = turnproc("validate", small, *JSON)
    assert (ran.code, ran.codes) == (1, ["C006"])


@pytest.mark.parametrize("file", ["campaign.yaml", HUNS, GM, "map.yaml"])
def test_a_folder_in_the_place_of_a_file(turnproc: Turnproc, small: Path, file: str) -> None:
    (small / file).unlink(missing_ok=True)
    (small / file).mkdir()
    ran = turnproc("validate", small, *JSON)
    assert ran.code == 1
    if file != "campaign.yaml":
        assert (ran.codes, files(ran)) == (["C006"], [file])


def test_a_file_in_the_place_of_a_folder(turnproc: Turnproc, small: Path) -> None:
    shutil.rmtree(small / "turns/001/orders")
    write(small, {"turns/001/orders": "nonsense"})
    assert turnproc("validate", small).code in (0, 1)
    shutil.rmtree(small / "turns")
    write(small, {"turns": "nonsense"})
    assert turnproc("validate", small, *JSON).codes == ["C008"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_in_the_place_of_a_file(turnproc: Turnproc, small: Path) -> None:
    """Nobody waits for somebody to write into it."""
    (small / HUNS).unlink()
    os.mkfifo(small / HUNS)
    assert turnproc("validate", small, *JSON).codes == ["C006"]


def test_a_submodule_in_the_place_of_orders(turnproc: Turnproc, small: Path) -> None:
    write(small, {"turns/001/orders/.git": "gitdir: elsewhere\n"})
    ran = turnproc("validate", small, *JSON)
    assert ran.code == 1
    assert "C006" in ran.codes
