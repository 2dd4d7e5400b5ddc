"""`turnproc dice check` and `turnproc dice stats`: all dice that a campaign has seen, recomputed and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from turnproc.actions.chi_square import chi_square, upper_tail
from turnproc.actions.dice_check import Revealed, check_dice, check_taken_back, impossible, is_possible
from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.game import open_game
from turnproc.actions.verify import as_it_stood, as_last_taken_back
from turnproc.engine.dice import Expression, Roll
from turnproc.engine.journal import read_rolls, read_seed
from turnproc.engine.seeds import Seed
from turnproc.source.limits import CAMPAIGN
from turnproc.store.layout import CAMPAIGN_FILE, Layout
from turnproc.store.repository import Repository

# Below so many throws for each face, chi-square says nothing that one could rely on.
_FEWEST_FOR_A_FACE: Final = 5
# What happens less often than so is worth a word.
UNUSUAL: Final = 0.05


@dataclass(frozen=True, slots=True)
class Checked:
    """The dice of one turn: `seed` is what it revealed, if anything; problems are in `documents`.

    `taken_back`: the turn is open again, and the dice are those of what is kept of it.
    """

    turn: int
    documents: Documents
    seed: Seed | None = None
    derived: int = 0
    thrown: int = 0
    taken_back: bool = False

    @property
    def is_fine(self) -> bool:
        """Are the dice what they have to be?"""
        return not any(each.is_error for each in self.documents.diagnostics)


def check(root: Path) -> Iterator[Checked]:
    """Recompute faces, seeds and chain of every turn that was ever resolved, the first first."""
    repository, revealed = Repository.around(root), Revealed()
    for turn in Layout(root).turns_ever_played():
        if Layout(root).is_taken_back(turn):
            reader = as_last_taken_back(root, turn, repository)
            documents = check_taken_back(root, turn, revealed, repository, reader)
            yield Checked(turn, documents, taken_back=True)
        else:
            yield _check_turn(root, turn, repository, revealed)


def _check_turn(root: Path, turn: int, repository: Repository | None, revealed: Revealed) -> Checked:
    commit = repository.tagged(turn) if repository is not None else None
    documents = Documents(root, as_it_stood(root, repository, commit))
    game = open_game(documents, turn)
    if game is None or game.before is None:
        revealed.lose()
        return Checked(turn, documents)
    # What else is wrong with the turn says `verify`.
    documents.diagnostics = []
    data = documents.read(
        "journal", game.campaign.layout.journal_file(turn), CAMPAIGN, schema_check("common", "journal")
    )
    if data is None:
        revealed.lose()
        return Checked(turn, documents)
    seed, rolls = read_seed(data), read_rolls(data)
    documents.diagnostics += check_dice(game, seed, rolls, revealed, repository)
    derived = sum(roll.source == "derived" for roll in rolls)
    return Checked(turn, documents, seed, derived, len(rolls) - derived)


class Which(StrEnum):
    """Which rolls are counted: those that follow from seeds, those thrown by hand, all."""

    DERIVED = "derived"
    THROWN = "thrown"
    ALL = "all"


class Verdict(StrEnum):
    """What the numbers say: too few for a word, as dice are, or rarer than that."""

    TOO_FEW = "too-few"
    USUAL = "usual"
    RARE = "rare"


@dataclass(frozen=True, slots=True)
class Tally:
    """All dice of one number of sides: `faces[0]` is how often the 1 came up.

    `rolls` counts the rolls that they belong to, and those of them whose faces nobody knows (`totals`).
    """

    which: Which
    sides: int
    rolls: int
    totals: int
    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        """How many dice have fallen whose faces are known."""
        return sum(self.faces)

    @property
    def mean(self) -> float | None:
        """The mean of all faces."""
        total = sum(face * count for face, count in enumerate(self.faces, start=1))
        return total / self.dice if self.dice else None

    @property
    def expected_mean(self) -> float:
        """The mean of a fair die."""
        return (self.sides + 1) / 2

    @property
    def statistic(self) -> float | None:
        """Chi-square against even numbers of each face."""
        return float(chi_square(self.faces)) if self.dice and self.sides > 1 else None

    @property
    def degrees(self) -> int:
        """Its degrees of freedom."""
        return self.sides - 1

    @property
    def p(self) -> float | None:
        """How likely fair dice differ as much or more."""
        return None if self.statistic is None else upper_tail(self.statistic, self.degrees)

    @property
    def verdict(self) -> Verdict:
        """In a word."""
        if self.p is None or self.dice < _FEWEST_FOR_A_FACE * self.sides:
            return Verdict.TOO_FEW
        return Verdict.RARE if self.p < UNUSUAL else Verdict.USUAL


@dataclass(frozen=True, slots=True)
class Statistics:
    """All rolls of a campaign: how many turns have some, how many there are, and the dice by sides."""

    documents: Documents
    turns: int
    derived: int
    thrown: int
    tallies: tuple[Tally, ...]


def stats(root: Path) -> Statistics:
    """Count the dice of all journals. What cannot be read, or cannot be a roll, is told in `documents` and left out."""
    documents = Documents(root)
    documents.read("campaign", CAMPAIGN_FILE, CAMPAIGN)
    layout = Layout(root)
    rolls: list[Roll] = []
    turns = 0
    for turn in layout.resolved_turns():
        file = layout.journal_file(turn)
        data = documents.read(f"journal/{turn}", file, CAMPAIGN, schema_check("common", "journal"))
        found = () if data is None else read_rolls(data)
        documents.tell(
            impossible(at, roll, f"journal/{turn}") for at, roll in enumerate(found) if not is_possible(roll)
        )
        turns += bool(found)
        rolls += [roll for roll in found if is_possible(roll)]
    derived = [roll for roll in rolls if roll.source == "derived"]
    thrown = [roll for roll in rolls if roll.source == "thrown"]
    groups = [(Which.ALL, rolls), (Which.DERIVED, derived), (Which.THROWN, thrown)]
    tallies = [tally for which, members in groups for tally in _tallies(which, members)]
    return Statistics(documents, turns, len(derived), len(thrown), tuple(tallies))


def _tallies(which: Which, rolls: Sequence[Roll]) -> Iterator[Tally]:
    by_sides: dict[int, list[Roll]] = {}
    for roll in rolls:
        by_sides.setdefault(Expression.read(roll.expression).sides, []).append(roll)
    for sides, members in sorted(by_sides.items()):
        yield Tally(which, sides, len(members), sum(not roll.dice for roll in members), tuple(_counts(sides, members)))


def _counts(sides: int, rolls: Iterable[Roll]) -> list[int]:
    counts = [0] * sides
    for roll in rolls:
        for face in roll.dice:
            counts[face - 1] += 1
    return counts
