"""Every trouble of the surroundings has a text and says what to do."""

from __future__ import annotations

import ast
import errno
from pathlib import Path
from string import Formatter

import pytest

import turnproc
from turnproc.store.errors import MESSAGES, OperatorError, writing

SOURCES = sorted(Path(turnproc.__file__).parent.rglob("*.py"))


def raised() -> dict[str, set[str]]:
    """Keys of the catalogue with the parameters that they are raised with, as the source has them."""
    found: dict[str, set[str]] = {}
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"OperatorError", "ServiceError"}:
                key = node.args[0]
                if isinstance(key, ast.Constant):
                    found.setdefault(str(key.value), set()).update(str(word.arg) for word in node.keywords)
    return found


def test_all_keys_are_in_the_catalogue_and_in_use() -> None:
    # O011 to O013 are chosen by the system's error number, in `writing`.
    assert raised().keys() | {"O011", "O012", "O013"} == MESSAGES.keys()


@pytest.mark.parametrize("key", MESSAGES)
def test_every_message_says_what_to_do_and_has_its_parameters(key: str) -> None:
    message = MESSAGES[key]
    assert message.text
    assert message.hint
    wanted = {name for text in (message.text, message.hint) for _, name, _, _ in Formatter().parse(text) if name}
    given = raised().get(key, {"path", "words"})
    assert wanted <= given


def test_the_reader_gets_text_and_hint_in_their_language() -> None:
    error = OperatorError("O003", files=["campaign.yaml", "x\ny.yaml"])
    files = "campaign.yaml, x\\ny.yaml"
    assert error.text() == f"files in the campaign's folder are new or changed and not committed: {files}"
    assert error.text(lambda text: "нет: {files}") == "нет: campaign.yaml, x\\ny.yaml"
    assert error.hint()
    assert str(error).startswith("O003: files")


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.EACCES, "O011"),
        (errno.EPERM, "O011"),
        (errno.EROFS, "O011"),
        (errno.ENOSPC, "O012"),
        (errno.EIO, "O013"),
    ],
)
def test_what_the_system_says_about_writing(number: int, key: str) -> None:
    with pytest.raises(OperatorError) as refused, writing(Path("turns/001")):
        raise OSError(number, "the system's words")
    assert (refused.value.key, refused.value.params["path"]) == (key, str(Path("turns/001")))
    assert ("the system's words" in refused.value.text()) == (key == "O013")
