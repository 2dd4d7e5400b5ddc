"""The orders file to be filled in: whoever takes a # away, as its comments say, has a file that is right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.game import open_game
from turnproc.engine.ruleset import OrdersFile
from turnproc.report.language import LANGUAGES, Language
from turnproc.rulesets import AnyRuleset, rulesets
from turnproc.source.yaml_reader import ORDERS, read_yaml

ROOT = Path(__file__).parents[2]

each_ruleset = pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda ruleset: ruleset.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def demonstration(ruleset: AnyRuleset) -> Path:
    """The folder of a campaign that is played by these rules."""
    row = f"\nruleset: {ruleset.name}\n"
    files = sorted((ROOT / "campaign").glob("*/campaign.yaml"))
    return next(file.parent for file in files if row in file.read_text(encoding="utf-8"))


@each_language
@each_ruleset
def test_each_row_counts_once_its_sign_is_taken_away(ruleset: AnyRuleset, language: str) -> None:
    game = open_game(Documents(demonstration(ruleset)))
    assert game is not None and game.before is not None
    reader = ruleset.reader(game.campaign.world, game.before)
    for speaker in sorted(reader.speakers)[:3]:
        words = Language.load(language, ruleset.name)
        rows = ruleset.blank_orders(game.campaign.world, game.before, speaker, game.turn, words).splitlines()
        assert not [row for row in rows if re.match(r"# +(-|ready|message|turn|for|orders)\b", row)], speaker
        shut = [at for at, row in enumerate(rows) if row.startswith("#") and not row.startswith("# ")]
        assert {row.split(":")[0] for row in rows} >= {"#ready", "#message"}
        for at in shut:
            text = "\n".join(row[1:] if number == at else row for number, row in enumerate(rows)) + "\n"
            document, problems = read_yaml(text.encode(), "blank.yaml", ORDERS)
            assert document is not None and problems == [], rows[at]
            assert schema_check(ruleset.name, "orders").problems(document) == [], rows[at]
            data: Any = document.data
            file = OrdersFile(speaker=speaker, source="orders/x", pointer="/orders", orders=data["orders"])
            # An example may ask for more than is there, beside the rows of the file.
            assert rows[at].startswith("#  - ") or reader.read_orders(file).findings == (), rows[at]
