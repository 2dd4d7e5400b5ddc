import re
from collections import Counter
from string import Formatter

import pytest

from turnproc.diagnostics import codes
from turnproc.diagnostics.codes import MESSAGES
from turnproc.diagnostics.model import Kind, Message, Severity
from turnproc.source.yaml_reader import ORDERS, read_yaml

CODES = sorted({key.partition("/")[0] for key in MESSAGES})
WITH_EXAMPLES = sorted(key for key, message in MESSAGES.items() if key.startswith("Y") and message.wrong)


def params_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_code_of_the_engine_is_there() -> None:
    wanted = [f"Y{number:03}" for number in range(1, 27)]
    wanted += [f"S{number:03}" for number in range(1, 16)]
    wanted += ["N001", "N002"]
    wanted += [
        f"C{number:03}"
        for number in [
            *range(1, 28),
            *range(30, 38),
            *range(40, 48),
            *range(60, 70),
            *range(70, 80),
            *range(85, 96),
            *range(100, 108),
        ]
    ]
    wanted += [f"P{number:03}" for number in range(1, 18)]
    assert sorted(wanted) == CODES


def test_no_two_tables_have_the_same_key() -> None:
    tables = [table for name, table in vars(codes).items() if name.endswith("_MESSAGES")]
    assert len(tables) == 13
    assert sum(map(len, tables)) == len(MESSAGES)


@pytest.mark.parametrize("key", sorted(MESSAGES))
def test_a_message_is_complete(key: str) -> None:
    message = MESSAGES[key]
    assert re.fullmatch(r"[YSNCP][0-9]{3}(/[a-z0-9-]+)?", key)
    assert message.text
    assert message.explanation
    assert message.explanation.endswith(".")
    assert not message.text.endswith(".")
    assert not message.hint.endswith(".")
    assert bool(message.right) or not message.wrong


@pytest.mark.parametrize("key", sorted(MESSAGES))
def test_parameters_have_plain_names(key: str) -> None:
    for text in (MESSAGES[key].text, MESSAGES[key].hint):
        assert all(re.fullmatch(r"[a-z_]+", name) for name in params_of(text))


@pytest.mark.parametrize("key", sorted(MESSAGES))
def test_explanations_speak_to_somebody_who_knows_no_yaml(key: str) -> None:
    message = MESSAGES[key]
    for word in ("scalar", "token", "mapping", "sequence", "node", "schema", "parser", "regular expression", "pointer"):
        assert word not in f"{message.text} {message.hint} {message.explanation}".lower()


@pytest.mark.parametrize("key", WITH_EXAMPLES)
def test_the_wrong_example_has_this_mistake_and_the_right_one_none(key: str) -> None:
    _, problems = read_yaml(MESSAGES[key].wrong.encode(), "wrong.yaml", ORDERS)
    assert [problem.message for problem in problems] == [key]
    document, problems = read_yaml(MESSAGES[key].right.encode(), "right.yaml", ORDERS)
    assert problems == []
    assert document is not None


def test_only_few_are_warnings() -> None:
    lossy = {"C036", "C036/message", "C036/twice", "C036/speaker"}
    late = {"C072", "C072/stands", "C072/withdrawn", "C072/away", "C072/in-time", "C075"}
    signup = {"C086", "C086/closed", "C089/plays"}
    warnings = {key for key, message in MESSAGES.items() if message.severity is Severity.WARNING}
    beside = {"C079", "C079/empty", "C104", "C105"}
    assert warnings == {"C007", "C022", "C026", "C027", "C046", "C063"} | lossy | late | signup | beside


def test_whatever_cannot_be_read_or_has_no_form_is_invalid() -> None:
    assert {message.kind for key, message in MESSAGES.items() if key[0] in "YSN"} == {Kind.INVALID}


def test_no_text_says_two_things() -> None:
    """A text is its own key in the translators' catalogue, and two codes with one text would not be told apart."""
    texts = Counter(message.text for key, message in MESSAGES.items() if not key.startswith("Y002"))
    assert [text for text, count in texts.items() if count > 1] == []


def test_the_catalogue_cannot_be_changed_by_mistake() -> None:
    with pytest.raises(TypeError):
        MESSAGES["X001"] = Message("x")  # type: ignore[index]
