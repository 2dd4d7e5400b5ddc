"""Accounts of facts in rule vectors, as a reader gets them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from tests.rules.vectors import Case, read_cases
from tests.unit.rulesets.bellum.records import ROOT, record_of
from turnproc.engine.account import Account
from turnproc.engine.facts import fact_data
from turnproc.report.language import Language
from turnproc.rulesets.bellum import facts as f
from turnproc.rulesets.bellum.accounts import BellumAccounts
from turnproc.rulesets.bellum.telling import Turn

Past = Callable[[int], Sequence[f.Fact]]


@cache
def cases() -> dict[str, Case]:
    return {case.id: case for case in read_cases(ROOT / "tests" / "rules" / "bellum")}


@cache
def turn_of(case: str) -> Turn:
    record = record_of(cases()[case].given)
    assert record is not None, case
    return record


def accounts_of(turn: Turn, verb: str, code: str = "en", past: Past = lambda _: ()) -> list[Account]:
    """The accounts of all facts of a turn that begin with a verb."""
    accounts = BellumAccounts(turn, Language.load(code, "bellum"), past)
    numbered = enumerate(turn.journal.facts(), 1)
    return [accounts.account(number) for number, fact in numbered if next(iter(fact_data(fact))) == verb]


def account(case: str, verb: str, nth: int = 0) -> Account:
    """The account of one fact of a vector."""
    return accounts_of(turn_of(case), verb)[nth]


def lines(told: Account) -> list[str]:
    """All lines of an account, whatever their heading."""
    return [line for section in told.sections for line in section.lines]
