"""Why beaten armies went where they went, and what became of prisoners and wounded (B, P, H, Z)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.accounts.decrees import effect
from turnproc.rulesets.vidonico.arithmetic import up
from turnproc.rulesets.vidonico.customs import custom_between, custom_of
from turnproc.rulesets.vidonico.state import Cohort
from turnproc.rulesets.vidonico.unasked import recovery_id
from turnproc.rulesets.vidonico.view_figures import decimal
from turnproc.rulesets.vidonico.view_words import FATE, LOSS_ROW

WHY_LEFT: Final = N_("Why it left, and where to")
WHY_HELD: Final = N_("What becomes of those whom a beaten army holds")
WHY_SO: Final = N_("Why it was done")
WHY_LOOSE: Final = N_("Why they are without an army")
WHY_RECOVERED: Final = N_("Who recovers")
WHY_OVER: Final = N_("What ends with the week")
BEATEN: Final = N_("{side:Nom}: {row}; every army of a side that does not hold the field leaves the region at once.")
WAY_BACK: Final = N_(
    "Nobody ordered a retreat that could be carried out, so it goes back the way it came: {region:nom}."
)
NO_WAY: Final = N_(
    "It had no ordered retreat and no way back that is open, so the game master is asked; else it stays."
)
KEEPS: Final = N_("After a retreat in good order prisoners are kept, unless the game master rules otherwise.")
LOSES: Final = N_("After any other defeat prisoners get away, unless the game master rules otherwise.")
OWN_PEOPLE: Final = N_("Men of the victor's factions or of their allies are set free, not taken over.")
LADDER: Final = N_(
    "What is done with new prisoners says, in this order: the army's policy, a custom against their people, the "
    "faction's own custom, a custom against anybody; else they are held."
)
POLICY: Final = N_("The army's policy: {fate}.")
PAIR: Final = N_("Custom against that people: {fate}.")
FACTION: Final = N_("The faction's own custom: {fate}.")
GENERAL: Final = N_("Custom against anybody: {fate}.")
SILENT: Final = N_("says nothing")
BY_ORDER: Final = N_("An order about a group goes before everything else, for groups held at the start of the week.")
QUALITY: Final = N_("Forced recruits keep species and barbarian ways, and have no firearms, armour or mounts.")
TALLIED: Final = N_("They leave the game and are counted for the captor's faction.")
GUARDS: Final = N_("An army without a single soldier, fit or wounded, holds nobody; characters alone do not guard.")
KIND: Final = N_("They are of their kind still, but without firearms, armour and mounts.")
LET_GO: Final = N_("Whom an army lets go stays in its region, and may join an army of the same faction there later.")
COHORT: Final = N_(
    "Of {original} wounded in the battle {battle} a share of {rate} recovers each week: {exact}, up to {n}."
)
COHORT_EXACT: Final = N_("Of {original} wounded in the battle {battle} a share of {rate} recovers each week: {n}.")
LAST_OF_COHORT: Final = N_("Of them only {remaining} were still wounded.")
POOL: Final = N_("By a house rule a share of {rate} of all wounded of the army recovers, shared by contingents.")
EARLIER: Final = N_("Only the wounded of earlier weeks recover: the week of the battle does not count.")
CLEARED: Final = N_("Disorder, standstill and withdrawals of this week are forgotten; the report keeps them.")


def withdrew(case: Case, fact: f.Withdrew) -> None:
    """A beaten army left, or stayed."""
    army = fact.withdrew
    case.entry("armies", army, region=fact.from_, previous_region=case.state.armies[army].previous_region)
    lines = list(_beaten(case, army))
    lines += [case.told(each) for each in case.earlier(f.Warned, lambda each: each.army == army)]
    match fact.reason:
        case "order":
            lines += filter(None, [case.order_of("retreat", army)])
        case "way_back":
            lines.append(case.say(WAY_BACK, region=case.telling.region(fact.to)))
        case _:
            lines.append(case.word(NO_WAY))
            lines += case.answers(f"retreat/{fact.battle}/{army}")
    case.add(WHY_LEFT, lines)


def _beaten(case: Case, army: str) -> Iterator[str]:
    """The outcome that an army was beaten by, with its row."""
    sides = [side for battle in case.in_battle(f.BattleStarted) for side in battle.sides]
    side = next(each.id for each in sides if army in each.armies)
    row: f.Row = "walkover"
    for won in case.in_battle(f.Walkover):
        yield case.told(won)
    for reached in case.in_battle(f.OutcomeReached):
        yield case.told(reached)
        row = reached.rows[side]
    yield case.say(BEATEN, side=case.telling.side(side), row=case.word(LOSS_ROW[row]))


def held(case: Case, fact: f.HeldPrisoners) -> None:
    """What a beaten army's prisoners did."""
    lines = list(_beaten(case, fact.held_prisoners))
    rows = [reached.rows for reached in case.in_battle(f.OutcomeReached)]
    orderly = any("retreat_good_order" in each.values() for each in rows)
    lines.append(case.word(KEEPS if orderly else LOSES))
    lines += case.answers(f"held_prisoners/{fact.battle}/{fact.held_prisoners}")
    if fact.answer == "taken":
        lines.append(case.word(OWN_PEOPLE))
    case.entry("armies", fact.held_prisoners, prisoners=list(fact.groups), captives=list(fact.captives))
    case.add(WHY_HELD, lines)


def passed(case: Case, fact: f.PrisonersPassed) -> None:
    """Prisoners passed to the victor."""
    lines = [case.told(each) for each in case.in_battle(f.HeldPrisoners, lambda it: it.held_prisoners == fact.from_)]
    case.add(WHY_SO, [*lines, case.word(OWN_PEOPLE)])


