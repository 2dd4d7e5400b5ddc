"""What do the orders say that a pull request brings? They are checked as `validate` would, if they were merged.

The campaign is read as it stands at the base, with the pull request's accepted files put in; both come from git's
store, and nothing of it is ever on disk. Only problems of files that the pull request changes are its author's.
When the files come in nobody knows yet, so deadlines and receipts play no part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from turnproc.actions.campaign import Campaign, open_campaign
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, check_players, read_state
from turnproc.actions.gm_file import read_gm, read_npc_orders
from turnproc.actions.orders_file import check_of_form, read_orders_file
from turnproc.actions.pull_request import CheckedPullRequest, Role
from turnproc.actions.pull_request_base import Base, open_turn_among, reader_of, revision_among
from turnproc.actions.sealed_orders import SealedOrders
from turnproc.actions.timing import read_timing
from turnproc.diagnostics.model import Diagnostic
from turnproc.diagnostics.order import sort_key
from turnproc.store.history import Entry
from turnproc.store.layout import Layout
from turnproc.store.read import OrdersFolder, orders_among, shown
from turnproc.store.strays import named_like_a_speaker


def validate_pull_request(checked: CheckedPullRequest) -> tuple[Documents, list[Diagnostic]]:
    """Check what stands in the files that a checked pull request brings, as far as it was accepted.

    Of a player these are orders files, sealed ones from outside only; of the game master also his own files, but not
    whether his rulings and events come about: that shows when the turn is played.

    Returns the documents that were read (their messages say what was found) and the problems in order, with files named
    from the top of the repository. Where the campaign at the base is broken, `checked` has said so, and there are none.

    Raises:
        OperatorError: git cannot do it (O007).
    """
    there = checked.there
    if there.senders is None:
        return there.documents, []
    files, brought = _merged(checked)
    documents = Documents(there.documents.root, reader_of(checked.history, files, there.prefix))
    campaign = open_campaign(documents)
    turn = open_turn_among(files, there.prefix)
    game = None if campaign is None else _game(campaign, documents, turn)
    if game is not None:
        if checked.role is Role.GAME_MASTER:
            game.timing = read_timing(documents, turn, revision_among(files, there.prefix, turn))
        read_gm(game)
        _read_orders(game, _orders_folder(files, there, turn), brought)
        if checked.role is Role.GAME_MASTER:
            read_npc_orders(game)
    folder = Layout(documents.root).turn_folder(turn)
    in_the_way = () if game is not None and game.before is not None else _in_the_way(documents, folder, brought)
    problems = [each for each in documents.problems if each.place.file in brought]
    return documents, [_from_the_top(each, there.prefix) for each in sorted([*problems, *in_the_way], key=sort_key)]


def _merged(checked: CheckedPullRequest) -> tuple[Mapping[str, Entry], set[str]]:
    """The repository's files with those that were accepted, and the campaign's among these, as they can be shown."""
    files, brought, prefix = dict(checked.there.files), set(), checked.there.prefix
    for each in checked.accepted:
        after = checked.changes[each.file].after
        if after is None:
            files.pop(each.file, None)
        else:
            files[each.file] = after
        if after is not None and each.file.startswith(prefix):
            brought.add(shown(each.file.removeprefix(prefix)))
    return files, brought


def _game(campaign: Campaign, documents: Documents, turn: int) -> Game:
    before = read_state(campaign, documents, turn - 1)
    sealed = SealedOrders(documents, campaign.data, turn, is_resolved=False)
    game = Game(campaign, documents, turn, before, sealed)
    if before is not None:
        game.reader = campaign.ruleset.reader(campaign.world, before)
        check_players(game, game.reader)
    return game


def _orders_folder(files: Mapping[str, Entry], there: Base, turn: int) -> OrdersFolder:
    """The turn's folder of orders as it would be."""
    folder = Layout(there.documents.root).orders_folder(turn)
    above = f"{there.prefix}{folder}/"
    below = [path.removeprefix(above) for path in files if path.startswith(above)]
    return orders_among(folder, sorted({name.partition("/")[0] for name in below}), is_resolved=False)


def _read_orders(game: Game, folder: OrdersFolder, brought: Collection[str]) -> None:
    """Read what the pull request brings. Of others it counts only that they sent something."""
    speaker_of = (lambda _: None) if game.reader is None else game.reader.find_speaker
    game.documents.diagnostics += [named_like_a_speaker(each, speaker_of) for each in folder.problems]
    check = check_of_form(game.campaign)
    for name, path in folder.files.items():
        if shown(path) in brought:
            read_orders_file(game, shown(name), (path, folder.sealed.get(name)), check)
        else:
            game.sent[shown(name)] = shown(path)


def _in_the_way(documents: Documents, folder: str, brought: Collection[str]) -> Iterator[Diagnostic]:
    """Errors that keep orders from being held against the rules: silence about them would look like praise."""
    for each in documents.problems:
        if each.is_error and each.place.file not in brought and not each.place.file.startswith(f"{folder}/"):
            yield each


def _from_the_top(problem: Diagnostic, prefix: str) -> Diagnostic:
    return replace(problem, place=replace(problem.place, file=f"{prefix}{problem.place.file}"))
