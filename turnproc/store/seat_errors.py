"""What can stand in the way of giving somebody a place: part of the messages of `turnproc.store.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

SEAT_MESSAGES: Final[Mapping[str, Message]] = {
    "O140": Message(
        text=N_("this campaign has no player “{wanted}”, and nobody of that name whom somebody plays"),
        hint=N_("the players are: {known}"),
    ),
    "O140/account": Message(
        text=N_("the account {wanted} belongs to {player}"),
        hint=N_(
            "name the player by this id, or by whom the player plays: turnproc player replace {player} --account …"
        ),
    ),
    "O141": Message(
        text=N_("nobody plays “{wanted}”, so nobody can be replaced"),
        hint=N_("who wants to play sends signup/<account>.yaml, and turnproc signup assign gives the place"),
    ),
    "O142": Message(
        text=N_("the account {account} belongs to {owner} already"),
        hint=N_("name the account of the person who takes over"),
    ),
    "O143": Message(
        text=N_("files are sealed in this campaign, and the new player has no public key"),
        hint=N_("ask for one (the program age-keygen makes it), and give it with --age"),
    ),
    "O144": Message(
        text=N_("{file} cannot be opened here, so it cannot be sealed for the new player"),
        hint=N_("run this where the game master's key is; TURNPROC_KEY_FILE says where it lies"),
    ),
    "O145": Message(
        text=N_("{file} is laid out so that turnproc cannot change it without touching anything else"),
        hint=N_("nothing was written; write this into it by hand: {rows}"),
    ),
    "O146": Message(
        text=N_("turn {turn} is half written, since a run of turnproc was cut off"),
        hint=N_("run turnproc resolve first: it finishes that turn or takes it back"),
    ),
    "O147": Message(
        text=N_("{file} is in the way: it is no ordinary file of the campaign, or it is too large"),
        hint=N_("see what it is, move it out of the way, and run turnproc again"),
    ),
}
