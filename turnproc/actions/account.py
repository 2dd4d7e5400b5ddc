"""`turnproc explain N/FACT`: why a fact of a resolved turn came about, with everything that led to it.

The turn is played again from what is written, and the ruleset tells what each phase weighed; so an account is never a
guess about the past. Where the turn does not come out as its journal says, there is no account.

A fact is named by its number, by verb and object (`1/battle/dacia`, by any name of the object), by verb alone, or not
at all; where several fit, they are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnproc.actions.documents import Documents
from turnproc.actions.explain import rule_texts
from turnproc.actions.game import Game, open_game
from turnproc.actions.orders_file import ORDERS_SOURCE
from turnproc.actions.play import play
from turnproc.actions.sealed_orders import SealedOrders
from turnproc.actions.verify import as_it_stood
from turnproc.actions.written import journal_of
from turnproc.diagnostics.model import Diagnostic, Param, Place, Severity
from turnproc.engine.account import Account, Accounts, Input
from turnproc.engine.facts import fact_data
from turnproc.engine.journal import Journal
from turnproc.engine.naming import Name
from turnproc.engine.ruleset import AnyRecord
from turnproc.report.language import Language
from turnproc.source.names import fold
from turnproc.source.pointer import get, join
from turnproc.store.errors import OperatorError
from turnproc.store.layout import Layout
from turnproc.store.repository import Repository

# How many objects or numbers an error names.
_MOST_NAMED = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFact:
    """A fact of the journal with its number, its phase, its words, and where it stands."""

    number: int
    phase: str
    fact: Mapping[str, Any]
    text: str
    file: str
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedInput:
    """Something that led to a fact, with the file and line where it stands and what stands there (None: nowhere)."""

    input: Input
    file: str | None = None
    line: int | None = None
    data: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """What was found: `facts` are those that were meant; of a single one `account` says why it came about.

    `facts` is empty where files do not allow it: then `documents` has the problems. `rules` are the rules' own texts.
    """

    turn: int
    documents: Documents
    facts: Sequence[ToldFact] = ()
    account: Account | None = None
    rules: Mapping[str, str]
    inputs: Sequence[PlacedInput] = ()


def explain_fact(root: Path, turn: int, wanted: str, words: Callable[[Documents], Language]) -> Explained:
    """Explain the fact of a turn that `wanted` names, or list those that it may mean.

    Raises:
        OperatorError: The turn is not resolved (O050, O051), nothing happened in it (O052), it has no such fact (O053
            to O055), or the ruleset explains none (O056).
    """
    resolved = Layout(root).resolved_turns()
    if not resolved:
        raise OperatorError("O050")
    if turn not in resolved:
        raise OperatorError("O051", turn=turn, turns=_shortened(map(str, resolved)))
    documents, game = _game_of(root, turn)
    record = None if game is None else _played_again(game)
    if game is None or record is None:
        return Explained(turn=turn, documents=documents, rules={})
    ruleset = game.campaign.ruleset
    if ruleset.accounts is None:
        raise OperatorError("O056", ruleset=ruleset.name)
    facts = [fact_data(fact) for fact in record.journal.facts()]
    numbers = _numbers(turn, wanted, facts, _Names.of(game, record))
    accounts: Accounts = ruleset.accounts(record, words(documents), _Past(game))
    told = list(_told(game, record, numbers, accounts))
    if len(numbers) > 1:
        return Explained(turn=turn, documents=documents, facts=told, rules={})
    account = accounts.account(numbers[0])
    texts = rule_texts(ruleset)
    return Explained(
        turn=turn,
        documents=documents,
        facts=told,
        account=account,
        rules={rule: texts.get(rule, "") for rule in account.rules},
        inputs=[_placed(each, game) for each in account.inputs],
    )


def _game_of(root: Path, turn: int) -> tuple[Documents, Game | None]:
    """The turn's inputs; the campaign's own files as they stood in its commit, if they have changed since."""
    documents = Documents(root)
    game = open_game(documents, turn)
    journal = None if game is None else journal_of(game)
    own = [name for name in documents.hashes if not name.startswith("turns/")]
    if journal is not None and all(journal.inputs.get(name) == documents.hashes[name] for name in own):
        return documents, game
    repository = Repository.around(root)
    commit = repository.tagged(turn) if repository is not None else None
    if commit is None:
        return documents, game
    documents = Documents(root, as_it_stood(root, repository, commit))
    return documents, open_game(documents, turn)


def _played_again(game: Game) -> AnyRecord | None:
    """The turn as it comes out now, if that is what its journal says; None, with the problems told, if it is not."""
    documents = game.documents
    journal = journal_of(game)
    if journal is None or game.before is None:
        return None
    changed = [
        Diagnostic("C020", Severity.ERROR, Place(name), {"file": name, "turn": game.turn})
        for name in sorted({*journal.inputs, *documents.hashes})
        if name.startswith("turns/") and journal.inputs.get(name) != documents.hashes.get(name)
    ]
    others = game.other_errors()
    if changed or others:
        documents.diagnostics = [*others, *changed]
        return None
    record = play(game, render=False, seed=lambda: journal.seed).record
    # Whose file was rejected has had its say when the turn was played.
    documents.diagnostics = game.other_errors()
    difference = _first_difference(journal, record)
    if difference is not None:
        place = documents.place("journal", difference)
        params: dict[str, Param] = {"turn": game.turn, "file": place.file, "first": place.line or 1}
        documents.diagnostics.append(Diagnostic("C021", Severity.ERROR, place, params))
        return None
    return record


def _first_difference(journal: Journal[Any], record: AnyRecord | None) -> str | None:
    """Where in the journal the first fact stands that does not come about any more."""
    fresh = [] if record is None else [fact_data(fact) for fact in record.journal.facts()]
    number, last = 0, ""
    for at, phase in enumerate(journal.phases):
        for index, fact in enumerate(phase.facts):
            last = f"/phases/{at}/facts/{index}"
            if number >= len(fresh) or fact_data(fact) != fresh[number]:
                return last
            number += 1
    return last if record is None or number < len(fresh) else None


def _told(game: Game, record: AnyRecord, numbers: Sequence[int], accounts: Accounts) -> Iterator[ToldFact]:
    wanted, number = set(numbers), 0
    for at, phase in enumerate(record.journal.phases):
        for index, fact in enumerate(phase.facts):
            number += 1
            if number in wanted:
                place = game.documents.place("journal", f"/phases/{at}/facts/{index}")
                yield ToldFact(
                    number=number,
                    phase=phase.name,
                    fact=fact_data(fact),
                    text=accounts.line(number),
                    file=place.file,
                    line=place.line,
                )


class _Past:
    """The facts of the turns before, from their journals; none where one cannot be read."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __call__(self, turn: int, /) -> Sequence[Any]:
        documents, campaign = Documents(self._game.documents.root), self._game.campaign
        journal = journal_of(Game(campaign, documents, turn, None, SealedOrders(documents, campaign.data, turn)))
        return [] if journal is None else journal.facts()


