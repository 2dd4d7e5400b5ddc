"""Texts from the forum for `turnproc orders import`: anything at all, and slips in what was meant well."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.cli.helpers import HUNS, SMALL
from tests.effort import examples
from tests.fuzz.campaigns import FINE, PROBLEMS, Place
from tests.fuzz.strategies import BYTES, SOUP, slips
from tests.git.helpers import contents

GOOD = [
    """\
Huns:
3: Tavrika -> Sarmatia (attack on Alans)
1: Tavrika (idle)
Subjugation of Alans
> We greet you.
""",
    """\
Гунны:

3: Таврика -> Сарматия (атака аланов)

1: Таврика (бездействие)

Покорение аланов

Готы:
3: Дакия -> Сарматия (атака аланов)
""",
]
LINES = [
    *("Huns:", "гунны:", "Rome", "Рим:", "hunner:", "Goths (Huns):", "Ready", "> words", ">", ">> x", "", " ", "\t"),
    *("3: Tavrika -> Sarmatia", "1: Tavrika", "0: Tavrika", "3 Tavrika Sarmatia", "3: -> ", ": -> ()", "3: Tavrika ("),
    *("999999999999999999999: Tavrika -> Italy", "-1: Tavrika", "Retreat: Tavrika -> Sarmatia, Dacia", "No orders"),
    *("Покорение аланов", "Subjugation of alans", "Crown Huns", "Annex Italy", "Assimilate goths in Dacia", "idle"),
    *("(", ")", "->", "→", "—", "[b]Huns:[/b]", "[quote]", "```", "\u202e", "\x00", "\ufeff", "\u2028", "Spare Rome"),
]
ROWS = st.lists(st.sampled_from(LINES) | st.text(max_size=20), max_size=12).map(lambda rows: "\n".join(rows).encode())
WELL_MEANT = st.sampled_from(GOOD).flatmap(lambda text: slips(text.encode()))
TEXTS = st.one_of(BYTES, SOUP, ROWS, ROWS, WELL_MEANT, WELL_MEANT)


@examples(15)
@given(raw=TEXTS, form=st.sampled_from([(), ("--format", "json"), ("-l", "ru"), ("-l", "sv")]))
def test_a_text_of_the_forum(opened: Place, raw: bytes, form: tuple[str, ...]) -> None:
    """What is imported can be played; what is not, leaves nothing behind."""
    before = opened.fill({HUNS: None, "turns/001/orders/goths.yaml": None, "turns/001/gm.yaml": None})
    text = opened.root.parent / "forum.txt"
    text.write_bytes(raw)
    ran = opened.call("orders", "import", str(text), "--campaign", "ROOT", *form)
    after = contents(opened.root)
    try:
        assert {name: after[name] for name in before} == before
        if ran.code == PROBLEMS:
            assert after == before
        else:
            assert opened.call("validate", "ROOT").code == FINE
    finally:
        opened.clear()


def test_the_good_texts_are_good(opened: Place) -> None:
    for good in GOOD:
        opened.fill({name: None for name in SMALL if "orders" in name} | {"turns/001/gm.yaml": None})
        text = opened.root.parent / "forum.txt"
        text.write_text(good, encoding="utf-8")
        assert opened.call("orders", "import", str(text), "--campaign", "ROOT").code == FINE
        opened.clear()
