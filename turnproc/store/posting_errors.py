"""What can be wrong with services that turns are posted to: part of the messages of `turnproc.store.errors`.

None of them shows an address or a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

POSTING_MESSAGES: Final[Mapping[str, Message]] = {
    "O130": Message(
        text=N_("{service} could not be reached: {words}"),
        hint=N_("nothing was sent there; see whether the network and the service work, then run turnproc again"),
    ),
    "O131": Message(
        text=N_("{service} gave no answer to go by ({words}), so nobody knows whether it took what was sent"),
        hint=N_("look there; what is marked as posted already stays so, the turn itself is as it was"),
    ),
    "O132": Message(
        text=N_("{service} refuses: {words}"),
        hint=N_("it did nothing; see whether address, key and rights are right, then run turnproc again"),
    ),
    "O133": Message(
        text=N_("{service} was asked too often and wants at least {seconds} seconds of rest"),
        hint=N_("it did nothing; run turnproc again later, it goes on where it stopped"),
    ),
    "O134": Message(
        text=N_("{service} is not set up: the environment has no {variable}"),
        hint=N_("set the variable for this command or for the workflow; it belongs into no file of the campaign"),
    ),
    "O135": Message(
        text=N_("what {variable} in the environment says cannot be used for {service}"),
        hint=N_("wanted is: {wanted}; the content is not shown, as it may be a secret"),
    ),
    "O136": Message(
        text=N_("nobody has said where to post"),
        hint=N_("say it with --to, or once for all in campaign.yaml: post: [discord, github], or post: [] for nowhere"),
    ),
    "O137": Message(
        text=N_("{service} may have these parts already: {parts}; a run before was ended before it knew"),
        hint=N_(
            "look there; what is missing is sent with --again, what is there is marked with --posted; "
            "--part picks single ones"
        ),
    ),
    "O138": Message(
        text=N_("{service} does not have the tag {tag} yet"),
        hint=N_("push the turn with its tag first: git push --follow-tags"),
    ),
    "O139": Message(
        text=N_("{service} answered with something that turnproc does not understand: {what}"),
        hint=N_("see whether the address is right, and whether there is a newer turnproc"),
    ),
}
