"""What fuzzing has found, each as plain as can be."""

from __future__ import annotations

import pytest

from tests.cli.helpers import GM, JOURNAL, STATE
from tests.fuzz.campaigns import FINE, OPEN, PROBLEMS, Place, called
from tests.git.helpers import contents


def with_gm(place: Place, text: str) -> str:
    """Validate and play with this file; gives what is told. What is played can be played on."""
    place.fill({GM: f"turn: 1\n{text}".encode()})
    checked = place.call("validate", "ROOT")
    if checked.code == FINE:
        try:
            assert called(place.root, "resolve", "--no-commit", "ROOT").code == FINE
            # The state could not be read any more: no further turn could ever be played.
            for command in ("validate", "verify", "report"):
                assert called(place.root, command, "ROOT").code == FINE
        finally:
            place.clear()
    return checked.err


NAMES = [
    "{huns: Alani}",
    "{RU: Alani}",
    "{english: Alani}",
    '{"": Alani}',
    "{en: ''}",
    "{en: {nom: ''}}",
    "{en: {gen: Alani}}",
    "{en: {nom: Alani, genitive: Alani}}",
    "{en: {nom: Alani, sg: 'yes'}}",
    "{en: {nom: Alani, short: {gen: A}}}",
    "{en: {nom: Alani, short: {nom: 1e15}}}",
    "{en: {nom: Alani, short: [A]}}",
    f"{{en: {'x' * 201}}}",
    "{en: 5}",
    "{}",
    "[]",
]


@pytest.mark.parametrize("names", NAMES)
def test_names_in_a_ruling_that_no_state_may_have(opened: Place, names: str) -> None:
    split = f"alans: {{victor: huns, persons: 2}}, x: {{victor: goths, persons: 1, names: {names}}}"
    assert "B-4.5.3" in with_gm(opened, f"rulings: {{split/alans: {{{split}}}}}\n")
    assert "B-4.8.2" in with_gm(opened, f"rulings: {{apart/finns: {{thule: {{id: x, names: {names}}}}}}}\n")


def test_names_in_a_ruling_of_every_form(opened: Place) -> None:
    names = "{ru: {nom: а, gen: б, dat: в, acc: г, ins: д, prep: е, pre: на, sg: true, short: {nom: а, gen: б}}, sv: A}"
    ruling = f"rulings:\n  apart/finns: {{thule: {{id: x, names: {names}, colour: '#A0b0C0'}}}}\n"
    assert "error[" not in with_gm(opened, ruling)


def test_an_id_in_a_ruling_that_is_too_long(opened: Place) -> None:
    long = "x" * 201
    split = f"split/alans: {{alans: {{victor: huns, persons: 2}}, {long}: {{victor: goths, persons: 1}}}}"
    assert "B-4.5.3" in with_gm(opened, f"rulings:\n  {split}\n")
    assert "B-4.8.2" in with_gm(opened, f"rulings:\n  apart/finns: {{thule: {{id: {long}}}}}\n")
    assert "error[" not in with_gm(opened, f"rulings:\n  apart/finns: {{thule: {{id: {long[:200]}}}}}\n")


def test_ids_and_names_of_new_tribes_that_would_become_too_long(opened: Place) -> None:
    """A tribe that falls apart gives its name to each part, and the parts give theirs."""
    long, name = "a" * 196, "A" * 196
    files = {each: text.replace("alans", long).replace("Alans", name).encode() for each, text in OPEN.items()}
    files[GM] = b"turn: 1\n"
    opened.fill(dict(files))
    try:
        for turn in range(1, 3):
            assert called(opened.root, "resolve", "--no-commit", "--turn", str(turn), "ROOT").code == FINE
            assert called(opened.root, "validate", "ROOT").code == FINE
        assert f"{long}-got:" in contents(opened.root)[STATE].decode()
    finally:
        opened.clear()


def test_a_modifier_against_a_people_that_is_named_twice(opened: Place) -> None:
    event = "events:\n  - {modifier: goths, strength: 1, against: [alans, Alans, АЛАНЫ], turns: 5}\n"
    assert "error[" not in with_gm(opened, event)


@pytest.mark.parametrize("event", ["add: 1000000", "add: 999998, when: end"])
def test_more_persons_than_a_state_may_have(opened: Place, event: str) -> None:
    more = "of: huns, in: tavrika"
    assert "S005" in with_gm(opened, f"events:\n  - {{add: 5, {more}}}\n  - {{{event}, {more}}}\n")


def test_persons_that_are_moved_to_too_many(opened: Place) -> None:
    events = "  - {add: 999990, of: goths, in: dacia}\n  - {add: 999990, of: goths, in: italy}\n"
    assert "S005" in with_gm(opened, f"events:\n{events}  - {{move: 99, of: goths, from: dacia, to: italy}}\n")


def test_a_province_named_twice_for_a_new_people(opened: Place) -> None:
    """The first number was forgotten without a word."""
    told = with_gm(opened, "events:\n  - {new_people: scots, kind: tribe, in: {dacia: 1, Дакия: 2}}\n")
    assert "S009" in told
    assert ":3:53:" in told


def test_a_people_that_gets_orders_twice(opened: Place) -> None:
    """The first orders were forgotten without a word."""
    orders = "npc_orders:\n  alans: [{move: 1, from: sarmatia, to: dacia}]\n  Аланы: [{hold: 1, in: sarmatia}]\n"
    told = with_gm(opened, orders)
    assert "S009" in told
    assert ":4:3:" in told


def test_a_group_that_is_named_twice(opened: Place) -> None:
    """The first name was forgotten without a word."""
    assert "S009" in with_gm(opened, "rulings:\n  apart/finns: {thule: {id: x}, Туле: {id: y}}\n")


def test_a_place_with_a_slash_is_told_at_its_place(opened: Place) -> None:
    told = with_gm(opened, 'events:\n  - {new_people: scots, kind: tribe, in: {dacia: 1, "a/b~c": 2}}\n')
    assert "N001" in told
    assert ":3:62:" in told


SPOILT_FACTS = [
    ("event: note, rule: B-4.8.3, note: The rivers froze.,", "event: note, rule: B-4.8.3,"),
    ("moved: 3, rule: B-4.3.1, of: goths,", "moved: 3, rule: B-4.3.1, of: nobody,"),
    ("battle: sarmatia,", "battle: atlantis,"),
    ("appeared: gothalans,", "appeared: huns,"),
]


@pytest.mark.parametrize(("old", "new"), SPOILT_FACTS)
def test_a_journal_that_tells_of_what_there_is_not(played: Place, old: str, new: str) -> None:
    """The report stumbled over it. Whether it is told or rendered as it stands, it is no bug."""
    journal = played.files[JOURNAL].decode()
    assert old in journal
    played.fill({JOURNAL: journal.replace(old, new, 1).encode()})
    for target in ("markdown", "bbcode", "html"):
        ran = played.call("report", "-t", target, "ROOT")
        assert ran.code in (FINE, PROBLEMS)
        assert ran.code == FINE or "C021" in ran.err or "C023" in ran.err
    assert played.call("verify", "ROOT").code == PROBLEMS


def test_explain_says_why_it_cannot(played: Place) -> None:
    campaign = played.files["campaign.yaml"].replace(b"languages: [en, ru, sv]\n", b"")
    played.fill({"campaign.yaml": campaign})
    assert played.call("explain", "1", "--campaign", "ROOT").err
