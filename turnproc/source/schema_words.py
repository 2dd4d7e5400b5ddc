"""Words for what does not fit a schema: one diagnostic per mistake, for somebody who has never seen a schema.

`schema_walk` finds the errors; here each becomes a message with a place and what can be done. Nothing of jsonschema's
own English and no regular expression gets through. Used by `schema_check` alone, and imported only when a file is
wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from turnproc.diagnostics.model import Diagnostic, Param, Severity
from turnproc.source.names import fold, latin, nearest_words
from turnproc.source.pointer import join
from turnproc.source.schema_phrases import advice, found, one_of, shown, subject, wanted
from turnproc.source.schema_walk import LIST_OR_WORD, VERBS, Failure, Path, SchemaWalk
from turnproc.source.yaml_reader import Document

MOST_PROBLEMS: Final = 200
# Beside a keyword: the rule of the ruleset that whatever does not fit there offends.
RULE: Final = "x-rule"


@dataclass(frozen=True, slots=True)
class _Told:
    """One thing to say about the value at `path`, or about its key."""

    message: str
    path: Path
    params: Mapping[str, Param] = field(default_factory=dict)
    on_key: bool = False


class Explainer:
    """What to say about documents that do not fit one schema."""

    def __init__(self, schema: Mapping[str, Any], others: Iterable[Mapping[str, Any]]) -> None:
        """Take the schema and those that it refers to."""
        self._walk = SchemaWalk(schema, others)
        self._tellers: Mapping[str, Callable[[Failure], Iterable[_Told]]] = {
            **dict.fromkeys(_LIMITS, _limit),
            "type": _type,
            "additionalProperties": _unknown_key,
            "required": _missing_key,
            "enum": _words,
            "const": _words,
            LIST_OR_WORD: _words,
            "pattern": _form,
            "format": _form,
            "propertyNames": _form_of_key,
            "uniqueItems": _repeated,
            "not": _not,
            "anyOf": self._any_of,
            "oneOf": self._any_of,
            VERBS: self._verbs,
        }

    def problems(self, document: Document, wrong: Sequence[Sequence[str | int]], rule: str | None) -> list[Diagnostic]:
        """Word what is wrong at the paths that jsonschema_rs found; at most two hundred problems."""
        told: dict[str, Diagnostic] = {}
        failures = self._walk.failures(document.data, wrong)
        for each, offended in ((each, one.schema.get(RULE, rule)) for one in failures for each in self._tell(one)):
            diagnostic = _diagnostic(each, document, offended)
            told.setdefault(repr((diagnostic.message, diagnostic.place, diagnostic.params)), diagnostic)
            if len(told) == MOST_PROBLEMS:
                break
        # The two validators agree on all schemas that we publish; on others nothing may be silent either.
        return list(told.values()) or [_diagnostic(_unfit(tuple(path), {}), document, rule) for path in wrong]

    def _tell(self, failure: Failure) -> Iterable[_Told]:
        return self._tellers.get(failure.keyword, _misfit)(failure)

    def _verbs(self, failure: Failure) -> Iterator[_Told]:
        path, entry, verbs = failure.path, failure.value, list(failure.asked)
        given = [key for key in entry if key in verbs]
        if given:
            yield _Told("S011", (*path, given[1]), {"verbs": given}, on_key=True)
            return
        known = self._walk.keys_of_kinds(failure.schema)
        unknown = next((key for key in entry if key not in known), None)
        if unknown is None:
            yield _Told("S010", path, {"verbs": verbs})
            return
        squeezed, meant = _squeezed_colon(unknown, verbs), latin(unknown)
        if meant in verbs:
            yield _Told("S002/letters", (*path, unknown), {"key": unknown, "meant": meant}, on_key=True)
            return
        params: dict[str, Param] = {"key": unknown, "nearest": nearest_words(unknown, verbs), "verbs": verbs}
        yield _Told("S002/colon" if squeezed else "S012", (*path, unknown), squeezed or params, on_key=True)

    def _any_of(self, failure: Failure) -> Iterator[_Told]:
        """Of several forms tell what is wrong with the one that was meant, if that can be seen."""
        branches = failure.branches
        meant = [branch for branch in branches if not any(_is_another_sort(each, failure.path) for each in branch)]
        if len(meant) == 1:
            for each in meant[0]:
                yield from self._tell(each)
        elif branches and not meant and all(branch[0].keyword == "type" for branch in branches):
            yield _wrong_sort(failure, [sort for branch in branches for sort in _sorts(branch[0])])
        else:
            yield _unfit(failure.path, failure.schema)


def _diagnostic(told: _Told, document: Document, rule: str | None) -> Diagnostic:
    place = document.place(join(told.path), key=told.on_key)
    return Diagnostic(told.message, Severity.ERROR, place, told.params, rule)


def _sorts(failure: Failure) -> list[str]:
    return [failure.asked] if isinstance(failure.asked, str) else list(failure.asked)


def _type(failure: Failure) -> Iterator[_Told]:
    yield _wrong_sort(failure, _sorts(failure))


def _wrong_sort(failure: Failure, sorts: Sequence[str]) -> _Told:
    path, value = failure.path, failure.value
    if "integer" in sorts and isinstance(value, float):
        return _Told("S014", path, {"subject": subject(path), "value": shown(value)})
    params: dict[str, Param] = {
        "subject": subject(path),
        "wanted": one_of([wanted(sort) for sort in sorts]),
        "found": found(value),
        "advice": advice(sorts, value, _example(failure.schema)),
    }
    return _Told("S001", path, params)


def _is_another_sort(failure: Failure, path: Path) -> bool:
    return failure.path == path and failure.keyword in ("type", "enum", "const")


def _squeezed_colon(key: str, known: Iterable[str]) -> dict[str, Param] | None:
    """See `move:2` for what it is: in brackets YAML takes it for one word."""
    before, colon, after = key.partition(":")
    if colon and before.strip() in known:
        return {"key": key, "before": before.strip(), "after": after.strip() or "…"}
    return None


def _unknown_key(failure: Failure) -> Iterator[_Told]:
    key = failure.key
    known = [name for name, schema in failure.schema.get("properties", {}).items() if schema is not False]
    path = (*failure.path, key)
    squeezed = _squeezed_colon(key, known)
    if squeezed:
        yield _Told("S002/colon", path, squeezed, on_key=True)
        return
    if key.isdecimal():
        yield _Told("S002/number", path, {"key": key}, on_key=True)
        return
    meant = latin(key)
    if meant in known and meant != key:
        yield _Told("S002/letters", path, {"key": key, "meant": meant}, on_key=True)
        return
    free = [name for name in known if name not in failure.value or fold(name) == fold(key)]
    yield _Told("S002", path, {"key": key, "nearest": nearest_words(key, free), "known": known}, on_key=True)


def _missing_key(failure: Failure) -> Iterator[_Told]:
    if any(fold(given) == fold(failure.key) or latin(given) == failure.key for given in failure.value):
        # `Turn` for `turn`: that it is unknown is told, with what is meant.
        return
    yield _Told("S003", failure.path, {"key": failure.key})


def _words(failure: Failure) -> Iterator[_Told]:
    path, value = failure.path, failure.value
    allowed = [failure.asked] if failure.keyword == "const" else list(failure.asked)
    words = [shown(word) for word in allowed]
    params: dict[str, Param] = {
        "subject": subject(path),
        "value": shown(value),
        "allowed": words,
        "nearest": nearest_words(value, words) if isinstance(value, str) else [],
        "advice": advice(["array"], value) if failure.keyword == LIST_OR_WORD else [],
    }
    yield _Told("S004", path, params)


def _form(failure: Failure) -> Iterator[_Told]:
    path = failure.path
    params = {"subject": subject(path), "value": shown(failure.value), "examples": _examples(failure.schema)}
    yield _Told("S007", path, params)


def _form_of_key(failure: Failure) -> Iterator[_Told]:
    yield _Told("S007/key", (*failure.path, failure.key), {"key": failure.key}, on_key=True)


def _repeated(failure: Failure) -> Iterator[_Told]:
    path = failure.path
    seen: set[str] = set()
    for index, item in enumerate(failure.value):
        key = json.dumps(item, sort_keys=True)
        if key in seen:
            yield _Told("S009", (*path, index), {"subject": subject(path), "value": shown(item)})
        seen.add(key)


def _not(failure: Failure) -> Iterator[_Told]:
    """`not: {required: [a, b]}` is how a schema says that two keys exclude each other."""
    path, refused = failure.path, failure.asked
    for condition in refused.get("anyOf", [refused]) if isinstance(failure.value, dict) else ():
        given = [key for key in failure.value if key in condition.get("required", ())]
        if given[1:]:
            first, second = given[:2]
            yield _Told("S013", (*path, second), {"first": first, "second": second}, on_key=True)
            return
    yield _unfit(path, failure.schema)


# keyword -> message, and whether the value itself or its length is compared with the limit
_LIMITS: Final[Mapping[str, tuple[str, bool]]] = {
    "minimum": ("S005/least", False),
    "maximum": ("S005/most", False),
    "exclusiveMinimum": ("S005/above", False),
    "exclusiveMaximum": ("S005/below", False),
    "multipleOf": ("S005/multiple", False),
    "maxLength": ("S006/long", True),
    "minLength": ("S006/short", True),
    "maxItems": ("S008/long", True),
    "minItems": ("S008/short", True),
    "maxProperties": ("S008/long", True),
    "minProperties": ("S008/short", True),
}


def _limit(failure: Failure) -> Iterator[_Told]:
    message, of_length = _LIMITS[failure.keyword]
    path = failure.path
    params: dict[str, Param] = {"subject": subject(path), "limit": shown(failure.asked)}
    if failure.value == "":
        message = "S006/empty"
    elif of_length:
        params["length"] = len(failure.value)
    else:
        params["value"] = shown(failure.value)
    yield _Told(message, path, params)


def _misfit(failure: Failure) -> Iterator[_Told]:
    yield _unfit(failure.path, failure.schema)


def _unfit(path: Path, schema: Any) -> _Told:
    return _Told("S015", path, {"subject": subject(path), "examples": _examples(schema)})


def _example(schema: Any) -> str | None:
    """The first example of a schema that has keys with values."""
    examples = schema.get("examples", ()) if isinstance(schema, Mapping) else ()
    return next((shown(example) for example in examples if isinstance(example, dict)), None)


def _examples(schema: Any) -> list[str]:
    examples = schema.get("examples", ()) if isinstance(schema, Mapping) else ()
    return [shown(example) for example in islice(examples, 3) if not isinstance(example, dict | list)]
