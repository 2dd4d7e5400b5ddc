import pytest

from tests.unit.source.helpers import data_of, problems_of


@pytest.mark.parametrize(
    "text", ["no", "on", "y", "Yes", "OFF", "1:30", "12:30:45", "2024-13-45", "2026-05-08", "=", "<<"]
)
def test_what_yaml_1_1_would_turn_into_something_else_stays_text(text: str) -> None:
    assert data_of(f"value: {text}") == {"value": text}


@pytest.mark.parametrize(
    "text", [".inf", "-.inf", ".nan", ".NaN", "inf", "nan", "1_000", "0b11", "+", "-", ".", "1e", "0x", "0o8"]
)
def test_what_is_almost_a_number_stays_text(text: str) -> None:
    assert data_of(f"value: [{text}]" if text != "-" else "value: '-'") == {"value": [text] if text != "-" else text}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("12", 12),
        ("-7", -7),
        ("+7", 7),
        ("007", 7),
        ("010", 10),
        ("0o17", 15),
        ("0xFf", 255),
        ("1e3", 1000),
        ("1.0", 1),
        ("-0.0", 0),
        ("1.5", 1.5),
        (".5", 0.5),
        ("5.", 5),
        ("1.5e-3", 0.0015),
        ("999999999999999999", 10**18 - 1),
    ],
)
def test_numbers_of_yaml_1_2(text: str, value: float) -> None:
    read = data_of(f"value: {text}")
    assert read == {"value": value}
    assert isinstance(read, dict)
    assert type(read["value"]) is type(value)


@pytest.mark.parametrize("text", ["null", "Null", "NULL", "~", ""])
def test_nothing(text: str) -> None:
    assert data_of(f"value: {text}") == {"value": None}


@pytest.mark.parametrize("text", ["true", "True", "TRUE", "false", "False", "FALSE"])
def test_true_and_false(text: str) -> None:
    read = data_of(f"value: {text}")
    assert read == {"value": text.lower() == "true"}


@pytest.mark.parametrize("text", ["tRUE", "nULL", "nil", "True!"])
def test_words_in_odd_capitals_are_text(text: str) -> None:
    assert data_of(f"value: {text}") == {"value": text}


@pytest.mark.parametrize("text", ["5", "true", "null", "~", "1e3", ""])
def test_quotes_make_text(text: str) -> None:
    assert data_of(f"value: '{text}'") == {"value": text}
    assert data_of(f'value: "{text}"') == {"value": text}


def test_a_block_of_digits_is_text() -> None:
    assert data_of("value: |-\n  12\n") == {"value": "12"}


@pytest.mark.parametrize("text", ["1", "1.0", "true", "null", "~", "0x10", "2024-01-01", "no"])
def test_keys_are_text_as_written(text: str) -> None:
    assert data_of(f"{text}: here") == {text: "here"}


def test_keys_that_mean_the_same_number_are_two_keys() -> None:
    assert data_of("1: a\n01: b\n1.0: c") == {"1": "a", "01": "b", "1.0": "c"}


@pytest.mark.parametrize(
    "text",
    [
        "1" * 19,
        "-" + "1" * 19,
        "1" * 5000,
        "0x" + "f" * 16,
        "0x" + "f" * 5000,
        "0o" + "7" * 22,
        "1e400",
        "1e17",
        "-9007199254740992.0",
    ],
)
def test_a_number_that_cannot_be_kept_exactly_is_told(text: str) -> None:
    assert problems_of(f"a: 1\nvalue: {text}") == ["Y022 2:8"]


def test_many_digits_in_quotes_are_text() -> None:
    assert data_of(f'value: "{"1" * 30}"') == {"value": "1" * 30}
