"""`turnproc orders`: from the forum into files and back, a file to fill in, a receipt."""

from __future__ import annotations

import hashlib
import io
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, orders
from tests.cli.test_startup import HEAVY, loaded
from tests.conftest import FLAGSHIP, ROOT
from tests.git.helpers import write
from turnproc.report.language import LANGUAGES
from turnproc.rulesets.bellum import RULESET

FORUM = ROOT / "tests" / "golden" / "bellum-380" / "forum-orders-turn-1.txt"
FOLDER = "turns/001/orders"
GOTHS = f"{FOLDER}/goths.yaml"
ROME = f"{FOLDER}/rome.yaml"
TEXT = "Goths:\n3: Dacia -> Sarmatia (attack on Alans)\n\nHuns:\n1: Tavrika (attack on Alans)\n"


def files(folder: Path) -> dict[str, bytes]:
    """What lies in a folder of orders."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.is_dir() else {}


@pytest.fixture
def empty(small: Path) -> Path:
    """The small campaign before anybody has sent orders."""
    shutil.rmtree(small / FOLDER)
    return small


@pytest.fixture
def forum(tmp_path: Path) -> Callable[[str], Path]:
    """A text from the forum, outside of any campaign."""

    def saved(text: str) -> Path:
        path = tmp_path / "forum.txt"
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return saved


class TestImport:
    def test_the_forum_s_text_gives_the_files_of_turn_1_byte_for_byte(self, turnproc: Turnproc, flagship: Path) -> None:
        shutil.rmtree(flagship / FOLDER)
        ran = turnproc("orders", "import", FORUM, "--campaign", flagship)
        assert ran.code == 0
        assert files(flagship / FOLDER) == files(FLAGSHIP / FOLDER)
        assert len(ran.out.splitlines()) == 16
        # Warnings are told at the text's rows.
        assert f"{FORUM}:105:33: " in ran.err

    def test_what_is_there_already_is_fine(self, turnproc: Turnproc, flagship: Path) -> None:
        (flagship / FOLDER / "huns.yaml").unlink()
        before = files(flagship / FOLDER)
        ran = turnproc("orders", "import", FORUM, "--campaign", flagship, "--format", "json")
        assert ran.code == 0
        assert [each["speaker"] for each in ran.data["files"] if each["new"]] == ["huns"]
        assert files(flagship / FOLDER) == files(FLAGSHIP / FOLDER)
        assert before.keys() | {"huns.yaml"} == files(flagship / FOLDER).keys()

    def test_a_file_that_says_the_same_in_other_words_stays(
        self, turnproc: Turnproc, small: Path, forum: Callable[[str], Path]
    ) -> None:
        write(
            small,
            {GOTHS: "turn: 1\nfor: готы\norders: # ours\n- {from: Дакия, move: 3, to: sarmatia, attack: [аланы]}\n"},
        )
        before = files(small / FOLDER)
        ran = turnproc("orders", "import", forum(TEXT.partition("\n\n")[0]), "--campaign", small)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == f"{GOTHS}: there already, says the same\n"
        assert files(small / FOLDER) == before

    @pytest.mark.parametrize(
        "other",
        [
            orders("goths", "{hold: 1, in: dacia}"),
            orders("goths", "{move: 3, from: dacia, to: sarmatia, attack: [alans]}", turn=2),
            orders("goths", "{move: 3, from: dacia, to: sarmatia, attack: [alans]}", ready="true"),
            orders("huns", "{move: 3, from: dacia, to: sarmatia, attack: [alans]}"),
            "no orders at all",
            "",
        ],
    )
    def test_another_file_is_never_replaced_and_no_other_is_written(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path], other: str
    ) -> None:
        write(empty, {GOTHS: other})
        ran = turnproc("orders", "import", forum(TEXT), "--campaign", empty)
        assert ran.code == 1
        assert f"{GOTHS}: error[C035]" in ran.err
        assert ran.out == ""
        assert files(empty / FOLDER) == {"goths.yaml": other.encode()}

    def test_a_sealed_file_counts_as_another_one(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path]
    ) -> None:
        write(empty, {f"{HUNS}.age": "age-encryption.org/v1"})
        ran = turnproc("orders", "import", forum(TEXT), "--campaign", empty)
        assert (ran.code, "C035" in ran.err) == (1, True)
        assert not (empty / GOTHS).exists()

    def test_all_problems_are_told_at_once_at_their_places_and_nothing_is_written(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path]
    ) -> None:
        text = (
            "Goths\n3: Dacia > Sarmatia\n2: Dacia -> Tavrika\n0: Dacia\n\n"
            "Alans:\n1: Sarmatia (attack on Hunz)\n\nHuns:\n5: Tavrika\nHuns:\n"
        )
        file = forum(text)
        ran = turnproc("orders", "import", file, "--campaign", empty, "--format", "json")
        assert ran.code == 1
        assert [(each["code"], each["line"], each["column"]) for each in ran.data["problems"]] == [
            ("C030", 2, 4),
            ("B-3.4", 3, 13),
            ("S005", 4, 1),
            ("N001", 7, 24),
            ("B-3.3", 10, 1),
            ("C033", 11, 1),
        ]
        assert {each["file"] for each in ran.data["problems"]} == {str(file)}
        assert ran.data["problems"][0]["hint"] == "did you mean: “3: Dacia -> Sarmatia”?"
        assert ran.data["problems"][2]["message"]
        assert ran.data["files"] == []
        assert not (empty / FOLDER).exists()
        told = turnproc("orders", "import", file, "--campaign", empty)
        assert told.err.startswith(f"{file}:2:4: error[C030]: no order is written like “3: Dacia > Sarmatia”\n")
        assert "(B-3.1)" in told.err
        assert told.out == ""

    def test_what_counts_over_all_orders_is_not_checked_where_a_row_could_not_be_read(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path]
    ) -> None:
        # Somebody of Rome goes back to Italy, perhaps; and the Huns fight the Alans.
        text = "Rome:\n3: Italy -> Dacia\n1: Dacia > Italy\nHuns:\nSubjugation of Alans\n3: Tavrika (atack on Alans)\n"
        ran = turnproc("orders", "import", forum(text), "--campaign", empty, "--format", "json")
        assert (ran.code, ran.codes) == (1, ["C030", "C030"])
        ran = turnproc("orders", "import", forum(text.replace(" >", " ->")), "--campaign", empty, "--format", "json")
        assert "C030" in ran.codes and "B-3.3" in ran.codes
        rome = forum("Rome:\n3: Italy -> Dacia\n")
        assert turnproc("orders", "import", rome, "--campaign", empty, "--format", "json").codes == ["B-3.6"]

    def test_a_campaign_s_own_language_speaks(
        self, turnproc: Turnproc, flagship: Path, forum: Callable[[str], Path]
    ) -> None:
        ran = turnproc("orders", "import", forum("Гунны:\n2: Таврика > Борисфен\n"), "--campaign", flagship)
        assert ran.code == 1
        assert "«2: Таврика -> Борисфен»" in ran.err
        ran = turnproc("orders", "import", forum("Гунны:\n2: Таврика > Борисфен\n"), "--campaign", flagship, "-l", "en")
        assert "did you mean: “2: Таврика -> Борисфен”?" in ran.err

    def test_into_another_folder(
        self, turnproc: Turnproc, small: Path, forum: Callable[[str], Path], tmp_path: Path
    ) -> None:
        before = files(small / FOLDER)
        target = tmp_path / "new" / "folder"
        ran = turnproc("orders", "import", forum(TEXT), "-o", target, cwd=small)
        assert ran.code == 0
        assert [line.partition(":")[0] for line in ran.out.splitlines()] == [
            str(target / "goths.yaml"),
            str(target / "huns.yaml"),
        ]
        assert list(files(target)) == ["goths.yaml", "huns.yaml"]
        assert files(small / FOLDER) == before
        assert turnproc("orders", "import", forum(TEXT), "-o", target, cwd=small).out.count("the same") == 2

    def test_the_campaign_is_the_one_around_the_file_else_around_here(
        self, turnproc: Turnproc, empty: Path, flagship: Path, forum: Callable[[str], Path]
    ) -> None:
        write(empty, {"inbox/forum.txt": TEXT})
        assert turnproc("orders", "import", empty / "inbox" / "forum.txt", cwd=flagship).code == 0
        shutil.rmtree(empty / FOLDER)
        assert turnproc("orders", "import", forum(TEXT), cwd=empty).code == 0
        assert list(files(empty / FOLDER)) == ["goths.yaml", "huns.yaml"]

    def test_from_a_pipe(self, turnproc: Turnproc, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
        assert turnproc("orders", "import", "-", cwd=empty).code == 0
        assert list(files(empty / FOLDER)) == ["goths.yaml", "huns.yaml"]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Goths:\n")))
        assert turnproc("orders", "import", "-", cwd=empty).err.startswith("stdin:1:1: error[C034]")

    def test_a_turn_that_is_resolved_gets_no_orders_any_more(
        self, turnproc: Turnproc, resolved: Path, forum: Callable[[str], Path], tmp_path: Path
    ) -> None:
        (resolved / GOTHS).unlink()
        ran = turnproc("orders", "import", forum(TEXT.partition("\n\n")[0]), "--turn", "1", cwd=resolved)
        assert (ran.code, ran.out) == (1, "")
        assert "turn 1 is resolved already" in ran.err
        assert not (resolved / GOTHS).exists()
        ran = turnproc("orders", "import", forum(TEXT), "--turn", "1", "-o", tmp_path / "old", cwd=resolved)
        assert ran.code == 0

    def test_the_open_turn_is_meant(self, turnproc: Turnproc, resolved: Path, forum: Callable[[str], Path]) -> None:
        ran = turnproc("orders", "import", forum("Huns:\nReady to end the turn\n"), cwd=resolved)
        assert ran.code == 0
        assert (resolved / "turns/002/orders/huns.yaml").read_text(encoding="utf-8") == (
            "turn: 2\nfor: huns\nready: true\norders: []\n"
        )

    def test_what_others_sent_does_not_matter(
        self, turnproc: Turnproc, small: Path, forum: Callable[[str], Path]
    ) -> None:
        write(small, {HUNS: "what is: this: [", GM: "turn: 9\n"})
        (small / GOTHS).unlink()
        assert turnproc("orders", "import", forum(TEXT.partition("\n\n")[0]), cwd=small).code == 0

    @pytest.mark.parametrize("broken", ["campaign.yaml", "map.yaml", "turns/000/state.yaml"])
    def test_without_a_campaign_that_can_be_read_nothing_is_done(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path], broken: str
    ) -> None:
        write(empty, {broken: "nothing: of use\n"})
        ran = turnproc("orders", "import", forum(TEXT), cwd=empty)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith(f"{broken}:")
        assert not (empty / FOLDER).exists()

    @pytest.mark.parametrize(
        ("raw", "code"),
        [
            ("Гунны:".encode("cp1251"), "Y002"),
            (b"Huns:\n1: Tav\x00rika", "Y003"),
            (b"Huns:\n" + b"# " * 3_000_000, "Y001"),
        ],
    )
    def test_a_file_that_is_no_text(
        self, turnproc: Turnproc, empty: Path, tmp_path: Path, raw: bytes, code: str
    ) -> None:
        (tmp_path / "forum.txt").write_bytes(raw)
        ran = turnproc("orders", "import", tmp_path / "forum.txt", "--format", "json", cwd=empty)
        assert (ran.code, ran.codes) == (1, [code])

    def test_windows_files_are_read(self, turnproc: Turnproc, empty: Path, tmp_path: Path) -> None:
        (tmp_path / "forum.txt").write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
        assert turnproc("orders", "import", tmp_path / "forum.txt", cwd=empty).code == 0

    def test_a_file_that_cannot_be_read(self, turnproc: Turnproc, empty: Path, tmp_path: Path) -> None:
        for path in (tmp_path / "nowhere.txt", tmp_path / "no" / "folder.txt", tmp_path):
            ran = turnproc("orders", "import", path, cwd=empty)
            assert (ran.code, ran.out) == (1, "")
            assert "could not be read" in ran.err

    @pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
    def test_no_link_is_followed(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path], tmp_path: Path
    ) -> None:
        (tmp_path / "elsewhere").mkdir()
        (empty / "turns" / "001").mkdir(exist_ok=True)
        (empty / FOLDER).symlink_to(tmp_path / "elsewhere")
        ran = turnproc("orders", "import", forum(TEXT), cwd=empty)
        assert ran.code == 1
        assert "link" in ran.err
        assert files(tmp_path / "elsewhere") == {}

    def test_if_one_file_cannot_be_written_none_is(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from turnproc.store import outside

        put = outside._put

        def full(draft: Path, path: Path) -> None:
            if path.name == "huns.yaml":
                raise OSError(28, "No space left on device")
            put(draft, path)

        monkeypatch.setattr(outside, "_put", full)
        ran = turnproc("orders", "import", forum(TEXT), cwd=empty)
        assert (ran.code, ran.out) == (1, "")
        assert "the disk is full" in ran.err
        assert files(empty / FOLDER) == {}

    def test_rules_without_a_notation(
        self, turnproc: Turnproc, empty: Path, forum: Callable[[str], Path], built_in: Callable[..., None]
    ) -> None:
        built_in(bellum=replace(RULESET, notation=None))
        for arguments in (("import", forum(TEXT)), ("export",)):
            ran = turnproc("orders", *arguments, cwd=empty)
            assert (ran.code, ran.out) == (1, "")
            assert "the rules of bellum" in ran.err


class TestExport:
    @pytest.mark.parametrize("code", LANGUAGES)
    @pytest.mark.parametrize("turn", ["1", "2"])
    def test_and_back_again(self, turnproc: Turnproc, flagship: Path, tmp_path: Path, code: str, turn: str) -> None:
        if turn == "2":
            shutil.copytree(FLAGSHIP / "turns" / "002", flagship / "turns" / "002")
            assert turnproc("resolve", "--no-commit", flagship).code == 0
        text = tmp_path / "text.txt"
        ran = turnproc("orders", "export", flagship, "--turn", turn, "--language", code, "--output", text)
        assert (ran.code, ran.out, ran.err) == (0, "", "")
        ran = turnproc("orders", "export", flagship, "--turn", turn, "--language", code)
        assert ran.out == text.read_text(encoding="utf-8")
        target = tmp_path / "back"
        assert turnproc("orders", "import", text, "--turn", turn, "-o", target, "--campaign", flagship).code == 0
        assert files(target) == files(FLAGSHIP / f"turns/00{turn}/orders")

    def test_reads_like_the_forum(self, turnproc: Turnproc, flagship: Path) -> None:
        out = turnproc("orders", "export", "--for", "гунны", cwd=flagship).out
        assert out == (
            "Гунны:\n2: Таврика -> Борисфен (атака антов)\n1: Дакия -> Сарматия (гепиды)\n"
            "2: Дакия (остготы, бездействие)\n2: Таврика -> Дакия (роксоланы)\nПокорение антов\n"
        )

    def test_everything_that_a_file_can_hold(self, turnproc: Turnproc, small: Path) -> None:
        out = turnproc("orders", "export", small).out
        assert out == (
            "Rome:\nNo orders: all stay where they are.\n\n"
            "Goths:\n3: Dacia -> Sarmatia (attack on Alans)\n\n"
            "Huns:\n> The Huns greet you.\nReady to end the turn\n3: Tavrika -> Sarmatia (attack on Alans)\n"
        )

    def test_a_file_with_errors_is_left_out_and_told(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {HUNS: orders("huns", "{move: 9, from: tavrika, to: sarmatia}")})
        ran = turnproc("orders", "export", small)
        assert ran.code == 1
        assert ran.out.startswith("Rome:") and "Huns" not in ran.out
        assert f"{HUNS}:4:12: error[B-3.3]" in ran.err
        ran = turnproc("orders", "export", small, "--for", "goths")
        assert (ran.code, ran.err) == (0, "")

    def test_what_the_text_does_not_keep_is_told(self, turnproc: Turnproc, small: Path) -> None:
        rows = ["{move: 1, from: tavrika, to: sarmatia, attack: [alans, аланы]}"]
        write(small, {HUNS: orders("huns", *rows, message='"a\\u2028b"')})
        ran = turnproc("orders", "export", small, "--for", "huns")
        assert ran.code == 0
        assert ran.out == "Huns:\n> a b\n1: Tavrika -> Sarmatia (attack on Alans)\n"
        assert [line.partition(":")[0] for line in ran.err.splitlines() if "C036" in line] == [HUNS, HUNS]

    def test_whoever_sent_nothing_or_cannot_speak(self, turnproc: Turnproc, small: Path, flagship: Path) -> None:
        ran = turnproc("orders", "export", small, "--for", "alans")
        assert (ran.code, ran.out) == (1, "")
        assert "alans sent no orders for turn 1" in ran.err
        ran = turnproc("orders", "export", small, "--for", "Goth")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("--for: error[B-3.2]: nobody in this campaign is called “Goth”")
        ran = turnproc("orders", "export", flagship, "--for", "gepids", "--language", "en")
        assert ran.err.startswith("--for: error[B-3.2]: Gepids cannot give orders of their own")

    def test_without_any_orders(self, turnproc: Turnproc, empty: Path, tmp_path: Path) -> None:
        ran = turnproc("orders", "export", empty, "-o", tmp_path / "text.txt")
        assert (ran.code, ran.out) == (0, "")
        assert ran.err == "There are no orders for turn 1 yet.\n"
        assert not (tmp_path / "text.txt").exists()

    def test_a_broken_campaign(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {"map.yaml": "x"})
        ran = turnproc("orders", "export", small)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("map.yaml:")


class TestNew:
    def test_the_file_of_every_speaker_is_right_untouched(self, turnproc: Turnproc, flagship: Path) -> None:
        shutil.rmtree(flagship / FOLDER)
        (flagship / GM).unlink()  # its rulings answer questions that other orders raise
        speakers = [line.split(": {")[0].strip() for line in _free_peoples(flagship)]
        assert len(speakers) > 30
        for speaker in speakers:
            ran = turnproc(
                "orders", "new", flagship, "--for", speaker, "--output", flagship / f"{FOLDER}/{speaker}.yaml"
            )
            assert (ran.code, ran.out, ran.err) == (0, "", ""), speaker
        ran = turnproc("validate", flagship, "--format", "json")
        assert ran.code == 0
        assert ran.data["problems"] == []
        assert files(flagship / FOLDER).keys() == {f"{speaker}.yaml" for speaker in speakers}

    def test_is_printed_in_the_language_asked_for(self, turnproc: Turnproc, flagship: Path) -> None:
        russian = turnproc("orders", "new", "--for", "Huns", cwd=flagship).out
        assert russian.startswith("# Приказы на ход 1: гунны.\n")
        english = turnproc("orders", "new", "--for", "гуннов", "-l", "en", cwd=flagship).out
        assert english.startswith("# Orders for turn 1: Huns.\n")
        assert "\nfor: huns\n" in english

    def test_editors_are_told_the_schema_if_the_campaign_has_it(
        self, turnproc: Turnproc, small: Path, tmp_path: Path
    ) -> None:
        assert not turnproc("orders", "new", small, "--for", "huns").out.startswith("# yaml-language-server")
        write(small, {"schemas/orders.schema.json": "{}"})
        first = turnproc("orders", "new", small, "--for", "huns").out.splitlines()[0]
        assert first == "# yaml-language-server: $schema=../../../schemas/orders.schema.json"
        assert turnproc("orders", "new", small, "--for", "huns", "-o", tmp_path / "mine.yaml").code == 0
        mine = (tmp_path / "mine.yaml").read_text(encoding="utf-8").splitlines()[0]
        assert mine == first, "it is sent to where it belongs"

    def test_says_why_somebody_cannot_speak(self, turnproc: Turnproc, flagship: Path) -> None:
        ran = turnproc("orders", "new", "--for", "остготы", cwd=flagship)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("--for: ошибка[B-3.2]: остготы")
        assert "гунны" in ran.err
        ran = turnproc("orders", "new", "--for", "остгот", cwd=flagship)
        assert (ran.code, ran.out) == (1, "")
        assert "остготы" in ran.err

    def test_replaces_nothing(self, turnproc: Turnproc, small: Path) -> None:
        before = files(small / FOLDER)
        ran = turnproc("orders", "new", small, "--for", "huns", "--output", small / HUNS)
        assert (ran.code, ran.out) == (1, "")
        assert "is there already" in ran.err
        assert files(small / FOLDER) == before

    def test_a_broken_campaign(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {"turns/000/state.yaml": "x"})
        ran = turnproc("orders", "new", small, "--for", "huns")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("turns/000/state.yaml:")


def _free_peoples(root: Path) -> list[str]:
    rows = (root / "turns/000/state.yaml").read_text(encoding="utf-8").partition("provinces:")[0].splitlines()
    return [row for row in rows if row.startswith("  ") and ": {kind" in row and "master" not in row]


class TestReceipt:
    def test_tells_the_orders_and_what_happens_without_them(self, turnproc: Turnproc, small: Path) -> None:
        ran = turnproc("orders", "receipt", small / HUNS)
        assert (ran.code, ran.err) == (0, "")
        digest = hashlib.sha256((small / HUNS).read_bytes()).hexdigest()
        assert ran.out.splitlines()[:9] == [
            HUNS,
            f"  sha256:{digest}",
            "  Huns, turn 1",
            "  Agrees that the turn may end early.",
            "  Words for the report:",
            "  > The Huns greet you.",
            "1. Huns: 3 persons go from Tavrika to Sarmatia and attack Alans.",
            "Where nothing is said:",
            "- Huns: 1 person in Tavrika has no order and stays idle.",
        ]

    def test_as_data(self, turnproc: Turnproc, small: Path) -> None:
        ran = turnproc("orders", "receipt", small / ROME, "--format", "json", "--language", "ru")
        assert ran.code == 0
        data = ran.data
        assert data.pop("defaults")
        assert data == {
            "file": ROME,
            "sha256": f"sha256:{hashlib.sha256((small / ROME).read_bytes()).hexdigest()}",
            "received": None,
            "turn": 1,
            "speaker": "rome",
            "name": "Рим",
            "ready": False,
            "message": "",
            "orders": [],
            "problems": [],
            "errors": 0,
            "warnings": 0,
        }
        assert "No orders, on purpose." in turnproc("orders", "receipt", small / ROME).out

    def test_a_file_with_errors_counts_as_nothing(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {HUNS: orders("huns", "{move: 9, from: tavrika, to: sarmatia}", "{holt: 1}")})
        ran = turnproc("orders", "receipt", small / HUNS)
        assert ran.code == 1
        assert ran.out.splitlines()[2:] == ["  Huns, turn 1", "  These orders have errors and count as nothing."]
        assert f"{HUNS}:5:" in ran.err
        data = turnproc("orders", "receipt", small / HUNS, "--format", "json").data
        # Both are told: that the verb is unknown, and that nine are more than there are.
        assert (data["orders"], data["defaults"], data["errors"]) == (None, None, 2)

    def test_warnings_do_no_harm(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {HUNS: orders("huns", "{subjugate: alans}")})
        ran = turnproc("orders", "receipt", small / HUNS)
        assert ran.code == 0
        assert "warning[B-3.8]" in ran.err

    @pytest.mark.parametrize("name", [GM, "map.yaml", f"{FOLDER}/nobody.yaml", "turns/001/late/huns.yaml"])
    def test_any_other_file_gets_none(self, turnproc: Turnproc, small: Path, name: str) -> None:
        if "late" in name or name == GM:
            write(small, {name: orders("huns")})
        ran = turnproc("orders", "receipt", small / name)
        assert ran.code == 1
        assert f"{name}: error[C037]" in ran.err

    def test_of_a_turn_long_past(self, turnproc: Turnproc, resolved: Path) -> None:
        ran = turnproc("orders", "receipt", resolved / HUNS)
        assert ran.code == 0
        assert "attack Alans" in ran.out

    def test_outside_of_any_campaign(self, turnproc: Turnproc, tmp_path: Path) -> None:
        (tmp_path / "huns.yaml").write_text(orders("huns"), encoding="utf-8")
        ran = turnproc("orders", "receipt", tmp_path / "huns.yaml")
        assert (ran.code, ran.out) == (1, "")
        assert "no campaign here" in ran.err

    def test_a_broken_campaign(self, turnproc: Turnproc, small: Path) -> None:
        write(small, {"map.yaml": "x"})
        ran = turnproc("orders", "receipt", small / HUNS)
        assert ran.code == 1
        assert ran.err.startswith("map.yaml:")


@pytest.mark.parametrize("arguments", [["orders", "--help"], ["orders", "import", "--help"]])
def test_help_loads_nothing_heavy(small: Path, arguments: list[str]) -> None:
    found = loaded(small, *arguments)
    assert not found & HEAVY
    assert not any(name.startswith(("turnproc.rulesets", "turnproc.engine", "turnproc.source")) for name in found)


@pytest.mark.parametrize("command", ["new", "import", "export", "receipt"])
def test_every_command_has_help(turnproc: Turnproc, command: str) -> None:
    ran = turnproc("orders", command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Usage: turnproc orders {command}" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("new",),
        ("import",),
        ("receipt",),
        ("no-such-command",),
        ("new", "--for", "huns", "--language", "xx"),
        ("import", "x", "--turn", "0"),
        ("export", "--format", "json"),
        ("receipt", "x", "y"),
    ],
)
def test_usage_is_2(turnproc: Turnproc, small: Path, arguments: tuple[str, ...]) -> None:
    assert turnproc("orders", *arguments, cwd=small).code == 2
