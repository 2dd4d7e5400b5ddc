"""What editors get of a campaign: schemas that know its names, and VS Code's settings, which file has which.

The schemas of turnproc say with words of their own where names stand: `x-names: people` (any name of a thing of that
kind), `x-ids: player` (its id alone), `x-words: [nobody]` (fixed words). A ruleset's `vocabulary` has the things of
its kinds; `speaker` and `player` are everybody's. Here these words become lists that an editor offers while one types.

Nothing that turnproc accepts is refused and nothing that it refuses is accepted: names that are not in the lists are
free, for a schema can neither fold letter case nor know a people that came up yesterday. `turnproc validate` judges
names. Each schema stands for itself: what it refers to is copied into it, so that nothing has to be found or fetched.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

from turnproc import resources
from turnproc.actions.campaign import foreign_keys
from turnproc.engine.naming import Name
from turnproc.rulesets import AnyRuleset
from turnproc.source.names import fold
from turnproc.store.layout import CAMPAIGN_FILE, TURNS_FOLDER

SCHEMAS_FOLDER: Final = "schemas"
VSCODE_SETTINGS: Final = ".vscode/settings.json"
SPEAKER: Final = "speaker"
PLAYER: Final = "player"
MARK: Final = "Written by turnproc for editors; after changes of names or players: turnproc schema --write"

_NAMES, _IDS, _WORDS = "x-names", "x-ids", "x-words"
# Keywords whose value is a mapping of names to schemas: what stands there as a key is no keyword.
_NAMED_SCHEMAS: Final = frozenset(["properties", "$defs", "patternProperties", "dependentSchemas"])
# Examples are those of the rules' document: in another campaign they would name what is not there.
_LEFT_OUT: Final = frozenset(["$schema", "$id", "examples"])
_FILES_OF_TURNS: Final = {
    "orders": "orders/*.yaml",
    "gm": "gm.yaml",
    "turn": "turn.yaml",
    "state": "state.yaml",
    "journal": "journal.yaml",
}

Schema: TypeAlias = dict[str, Any]


def vocabulary(
    ruleset: AnyRuleset, world: Any, state: Any, campaign: Mapping[str, Any]
) -> Mapping[str, Sequence[Name]]:
    """The things that have names in a campaign, by kind: the ruleset's own, speakers and players."""
    speakers = ruleset.reader(world, state).speakers.values()
    players = dict.fromkeys(campaign.get("players") or ())
    players |= dict.fromkeys(each.player for each in speakers if each.player is not None)
    return {
        **ruleset.vocabulary(world, state),
        SPEAKER: [each.name for each in speakers],
        PLAYER: [Name(player) for player in players],
    }


def editor_files(ruleset: AnyRuleset, names: Mapping[str, Sequence[Name]], languages: Sequence[str]) -> dict[str, str]:
    """The schemas of a campaign, by the names of their files. `languages` come in the campaign's order."""
    return {
        schema_file(document): _Bundle(ruleset, directory, document, names, languages).text()
        for document, (directory, _) in documents(ruleset).items()
    }


def vscode_settings(ruleset: AnyRuleset) -> str:
    """VS Code's settings for the campaign's folder: which schema belongs to which files."""
    return _json(
        {
            "yaml.schemas": {f"./{schema_file(name)}": files for name, (_, files) in documents(ruleset).items()},
            "yaml.schemaStore.enable": False,
            "[yaml]": {"editor.insertSpaces": True, "editor.tabSize": 2, "editor.quickSuggestions": {"strings": "on"}},
            "files.encoding": "utf8",
            "files.eol": "\n",
            "files.insertFinalNewline": True,
        }
    )


def documents(ruleset: AnyRuleset) -> dict[str, tuple[str, str]]:
    """The kinds of files that a campaign has: the folder of their schema, and the pattern of their names."""
    patterns = {"campaign": CAMPAIGN_FILE, **{name: f"{name}.yaml" for name in ruleset.documents}}
    patterns |= {name: f"{TURNS_FOLDER}/*/{file}" for name, file in _FILES_OF_TURNS.items()}
    known = set(resources.schema_names())
    found = {}
    for name, pattern in patterns.items():
        for directory in (ruleset.name, "common"):
            if (directory, name) in known:
                found[name] = (directory, pattern)
                break
    return found


def schema_file(document: str) -> str:
    """Where a schema lies in a campaign."""
    return f"{SCHEMAS_FOLDER}/{document}.schema.json"


