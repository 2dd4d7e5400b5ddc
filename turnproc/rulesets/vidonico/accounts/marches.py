"""Why armies went, met or did not meet, and which orders took effect (A-1 to A-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.accounts.decrees import battle_event, effect
from turnproc.rulesets.vidonico.phases.encounters import answer_by_stance
from turnproc.rulesets.vidonico.view_words import STANCE

WHY_WENT: Final = N_("Why it went")
WHY_EFFECT: Final = N_("Why it took effect")
WHY_VOID: Final = N_("Why it came to nothing")
WHY_MET: Final = N_("Why they met")
WHY_NO_BATTLE: Final = N_("Why there was no battle")
BORDERS: Final = N_("{target:Nom} borders on {source:nom}; an army goes one region a week.")
FREE: Final = N_("The map does not say which regions border on each other, so an army may go anywhere.")
FROM_NOWHERE: Final = N_("It was nowhere on the map, so it may come anywhere.")
TOGETHER: Final = N_("All armies march at once, and none bars another's way.")
ARRIVAL: Final = N_("It is among the arrivals of the battle {battle}, so it marched there just before.")
STANDS: Final = N_("It stands until another order changes it.")
THIS_WEEK: Final = N_("It holds for this week's battles on such ground.")
IF_BEATEN: Final = N_("It matters only if the army is beaten this week.")
FOR_MASTER: Final = N_("A plan does nothing by itself; the game master may answer it with dice for Tactics.")
SAME_PLACE: Final = N_("Both armies are of one faction, and stood in one region: {region:nom}.")
WHOLE: Final = N_("All fit men went, so the whole contingent did, with its wounded and its characters.")
PART: Final = N_("Only a part went, so the wounded and the characters stayed; the part is a contingent of its own.")
NEW_ARMY: Final = N_("No army was called so yet: it is new, with the standing instructions of the old one.")
AS_THEY_WERE: Final = N_("They are of the kind that they were, and all of them are fit.")
STANCE_OF: Final = N_("{army:Nom}: stance {stance}, {fit} fit soldiers.")
HOSTILE: Final = N_("Their factions are hostile, for they stand together in no alliance.")
ASKED: Final = N_("One of them attacks and the other does not avoid battle, so the game master decides; no default.")
AVOIDED: Final = N_("One of them attacks and the other avoids battle: no battle, unless the game master rules it.")
NOBODY: Final = N_("On neither side was a single soldier who could take part.")
WITHDRAWN: Final = N_("When its turn came, one of the two had been beaten there in this week or had left the region.")
LAPSED: Final = N_(
    "Orders are checked on the state at the start of the week; others had changed what it needs by then."
)
OWN_FILE: Final = N_("What a player character says of himself goes before what his faction says of him.")
RETREAT_VOID: Final = N_("{region:Nom} is where it was beaten, or does not border on that region.")
NOT_HELD: Final = N_("Nobody of the ordering faction held them any more, or not so many.")
FULL: Final = N_("An army has at most 50 contingents, and forced recruits would have been one more.")


def moved(case: Case, fact: f.Moved) -> None:
    """An army went somewhere."""
    if fact.why == "event":
        effect(case, fact)
        return
    lines: list[str] = []
    if fact.why == "order":
        lines += filter(None, [case.order_of("move", fact.moved)])
        lines.append(case.word(TOGETHER))
    else:
        lines.append(case.say(ARRIVAL, battle=fact.battle or ""))
        lines += battle_event(case, fact.battle or "")
    case.entry("armies", fact.moved, region=fact.from_)
    if fact.from_ is None:
        lines.append(case.word(FROM_NOWHERE))
    elif case.world.knows_adjacency:
        source, target = case.telling.region(fact.from_), case.telling.region(fact.to)
        lines.append(case.say(BORDERS, source=source, target=target))
    else:
        lines.append(case.word(FREE))
    case.add(WHY_WENT, lines)


def ordered(case: Case, fact: f.Ordered) -> None:
    """An instruction that took effect."""
    lines = [case.order(fact.order)]
    match fact.ordered:
        case "retreat":
            lines.append(case.word(IF_BEATEN))
        case "plan":
            lines.append(case.word(FOR_MASTER))
        case "formation" if fact.data.get("where"):
            lines.append(case.word(THIS_WEEK))
        case "stance" | "leader" | "pursue" | "prisoner_policy" | "formation" | "character":
            lines.append(case.word(STANDS))
        case _:
            pass
    case.add(WHY_EFFECT, lines)


def by_order(case: Case, fact: f.Raised | f.CharacterSet) -> None:
    """What followed from an order at once (A-1)."""
    lines = list(_order_behind(case))
    if isinstance(fact, f.Raised):
        lines.append(case.word(NEW_ARMY))
    case.add(WHY_EFFECT, lines)


def _order_behind(case: Case) -> Iterator[str]:
    """The instruction that the fact follows."""
    for given in case.earlier(f.Ordered):
        case.told(given)
        yield case.order(given.order)
        return


def transferred(case: Case, fact: f.Transferred) -> None:
    """Soldiers went to another army."""
    region = case.telling.region(case.state.armies[fact.from_].region)
    case.entry("armies", fact.from_, region=case.state.armies[fact.from_].region)
    lines = [*_order_behind(case), case.say(SAME_PLACE, region=region), case.word(WHOLE if fact.part is None else PART)]
    case.add(WHY_EFFECT, lines)


def rejoined(case: Case, fact: f.Rejoined) -> None:
    """Stragglers came back to an army."""
    case.cite("A-1")
    region = case.telling.region(case.state.armies[fact.army].region)
    case.entry("factions", fact.faction, stragglers=fact.rejoined)
    case.add(WHY_EFFECT, [*_order_behind(case), case.say(SAME_PLACE, region=region), case.word(AS_THEY_WERE)])


def encounter(case: Case, fact: f.Encounter) -> None:
    """Two hostile armies met."""
    lines = [case.word(HOSTILE)]
    stances = []
    for army in fact.armies:
        there = case.state.armies[army]
        stances.append(there.stance)
        case.entry("armies", army, stance=there.stance)
        stance = case.word(STANCE[there.stance])
        lines.append(case.say(STANCE_OF, army=case.telling.army(army), stance=stance, fit=there.fit))
    asked = answer_by_stance(stances[0], stances[1]) == "ask"
    lines.append(case.word(ASKED if asked else AVOIDED))
    lines += case.answers(f"encounter/{fact.encounter}/{'+'.join(fact.armies)}")
    case.add(WHY_MET, lines)


def no_battle(case: Case, fact: f.NoBattle) -> None:
    """A battle that did not take place."""
    lines = [*battle_event(case, fact.no_battle), case.word(NOBODY if fact.reason == "nobody" else WITHDRAWN)]
    if fact.reason == "withdrawn":
        for met in case.earlier(f.Encounter):
            if fact.no_battle.startswith("-vs-".join(met.armies)):
                lines.append(case.told(met))
                lines += [case.told(gone) for gone in case.earlier(f.Withdrew) if gone.withdrew in met.armies]
    case.add(WHY_NO_BATTLE, lines)


def warned(case: Case, fact: f.Warned) -> None:
    """An order that came to nothing, or not to what it said."""
    lines = [] if fact.order is None else [case.order(fact.order)]
    match fact.warning.partition("/")[0]:
        case "W-RETREAT-VOID":
            lines.append(case.say(RETREAT_VOID, region=case.telling.region(fact.region)))
        case "W-ORDER-VOID":
            lines.append(case.word(NOT_HELD))
        case "W-FULL":
            lines.append(case.word(FULL))
        case "W-TWICE":
            lines.append(case.word(OWN_FILE))
        case _:
            lines.append(case.word(LAPSED))
    case.add(WHY_VOID, lines)
