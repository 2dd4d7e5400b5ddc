"""Things that both sides of a battle have (docs/rules/barkhany.md, B-4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeAlias, TypeVar, get_args

Role: TypeAlias = Literal["attacker", "defender"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


def opponent(role: Role) -> Role:
    """The other side."""
    return "defender" if role == "attacker" else "attacker"


@dataclass(frozen=True, slots=True)
class Both(Generic[T_co]):
    """Something of each side."""

    attacker: T_co
    defender: T_co

    def of(self, role: Role) -> T_co:
        """What the side has."""
        return self.attacker if role == "attacker" else self.defender

    def put(self, role: Role, other: U) -> Both[T_co | U]:
        """The same with something else for one side."""
        return Both(other, self.defender) if role == "attacker" else Both(self.attacker, other)

    def each(self, change: Callable[[T_co], U]) -> Both[U]:
        """The same made of what each side has."""
        return Both(change(self.attacker), change(self.defender))

    def __iter__(self) -> Iterator[T_co]:
        yield self.attacker
        yield self.defender
