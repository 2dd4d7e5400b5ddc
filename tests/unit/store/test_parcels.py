"""Mails and zips taken apart: whatever the bytes, there is an answer, and it is no larger than orders may be."""

from __future__ import annotations

import io
import zipfile

from hypothesis import given
from hypothesis import strategies as st

from turnproc.store.letter import SEALED
from turnproc.store.mails import opened
from turnproc.store.parcels import Parcel, unzipped

TEXT = b"turn: 1\nfor: goths\norders: []\n"


def a_zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("goths.yaml", TEXT)
        archive.writestr("folder/huns.yaml.age", b"-----BEGIN AGE ENCRYPTED FILE-----\n" * 50)
    return stream.getvalue()


MAIL = (
    b"From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
    b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nHi=\n\n"
    + TEXT
    + b"\n--b\n"
    b"Content-Type: application/octet-stream\nContent-Disposition: attachment; filename*=utf-8''g%C3%B6ths.yaml\n"
    b"Content-Transfer-Encoding: base64\n\ndHVybjogMQo=\n--b--\n"
)
changes = st.lists(st.tuples(st.integers(0, 2000), st.binary(max_size=4), st.integers(0, 4)), max_size=6)


def changed(raw: bytes, every: list[tuple[int, bytes, int]]) -> bytes:
    for at, put, taken in every:
        place = at % (len(raw) + 1)
        raw = raw[:place] + put + raw[place + taken :]
    return raw


def holds(parcel: Parcel) -> None:
    assert all(len(sent.raw) <= SEALED.size for sent in parcel.orders)
    assert all(each.place.file.startswith("here") for each in parcel.problems)
    places = [sent.place for sent in parcel.orders if sent.name]
    assert len(places) == len(set(places))


@given(changes)
def test_a_zip_with_damage(every: list[tuple[int, bytes, int]]) -> None:
    holds(unzipped(changed(a_zip(), every), "here"))


@given(changes)
def test_a_mail_with_damage(every: list[tuple[int, bytes, int]]) -> None:
    holds(opened(changed(MAIL, every), "here"))


@given(st.binary(max_size=400))
def test_anything_at_all(raw: bytes) -> None:
    holds(unzipped(raw, "here"))
    holds(opened(raw, "here"))
    holds(opened(b"Subject: x\n" + raw, "here"))


def test_what_is_not_damaged_is_read() -> None:
    assert [(sent.name, sent.is_sealed) for sent in unzipped(a_zip(), "here").orders] == [
        ("goths.yaml", False),
        ("huns.yaml.age", True),
    ]
    parcel = opened(MAIL, "here")
    assert parcel.problems == []
    assert [(sent.place, sent.raw) for sent in parcel.orders] == [("here", TEXT), ("here/göths.yaml", b"turn: 1\n")]


def test_attachments_of_one_name_are_told_apart() -> None:
    part = b"--b\nContent-Disposition: attachment; filename=a.yaml\n\n" + TEXT + b"\n"
    parcel = opened(b"Content-Type: multipart/mixed; boundary=b\n\n" + part * 3 + b"--b--\n", "here")
    assert [sent.place for sent in parcel.orders] == ["here/a.yaml", "here/a.yaml (2)", "here/a.yaml (3)"]