def disposed(case: Case, fact: f.PrisonersDisposed) -> None:
    """What was done with prisoners."""
    case.cite("P-2")
    group = fact.prisoners_disposed
    lines = [case.told(each) for each in case.earlier(f.PrisonersTaken, lambda it: it.prisoners_taken == group)]
    if fact.why == "order":
        lines += filter(None, [case.order_of("prisoners", group)])
        lines.append(case.word(BY_ORDER))
    else:
        lines += _ladder(case, fact)
    lines += [case.told(each) for each in case.earlier(f.Warned, lambda each: each.about == group)]
    if fact.fate == "impress":
        lines += [case.word(QUALITY), *case.settings_apart("impressed_quality")]
    elif fact.fate in ("enslave", "kill"):
        lines.append(case.word(TALLIED))
    case.add(WHY_SO, lines)


def _ladder(case: Case, fact: f.PrisonersDisposed) -> Iterator[str]:
    """Everything that could have said something about a new group (P-2)."""
    army = case.state.armies[fact.army]
    group = army.group(fact.prisoners_disposed)
    if group is None:
        raise LookupError(f"{army.id} does not hold {fact.prisoners_disposed}")
    captor, captive = case.state.factions[army.faction], case.state.factions[group.from_faction]
    case.entry("armies", army.id, prisoner_policy=army.prisoner_policy)
    case.entry("factions", captor.id, tags=list(captor.tags), prisoner_custom=captor.prisoner_custom)
    case.entry("factions", captive.id, tags=list(captive.tags))
    yield case.word(LADDER)
    for message, fate in (
        (POLICY, army.prisoner_policy),
        (PAIR, custom_between(captor.tags, captive.tags, case.world.customs)),
        (FACTION, captor.prisoner_custom),
        (GENERAL, custom_of(captor.tags, case.world.customs)),
    ):
        yield case.say(message, fate=case.word(SILENT if fate is None else FATE[fate]))


def captive(case: Case, fact: f.CaptiveDisposed) -> None:
    """What was done with a captive."""
    who = fact.captive_disposed
    case.entry("characters", who, captor=fact.army)
    lines: list[str] = []
    match fact.why:
        case "order":
            lines += filter(None, [case.order_of("captive", who)])
            lines += case.answers(f"kill_captive/{who}")
        case "freed":
            lines += [case.told(each) for each in case.in_battle(f.HeldPrisoners, lambda it: who in it.captives)]
        case "escaped":
            lines.append(case.word(GUARDS))
    if fact.fate == "release":
        lines.append(case.word(LET_GO))
    case.add(WHY_SO, lines)


def stragglers(case: Case, fact: f.StragglersPlaced) -> None:
    """Soldiers without an army."""
    lines: list[str] = []
    match fact.why:
        case "event":
            effect(case, fact)
            return
        case "released":
            released = case.earlier(f.PrisonersDisposed, lambda each: each.prisoners_disposed == fact.from_)
            lines += [case.told(each) for each in released]
            lines.append(case.word(LET_GO))
        case "freed":
            lines += [case.told(each) for each in case.in_battle(f.HeldPrisoners, lambda it: fact.from_ in it.groups)]
        case "escaped":
            lines.append(case.word(GUARDS))
    lines.append(case.word(KIND))
    case.add(WHY_LOOSE, lines)


def recovered(case: Case, fact: f.Recovered) -> None:
    """Wounded who are fit again."""
    case.cite("H-1", "H-2")
    ruled = recovery_id(fact.army)
    lines = list(case.answers(ruled))
    rate = case.settings.recovery_rate
    if ruled in case.telling.record.journal.rulings:
        rate = Fraction(str(case.telling.record.journal.rulings[ruled]["rate"]))
    contingent = case.state.armies[fact.army].contingent(fact.recovered)
    cohort = next(each for each in contingent.wounded if each.battle == fact.battle) if contingent is not None else None
    if cohort is None:
        raise LookupError(f"{fact.recovered} has no wounded of {fact.battle}")
    case.entry("armies", fact.army, contingent=fact.recovered, original=cohort.original, remaining=cohort.remaining)
    if case.settings.recovery_mode == "cohort":
        lines += _of_cohort(case, cohort, rate, fact.count)
    else:
        case.cite("H-3")
        lines.append(case.say(POOL, rate=str(rate)))
    lines.append(case.word(EARLIER))
    lines += case.settings_apart("recovery_mode", "recovery_rate")
    for number, earlier in enumerate(case.past(cohort.turn), 1):
        if isinstance(earlier, f.LossesShared) and (earlier.battle, earlier.losses_shared) == (
            fact.battle,
            fact.recovered,
        ):
            case.note("fact", str(number), turn=cohort.turn)
    case.add(WHY_RECOVERED, lines)


def _of_cohort(case: Case, cohort: Cohort, rate: Fraction, count: int) -> Iterator[str]:
    exact = decimal(case.telling.wording, cohort.original * rate, 2)
    wanted = up(cohort.original * rate.numerator, rate.denominator)
    message = COHORT_EXACT if cohort.original * rate == wanted else COHORT
    yield case.say(message, original=cohort.original, battle=cohort.battle, rate=str(rate), exact=exact, n=wanted)
    if count < wanted:
        yield case.say(LAST_OF_COHORT, remaining=cohort.remaining)


def closed(case: Case) -> None:
    """The week is over."""
    case.add(WHY_OVER, [case.word(CLEARED)])
