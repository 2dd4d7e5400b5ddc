"""What can be wrong with the surroundings of sealed orders: part of the messages of `turnproc.store.errors`.

None of them shows anything of a secret key or of what was sealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

SEALING_MESSAGES: Final[Mapping[str, Message]] = {
    "O090": Message(
        text=N_("nothing can be sealed or opened here: the package pyrage is not installed"),
        hint=N_("install turnproc with it: pip install turnproc[sealed]"),
    ),
    "O091": Message(
        text=N_("orders are sealed, and no key of the game master that opens them is here: {files}"),
        hint=N_(
            "resolve where the key is; TURNPROC_KEY_FILE says where it lies. A key in TURNPROC_KEY opens orders only "
            "to write the turn, not for a trial"
        ),
    ),
    "O092": Message(
        text=N_("the key in {path} is not the one of this campaign: “game_master: age” in campaign.yaml is another's"),
        hint=N_("see whether TURNPROC_KEY_FILE names the right file"),
    ),
    "O093": Message(
        text=N_("“{recipient}” in campaign.yaml is no public key of age: a sign of it was changed or lost"),
        hint=N_("copy it again from the one who made it; turnproc keys new prints it"),
    ),
    "O094": Message(
        text=N_("this campaign takes open orders, so there is nothing to seal"),
        hint=N_("send the file as it is; the game master decides with “orders: sealed” in campaign.yaml"),
    ),
    "O095": Message(
        text=N_("no key that is here opens {file}"),
        hint=N_(
            "only the game master and the player whose orders these are have one; TURNPROC_KEY_FILE says where it lies"
        ),
    ),
    "O096": Message(
        text=N_("campaign.yaml has no player “{player}”"),
        hint=N_("these are there: {known}"),
    ),
    "O097": Message(
        text=N_("campaign.yaml has a public key of {player} already"),
        hint=N_("its key file is looked for in {path}; for a new key take “age” away from campaign.yaml first"),
    ),
    "O098": Message(
        text=N_("campaign.yaml has a public key of the game master already: “game_master: age”"),
        hint=N_("its key file is looked for in {path}; for a new key take “age” away from campaign.yaml first"),
    ),
    "O099": Message(
        text=N_("{file} is no sealed orders file of a turn"),
        hint=N_("sealed files lie in a turn's folder: {wanted}"),
    ),
}
