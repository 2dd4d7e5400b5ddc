"""`turnproc orders collect` on zips and mails of people who mean harm: refused, told, and nothing is touched."""

from __future__ import annotations

import io
import stat
import warnings
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import HUNS
from tests.cli.pull_requests import GOTHS, MARCH, ROME
from tests.git.helpers import contents
from turnproc.source.limits import ORDERS

Entry = Callable[[zipfile.ZipFile], None]


@pytest.fixture
def empty(small: Path) -> Path:
    for name in (GOTHS, HUNS, ROME):
        (small / name).unlink()
    return small


@pytest.fixture
def box(tmp_path: Path) -> Path:
    folder = tmp_path / "box"
    folder.mkdir()
    return folder


def packed(*entries: Entry) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in entries:
            entry(archive)
    return stream.getvalue()


def put(name: str, content: bytes = MARCH.encode(), mode: int = stat.S_IFREG, packing: int | None = None) -> Entry:
    def entry(archive: zipfile.ZipFile) -> None:
        info = zipfile.ZipInfo(name)
        info.external_attr = (mode | 0o644) << 16
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that a name is there already
            archive.writestr(info, content, compress_type=packing if packing is not None else zipfile.ZIP_DEFLATED)

    return entry


def locked(raw: bytes) -> bytes:
    """The same zip, whose entries say that they have a password."""
    changed = bytearray(raw)
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = changed.find(mark)
        while at >= 0:
            changed[at + flags] |= 1
            at = changed.find(mark, at + 4)
    return bytes(changed)


def lying(raw: bytes, size: int) -> bytes:
    """The same zip with one entry, which says that it unpacks to so many bytes."""
    changed = bytearray(raw)
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = changed.find(mark)
        changed[at + place : at + place + 4] = size.to_bytes(4, "little")
    return bytes(changed)


