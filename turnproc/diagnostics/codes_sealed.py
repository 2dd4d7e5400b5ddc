"""Messages about sealed orders (codes C060 to C069).

Whoever reads them may be anybody: none tells what stands inside a seal, only how much is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity

SEALED_MESSAGES: Final[Mapping[str, Message]] = {
    "C060": Message(
        text=N_("sealed orders need an id of the campaign"),
        hint=N_("write a row “id: …” into campaign.yaml: small Latin letters, digits and hyphens"),
        explanation=N_(
            "Inside every seal stands the id of the campaign, so that nobody can copy a sealed file from one campaign "
            "into another. Once orders have been sealed, the id must not change."
        ),
    ),
    "C060/age": Message(
        text=N_("sealed orders need a public key of the game master"),
        hint=N_("turnproc keys new makes a key and writes “game_master: {{age: …}}” into campaign.yaml"),
        explanation=N_("Orders are sealed for the game master; without his public key nobody can seal anything."),
    ),
    "C061": Message(
        text=N_("this is no file that age has sealed in letters (armour)"),
        hint=N_("make it anew from the plain file: turnproc orders seal FILE"),
        explanation=N_(
            "A sealed file begins with “-----BEGIN AGE ENCRYPTED FILE-----”, ends with “-----END AGE ENCRYPTED "
            "FILE-----”, and has rows of 64 signs between them. It is sealed for public keys that begin with “age1”, "
            "never for a password. Perhaps a part was lost when it was copied."
        ),
    ),
    "C061/padding": Message(
        text=N_("this file was not sealed by turnproc: how long the orders are can be seen from outside"),
        hint=N_("make it anew from the plain file: turnproc orders seal FILE"),
        explanation=N_(
            "age does not hide how long something is. turnproc fills up to whole KiB before it seals; this file was "
            "sealed in another way, and lacks what has to stand inside."
        ),
    ),
    "C062": Message(
        text=N_("the orders of {speaker} are there twice, plain and sealed: {file}, {other}"),
        hint=N_("delete the plain file; if it is the newer one, seal it first: turnproc orders seal --remove FILE"),
        explanation=N_(
            "Nobody can tell which of the two counts, and what was sealed lies open. Once the turn is resolved, the "
            "plain file beside the sealed one is what turnproc has published."
        ),
    ),
    "C063": Message(
        text=N_("in this campaign orders are sealed, and these lie open: whoever gets the file can read them"),
        hint=N_("before you send it: turnproc orders seal --remove FILE"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The file counts as it is. Once it has been sent or pushed, others may have read it, and git keeps it even "
            "when it is deleted later."
        ),
    ),
    "C064": Message(
        text=N_("in this campaign orders are open, and nobody opens a sealed file"),
        hint=N_("send the plain file; the game master decides with “orders: sealed” in campaign.yaml"),
        kind=Kind.ILLEGAL,
        explanation=N_("Only where campaign.yaml says “orders: sealed” there is a key that opens sealed files."),
    ),
    "C065": Message(
        text=N_("the game master's key does not open this file: it was sealed for somebody else, or was changed since"),
        hint=N_("seal the plain file anew: turnproc orders seal FILE"),
        explanation=N_(
            "age notices every change to a sealed file. Or it was sealed while campaign.yaml had another public key of "
            "the game master."
        ),
    ),
    "C066": Message(
        text=N_("what is sealed in this file has not the form that turnproc gives it"),
        hint=N_("seal the plain file anew: turnproc orders seal FILE"),
        explanation=N_(
            "Inside the seal the first row says for which campaign, turn and speaker the orders are; then come the "
            "orders, and line ends up to a whole KiB. Somebody has sealed something else."
        ),
    ),
    "C067": Message(
        text=N_(
            "these orders were sealed for another place: campaign, turn or speaker inside are not those of the file"
        ),
        hint=N_(
            "sealed files cannot be copied or renamed; seal the plain file in its place: turnproc orders seal FILE"
        ),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Everybody can copy a sealed file under another name or into another turn without being able to read it. "
            "So what stands inside is compared with the place, and orders from elsewhere are not even looked at."
        ),
    ),
    "C068": Message(
        text=N_("these sealed orders have errors: {count}"),
        hint=N_("the player and the game master can read them, each with their key: turnproc orders open FILE"),
        explanation=N_(
            "What others may read says only how many errors sealed orders have: every one of them would tell something "
            "about the orders. A rejected file stays sealed also when the turn is resolved."
        ),
    ),
    "C068/closed": Message(
        text=N_("these orders are sealed, and are left out"),
        hint=N_("they are published when the turn is resolved; with a key: turnproc orders open FILE"),
        explanation=N_("Only the game master and the player can open sealed orders, each with their key."),
    ),
    "C069": Message(
        text=N_("what was published is not what was sealed: {file}"),
        hint=N_("compare the two, and ask the game master"),
        explanation=N_(
            "When a turn is resolved, sealed orders are published as they were inside the seal. Whoever has a key can "
            "hold them against each other; these differ."
        ),
    ),
}
# What can be told of a sealed file to anybody; everything else about an opened one is counted.
TOLD_TO_ALL: Final = frozenset({"C005", "C006", "C061", "C062", "C064", "C065", "C066", "C067", "C072", "Y001"})
