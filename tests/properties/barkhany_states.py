"""Small states of barkhany, drawn at random: some detachments of one commander in few hexes, with generals and gear."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.state import Commander, Detachment, Faction, General, HexState, State, Unit
from turnproc.rulesets.barkhany.troops import GEAR, TROOPS

HERE = Hex(0, 0)
HEXES = (HERE, HERE, HERE, Hex(1, 0))
IDS = ("a", "b", "c", "d")
UNIT_IDS = ("u", "v", "w", "u-2")
GEAR_COUNTS = st.dictionaries(st.sampled_from(GEAR), st.integers(1, 40), max_size=4)
PERCENT = st.integers(-10_000, 20_000).map(lambda number: Fraction(number, 100))


@st.composite
def units(draw: st.DrawFn, id_: str) -> Unit:
    """A unit of any type, awkward or not."""
    type_ = draw(st.sampled_from(sorted(TROOPS)))
    penalty: dict[str, Any] = draw(
        st.sampled_from([{}, {"penalty_pct": Fraction(25)}, {"penalty_pct": Fraction(25), "penalty_until": 5}])
    )
    if TROOPS[type_].is_engine:
        return Unit(id=id_, type=type_, condition_pct=Fraction(draw(st.integers(1, 100))), **penalty)
    return Unit(id=id_, type=type_, men=draw(st.integers(1, 300)), **penalty)


@st.composite
def detachments(draw: st.DrawFn, id_: str) -> Detachment:
    """A detachment with up to four units."""
    there = draw(st.lists(st.sampled_from(UNIT_IDS), min_size=1, max_size=4, unique=True))
    return Detachment(
        id=id_,
        commander="me",
        hex=draw(st.sampled_from(HEXES)),
        units=tuple(draw(units(unit)) for unit in there),
        morale_pct=draw(PERCENT),
        is_inside=draw(st.booleans()),
        is_blocked=draw(st.booleans()),
        is_in_boats=draw(st.booleans()),
        baggage=draw(GEAR_COUNTS),
        ready_from=draw(st.integers(0, 5)),
    )


@st.composite
def states(draw: st.DrawFn) -> State:
    """Detachments, and generals with those of one hex."""
    there = {id_: draw(detachments(id_)) for id_ in draw(st.lists(st.sampled_from(IDS), min_size=2, unique=True))}
    generals = {}
    for id_ in draw(st.lists(st.sampled_from(["g", "h"]), unique=True)):
        first = draw(st.sampled_from(sorted(there)))
        beside = [each.id for each in there.values() if each.hex == there[first].hex and each.id != first]
        led = (first, *draw(st.lists(st.sampled_from(beside), unique=True) if beside else st.just([])))
        generals[id_] = General(
            id=id_, name=id_, commander="me", morale_pct=Fraction(8), hex=there[first].hex, attached_to=led
        )
    return State(
        turn=2,
        day=2,
        factions={"own": Faction(id="own", name="Own", tags=frozenset({"rebels"}))},
        commanders={"me": Commander(id="me", faction="own", points=Fraction(50))},
        hexes={HERE: HexState(controller="own", stock=draw(GEAR_COUNTS))},
        detachments=there,
        generals=generals,
    )
