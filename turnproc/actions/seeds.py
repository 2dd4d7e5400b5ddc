"""The seed of the open turn: the next link of the game master's key, mixed with what the players sent.

It is looked for only when a die has to be derived: who throws all dice by hand needs no key.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.game import Game
from turnproc.engine.dice import UnthrownError
from turnproc.engine.journal import read_seed
from turnproc.engine.seeds import Seed, mark_of, seed_again, turn_seed
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
        spent = [each.seed for each in self._game.kept if each.seed is not None]
        again = seed_again(spent, files_of_players(self._game))
        if again is not None:
            # The turn was taken back, and the players' files are the same: so are the dice. No key is needed for that.
            return again
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
    """The number of the last link that a turn before, or a revision that was taken back, has revealed; 0: none was.

    Raises:
        OperatorError: A journal cannot be read (O080).
    """
    documents = Documents(game.documents.root)
    layout = Layout(documents.root)
    for turn in reversed([*(each for each in layout.resolved_turns() if each < game.turn), game.turn]):
        files = [layout.undone_journal(turn, revision) for revision in range(1, layout.revision(turn))]
        files += [layout.journal_file(turn)] if turn != game.turn else []
        links = [seed.link for file in files if (seed := _seed_in(documents, file)) is not None]
        if links:
            # Links are revealed in their order; `verify` holds every journal to it.
            return max(links)
    return 0


def _seed_in(documents: Documents, file: str) -> Seed | None:
    data = documents.read("journal", file, CAMPAIGN, schema_check("common", "journal"))
    if data is None:
        raise OperatorError("O080", file=file)
    return read_seed(data)
