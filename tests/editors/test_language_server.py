"""What players and game masters see in an editor: what it offers, what it explains, what it underlines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.editors.language_server import LanguageServer
from turnproc import resources
from turnproc.actions.campaign import open_campaign
from turnproc.actions.documents import Documents, schema_check
from turnproc.source.yaml_reader import ORDERS, read_yaml

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = sorted(EXAMPLES.glob("bellum/*/*/*.yaml"))
HEAD = "turn: 1\nfor: huns\norders:\n"
MODELINE = "# yaml-language-server: $schema=../../../schemas/orders.schema.json\n"
VERBS = resources.schema("bellum", "orders")["$defs"]["order"]["x-verbs"]
EVENTS = resources.schema("bellum", "gm")["$defs"]["event"]["x-verbs"]
PEOPLES = {"Huns", "гунны", "hunner", "Sciri", "скиры", "Western Rome", "Рим", "rome", "Västrom"}
PROVINCES = {"Dacia", "Дакия", "Dakien", "Sicily", "Sicilien", "sicilia", "Мёзия"}


class Desk:
    """Opens every text as a file of its own, so that what the server says late belongs to nothing else."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server

    def file(self, pattern: str) -> str:
        Desk.opened += 1
        return pattern.format(Desk.opened)

    opened = 1

    def offered(self, text: str, pattern: str = "turns/{:03d}/orders/huns.yaml") -> set[str]:
        return set(self.server.completions(self.file(pattern), text))

    def explained(self, text: str, pattern: str = "turns/{:03d}/orders/huns.yaml") -> str:
        return self.server.hover(self.file(pattern), text)

    def underlined(self, text: str, pattern: str = "turns/{:03d}/orders/huns.yaml") -> list[tuple[int, int, str]]:
        return [
            (each["range"]["start"]["line"] + 1, each["range"]["start"]["character"] + 1, each["message"])
            for each in self.server.complaints(self.file(pattern), text)
        ]


@pytest.fixture(scope="session")
def desk(editor: LanguageServer) -> Desk:
    return Desk(editor)


def test_offers_what_a_file_of_orders_has(desk: Desk) -> None:
    assert {"turn", "for", "ready", "message", "orders"} <= desk.offered("█")


def test_offers_every_verb(desk: Desk) -> None:
    assert set(VERBS) <= desk.offered(HEAD + "  - █\n")


@pytest.mark.parametrize(
    ("verb", "keys", "others"),
    [
        ("move: 2", {"from", "to", "attack", "of"}, {"in", "meet"}),
        ("hold: 2", {"in", "meet", "attack", "of"}, {"from", "to"}),
        ("assimilate: Sciri", {"in", "of"}, {"from", "to", "attack", "meet"}),
        ("retreat: Dacia", {"to", "of"}, {"from", "in", "attack"}),
    ],
)
def test_offers_the_keys_of_the_verb_that_stands_there(desk: Desk, verb: str, keys: set[str], others: set[str]) -> None:
    on_rows = desk.offered(f"{HEAD}  - {verb}\n    █\n")
    in_braces = desk.offered(f"{HEAD}  - {{{verb}, o█}}\n")
    for offered in (on_rows, in_braces):
        assert keys <= offered
        assert not others & offered


@pytest.mark.parametrize(
    ("row", "names", "others"),
    [
        ("{move: 2, from: █}", PROVINCES, PEOPLES),
        ("{move: 2, from: Dacia, to: М█}", PROVINCES, PEOPLES),
        ("{move: 2, of: █}", PEOPLES, PROVINCES),
        ("{move: 2, from: Dacia, to: Moesia, attack: [█]}", PEOPLES, PROVINCES),
        ("{move: 2, from: Dacia, to: Moesia, attack: [Huns, г█]}", PEOPLES, PROVINCES),
        ("{hold: 2, in: Dacia, meet: [█]}", PEOPLES, PROVINCES),
        ("{retreat: Dacia, to: [█]}", PROVINCES, PEOPLES),
        ("{subjugate: █}", PEOPLES, PROVINCES),
        ("{annex: █}", PROVINCES, PEOPLES),
        ("{crown: █}", PEOPLES, PROVINCES),
        ("{assimilate: Sciri, in: █}", PROVINCES, PEOPLES),
    ],
)
def test_offers_names_in_all_languages(desk: Desk, row: str, names: set[str], others: set[str]) -> None:
    offered = desk.offered(f"{HEAD}  - {row}\n")
    assert names <= offered
    assert not others & offered


