"""The seed of the open turn: the next link of the game master's key, mixed with what the players sent.

It is looked for only when a die has to be derived: who throws all dice by hand needs no key.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.game import Game
from turnproc.engine.dice import UnthrownError
from turnproc.engine.journal import read_seed
from turnproc.engine.seeds import Seed, mark_of, turn_seed
from turnproc.source.limits import CAMPAIGN
from turnproc.store.errors import OperatorError
from turnproc.store.keys import campaign_name, key_path, read_key
from turnproc.store.layout import Layout


class NextSeed:
    """A `SeedSource` for the open turn. Why there is no seed says `why_not`: that the turn stops is no trouble yet."""

    def __init__(self, game: Game) -> None:
        """Look for nothing yet."""
        self._game = game
        self._trouble: OperatorError | None = None

    def __call__(self) -> Seed | None:
        """The seed, None if there is none to be had."""
        try:
            return self._found()
        except OperatorError as error:
            self._trouble = error
            return None

    def why_not(self, unthrown: UnthrownError) -> OperatorError:
        """What to tell the game master about dice that nobody has thrown."""
        if self._trouble is not None:
            return self._trouble
        roll = {"label": unthrown.label, "dice": unthrown.expression}
        data = self._game.campaign.data
        if not data.get("seed_chain"):
            return OperatorError("O070", label=roll["label"], dice=roll["dice"])
        path = str(key_path(campaign_name(data)))
        return OperatorError("O071", label=roll["label"], dice=roll["dice"], path=path)

    def _found(self) -> Seed | None:
        data = self._game.campaign.data
        mark = data.get("seed_chain")
        key = read_key(campaign_name(data)) if mark else None
        if key is None:
            return None
        if key.chain is None:
            raise OperatorError("O076", path=key.where)
        number = last_link(self._game) + 1
        if number > key.chain.links:
            raise OperatorError("O078", path=key.where, links=key.chain.links)
        if mark_of(key.chain.link(0)) != mark:
            raise OperatorError("O077", path=key.where)
        link = key.chain.link(number)
        return Seed(number, link, turn_seed(link, files_of_players(self._game)))


def files_of_players(game: Game) -> Mapping[str, str]:
    """The SHA-256 of every orders file that a player sent, by speaker; rejected and struck ones are among them.

    What somebody sent for a speaker whom nobody plays is not: the game master could change it as long as he liked.
    """
    found = {}
    for speaker, file in game.sent.items():
        entry = game.speakers.get(speaker)
        came = game.sealed.beside.get(speaker, file)
        if entry is not None and entry.player is not None and came in game.documents.hashes:
            found[speaker] = game.documents.hashes[came].removeprefix("sha256:")
    return found


def last_link(game: Game) -> int:
    """The number of the last link that a turn before has revealed; 0: none was.

    Raises:
        OperatorError: A journal cannot be read (O080).
    """
    documents = Documents(game.documents.root)
    layout = Layout(documents.root)
    for turn in reversed(layout.resolved_turns()):
        if turn >= game.turn:
            continue
        file = layout.journal_file(turn)
        data = documents.read("journal", file, CAMPAIGN, schema_check("common", "journal"))
        if data is None:
            raise OperatorError("O080", file=file)
        seed = read_seed(data)
        if seed is not None:
            # Links are revealed in their order; `verify` holds every journal to it.
            return seed.link
    return 0
