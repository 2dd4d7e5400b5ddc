"""Names of a campaign's files, and which turn is open.

Files are named by their path from the campaign's folder, with `/` on every system: so they stand in journals, in
diagnostics and in git. `Layout.path` makes a real path of such a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from turnproc.store.errors import OperatorError

CAMPAIGN_FILE = "campaign.yaml"
TURNS_FOLDER = "turns"
# The outlines of the map's places.
OUTLINES_FILE = "map.geojson"
# Targets of a report that are pictures.
PICTURES = ("svg", "png")

# Everything that turnproc puts beside the campaign's files for a moment begins like this.
SCRATCH_PREFIX = ".turnproc-"
# What a sealed file is called besides.
SEALED_SUFFIX = ".age"

# What `undo` took out of a turn's folder, by revision: turns/003/undone/1.
UNDONE_FOLDER = "undone"

_REVISION = re.compile(r"[1-9][0-9]{0,5}\Z", re.ASCII)
_TURN_FOLDER = re.compile(r"[0-9]{3,}\Z")
_SUFFIX_OF_TARGET = {"markdown": "md", "bbcode": "bbcode", "html": "html"}


@dataclass(frozen=True, slots=True)
class Layout:
    """One campaign's folder; every method but `path` answers with a name below it."""

    root: Path

    def path(self, name: str) -> Path:
        """Where the file of that name lies."""
        return self.root.joinpath(*name.split("/"))

    def turn_folder(self, turn: int) -> str:
        """Turn 7 has the folder turns/007."""
        return f"{TURNS_FOLDER}/{turn_name(turn)}"

    def turn_file(self, turn: int) -> str:
        """When the turn opens and ends; optional."""
        return f"{self.turn_folder(turn)}/turn.yaml"

    def orders_folder(self, turn: int) -> str:
        """Where the speakers' orders lie."""
        return f"{self.turn_folder(turn)}/orders"

    def orders_file(self, turn: int, speaker: str) -> str:
        """The orders of one speaker."""
        return f"{self.orders_folder(turn)}/{speaker}.yaml"

    def gm_file(self, turn: int) -> str:
        """What the game master adds: chronicle, events, rulings, dice; optional."""
        return f"{self.turn_folder(turn)}/gm.yaml"

    def received_file(self, turn: int) -> str:
        """When each orders file came in."""
        return f"{self.turn_folder(turn)}/received.yaml"

    def late_file(self, turn: int, name: str) -> str:
        """Where an orders file that came too late is kept; `name` is its own."""
        return f"{self.turn_folder(turn)}/late/{name}"

    def void_folder(self, turn: int) -> str:
        """Where orders files are kept that do not count since somebody else plays their speaker."""
        return f"{self.turn_folder(turn)}/void"

    def private_folder(self, turn: int, speaker: str) -> str:
        """What one speaker alone is told about a turn."""
        return f"{self.turn_folder(turn)}/private/{speaker}"

    def journal_file(self, turn: int) -> str:
        """What happened. A turn is resolved when it has this file."""
        return f"{self.turn_folder(turn)}/journal.yaml"

    def undone_folder(self, turn: int, revision: int) -> str:
        """Where `undo` keeps what it took out of the turn's folder; below it, files are called as they were."""
        return f"{self.turn_folder(turn)}/{UNDONE_FOLDER}/{revision}"

    def undone_file(self, name: str, turn: int, revision: int) -> str:
        """Where a file of the turn's folder is kept that `undo` took out of it."""
        return f"{self.undone_folder(turn, revision)}/{name.removeprefix(f'{self.turn_folder(turn)}/')}"

    def undone_journal(self, turn: int, revision: int) -> str:
        """The journal of a revision that was taken back. With this file the revision counts as taken back."""
        return f"{self.undone_folder(turn, revision)}/journal.yaml"

    def revision(self, turn: int) -> int:
        """The revision that the turn's folder holds, or that is to be resolved now; 1 where none was taken back."""
        folder = self.path(self.turn_folder(turn)) / UNDONE_FOLDER
        names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        kept = [int(name) for name in names if _REVISION.match(name)]
        return max((each for each in kept if self.path(self.undone_journal(turn, each)).exists()), default=0) + 1

    def state_file(self, turn: int) -> str:
        """The state after the turn; after turn 0: the start position."""
        return f"{self.turn_folder(turn)}/state.yaml"

    def report_file(self, turn: int, language: str, target: str) -> str:
        """The report in one language for one target of campaign.yaml's `report`: markdown, bbcode, html."""
        return f"{self.turn_folder(turn)}/report.{language}.{_SUFFIX_OF_TARGET[target]}"

    def picture_file(self, turn: int, picture: str, language: str, kind: str) -> str:
        """A picture of the turn (`map`, `moves`) in one language, as svg or png."""
        return f"{self.turn_folder(turn)}/{picture}.{language}.{kind}"

    def posted_file(self, turn: int) -> str:
        """What of the turn was posted where."""
        return f"{self.turn_folder(turn)}/posted.yaml"

    def is_result(self, name: str, turn: int, *, undoing: bool = False) -> bool:
        """May resolving write this? In the turn's own folder what is not the game master's; and when the next one ends.

        Orders are among it: where a file came too late, the one before it is put back; what was sealed is published.
        `undoing` a turn notes in its turn.yaml that there will be another revision.
        """
        if name == self.turn_file(turn + 1) or (undoing and name == self.turn_file(turn)):
            return True
        folder, *parts = name.removeprefix(f"{TURNS_FOLDER}/").split("/")
        inputs = (self.gm_file(turn), self.turn_file(turn), self.posted_file(turn))
        return (
            f"{TURNS_FOLDER}/{folder}" == self.turn_folder(turn)
            and name.startswith(f"{TURNS_FOLDER}/")
            and parts != []
            and not any(part.lower().startswith((".git", SCRATCH_PREFIX)) or part in {"", ".", ".."} for part in parts)
            and not set(name) & set("\\:\0")
            and name not in {self.orders_folder(turn), f"{self.turn_folder(turn)}/late"}
            and not any(name == own or name.startswith(f"{own}/") for own in inputs)
        )

    def of_interest(self, turn: int) -> list[str]:
        """Everything of the campaign but the folders of turns long past: of those only the last state is read."""
        beside = [entry.name for entry in self.root.iterdir() if entry.name not in {".git", TURNS_FOLDER}]
        folder = self.path(TURNS_FOLDER)
        past = {turn_name(number) for number in range(turn - 1)}
        entries = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        turns = [f"{TURNS_FOLDER}/{name}" for name in entries if name not in past]
        return sorted({*beside, *turns, self.turn_folder(turn), self.state_file(turn - 1)})

    def turns(self) -> list[int]:
        """The turns that have a folder, in order. A folder that is not named like a turn (`7`, `0007`) is none."""
        folder = self.path(TURNS_FOLDER)
        if not folder.is_dir():
            return []
        names = [entry.name for entry in folder.iterdir() if _TURN_FOLDER.match(entry.name) and entry.is_dir()]
        return sorted(int(name) for name in names if name == turn_name(int(name)))

    def is_resolved(self, turn: int) -> bool:
        """Has the turn been played?"""
        return self.path(self.journal_file(turn)).exists()

    def resolved_turns(self) -> list[int]:
        """The turns that have been played, in order."""
        return [turn for turn in self.turns() if turn > 0 and self.is_resolved(turn)]

    def is_taken_back(self, turn: int) -> bool:
        """Has the turn been played, and is it open again?"""
        return not self.is_resolved(turn) and self.revision(turn) > 1

    def turns_ever_played(self) -> list[int]:
        """The turns that have been played, in order, and those that were taken back and are open again."""
        return [turn for turn in self.turns() if turn > 0 and (self.is_resolved(turn) or self.is_taken_back(turn))]


