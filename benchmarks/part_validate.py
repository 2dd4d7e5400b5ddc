"""`validate` of many orders files, against a process that only loads them, and against check-jsonschema."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.campaigns import generate
from benchmarks.generate import ORDERS_PER_FILE
from benchmarks.measure import ROOT, Used, in_turn, python, ratio, turnproc
from benchmarks.table import Row, Table, medians, seconds

FILES, QUICK_FILES, SAMPLE = 10_000, 1_000, 1_000
SCHEMA = ROOT / "schemas" / "bellum" / "orders.schema.json"
LOADING = "loading them with `CSafeLoader`"
NOTE = (
    "{files} orders files of {each} orders each, without a finding; both sides also read campaign, map, peoples and "
    "state. In the other layout, orders are indented by four blanks. check-jsonschema looks at the form only. It ran "
    "on one file and on {sample} in processes of its own, and its time for {files} is the straight line through both: "
    "{alone} and {some}. Each of the two tells a broken file from a good one. Rounds: {rounds}."
)


def measure(folder: Path, quick: bool) -> Table:
    """All ratios, after a check that everybody tells right from wrong."""
    count, rounds = (QUICK_FILES, 3) if quick else (FILES, 5)
    campaign = generate(folder / "validate", count * ORDERS_PER_FILE)
    files = sorted((campaign / "turns" / "001" / "orders").iterdir())
    assert len(files) == count
    _tell_right_from_wrong(campaign, files[0], folder)
    alone, some = (_check_jsonschema(files[:number]).cpu for number in (1, SAMPLE))
    whole = alone + (some - alone) / (SAMPLE - 1) * (count - 1)

    def ours() -> float:
        return _validate(campaign, count)

    def loading() -> float:
        return python("-m", "benchmarks.load_yaml", campaign).cpu

    plain = in_turn(rounds, ours, loading)
    _indent(files)
    indented = in_turn(rounds, ours, loading)
    what = f"`turnproc validate`, {count:,} files"
    # With few files both sides mostly start up: that is no goal.
    most = (None, None) if quick else (1.0, 1 / 15)
    rows = [
        Row(what, LOADING, most[0], ratio(*plain), medians(*plain)),
        Row(f"{what}, another layout", LOADING, most[0], ratio(*indented), medians(*indented)),
        Row(what, "check-jsonschema", most[1], ratio(plain[0], [whole] * rounds), medians(plain[0], [whole])),
    ]
    note = NOTE.format(
        files=f"{count:,}",
        each=ORDERS_PER_FILE,
        sample=f"{SAMPLE:,}",
        alone=seconds(alone),
        some=seconds(some),
        rounds=rounds,
    )
    return Table("validate", rows, [note])


def _indent(files: list[Path]) -> None:
    """Write the orders as other people may: what is read is the same, but the short way for plain rows is closed."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("\n  - {", "\n    - {"), encoding="utf-8")


def _validate(campaign: Path, count: int) -> float:
    used = turnproc("validate", ".", cwd=campaign)
    # Campaign, map, peoples and state are read, too.
    assert f"checked: {count + 4}, errors: 0, warnings: 0" in used.output, used.output
    return used.cpu


def _check_jsonschema(files: list[Path], code: int = 0) -> Used:
    base = ("--base-uri", SCHEMA.as_uri(), "--schemafile", SCHEMA)
    return python("-m", "check_jsonschema", *base, *files, code=code)


def _tell_right_from_wrong(campaign: Path, file: Path, folder: Path) -> None:
    """A speed counts only with the right verdict."""
    broken = shutil.copytree(campaign, folder / "broken", ignore=lambda _, names: _all_but(names, file.name))
    wrong = broken / file.relative_to(campaign)
    text = wrong.read_text(encoding="utf-8").replace("turn: 1", "turn: one", 1)
    wrong.write_text(text, encoding="utf-8")
    _check_jsonschema([file])
    _check_jsonschema([wrong], code=1)
    assert "errors: 1," in turnproc("validate", wrong, cwd=broken, code=1).output


def _all_but(names: list[str], wanted: str) -> set[str]:
    """The orders files but one."""
    return {name for name in names if name.startswith("n") and name != wanted}
