"""Seeds: where the dice of a turn come from, so that nobody could choose them and everybody can recompute them.

The game master's key holds the last link of a chain; every link is the SHA-256 of the one after it, and the first of
all, which the campaign tells from the beginning, binds them. A turn reveals the next link and mixes in what the players
sent: the game master cannot know the seed before, nor the players (docs/formats.md, section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias

# How many turns a new chain lasts.
LINKS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed of a turn: `value` is what dice are derived from, `revealed` the link with the number `link`."""

    link: int
    revealed: bytes
    value: bytes


# Asked when the first die is derived, and never if all are thrown by hand; None: there is no seed to be had.
SeedSource: TypeAlias = Callable[[], Seed | None]


def links_down(link: bytes) -> Iterator[bytes]:
    """A link and all below it, one after the other, without end: each is the SHA-256 of the one before."""
    while True:
        yield link
        link = sha256(link).digest()


def link_below(link: bytes, steps: int) -> bytes:
    """The link that stands so many steps below another one."""
    for _ in range(steps):
        link = sha256(link).digest()
    return link


def mark_of(start: bytes) -> str:
    """Link 0 as `seed_chain` in campaign.yaml has it."""
    return f"sha256:{start.hex()}"


def seed_again(spent: Iterable[Seed], files: Mapping[str, str]) -> Seed | None:
    """The first of some seeds that was made from just these files: who throws again with them gets the same dice.

    `spent` are the seeds of the turn's revisions that were taken back, in their order; `files` as for `turn_seed`.
    """
    return next((seed for seed in spent if turn_seed(seed.revealed, files) == seed.value), None)


def turn_seed(link: bytes, files: Mapping[str, str]) -> bytes:
    """The seed of a turn.

    `files` maps every speaker whose player sent a file to the SHA-256 of that file, in 64 hexadecimal digits.
    """
    lines = "".join(f"{speaker} {digest}\n" for speaker, digest in sorted(files.items()))
    return sha256(link + sha256(lines.encode()).digest()).digest()
