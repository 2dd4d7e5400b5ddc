"""What players and game masters write means nothing to a terminal, a forum, a browser, a workflow or a template."""

from __future__ import annotations

import html.parser
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, SMALL, orders
from tests.git.helpers import write

JSON = ("--format", "json")
TARGETS = ("markdown", "bbcode", "html")

# As they stand in a YAML file in double quotation marks. MARK finds them in a report.
MARK = "zqx"
WORDS = {
    "escape codes": r"\e[31mzqx\e[0m \e]0;owned\a \x9b31m",
    "a bell and a backspace": r"zqx\a\b\b\b",
    "zero": r"zqx\0zqx",
    "a turned word": r"\u202ezqx\u2066",
    "invisible letters": r"z\u200bqx \uFEFF\u00ad zqx",
    "a row's end": r"zqx\r\n# Results of turn 9\r\n\r\n- a",
    "other rows' ends": r"zqx\u2028# a\u2029# b\x85# c\v# d\f# e",
    "a workflow command": r"::error file=x::zqx\n::set-output name=x::zqx\n::add-mask::zqx",
    "an old workflow command": r"##[error]zqx\n##vso[task.setvariable variable=x]zqx",
    "BBCode": r"[/quote][/code][url=http://evil.example]zqx[/url][img]http://evil.example/x.png[/img][b]zqx",
    "HTML": r"</p></div><script>alert('zqx')</script><img src=x onerror=alert(1)><!-- zqx",
    "HTML in a quotation": r"\" onmouseover=\"zqx\" x='",
    "entities": r"&lt;script&gt;zqx&#x3c;b&#62;",
    "Markdown": r"# zqx\n\n[zqx](http://evil.example) ![x](http://evil.example/x.png) **zqx** `zqx` <b>zqx</b>",
    "a fence": r"```\nzqx\n```\n~~~\nzqx",
    "a table": r"| zqx | b |\n|---|---|\n| c | d |",
    "Jinja2": r"{{ 7 * 191 }} {% raw %} zqx {# c #} {{ self.__init__.__globals__ }}",
    "Python": r"{0} {people} {people.__class__} %s %(zqx)s %d {",
    "mentions": r"@everyone @here <@1234> #12 GH-12 zqx",
    "links": r"http://evil.example/zqx www.evil.example javascript:zqx data:text/html,zqx",
    "a list": r"- zqx\n- b\n1. c\n> d\n---\n===",
    "LaTeX": r"$\\\\zqx$ \\\\[ x \\\\]",
    "a long word": "zqx" + "W" * 80,
    "half a pair of letters": r"zqx \U0001F600 😀 \u0301\u0301\u0301",
}
EVIL = {
    "markdown": [rf"(?<!\\){sign}" for sign in (r"\[zqx\]\(", r"!\[", "<script", "<img", "<b>", r"\*\*zqx", "`zqx`")],
    "bbcode": [r"\[url", r"\[img", r"\[/quote\]\["],
    "html": [r"<script>alert", r"<img", r"onerror=(?!alert\(1\)&gt;)", r"<b>zqx"],
}
UNSEEN = set("\x00\x07\x08\x0b\x0c\x1b\x7f\x85\x9b\u2028\u2029\u202e\u2066\ufeff\u00ad")


class Tags(html.parser.HTMLParser):
    """Which elements and attributes a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(f"{tag} {name}" for name, _ in attrs)}


def tags(page: str) -> set[str]:
    parser = Tags()
    parser.feed(page)
    return parser.found


def structure(text: str, target: str) -> list[str]:
    """What gives a report its shape: headings, tables, fences; tags of a forum; elements of a page."""
    if target == "html":
        # Rows of a longer text are parted by `br`.
        return sorted(tags(text) - {"br"})
    if target == "bbcode":
        return re.findall(r"\[/?[a-z]+[^\]\u200b]*\]", without_code(text))
    return re.findall(r"^(?:#+ |```.*|\|[-|: ]+\|$)", text, flags=re.MULTILINE)


def without_code(text: str) -> str:
    """In a block of code nothing means anything but its end."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"\[code\].*?\[/code\]", "", text, flags=re.DOTALL)


def commands(text: str) -> list[str]:
    """Rows that a workflow of GitHub would obey, if this is printed in one."""
    return [row for row in text.splitlines() if re.search(r"\A\s*::[a-z]|##\w*\[(?!\u200b)", row)]


