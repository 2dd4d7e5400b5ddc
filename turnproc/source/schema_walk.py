"""Finds out what is wrong with a document that does not fit its schema: jsonschema with keywords of our own.

`schema_words` makes diagnostics of the errors. They come one per key, where jsonschema's own come one per mapping;
patterns are judged by jsonschema_rs, so that there is one meaning of a regular expression; only the parts of a
document that jsonschema_rs has found wrong are walked; and of an entry with `x-verbs` either the verb is told or what
is wrong with the chosen kind, never both. Imported only when something failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import jsonschema_rs
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import create
from referencing import Registry
from referencing.jsonschema import DRAFT202012

Errors: TypeAlias = Iterator[ValidationError]
Path: TypeAlias = tuple[str | int, ...]
Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Errors]

VERBS: Final = "x-verbs"
LIST_OR_WORD: Final = "list or word"


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that does not fit: the schema's keyword, what it asks, and the value at `path` that fails it.

    `key` is the key to blame, where it is one. `branches` are the failures of each alternative of an anyOf or oneOf.
    `schema` is the schema object in which the keyword stands.
    """

    keyword: str
    asked: Any
    path: Path
    value: Any
    key: str
    schema: Mapping[str, Any]
    branches: tuple[tuple[Failure, ...], ...]


