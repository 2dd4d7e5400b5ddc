"""Sealing with age: files that only chosen people can read. The only module that knows the package pyrage.

pyrage is an extra (`turnproc[sealed]`) and imported when something is sealed or opened. No secret of an identity stands
in any text that this module makes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from turnproc.store.errors import OperatorError

SECRET: Final = re.compile(r"AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}\Z", re.ASCII)


def is_installed() -> bool:
    """Can files be sealed and opened here?"""
    try:
        _pyrage()
    except OperatorError:
        return False
    return True


class Identity:
    """The secret half of a key. It opens what was sealed for its `recipient`, the public half."""

    __slots__ = ("_identity", "recipient")

    def __init__(self, identity: Any) -> None:
        """Take what pyrage has made."""
        self._identity = identity
        self.recipient = str(identity.to_public())

    @classmethod
    def new(cls) -> Identity:
        """An identity that nobody knows.

        Raises:
            OperatorError: pyrage is not installed (O090).
        """
        return cls(_pyrage().x25519.Identity.generate())

    @classmethod
    def read(cls, text: str, where: str) -> Identity:
        """The identity that a key file holds; `where` names that file.

        Raises:
            OperatorError: pyrage is not installed (O090), or it is no identity (O074).
        """
        pyrage = _pyrage()
        try:
            return cls(pyrage.x25519.Identity.from_str(text))
        except pyrage.IdentityError:
            # pyrage's own words could hold what was read.
            raise OperatorError("O074", path=where) from None

    def secret(self) -> str:
        """What a key file has to hold, and nothing else."""
        return str(self._identity)

    def open(self, raw: bytes) -> bytes | None:
        """What is inside a sealed file; None where this identity does not open it, or it was changed."""
        pyrage = _pyrage()
        try:
            return bytes(pyrage.decrypt(raw, [self._identity]))
        except pyrage.DecryptError:
            return None

    def __repr__(self) -> str:
        """Only what everybody may know."""
        return f"Identity({self.recipient})"


def seal(plain: bytes, recipients: Sequence[str]) -> bytes:
    """Seal for some people, each of whom can open it alone; in letters that mail does not hurt (armour).

    Raises:
        OperatorError: pyrage is not installed (O090), or a recipient is none (O093).
    """
    pyrage = _pyrage()
    keys = []
    for recipient in recipients:
        try:
            keys.append(pyrage.x25519.Recipient.from_str(recipient))
        except pyrage.RecipientError:
            raise OperatorError("O093", recipient=recipient) from None
    return bytes(pyrage.encrypt(plain, keys, armored=True))


def _pyrage() -> Any:
    try:
        import pyrage  # noqa: PLC0415
    except ImportError:
        raise OperatorError("O090") from None
    return pyrage