def check(turnproc: Turnproc, root: Path, plain: Path) -> None:
    """Every report has the shape that it has with plain words in their places, and nothing in it does anything."""
    for target in TARGETS:
        report = turnproc("report", root, "--target", target)
        assert (report.code, report.err) == (0, "")
        assert MARK in report.out.replace("\\", "").replace("\u200b", "")
        assert not UNSEEN & set(report.out), UNSEEN & set(report.out)
        assert "1337" not in report.out
        for pattern in EVIL[target]:
            assert not re.search(pattern, without_code(report.out)), (target, pattern)
        expected = turnproc("report", plain, "--target", target).out
        assert structure(report.out, target) == structure(expected, target)
        assert commands(report.out) == [], target


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS.keys())
def test_in_messages_chronicle_and_events(turnproc: Turnproc, small: Path, words: str) -> None:
    plain = small.parent / "plain"
    for root, text in ((small, words), (plain, MARK)):
        write(
            root,
            {
                **SMALL,
                HUNS: orders("huns", "{hold: 4, in: tavrika}", message=f'"{text}"'),
                GM: f'turn: 1\nchronicle: "{text}"\nevents:\n  - {{note: "{text}"}}\n'
                f'  - {{baptise: [dacia], text: "{text}", when: end}}\n',
            },
        )
        assert turnproc("resolve", "--no-commit", root).code == 0
    check(turnproc, small, plain)
    assert turnproc("verify", small).code == 0
    # Nor do the files that are made of it: they are read again as they were written.
    assert not UNSEEN & set((small / "turns/001/journal.yaml").read_text(encoding="utf-8"))
    for command in (["validate"], ["status"], ["resolve", "--dry-run"]):
        ran = turnproc(*command, small)
        assert not UNSEEN & set(ran.out + ran.err)


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS.keys())
def test_in_names(turnproc: Turnproc, small: Path, words: str) -> None:
    """Names of peoples, of provinces, of the campaign, and of a people that comes up in play."""
    plain = small.parent / "plain"
    for root, text in ((small, words), (plain, MARK)):
        names = f'{{en: {{nom: "{text}", short: {{nom: "{text} s"}}}}, ru: "{text} r"}}'
        people = f'new_people: zqx-folk, kind: tribe, in: {{italy: 1}}, names: {{en: "{text} n"}}'
        files = {
            "campaign.yaml": SMALL["campaign.yaml"].replace("Small war", f'"{text}"'),
            "map.yaml": SMALL["map.yaml"].replace("{en: Sarmatia, ru:", f'{{en: "{text} p", ru:'),
            "peoples.yaml": SMALL["peoples.yaml"]
            .replace("{en: Huns, ru: {nom: гунны, gen: гуннов, ins: гуннами}, sv: hunner}", names)
            .replace("{en: Alans, ru:", f'{{en: "{text} a", ru:'),
            GM: f"turn: 1\nevents:\n  - {{{people}}}\n",
        }
        write(root, {**SMALL, **files})
        ran = turnproc("resolve", "--no-commit", root)
        assert ran.code == 0, ran.err
        assert not UNSEEN & set(ran.out + ran.err)
    check(turnproc, small, plain)
    assert turnproc("verify", small).code == 0
    for command in (["validate"], ["status"], ["status", *JSON], ["resolve", "--dry-run"]):
        ran = turnproc(*command, small)
        assert ran.code == 0
        assert not UNSEEN & set(ran.out + ran.err)
        assert commands(ran.out + ran.err) == []


@pytest.mark.parametrize("form", ["text", "json", "github"])
@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS.keys())
def test_in_what_is_wrong(turnproc: Turnproc, small: Path, words: str, form: str) -> None:
    """A name that nobody knows is shown in the error: in one row, harmlessly, not too long."""
    write(
        small,
        {
            HUNS: f'turn: 1\nfor: "{words}"\n"{words}": 1\n'
            f'orders:\n  - {{hold: 1, in: "{words}"}}\n  - {{"{words}": 1}}\n',
            GM: f'turn: 1\nrulings: {{"{words}": "{words}"}}\nnpc_orders: {{"{words}": []}}\ndice: {{"{words}": 1}}\n',
        },
    )
    ran = turnproc("validate", small, "--format", form)
    assert ran.code == 1
    text = ran.out + ran.err
    assert not UNSEEN & set(text)
    if form == "json":
        assert len(json.loads(ran.out)["problems"]) > 3
        return
    starts = (f"{HUNS}:", f"{GM}:", "    hint: ", "checked: ", f"::error file={HUNS},line=", f"::error file={GM},line=")
    assert all(row.startswith(starts) for row in text.splitlines())
    assert all(len(row) < 3_000 for row in text.splitlines())


