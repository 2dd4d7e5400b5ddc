"""Everything that one turn is made from: campaign, the state before it, the orders, the game master's file.

`open_game` reads all of it and tells all problems of all files; `Game.table` lays out what counts. Validating,
resolving, reporting and verifying begin here, so none of them can see another campaign than the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from turnproc.actions.campaign import Campaign, open_campaign
from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.gm_file import read_gm, read_npc_orders
from turnproc.actions.orders_file import ORDERS_SOURCE, read_orders_file
from turnproc.actions.received import Intake, come_in, read_times
from turnproc.actions.revisions import Kept, left_behind, read_revisions
from turnproc.actions.rulings import thrown_dice
from turnproc.actions.sealed_orders import FindIdentity, SealedOrders
from turnproc.actions.timing import Timing
from turnproc.diagnostics.model import Diagnostic
from turnproc.engine.dice import Dice
from turnproc.engine.finding import Finding
from turnproc.engine.ruleset import Reader, Speaker
from turnproc.engine.rulings import Rulings
from turnproc.engine.seeds import SeedSource
from turnproc.engine.table import Event, Table
from turnproc.source.pointer import join
from turnproc.source.yaml_reader import CAMPAIGN, ORDERS
from turnproc.source.yaml_writer import write_yaml
from turnproc.store.layout import SEALED_SUFFIX, open_turn
from turnproc.store.read import orders_folder, shown
from turnproc.store.strays import misplaced_orders, named_like_a_speaker, strays


@dataclass(slots=True)
class Game:
    """One turn's inputs. `before` is None where the state could not be read: then no orders could be checked."""

    campaign: Campaign
    documents: Documents
    turn: int
    before: Any
    sealed: SealedOrders
    reader: Reader[Any] | None = None
    # What came in, by speaker: sent files with what could be read of them, and the game master's orders for others.
    sent: dict[str, str] = field(default_factory=dict)
    orders: dict[str, Any] = field(default_factory=dict)
    ready: set[str] = field(default_factory=set)
    npc_orders: dict[str, Any] = field(default_factory=dict)
    # How many orders each of them has.
    counts: dict[str, int] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    gm: Mapping[str, Any] = field(default_factory=dict)
    # When the turn ends, what received.yaml says, and what came of both in the open turn.
    timing: Timing = field(default_factory=Timing)
    known: Mapping[str, Any] = field(default_factory=dict)
    intake: Intake = field(default_factory=Intake)
    # The revisions of the turn that were taken back, and the state after the last of them.
    kept: list[Kept] = field(default_factory=list)
    kept_state: Any = None

    @property
    def speakers(self) -> Mapping[str, Speaker]:
        """Who may give orders this turn; nobody can be told where the state could not be read."""
        return {} if self.reader is None else self.reader.speakers

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All problems of all files, in a stable order."""
        return self.documents.problems

    def rejected(self) -> dict[str, int]:
        """The speakers whose files have errors, with how many. About a struck file it is decided already."""
        struck = self.struck()
        counts = {
            speaker: self.documents.errors_in(file) for speaker, file in self.sent.items() if speaker not in struck
        }
        return {speaker: count for speaker, count in sorted(counts.items()) if count}

    def kept_sealed(self) -> Mapping[str, int]:
        """The speakers whose sealed files have errors and are never published, with how many."""
        counts = {
            speaker: self.documents.errors_in(file)
            for speaker, file in self.sent.items()
            if file.endswith(SEALED_SUFFIX)
        }
        return {speaker: count for speaker, count in sorted(counts.items()) if count}

    def struck(self) -> set[str]:
        """The speakers whose file the game master struck."""
        rulings = self.gm.get("rulings") or {}
        return {speaker for speaker in self.sent if rulings.get(f"strike/{speaker}") is True}

    def other_errors(self) -> list[Diagnostic]:
        """Errors that no rejected orders file accounts for: with these nothing can be resolved."""
        sent = set(self.sent.values())
        return [each for each in self.diagnostics if each.is_error and each.place.file not in sent]

    @property
    def late(self) -> set[str]:
        """The speakers whose file, or a change of it, came too late."""
        # While the turn is open, what was put away as late may have been brought back.
        is_resolved = self.campaign.layout.is_resolved(self.turn)
        return {*self.intake.late, *((self.known.get("late") or {}) if is_resolved else ())}

    def absent(self) -> tuple[str, ...]:
        """The speakers whom somebody plays and who were waited for, but sent nothing that counts."""
        gone = self.rejected().keys() | self.struck()
        waited_for = {
            speaker: entry for speaker, entry in self.speakers.items() if entry.can_decide and entry.is_awaited
        }
        return tuple(
            speaker
            for speaker, entry in sorted(waited_for.items())
            if entry.player is not None and (speaker not in self.sent or speaker in gone)
        )

    def state_text(self, state: Any, turn: int) -> str:
        """The state after a turn as its file has it."""
        ruleset = self.campaign.ruleset
        return write_yaml(ruleset.write_state(state, self.campaign.world, turn), ruleset.state_layout)

    def table(self, seed: SeedSource | None = None) -> Table[Any, Any]:
        """What lies on the table when the turn is played. Rulings and dice are new: a table serves one run.

        `seed` is asked when the first die is derived; without it the turn stops there.
        """
        rejected, struck = self.rejected(), self.struck()
        counted = {
            speaker: orders
            for speaker, orders in self.orders.items()
            if speaker not in rejected and speaker not in struck
        }
        everything = counted | self.npc_orders
        # By such a ruling a file came too late: that is no news for the rules, to whom nothing was sent.
        refused = {f"received/{speaker}" for speaker in self.late}
        rulings = {key: value for key, value in (self.gm.get("rulings") or {}).items() if key not in refused}
        return Table(
            turn=self.turn,
            world=self.campaign.world,
            orders={speaker: everything[speaker] for speaker in sorted(everything)},
            absent=self.absent(),
            rejected={f"{ORDERS_SOURCE}{speaker}.yaml": problems for speaker, problems in rejected.items()},
            struck=tuple(sorted(struck)),
            events=self.events,
            chronicle=self.gm.get("chronicle") or "",
            rulings=Rulings(rulings, unasked=lambda key: key.startswith(("strike/", "received/"))),
            dice=Dice(seed, thrown_dice(self.gm), totals=self.campaign.ruleset.thrown_totals),
        )


def open_game(documents: Documents, turn: int | None = None, find: FindIdentity | None = None) -> Game | None:
    """Read everything for a turn (default: the open one). None if the campaign's own files do not allow to go on.

    `find` looks for the key that opens sealed orders; without it they are looked at from outside.
    """
    campaign = open_campaign(documents)
    following = open_turn(documents.root)
    turn = following if turn is None else turn
    if turn == following:
        documents.diagnostics += [*strays(documents.root, turn), *left_behind(documents.root, turn)]
    if campaign is None:
        _read_orders_without_rules(documents, turn)
        return None
    before = read_state(campaign, documents, turn - 1)
    game = Game(campaign, documents, turn, before, SealedOrders(documents, campaign.data, turn, find))
    if before is not None:
        game.reader = campaign.ruleset.reader(campaign.world, before)
        check_players(game, game.reader)
        if turn == following:
            own = [f"{name}.yaml" for name in campaign.ruleset.documents]
            documents.diagnostics += misplaced_orders(documents.root, turn, own, game.reader.find_speaker)
    read_times(game, is_open=turn == following)
    read_revisions(game)
    # Events come first: orders may be checked against the state that those at the start of the turn make.
    read_gm(game)
    _read_orders(game)
    read_npc_orders(game)
    return game


def read_state(campaign: Campaign, documents: Documents, turn: int) -> Any:
    """The state after a turn; None, with what is wrong, where it could not be read."""
    ruleset = campaign.ruleset
    file = campaign.layout.state_file(turn)
    data = documents.read("state", file, CAMPAIGN, schema_check(ruleset.name, "state"))
    documents.must_be_there("state")
    if data is None:
        return None
    if data["turn"] != turn:
        documents.tell([Finding("state", "/turn", "C014", {"turn": data["turn"], "folder": turn})])
    read = ruleset.read_state(data, campaign.world)
    documents.tell(read.findings)
    return read.value


def check_players(game: Game, reader: Reader[Any]) -> None:
    """Every `speaks_for` names somebody, and nobody has two players. Later the state says who plays whom."""
    first: dict[str, str] = {}
    for player, entry in (game.campaign.data.get("players") or {}).items():
        for at, text in enumerate((entry or {}).get("speaks_for") or ()):
            pointer = join(["players", player, "speaks_for", at])
            speaker = reader.find_speaker(text)
            if speaker is None and game.turn == 1:
                nearest = reader.nearest_speakers(text)
                params = {"player": player, "speaker": text, "nearest": nearest}
                game.documents.tell([Finding("campaign", pointer, "C013", params)])
            elif speaker is not None and first.setdefault(speaker, player) != player:
                names = {"player": first[speaker], "other": player, "speaker": text}
                game.documents.tell([Finding("campaign", pointer, "C013/two", names)])


def _read_orders_without_rules(documents: Documents, turn: int) -> None:
    """The campaign itself is broken; the files are still read, so that everybody's slips show in one run."""
    folder = orders_folder(documents.root, turn)
    documents.diagnostics += folder.problems
    for speaker, file in folder.files.items():
        if not file.endswith(SEALED_SUFFIX):
            documents.read(ORDERS_SOURCE + speaker, file, ORDERS)


def _read_orders(game: Game) -> None:
    campaign, documents = game.campaign, game.documents
    ruleset = campaign.ruleset
    folder = orders_folder(documents.root, game.turn)
    speaker_of = (lambda _: None) if game.reader is None else game.reader.find_speaker
    documents.diagnostics += [named_like_a_speaker(each, speaker_of) for each in folder.problems]
    check = schema_check(ruleset.name, "orders", ruleset.rule_of_shape)
    is_open = game.turn == open_turn(documents.root)
    files = come_in(game, folder.files) if is_open else folder.files
    for number, (name, path) in enumerate(files.items()):
        documents.watch.step("read", number, len(files))
        read_orders_file(game, shown(name), (path, folder.sealed.get(name)), check)
