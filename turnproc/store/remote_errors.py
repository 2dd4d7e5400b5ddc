"""What can be wrong when others push to the same repository: part of the messages of `turnproc.store.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Message

REMOTE_MESSAGES: Final[Mapping[str, Message]] = {
    "O120": Message(
        text=N_("git does not know to which repository the branch {branch} is pushed"),
        hint=N_("tell it once: git push --set-upstream NAME {branch}, where NAME is the host's, often origin"),
    ),
    "O121": Message(
        text=N_("nothing could be fetched from {remote}, branch {branch}: {words}"),
        hint=N_("nothing was changed; see whether the address is right and you may read there, and run it again"),
    ),
    "O122": Message(
        text=N_("both you and others have made commits on {branch} since you last pushed"),
        hint=N_("bring both together: git pull --no-rebase {remote} {branch}; then run it again"),
    ),
    "O123": Message(
        text=N_("{remote} does not take what was pushed to {branch}: {words}"),
        hint=N_(
            "all of it is committed here, and nothing there; if the branch is protected, let this account push there, "
            "then run it again"
        ),
    ),
    "O124": Message(
        text=N_("{count} times in a row others pushed to {branch} first"),
        hint=N_("nothing was changed; run it again when it is quieter"),
    ),
    "O125": Message(
        text=N_("{folder} is not in a git repository, and --push needs one"),
        hint=N_("run it in a clone of the campaign's repository, or leave --push out"),
    ),
    "O126": Message(
        text=N_("{file} cannot be read, and receipts are to be added to it"),
        hint=N_("turnproc validate tells what is wrong with it; nothing was accepted"),
    ),
    "O127": Message(
        text=N_("say which pull request: --head and --author; or, with --push alone, all that are open at GitHub"),
        hint=N_("for one that you have fetched: turnproc accept --head BRANCH --author LOGIN --at TIME"),
    ),
}
