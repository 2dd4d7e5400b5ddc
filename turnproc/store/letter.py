"""What a sealed orders file is: outside for everybody to check, inside for whoever has a key.

Inside stands one row that says for which place the orders were sealed, then the orders as they are, then line ends up
to a whole number of KiB: age does not hide how long something is, and it does not tell who sealed it, or for what.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from typing import Final

from turnproc.source.limits import ORDERS, Limits
from turnproc.source.yaml_reader import read_yaml

FORMAT: Final = "turnproc.sealed/1"
STEP: Final = 1024
# The longest orders, the longest first row, and what age and its letters add.
SEALED: Final = Limits(128 * 1024, 0, 0)

_FIRST_ROW: Final = Limits(STEP, 2, 20)
_KEYS: Final = {"format", "campaign", "turn", "speaker", "size"}
_BEGIN: Final = b"-----BEGIN AGE ENCRYPTED FILE-----"
_END: Final = b"-----END AGE ENCRYPTED FILE-----"
_VERSION: Final = b"age-encryption.org/v1\n"
_COLUMNS: Final = 64
_MOST_KEYS: Final = 16
_NONCE, _TAG, _CHUNK = 16, 16, 64 * 1024


@dataclass(frozen=True, slots=True)
class Letter:
    """Orders with the place that they were sealed for."""

    campaign: str
    turn: int
    speaker: str
    orders: bytes

    def sealed_text(self) -> bytes:
        """What is to be sealed."""
        head = {
            "format": FORMAT,
            "campaign": self.campaign,
            "turn": self.turn,
            "speaker": self.speaker,
            "size": len(self.orders),
        }
        text = json.dumps(head, ensure_ascii=False).encode() + b"\n" + self.orders
        return text + b"\n" * (-len(text) % STEP)


def read_letter(text: bytes) -> Letter | None:
    """What was inside a seal; None if it is no letter: anybody can seal anything for a key that everybody knows."""
    row, found, rest = text.partition(b"\n")
    if not found or len(row) > _FIRST_ROW.size or len(text) % STEP:
        return None
    document, problems = read_yaml(row, "", _FIRST_ROW)
    head = None if document is None or problems else document.data
    if not isinstance(head, dict) or set(head) != _KEYS or head["format"] != FORMAT:
        return None
    campaign, turn, speaker, size = head["campaign"], head["turn"], head["speaker"], head["size"]
    if not (isinstance(campaign, str) and isinstance(speaker, str) and type(turn) is int and type(size) is int):
        return None
    if not 0 <= size <= min(len(rest), ORDERS.size) or rest[size:].strip(b"\n"):
        return None
    return Letter(campaign, turn, speaker, rest[:size])


def fault_outside(raw: bytes) -> str | None:
    """What is wrong with a sealed file as far as anybody can see: "C061", "C061/padding", or nothing."""
    inside = _without_armour(raw)
    if inside is None or not inside.startswith(_VERSION + b"-> X25519 "):
        return "C061"
    head, found, rest = inside.partition(b"\n--- ")
    _, ended, payload = rest.partition(b"\n")
    # Every key that it was sealed for costs time to try, and nobody needs as many.
    if not found or not ended or head.count(b"\n-> ") > _MOST_KEYS:
        return "C061"
    sealed = len(payload) - _NONCE
    chunks = -(-sealed // (_CHUNK + _TAG))
    length = sealed - chunks * _TAG
    if length <= 0:
        return "C061"
    return None if length % STEP == 0 else "C061/padding"


def _without_armour(raw: bytes) -> bytes | None:
    lines = raw.strip().splitlines()
    body = lines[1:-1]
    if not body or lines[0] != _BEGIN or lines[-1] != _END:
        return None
    if any(len(line) != _COLUMNS for line in body[:-1]) or len(body[-1]) > _COLUMNS:
        return None
    try:
        return base64.b64decode(b"".join(body), validate=True)
    except binascii.Error:
        return None
