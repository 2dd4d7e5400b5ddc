"""How the persons of a beaten tribe are shared among the victors that count (B-4.5.3), step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.phases.division import Spoils, quotas
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId


def share_lines(case: Case, spoils: Spoils, parts: Mapping[PeopleId, Mapping[ProvinceId, int]]) -> Iterator[str]:
    """Every province with what became of its persons, then what each victor has together."""
    largest = min(parts, key=lambda victor: (-sum(parts[victor].values()), victor))
    figures = []
    for province in sorted(spoils.standing, key=case.world.place.__getitem__):
        persons, there, place = spoils.standing[province], spoils.wins.get(province), case.province(province)
        if not there:
            message = NN_(
                "{province:Nom}: {n} person; nobody who counts won there: to the largest part, {victor:nom}.",
                "{province:Nom}: {n} persons; nobody who counts won there: to the largest part, {victor:nom}.",
            )
            yield case.count(message, persons, province=place, victor=case.people(largest))
            figures.append({"province": province, "persons": persons, "to": {largest: persons}})
            continue
        if len(there) == 1:
            (victor,) = there
            message = NN_(
                "{province:Nom}: {n} person, all to the only victor there: {victor:nom}.",
                "{province:Nom}: {n} persons, all to the only victor there: {victor:nom}.",
            )
            yield case.count(message, persons, province=place, victor=case.people(victor))
        else:
            yield from _shared(case, persons, place=province, forces=there)
        shared = {quota.victor: quota.persons for quota in quotas(persons, there)}
        figures.append({"province": province, "persons": persons, "forces": dict(there), "to": shared})
    case.figures["shares"] = figures
    totals = {victor: sum(part.values()) for victor, part in parts.items()}
    yield case.say(N_("Together: {shares}."), shares=case.counts(totals))
    for victor in spoils.victors:
        if victor not in parts:
            yield case.say(N_("{victor:Nom}: a share of 0, so no part."), victor=case.people(victor))


def _shared(case: Case, persons: int, place: ProvinceId, forces: Mapping[PeopleId, int]) -> Iterator[str]:
    """A province that several won: whole shares first, then one more for the largest remainders."""
    message = NN_(
        "{province:Nom}: {n} person, shared in proportion to the victors' forces ({forces}).",
        "{province:Nom}: {n} persons, shared in proportion to the victors' forces ({forces}).",
    )
    yield case.count(message, persons, province=case.province(place), forces=case.counts(forces))
    if not any(forces.values()):
        yield case.say(N_("All these forces are 0, so the shares are equal."))
    found = quotas(persons, forces)
    for quota in found:
        formula = f"{persons} × {quota.weight} / {quota.weights}"
        message_of_quota = N_("{victor:Nom}: {formula} = {whole}, remainder {remainder}/{weights}.")
        if quota.extra:
            message_of_quota = N_(
                "{victor:Nom}: {formula} = {whole}, remainder {remainder}/{weights}: one more, so {persons}."
            )
        yield case.say(
            message_of_quota,
            victor=case.people(quota.victor),
            formula=formula,
            whole=quota.whole,
            remainder=quota.remainder,
            weights=quota.weights,
            persons=quota.persons,
        )
    if any(quota.extra for quota in found):
        yield case.say(
            N_("Whoever is left goes to the largest remainders; of equal ones to the larger force, then by id.")
        )
