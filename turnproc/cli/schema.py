"""`turnproc schema`."""

from __future__ import annotations

from typing import Annotated

import typer


def schema(
    ruleset: Annotated[str, typer.Argument(metavar="R", help="A ruleset, or common.")],
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="orders, gm, state, map, settings, …")],
) -> None:
    """Print the JSON Schema of a kind of document, for editors and other programs."""
    from turnproc import resources

    if (ruleset, document) not in resources.schema_names():
        known = ", ".join(sorted(name for directory, name in resources.schema_names() if directory == ruleset))
        folders = ", ".join(sorted({directory for directory, _ in resources.schema_names()}))
        hint = f"documents of {ruleset}: {known}" if known else f"there are: {folders}"
        raise typer.BadParameter(f"there is no schema {ruleset} {document}; {hint}")
    print(resources.schema_text(ruleset, document), end="")
