"""The letter to somebody who takes over a player's place: whom they play, by when, from which files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnproc.actions.player_replace import Newcomer, Replaced
    from turnproc.report.language import Language

LONGEST_NAME = 200


def letter(result: Replaced, newcomer: Newcomer, words: Language) -> str:
    """The letter as plain text, with an orders file for each speaker to begin with."""
    rows = [*_greeting(result, newcomer, words), *_turn(result, words), *_orders(result, words)]
    return "\n".join(rows) + "\n"


def _greeting(result: Replaced, newcomer: Newcomer, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    assert result.there is not None
    name = safe(result.there.game.campaign.data["name"], LONGEST_NAME)
    yield words.text(N_("Welcome to “{campaign}”!")).format(campaign=name)
    yield ""
    yield words.text(N_("You are the player {player}, and send from the account {account} ({platform}).")).format(
        player=safe(result.player), account=newcomer.account, platform=newcomer.platform
    )
    if result.names:
        speakers = ", ".join(safe(each.in_words(words.code, "acc")) for each in result.names)
        yield words.text(N_("You play: {speakers}")).format(speakers=speakers)
    else:
        yield words.text(N_("At the moment there is nobody for whom you give orders; the game master knows why."))


def _turn(result: Replaced, words: Language) -> Iterator[str]:
    from turnproc.cli.deadline import deadline_line
    from turnproc.diagnostics.catalogue import N_, safe

    assert result.there is not None
    game = result.there.game
    yield words.text(N_("Turn {turn} is open.")).format(turn=result.there.turn)
    deadline = deadline_line(game, words)
    yield words.text(N_("It has no deadline.")) if deadline is None else deadline
    reports = result.reports()
    if reports:
        yield words.text(N_("The last report: {files}")).format(files=", ".join(reports))
    if result.private:
        files = ", ".join(safe(name, 500) for name in result.private)
        yield words.text(N_("What only you may read: {files}")).format(files=files)
    if result.void:
        text = N_("What was sent for this turn before you came is void and does not count: send orders of your own.")
        yield words.text(text)


def _orders(result: Replaced, words: Language) -> Iterator[str]:
    from turnproc.diagnostics.catalogue import N_, safe

    assert result.there is not None
    for file, text in result.blank_orders(words):
        yield ""
        yield words.text(N_("Your orders belong into {file}. To begin with:")).format(file=safe(file, 500))
        if result.there.game.campaign.data.get("orders") == "sealed":
            yield words.text(N_("Seal that file before you send it: turnproc orders seal {file}")).format(
                file=safe(file, 500)
            )
        yield ""
        yield text.rstrip("\n")