def test_offers_words_that_may_stand_for_a_list(desk: Desk) -> None:
    assert "all" in desk.offered(HEAD + "  - {move: 2, from: Dacia, to: Moesia, attack: █}\n")
    assert "newcomers" in desk.offered(HEAD + "  - {hold: 2, in: Dacia, meet: █}\n")


def test_offers_nothing_of_another_campaign(desk: Desk, campaign: Path) -> None:
    """Examples in turnproc's own schemas speak of the rules' document."""
    for path in sorted((campaign / "schemas").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert "tavrika" not in text and "Таврика, Борисфен" not in text and '"examples"' not in text, path.name


def test_offers_who_may_speak(desk: Desk) -> None:
    offered = desk.offered("turn: 1\nfor: █\n")
    assert {"Huns", "гунны", "Gepids"} <= offered
    assert not {"Sciri", "скиры"} & offered


def test_a_name_comes_with_what_else_the_thing_is_called(editor: LanguageServer) -> None:
    items = editor.completions("turns/9000/orders/huns.yaml", HEAD + "  - {move: 2, from: █}\n")
    assert "Дакия, Dakien" in items["Dacia"]["documentation"]
    assert "Sicily" in items["sicilia"]["documentation"]


def test_offers_what_belongs_into_the_game_master_s_file(desk: Desk) -> None:
    gm = "turns/{:03d}/gm.yaml"
    assert {"turn", "chronicle", "events", "npc_orders", "rulings"} <= desk.offered("█", gm)
    assert set(EVENTS) <= desk.offered("turn: 1\nevents:\n  - █\n", gm)
    assert {"start", "end"} <= desk.offered("turn: 1\nevents:\n  - {note: x, when: █}\n", gm)
    assert {"nobody", "Huns"} <= desk.offered("turn: 1\nevents:\n  - {cede: Noricum, to: █}\n", gm)
    assert {"nobody", "player-1"} <= desk.offered("turn: 1\nevents:\n  - {assign: Huns, player: █}\n", gm)
    assert {"Lombards", "лангобарды"} <= desk.offered("turn: 1\nnpc_orders:\n  █\n", gm)
    assert set(VERBS) <= desk.offered("turn: 1\nnpc_orders:\n  lombards:\n    - █\n", gm)
    assert desk.offered("turn: 1\nnpc_orders:\n  lombards:\n    - {hold: 1, in: █}\n", gm) >= PROVINCES


def test_offers_what_belongs_into_the_campaign_s_own_files(desk: Desk) -> None:
    def offered(name: str, text: str) -> set[str]:
        return desk.offered(text, f"{{:03d}}/{name}")

    assert {"split_after", "freedom_after"} <= offered("campaign.yaml", "settings:\n  █\n")
    assert {"start", "years_per_turn"} <= offered("campaign.yaml", "calendar:\n  █\n")
    assert {"huns", "rome"} <= offered("campaign.yaml", "players:\n  player-9: {speaks_for: [█]}\n")
    assert {"land", "sea", "state_sea"} <= offered("map.yaml", "links:\n  - {between: [italia, dacia], kind: █}\n")
    assert {"italia", "dacia"} <= offered("map.yaml", "kingmaker: █\n")
    state = "turns/000/state.yaml"
    assert {"huns", "sciri"} <= offered(state, "peoples:\n  █\n")
    assert {"player-1", "player-5"} <= offered(state, "peoples:\n  huns: {kind: tribe, player: █}\n")
    assert {"dacia", "italia"} <= offered(state, "provinces:\n  █\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tu█rn: 1\n", "The number of the turn that these orders are for."),
        ("turn: 1\nfo█r: huns\n", "The free people that gives these orders"),
        (HEAD + "  - {mo█ve: 2, from: Dacia, to: Moesia}\n", "How many persons go to another province."),
        (HEAD + "  - {move: 2, fr█om: Dacia, to: Moesia}\n", "The province that they leave."),
        (HEAD + "  - {move: 2, from: Dacia, t█o: Moesia}\n", "it must be linked with the one that they leave"),
        (HEAD + "  - {move: 2, from: Да█кия, to: Moesia}\n", "* `Дакия`: Dacia, Dakien\n"),
        (HEAD + "  - {move: 2, from: Da█kia, to: Moesia}\n", "The province that they leave."),
        (HEAD + "  - {retr█eat: Dacia, to: [Moesia]}\n", "The province that your people may be driven out of."),
    ],
)
def test_explains_what_one_points_at(desk: Desk, text: str, words: str) -> None:
    assert words in desk.explained(text)


