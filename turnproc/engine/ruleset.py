"""The value that a ruleset is. No base class to inherit: a ruleset fills in this record, and the tools ask it.

docs/adding-a-ruleset.md walks along the fields. `World` is what never changes during play (map, names, settings),
`State` what is true between turns, `Orders` one speaker's orders, `Fact` the closed union of what can happen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from turnproc.diagnostics.model import Message
from turnproc.engine.account import Accounts, Forecast, Past
from turnproc.engine.battles import Battles
from turnproc.engine.finding import Finding, Read
from turnproc.engine.journal import Journal
from turnproc.engine.naming import Name
from turnproc.engine.notation import InWords, Notation
from turnproc.engine.phase import Schedule
from turnproc.engine.picture import Picture
from turnproc.engine.table import Event, Table
from turnproc.source.yaml_writer import Layout

WorldT = TypeVar("WorldT")
StateT = TypeVar("StateT")
OrdersT = TypeVar("OrdersT")
FactT = TypeVar("FactT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Whoever orders belong to: a people, a faction, a commander.

    `player` is the campaign's player who speaks for it now, None where nobody does; `can_decide` is false where the
    rules leave it nothing to order this turn. `is_awaited` is false for those who may speak beside others but need not,
    such as a person of whom somebody else decides otherwise: nobody waits for them.
    """

    id: str
    name: Name
    player: str | None
    can_decide: bool = True
    is_awaited: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersFile:
    """One speaker's orders as they came in, after the schema: `source` and `pointer` say where the list stands.

    With `is_complete` false there are more that could not even be read: what counts over all of them is not checked.
    """

    speaker: str
    source: str
    pointer: str
    # None in the place of an order whose shape is wrong: the others are checked all the same.
    orders: Sequence[Mapping[str, Any] | None]
    ready: bool = False
    message: str = ""
    is_complete: bool = True


class Reader(Protocol[OrdersT]):
    """Reads what comes in for one turn against the published state. Made once a turn: it may keep what it works out."""

    @property
    def speakers(self) -> Mapping[str, Speaker]:
        """Who may give orders this turn, by id."""

    def find_speaker(self, text: str) -> str | None:
        """The id of whom a name means, whether or not they may speak now."""

    def nearest_speakers(self, text: str) -> Sequence[Name]:
        """Whose names are most like a text that means nobody."""

    def why_silent(self, speaker: str, source: str) -> Finding:
        """Why somebody who is no speaker cannot give orders."""

    def read_orders(self, file: OrdersFile) -> Read[OrdersT]:
        """Make typed orders of a file and check them by the rules."""

    def read_events(self, given: Sequence[Mapping[str, Any]]) -> Read[tuple[Event, ...]]:
        """Make events of the list in the game master's file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A revision of a turn that is not in force any more: its facts and its state as its files have them.

    `record` is the same in the ruleset's own types, None where another version of the rules made it. On its table lie
    only those orders that are still the same.
    """

    revision: int
    facts: Sequence[Mapping[str, Any]]
    state: Mapping[str, Any]
    record: AnyRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Generic[WorldT, StateT, OrdersT, FactT]):
    """A turn that was played, for the report: the states on both sides, the journal and what lay on the table.

    `taken_back` is the revision before this one, None for the first.
    """

    before: StateT
    after: StateT
    journal: Journal[FactT]
    table: Table[WorldT, OrdersT]
    taken_back: TakenBack | None = None


AnyRecord: TypeAlias = "Record[Any, Any, Any, Any]"