BOMB = b"turn: 1\n" + b"#" * (20 * 1024 * 1024)
GOOD = put("goths.yaml")
REFUSED: dict[str, tuple[bytes, str]] = {
    "up and out": (packed(put("../../goths.yaml")), "a name that leads elsewhere"),
    "from the top of the disk": (packed(put("/etc/goths.yaml")), "a name that leads elsewhere"),
    "a backslash": (packed(put("..\\..\\goths.yaml")), "a name that leads elsewhere"),
    "a disk of Windows": (packed(put("C:goths.yaml")), "a name that leads elsewhere"),
    "a zero in the name": (packed(put("goths.yaml#.exe")).replace(b"#.exe", b"\0.exe"), "a name that leads elsewhere"),
    "git's own folder": (packed(put(".git/hooks/goths.yaml")), "a name that leads elsewhere"),
    "a link within": (packed(put("goths.yaml", b"/etc/passwd", stat.S_IFLNK)), "a link or something else"),
    "a device within": (packed(put("goths.yaml", b"", stat.S_IFCHR)), "a link or something else"),
    "a password": (locked(packed(GOOD)), "has a password"),
    "one name, twice": (packed(GOOD, put("goths.yaml", b"turn: 1\n")), "two files of this name"),
    "capital letters make no other name": (packed(GOOD, put("Goths.YAML")), "two files of this name"),
    "a zip within a zip": (packed(put("more.zip", packed(GOOD))), "an archive, or a mail, within"),
    "a mail within a zip": (packed(put("anna.eml", b"Subject: x\n\n")), "an archive, or a mail, within"),
    "another way of packing": (packed(put("goths.yaml", packing=zipfile.ZIP_BZIP2)), "packed in a way"),
    "a bomb": (packed(put("goths.yaml", BOMB)), "the file is too large"),
    "a bomb that lies": (lying(packed(put("goths.yaml", BOMB)), 100), ""),
    "a thousand files": (packed(*(put(f"{number}.yaml", b"") for number in range(1001))), "too many files"),
    "cut off": (packed(GOOD)[:-30], "no zip file, or it is damaged"),
    "other bytes than it says": (packed(GOOD).replace(zlib.crc32(MARCH.encode()).to_bytes(4, "little"), b"abcd"), ""),
    "no zip": (b"Rar!\x1a\x07", "no zip file, or it is damaged"),
    "empty": (b"", "no zip file, or it is damaged"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_zip(turnproc: Turnproc, box: Path, empty: Path, name: str) -> None:
    raw, expected = REFUSED[name]
    (box / "orders.zip").write_bytes(raw)
    before = contents(empty.parent)
    ran = turnproc("orders", "collect", box, empty)
    assert (ran.code, ran.out) == (1, "")
    assert expected in ran.err and "orders.zip" in ran.err
    assert contents(empty.parent) == before


def test_nothing_of_a_fishy_zip_is_taken(turnproc: Turnproc, box: Path, empty: Path) -> None:
    (box / "orders.zip").write_bytes(packed(GOOD, put("../rome.yaml")))
    ran = turnproc("orders", "collect", box, empty, "--reject-invalid", "--format", "json")
    assert (ran.code, ran.data["files"]) == (0, [])


def test_links_in_the_folder_are_not_followed(turnproc: Turnproc, box: Path, empty: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("password: 123\n", encoding="utf-8")
    (box / "goths.yaml").symlink_to(tmp_path / "secret.yaml")
    ran = turnproc("orders", "collect", box, empty)
    assert ran.code == 1 and "is not an ordinary file" in ran.err and "123" not in ran.err


def test_a_link_in_the_campaign_is_not_written_through(
    turnproc: Turnproc, box: Path, empty: Path, tmp_path: Path
) -> None:
    (box / "goths.yaml").write_text(MARCH, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    (empty / "turns/001/orders").rmdir()
    (empty / "turns/001/orders").symlink_to(tmp_path / "elsewhere")
    ran = turnproc("orders", "collect", box, empty, "--replace")
    assert ran.code == 1
    assert list((tmp_path / "elsewhere").iterdir()) == []


def attachment(name: str, *more: str, content: str = MARCH) -> bytes:
    """A mail whose headers are as given, letter by letter."""
    rows = [
        *("From: anna@example.org", "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b", ""),
        *("--b", f"Content-Type: application/octet-stream; name={name}", *more),
        *(f"Content-Disposition: attachment; filename={name}", "", content, "--b--", ""),
    ]
    return "\n".join(rows).encode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    "name",
    [
        '"../../../etc/goths.yaml"',
        '"/etc/goths.yaml"',
        '"C:\\\\goths.yaml"',
        '"=?utf-8?q?=2e=2e/goths=2eyaml?="',
        '"goths.yaml\x1b[31m.yaml"',
        '"::error ::goths.yaml"',
    ],
)
def test_names_of_attachments_lead_nowhere(turnproc: Turnproc, box: Path, empty: Path, name: str) -> None:
    (box / "anna.eml").write_bytes(attachment(name))
    before = set(contents(empty.parent))
    ran = turnproc("orders", "collect", box, empty)
    assert (ran.code, ran.err) == (0, "")
    assert set(contents(empty.parent)) - before == {f"small/{GOTHS}"}
    assert "\x1b" not in ran.out and not any(row.startswith("::") for row in ran.out.splitlines())


HEADERS = {
    "a name without end": attachment('"' + "a" * 100_000 + '.yaml"'),
    "a name in no letters": attachment("=?nonsense?x?=FF=FE.yaml?="),
    "a name in pieces": attachment('x; filename*0*=utf-8\'\'goths; filename*1=".yaml"; filename*99999999999="x"'),
    "parts within parts": b"Content-Type: multipart/mixed; boundary=a\n\n"
    + b"".join(
        f"--{'a' * n}\nContent-Type: multipart/mixed; boundary={'a' * (n + 1)}\n\n".encode() for n in range(1, 600)
    ),
    "letters that there are not": b"Content-Type: text/plain; charset=rot13\n\n" + MARCH.encode(),
    "letters that would run": b"Content-Type: text/plain; charset=unicode_escape\n\n" + MARCH.encode(),
    "letters that do not fit": b"Content-Type: text/plain; charset=utf-8\n\n" + MARCH.encode() + b"message: \xff\n",
    "not what it is packed as": b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!!!\n",
    "no parts": b"Content-Type: multipart/mixed\n\n--\n",
    "addresses without end": b"From: " + b"(" * 50_000 + b"\nTo: " + b"<" * 50_000 + b"\n\nHello\n",
    "zeros": b"Subject: \0\0\n\n\0" + MARCH.encode(),
    "bytes": bytes(range(256)) * 10,
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_hostile_mail_is_answered(turnproc: Turnproc, box: Path, empty: Path, name: str) -> None:
    (box / "anna.eml").write_bytes(HEADERS[name])
    before = set(contents(empty.parent))
    ran = turnproc("orders", "collect", box, empty, "--format", "json")
    assert ran.data["problems"] or ran.data["files"], "never a bug, and never in silence"
    assert set(contents(empty.parent)) - before == ({f"small/{GOTHS}"} if ran.data["files"] else set())
    assert len(ran.out) < 20_000


def test_who_wrote_a_mail_makes_no_difference(turnproc: Turnproc, box: Path, empty: Path) -> None:
    """Whose orders they are is in the file; a mail says nothing about it, nor about when it came."""
    for number, sender in enumerate(("boris@example.org", "The game master <gm@example.org>")):
        head = f"From: {sender}\nDate: Mon, 1 Jan 1990 00:00:00 +0000\n\n"
        (box / f"{number}.eml").write_bytes((head + MARCH).encode())
    ran = turnproc("orders", "collect", box, empty, "--format", "json")
    assert (ran.code, [each["speaker"] for each in ran.data["files"]]) == (0, ["goths"])
    assert not (empty / "turns/001/received.yaml").exists()


def test_the_limit_is_that_of_orders(turnproc: Turnproc, box: Path, empty: Path) -> None:
    large = MARCH.encode() + b"#" * (ORDERS.size - len(MARCH) - 1) + b"\n"
    (box / "a.zip").write_bytes(packed(put("goths.yaml", large)))
    assert turnproc("orders", "collect", box, empty, "--dry-run").code == 0
    (box / "a.zip").write_bytes(packed(put("goths.yaml", large + b"#")))
    assert turnproc("orders", "collect", box, empty, "--dry-run").code == 1