def test_explains_the_game_master_s_words(desk: Desk) -> None:
    text = "turn: 1\nevents:\n  - {baptise: [Noricum], wh█en: end}\n"
    assert "Write start if the event comes before the orders" in desk.explained(text, "turns/{:03d}/gm.yaml")


def test_names_that_it_does_not_know_are_for_turnproc_to_judge(desk: Desk) -> None:
    """Letter case, grammatical forms, aliases, peoples that came up yesterday: no schema can know them all."""
    rows = ["{move: 1, from: ДАКИИ, to: мезию}", "{subjugate: Heruli}", "{subjugate: nobody-yet}"]
    assert desk.underlined(HEAD + "".join(f"  - {row}\n" for row in rows)) == []


def test_what_is_no_name_at_all_is_underlined(desk: Desk) -> None:
    assert desk.underlined(HEAD + "  - {move: 1, from: 7, to: ''}\n") == [
        (4, 21, 'Incorrect type. Expected "string".'),
        (4, 28, "String is shorter than the minimum length of 1."),
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_underlines_what_turnproc_s_own_check_of_form_complains_about(desk: Desk, path: Path) -> None:
    """Row by row. What only rules, names or the strict reader object to is no business of a schema."""
    kind = path.parent.parent.name
    document, broken = read_yaml(path.read_bytes(), path.name, ORDERS)
    if document is None or broken:
        return
    own: dict[int, set[str]] = {}
    for problem in schema_check("bellum", kind).problems(document):
        own.setdefault(problem.place.line or 0, set()).add(problem.code)
    # An example's own modeline leads to where the project has its schemas.
    text = path.read_bytes().decode().replace("yaml-language-server:", "")
    pattern = "turns/{:03d}/orders/x.yaml" if kind == "orders" else "turns/{:03d}/gm.yaml"
    found = {line for line, _, _ in desk.underlined(text, pattern)}
    assert found >= set(own)
    # Of an order with two verbs turnproc says one thing, an editor says it of each key.
    assert found == set(own) or any("S011" in codes for codes in own.values())
    assert bool(found) == bool(own)


def test_enough_examples_are_compared() -> None:
    counts = {"valid": 0, "invalid": 0}
    for path in FILES:
        document, broken = read_yaml(path.read_bytes(), path.name, ORDERS)
        if document is not None and not broken:
            fits = not schema_check("bellum", path.parent.parent.name).problems(document)
            counts["valid" if fits else "invalid"] += 1
    assert min(counts.values()) > 30


def test_nothing_in_a_new_campaign_is_underlined(desk: Desk, campaign: Path) -> None:
    files = sorted(path.relative_to(campaign).as_posix() for path in campaign.rglob("*.yaml"))
    assert len(files) > 5
    for name in files:
        assert desk.server.complaints(name, (campaign / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "name",
    [
        *("campaign.yaml", "map.yaml", "peoples.yaml", "turns/000/state.yaml", "turns/1234/journal.yaml"),
        *("turns/001/gm.yaml", "turns/012/orders/huns.yaml"),
    ],
)
def test_every_kind_of_file_of_a_campaign_has_a_schema(desk: Desk, name: str) -> None:
    assert desk.underlined("nonsense: 1\n", f"{{:03d}}/{name}") != []


def test_other_files_have_none(desk: Desk) -> None:
    assert desk.underlined("nonsense: 1\n", "{:03d}/notes.yaml") == []


def test_a_file_s_first_row_is_enough(bare_editor: LanguageServer) -> None:
    name = "turns/001/orders/gepids.yaml"
    assert bare_editor.complaints(name, "nonsense: 1\n") == []
    assert bare_editor.complaints("turns/001/orders/huns.yaml", MODELINE + "nonsense: 1\n") != []
    offered = bare_editor.completions("turns/001/orders/rome.yaml", f"{MODELINE}{HEAD}  - {{move: 2, from: █}}\n")
    assert set(offered) >= PROVINCES


def test_the_samples_have_that_row(campaign: Path) -> None:
    for path in sorted((campaign / "turns" / "001" / "orders").iterdir()):
        assert path.read_text(encoding="utf-8").startswith(MODELINE)


def test_every_name_that_is_offered_is_one(campaign: Path) -> None:
    opened = open_campaign(Documents(campaign))
    assert opened is not None
    schema = json.loads((campaign / "schemas" / "orders.schema.json").read_text(encoding="utf-8"))
    for text in offered_in(schema, "names.province"):
        assert opened.world.province_names.find(text) is not None


def offered_in(schema: Any, name: str) -> list[str]:
    texts: list[str] = schema["$defs"][name]["enum"]
    assert len(texts) > 10
    return texts
