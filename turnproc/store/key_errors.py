"""What can be wrong with the game master's key: part of the messages of `turnproc.store.errors`.

None of them shows anything of what stands in a key file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

KEY_MESSAGES: Final[Mapping[str, Message]] = {
    "O070": Message(
        text=N_("nobody has thrown “{label}” ({dice}), and this campaign has no key from which dice could follow"),
        hint=N_(
            "make a key with turnproc keys new, or throw the dice by hand and write what they show into gm.yaml: "
            "under “dice”, behind “{label}:”"
        ),
    ),
    "O071": Message(
        text=N_("nobody has thrown “{label}” ({dice}), and the game master's key is not here: there is no file {path}"),
        hint=N_(
            "say with TURNPROC_KEY_FILE where it lies, or throw the dice by hand and write what they show into "
            "gm.yaml: under “dice”, behind “{label}:”"
        ),
    ),
    "O072": Message(
        text=N_("a key must not lie in a repository or a campaign, and {path} is in {folder}"),
        hint=N_("choose a place that nobody else gets to see, and say with TURNPROC_KEY_FILE where it is"),
    ),
    "O073": Message(
        text=N_("others on this computer may read or change the key file {path}"),
        hint=N_("keep it to yourself: chmod 600 {path}"),
    ),
    "O074": Message(
        text=N_("{path} is no key file as turnproc makes it, or it is damaged"),
        hint=N_("put the copy that you kept in its place; nothing of its content is shown here"),
    ),
    "O075": Message(
        text=N_("in the key file {path} there is something that this turnproc does not know, in row {row}"),
        hint=N_("a newer turnproc has made it, or it was changed by hand"),
    ),
    "O076": Message(
        text=N_("the key file {path} has nothing from which dice could follow"),
        hint=N_("see whether TURNPROC_KEY_FILE names the right file"),
    ),
    "O077": Message(
        text=N_("the key in {path} is not the one of this campaign: it does not lead to “seed_chain” in campaign.yaml"),
        hint=N_("see whether TURNPROC_KEY_FILE names the right file"),
    ),
    "O078": Message(
        text=N_("the key in {path} is used up: all its links, {links}, are revealed"),
        hint=N_("throw the dice by hand and write what they show into gm.yaml, under “dice”"),
    ),
    "O079": Message(
        text=N_("this campaign has a key already: campaign.yaml has a “seed_chain”"),
        hint=N_("its key file was made together with that row; it is looked for in {path}"),
    ),
    "O080": Message(
        text=N_("{file} cannot be read, so nobody can tell which link of the key is the next"),
        hint=N_("restore the file from the repository; turnproc verify says what is wrong with it"),
    ),
    "O081": Message(
        text=N_("{path} is there already, and a key is never overwritten"),
        hint=N_(
            "if it is the key of another campaign, name another file with TURNPROC_KEY_FILE; "
            "if it is the key of none, delete it first"
        ),
    ),
    "O082": Message(
        text=N_("there is no folder for the settings of whoever runs turnproc, so no place for the key is known"),
        hint=N_("say with TURNPROC_KEY_FILE where it lies or is to lie"),
    ),
}
