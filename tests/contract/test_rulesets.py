"""What every ruleset must bring. A failure names the file to make; the next ruleset gets these tests for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.rules.vectors import GROUPS, read_cases
from turnproc import resources
from turnproc.actions.explain import rule_texts
from turnproc.diagnostics.codes import MESSAGES
from turnproc.engine.facts import verb_of
from turnproc.report.language import LANGUAGES
from turnproc.rulesets import AnyRuleset, rulesets

ROOT = Path(__file__).parents[2]
TARGETS = ("bbcode", "markdown", "html")

each_ruleset = pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda ruleset: ruleset.name)


@each_ruleset
def test_has_its_schemas(ruleset: AnyRuleset) -> None:
    for name in ("orders", "gm", "state", *ruleset.documents, *ruleset.campaign_keys):
        assert (ruleset.name, name) in resources.schema_names(), f"make schemas/{ruleset.name}/{name}.schema.json"


@each_ruleset
def test_has_a_template_for_every_target(ruleset: AnyRuleset) -> None:
    for target in TARGETS:
        file = resources.template_folder() / ruleset.name / f"report.{target}.j2"
        assert file.is_file(), f"make templates/{ruleset.name}/report.{target}.j2"
        part = f'{{% include "common/revision.{target}.j2" %}}'
        assert part in file.read_text(encoding="utf-8"), f"put {part} at the top of report.{target}.j2"


@each_ruleset
def test_has_a_title_and_texts_in_every_language(ruleset: AnyRuleset) -> None:
    assert set(ruleset.title) >= set(LANGUAGES), f"turnproc/rulesets/{ruleset.name}/__init__.py: title"


@each_ruleset
def test_every_rule_has_a_vector(ruleset: AnyRuleset) -> None:
    covered = {rule for case in read_cases(ROOT / "tests" / "rules" / ruleset.name) for rule in case.rules}
    rules = rule_texts(ruleset)
    assert len(rules) > 10, f"docs/rules/{ruleset.name}.md: no rules were found"
    missing = sorted(set(rules) - covered)
    assert missing == [], f"add cases to tests/rules/{ruleset.name}/ for {missing}"
    unknown = sorted(covered - set(rules) - GROUPS)
    assert unknown == [], (
        f"tests/rules/{ruleset.name}/ names rules that docs/rules/{ruleset.name}.md has not: {unknown}"
    )


@each_ruleset
def test_every_message_cites_a_rule_or_is_a_variant_of_the_engine_s(ruleset: AnyRuleset) -> None:
    engine = {key.partition("/")[0] for key in MESSAGES}
    for key in ruleset.messages:
        code = key.partition("/")[0]
        assert code in engine or any(rule == code or rule.startswith(code + ".") for rule in rule_texts(ruleset)), key


@each_ruleset
def test_own_codes_take_the_place_of_codes_that_there_are(ruleset: AnyRuleset) -> None:
    engine = set(MESSAGES) | {key.partition("/")[0] for key in MESSAGES}
    assert set(ruleset.own_codes) <= engine, f"turnproc/rulesets/{ruleset.name}/__init__.py: own_codes"


@each_ruleset
def test_facts_begin_with_verbs_of_their_own(ruleset: AnyRuleset) -> None:
    verbs = [verb_of(kind) for kind in ruleset.facts]
    assert len(set(verbs)) == len(verbs)
    for kind in ruleset.facts:
        assert list(kind.__slots__)[1] == "rule", f"{kind.__name__}: the second field is the rule"


@each_ruleset
def test_every_fact_comes_about_in_some_vector(ruleset: AnyRuleset) -> None:
    named = {
        next(iter(fact))
        for case in read_cases(ROOT / "tests" / "rules" / ruleset.name)
        if isinstance(case.expect, Mapping)
        for fact in case.expect.get("facts") or []
    }
    missing = sorted({verb_of(kind) for kind in ruleset.facts} - named)
    assert missing == [], f"add cases to tests/rules/{ruleset.name}/ that expect {missing}"


@each_ruleset
def test_has_a_demonstration_campaign(ruleset: AnyRuleset) -> None:
    campaigns = [
        file.parent.name
        for file in (ROOT / "campaign").glob("*/campaign.yaml")
        if f"\nruleset: {ruleset.name}\n" in file.read_text(encoding="utf-8")
    ]
    assert campaigns, f"make campaign/<name>/campaign.yaml with ruleset: {ruleset.name}"
