"""Why an order is not carried out, and what its author should know (docs/rules/barkhany.md, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from turnproc.diagnostics.model import Param


@dataclass(frozen=True, slots=True)
class Trouble:
    """`code` is one of section 3.1 (`E-SPLIT`), or a reason that only a turn in play can give (`blocked`).

    Where a code has several texts, the text's name follows a slash (`E-SPLIT/engines`). Codes with W are warnings.
    """

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The code alone, without the name of its text."""
        return self.code.partition("/")[0]
