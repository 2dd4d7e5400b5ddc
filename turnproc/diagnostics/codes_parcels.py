"""Messages about orders that come by mail or in a zip (codes C076 to C079), raised by `turnproc orders collect`.

The game master reads them and the player mends them: texts name what the player sent as the player knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity

_SEND_FILES: Final = N_("ask for the orders files themselves")
_UNPACK: Final = N_("unpack it yourself, look what is in it, and give turnproc the folder")

PARCEL_MESSAGES: Final[Mapping[str, Message]] = {
    "C076": Message(
        text=N_("this is no zip file, or it is damaged"),
        hint=_SEND_FILES,
        explanation=N_(
            "The file ends like a zip, but cannot be read as one. Perhaps a part was lost on the way, or it is another "
            "kind of archive with a new name."
        ),
    ),
    "C076/password": Message(
        text=N_("this file in the zip has a password"),
        hint=_UNPACK,
        explanation=N_("turnproc asks for no passwords. Orders that nobody else may read are better sealed."),
    ),
    "C076/name": Message(
        text=N_("a file in the zip has a name that leads elsewhere or that not every computer can have"),
        hint=_UNPACK,
        explanation=N_(
            "Names in a zip can begin at the top of a disk, go up by “..”, or have signs that mean something else on "
            "another computer. Somebody may want to write over your files. Nothing of this zip is taken."
        ),
    ),
    "C076/link": Message(
        text=N_("this is a link or something else that is no ordinary file"),
        hint=_SEND_FILES,
        explanation=N_(
            "A link would show what lies elsewhere on the computer that unpacks it. Nobody sends orders so."
        ),
    ),
    "C076/twice": Message(
        text=N_("the zip has two files of this name"),
        hint=_UNPACK,
        explanation=N_(
            "Programs do not agree on which of them they show, so that you could see other orders than turnproc. On "
            "some computers capital letters make no other name."
        ),
    ),
    "C076/nested": Message(
        text=N_("this is an archive, or a mail, within an archive"),
        hint=_UNPACK,
        explanation=N_(
            "A small archive can hold archives without end. Only what lies in a zip itself is looked at, and a zip in "
            "a mail."
        ),
    ),
    "C076/method": Message(
        text=N_("this file in the zip is packed in a way that is not read here"),
        hint=_UNPACK,
        explanation=N_(
            "Nearly all programs pack in the same way (deflate). What is packed in another one is left alone."
        ),
    ),
    "C076/many": Message(
        text=N_("there are too many files in it: {count}, where {most} are allowed"),
        hint=_UNPACK,
        explanation=N_("No game has so many players. Nothing of it is looked at."),
    ),
    "C076/mail": Message(
        text=N_("this is no mail that can be read"),
        hint=N_("save the mail anew as .eml, or save what is attached to it"),
        explanation=N_(
            "The file ends like a saved mail, but its parts cannot be told apart. Some programs save mails in forms of "
            "their own."
        ),
    ),
    "C076/charset": Message(
        text=N_("this text is not in the letters that the mail says: {charset}"),
        hint=_SEND_FILES,
        explanation=N_(
            "A mail says in which way its letters are written as bytes. Here it names a way that turnproc does not "
            "know, or the bytes do not fit it. Nothing is guessed: with a wrong letter a name could be another one."
        ),
    ),
    "C077": Message(
        text=N_("the file is called like orders of {named}, and in it stands “for: {given}”"),
        hint=N_("ask the player which of the two is right"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Whose orders they are is said in the file (`for:`). Its name may be anything; but where it names somebody "
            "else, one of the two is a slip, and nothing is guessed."
        ),
    ),
    "C077/sealed": Message(
        text=N_("whose sealed orders these are is said by nothing but the file's name, and nobody is called “{name}”"),
        hint=N_("did you mean: {nearest}?\nrename it to <id>.yaml.age"),
        explanation=N_(
            "What stands inside a sealed file cannot be seen from outside, so its name has to be the id of who gives "
            "the orders. Inside it is said again, and compared when the file is opened."
        ),
    ),
    "C078": Message(
        text=N_("the orders of {speaker} are there twice and are not the same: {file}, {other}"),
        hint=N_("take away the one that is out of date"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Two files say whose orders they are, and it is the same speaker. Perhaps the player has changed their "
            "mind; when mails were written can be forged, so turnproc does not go by it."
        ),
    ),
    "C078/there": Message(
        text=N_("other orders of {speaker} lie in the turn already: {there}"),
        hint=N_("compare the two; --replace puts the new ones in their place"),
        kind=Kind.ILLEGAL,
        explanation=N_("No file is replaced unless it was asked for: the one that is there may be the newer one."),
    ),
    "C079": Message(
        text=N_("this is not looked at"),
        hint=N_("orders are in files that end with .yaml or .yaml.age, alone, in a zip or attached to a mail"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_("What stands in it does not count. If it holds orders, save them as a file of that kind."),
    ),
    "C079/speaker": Message(
        text=N_("this is called like orders of {speaker}, but is not looked at"),
        hint=N_("if it holds orders, rename it to {wanted}"),
        explanation=N_(
            "Orders are in files that end with .yaml or .yaml.age. Somebody seems to have sent theirs with another "
            "ending; without a word they would count as nothing."
        ),
    ),
    "C079/empty": Message(
        text=N_("there are no orders in it"),
        hint=N_("orders are attached to a mail, or stand in its plain text from a row “turn: …” on"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_("Nothing in this mail or zip is a file of orders. Perhaps the player forgot to attach them."),
    ),
}
