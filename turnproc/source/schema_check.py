"""Has a document the form that its schema asks for? One `SchemaCheck` per schema, made once and asked for every file.

jsonschema_rs decides: it is three hundred times faster than jsonschema, and nearly every file is right. Only for a file
that is wrong, jsonschema is imported and finds out what to say (`schema_words`). A property test holds that the two
agree on every schema that we publish. Schemas give their orders and events `x-verbs`, the words that say which kind of
order an entry is: that is how an entry with a misspelt verb is told from one with a misspelt key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from turnproc.diagnostics.model import Diagnostic
from turnproc.diagnostics.order import sort_key
from turnproc.source.yaml_reader import Document

if TYPE_CHECKING:
    from turnproc.source.schema_words import Explainer


class SchemaCheck:
    """A schema (draft 2020-12), ready to check documents. Nothing is ever fetched: `others` are what it refers to."""

    def __init__(
        self, schema: Mapping[str, Any], others: Iterable[Mapping[str, Any]] = (), *, rule: str | None = None
    ) -> None:
        """Take the schema, those that its `$ref`s name by `$id`, and the rule that problems of form offend, if any."""
        self._schema, self._others, self._rule = schema, tuple(others), rule
        self._judge: jsonschema_rs.Draft202012Validator | None = None
        self._explainer: Explainer | None = None

    def problems(self, document: Document) -> list[Diagnostic]:
        """Tell all that has the wrong form, in the order of the file."""
        judge = self._judge or self._make_judge()
        if judge.is_valid(document.data):
            return []
        explainer = self._explainer or self._make_explainer()
        wrong = [list(error.instance_path) for error in judge.iter_errors(document.data)]
        return sorted(explainer.problems(document, wrong, self._rule), key=sort_key)

    def _make_judge(self) -> jsonschema_rs.Draft202012Validator:
        # The schema itself is among them, for its siblings may refer to it.
        known = [dict(each) for each in (self._schema, *self._others) if "$id" in each]
        registry = jsonschema_rs.Registry([(each["$id"], each) for each in known])
        self._judge = jsonschema_rs.Draft202012Validator(dict(self._schema), registry=registry, offline=True)
        return self._judge

    def _make_explainer(self) -> Explainer:
        # Late, and so by name: it imports jsonschema, which takes longer than checking a thousand good files.
        words = import_module("turnproc.source.schema_words")
        explainer: Explainer = words.Explainer(self._schema, self._others)
        self._explainer = explainer
        return explainer