class Words(Protocol):
    """The language that a view is made for; `report.language` has it."""

    @property
    def code(self) -> str:
        """Its code: `ru`."""

    def text(self, message: str) -> str:
        """Translate a msgid."""

    def count(self, singular: str, plural: str, number: int) -> str:
        """Translate a msgid with a number in the plural form that it asks for, `{n}` filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Where a state says who plays whom, for rulesets whose states do: `speaks_for` alone seats nobody there.

    `path(speaker)` leads to a mapping in the data of a state whose `key` names the player. `event(speaker, player)` is
    the event of the game master that does the same in the course of play. `reserved` can be no player's id.
    """

    path: Callable[[str], Sequence[str]]
    key: str
    event: Callable[[str, str], Mapping[str, Any]]
    reserved: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pictures(Generic[WorldT, StateT, OrdersT, FactT]):
    """What pictures of the map show: who stands where after a turn (0 is the start), and what went where in one.

    `places` are all places of the map by id, with their points as far as they are known.
    """

    places: Callable[[WorldT], Mapping[str, tuple[float, float] | None]]
    standing: Callable[[WorldT, StateT, int, Words], Picture]
    of_turn: Callable[[Record[WorldT, StateT, OrdersT, FactT], Words], Picture]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Generic[WorldT, StateT, OrdersT, FactT]):
    """The rules of one game, as the tools need them."""

    name: str
    title: Mapping[str, str]
    version: int
    # The campaign's own files beside campaign.yaml, by the name of their schema; all are needed.
    documents: tuple[str, ...]
    # The keys of campaign.yaml whose shape is the ruleset's own; each has a schema of that name.
    campaign_keys: tuple[str, ...] = ("settings",)
    messages: Mapping[str, Message]
    # Codes of the ruleset that take the place of the engine's (wrong turn, no verb), by the engine's code or by the key
    # of one variant ("C018/range"), and the rule about shape.
    own_codes: Mapping[str, str]
    rule_of_shape: str | None = None
    # May a roll that was thrown by hand be given as its total? Else a number is the face of a single die.
    thrown_totals: bool = False
    facts: tuple[type[FactT], ...]
    state_layout: Layout

    read_world: Callable[[Mapping[str, Any], Mapping[str, Any]], Read[WorldT]]
    read_state: Callable[[Mapping[str, Any], WorldT], Read[StateT]]
    write_state: Callable[[StateT, WorldT, int], dict[str, Any]]
    copy_state: Callable[[StateT], StateT]
    reader: Callable[[WorldT, StateT], Reader[OrdersT]]
    questions: tuple[str, ...]
    blank_orders: Callable[[WorldT, StateT, str, int, Words], str]
    schedule: Callable[[StateT, Table[WorldT, OrdersT]], Schedule[FactT]]
    apply: Callable[[StateT, FactT], None]
    view: Callable[[Record[WorldT, StateT, OrdersT, FactT], Words], dict[str, Any]]
    # For `signup assign`: where a state keeps who plays whom; None where campaign.yaml alone says it.
    seats: Seats | None = None
    # For `map` and the report targets svg and png: the pictures of the map; None where the ruleset has none.
    pictures: Pictures[WorldT, StateT, OrdersT, FactT] | None = None
    # For editors: everything that files may name, by the kinds that the schemas' `x-names` and `x-ids` ask for.
    vocabulary: Callable[[WorldT, StateT], Mapping[str, Sequence[Name]]]
    # A notation of the players' own for orders, if there is one: of all languages given the first is written.
    notation: Callable[[WorldT, StateT, Sequence[Words]], Notation[OrdersT]] | None = None
    # One speaker's orders told back in sentences, for a receipt.
    in_words: Callable[[WorldT, StateT, OrdersT, Words], InWords]
    # For `explain N/FACT`: why each fact of a turn that was played came about; the turns before give what it rests on.
    # The table's rulings and dice may have been asked already.
    accounts: Callable[[Record[WorldT, StateT, OrdersT, FactT], Words, Past[FactT]], Accounts] | None = None
    # For `forecast FILE`: what the orders on the table would do from a state on, told to the one speaker who gave them.
    # There is nothing else on the table, neither events nor rulings nor dice: chance must be left open.
    forecast: Callable[[StateT, Table[WorldT, OrdersT], str, Words], Forecast] | None = None
    # For `battle FILE` and `odds FILE`: battles without a campaign.
    battles: Battles[WorldT, StateT, OrdersT, FactT] | None = None
