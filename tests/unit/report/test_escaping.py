"""Text that people wrote comes out as text: nothing in it is a tag, a link, a mention, a heading or a table."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from turnproc.report.escaping import Bbcode, Html, Markdown, plain

BREAK = "\u200b"
TARGETS = (Html, Markdown, Bbcode)

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' autofocus='",
    "&lt;b&gt; &#60;b&#62; &amp;",
    "[b]x[/b]",
    '[url=javascript:alert(1)]x[/url] [spoiler="a"]',
    "[/spoiler][/code]",
    "# heading",
    "###### heading",
    "- list",
    "* list",
    "+ list",
    "1. list",
    "12) list",
    "> quotation",
    ">>> Discord quotation",
    "-# Discord small print",
    "---",
    "- - -",
    "***",
    "===",
    "```",
    "~~~sh",
    "    code",
    "\tcode",
    "| a | b |",
    "|---|---|",
    ":--",
    "a | b",
    "*bold* **bold** _it_ __it__ ~~gone~~ `code` ||spoiler||",
    "[link](http://evil.example)",
    "[link][ref] [^1]",
    "[ref]: http://evil.example",
    "![picture](http://evil.example/p.png)",
    "<http://evil.example>",
    "http://evil.example https://evil.example ftp://evil.example www.evil.example",
    "mail@evil.example",
    "@everyone @here @somebody <@123> <@&123> <#123> <:smile:123> <t:1>",
    "see #12, owner/repo#12 and GH-12",
    ":smile: :+1:",
    "$x^2$ $$y$$",
    "a\\",
    "a\\*b\\*",
    "{{ 7 * 7 }} {% raw %} {# x #} %(name)s {name}",
    "\u202egnp.exe\u202c \u2066x\u2069 a\u200bb\ufeff \u00adsoft",
    "\x00\x07\x1b[31mred\x7f\x9b",
    "one\ntwo\r\nthree\u2028four\x85five\tsix",
    "/me attacks",
    "\ud800 alone",
]
SPECIAL = "\\`*_[]()<>{}#+-.!|~$&:;@=\"'/ \t\n1a0ж\u200b\u202e^%"
texts = st.lists(st.sampled_from(HOSTILE) | st.text(SPECIAL, max_size=12) | st.text(max_size=8), max_size=4).map(
    "".join
)

COMMONMARK = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# Where templates put values: at the start of a line, in a list, in a quotation, in bold, in a table, after a colon.
PLACES = ["{}", "- {}", "> {}", "x\n{}", "{}\nx", "- {}\n- {}", "a: {}."]


def seen(text: str) -> str:
    """What a reader sees of a text that was not tampered with."""
    return " ".join(plain(text).split())


def markdown_texts(source: str) -> tuple[list[str], set[str]]:
    """The texts of a piece of Markdown, and the kinds of elements that stand in it."""
    tokens = COMMONMARK.parse(source)
    inline = [token for token in tokens if token.type == "inline"]
    kinds = {token.type for token in tokens} | {child.type for token in inline for child in token.children or ()}
    contents = ["".join(child.content or " " for child in token.children or ()) for token in inline]
    return [" ".join(content.replace(BREAK, "").split()) for content in contents], kinds


@pytest.mark.parametrize("place", PLACES)
@given(texts)
def test_markdown_has_no_meaning(place: str, text: str) -> None:
    escaped = Markdown.escape(text)
    assert "\n" not in escaped
    expected, wanted_kinds = markdown_texts(place.replace("{}", "word"))
    if not seen(text):
        return
    found, kinds = markdown_texts(place.replace("{}", escaped))
    assert found == [each.replace("word", seen(text)) for each in expected]
    assert kinds == wanted_kinds


@given(texts)
def test_markdown_stays_in_its_cell(text: str) -> None:
    source = f"| a | b |\n|---|---|\n| {Markdown.escape(text)} | end |"
    found, kinds = markdown_texts(source)
    assert found == ["a", "b", seen(text), "end"]
    assert kinds == markdown_texts("| a | b |\n|---|---|\n| word | end |")[1] or not seen(text)


@given(texts)
def test_markdown_stays_bold(text: str) -> None:
    if re.fullmatch(r"\w.*\w", seen(text)):
        found, kinds = markdown_texts(f"**{Markdown.escape(text)}**")
        assert found == [seen(text)]
        assert kinds == markdown_texts("**word**")[1]


class Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))


@given(texts)
def test_html_has_no_meaning(text: str) -> None:
    parser = Texts()
    parser.feed(f'<p title="{Html.escape(text)}">{Html.escape(text)}</p>')
    parser.close()
    assert parser.tags == [("p", [("title", plain(text))])]
    assert "".join(parser.found) == plain(text)


@given(texts)
def test_bbcode_has_no_meaning(text: str) -> None:
    escaped = Bbcode.escape(text)
    assert re.search(rf"\[(?!{BREAK})", escaped) is None
    assert escaped.replace(BREAK, "") == plain(text)


@pytest.mark.parametrize("target", [Markdown, Bbcode])
@given(texts)
def test_nobody_is_mentioned_and_nothing_is_linked(target: type[Markdown] | type[Bbcode], text: str) -> None:
    escaped = str(target.escape(text))
    if target is Markdown:
        # Its escape sign is not seen.
        escaped = re.sub(r"\\(.)", r"\1", escaped)
    assert re.search(rf"@(?!{BREAK})|://|\bwww\.|#\w|\bGH-\d", escaped, re.IGNORECASE) is None


@pytest.mark.parametrize("target", TARGETS)
@given(texts)
def test_nothing_unseen_is_left(target: type[Html] | type[Markdown] | type[Bbcode], text: str) -> None:
    assert "\n" not in target.escape(text)
    for escaped in (target.escape(text), target.code(text)):
        assert re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]", escaped) is None
        escaped.encode()


@given(texts)
def test_code_stays_in_its_block(text: str) -> None:
    found = COMMONMARK.parse(f"```\n{Markdown.code(text)}\n```\nafter")
    assert [token.type for token in found] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert "[/code]" not in Bbcode.code(text).lower()
    parser = Texts()
    parser.feed(f"<pre>{Html.code(text)}</pre>")
    assert [tag for tag, _ in parser.tags] == ["pre"]


@pytest.mark.parametrize("text", HOSTILE)
def test_each_example_for_itself(text: str) -> None:
    for place in PLACES:
        assert (
            markdown_texts(place.replace("{}", Markdown.escape(text)))[1] == markdown_texts(place.format("w", "w"))[1]
        )


def test_ordinary_text_is_left_alone() -> None:
    line = "2: Таврика -> Борисфен (атака антов), +1 и −1; Вандалы 3 - Бургунды 2"
    assert Markdown.escape(line) == line
    assert Bbcode.escape(line) == line
    assert Html.escape("Västrom – 3 personer") == "Västrom – 3 personer"


def test_spaces_and_lines_of_code_are_kept() -> None:
    for target in TARGETS:
        assert target.code("a:\n  - {hold: 2}  # x\n") == "a:\n  - {hold: 2}  # x\n"
