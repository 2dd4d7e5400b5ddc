"""Example files of players and game masters: valid ones give no finding, invalid ones mark their own lines.

`too: north   # expect: S002` says which problem that line has; codes that are reported twice stand twice. A leading
`# given: {…}` is merged into the start position (null deletes), for orders that need another one.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from turnproc.actions.validate import validate
from turnproc.source.yaml_reader import CAMPAIGN, ORDERS, read_yaml
from turnproc.source.yaml_writer import Layout, write_yaml

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*/*/*.yaml"))
EXPECT = re.compile(r"# expect: (?P<codes>[A-Z][A-Z0-9.-]*(?:, [A-Z][A-Z0-9.-]*)*)\s*$")
GIVEN = re.compile(r"\A\ufeff?# given: (?P<patch>\{.*\})\s*$", re.MULTILINE)
# The campaigns in which examples lie; those of bellum have the demonstration campaign.
START = "start"
SPEAKERS = {"bellum": "huns", "vidonico": "frekre"}
FOR = re.compile(r"^for: *(?P<speaker>[a-z][a-z-]*)[ \r]*(#|$)", re.MULTILINE)


def test_every_example_is_run() -> None:
    assert {path.parent.name for path in FILES} == {"valid", "invalid"}
    assert all(path.parent.parent.name in {"orders", "gm"} for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HERE).as_posix())
def test_example(path: Path, flagship: Path) -> None:
    raw = path.read_bytes()
    kind, ruleset = path.parent.parent.name, path.parent.parent.parent
    found = problems_of(raw, kind, campaign_of(ruleset, flagship), SPEAKERS[ruleset.name])
    expected = marked(raw.decode("utf-8", "replace"))
    assert (path.parent.name == "invalid") is bool(expected), "an invalid example marks its lines, a valid one none"
    assert found == expected


def campaign_of(ruleset: Path, flagship: Path) -> Path:
    """A copy of the ruleset's own campaign with an empty turn 1, or the demonstration campaign."""
    if not (ruleset / START).is_dir():
        return flagship
    shutil.rmtree(flagship)
    shutil.copytree(ruleset / START, flagship)
    (flagship / "turns/001/orders").mkdir(parents=True)
    (flagship / "turns/001/gm.yaml").touch()
    return flagship


def problems_of(raw: bytes, kind: str, campaign: Path, usual: str) -> Counter[tuple[int, str]]:
    """The codes of a file by line, with the file put where it belongs in the campaign: `usual` if it names nobody."""
    text = raw.decode("utf-8", "replace")
    turn = campaign / "turns" / "001"
    for other in (turn / "orders").iterdir():
        other.unlink()
    patch_state(campaign / "turns" / "000" / "state.yaml", text)
    name = "gm.yaml"
    if kind == "orders":
        (turn / "gm.yaml").unlink()
        speaker = FOR.search(text)
        name = f"orders/{speaker['speaker'] if speaker else usual}.yaml"
        if not (campaign / f"turns/001/{name}").parent.exists():
            raise AssertionError(name)
    (turn / name).write_bytes(raw)
    result = validate(campaign)
    others = [each for each in result.diagnostics if each.place.file != f"turns/001/{name}"]
    assert others == []
    return Counter((each.place.line or 0, each.code) for each in result.diagnostics)


def marked(text: str) -> Counter[tuple[int, str]]:
    """What an example says about its own lines."""
    found: Counter[tuple[int, str]] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        match = EXPECT.search(line)
        if match is not None:
            found.update((number, code) for code in match["codes"].split(", "))
    return found


def patch_state(path: Path, text: str) -> None:
    """Merge an example's `given` into the start position."""
    given = GIVEN.search(text)
    if given is None:
        return
    patch, problems = read_yaml(given["patch"].encode(), "given", ORDERS)
    state, _ = read_yaml(path.read_bytes(), path.name, CAMPAIGN)
    assert patch is not None and state is not None and not problems
    path.write_text(write_yaml(merged(state.data, patch.data), Layout(frozenset())), encoding="utf-8")


def merged(data: Any, patch: Any) -> Any:
    """RFC 7396: mappings are merged, null deletes, everything else takes the place of what was there."""
    if not isinstance(patch, dict):
        return patch
    result = dict(data) if isinstance(data, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result
