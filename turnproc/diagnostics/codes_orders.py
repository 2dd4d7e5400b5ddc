"""Messages about orders in the players' own notation (codes C030 to C039): on their way to orders files and back.

Raised by `turnproc orders import` and `export`; which rows there are says the ruleset. The parameters are named in the
texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity

ORDERS_MESSAGES: Final[Mapping[str, Message]] = {
    "C030": Message(
        text=N_("no order is written like “{line}”"),
        hint=N_("did you mean: {nearest}?"),
        explanation=N_(
            "In the notation of the forum every row is the name of the one who gives the orders, or one order in a "
            "fixed form. This row has none of these forms. Nothing is guessed: write it as one of the rows that are "
            "proposed, if one of them is meant. `turnproc orders export` shows how orders are written."
        ),
    ),
    "C031": Message(
        text=N_("“{line}” can be understood in more than one way"),
        hint=N_("write one of these: {readings}"),
        explanation=N_(
            "A name in this row means two things, or a part of it could be a name or a word of the notation. Nothing "
            "is guessed. An id in place of the name, as the files of the campaign have it, always means one thing."
        ),
    ),
    "C032": Message(
        text=N_("it is not said who gives these orders"),
        hint=N_("write the name of the one who gives them, and a colon, in a row above"),
        explanation=N_(
            "Orders belong to the one whose name stands above them in a row of its own. Above these there is no name."
        ),
    ),
    "C033": Message(
        text=N_("the orders of {speaker} begin twice, for the first time in row {first}"),
        hint=N_("put all orders of one speaker under one name, or delete those that are out of date"),
        explanation=N_(
            "The same name stands above orders in two places. Perhaps the second ones take the place of the first, "
            "perhaps they belong to them: nobody could say."
        ),
    ),
    "C034": Message(
        text=N_("nothing stands under the name of {speaker}"),
        hint=N_("to do nothing on purpose, write: {nothing}"),
        explanation=N_(
            "To have given no orders on purpose is not the same as to have sent nothing, so it has to be said. Perhaps "
            "the orders were lost when the text was copied."
        ),
    ),
    "C034/both": Message(
        text=N_("“{line}” stands beside orders"),
        hint=N_("delete this row, or the orders"),
        explanation=N_("Either there are orders or there are none. Here both are said for the same speaker."),
    ),
    "C034/file": Message(
        text=N_("this text holds no orders"),
        hint=N_("see whether it is the right file"),
        explanation=N_("Nothing but empty rows was found."),
    ),
    "C035": Message(
        text=N_("there is another file of {speaker} already"),
        hint=N_("compare the two; then delete this file, or import into another folder: -o"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "The orders that were read would be written here, but a file is there already and says something else. "
            "`turnproc orders import` never replaces one, and writes none of the others either."
        ),
    ),
    "C036": Message(
        text=N_("order {number} cannot be written in this notation so that it would be understood: “{line}”"),
        hint=N_("tell it in another way; the row is marked in the text and cannot be imported"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "A name of this order, and its id too, reads like a word of the notation or like another name. In the text "
            "the row begins with a question mark, so that nobody takes it for another order."
        ),
    ),
    "C036/message": Message(
        text=N_("the words for the report hold characters that no row of a text can hold"),
        hint=N_("in the text there are spaces in their place"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_("Some characters end a row or steer a device. They cannot be copied from a text and back."),
    ),
    "C036/twice": Message(
        text=N_("order {number} names {name} twice, the text only once"),
        hint=N_("that means the same"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_("Naming somebody or a place twice in one list changes nothing, so the text leaves it out."),
    ),
    "C036/speaker": Message(
        text=N_("the name of {speaker} would be understood as something else above orders"),
        hint=N_("tell in another way whose orders these are; the text cannot be imported"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_("The name, and the id too, means two things. In the text it begins with a question mark."),
    ),
    "C037": Message(
        text=N_("{file} is no orders file of this campaign"),
        hint=N_("orders files lie in a turn's folder: {wanted}"),
        explanation=N_("Only of an orders file it can be told what was ordered. This is another file, or none at all."),
    ),
}
