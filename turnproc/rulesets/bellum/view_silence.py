"""Whose orders did not count: who sent nothing, whose file was rejected or struck out. Nothing is ever silent.

A speaker is named once, by what comes first: a rejected file, a file that was struck out, none at all (B-3.9).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.telling import Telling
from turnproc.rulesets.bellum.world import PeopleId


@dataclass(slots=True)
class Silence:
    """The lines, gathered while the facts go by."""

    telling: Telling
    absent: list[PeopleId] = field(default_factory=list)
    rejected: dict[PeopleId, int] = field(default_factory=dict)
    struck: list[PeopleId] = field(default_factory=list)

    def note(self, fact: f.NoOrders | f.Rejected | f.Struck) -> None:
        """A speaker without orders that count."""
        match fact:
            case f.NoOrders():
                self.absent.append(fact.no_orders)
            case f.Rejected():
                self.rejected[_speaker(fact.rejected)] = fact.problems
            case f.Struck():
                self.struck.append(fact.struck)

    def lines(self) -> list[str]:
        """Rejected and struck files by speaker, then in one line all who sent nothing at all."""
        tell = self.telling
        rejected = NN_(
            "The orders of {people:gen} were rejected: {n} problem.",
            "The orders of {people:gen} were rejected: {n} problems.",
        )
        found = [
            tell.count(rejected, self.rejected[speaker], people=tell.people(speaker))
            for speaker in tell.ranked(self.rejected)
        ]
        message = N_("The orders of {people:gen} were struck out.")
        found += [tell.say(message, people=tell.people(speaker)) for speaker in tell.ranked(self.struck)]
        silent = [speaker for speaker in self.absent if speaker not in self.rejected and speaker not in self.struck]
        if silent:
            found.append(tell.say(N_("No orders came from: {peoples:gen}."), peoples=tell.peoples(tell.ranked(silent))))
        return found


def _speaker(file: str) -> PeopleId:
    """The speaker of an orders file, by the file's name."""
    return PeopleId(file.rpartition("/")[2].removesuffix(".age").removesuffix(".yaml"))
