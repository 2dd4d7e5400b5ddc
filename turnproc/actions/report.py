"""`turnproc report`: render a turn that was resolved again, from its journal, the states and what came in.

Rendering changes nothing: reports are made of what is written, as often as one likes.
"""

from __future__ import annotations

from pathlib import Path

from turnproc.actions.documents import Documents
from turnproc.actions.game import open_game
from turnproc.actions.play import play
from turnproc.actions.reporting import render_reports
from turnproc.actions.verify import compare
from turnproc.actions.written import read_record
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout

# What is written where a campaign wants nothing but pictures.
MARKDOWN = "markdown"


def report(root: Path, turn: int | None, language: str | None, target: str | None) -> tuple[str | None, Documents]:
    """Render one report of a resolved turn (default: the last one). None if its files do not allow it.

    Raises:
        OperatorError: No turn has been resolved (O020), or not this one (O021); a font is missing (O173).
    """
    resolved = Layout(root).resolved_turns()
    if not resolved:
        raise OperatorError("O020")
    if turn is not None and turn not in resolved:
        raise OperatorError("O021", turn=turn, last=resolved[-1])
    documents = Documents(root)
    game = open_game(documents, resolved[-1] if turn is None else turn)
    record = None if game is None else read_record(game)
    if game is None or record is None:
        return None, documents
    wanted = (language or game.campaign.report_languages[0], target or (game.campaign.targets or [MARKDOWN])[0])
    try:
        return render_reports(game.campaign, record, wanted[:1], wanted[1:])[wanted], documents
    except OperatorError:
        # A font is missing: no fault of the turn's.
        raise
    except Exception:
        # A journal or a state that somebody changed may tell of what there is not. If nobody did, it is a bug.
        known = len(documents.diagnostics)
        list(compare(game, play(game, render=False, seed=lambda: record.journal.seed)))
        if len(documents.diagnostics) == known:
            raise
        return None, documents
