"""One battle by itself: whatever its file says, it ends as its odds said that it could."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from turnproc.engine.dice import Dice
from turnproc.engine.facts import fact_data
from turnproc.engine.resolve import steps
from turnproc.engine.rulings import Rulings
from turnproc.engine.table import Table
from turnproc.report.language import Language
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.battle import Plan
from turnproc.rulesets.vidonico.folding import apply
from turnproc.rulesets.vidonico.odds_of_battle import foresee
from turnproc.rulesets.vidonico.orders import Orders
from turnproc.rulesets.vidonico.single_battle import read_single
from turnproc.rulesets.vidonico.single_fight import BATTLES
from turnproc.rulesets.vidonico.state import QUALITIES, State, copy_state
from turnproc.rulesets.vidonico.telling_odds import odds
from turnproc.rulesets.vidonico.world import TERRAINS, WEATHERS, World

TKS = st.sampled_from(["1T", "2T+1", "3T", "4T+2", "6T"])
SETTINGS: dict[str, st.SearchStrategy[Any]] = {
    "ratio_rounding": st.sampled_from(["up", "nearest"]),
    "tactics_rounding": st.sampled_from(["up", "nearest", "none"]),
    "loss_rounding": st.sampled_from(["up", "nearest", "down"]),
    "success_on_equal": st.booleans(),
    "equal_strength": st.sampled_from(["tactics_total", "mutual"]),
    "unusable_cavalry": st.sampled_from(["dismount", "absent"]),
    "dismounted_may_pursue": st.booleans(),
    "fate_modifiers": st.sampled_from(["most_specific", "cumulative"]),
    "npc_fates": st.booleans(),
    "loot_sanity": st.sampled_from(["warn", "auto_reroll", "off"]),
    "captive_despite_victory": st.sampled_from(["ask", "always"]),
}


@st.composite
def contingents(draw: st.DrawFn, side: str) -> list[dict[str, Any]]:
    found = []
    for at in range(draw(st.integers(0, 3))):
        kind: dict[str, Any] = draw(
            st.sampled_from(
                [
                    {"species": "human"},
                    {"species": "human", "mount": "horse"},
                    {"species": "faun", "mount": "diatrima"},
                    {"species": "centaur"},
                    {"species": "myrmica", "caste": "scout"},
                    {"species": "triton"},
                ]
            )
        )
        flags = {name: draw(st.booleans()) for name in ("metal_armour", "firearms", "barbarian", "hungry")}
        count, quality = draw(st.sampled_from([0, 1, 2, 7, 100, 553])), draw(st.sampled_from(QUALITIES))
        found.append({"id": f"{side}-{at}", "count": count, "quality": quality, **kind, **flags})
    return found


@st.composite
def sides(draw: st.DrawFn, side: str) -> dict[str, Any]:
    there = draw(contingents(side))
    characters = [
        {
            "id": f"{side}-hero-{at}",
            "role": draw(st.sampled_from(["fight", "present", "absent"])),
            "pc": draw(st.booleans()),
            "mounted": draw(st.booleans()),
            "contingent": draw(st.sampled_from([None, *(each["id"] for each in there)])),
            "weapon_skills": draw(st.dictionaries(st.sampled_from(["axe", "bow"]), TKS)),
        }
        for at in range(draw(st.integers(0, 2)))
    ]
    leaders = [None, {"name": "Bo"}, {"tactics": "3T"}, *({"id": each["id"], "tactics": "4T"} for each in characters)]
    riders = [each["id"] for each in there if "mount" in each]
    return {
        "id": side,
        "leader": draw(st.sampled_from(leaders)),
        "pursue": draw(st.booleans()),
        "exhausted": draw(st.booleans()),
        "formations": {
            each: draw(st.sampled_from(["mounted", "dismounted"])) for each in riders if draw(st.booleans())
        },
        "contingents": there,
        "characters": characters,
    }


FILES = st.fixed_dictionaries(
    {
        "battle": st.fixed_dictionaries(
            {"id": st.just("b"), "terrain": st.sampled_from(TERRAINS)},
            optional={
                "weather": st.sampled_from(WEATHERS),
                "difficulty": st.integers(1, 24),
                "pursuit_terrain": st.sampled_from(TERRAINS),
            },
        ),
        "settings": st.fixed_dictionaries({}, optional=SETTINGS),
        "sides": st.tuples(sides("x"), sides("y")).map(list),
        "rulings": st.fixed_dictionaries(
            {}, optional={"tactics/b/x": st.builds(lambda dice: {"dice": dice}, st.integers(-5, 5))}
        ),
    }
)


def table_of(data: dict[str, Any], dice: Dice) -> tuple[State, Table[World, Orders]]:
    read = read_single(data)
    assert read.value is not None, read.findings
    event = (read.value.event,)
    world, rulings = read.value.world, Rulings(data["rulings"])
    return read.value.before, Table(turn=0, world=world, orders={}, events=event, rulings=rulings, dice=dice)


@given(FILES, st.integers(0, 10**6))
@examples(150)
def test_it_ends_as_its_odds_said_that_it_could(data: dict[str, Any], seed: int) -> None:
    before, table = table_of(data, Dice())
    (event,) = table.events
    foreseen = foresee(Plan.of(event.data, event.pointer), before, table)
    preview = foreseen.preview
    before, table = table_of(data, Dice(sha256(str(seed).encode()).digest()))
    after = copy_state(before)
    facts: list[f.Fact] = []
    for _, outcome in steps(BATTLES.schedule(after, table), after, apply):
        assert outcome.findings == ()
        facts += outcome.facts
    ended = [fact for fact in facts if isinstance(fact, f.OutcomeReached)]
    if preview is None:
        assert ended == [] and table.dice.rolls == ()
        return
    (reached,) = ended
    successes = [fact.success for fact in facts if isinstance(fact, f.TacticsRoll)]
    totals = [fact.total for fact in facts if isinstance(fact, f.TacticsRoll)]
    higher = "a" if totals[0] > totals[1] else "b" if totals[0] < totals[1] else "tie"
    fitting = [
        each
        for each in preview.outcomes
        if list(each.successes) == successes and ("_" not in each.case or each.case.endswith(("_only", higher)))
    ]
    (possible,) = fitting
    assert possible.probability > 0
    assert dict(zip("xy", possible.rows, strict=True)) == reached.rows
    losses = [fact for fact in facts if isinstance(fact, f.Losses)]
    names = ("dead", "wounded", "captured", "missing", "unhurt")
    for fact, toll in zip(losses, possible.tolls, strict=True):
        assert [getattr(fact, name) for name in names] == [getattr(toll, name) for name in names]
    _fates_were_foreseen(facts, {each.id: each for each in preview.characters})


def _fates_were_foreseen(facts: list[f.Fact], foreseen: dict[str, Any]) -> None:
    for fact in facts:
        if isinstance(fact, f.Fate):
            assert foreseen[fact.fate].rows[fact.row] > 0
        elif isinstance(fact, f.Captured):
            assert foreseen[fact.captured].captive > 0
        elif isinstance(fact, f.Loot):
            assert foreseen[fact.loot].loot[fact.item] > 0


@given(FILES)
@examples(40)
def test_its_odds_can_be_told(data: dict[str, Any]) -> None:
    before, table = table_of(data, Dice())
    found = odds(before, table, Language.load("en"))
    assert found.sections and table.dice.rolls == ()
    shares = [Fraction(each["probability"]["exact"]) for each in found.figures["outcomes"]]
    assert sum(shares) == (1 if shares else 0)


@given(FILES, st.integers(0, 10**6))
@examples(40)
def test_the_same_file_and_seed_give_the_same_battle(data: dict[str, Any], seed: int) -> None:
    played = []
    for _ in range(2):
        before, table = table_of(data, Dice(sha256(str(seed).encode()).digest()))
        after = copy_state(before)
        facts = [fact for _, each in steps(BATTLES.schedule(after, table), after, apply) for fact in each.facts]
        played.append(([fact_data(fact) for fact in facts], after))
    assert played[0] == played[1]
