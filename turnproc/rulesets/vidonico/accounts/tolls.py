"""Why a side lost so many, how they were shared, who took prisoners (L)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.accounts.case import Case
from turnproc.rulesets.vidonico.arithmetic import rounded
from turnproc.rulesets.vidonico.tables import LOSSES
from turnproc.rulesets.vidonico.view_figures import PERCENT, decimal
from turnproc.rulesets.vidonico.view_losses import LOST
from turnproc.rulesets.vidonico.view_words import LOSS_ROW

WHY_SO_MANY: Final = N_("Why so many")
HOW_SHARED: Final = N_("How the side's losses are shared")
WHO_TOOK: Final = N_("Who took them")
LOTS: Final = {
    "dead": N_("Dead"),
    "wounded": N_("Wounded"),
    "captured": N_("Captured"),
    "missing": N_("Missing"),
}
ROW: Final = N_("{side:Nom}: {row}; soldiers who took part: {count}.")
EXACT: Final = N_("{lot}: {percent} of {count} = {number}.")
ROUNDED: Final = N_("{lot}: {percent} of {count} = {exact}, up to {number}.")
NEAREST: Final = N_("{lot}: {percent} of {count} = {exact}, rounded to {number}.")
CAPPED: Final = N_("{lot}: {percent} of {count} would be {wanted}, but only {number} were left for it.")
UNHURT: Final = N_("All others were unhurt: {number}.")
LAST_MAN: Final = N_("A side that holds the field keeps one man unhurt at least.")
ORDER: Final = N_("The four are counted in this order, each of all who took part, and none takes more than is left.")
NO_CAPTOR: Final = N_(
    "On the other side nobody was left to take prisoners: those who would have been captured are missing."
)
SHARE: Final = N_("{lot}: {total} × {count} / {all} = {exact}; its share is {share}.")
SHARES: Final = N_(
    "Each contingent gets the whole number of its share; what is left goes one by one to the largest remainders, in "
    "the listed order among equals, and never to a contingent that has nobody left."
)
ALONE: Final = N_("It was the only contingent of its side in the battle, so it bears all of the losses.")
CAPTOR: Final = N_("Prisoners go to the commander's army, if it has a soldier left, else to the side's first that has.")
TO_HOLDER: Final = N_("Whoever holds the field takes them; in a mutual withdrawal each side takes the other's.")


def losses(case: Case, fact: f.Losses) -> None:
    """The losses of a side."""
    case.cite("L-1")
    lines = [case.told(each) for each in case.in_battle(f.OutcomeReached)]
    lines += [case.told(each) for each in case.in_battle(f.Pursuit)]
    row = case.word(LOSS_ROW[fact.row])
    lines.append(case.say(ROW, side=case.telling.side(fact.losses), row=row, count=fact.count))
    lines += _categories(case, fact)
    lines.append(case.say(UNHURT, number=fact.unhurt))
    lines.append(case.word(ORDER))
    if fact.row == "holds_field":
        lines.append(case.word(LAST_MAN))
    if fact.no_captor:
        case.cite("L-4")
        lines.append(case.word(NO_CAPTOR))
    lines += case.settings_apart("loss_rounding")
    case.figures |= {"count": fact.count, "percent": dict(zip(LOST, LOSSES[fact.row], strict=True))}
    case.add(WHY_SO_MANY, lines)


def _categories(case: Case, fact: f.Losses) -> Iterator[str]:
    left = fact.count - (1 if fact.row == "holds_field" else 0)
    for lot, percent in zip(LOST, LOSSES[fact.row], strict=True):
        exact = Fraction(fact.count * percent, 100)
        wanted = rounded(exact, case.settings.loss_rounding)
        number = max(0, min(wanted, left))
        left -= number
        if number < wanted:
            message = CAPPED
        elif exact == number:
            message = EXACT
        else:
            message = ROUNDED if case.settings.loss_rounding == "up" else NEAREST
        yield case.say(
            message,
            lot=case.word(LOTS[lot]),
            percent=case.say(PERCENT, number=percent),
            count=fact.count,
            exact=decimal(case.telling.wording, exact, 2),
            wanted=wanted,
            number=number,
        )


def shared(case: Case, fact: f.LossesShared) -> None:
    """One contingent's part of the losses."""
    lots = {lot: getattr(fact, lot) for lot in LOST}
    count = fact.left + sum(lots.values())
    (battle,) = case.in_battle(f.BattleStarted)
    side = next(each for each in battle.sides if fact.army in each.armies)
    (total,) = case.in_battle(f.Losses, lambda each: each.losses == side.id)
    lines = [case.told(total)]
    if count == total.count:
        lines.append(case.word(ALONE))
    else:
        lines += [
            case.say(
                SHARE,
                lot=case.word(LOTS[lot]),
                total=getattr(total, lot),
                count=count,
                all=total.count,
                exact=decimal(case.telling.wording, Fraction(getattr(total, lot) * count, total.count), 2),
                share=share,
            )
            for lot, share in lots.items()
        ]
        lines.append(case.word(SHARES))
    case.figures |= {"count": count, "of": total.count}
    case.add(HOW_SHARED, lines)


def taken(case: Case, fact: f.PrisonersTaken) -> None:
    """A new group of prisoners."""
    contingent = fact.prisoners_taken.partition("/")[2]
    lines = [case.told(each) for each in case.in_battle(f.OutcomeReached)]
    lines += [case.told(each) for each in case.in_battle(f.LossesShared, lambda each: each.losses_shared == contingent)]
    lines += [case.word(TO_HOLDER), case.word(CAPTOR)]
    case.add(WHO_TOOK, lines)
