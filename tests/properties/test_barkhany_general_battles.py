"""Rounds of a general battle of barkhany: what holds for all troops, orders and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from tests.rules.barkhany_map import plain
from turnproc.engine.dice import faces
from turnproc.rulesets.barkhany import gb_happenings as f
from turnproc.rulesets.barkhany.battle import NO_BONUS, Override, Says, Weighed
from turnproc.rulesets.barkhany.both import Both
from turnproc.rulesets.barkhany.gb_applying import after
from turnproc.rulesets.barkhany.gb_orders import (
    CommitTo,
    GbAttack,
    GbMove,
    GbOrder,
    GbReserve,
    GbRetreatTo,
    GbShoot,
    GbWithdraw,
    Policy,
    ReserveRule,
)
from turnproc.rulesets.barkhany.gb_round import Deeds, Round
from turnproc.rulesets.barkhany.gb_state import GeneralBattle, Post, Sector, Side, other_side
from turnproc.rulesets.barkhany.general_battle import fight_round
from turnproc.rulesets.barkhany.happenings import DetachmentDestroyed, Losses, Trap
from turnproc.rulesets.barkhany.hexes import Hex
from turnproc.rulesets.barkhany.names import SideName
from turnproc.rulesets.barkhany.options import REACH, mobility_of
from turnproc.rulesets.barkhany.reserve_state import Direction
from turnproc.rulesets.barkhany.sectors import TEMPLATE
from turnproc.rulesets.barkhany.state import Commander, Detachment, Faction, GeneralStatus, State, Unit
from turnproc.rulesets.barkhany.volley import Firepower, volley
from turnproc.rulesets.barkhany.world import Fortification, Settings, World

HERE: Final = Hex(0, 0)
NAMES: Final = [f"d{at}" for at in range(10)]
SECTORS: Final = sorted(TEMPLATE)
TYPES: Final = ["heavy_infantry", "archers", "light_cavalry", "horse_archers", "militia"]
VERBS: Final = ["move", "move", "shoot", "shoot", "attack", "attack", "reserve", "reserve", "retreat", "leave"]
# Where the detachments stand, so that they meet.
PLACES: Final[Mapping[str, Sequence[str]]] = {
    "a": ["a_rear", "a_rear", "a_rear", "left", "centre"],
    "b": ["b_rear", "b_rear", "left", "centre"],
}
WALLS: Final[Sequence[Fortification]] = ["none", "minor", "major"]


@dataclass
class Judge:
    """Throws dice by a seed and the label; rules by the same."""

    seed: bytes
    flips: bool = False
    asked: list[str] = field(default_factory=list)

    def roll(self, label: str) -> int:
        self._note(label)
        if self.flips and label.startswith("clash/"):
            head, _, side = label.rpartition("/")
            label = f"{head}/{'b' if side == 'a' else 'a'}"
        return sum(faces(self.seed, label, 3, 6))

    def _note(self, question: str) -> None:
        assert question not in self.asked
        self.asked.append(question)

    def _pick(self, question: str, count: int) -> int:
        self._note(question)
        return faces(self.seed, question, 1, count)[0] - 1

    def morale_pct(self, battle: str, side: SideName) -> Fraction:
        return Fraction(0)

    def says(self, battle: str, sides: Both[Side], weighed: Weighed) -> Says:
        self._note(f"says/{battle}")
        return Says()

    def over_five(self, battle: str, side: Side) -> int | None:
        return None

    def says_of_fire(self, battle: str) -> tuple[Both[int], Override | None]:
        self._note(f"says/{battle}")
        return NO_BONUS, None

    def general_fate(self, battle: str, general: str) -> GeneralStatus:
        raise AssertionError("there are no generals")

    def reserve(self, question: str, directions: Sequence[Direction]) -> str | None:
        options = [None, *(each.sector for each in directions)]
        return options[self._pick(question, len(options))]

    def added_to_reserve(self, question: str, candidates: Collection[str]) -> Collection[str]:
        return sorted(candidates)[: self._pick(question, len(candidates) + 1)]

    def trapped(self, battle: str, detachment: str) -> Trap | str:
        options: list[Trap | str] = ["surrender", "destroyed", "stay", "centre"]
        return options[self._pick(f"trapped/{battle}/{detachment}", len(options))]

    def trapped_on_map(self, battle: str, detachment: str) -> Trap | Hex:
        return "stay"


@st.composite
def units(draw: st.DrawFn, name: str) -> tuple[Unit, ...]:
    types = [draw(st.sampled_from(TYPES))]
    if draw(st.integers(0, 2)) == 0:
        types.append(draw(st.sampled_from([*TYPES, "mega_heavy_infantry"])))
    found = [Unit(id=f"{name}-u{at}", type=each, men=draw(st.integers(1, 400))) for at, each in enumerate(types)]
    if draw(st.integers(0, 5)) == 0:
        found.append(Unit(id=f"{name}-e", type="siege_engines"))
    return tuple(found)


POLICIES: Final[st.SearchStrategy[Policy]] = st.one_of(
    st.sampled_from(["hold", "ask", "best"]),
    st.sampled_from(["left", "centre", "b_rear"]).map(CommitTo),
    st.sampled_from(["left", "centre", "b_rear"]).map(CommitTo),
    st.lists(
        st.builds(ReserveRule, st.sampled_from(SECTORS), st.integers(-9, 9), st.sampled_from(SECTORS)), max_size=2
    ).map(tuple),
)


@st.composite
def orders(draw: st.DrawFn, name: str, sector: str, number: int) -> GbOrder:
    """An order for a detachment, mostly one that it can carry out; now and then with another one."""
    names = (name,) if draw(st.integers(0, 3)) else (name, draw(st.sampled_from(NAMES)))
    verb = draw(st.sampled_from(VERBS))
    id_ = f"o{number}"
    beside = sorted(TEMPLATE[sector].adjacent)
    match verb:
        case "move":
            path = [draw(st.sampled_from(beside))]
            if draw(st.booleans()):
                path.append(draw(st.sampled_from(SECTORS)))
            return GbMove(commander="c", id=id_, detachments=names, path=tuple(path))
        case "shoot":
            return GbShoot(commander="c", id=id_, detachments=names, target=draw(st.sampled_from(beside)))
        case "attack":
            return GbAttack(commander="c", id=id_, detachments=names)
        case "reserve":
            return GbReserve(commander="c", id=id_, detachments=names, reserve=f"r{number}", policy=draw(POLICIES))
        case "retreat":
            return GbRetreatTo(commander="c", id=id_, detachments=names, sector=draw(st.sampled_from(SECTORS)))
    return GbWithdraw(commander="c", id=id_, detachments=names, to=HERE.step(draw(st.integers(0, 5))))


@dataclass
class Case:
    """A battle before a round, its orders, its dice."""

    world: World
    state: State
    battle: GeneralBattle
    orders: list[GbOrder]
    seed: bytes

    def play(self, *, flips: bool = False) -> tuple[Round, tuple[f.Event, ...]]:
        return fight_round(self.world, self.state, self.battle, 1, self.orders, Judge(self.seed, flips))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    detachments, posts = {}, {}
    for at, name in enumerate(NAMES[: draw(st.integers(4, 10))]):
        side = "ab"[at % 2]
        detachments[name] = Detachment(
            id=name, commander=f"c{side}", hex=HERE, units=draw(units(name)), is_blocked=draw(st.integers(0, 4)) == 0
        )
        sector = draw(st.sampled_from(PLACES[side]))
        came_from = draw(st.sampled_from([None, *sorted(TEMPLATE[sector].adjacent)]))
        posts[name] = Post(sector=sector, came_from=came_from)
    state = State(
        turn=4,
        day=4,
        factions={each: Faction(id=each, name=each) for each in ("fa", "fb")},
        commanders={f"c{each}": Commander(id=f"c{each}", faction=f"f{each}") for each in "ab"},
        relations={("fa", "fb"): "war"},
        detachments=detachments,
    )
    walls = draw(st.sampled_from(WALLS))
    sectors = {name: replace(each, fortification=walls) if name == "left" else each for name, each in TEMPLATE.items()}
    battle = GeneralBattle(
        id="gb",
        hex=HERE,
        sides={"a": frozenset({"fa"}), "b": frozenset({"fb"})},
        sectors=sectors,
        arrival={"a": "a_rear", "b": "b_rear"},
        posts=posts,
        last_clash=3,
    )
    settings = Settings(
        two_step_battles=draw(st.booleans()),
        field_artillery=draw(st.booleans()),
        blocked_withdrawal=draw(st.sampled_from(["none", "entry_hex", "any"])),
    )
    named = draw(st.lists(st.sampled_from(sorted(posts)), min_size=4, max_size=10))
    given_orders = [draw(orders(name, posts[name].sector, number)) for number, name in enumerate(named)]
    return Case(World(plain(), settings), state, battle, given_orders, draw(st.binary(min_size=4, max_size=4)))


def men(state: State) -> int:
    return sum(each.men for each in state.detachments.values())


@given(cases())
@examples(60)
def test_what_happens_says_all_that_changes(case: Case) -> None:
    there, happened = case.play()
    again = Round(case.world, case.state, case.battle, Deeds(number=1)).beginning(1)
    for event in happened:
        again = after(again, event)
    assert (again.state, again.battle) == (there.state, there.battle)


@given(cases())
@examples(60)
def test_men_go_only_by_losses_and_with_whole_detachments(case: Case) -> None:
    there, happened = case.play()
    again = Round(case.world, case.state, case.battle, Deeds(number=1)).beginning(1)
    gone = 0
    for event in happened:
        before, again = men(again.state), after(again, event)
        if isinstance(event, Losses | DetachmentDestroyed):
            gone += before - men(again.state)
            assert before >= men(again.state)
        else:
            assert before == men(again.state)
    assert men(case.state) - gone == men(there.state)


@given(cases())
@examples(60)
def test_everybody_stands_somewhere_and_nobody_is_blocked_by_nobody(case: Case) -> None:
    there, happened = case.play()
    for name, post in there.battle.posts.items():
        assert post.sector in there.battle.sectors
        assert there.state.detachments[name].hex == HERE
        assert there.state.detachments[name].units
        if there.state.detachments[name].is_blocked:
            assert there.has_enemy(post.sector, there.side_of(name))
    left = {there.side_of(name) for name in there.battle.posts}
    ended = [each for each in happened if isinstance(each, f.GbEnded)]
    assert bool(ended) is (len(left) < 2)


@given(cases())
@examples(60)
def test_each_goes_once_and_as_far_as_it_can(case: Case) -> None:
    _, happened = case.play()
    moved = Counter(each.detachment for each in happened if isinstance(each, f.GbMoved | f.GbWithdrawn))
    fired = Counter(name for each in happened if isinstance(each, f.GbFired) for name in each.detachments)
    fought = Counter(name for each in happened if isinstance(each, f.GbClash) for name in each.fought.left)
    assert set((*moved.values(), *fired.values(), *fought.values())) <= {1}
    assert not set(moved) & set(fired)
    for each in happened:
        if isinstance(each, f.GbMoved):
            reach = REACH[mobility_of(case.state.detachments[each.detachment].units)]
            assert 1 <= len(each.path) - 1 <= reach
            for one, other in zip(each.path, each.path[1:], strict=False):
                assert other in TEMPLATE[one].adjacent


@given(cases())
@examples(60)
def test_a_reserve_that_comes_alone_does_what_its_preview_said(case: Case) -> None:
    _, happened = case.play()
    decided = [each for each in happened if isinstance(each, f.GbReserveDecided)]
    coming = Counter(each.to for each in decided)
    for each in decided:
        found = [way for way in each.directions if way.sector == each.to]
        assert bool(found) is (each.to is not None)
        for clash in happened:
            if isinstance(clash, f.GbClash) and clash.sector == each.to and coming[each.to] == 1:
                ahead = 1 if clash.attacker == each.reserve.side else -1
                assert clash.fought.decision.difference == ahead * found[0].with_.difference
                assert set(each.reserve.detachments) <= set(clash.fought.left)


@given(cases())
@examples(50)
def test_a_reserve_that_is_held_back_fights_nowhere(case: Case) -> None:
    _, happened = case.play()
    fought = {name for each in happened if isinstance(each, f.GbClash) for name in each.fought.left}
    for each in happened:
        if isinstance(each, f.GbReserveDecided) and each.to is None:
            assert fought.isdisjoint(each.reserve.detachments)


def _flipped(case: Case) -> Case:
    """The same battle with the names of the sides exchanged."""
    sides: dict[Side, frozenset[str]] = {"a": case.battle.sides["b"], "b": case.battle.sides["a"]}
    sectors: dict[str, Sector] = {
        name: each if each.rear_of is None else replace(each, rear_of=other_side(each.rear_of))
        for name, each in case.battle.sectors.items()
    }
    arrival: dict[Side, str] = {"a": case.battle.arrival["b"], "b": case.battle.arrival["a"]}
    return replace(case, battle=replace(case.battle, sides=sides, sectors=sectors, arrival=arrival))


@given(cases())
@examples(50)
def test_the_names_of_the_sides_do_not_matter(case: Case) -> None:
    there, _ = case.play()
    other, _ = _flipped(case).play(flips=True)
    assert there.state == other.state
    assert there.battle.posts == other.battle.posts


@given(cases())
@examples(50)
def test_the_order_of_mappings_does_not_matter(case: Case) -> None:
    there, happened = case.play()
    state = replace(case.state, detachments=dict(reversed(list(case.state.detachments.items()))))
    battle = replace(
        case.battle,
        posts=dict(reversed(list(case.battle.posts.items()))),
        sectors=dict(reversed(list(case.battle.sectors.items()))),
    )
    other, again = replace(case, state=state, battle=battle).play()
    assert happened == again
    assert (there.state, there.battle) == (other.state, other.battle)


STRENGTH: Final = st.integers(0, 10_000).map(lambda cents: Fraction(cents, 100))


@given(STRENGTH.filter(bool), STRENGTH, STRENGTH, st.integers(3, 18), st.integers(3, 18))
@examples(200)
def test_nobody_loses_more_than_the_others_shoot(
    fired: Fraction, answering: Fraction, others: Fraction, one: int, two: int
) -> None:
    power = Firepower(fired, answering, answering + others)
    mods = power.modifiers(NO_BONUS, Settings())
    end = volley(power, Both(one + mods.attacker, two + mods.defender), Settings())
    assert end.lost.defender <= min(power.fired, power.target)
    assert end.lost.attacker <= min(power.answering, power.fired)
    assert all(0 <= each <= Fraction(4, 5) for each in end.fraction)
    assert end.lost.defender == end.fraction.defender * power.target
    assert end.lost.attacker == end.fraction.attacker * power.fired
