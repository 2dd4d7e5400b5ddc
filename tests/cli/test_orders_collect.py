"""`turnproc orders collect`: what players sent by mail or in a zip, taken in by the game master."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS, Ran, orders
from tests.cli.pull_requests import GOTHS, MARCH, ROME
from tests.git.helpers import contents

Collect = Callable[..., Ran]
WRONG = orders("goths", "{hold: 9, in: dacia}")
HUNS_STAY = orders("huns", "{hold: 4, in: tavrika}")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    folder = tmp_path / "box"
    folder.mkdir()
    return folder


@pytest.fixture
def empty(small: Path) -> Path:
    """The small campaign, where nobody has sent anything yet."""
    for name in (GOTHS, HUNS, ROME):
        (small / name).unlink()
    return small


@pytest.fixture
def collect(turnproc: Turnproc, box: Path, empty: Path) -> Collect:
    def call(*more: str, place: Path = box) -> Ran:
        return turnproc("orders", "collect", place, empty, "--format", "json", *more)

    return call


def zipped(files: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def mail(text: str = "Hello!\n", attached: dict[str, bytes] | None = None, **named: Any) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "anna@example.org", "Orders"
    message.set_content(text, **named)
    for name, raw in (attached or {}).items():
        message.add_attachment(raw, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def there(campaign: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in sorted((campaign / "turns/001/orders").iterdir())}


def test_loose_files_a_zip_and_a_mail(collect: Collect, box: Path, empty: Path, turnproc: Turnproc) -> None:
    (box / "my orders (1).YAML").write_text(MARCH, encoding="utf-8")
    (box / "from boris.zip").write_bytes(zipped({"turn/huns.yaml": HUNS_STAY, "__MACOSX/._huns.yaml": b"\0"}))
    (box / "carla.eml").write_bytes(mail(attached={"rome.yaml": orders("rome").encode()}))
    (box / ".DS_Store").write_bytes(b"\0")
    ran = collect()
    assert (ran.code, ran.codes) == (0, [])
    assert there(empty) == {"goths.yaml": MARCH, "huns.yaml": HUNS_STAY, "rome.yaml": orders("rome")}
    sources = {each["speaker"]: each["from"].removeprefix(f"{box}{os.sep}") for each in ran.data["files"]}
    assert sources == {
        "goths": "my orders (1).YAML",
        "huns": "from boris.zip/turn/huns.yaml",
        "rome": "carla.eml/rome.yaml",
    }
    assert turnproc("validate", empty).code == 0
    again = collect()
    assert (again.code, [each["new"] for each in again.data["files"]]) == (0, [False] * 3)


def test_one_zip_or_mail_alone(collect: Collect, box: Path, empty: Path) -> None:
    (box / "a.zip").write_bytes(zipped({"x.yaml": MARCH}))
    (box / "b.eml").write_bytes(mail(attached={"all.zip": zipped({"y.yaml": HUNS_STAY})}))
    assert collect(place=box / "a.zip").code == 0
    assert list(there(empty)) == ["goths.yaml"]
    assert collect(place=box / "b.eml").code == 0
    assert list(there(empty)) == ["goths.yaml", "huns.yaml"]


def test_orders_in_the_text_of_a_mail(collect: Collect, box: Path, empty: Path) -> None:
    text = f"Dear master,\r\n\r\n{MARCH}\r\n-- \r\nAnna\r\nqueen: of the Goths\r\n"
    (box / "anna.eml").write_bytes(mail(text))
    assert collect().code == 0
    assert there(empty) == {"goths.yaml": MARCH}


@pytest.mark.parametrize("charset", ["utf-8", "koi8-r", "windows-1251"])
def test_russian_orders_in_any_letters(collect: Collect, box: Path, empty: Path, charset: str) -> None:
    text = "turn: 1\nfor: готы\norders:\n  - {hold: 3, in: Дакии}\n"
    (box / "anna.eml").write_bytes(mail(f"Привет!\n\n{text}", charset=charset))
    assert collect().code == 0
    assert there(empty) == {"goths.yaml": text}


def test_problems_are_told_where_they_came_from_and_nothing_is_written(
    collect: Collect, turnproc: Turnproc, box: Path, empty: Path
) -> None:
    (box / "anna.eml").write_bytes(mail(f"Hello\n\n{WRONG}"))
    (box / "boris.zip").write_bytes(zipped({"huns.yaml": "turn: 2\n" + HUNS_STAY.partition("\n")[2]}))
    (box / "rome.yaml").write_text(orders("rome"), encoding="utf-8")
    ran = collect()
    places = {(each["file"].removeprefix(f"{box}{os.sep}"), each["line"]) for each in ran.data["problems"]}
    assert (ran.code, ran.data["written"]) == (1, False)
    assert places == {("anna.eml", 6), ("boris.zip/huns.yaml", 1)}
    assert there(empty) == {}
    text = turnproc("orders", "collect", box, empty)
    assert text.code == 1 and "Nothing was written" in text.err and text.out == ""


def test_the_faulty_ones_can_be_left_out(collect: Collect, turnproc: Turnproc, box: Path, empty: Path) -> None:
    (box / "goths.yaml").write_text(WRONG, encoding="utf-8")
    (box / "broken.zip").write_bytes(b"PK\x03\x04")
    (box / "huns.yaml").write_text(HUNS_STAY, encoding="utf-8")
    ran = collect("--reject-invalid", "--dry-run")
    assert (ran.code, ran.data["written"], there(empty)) == (0, False, {})
    ran = collect("--reject-invalid")
    assert (ran.code, list(there(empty))) == (0, ["huns.yaml"])
    assert [Path(each).name for each in ran.data["left_out"]] == ["broken.zip", "goths.yaml"]
    assert "left out, since it has errors" in turnproc("orders", "collect", box, empty, "--reject-invalid").err


def test_two_files_of_one_speaker(collect: Collect, box: Path, empty: Path) -> None:
    (box / "a.yaml").write_text(MARCH, encoding="utf-8")
    (box / "b.zip").write_bytes(zipped({"goths.yaml": MARCH}))
    assert collect("--dry-run").code == 0, "the same orders, sent twice"
    (box / "c.yaml").write_text(orders("Goths", "{hold: 2, in: dacia}"), encoding="utf-8")
    ran = collect()
    assert (ran.code, set(ran.codes), there(empty)) == (1, {"C078"}, {})
    assert {Path(each["file"]).name for each in ran.data["problems"]} == {"a.yaml", "goths.yaml", "c.yaml"}
    assert all(("c.yaml" in text) and ("a.yaml" in text or "goths.yaml" in text) for text in texts_of(ran))


def texts_of(ran: Ran) -> list[str]:
    return [each["message"] for each in ran.data["problems"]]


def test_what_lies_there_is_replaced_only_if_asked_for(collect: Collect, box: Path, empty: Path) -> None:
    there_already = empty / GOTHS
    there_already.write_text(orders("goths"), encoding="utf-8")
    (box / "goths.yaml").write_text(MARCH, encoding="utf-8")
    (box / "huns.yaml").write_text(HUNS_STAY, encoding="utf-8")
    ran = collect()
    assert (ran.code, ran.codes) == (1, ["C078"])
    assert there(empty) == {"goths.yaml": orders("goths")}
    assert collect("--replace", "--dry-run").code == 0
    assert there(empty) == {"goths.yaml": orders("goths")}
    ran = collect("--replace")
    assert there(empty) == {"goths.yaml": MARCH, "huns.yaml": HUNS_STAY}
    assert [each["replaced"] for each in ran.data["files"]] == [[GOTHS], []]


def test_all_or_nothing(collect: Collect, box: Path, empty: Path, turnproc: Turnproc) -> None:
    (empty / GOTHS).write_text(orders("goths"), encoding="utf-8")
    for name, text in {"goths": MARCH, "huns": HUNS_STAY, "rome": orders("rome")}.items():
        (box / f"{name}.yaml").write_text(text, encoding="utf-8")
    before = contents(empty)
    real, calls = Path.replace, []

    def replace(self: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return real(self, target)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "replace", replace)
        ran = turnproc("orders", "collect", box, empty, "--replace")
    assert (ran.code, "the disk is full" in ran.err) == (1, True)
    assert contents(empty) == before


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("huns.yaml", MARCH, "C077"),
        ("a.yaml", orders("nobody"), "B-3.2"),
        ("goths.txt", MARCH, "C079"),
        ("unknown.yaml.age", "-----BEGIN AGE ENCRYPTED FILE-----\n", "C077"),
        ("goths.yaml.age", "-----BEGIN AGE ENCRYPTED FILE-----\n", "C064"),
        ("a.yaml", "x" * 70_000, "Y001"),
        ("a.eml", "no mail at all", "C076"),
        ("a.zip", "no zip at all", "C076"),
    ],
)
def test_what_is_refused(collect: Collect, box: Path, empty: Path, name: str, text: str, code: str) -> None:
    (box / name).write_text(text, encoding="utf-8")
    ran = collect()
    errors = [each["code"] for each in ran.data["problems"] if each["severity"] == "error"]
    assert (ran.code, there(empty)) == (1, {}), ran.out
    assert code in errors
    assert {each["file"] for each in ran.data["problems"]} == {str(box / name)}


def test_what_is_not_looked_at_is_told(collect: Collect, box: Path, empty: Path) -> None:
    (box / "map.png").write_bytes(b"\x89PNG")
    (box / "sub").mkdir()
    (box / "hello.eml").write_bytes(mail("See you on Sunday.\n", {"cat.jpg": b"\xff"}))
    (box / "goths.yaml").write_text(MARCH, encoding="utf-8")
    ran = collect()
    assert (ran.code, list(there(empty))) == (0, ["goths.yaml"])
    told = sorted((each["code"], Path(each["file"]).name, each["severity"]) for each in ran.data["problems"])
    names = ["cat.jpg", "hello.eml", "map.png", "sub"]
    assert told == sorted(("C079", name, "warning") for name in names)


def test_sealed_orders_are_known_by_their_name(turnproc: Turnproc, box: Path, empty: Path, tmp_path: Path) -> None:
    pyrage = pytest.importorskip("pyrage")
    key = pyrage.x25519.Identity.generate().to_public()
    rows = f"id: east\norders: sealed\ngame_master: {{age: {key}}}\n"
    campaign = empty / "campaign.yaml"
    campaign.write_text(campaign.read_text(encoding="utf-8") + rows, encoding="utf-8")
    (empty / GOTHS).write_text(MARCH, encoding="utf-8")
    assert turnproc("orders", "seal", "--remove", empty / GOTHS).code == 0
    sealed = (empty / f"{GOTHS}.age").read_bytes()
    (empty / f"{GOTHS}.age").unlink()
    (empty / GOTHS).write_text(MARCH, encoding="utf-8")
    (box / "anna.eml").write_bytes(mail(attached={"goths.yaml.age": sealed}))
    assert turnproc("orders", "collect", box, empty).code == 1, "open orders lie there"
    assert turnproc("orders", "collect", box, empty, "--replace").code == 0
    assert {name: text.encode() for name, text in there(empty).items()} == {"goths.yaml.age": sealed}


def test_what_it_is_told_to_look_at(turnproc: Turnproc, empty: Path, tmp_path: Path, box: Path) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    assert "there is nothing called" in turnproc("orders", "collect", tmp_path / "nowhere", empty).err
    assert "neither a folder nor a zip" in turnproc("orders", "collect", tmp_path / "notes.txt", empty).err
    for number in range(1001):
        (box / f"{number}.yaml").touch()
    assert "too many files: 1001" in turnproc("orders", "collect", box, empty).err


def test_an_empty_folder(collect: Collect) -> None:
    ran = collect()
    assert (ran.code, ran.data["files"], ran.codes) == (0, [], [])


def test_a_turn_that_is_over(turnproc: Turnproc, resolved: Path, box: Path) -> None:
    (box / "goths.yaml").write_text(MARCH, encoding="utf-8")
    assert "turn 1 is resolved already" in turnproc("orders", "collect", box, resolved, "--turn", "1").err
