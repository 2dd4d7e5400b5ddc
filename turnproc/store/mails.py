"""A saved mail (.eml), taken apart: what is attached to it, and orders that stand in its plain text.

Who sent it and when is not looked at: anybody can write anything there.
"""

from __future__ import annotations

import codecs
import email
import email.policy
import re
from collections.abc import Iterator
from email.message import Message
from typing import Final

from turnproc.store.file_names import LONGEST
from turnproc.store.parcels import MOST_FILES, ORDERS_NAME, Parcel, Sent, limits_of, refused, too_large, unzipped

# Ways of writing letters as bytes that mail programs use. Others that Python knows are no alphabets, or cost much.
_CHARSET: Final = re.compile(r"ascii|utf-8|utf-16(-[lb]e)?|iso8859-\d{1,2}|cp125\d|cp866|koi8-[rut]|mac-cyrillic")
# Where orders begin in a text, and what mail programs put before the name below it.
_BEGINS: Final = re.compile(r"^(?:turn|for|orders|ready|message):(?=\s|$)", re.MULTILINE)
_HAS_ORDERS: Final = re.compile(r"^orders:(?=\s|$)", re.MULTILINE)
_SIGNATURE: Final = re.compile(r"^-- ?$", re.MULTILINE)
# What Python's reader of mails raises when headers are no headers.
_TROUBLES: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


def opened(raw: bytes, place: str) -> Parcel:
    """What a mail brings: its attachments (a zip is unpacked), and the orders in its plain text."""
    parcel = Parcel()
    try:
        parts = _parts(raw)
        if len(parts) > MOST_FILES:
            return Parcel(problems=[refused("C076/many", place, count=len(parts), most=MOST_FILES)])
        for (part, name), own in zip(parts, _places([name for _, name in parts]), strict=True):
            if name is not None:
                _attached(part, name, f"{place}/{own}", parcel)
            elif part.get_content_type() == "text/plain":
                _written(part, place, parcel)
    except _TROUBLES:
        return Parcel(problems=[refused("C076/mail", place)])
    return parcel


def _parts(raw: bytes) -> list[tuple[Message, str | None]]:
    """The parts of a mail that have no parts themselves, each with its name as an attachment.

    Raises:
        ValueError: It is no mail; and what else Python's reader raises when headers are no headers.
    """
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    if not mail.keys():
        raise ValueError("no headers")
    return [(part, _name(part)) for part in mail.walk() if not part.is_multipart()]


def _name(part: Message) -> str | None:
    """What an attachment is called, without folders; None for a part of the mail's own text."""
    name = part.get_filename()
    if name is None:
        return None
    # The end says what it is.
    return re.split(r"[/\\]", name)[-1].strip()[-LONGEST:] or "?"


def _places(names: list[str | None]) -> Iterator[str]:
    """A name for each part that none of the others has."""
    known: set[str] = set()
    for name in names:
        found, number = name or "", 2
        while found in known and name is not None:
            found, number = f"{name} ({number})", number + 1
        known.add(found)
        yield found


def _attached(part: Message, name: str, place: str, parcel: Parcel) -> None:
    if name.lower().endswith(".zip"):
        parcel.take(unzipped(_bytes(part), place))
        return
    if not ORDERS_NAME.match(name):
        parcel.others.append(Sent(place, name, b""))
        return
    charset = part.get_content_charset() if part.get_content_maintype() == "text" else None
    raw = _bytes(part)
    most = limits_of(name).size
    if len(raw) > most:
        parcel.problems.append(too_large(place, len(raw), most))
        return
    text = raw if charset is None else _in_utf8(raw, charset)
    if text is None:
        parcel.problems.append(refused("C076/charset", place, charset=str(charset)))
    else:
        parcel.orders.append(Sent(place, name, text))


def _written(part: Message, place: str, parcel: Parcel) -> None:
    """Orders in the text of a mail: from the first row of an orders file to the signature."""
    charset = part.get_content_charset() or "us-ascii"
    raw = _bytes(part)
    # Letters of orders' keys are the same in every way of writing but UTF-16, which nobody uses in mails.
    if not _HAS_ORDERS.search(raw.decode("latin-1")):
        return
    read = _in_utf8(raw, charset)
    if read is None:
        parcel.problems.append(refused("C076/charset", place, charset=charset))
        return
    text = read.decode().replace("\r\n", "\n")
    begin = _BEGINS.search(text)
    if begin is None:
        return
    orders = _SIGNATURE.split(text[begin.start() :], maxsplit=1)[0].rstrip() + "\n"
    most = limits_of("").size
    if len(orders.encode()) > most:
        parcel.problems.append(too_large(place, len(orders.encode()), most))
        return
    parcel.orders.append(Sent(place, "", orders.encode(), text[: begin.start()].count("\n")))


def _bytes(part: Message) -> bytes:
    found = part.get_payload(decode=True)
    return found if isinstance(found, bytes) else b""


def _in_utf8(raw: bytes, charset: str) -> bytes | None:
    """A text in UTF-8; None if it is not written as it says."""
    try:
        known = codecs.lookup(charset).name
        return raw.decode(known).encode() if _CHARSET.fullmatch(known) else None
    except (LookupError, ValueError):
        return None
