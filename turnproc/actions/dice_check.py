"""Are the dice of a journal what they have to be? Recomputed without the rules: faces, seed, chain.

`turnproc verify` asks for every turn, `turnproc dice check` for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from turnproc.actions.documents import Documents, Reader
from turnproc.actions.game import Game, open_game
from turnproc.actions.revisions import Kept, files_then, not_as_committed
from turnproc.actions.seeds import files_of_players
from turnproc.diagnostics.model import Diagnostic, Param
from turnproc.engine.dice import Expression, Roll, faces
from turnproc.engine.finding import Finding
from turnproc.engine.seeds import Seed, links_down, mark_of, turn_seed
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_reader import read_yaml
from turnproc.store.layout import CAMPAIGN_FILE, UNDONE_FOLDER
from turnproc.store.repository import Repository


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


@dataclass(frozen=True, slots=True)
class Revision:
    """The dice of one revision of a turn: `source` is its journal, `files` what players had sent, by speaker."""

    number: int
    source: str
    seed: Seed | None
    rolls: Sequence[Roll]
    files: Mapping[str, str]
    mark: str | None


def check_dice(
    game: Game, seed: Seed | None, rolls: Sequence[Roll], before: Revealed, repository: Repository | None
) -> list[Diagnostic]:
    """Check a turn's dice, told in its journal (the document "journal"); note in `before` what it reveals.

    So are the dice of its revisions that were taken back: nobody gets others by playing a turn again.
    """
    present = Revision(len(game.kept) + 1, "journal", seed, rolls, files_of_players(game), _mark(game.campaign.data))
    return _checked(game, [present], before, repository)


def check_taken_back(
    root: Path, turn: int, before: Revealed, repository: Repository | None, reader: Reader | None
) -> Documents:
    """Check what is kept of a turn that is open again: dice, and journals against their tags; all else is left out."""
    documents = Documents(root, reader)
    game = open_game(documents, turn)
    if game is None:
        before.lose()
        return documents
    folder = f"{game.campaign.layout.turn_folder(turn)}/{UNDONE_FOLDER}/"
    of_kept = [each for each in documents.diagnostics if each.place.file.startswith(folder)]
    if any(each.is_error for each in of_kept):
        before.lose()
    documents.diagnostics = of_kept
    documents.diagnostics += _checked(game, [], before, repository)
    return documents


def _checked(
    game: Game, present: Sequence[Revision], before: Revealed, repository: Repository | None
) -> list[Diagnostic]:
    found: list[Finding] = []
    earlier: list[Revision] = []
    for each in [*(_kept(game, kept, repository) for kept in game.kept), *present]:
        found += _rolls(game, each)
        if each.seed is not None:
            found += _revealed(game, each, each.seed, earlier, before)
        earlier.append(each)
    return [*not_as_committed(game, repository), *(game.documents.placed(each) for each in found)]


def _mark(campaign: Mapping[str, Any]) -> str | None:
    return campaign.get("seed_chain")


def _kept(game: Game, kept: Kept, repository: Repository | None) -> Revision:
    """A revision that was taken back. Its chain is that of campaign.yaml as it was committed with it."""
    commit = None if repository is None else repository.tagged(game.turn, kept.revision)
    raw = None if repository is None or commit is None else repository.file_at(commit, CAMPAIGN_FILE)
    document = None if raw is None else read_yaml(raw, CAMPAIGN_FILE, CAMPAIGN)[0]
    data = document.data if document is not None and isinstance(document.data, dict) else game.campaign.data
    files = files_then(game, kept.data["inputs"])
    return Revision(kept.revision, kept.source, kept.seed, kept.rolls, files, _mark(data))


def _revealed(
    game: Game, one: Revision, seed: Seed, earlier: Sequence[Revision], before: Revealed
) -> Iterator[Finding]:
    """A revision with the same files has the same seed; one with others takes the next link."""
    twin = next((each for each in earlier if each.seed is not None and each.files == one.files), None)
    if twin is None:
        yield from _seed(game, one, seed)
        yield from _chain(game, one, seed, before)
    elif seed != twin.seed:
        params: dict[str, Param] = {"turn": game.turn, "revision": one.number, "earlier": twin.number}
        yield Finding(one.source, "/seed", "C094", params)


def _rolls(game: Game, one: Revision) -> Iterator[Finding]:
    without_seed, seed = False, one.seed
    for at, roll in enumerate(one.rolls):
        pointer = f"/rolls/{at}"
        if not is_possible(roll):
            yield impossible(at, roll, one.source)
        elif roll.source != "derived":
            continue
        elif seed is None:
            if not without_seed:
                without_seed = True
                yield Finding(one.source, pointer, "C044", {"turn": game.turn})
        else:
            asked = Expression.read(roll.expression)
            fresh = faces(seed.value, roll.label, asked.count, asked.sides)
            if fresh != roll.dice:
                params: dict[str, Param] = {
                    "label": roll.label,
                    "dice": _listed(roll.dice),
                    "fresh": _listed(fresh),
                }
                yield Finding(one.source, f"{pointer}/dice", "C040", params)


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


def _seed(game: Game, one: Revision, seed: Seed) -> Iterator[Finding]:
    if turn_seed(seed.revealed, one.files) != seed.value:
        yield Finding(one.source, "/seed/value", "C041", {"turn": game.turn, "link": seed.link})


def _chain(game: Game, one: Revision, seed: Seed, before: Revealed) -> Iterator[Finding]:
    mark = one.mark
    link: dict[str, Param] = {"turn": game.turn, "link": seed.link}
    if not mark:
        yield Finding(one.source, "/seed", "C045", {"turn": game.turn})
    else:
        yield from _walk(one.source, seed, mark, before, link)
        if before.mark is not None and before.mark != mark:
            yield Finding("campaign", "/seed_chain", "C046", {"turn": game.turn, "earlier": before.turn})
    if before.is_known and seed.link != before.link + 1:
        yield Finding(one.source, "/seed/link", "C043", {**link, "next": before.link + 1})
    if seed.link > before.link or not before.is_known:
        before.turn, before.link, before.value, before.mark = game.turn, seed.link, seed.revealed, mark
        before.is_known = True


def _walk(source: str, seed: Seed, mark: str, before: Revealed, link: dict[str, Param]) -> Iterator[Finding]:
    """Down from the link to the beginning of the chain, past the link that was revealed before."""
    earlier = before.link if before.mark == mark and before.link < seed.link else 0
    steps = islice(links_down(seed.revealed), seed.link + 1)
    value = b""
    for number, value in zip(range(seed.link, -1, -1), steps, strict=True):
        if earlier and number == earlier and value != before.value:
            where: dict[str, Param] = {"before": earlier, "earlier": before.turn}
            yield Finding(source, "/seed/revealed", "C042/before", {**link, **where})
            return
    if mark_of(value) != mark:
        yield Finding(source, "/seed/revealed", "C042", link)


def _listed(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice))