def test_a_pipe_of_what_is_wrong_gives_a_workflow_no_command(turnproc: Turnproc, small: Path) -> None:
    write(small, {HUNS: 'turn: 1\nfor: huns\norders:\n  - {hold: 1, in: "x\\n::error::owned\\n%0A::error::owned"}\n'})
    rows = turnproc("validate", small, "--format", "github").out.splitlines()
    assert len(rows) == 1
    assert "%250A::error" in rows[0]


def test_the_report_of_the_flagship_is_a_whole_page(turnproc: Turnproc, flagship: Path) -> None:
    assert turnproc("resolve", "--no-commit", flagship).code == 0
    page = turnproc("report", flagship, "-t", "html", "-l", "ru").out
    assert page.startswith("<!DOCTYPE html>")
    assert not {"script", "iframe", "object", "link", "img", "form"} & tags(page)


def test_names_as_long_as_they_may_be(turnproc: Turnproc, small: Path) -> None:
    """What turnproc names by itself, after two such names, can be read again, too."""
    peoples = SMALL["peoples.yaml"].replace("en: Alans", f"en: {'A' * 200}").replace("en: Huns", f"en: {'H' * 200}")
    write(small, {"peoples.yaml": peoples})
    assert turnproc("resolve", "--no-commit", small).code == 0
    for command in ("validate", "report", "verify"):
        ran = turnproc(command, small)
        assert (ran.code, command) == (0, command), ran.err


IDS = ("no", "on", "y", "null", "true", "1e3", "010", "0x1f", "1-10", "12", "-", "--", "0")


def test_ids_that_yaml_takes_for_something_else(turnproc: Turnproc, small: Path) -> None:
    """A people called `no` is one like any other, in every file that turnproc reads or writes."""
    rows = [f'  - {{id: "{name}", names: {{en: "People {at}"}}}}\n' for at, name in enumerate(IDS)]
    lands = [f'  - {{id: "{name}", names: {{en: "Land {at}"}}}}\n' for at, name in enumerate(IDS)]
    peoples = "".join(f'  "{name}": {{kind: tribe, player: "{name}"}}\n' for name in IDS)
    provinces = "".join(f'  "{name}": {{people: {{"{name}": 2}}}}\n' for name in IDS)
    ring = "".join(f'  - {{between: ["{one}", "{two}"], kind: land}}\n' for one, two in pairwise((*IDS, IDS[0])))
    write(
        small,
        {
            "campaign.yaml": SMALL["campaign.yaml"].partition("players:")[0],
            "map.yaml": f"format: turnproc.bellum.map/1\nprovinces:\n{''.join(lands)}links:\n{ring}",
            "peoples.yaml": f"format: turnproc.bellum.peoples/1\npeoples:\n{''.join(rows)}",
            "turns/000/state.yaml": "format: turnproc.bellum.state/1\nturn: 0\n"
            f"peoples:\n{peoples}provinces:\n{provinces}",
        },
    )
    for file in (small / "turns/001/orders").iterdir():
        file.unlink()
    for one, two in pairwise((*IDS, IDS[0])):
        row = f'{{move: 1, from: "{one}", to: "{two}", attack: ["{two}"]}}'
        write(small, {f"turns/001/orders/{one}.yaml": orders(f'"{one}"', row)})
    # Where nothing else can be meant, quotation marks are not needed either.
    write(
        small, {"turns/001/orders/no.yaml": "turn: 1\nfor: no\norders: [{move: 1, from: no, to: on, attack: [on]}]\n"}
    )
    ran = turnproc("resolve", "--no-commit", small)
    assert ran.code == 0, ran.err
    for command in (["verify"], ["report"], ["status"]):
        assert turnproc(*command, small).code == 0, command
    state = (small / "turns/001/state.yaml").read_text(encoding="utf-8")
    assert '"no": ' in state
    blocks = turnproc("report", small, "--target", "markdown").out.split("```yaml\n")[1:]
    for block in blocks:
        text = block.partition("```")[0]
        speaker = text.partition("\nfor: ")[2].partition("\n")[0].strip('"')
        write(small, {f"turns/002/orders/{speaker}.yaml": text})
    assert turnproc("validate", small, *JSON).codes == []