@dataclass(frozen=True, slots=True)
class _Names:
    """Everything that has a name in the turn: before it, after it, or only meanwhile."""

    names: Collection[Name]

    @classmethod
    def of(cls, game: Game, record: AnyRecord) -> _Names:
        ruleset, world = game.campaign.ruleset, game.campaign.world
        known = [ruleset.vocabulary(world, state) for state in (record.before, record.after)]
        return cls([name for kinds in known for names in kinds.values() for name in names])

    def ids(self, text: str) -> set[str]:
        """What a text may mean: itself, and the ids of all that is called so."""
        wanted = fold(text)
        return {text, *(name.id for name in self.names if wanted in {fold(name.id), *map(fold, name.everything())})}


def _numbers(turn: int, wanted: str, facts: Sequence[Mapping[str, Any]], names: _Names) -> list[int]:
    """The numbers of the facts that a text names; never none."""
    if not facts:
        raise OperatorError("O052", turn=turn)
    verb, _, thing = wanted.strip().strip("/").partition("/")
    verb = verb.strip().casefold().replace("-", "_")
    if verb.isascii() and verb.isdecimal() and not thing:
        number = int(verb) if len(verb) < len(str(len(facts))) + 3 else 0
        if not 1 <= number <= len(facts):
            raise OperatorError("O053", turn=turn, number=verb, last=len(facts))
        return [number]
    numbered = list(enumerate(facts, 1))
    of_verb = [(number, fact) for number, fact in numbered if not verb or next(iter(fact)) == verb]
    if not of_verb:
        verbs = dict.fromkeys(next(iter(fact)) for fact in facts)
        raise OperatorError("O054", turn=turn, verb=verb, verbs=_shortened(verbs))
    if not thing:
        return [number for number, _ in of_verb]
    ids = names.ids(thing)
    found = [number for number, fact in of_verb if _main(fact) in ids]
    found = found or [number for number, fact in of_verb if not ids.isdisjoint(_texts(fact))]
    if not found:
        things = dict.fromkeys(_main(fact) for _, fact in of_verb)
        raise OperatorError("O055", turn=turn, verb=verb, thing=thing, things=_shortened(things))
    return found


def _main(fact: Mapping[str, Any]) -> str:
    return str(next(iter(fact.values())))


def _texts(value: Any) -> Iterator[str]:
    """All ids of a fact; an order's name (`huns/o3`) counts for its speaker, too."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key != "rule":
                yield key
                yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value
        yield value.partition("/")[0]


def _shortened(texts: Iterable[str]) -> list[str]:
    found = list(texts)
    return found if len(found) <= _MOST_NAMED else [*found[:_MOST_NAMED], "…"]


def _placed(each: Input, game: Game) -> PlacedInput:
    """Where an input stands. Orders that the game master gave stand in his file."""
    source, pointer = each.source, each.pointer
    if source is not None and (speaker := source.removeprefix(ORDERS_SOURCE)) in game.npc_orders and speaker != source:
        source, pointer = "gm", join(["npc_orders", _npc_key(speaker, game)]) + pointer.removeprefix("/orders")
    if source is None:
        return PlacedInput(input=each, data=each.data)
    missing = object()
    data = get(game.documents.data(source), pointer, missing)
    if data is missing:
        return PlacedInput(input=each, data=each.data)
    place = game.documents.place(source, pointer)
    return PlacedInput(input=each, file=place.file, line=place.line, data=data if each.kind != "orders" else None)


def _npc_key(speaker: str, game: Game) -> str:
    """By which name the game master's file gives orders for a speaker."""
    given: Mapping[str, Any] = game.gm.get("npc_orders") or {}
    return next(text for text in given if game.reader is not None and game.reader.find_speaker(text) == speaker)
