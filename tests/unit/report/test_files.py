"""What is filled into the files of a new campaign is what its kind of file wants: no name can break out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from turnproc.report import files
from turnproc.report.files import fill_in
from turnproc.source.yaml_reader import CAMPAIGN, read_yaml

HOSTILE = 'a: "b" # {{ 7 * 7 }} <script> *x* [y](z) \\ \n---\nc: d'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(files, "template_folder", lambda: tmp_path)
    files._environment.cache_clear()
    yield tmp_path
    files._environment.cache_clear()


def filled(folder: Path, file: str, template: str, **values: str | int) -> str:
    (folder / file).write_text(template, encoding="utf-8")
    return fill_in(file, values)


@pytest.mark.parametrize("value", [HOSTILE, "", "null", "007", "- x", "🏰", 7])
def test_yaml(folder: Path, value: str | int) -> None:
    text = filled(folder, "a.yaml.j2", "# note\nname: {{ name }}\nnext: 1\n", name=value)
    document, problems = read_yaml(text.encode(), "a.yaml", CAMPAIGN)
    assert document is not None and problems == []
    assert document.data == {"name": value, "next": 1}
    assert text.count("\n") == 3


def test_markdown(folder: Path) -> None:
    text = filled(folder, "a.md.j2", "# {{ name }}\n\n`{move: 2}` <b>\n", name=HOSTILE)
    assert text.startswith('# a: "b" # {{ 7 \\* 7 }} \\<script> \\*x\\* \\[y\\](z) ')
    assert text.count("\n") == 3
    assert text.endswith("`{move: 2}` <b>\n")


def test_plain_text(folder: Path) -> None:
    assert filled(folder, "a.txt.j2", "turnproc=={{ version }}\n", version="0.1.0\nother") == "turnproc==0.1.0 other\n"


def test_parts(folder: Path) -> None:
    (folder / "_part.md").write_text("| b |\n", encoding="utf-8")
    text = filled(folder, "a.md.j2", '| a |\n{% include parts ~ "_part.md" %}\n| c |\n', parts="")
    # No empty row: it would end the table.
    assert text == "| a |\n| b |\n| c |\n"


def test_what_is_not_given_is_an_error(folder: Path) -> None:
    for name in ("a.yaml.j2", "a.md.j2", "a.txt.j2"):
        with pytest.raises(UndefinedError, match="nothing"):
            filled(folder, name, "{{ nothing }}\n")