class _Bundle:
    """One schema with all that it refers to."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        directory: str,
        document: str,
        names: Mapping[str, Sequence[Name]],
        languages: Sequence[str],
    ) -> None:
        self._names = names
        self._languages = languages
        self._by_id = {
            resources.schema(folder, name)["$id"]: (name, resources.schema(folder, name))
            for folder, name in resources.schema_names()
            if folder in (ruleset.name, "common")
        }
        self._root = resources.schema(directory, document)
        if document == "campaign":
            # The keys of campaign.yaml whose shape is the ruleset's own.
            own = {key: {"$ref": resources.schema(ruleset.name, key)["$id"]} for key in ruleset.campaign_keys}
            properties = {**self._root["properties"], **own}
            foreign = foreign_keys(ruleset)
            known = {key: schema for key, schema in properties.items() if key not in foreign}
            self._root = {**self._root, "properties": known}
        self._definitions: Schema = {}

    def text(self) -> str:
        """The schema as its file has it."""
        root = self._copied(self._root, self._root["$id"])
        head = {"$schema": self._root["$schema"], "$comment": MARK}
        root.pop("$defs", None)
        if self._definitions:
            root["$defs"] = dict(sorted(self._definitions.items()))
        return _json({**head, **root})

    def _copied(self, schema: Any, base: str) -> Any:
        """A schema as it goes into the bundle; `base` is the $id of the document that it comes from."""
        if isinstance(schema, list):
            return [self._copied(each, base) for each in schema]
        if not isinstance(schema, dict):
            return schema
        copy: Schema = {}
        for key, value in schema.items():
            if key == "$ref":
                copy[key] = self._referred(urljoin(base, value))
            elif key in _NAMED_SCHEMAS:
                copy[key] = {name: self._copied(each, base) for name, each in value.items() if key != "$defs"}
            elif key not in _LEFT_OUT and not key.startswith("x-"):
                copy[key] = self._copied(value, base) if key not in ("enum", "const", "default") else value
        lists = list(self._offered(schema))
        if lists:
            # Anything of the right type is as good as what is offered. It stands first: if the type is wrong, editors
            # speak of the first only, and not of every name that there is.
            copy["anyOf"] = [{key: schema[key] for key in ("type",) if key in schema}, *lists]
        return copy

    def _referred(self, target: str) -> str:
        """Take the target of a $ref in; give the $ref as the bundle has it."""
        base, _, pointer = target.partition("#")
        document, schema = self._by_id[base]
        name = document
        for step in pointer.split("/")[1:]:
            schema, name = schema[step], step
        if base != self._root["$id"] and name != document:
            # Two documents may have different things under one name.
            name = f"{document}.{name}"
        if name not in self._definitions:
            self._definitions[name] = {}
            self._definitions[name] = self._copied(schema, base)
        return f"#/$defs/{name}"

    def _offered(self, schema: Schema) -> Iterator[Schema]:
        """The lists that an editor offers in a place where names or fixed words stand."""
        for word, texts_of in ((_NAMES, _every_name), (_IDS, _ids)):
            things = self._names[schema[word]] if word in schema else ()
            if things:
                name = f"{word.removeprefix('x-')}.{schema[word]}"
                self._definitions[name] = _list(texts_of(things, self._languages))
                yield {"$ref": f"#/$defs/{name}"}
        if _WORDS in schema:
            yield _list((word, "") for word in schema[_WORDS])


def _list(texts: Iterable[tuple[str, str]]) -> Schema:
    offered = dict(texts)
    made: Schema = {"type": "string", "enum": list(offered)}
    if any(offered.values()):
        made["enumDescriptions"] = list(offered.values())
    return made


def _ids(things: Iterable[Name], languages: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each id, and what the thing is called."""
    for thing in things:
        yield thing.id, ", ".join(_distinct([thing.id, *_nominatives(thing, languages)])[1:])


def _every_name(things: Iterable[Name], languages: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What each thing is called in the campaign's languages, and its id."""
    for thing in things:
        names = _distinct([*_nominatives(thing, languages), thing.id])
        for name in names:
            yield name, ", ".join(other for other in names if other != name)


def _distinct(texts: Iterable[str]) -> list[str]:
    """Of texts that mean the same name the first."""
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(fold(text), text)
    return list(found.values())


def _nominatives(thing: Name, languages: Sequence[str]) -> Iterator[str]:
    for language in languages:
        if language in thing.forms:
            for case in ("nom", "short.nom"):
                yield thing.in_words(language, case)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
