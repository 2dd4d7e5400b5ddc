"""Messages about files that are no text, are too much, or use what turnproc does not accept (codes Y…, first part).

`codes_yaml` has the second part: rows that make no sense. Written for players who have never heard of YAML: no message
says token, scalar or mapping.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

_ENCODING = N_(
    "A file is a row of numbers, and an encoding says which number is which letter. turnproc reads UTF-8, which every "
    "editor can write. Open the file, check that its letters look right, and save it with the encoding UTF-8."
)

TEXT_MESSAGES: Final[Mapping[str, Message]] = {
    "Y001": Message(
        text=N_("the file is too large: {size} KiB, where {most} KiB are allowed"),
        hint=N_("an orders file holds orders, not pictures or books: leave out what does not belong in it"),
        explanation=N_(
            "No file of orders that a person writes comes near the limit. Usually a wrong file was sent: a picture, "
            "a text document, a copy of everything. The file was not read at all."
        ),
    ),
    "Y002": Message(
        text=N_("the file is not in UTF-8: the byte {byte} is no letter"),
        hint=N_("save the file with the encoding UTF-8"),
        explanation=_ENCODING,
    ),
    "Y002/cp1251": Message(
        text=N_("the file is not in UTF-8: the byte {byte} is no letter"),
        hint=N_("it seems to be in Windows-1251 (Cyrillic): save it with the encoding UTF-8"),
        explanation=_ENCODING,
    ),
    "Y002/cp1252": Message(
        text=N_("the file is not in UTF-8: the byte {byte} is no letter"),
        hint=N_("it seems to be in Windows-1252 (Western European, “ANSI”): save it with the encoding UTF-8"),
        explanation=_ENCODING,
    ),
    "Y002/utf-16": Message(
        text=N_("the file is not in UTF-8"),
        hint=N_("it seems to be in UTF-16 (“Unicode”): save it with the encoding UTF-8"),
        explanation=_ENCODING,
    ),
    "Y003": Message(
        text=N_("a control character stands here ({character})"),
        hint=N_("delete it: it cannot be seen, so delete the letters on both sides of it and write them again"),
        explanation=N_(
            "Control characters are leftovers of old printers and of broken copying. They cannot be seen, and no "
            "order needs one. Spaces, tabs between words and ends of rows are fine."
        ),
    ),
    "Y004": Message(
        text=N_("an invisible byte-order mark stands inside the file (U+FEFF)"),
        hint=N_("delete it; it often stands where one file was pasted into another"),
        explanation=N_(
            "Some editors begin a file with an invisible mark. At the beginning it does no harm and is left out. "
            "In the middle of a file it would become a part of a name, which then would not be found."
        ),
    ),
    "Y007": Message(
        text=N_("the file is empty"),
        hint=N_("for no orders at all write “orders: []” below “turn:” and “for:”"),
        explanation=N_(
            "Nothing stands in the file, or nothing but comments (rows that begin with #). An empty file says neither "
            "which turn it is for nor that you want to do nothing. “orders: []” says that."
        ),
        right="turn: 2\nfor: huns\norders: []",
    ),
    "Y014": Message(
        text=N_("the key “{key}” is given twice; the first is in line {first}"),
        hint=N_("keep one of them"),
        explanation=N_(
            "Within one thing each key can stand once. Nobody can know which of the two you mean, so the file is not "
            "accepted. If you want to give two orders, make two entries of the list: each begins with a dash."
        ),
        wrong="- {move: 2, from: dacia, move: 3}",
        right="- {move: 2, from: dacia, to: tavrika}\n- {move: 3, from: dacia, to: sarmatia}",
    ),
    "Y015": Message(
        text=N_("“&{name}” would be an anchor, which is not accepted here"),
        hint=N_("put the value in quotes if the & belongs to it, otherwise delete it"),
        explanation=N_(
            "In YAML a value that begins with & gets a name by which it can be repeated elsewhere. No order needs "
            "that, and it can blow a small file up to a giant. Write out what you mean."
        ),
        wrong="message: &co forever",
        right='message: "&co forever"',
    ),
    "Y016": Message(
        text=N_("“*{name}” would be an alias, which is not accepted here"),
        hint=N_("put the value in quotes if the * belongs to it, otherwise write out what it stands for"),
        explanation=N_(
            "In YAML a value that begins with * repeats another one. No order needs that, and it can blow a small file "
            "up to a giant. A text with an asterisk at its beginning must stand in quotes."
        ),
        wrong="message: *all",
        right='message: "*all"',
    ),
    "Y017": Message(
        text=N_("a value cannot begin with “!” ({name})"),
        hint=N_("put the value in quotes if the ! belongs to it, otherwise delete it"),
        explanation=N_(
            "In YAML a value that begins with ! has a tag, which tells a program how to build something of it. Orders "
            "are plain words, numbers and lists, so tags are not accepted."
        ),
        wrong="message: !attention",
        right='message: "!attention"',
    ),
    "Y018": Message(
        text=N_("a key must be a single word or text, not a list and nothing in brackets"),
        hint=N_("if a value begins with “?”, put it in quotes"),
        explanation=N_(
            "Before a colon stands a key, and a key is a word. Here a list, something in brackets, or a question mark "
            "stands in its place."
        ),
        wrong="{a, b}: 2",
        right="move: [a, b]",
    ),
    "Y019": Message(
        text=N_("here a second document begins"),
        hint=N_("one file holds one document: delete the row “---” or “...”, or send two files"),
        explanation=N_(
            "A row of three dashes or three dots ends a document. What follows it would not be read, so the file is "
            "not accepted. As a line in a text, put dashes in quotes or leave them out."
        ),
    ),
    "Y020": Message(
        text=N_("things are nested too deep: {most} levels are allowed"),
        hint=N_("a bracket or a dash is probably repeated by mistake"),
        explanation=N_(
            "Lists can hold lists, which can hold lists. Orders need three or four levels. The limit keeps broken and "
            "hostile files from stopping the game."
        ),
    ),
    "Y021": Message(
        text=N_("the file holds too many values: {most} are allowed"),
        hint=N_("leave out what is not needed"),
        explanation=N_(
            "Every key and every value counts. No file that a person writes comes near the limit, which keeps broken "
            "and hostile files from stopping the game."
        ),
    ),
    "Y022": Message(
        text=N_("the number {number} is too long"),
        hint=N_("at most 18 digits; if it is a name, put it in quotes"),
        explanation=N_(
            "Numbers of more than 18 digits, and fractions that large, cannot be kept exactly. If these digits are not "
            "meant as a number, quotes make a text of them."
        ),
        wrong="message: 12345678901234567890",
        right='message: "12345678901234567890"',
    ),
}