def turn_name(turn: int) -> str:
    """Three digits, more where there are more turns: 007."""
    return f"{turn:03d}"


def open_turn(root: Path) -> int:
    """The turn that can be resolved now: the one after the last that was. Its folder need not exist yet."""
    return max(Layout(root).resolved_turns(), default=0) + 1


def campaign_at(folder: Path) -> Path:
    """The campaign whose folder the person named.

    Raises:
        OperatorError: There is no such folder (O018), or it holds no campaign (O001).
    """
    root = _existing(folder)
    if not (root / CAMPAIGN_FILE).is_file():
        raise OperatorError("O001", folder=str(folder))
    return root


def find_campaign(start: Path) -> Path:
    """The campaign that a folder or file belongs to: the nearest folder above it with a campaign.yaml.

    Raises:
        OperatorError: There is no such folder (O018), or it belongs to no campaign (O001).
    """
    place = _existing(start)
    for folder in (place, *place.parents):
        if (folder / CAMPAIGN_FILE).is_file():
            return folder
    raise OperatorError("O001", folder=str(start))


def _existing(place: Path) -> Path:
    # Resolved once, here: git, too, speaks of real paths, and the two must agree on what lies where.
    try:
        return place.resolve(strict=True)
    except (OSError, RuntimeError):
        raise OperatorError("O018", folder=str(place)) from None
