"""Messages about pull requests (codes P…), from `turnproc check-pr`. The parameters are named in the texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message

_ANEW: Final = N_(
    "close it and open a new pull request with your own files alone, in a new branch from {base}; on the web page "
    "begin on the campaign's first page, with “Add file”"
)
_TAKE_OUT: Final = N_("take this file out of the pull request; if the campaign needs it, ask the game master")

PULL_REQUEST_MESSAGES: Final[Mapping[str, Message]] = {
    "P001": Message(
        text=N_("the pull request does not come from this repository: it has no commit in common with {base}"),
        hint=_ANEW,
        kind=Kind.ILLEGAL,
        explanation=N_(
            "What a pull request changes is told by the last commit that it shares with the campaign's branch. There "
            "is none, so it would bring in a whole other history."
        ),
    ),
    "P002": Message(
        text=N_("commit {commit} merges something that is not in {base}"),
        hint=_ANEW,
        kind=Kind.ILLEGAL,
        explanation=N_(
            "A pull request may bring itself up to date by merging the campaign's branch. It may not merge other "
            "branches: these would come in with it."
        ),
    ),
    "P003": Message(
        text=N_("nobody in this campaign has the account {author} ({platform}): this file cannot be sent from it"),
        hint=N_("if it is yours, ask the game master to write it under your “accounts” in campaign.yaml"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "campaign.yaml says which account belongs to which player. Orders come from these accounts alone. Whoever "
            "does not play yet may send signup/<account>.yaml while places are free."
        ),
    ),
    "P004": Message(
        text=N_("no file may be called {file}"),
        hint=N_("give it the name that it should have, in plain letters"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Some systems cannot have a file of this name, or take it for something else: names of devices (con, aux), "
            "dots and blanks at the end, signs that nobody sees, names that begin with .git."
        ),
    ),
    "P004/twice": Message(
        text=N_("{file} is in the pull request twice, with different contents"),
        hint=_ANEW,
        kind=Kind.ILLEGAL,
        explanation=N_("Such a folder cannot be made with git itself. Every system would see another of the files."),
    ),
    "P005": Message(
        text=N_("{file} is not an ordinary file: git has it as {mode}"),
        hint=N_("put a plain file in its place"),
        kind=Kind.ILLEGAL,
        explanation=N_("Only ordinary files are taken: no links, no repositories inside, nothing that can be run."),
    ),
    "P005/link": Message(
        text=N_("{file} is a link"),
        hint=N_("put a plain file with the orders themselves in its place"),
        kind=Kind.ILLEGAL,
        explanation=N_("A link could lead out of the campaign, to files that are nobody's orders."),
    ),
    "P005/submodule": Message(
        text=N_("{file} is a repository of its own"),
        hint=N_("take it out of the pull request and put a plain file in its place"),
        kind=Kind.ILLEGAL,
        explanation=N_("What stands in another repository is not in the campaign's, and can be changed at any time."),
    ),
    "P005/executable": Message(
        text=N_("{file} is marked as a program that can be run"),
        hint=N_("take the mark away: git update-index --chmod=-x, then commit; or upload the file anew"),
        kind=Kind.ILLEGAL,
        explanation=N_("Orders are texts. Nothing in a campaign needs to be run."),
    ),
    "P006": Message(
        text=N_("{file} differs from {other} only in letter case or in how its letters are stored"),
        hint=N_("use the name that is there: {other}"),
        kind=Kind.ILLEGAL,
        explanation=N_("On some computers these two are one file, on others two: nobody could say which counts."),
    ),
    "P007": Message(
        text=N_("{file} lies outside the campaign, which is {folder}"),
        hint=_TAKE_OUT,
        kind=Kind.ILLEGAL,
        explanation=N_("The campaign is one folder of this repository. What lies beside it is not the players'."),
    ),
    "P008": Message(
        text=N_("{file} is no orders file: players do not change it"),
        hint=_TAKE_OUT,
        kind=Kind.ILLEGAL,
        explanation=N_(
            "A player sends turns/<open turn>/orders/<speaker>.yaml and nothing else. Everything else in the "
            "repository is written by the game master, or by turnproc."
        ),
    ),
    "P008/place": Message(
        text=N_("{file} has the name of an orders file, and does not lie where orders do"),
        hint=N_("its whole name has to be {wanted}"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Orders lie in the folder of the open turn, whose number has three digits or more, and there in the folder "
            "orders. Slashes in the name of a file make folders."
        ),
    ),
    "P008/workflow": Message(
        text=N_("{file} says what is done with pull requests: players do not change it"),
        hint=_TAKE_OUT,
        kind=Kind.ILLEGAL,
        explanation=N_("Whoever changed a workflow could let it say that all is well. Only the game master does that."),
    ),
    "P009": Message(
        text=N_("{file} is too large: {size} KiB, at most {most} KiB"),
        hint=N_("keep to the orders and a short message"),
        explanation=N_("No orders need that much; a file of this size would not be read."),
    ),
    "P010": Message(
        text=N_("the pull request changes {count} files, at most {most} are looked at"),
        hint=_ANEW,
        kind=Kind.ILLEGAL,
        explanation=N_("Orders are one file for each speaker. A branch that has so many changes was made by mistake."),
    ),
    "P010/commits": Message(
        text=N_("the pull request has {count} commits, at most {most} are looked at"),
        hint=_ANEW,
        kind=Kind.ILLEGAL,
        explanation=N_("Every commit is looked at. A branch with so many of them was not begun from the campaign's."),
    ),
    "P010/size": Message(
        text=N_("the commits of the pull request hold {size} KiB, at most {most} are accepted"),
        hint=_ANEW,
        kind=Kind.ILLEGAL,
        explanation=N_(
            "All commits become part of the campaign's history, with whatever a later one takes away or makes smaller: "
            "everybody who has a copy of the campaign would have it for ever."
        ),
    ),
    "P011": Message(
        text=N_("{file} is deleted, and it is not yours"),
        hint=N_("put the file back as it was; a file that is moved is deleted in its old place, too"),
        kind=Kind.ILLEGAL,
        explanation=N_("Deleting your own orders withdraws them. Those of others only they can withdraw."),
    ),
    "P012": Message(
        text=N_("turn {turn} is resolved: orders for it change nothing any more"),
        hint=N_("orders for turn {open} belong into the folder {wanted}"),
        kind=Kind.ILLEGAL,
        explanation=N_("What a turn was made from stays as it was, so that everybody can play it again and see."),
    ),
    "P012/later": Message(
        text=N_("turn {turn} is not open yet, turn {open} is"),
        hint=N_("orders for the open turn belong into the folder {wanted}"),
        kind=Kind.ILLEGAL,
        explanation=N_("Who speaks in a later turn shows only when the turn before it is resolved."),
    ),
    "P013": Message(
        text=N_("{file} and {other} would both be there, for the same speaker"),
        hint=N_("delete one of them in the same pull request, or before, in one of its own; then send the other anew"),
        kind=Kind.ILLEGAL,
        explanation=N_("Orders come open or sealed. With both files nobody could say which of them count."),
    ),
    "P014": Message(
        text=N_("orders of {speaker} come from {player}, and {author} is not their account"),
        hint=N_("name the file for the one whom you play: {own}"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Who plays whom is said by the state of the last turn, and at the start by “speaks_for” in campaign.yaml. "
            "“accounts” says from which account each player sends."
        ),
    ),
    "P014/nobody": Message(
        text=N_("nobody plays {speaker}, so only the game master gives orders for it"),
        hint=N_("name the file for the one whom you play: {own}"),
        kind=Kind.ILLEGAL,
        explanation=N_("Those whom nobody plays get their orders under “npc_orders” in the game master's file."),
    ),
    "P015": Message(
        text=N_("{file}: nobody who could give orders is called “{name}”"),
        hint=N_("did you mean {nearest}?\nname the file for the one whom you play: {own}"),
        kind=Kind.ILLEGAL,
        explanation=N_("An orders file is named for the one who gives the orders, by its id."),
    ),
    "P015/name": Message(
        text=N_("{file} has another name or ending than it should"),
        hint=N_("rename it to {wanted}"),
        kind=Kind.ILLEGAL,
        explanation=N_("An orders file is named by the id of the one who gives the orders, and ends in .yaml."),
    ),
    "P016": Message(
        text=N_("{file} would sign up an account that is not {author}"),
        hint=N_("name it {wanted}"),
        kind=Kind.ILLEGAL,
        explanation=N_("Whoever wants to play sends one file, named for their own account."),
    ),
    "P016/full": Message(
        text=N_("no place is free in this campaign"),
        hint=N_("ask the game master: somebody may leave"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "One can sign up before turn 1 is resolved, and later while there is somebody whom nobody plays."
        ),
    ),
    "P016/player": Message(
        text=N_("{player} has the account {author} and plays already"),
        hint=N_("for another place, or another key, ask the game master"),
        kind=Kind.ILLEGAL,
        explanation=N_("Signing up is for those who do not play yet."),
    ),
    "P017": Message(
        text=N_("commit {commit} of the pull request changes {file}, and a later one takes that back"),
        hint=_ANEW,
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Nothing of it is left at the end, but the commit would be part of the campaign's history: it could make "
            "orders of others look as if they had come later than they did."
        ),
    ),
}
