"""`turnproc explain`, `rulesets` and `schema`: every code, every schema, in and outside a campaign."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from tests.cli.conftest import Turnproc
from tests.cli.helpers import SMALL
from tests.git.helpers import write
from turnproc import resources
from turnproc.actions.explain import rule_texts
from turnproc.diagnostics.codes import MESSAGES
from turnproc.rulesets import rulesets
from turnproc.rulesets.bellum import RULESET as BELLUM

ENGINE = sorted({key.partition("/")[0] for key in MESSAGES})
OF_BELLUM = sorted({key.partition("/")[0] for key in BELLUM.messages} | rule_texts(BELLUM).keys())


def parameters(text: str) -> list[str]:
    """What of a page looks like a parameter that nobody filled in."""
    return re.findall(r"\{[a-z_]+(?::[^ {}]*)?\}", text)


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
def test_every_code_of_the_engine(turnproc: Turnproc, language: str) -> None:
    for code in ENGINE:
        ran = turnproc("explain", code, "--language", language)
        assert (ran.code, ran.err) == (0, ""), code
        first, *rest = ran.out.splitlines()
        assert first == code
        assert len(rest) > 2, code
        assert parameters(ran.out) == [], code
        assert "{{" not in ran.out


@pytest.mark.parametrize("language", ["en", "ru", "sv"])
def test_every_code_of_bellum(turnproc: Turnproc, language: str) -> None:
    for code in OF_BELLUM:
        ran = turnproc("explain", code, "--ruleset", "bellum", "-l", language)
        assert (ran.code, ran.err) == (0, ""), code
        assert ran.out.splitlines()[0] == code
        assert len(ran.out.splitlines()) > 2, code
        before_the_rule = ran.out.partition("(bellum")[0]
        assert parameters(before_the_rule) == [], code


def test_every_variant_has_its_own_words(turnproc: Turnproc) -> None:
    ran = turnproc("explain", "Y002")
    variants = [message for key, message in MESSAGES.items() if key.partition("/")[0] == "Y002"]
    assert len(variants) > 2
    assert all(message.hint in ran.out for message in variants)


def test_the_rule_itself(turnproc: Turnproc) -> None:
    text = rule_texts(BELLUM)["B-4.5.2"]
    out = turnproc("explain", "B-4.5.2").out
    assert text in " ".join(out.split())
    assert max(map(len, out.partition("The rule")[2].splitlines())) <= 100


@pytest.mark.parametrize(
    ("code", "row", "after"),
    [
        ("X-1", "  bad      16", "Underground the weather counts as fair."),
        ("F-4", "  Q8   8 to 11", "locations and armour are for the core rules."),
    ],
)
def test_a_rule_goes_on_behind_its_table(turnproc: Turnproc, code: str, row: str, after: str) -> None:
    ran = turnproc("explain", code, "--ruleset", "vidonico")
    assert f"\n{row}" in ran.out
    assert after in " ".join(ran.out.split())
    assert "|" not in ran.out
    assert after in turnproc("explain", code, "--ruleset", "vidonico", "--format", "json").data["rule"]


def test_no_rule_takes_in_what_stands_behind_it() -> None:
    for name, ruleset in rulesets().items():
        for code, text in rule_texts(ruleset).items():
            assert not re.search(r"^(#|---|```)", text, re.MULTILINE), (name, code)
            assert text.startswith(code) or text.startswith(f"**{code}"), (name, code)


def test_small_letters_do(turnproc: Turnproc) -> None:
    assert turnproc("explain", "s002").out == turnproc("explain", "S002").out
    assert turnproc("explain", "b-3.4").out == turnproc("explain", "B-3.4").out


@pytest.mark.parametrize(("code", "near"), [("S02", "S002"), ("B-3.44", "B-3.4"), ("C0019", "C001")])
def test_an_unknown_code_gets_the_nearest(turnproc: Turnproc, code: str, near: str) -> None:
    ran = turnproc("explain", code)
    assert (ran.code, ran.out) == (1, "")
    assert code in ran.err
    assert near in ran.err


@pytest.mark.parametrize("code", ["", "completely else", "\x1b[31m", "{code}", "a\nb", "S002/colon", "ы", "x" * 5000])
def test_what_is_no_code_at_all(turnproc: Turnproc, code: str) -> None:
    ran = turnproc("explain", "--", code)
    assert (ran.code, ran.out) == (1, "")
    assert "\x1b" not in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_language_and_the_rules_of_the_campaign(turnproc: Turnproc, flagship: Path, isolated: Path) -> None:
    outside, inside = turnproc("explain", "B-3.4", cwd=isolated), turnproc("explain", "B-3.4", cwd=flagship / "turns")
    assert (outside.code, inside.code) == (0, 0)
    assert inside.out != outside.out
    assert inside.out == turnproc("explain", "B-3.4", "-l", "ru").out
    assert inside.out == turnproc("explain", "B-3.4", "--ruleset", "bellum", cwd=flagship).out
    assert outside.out == turnproc("explain", "B-3.4", "-l", "en", cwd=flagship).out


@pytest.mark.parametrize(
    "campaign",
    [
        "",
        "\t",
        "- 1\n",
        "nonsense",
        SMALL["campaign.yaml"].replace("ruleset: bellum", "ruleset: belum"),
        SMALL["campaign.yaml"].replace("ruleset: bellum", "ruleset: [bellum]"),
        SMALL["campaign.yaml"].replace("languages: [en", "languages: [xx"),
        SMALL["campaign.yaml"].replace("languages: [en, ru, sv]", "languages: 5"),
        SMALL["campaign.yaml"].replace("languages: [en, ru, sv]", "languages: [[en]]"),
    ],
)
def test_a_broken_campaign_does_not_keep_it_from_explaining(turnproc: Turnproc, small: Path, campaign: str) -> None:
    """Just then it is needed: C009 says that the rules are not installed."""
    write(small, {"campaign.yaml": campaign})
    ran = turnproc("explain", "C009", cwd=small)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("C009\n")


def test_codes_of_rules_that_are_not_played_here(
    turnproc: Turnproc, isolated: Path, built_in: Callable[..., None]
) -> None:
    """With two rulesets and no campaign nobody knows whose B-3.4 is meant."""
    built_in(bellum=BELLUM, other=BELLUM)
    assert turnproc("explain", "S001", cwd=isolated).code == 0
    asked = turnproc("explain", "B-3.4", cwd=isolated)
    assert (asked.code, "--ruleset" in asked.err) == (2, True)
    assert turnproc("explain", "B-3.4", "--ruleset", "bellum", cwd=isolated).code == 0
    assert turnproc("explain", "B-9.9.9", cwd=isolated).code == 1


def test_every_problem_that_validate_tells_is_explained(turnproc: Turnproc, small: Path) -> None:
    write(small, {"turns/001/orders/huns.yaml": "turn: 3\nfor: hunz\nmove: 1\norders: [{hold: 9, in: x}, {hold: 0}]\n"})
    codes = {problem["code"] for problem in turnproc("validate", small, "--format", "json").data["problems"]}
    assert len(codes) > 3
    assert all(turnproc("explain", code, cwd=small).code == 0 for code in codes)


def test_rulesets(turnproc: Turnproc) -> None:
    ran = turnproc("rulesets", "--format", "json")
    assert ran.code == 0
    assert ran.data == {
        "rulesets": [{"name": name, "version": each.version, "title": each.title["en"]} for name, each in known()]
    }
    for language in ("en", "ru", "sv"):
        out = turnproc("rulesets", "--language", language).out
        assert out.splitlines() == [f"{name} {each.version}: {each.title[language]}" for name, each in known()]


def known() -> list[tuple[str, Any]]:
    return sorted(rulesets().items())


@pytest.mark.parametrize(("ruleset", "document"), resources.schema_names())
def test_every_schema(turnproc: Turnproc, ruleset: str, document: str) -> None:
    ran = turnproc("schema", ruleset, document)
    assert (ran.code, ran.err) == (0, "")
    schema = json.loads(ran.out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    assert ran.out == (resources.schema_folder() / ruleset / f"{document}.schema.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("ruleset", "document", "hint"),
    [
        ("bellum", "order", "orders"),
        ("bellum", "", "orders"),
        ("chess", "orders", "bellum"),
        ("../schemas/bellum", "orders", "bellum"),
        ("bellum", "../common/campaign", "orders"),
        ("", "", "common"),
        ("\x1b[31m", "x", "bellum"),
    ],
)
def test_an_unknown_schema(turnproc: Turnproc, ruleset: str, document: str, hint: str) -> None:
    ran = turnproc("schema", ruleset, document)
    assert (ran.code, ran.out) == (2, "")
    assert hint in ran.err
    assert "\x1b" not in ran.err


def test_every_text_can_be_parsed() -> None:
    """`explain` shows parameters as an ellipsis; that takes texts which are formats."""
    for message in (*MESSAGES.values(), *BELLUM.messages.values()):
        for text in (message.text, message.hint):
            list(Formatter().parse(text))


def test_outside_a_campaign_a_code_says_whose_it_is(turnproc: Turnproc, isolated: Path) -> None:
    assert "The rule (bellum)" in turnproc("explain", "B-4.5.2", cwd=isolated).out
    assert "The rule (vidonico)" in turnproc("explain", "e-species", cwd=isolated).out
    assert "The rule" not in turnproc("explain", "S002", cwd=isolated).out
