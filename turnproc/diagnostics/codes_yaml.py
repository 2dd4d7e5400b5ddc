"""Messages about rows that make no sense as YAML (codes Y…, second part; the first is in `codes_text`).

`source.yaml_syntax` chooses among them. Where they have examples, the tests read both the
wrong and the right one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

_NO_KEY = N_(
    "Most rows of a file say “key: value”: a word, a colon, a space, and what the word is set to. "
    "This row has no colon with a space after it where one is needed, so it cannot be told where the key ends."
)
_BRACKETS = N_(
    "Brackets come in pairs: “[” and “]” hold a list, “{” and “}” hold keys with values. "
    "The parts inside are separated by commas. One bracket of the pair is missing, or is of the other kind."
)
_INDENTATION = N_(
    "How far a row is moved to the right says what it belongs to. All entries of one list, and all keys of one thing, "
    "begin in the same column. Count the spaces before this row and before its neighbours."
)

YAML_MESSAGES: Final[Mapping[str, Message]] = {
    "Y005": Message(
        text=N_("a tab stands where only spaces can"),
        hint=N_("put two spaces in its place; most editors can do it for the whole file"),
        explanation=N_(
            "The start of a row shows by its spaces what the row belongs to. A tab is as wide as each editor likes, "
            "so it cannot show that. Use spaces; in brackets and between words a tab does no harm."
        ),
        wrong="orders:\n\t- {hold: 2, of: goths}",
        right="orders:\n  - {hold: 2, of: goths}",
    ),
    "Y006": Message(
        text=N_("this row begins with an invisible character that is no space ({character})"),
        hint=N_("delete what stands before the first letter of the row, and type spaces"),
        explanation=N_(
            "Text copied from a forum, a chat or a word processor often has no-break spaces at the start of its rows. "
            "They look like spaces but count as letters, so the row would be read as something else. Type the spaces "
            "anew; to find all, let your editor show invisible characters."
        ),
    ),
    "Y008": Message(
        text=N_("this cannot be read"),
        hint=N_("compare the row, and the one above it, with an example that works"),
        explanation=N_(
            "The file stops making sense here. The mistake is in this row or in one of the rows above it: a sign that "
            "is missing or one too many. `turnproc orders new` writes a file that works, to compare with."
        ),
        right="turn: 2\nfor: huns\norders:\n  - {hold: 2, of: goths}",
    ),
    "Y009": Message(
        text=N_("the bracket “{opening}” is never closed"),
        hint=N_("put “{wanted}” where it ends"),
        explanation=_BRACKETS,
        wrong="- {move: 2, from: dacia, to: tavrika",
        right="- {move: 2, from: dacia, to: tavrika}",
    ),
    "Y009/other": Message(
        text=N_("the bracket “{found}” closes another kind of bracket"),
        hint=N_("here “{wanted}” is needed"),
        explanation=_BRACKETS,
        wrong="path: [dacia, tavrika}",
        right="path: [dacia, tavrika]",
    ),
    "Y009/extra": Message(
        text=N_("the bracket “{found}” was never opened"),
        hint=N_("delete it, or put the bracket that opens before it"),
        explanation=_BRACKETS,
        wrong="path: [dacia, tavrika]]",
        right="path: [dacia, tavrika]",
    ),
    "Y010": Message(
        text=N_("the quote {quote} is never closed"),
        hint=N_("put {quote} at the end of the text"),
        explanation=N_(
            "A text may stand in quotes, single or double. It ends at the next quote of the same kind, and here none "
            "follows. Inside single quotes a single quote is written twice."
        ),
        wrong='message: "We march at dawn.',
        right='message: "We march at dawn."',
    ),
    "Y011": Message(
        text=N_("a colon is missing: “{row}”"),
        hint=N_("write “key: value”, with a space after the colon"),
        explanation=_NO_KEY,
        wrong="turn 2\nfor: huns",
        right="turn: 2\nfor: huns",
    ),
    "Y011/space": Message(
        text=N_("after the colon of “{key}” a space is missing"),
        hint=N_("write “{key}: …”"),
        explanation=_NO_KEY,
        wrong="turn:2\nfor: huns",
        right="turn: 2\nfor: huns",
    ),
    "Y011/dash": Message(
        text=N_("after the dash of “{key}” a space is missing"),
        hint=N_("write “- …”, with a space"),
        explanation=N_(
            "A dash with a space after it begins an entry of a list. Without the space the dash is a part of the word."
        ),
        wrong="- dacia\n-tavrika",
        right="- dacia\n- tavrika",
    ),
    "Y011/key": Message(
        text=N_("before the colon a key is missing"),
        hint=N_("write “key: value”"),
        explanation=_NO_KEY,
        wrong=": 2",
        right="turn: 2",
    ),
    "Y011/invisible": Message(
        text=N_("an invisible character stands here where a space is needed ({character})"),
        hint=N_("delete it and type a space"),
        explanation=N_(
            "After a colon and after the dash of a list a space is needed. What stands here looks like one but is a "
            "no-break space or the like, as they come with copied text. Delete it and type a space."
        ),
    ),
    "Y012": Message(
        text=N_("this row does not stand under its neighbours"),
        hint=N_("give the rows that belong together the same number of spaces at their start"),
        explanation=_INDENTATION,
        wrong="turn: 2\n  for: huns",
        right="turn: 2\nfor: huns",
    ),
    "Y012/list": Message(
        text=N_("an entry of a list stands where a key is expected"),
        hint=N_("put all dashes of one list into the same column, below the key that they belong to"),
        explanation=_INDENTATION,
        wrong="orders:\n    - {hold: 2, of: goths}\n  - {hold: 1, of: huns}",
        right="orders:\n  - {hold: 2, of: goths}\n  - {hold: 1, of: huns}",
    ),
    "Y012/empty": Message(
        text=N_("the list is empty by the row above, which ends with [], and here an entry follows"),
        hint=N_("delete the [] in the row above"),
        explanation=N_("[] is a list without entries. A list that has some begins in the row below its key."),
        wrong="orders: []\n  - {hold: 2, in: dacia}",
        right="orders:\n  - {hold: 2, in: dacia}",
    ),
    "Y012/entry": Message(
        text=N_("here the list goes on, but the row does not begin with a dash"),
        hint=N_("begin each entry with “- ”, or move the row to where it belongs"),
        explanation=_INDENTATION,
        wrong="- {hold: 2, of: goths}\nmessage: hello",
        right="orders:\n  - {hold: 2, of: goths}\nmessage: hello",
    ),
    "Y012/dash": Message(
        text=N_("a list cannot begin in the row of its key"),
        hint=N_("begin a new row before “- ”, or write the list as “[one, two]”"),
        explanation=_INDENTATION,
        wrong="path: - dacia",
        right="path: [dacia]",
    ),
    "Y012/brackets": Message(
        text=N_("in brackets a list has no dashes"),
        hint=N_("part the entries by commas: [one, two]"),
        explanation=N_(
            "A list is written in one of two ways: each entry in a row of its own behind a dash, or all entries in "
            "square brackets with commas between them. The two cannot be mixed."
        ),
        wrong="path: [\n  - dacia\n  ]",
        right="path: [\n  dacia\n  ]",
    ),
    "Y013": Message(
        text=N_("a value cannot begin with “{character}”"),
        hint=N_('put the value in quotes: "{character}…"'),
        explanation=N_(
            "Some characters have a meaning of their own where a value begins: * & @ ` % ! | > , ? and brackets. "
            "In quotes they are just characters."
        ),
        wrong="message: @all, we are coming",
        right='message: "@all, we are coming"',
    ),
    "Y023": Message(
        text=N_("a comma is missing before this"),
        hint=N_("in brackets put a comma after each value; a text that holds a comma or a bracket needs quotes"),
        explanation=N_(
            "Inside brackets the parts are separated by commas. Before this place one value ends and the next thing "
            "begins, without a comma."
        ),
        wrong="- {move: 2 from: dacia}",
        right="- {move: 2, from: dacia}",
    ),
    "Y023/twice": Message(
        text=N_("before this comma a value is missing"),
        hint=N_("delete the comma, or write the value before it"),
        explanation=N_("Inside brackets one comma stands between two values. Here nothing stands before the comma."),
        wrong="path: [dacia,, tavrika]",
        right="path: [dacia, tavrika]",
    ),
    "Y024": Message(
        text=N_("a backslash in double quotes has a meaning of its own, and this is none that it can have"),
        hint=N_("use single quotes, or write the backslash twice"),
        explanation=N_(
            "In double quotes a backslash and a letter stand for something that cannot be typed, such as \\n for a new "
            "row. In single quotes a backslash is just a backslash."
        ),
        wrong='message: "C:\\games"',
        right="message: 'C:\\games'",
    ),
    "Y025": Message(
        text=N_("a second colon in the same row"),
        hint=N_("put the text in quotes; or begin a new row, if another key is meant"),
        explanation=N_(
            "A colon with a space after it ends a key. A row holds one key outside of brackets, so a text with a colon "
            "in it must stand in quotes."
        ),
        wrong='message: He said "go": we march',
        right="message: 'He said \"go\": we march'",
    ),
    "Y025/text": Message(
        text=N_("this text has a colon in it and no quotes around it"),
        hint=N_("put the text in quotes: {fixed}"),
        explanation=N_(
            "A colon with a space after it ends a key. A row holds one key outside of brackets, so a text with a colon "
            "in it must stand in quotes."
        ),
        wrong="message: To all: we march",
        right='message: "To all: we march"',
    ),
    "Y025/round": Message(
        text=N_("round brackets hold no keys"),
        hint=N_("write braces: “- {{…}}” instead of “- (…)”"),
        explanation=_BRACKETS,
        wrong="orders:\n  - (hold: 2, in: dacia)",
        right="orders:\n  - {hold: 2, in: dacia}",
    ),
    "Y025/dash": Message(
        text=N_("this row begins with “{found}”, where an entry of a list begins with a hyphen"),
        hint=N_("write “- ”: the short hyphen of the keyboard, and a space"),
        explanation=N_(
            "Telephones and word processors like to make a longer dash or a bullet of the hyphen. They look alike, "
            "but only a hyphen with a space after it begins an entry of a list."
        ),
        wrong="orders:\n  – {hold: 2, in: dacia}",
        right="orders:\n  - {hold: 2, in: dacia}",
    ),
    "Y025/space": Message(
        text=N_("between the hyphen and the brace a space is missing"),
        hint=N_("write “- {{…}}” instead of “{found}…”"),
        explanation=N_(
            "A hyphen with a space after it begins an entry of a list; without it the hyphen belongs to the text."
        ),
        wrong="orders:\n  -{hold: 2, in: dacia}",
        right="orders:\n  - {hold: 2, in: dacia}",
    ),
    "Y025/braces": Message(
        text=N_("several keys in one row need braces around them"),
        hint=N_("write “- {{{found}: …, …}}”; or put a text with a colon in quotes"),
        explanation=N_(
            "A row holds one key outside of braces. An order that stands in one row has several, so it begins with an "
            "opening brace and ends with a closing one."
        ),
        wrong="orders:\n  - hold: 2, in: dacia, of: huns",
        right="orders:\n  - {hold: 2, in: dacia, of: huns}",
    ),
    "Y026": Message(
        text=N_("after a closing quote or bracket nothing more can follow in the row"),
        hint=N_('put quotes of the other kind around the whole text: "it\'s" or \'he said "no"\''),
        explanation=N_(
            "A value that begins with a quote ends at the next quote of the same kind. If the text itself holds such "
            "a quote, the rest of it is left over. The same happens after a closing bracket."
        ),
        wrong="message: 'it's late'",
        right='message: "it\'s late"',
    ),
}