def _failure(error: ValidationError) -> Failure:
    branches: dict[str | int, list[Failure]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(_failure(inner))
    return Failure(
        keyword=str(error.validator),
        asked=error.validator_value,
        path=tuple(error.absolute_path),
        value=error.instance,
        key=error.message,
        schema=error.schema if isinstance(error.schema, Mapping) else {},
        branches=tuple(tuple(failures) for failures in branches.values()),
    )


def _blame(keyword: str, key: str) -> ValidationError:
    """Say that one key is to blame: an error's message is the only room that it has for that."""
    return ValidationError(key, validator=keyword)


class SchemaWalk:
    """One schema, ready to be walked; see the module's docstring."""

    def __init__(self, schema: Mapping[str, Any], others: Iterable[Mapping[str, Any]]) -> None:
        """Take the schema and those that it refers to."""
        # With "$schema" jsonschema would take the dialect's own validator instead of ours.
        documents = [_without(each, "$schema") for each in (schema, *others)]
        registry = Registry[Any]().with_resources(
            (each.get("$id", ""), DRAFT202012.create_resource(each)) for each in documents
        )
        self._keys_of_kinds = {
            id(entry): frozenset(_keys_of_kinds(entry, registry.resolver(each.get("$id", "")).lookup))
            for each in documents
            for entry in _entries_with_verbs(each)
        }
        self._wrong: set[int] = set()
        self._everything = 0
        self._kinds: dict[int, Mapping[str, Any]] = {}
        validator = create(
            meta_schema=Draft202012Validator.META_SCHEMA,
            validators={**Draft202012Validator.VALIDATORS, **self._keywords()},
            type_checker=Draft202012Validator.TYPE_CHECKER,
            applicable_validators=_applicable,
        )
        self._validator = validator(documents[0], registry=registry)

    def failures(self, data: Any, wrong: Iterable[Sequence[str | int]]) -> Iterator[Failure]:
        """Walk to the values at the paths `wrong`, and tell what is wrong with them."""
        # A container is known by its identity: in data read from a file none stands in two places.
        self._wrong = {id(data)}
        for path in wrong:
            values = [data]
            for step in path:
                values = [child for value in values for child in _children(value, step)]
                self._wrong.update(map(id, values))
        return map(_failure, self._validator.iter_errors(data))

    def keys_of_kinds(self, entry: Mapping[str, Any]) -> frozenset[str]:
        """Give the keys that some kind of a schema with `x-verbs` knows."""
        return self._keys_of_kinds.get(id(entry), frozenset())

    def _keywords(self) -> dict[str, Keyword]:
        default = Draft202012Validator.VALIDATORS
        whole = {name: self._walked_whole(default[name]) for name in ("anyOf", "oneOf", "not", "contains")}
        return {
            **whole,
            VERBS: self._verbs,
            "if": self._if,
            "items": self._items,
            "properties": self._properties,
            "additionalProperties": _additional_properties,
            "patternProperties": _pattern_properties,
            "propertyNames": _property_names,
            "required": _required,
            "pattern": _judged_by_rust("pattern"),
            "format": _judged_by_rust("format"),
            "multipleOf": _judged_by_rust("multipleOf"),
        }

    def _is_concerned(self, value: Any) -> bool:
        return bool(self._everything) or not isinstance(value, dict | list) or id(value) in self._wrong

    def _walked_whole(self, keyword: Keyword) -> Keyword:
        """Make a keyword walk all of its value: its answer depends on parts that are not wrong by themselves."""

        def whole(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
            self._everything += 1
            try:
                errors = list(keyword(validator, value, instance, schema))
            finally:
                self._everything -= 1
            yield from errors

        return whole

    def _if(self, validator: Any, condition: Any, instance: Any, schema: Any) -> Errors:
        self._everything += 1
        try:
            branch = "then" if validator.evolve(schema=condition).is_valid(instance) else "else"
        finally:
            self._everything -= 1
        if branch not in schema:
            return
        for error in validator.descend(instance, schema[branch], schema_path=branch):
            if error.validator == "enum" and not error.path and "array" in schema.get("type", ()):
                # `attack: antes` where a list or one of certain words can stand: what is meant is `[antes]`.
                error.validator = LIST_OR_WORD
            yield error

    def _items(self, validator: Any, items: Any, instance: Any, schema: Any) -> Errors:
        if isinstance(instance, list):
            first = len(schema.get("prefixItems", ()))
            for index, item in enumerate(instance[first:], first):
                if items is False:
                    # For the schema `false`, jsonschema forgets the path.
                    yield ValidationError("", validator="items", path=[index], instance=item, schema=schema)
                elif self._is_concerned(item):
                    yield from validator.descend(item, items, path=index)

    def _properties(self, validator: Any, properties: Any, instance: Any, schema: Any) -> Errors:
        if isinstance(instance, dict):
            for key, subschema in properties.items():
                if key in instance and subschema is False:
                    yield _blame("additionalProperties", key)
                elif key in instance and self._is_concerned(instance[key]):
                    yield from validator.descend(instance[key], subschema, path=key, schema_path=key)

    def _verbs(self, validator: Any, verbs: Any, instance: Any, schema: Any) -> Errors:
        if not isinstance(instance, dict):
            yield from validator.descend(instance, {"type": "object"})
        elif sum(verb in instance for verb in verbs) != 1:
            yield ValidationError("", validator=VERBS)
        else:
            kind = self._kinds.setdefault(id(schema), _without(schema, VERBS))
            yield from validator.descend(instance, kind)


def _entries_with_verbs(schema: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(schema, Mapping):
        if VERBS in schema:
            yield schema
        for value in schema.values():
            yield from _entries_with_verbs(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _entries_with_verbs(value)


def _keys_of_kinds(entry: Mapping[str, Any], look_up: Callable[[str], Any]) -> Iterator[str]:
    for branch in (entry, *(branch.get("then", {}) for branch in entry.get("allOf", ()))):
        kind = look_up(branch["$ref"]).contents if "$ref" in branch else branch
        yield from kind.get("properties", ())


def _children(container: Any, step: str | int) -> list[Any]:
    """Take one step of a path of jsonschema_rs, which takes a key of digits for an index: "007" comes as 7."""
    if isinstance(container, list):
        return [container[int(step)]]
    if step in container:
        return [container[step]]
    return [value for key, value in container.items() if key.lstrip("+").isdecimal() and int(key) == step]


def _applicable(schema: Any) -> Iterable[tuple[str, Any]]:
    return [(VERBS, schema[VERBS])] if VERBS in schema else schema.items()


def _without(schema: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != key}


@cache
def _rust(keyword: str, value: str | float) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({keyword: value})


def _judged_by_rust(keyword: str) -> Keyword:
    def judged(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        if not _rust(keyword, value).is_valid(instance):
            yield ValidationError("")

    return judged


def _is_named_by(schema: Any, key: str) -> bool:
    patterns = schema.get("patternProperties", ())
    return key in schema.get("properties", ()) or any(_rust("pattern", pattern).is_valid(key) for pattern in patterns)


def _additional_properties(validator: Any, additional: Any, instance: Any, schema: Any) -> Errors:
    if not isinstance(instance, dict):
        return
    for key, value in instance.items():
        if _is_named_by(schema, key):
            continue
        if additional is False:
            yield _blame("additionalProperties", key)
        else:
            yield from validator.descend(value, additional, path=key)


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        for pattern, subschema in patterns.items():
            for key, value in instance.items():
                if _rust("pattern", pattern).is_valid(key):
                    yield from validator.descend(value, subschema, path=key, schema_path=pattern)


def _property_names(validator: Any, names: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        for key in instance:
            if not validator.evolve(schema=names).is_valid(key):
                yield _blame("propertyNames", key)


def _required(validator: Any, required: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        for key in required:
            if key not in instance:
                yield _blame("required", key)
