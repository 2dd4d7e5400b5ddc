"""Pictures of the map: who stands where after a turn (`map`), what went where in it (`moves`); as SVG, as PNG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from turnproc.actions.campaign import Campaign, open_campaign, with_shapes
from turnproc.actions.documents import Documents
from turnproc.actions.game import Game, open_game, read_state
from turnproc.actions.written import read_record
from turnproc.engine.picture import Picture
from turnproc.engine.ruleset import AnyRecord
from turnproc.report.drawing import Drawn, draw
from turnproc.report.language import Language
from turnproc.report.lettering import font_files
from turnproc.report.png import NoPngError, check_png, png
from turnproc.resources import MissingResourceError
from turnproc.store.errors import OperatorError
from turnproc.store.layout import OUTLINES_FILE, PICTURES, Layout

STANDING: Final = "map"
MOVES: Final = "moves"


def pictures_of_turn(campaign: Campaign, record: AnyRecord, language: Language) -> dict[str, Drawn]:
    """The pictures of a turn that was played, by name; none where the campaign wants none.

    Raises:
        OperatorError: A font is missing (O173).
    """
    pictures = campaign.ruleset.pictures
    if pictures is None or not campaign.pictures:
        return {}
    check_pictures(("svg",))
    wanted = {
        STANDING: pictures.standing(campaign.world, record.after, record.journal.turn, language),
        MOVES: pictures.of_turn(record, language),
    }
    return {name: draw(picture, campaign.shapes, language.code, name) for name, picture in wanted.items()}


def check_pictures(kinds: Sequence[str]) -> None:
    """See that pictures of these kinds (svg, png) can be drawn here.

    Raises:
        OperatorError: The package for PNGs is missing (O170), or a font is (O173).
    """
    try:
        if "png" in kinds:
            check_png()
        elif "svg" in kinds:
            font_files()
    except NoPngError:
        raise OperatorError("O170") from None
    except MissingResourceError as error:
        raise OperatorError("O173", words=str(error)) from None


def as_png(svg: str) -> bytes:
    """An SVG as PNG. Raises OperatorError as `check_pictures` does."""
    check_pictures(("png",))
    return png(svg)


def kind_of(path: Path) -> str:
    """What a picture's file is to be, by its name.

    Raises:
        OperatorError: Neither an SVG nor a PNG (O172).
    """
    kind = path.suffix.removeprefix(".").lower()
    if kind not in PICTURES:
        raise OperatorError("O172", path=str(path))
    return kind


def map_of(root: Path, turn: int | None, asked: str | None, *, moves: bool = False) -> tuple[str | None, Documents]:
    """The map after a turn (default: the last one), or a turn's moves, as SVG. None if its files do not allow it.

    Raises:
        OperatorError: There is no such turn (O174, O175), no map (O171), no font (O173).
    """
    check_pictures(("svg",))
    resolved = Layout(root).resolved_turns()
    last = max(resolved, default=0)
    turn = last if turn is None else turn
    if moves and turn == 0:
        raise OperatorError("O174")
    if turn != 0 and turn not in resolved:
        raise OperatorError("O175", turn=turn, last=last)
    documents = Documents(root)
    game = open_game(documents, turn) if moves else None
    opened = open_campaign(documents) if not moves else None if game is None else game.campaign
    campaign = None if opened is None else drawable(documents, opened)
    if campaign is None:
        return None, documents
    language = Language.load(asked or campaign.report_languages[0], campaign.ruleset.name)
    picture = _standing(documents, campaign, turn, language) if game is None else _moves(game, language)
    if picture is None:
        return None, documents
    return draw(picture, campaign.shapes, language.code, MOVES if moves else STANDING).svg, documents


def drawable(documents: Documents, campaign: Campaign) -> Campaign | None:
    """The campaign with its outlines; None, with what is wrong, where they cannot be drawn.

    Raises:
        OperatorError: Its ruleset draws no map (O171).
    """
    if campaign.ruleset.pictures is None:
        raise OperatorError("O171", ruleset=campaign.ruleset.name)
    if not campaign.pictures:
        known = len(documents.diagnostics)
        campaign = with_shapes(documents, campaign)
        if any(each.is_error for each in documents.diagnostics[known:]):
            return None
    elif documents.errors_in(OUTLINES_FILE) or any(each.code == "C106" for each in documents.diagnostics):
        return None
    return campaign


def _standing(documents: Documents, campaign: Campaign, turn: int, language: Language) -> Picture | None:
    state = read_state(campaign, documents, turn)
    pictures = campaign.ruleset.pictures
    return None if state is None or pictures is None else pictures.standing(campaign.world, state, turn, language)


def _moves(game: Game, language: Language) -> Picture | None:
    record = read_record(game)
    pictures = game.campaign.ruleset.pictures
    return None if record is None or pictures is None else pictures.of_turn(record, language)
