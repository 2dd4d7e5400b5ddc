"""The lot of who signs up: numbers that anybody can recompute (docs/formats.md, "Signing up").

A number is the SHA-256 of a few rows of text: what it is for, the campaign, the seed that was given, the fingerprint of
all files in signup/, the account. The smallest is drawn first.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

PURPOSE: Final = "turnproc.signup/1"


@dataclass(frozen=True, slots=True)
class Lots:
    """What all numbers of one assignment are made of."""

    campaign: str
    seed: str
    fingerprint: str

    def number(self, account: str, *more: str) -> str:
        """The number of an account: 64 hexadecimal digits. With `more` that of an account and a place."""
        rows = [PURPOSE, self.campaign, self.seed, self.fingerprint, account, *more]
        return sha256("\n".join(rows).encode()).hexdigest()
