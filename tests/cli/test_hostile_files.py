"""Files that nobody should send: each gets its own plain error, within a second and 200 MB, and never a traceback.

Every case runs in a process of its own, forked from one that has loaded everything, so that what it costs beyond
start-up is measured.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.helpers import GM, HUNS, JOURNAL, SMALL
from tests.cli.warm import Cost, Warm
from tests.git.helpers import contents, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork, no limits of that kind")

MOST_SECONDS = 1.0
MOST_MEGABYTES = 200
HEAD = b"turn: 1\nfor: huns\n"
STATE = "turns/000/state.yaml"
JSON = ("--format", "json")


def checked(cost: Cost) -> Cost:
    """Cheap, and told in words."""
    assert cost.code in (0, 1), (cost.code, cost.err[:2000])
    assert cost.seconds < MOST_SECONDS
    assert cost.megabytes < MOST_MEGABYTES
    for text in (cost.out, cost.err):
        assert "Traceback" not in text
        assert not set(text) & set("\x00\x07\x08\x1b\x7f\x9b")
        assert len(text) < 1_000_000
    return cost


def codes(warm: Warm, root: Path) -> dict[str, list[str]]:
    cost = checked(warm.run("validate", *JSON, cwd=root))
    found: dict[str, list[str]] = {}
    for problem in json.loads(cost.out)["problems"]:
        assert problem["message"]
        found.setdefault(problem["file"], []).append(problem["code"])
    assert (cost.code == 0) == (json.loads(cost.out)["errors"] == 0)
    return found


BOMB = b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [" % (n, n) + b",".join([b"*%c" % (n - 1)] * 9) + b"]\n" for n in range(98, 107)
)
FULL = HEAD + b"orders:\n  - {move: 3, from: tavrika, to: sarmatia, attack: [alans]}\n"
NOTE = b"# " + b"x" * 1021 + b"\n"

# What an orders file can be, and the first code that its author is told.
TEXTS: dict[str, tuple[bytes, str]] = {
    "a tab": (HEAD + b"orders:\n\t- {hold: 4, in: tavrika}\n", "Y005"),
    "a tab between words is fine": (HEAD + b"orders:\t[ ]\n", ""),
    "a key twice": (HEAD + b"orders: []\norders: [{hold: 1, in: tavrika}]\n", "Y014"),
    "a key twice in an order": (HEAD + b"orders:\n  - {hold: 1, in: tavrika, hold: 2}\n", "Y014"),
    "no as a name": (HEAD.replace(b"huns", b"no") + b"orders: []\n", "B-3.2"),
    "no as a province": (HEAD + b"orders:\n  - {hold: 1, in: no}\n", "N001"),
    "1e3": (HEAD + b"orders:\n  - {hold: 1e3, in: tavrika}\n", "B-3.3"),
    "0x10 persons": (HEAD + b"orders:\n  - {hold: 0x2, in: tavrika}\n", ""),
    "0o17 and 017": (b"turn: 01\nfor: huns\norders: []\n", ""),
    "a time": (HEAD + b"orders:\n  - {hold: 1:10, in: tavrika}\n", "S001"),
    "half a person": (HEAD + b"orders:\n  - {hold: 0.5, in: tavrika}\n", "S014"),
    "infinitely many": (HEAD + b"orders:\n  - {hold: .inf, in: tavrika}\n", "S001"),
    "no number": (HEAD + b"orders:\n  - {hold: .nan, in: tavrika}\n", "S001"),
    "a huge number": (HEAD + b"orders:\n  - {hold: 1" + b"0" * 17 + b", in: tavrika}\n", "S005"),
    "a number of 20,000 digits": (HEAD + b"orders:\n  - {hold: " + b"9" * 20_000 + b", in: tavrika}\n", "Y022"),
    "a turn of 20,000 digits": (b"turn: " + b"9" * 20_000 + b"\nfor: huns\norders: []\n", "Y022"),
    "a negative turn": (b"turn: -1\nfor: huns\norders: []\n", "S005"),
    "a bomb of aliases": (BOMB, "Y015"),
    "an anchor": (HEAD + b"message: &co forever\norders: []\n", "Y015"),
    "a tag": (HEAD + b"message: !!python/object/apply:os.system [id]\norders: []\n", "Y017"),
    "a merge": (b"<<: {turn: 1}\nfor: huns\norders: []\n", "S002"),
    "10,000 nested lists": (HEAD + b"orders: " + b"[" * 10_000 + b"]" * 10_000, "Y020"),
    "10,000 nested braces": (HEAD + b"orders: " + b"{a: " * 10_000, "Y020"),
    "30,000 nested dashes": (b"- " * 30_000, "Y020"),
    "41 levels": (HEAD + b"orders: " + b"[" * 41 + b"]" * 41, "Y020"),
    "39 levels": (HEAD + b"orders: " + b"[" * 39 + b"]" * 39, "S001"),
    "a byte-order mark at the start is fine": (b"\xef\xbb\xbf" + FULL, ""),
    "a byte-order mark inside": (FULL + b"\xef\xbb\xbf# pasted\n", "Y004"),
    "cp1252": (HEAD + "message: Smör å ö\norders: []\n".encode("cp1252"), "Y002"),
    "cp1251": (HEAD + "message: Гунны идут\norders: []\n".encode("cp1251"), "Y002"),
    "UTF-16": (FULL.decode().encode("utf-16"), "Y002"),
    "two documents": (FULL + b"---\n" + FULL, "Y019"),
    "a document's end is fine": (b"---\n" + FULL + b"...\n", ""),
    "empty": (b"", "Y007"),
    "blanks": (b"  \n\n  \n", "Y007"),
    "comments only": (b"# nothing\n", "Y007"),
    "null": (b"null\n", "S001"),
    "one zero": (b"\0", "Y002"),
    "zeros": (b"\0" * 5_000, "Y002"),
    "a zero in a text": (HEAD + b"message: a\0b\norders: []\n", "Y003"),
    "an escape code": (HEAD + b"message: \x1b[31mred\norders: []\n", "Y003"),
    "a line end of YAML 1.1": (HEAD + "message: a\u2028b\norders: []\n".encode(), "Y003"),
    "CR alone is fine": (FULL.replace(b"\n", b"\r"), ""),
    "CRLF is fine": (FULL.replace(b"\n", b"\r\n"), ""),
    "64 KiB is fine": (FULL + (NOTE * 64)[: 64 * 1024 - len(FULL) - 1] + b"\n", ""),
    "64 KiB and one byte": (FULL + (NOTE * 65)[: 64 * 1024 - len(FULL)] + b"\n", "Y001"),
    "five megabytes": (b"#" * 5_000_000, "Y001"),
    "1,001 orders": (HEAD + b"orders:\n" + b"  - {hold: 1, in: tavrika}\n" * 1_001, "S008"),
    "a thousand unknown names": (HEAD + b"orders:\n" + b"  - {hold: 1, in: tavrikka}\n" * 1_000, "N001"),
    "a thousand wrong verbs": (HEAD + b"orders:\n" + b"  - {hodl: 1, in: tavrika}\n" * 1_000, "S012"),
    "a name of 50,000 letters": (HEAD + b"orders:\n  - {hold: 1, in: " + b"a" * 50_000 + b"}\n", "S006"),
    "a key of 50,000 letters": (HEAD + b"orders: []\n? " + b"a" * 50_000 + b"\n: 1\n", "S002"),
    "8,000 keys": (HEAD + b"orders: []\n" + b"".join(b"k%d: 1\n" % n for n in range(6_000)), "S002"),
    "a message of 60,000 letters": (HEAD + b"message: " + b"x" * 60_000 + b"\norders: []\n", "S006"),
    "a list": (b"- 1\n", "S001"),
    "a word": (b"hello\n", "S001"),
    "a number": (b"5\n", "S001"),
    "a web page": (b"<!DOCTYPE html>\n<html><body>404: not found</body></html>\n", "Y"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "Y"),
    "a zip": (b"PK\x03\x04" + bytes(range(256)), "Y"),
    "a conflict of git": (FULL + b"<<<<<<< HEAD\n=======\n>>>>>>> other\n", "Y"),
    "a link of Git LFS": (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n", "S0"),
    "JSON is fine": (b'{"turn": 1, "for": "huns", "orders": [{"hold": 4, "in": "tavrika"}]}', ""),
    "quotes never closed": (HEAD + b'message: "' + b"x\n" * 20_000, "Y010"),
    "dashes only": (b"-\n" * 5_000, "S001"),
    "question marks": (b"? " * 5_000, "Y018"),
    "what looks like a template": (HEAD + b"message: {{ 7 * 7 }}\norders: []\n", "Y018"),
    "what would be a percent directive": (b"%YAML 1.1\n---\n" + FULL, ""),
    "an unknown directive": (b"%X y\n---\n" + FULL, "Y013"),
}


@pytest.mark.parametrize(("raw", "code"), TEXTS.values(), ids=TEXTS.keys())
def test_an_orders_file(warm: Warm, small: Path, raw: bytes, code: str) -> None:
    (small / HUNS).write_bytes(raw)
    before = contents(small)
    found = codes(warm, small)
    assert found.keys() <= {HUNS}, found
    assert any(each.startswith(code) for each in found.get(HUNS, [])) if code else found == {}, found
    # Without that file the turn can be played.
    cost = checked(warm.run("resolve", "--dry-run", "--reject-invalid", cwd=small))
    assert cost.code == 0
    assert contents(small) == before


CAMPAIGN_FILES = ("campaign.yaml", "map.yaml", "peoples.yaml", STATE, GM)
FOR_THE_CAMPAIGN = (
    "a tab",
    "a bomb of aliases",
    "10,000 nested lists",
    "10,000 nested braces",
    "30,000 nested dashes",
    "a byte-order mark inside",
    "cp1252",
    "two documents",
    "empty",
    "zeros",
    "a number of 20,000 digits",
    "a list",
)


@pytest.mark.parametrize("file", CAMPAIGN_FILES)
@pytest.mark.parametrize("kind", FOR_THE_CAMPAIGN)
def test_a_file_of_the_campaign(warm: Warm, small: Path, file: str, kind: str) -> None:
    (small / file).write_bytes(TEXTS[kind][0])
    found = codes(warm, small)
    assert file in found
    assert checked(warm.run("resolve", "--no-commit", "--reject-invalid", cwd=small)).code == 1
    assert not (small / JOURNAL).exists()


DEEP = "[" * 39 + "]" * 39
LARGE: dict[str, tuple[str, str, str]] = {
    "a deep ruling": (GM, f"turn: 1\nrulings: {{split/alans: {'[' * 37 + ']' * 37}}}\n", "B-4.5.3"),
    "too deep a ruling": (GM, f"turn: 1\nrulings: {{split/alans: {'[' * 60 + ']' * 60}}}\n", "Y020"),
    "a thousand rulings": (GM, "turn: 1\nrulings:\n" + "".join(f"  split/x{n}: 1\n" for n in range(1000)), "C015"),
    "a thousand dice": (GM, "turn: 1\ndice:\n" + "".join(f"  x{n}: [1, 2]\n" for n in range(1000)), "C016"),
    "a thousand events": (GM, "turn: 1\nevents:\n" + "  - {baptise: [nowhere]}\n" * 1000, "N001"),
    "a chronicle of 100,000 letters": (GM, f"turn: 1\nchronicle: {'[b]x ' * 19_999}\n", ""),
    "a chronicle of 100,001 letters": (GM, f"turn: 1\nchronicle: {'x' * 100_001}\n", "S006"),
    "an event of 4,000 letters": (GM, f"turn: 1\nevents:\n  - {{note: '{'{{' * 2000}'}}\n", ""),
    "a deep map": ("map.yaml", f"provinces: {DEEP}\n", "S001"),
    "a deep state": (STATE, f"format: x\nturn: {DEEP}\npeoples: {DEEP}\nprovinces: {{italy: {DEEP}}}\n", "Y020"),
    "a turn as large as can be": (STATE, SMALL[STATE].replace("turn: 0", "turn: 999999999999999999"), "S005"),
    "a million persons": (STATE, SMALL[STATE].replace("huns: 4", "huns: 1000000"), ""),
    "more than a million": (STATE, SMALL[STATE].replace("huns: 4", "huns: 1000001"), "S005"),
    "masters in a circle": (
        STATE,
        SMALL[STATE].replace("huns: {kind: tribe", "huns: {kind: tribe, master: goths").replace(
            "goths: {kind: tribe", "goths: {kind: tribe, master: huns"
        ),
        "B-2.2",
    ),
    "the master of itself": (
        STATE,
        SMALL[STATE].replace("alans: {kind: tribe", "alans: {kind: tribe, master: alans"),
        "B-2.2",
    ),
    "nobody anywhere": (STATE, SMALL[STATE].partition("provinces:")[0] + "provinces: {}\n", "B-2.1"),
    "a province twice": ("map.yaml", SMALL["map.yaml"].replace("id: dacia", "id: italy"), ""),
    "a link twice": ("map.yaml", SMALL["map.yaml"] + "  - {between: [dacia, italy], kind: sea}\n", ""),
    "a link to itself": ("map.yaml", SMALL["map.yaml"] + "  - {between: [dacia, dacia], kind: sea}\n", ""),
    "a name twice": ("peoples.yaml", SMALL["peoples.yaml"].replace("en: Huns", "en: Goths"), ""),
    "an empty map": ("map.yaml", "format: turnproc.bellum.map/1\nprovinces: []\nlinks: []\n", "S008"),
    "a calendar to the end of time": (
        "campaign.yaml",
        SMALL["campaign.yaml"] + "calendar: {start: 10000, years_per_turn: 1000}\n",
        "",
    ),
    "a year too far": ("campaign.yaml", SMALL["campaign.yaml"] + "calendar: {start: 10001}\n", "S005"),
    "a setting to infinity": ("campaign.yaml", SMALL["campaign.yaml"] + "settings: {split_after: 1e400}\n", ""),
    "the version of the future": (
        "campaign.yaml",
        SMALL["campaign.yaml"].replace("ruleset_version: 1", "ruleset_version: 1000000"),
        "C010",
    ),
    "every language": ("campaign.yaml", SMALL["campaign.yaml"].replace("[en, ru, sv]", "[en, de, fr, aa, bb, cc]"), ""),
}  # fmt: skip


@pytest.mark.parametrize(("file", "text", "code"), LARGE.values(), ids=LARGE.keys())
def test_large_deep_or_odd(warm: Warm, small: Path, file: str, text: str, code: str) -> None:
    write(small, {file: text})
    found = codes(warm, small)
    assert not code or code in found[file], found
    cost = checked(warm.run("resolve", "--no-commit", cwd=small))
    assert (cost.code == 0) == (found == {})
    if cost.code == 0:
        assert checked(warm.run("report", "-t", "html", cwd=small)).code == 0
        assert checked(warm.run("verify", cwd=small)).code == 0


NAMES = {
    "a row's end": "hu\nns.yaml",
    "a return": "hu\rns.yaml",
    "escape codes": "\x1b]0;title\x07\x1b[31mhuns.yaml",
    "a turned word": "\u202ehuns.yaml",
    "invisible": "hu\u200bns.yaml",
    "dots": "...yaml",
    "two dots": "..huns.yaml",
    "a backslash": "..\\huns.yaml",
    "a workflow command": "::error file=x,line=1::y.yaml",
    "a percent": "%0A::error::x.yaml",
    "a dash": "-rf.yaml",
    "a glob": "*.yaml",
    "nothing but the ending": ".yaml",
    "capitals": "HUNS.yaml",
    "full width": "ｈｕｎｓ.yaml",
    "two hundred letters": "h" * 240 + ".yaml",
    "a template": "{{ 7 * 7 }}.yaml",
    "HTML": "<b onclick='x'>.yaml",
    "a space": "huns .yaml",
    "a trailing dot": "huns..yaml",
    "a colon": "a: b.yaml",
    "no text at all": os.fsdecode(b"\xff\xfe.yaml"),
    "half a pair": os.fsdecode(b"\xed\xa0\x80.yaml"),
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_of_a_file(warm: Warm, small: Path, name: str) -> None:
    try:
        (small / "turns/001/orders" / name).write_bytes(FULL)
    except OSError:
        pytest.skip("no such names here")
    cost = checked(warm.run("validate", *JSON, cwd=small))
    assert any(problem["file"] != HUNS for problem in json.loads(cost.out)["problems"])
    rows = checked(warm.run("validate", f"turns/001/orders/{name}", "--format", "github", cwd=small)).out.splitlines()
    assert all(row.startswith(("::error file=turns/001/orders/", "::warning file=turns/001/orders/")) for row in rows)
    cost = checked(warm.run("resolve", "--no-commit", "--reject-invalid", cwd=small))
    starts = ("turns/001/orders/", "    hint: ", "Nothing was written: ", "warnings: ")
    assert all(row.startswith(starts) for row in cost.err.splitlines())
    if cost.code == 0:
        assert checked(warm.run("verify", cwd=small)).code == 0
    else:
        assert not (small / JOURNAL).exists()


def test_very_many_files(warm: Warm, small: Path) -> None:
    for number in range(500):
        write(small, {f"turns/001/orders/x{number}.yaml": "turn: 1\nfor: x\norders: []\n"})
    found = codes(warm, small)
    assert len(found) == 500


def test_a_campaign_is_no_campaign(warm: Warm, small: Path) -> None:
    """campaign.yaml alone, and nothing that it speaks of."""
    other = small / "other"
    write(other, {"campaign.yaml": SMALL["campaign.yaml"]})
    assert codes(warm, other) == {"map.yaml": ["C008"], "peoples.yaml": ["C008"]}
    for command in (["status"], ["verify"], ["resolve", "--no-commit"], ["report"]):
        checked(warm.run(*command, cwd=other))
