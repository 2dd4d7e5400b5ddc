"""Are the dice of a journal what they have to be? Recomputed without the rules: faces, seed, chain.

`turnproc verify` asks for every turn, `turnproc dice check` for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from turnproc.actions.game import Game
from turnproc.actions.seeds import files_of_players
from turnproc.diagnostics.model import Diagnostic, Param
from turnproc.engine.dice import Expression, Roll, faces
from turnproc.engine.finding import Finding
from turnproc.engine.seeds import Seed, links_down, mark_of, turn_seed


@dataclass(slots=True)
class Revealed:
    """What the turns before have revealed: the highest link, of which turn, of which chain (its `seed_chain`).

    `is_known` is false after a turn whose journal could not be read.
    """

    turn: int = 0
    link: int = 0
    value: bytes = b""
    mark: str | None = None
    is_known: bool = True

    def lose(self) -> None:
        """A turn was passed over: which link it revealed nobody knows."""
        self.is_known = False


def check_dice(game: Game, seed: Seed | None, rolls: Sequence[Roll], before: Revealed) -> list[Diagnostic]:
    """Check a turn's dice, told in its journal (the document "journal"); note in `before` what it reveals."""
    found = [*_rolls(game, seed, rolls)]
    if seed is not None:
        found += _seed(game, seed)
        found += _chain(game, seed, before)
    return [game.documents.placed(each) for each in found]


def _rolls(game: Game, seed: Seed | None, rolls: Sequence[Roll]) -> Iterator[Finding]:
    without_seed = False
    for at, roll in enumerate(rolls):
        pointer = f"/rolls/{at}"
        if not is_possible(roll):
            yield impossible(at, roll)
        elif roll.source != "derived":
            continue
        elif seed is None:
            if not without_seed:
                without_seed = True
                yield Finding("journal", pointer, "C044", {"turn": game.turn})
        else:
            asked = Expression.read(roll.expression)
            fresh = faces(seed.value, roll.label, asked.count, asked.sides)
            if fresh != roll.dice:
                params: dict[str, Param] = {
                    "label": roll.label,
                    "dice": _listed(roll.dice),
                    "fresh": _listed(fresh),
                }
                yield Finding("journal", f"{pointer}/dice", "C040", params)


def impossible(at: int, roll: Roll, source: str = "journal") -> Finding:
    """That a roll, one in the list of its journal, cannot be one."""
    shown: dict[str, Param] = {
        "label": roll.label,
        "dice": roll.expression,
        "faces": _listed(roll.dice),
        "total": roll.total,
    }
    return Finding(source, f"/rolls/{at}", "C047", shown)


def is_possible(roll: Roll) -> bool:
    """Do faces and total fit the expression?"""
    try:
        asked = Expression.read(roll.expression)
    except ValueError:
        return False
    if roll.source == "thrown" and not roll.dice:
        # A total: nobody knows the faces.
        return asked.least <= roll.total <= asked.most
    fits = len(roll.dice) == asked.count and all(1 <= face <= asked.sides for face in roll.dice)
    return fits and roll.total == sum(roll.dice) + asked.plus


def _seed(game: Game, seed: Seed) -> Iterator[Finding]:
    if turn_seed(seed.revealed, files_of_players(game)) != seed.value:
        yield Finding("journal", "/seed/value", "C041", {"turn": game.turn, "link": seed.link})


def _chain(game: Game, seed: Seed, before: Revealed) -> Iterator[Finding]:
    mark = game.campaign.data.get("seed_chain")
    link: dict[str, Param] = {"turn": game.turn, "link": seed.link}
    if not mark:
        yield Finding("journal", "/seed", "C045", {"turn": game.turn})
    else:
        yield from _walk(seed, mark, before, link)
        if before.mark is not None and before.mark != mark:
            yield Finding("campaign", "/seed_chain", "C046", {"turn": game.turn, "earlier": before.turn})
    if before.is_known and seed.link != before.link + 1:
        yield Finding("journal", "/seed/link", "C043", {**link, "next": before.link + 1})
    if seed.link > before.link or not before.is_known:
        before.turn, before.link, before.value, before.mark = game.turn, seed.link, seed.revealed, mark
        before.is_known = True


def _walk(seed: Seed, mark: str, before: Revealed, link: dict[str, Param]) -> Iterator[Finding]:
    """Down from the link to the beginning of the chain, past the link that was revealed before."""
    earlier = before.link if before.mark == mark and before.link < seed.link else 0
    steps = islice(links_down(seed.revealed), seed.link + 1)
    value = b""
    for number, value in zip(range(seed.link, -1, -1), steps, strict=True):
        if earlier and number == earlier and value != before.value:
            where: dict[str, Param] = {"before": earlier, "earlier": before.turn}
            yield Finding("journal", "/seed/revealed", "C042/before", {**link, **where})
            return
    if mark_of(value) != mark:
        yield Finding("journal", "/seed/revealed", "C042", link)


def _listed(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice))
