"""Every fact of turns that were played has an account; those of the battle of the source say what was weighed."""

from __future__ import annotations

from tests.unit.rulesets.vidonico.played import raid, vectors
from turnproc.engine.account import Account
from turnproc.engine.facts import fact_data
from turnproc.report.language import Language
from turnproc.rulesets.vidonico.accounts import VidonicoAccounts
from turnproc.rulesets.vidonico.telling import Turn

ENGLISH = Language.load("en")


def accounts_of(turn: Turn, verb: str) -> list[Account]:
    """The accounts of all facts of a turn that begin with a verb."""
    accounts = VidonicoAccounts(turn, ENGLISH, lambda _: ())
    numbered = enumerate(turn.journal.facts(), 1)
    return [accounts.account(number) for number, fact in numbered if next(iter(fact_data(fact))) == verb]


def lines(told: Account) -> list[str]:
    """All lines of an account, whatever their heading."""
    return [line for section in told.sections for line in section.lines]


def test_every_fact_of_every_turn_has_an_account() -> None:
    seen = set()
    for name, turn in [("raid", raid()), *vectors()]:
        accounts = VidonicoAccounts(turn, ENGLISH, lambda _: ())
        for number, fact in enumerate(turn.journal.facts(), 1):
            seen.add(type(fact))
            found = accounts.account(number)
            assert found.text == accounts.line(number) and found.text
            assert found.sections and all(section.lines for section in found.sections), (name, number)
            assert all("{" not in line for line in lines(found)), (name, number)
            assert found.rules[0] == fact.rule
    print(sorted(each.__name__ for each in seen), len(seen))
