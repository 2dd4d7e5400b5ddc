"""How a tribe was divided among its victors (B-4.5.3): the shares step by step, then what they were made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts.case import Case
from turnproc.rulesets.bellum.accounts.conquest import beaten_everywhere
from turnproc.rulesets.bellum.accounts.sharing import share_lines
from turnproc.rulesets.bellum.phases.division import shares
from turnproc.rulesets.bellum.world import PeopleId, ProvinceId

UNDER: Final = NN_("{people:Nom}: {n} person, under {victor:ins}.", "{people:Nom}: {n} persons, under {victor:ins}.")


def divided(case: Case, split: f.Split) -> None:
    """A tribe fell into parts; `split` may be an earlier fact of the same phase."""
    case.cite("B-4.5.3", "B-4.5.2", "B-4.5.1", "B-4.5.4")
    tribe = split.split
    if case.moment.fact is not split:
        case.fact(split)
    beaten_everywhere(case, tribe)
    spoils = case.stages.taken.spoils[tribe]
    parts = shares(spoils)
    case.add(case.say(N_("The shares")), share_lines(case, spoils, parts))
    case.add(case.say(N_("The parts")), _parts(case, split, parts))


def _parts(case: Case, split: f.Split, parts: Mapping[PeopleId, Mapping[ProvinceId, int]]) -> Iterator[str]:
    if case.answer(f"split/{split.split}"):
        yield case.say(N_("The game master ruled what the parts are called and how many each has."))
        if any(part.persons != sum(parts[part.victor].values()) for part in split.parts):
            yield case.say(
                N_(
                    "The ruling's numbers differ from the shares: in its order each part is filled from where its "
                    "victor won alone, then from shared provinces, then from the others."
                )
            )
    else:
        yield case.say(N_("Nobody ruled, so the shares hold, and the largest part keeps the tribe's name."))
    for part in split.parts:
        names = {"people": case.people(part.id), "victor": case.people(part.victor)}
        yield case.count(UNDER, part.persons, **names)
    if all(part.id != split.split for part in split.parts):
        message = N_("{tribe:Nom}: no part keeps the name, so the tribe is no more.")
        yield case.say(message, tribe=case.people(split.split))


def part(case: Case, people: PeopleId, parent: PeopleId | None) -> None:
    """A part that came up, or what the divided tribe left."""
    split = next(fact for fact in case.moment.together if isinstance(fact, f.Split) and fact.split == parent)
    fact = case.moment.fact
    if isinstance(fact, f.Appeared | f.Parted):
        lines = [
            case.count(
                NN_("{people:Nom}: {n} person {province:in}.", "{people:Nom}: {n} persons {province:in}."),
                persons,
                people=case.people(people),
                province=case.province(province),
            )
            for province, persons in fact.in_.items()
        ]
        case.add(case.say(N_("Where this part stands")), lines)
    divided(case, split)


def ruled_by_part(case: Case, fact: f.Subjugated) -> None:
    """A part under its victor; or a people that the divided tribe ruled, under the part that inherits it."""
    splits = [each for each in case.moment.together if isinstance(each, f.Split)]
    own = next((each for each in splits if any(_is(part, fact) for part in each.parts)), None)
    if own is not None:
        divided(case, own)
        return
    split = next(each for each in splits if any(part.id == fact.by for part in each.parts))
    message = N_("{people:Nom} obeyed {tribe:acc}; what a tribe ruled goes to its largest part, {heir:acc}.")
    names = {"people": fact.subjugated, "tribe": split.split, "heir": fact.by}
    line = case.say(message, **{key: case.people(people) for key, people in names.items()})
    case.add(case.say(N_("What the tribe ruled")), [line])
    divided(case, split)


def _is(part: f.SplitPart, fact: f.Subjugated) -> bool:
    return part.id == fact.subjugated and part.victor == fact.by
