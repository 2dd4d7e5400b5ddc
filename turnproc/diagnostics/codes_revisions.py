"""Messages about turns that were taken back and resolved again (codes C090 to C095).

The parameters are named in the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message

_RESTORE: Final = N_("restore it from the repository, or ask the game master what was changed")

REVISION_MESSAGES: Final[Mapping[str, Message]] = {
    "C090": Message(
        text=N_("turn.yaml speaks of revision {revision}, but by what was taken back it is revision {wanted}"),
        hint=N_("put turn.yaml and the folder “undone” back as they are in git; if an undo was cut off, run it again"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "“turnproc undo” moves the results of a turn into the folder “undone” of the turn and notes in turn.yaml "
            "which revision comes next. The two do not fit together: one of them was changed by hand, or a run was "
            "cut off."
        ),
    ),
    "C090/reason": Message(
        text=N_("“reason” belongs to a turn that was taken back, and to each such turn; this is revision {revision}"),
        hint=N_("put turn.yaml back as “turnproc undo” wrote it"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Players are told why a turn was taken back. The reason stands in turn.yaml beside the number of the "
            "revision, and nowhere else."
        ),
    ),
    "C091": Message(
        text=N_("“spent” says that these links were revealed: {spent}; the revisions taken back revealed: {links}"),
        hint=N_("put turn.yaml back as “turnproc undo” wrote it"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "A link for dice that a turn has revealed is known to everybody and can never be used for other orders. "
            "Which ones these are, the journals in the folder “undone” say, and turn.yaml has to say the same."
        ),
    ),
    "C092": Message(
        text=N_("{file} is missing, which “turnproc undo” kept of a turn that was taken back"),
        hint=_RESTORE,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "What is kept of a revision that was taken back shows which dice it had and what differs in the next one. "
            "Without it the turn cannot be resolved again."
        ),
    ),
    "C093": Message(
        text=N_("{file} is not the journal that was committed with the tag {tag}"),
        hint=_RESTORE,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The journal of a revision that was taken back is kept as it was. Another one could hide which dice it "
            "had, and be used to get others."
        ),
    ),
    "C094": Message(
        text=N_(
            "revision {revision} of turn {turn} was made from the same files of the players as revision {earlier}, "
            "but has other dice"
        ),
        hint=_RESTORE,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "A turn that is played again with the same files of the players has the same dice. Otherwise a game "
            "master could play it again and again until the dice please."
        ),
    ),
    "C095": Message(
        text=N_("turn {turn} was taken back, but turn {last}, which was made from it, is still resolved"),
        hint=N_(
            "take turn {last} back, too: turnproc undo --turn {last} --reason TEXT; then resolve turn {turn} again"
        ),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "Each turn is made from the one before. This happens where one person takes a turn back while another one "
            "resolves the next, and both are brought together afterwards. Nothing is resolved until the later turns "
            "are taken back as well, the last one first."
        ),
    ),
}
