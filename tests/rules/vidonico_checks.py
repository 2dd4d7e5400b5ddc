"""The checks of vidonico's cases, by the `call` of a case (the head of vidonico/cases.yaml says what each means)."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules import vidonico_odds as odds
from tests.rules import vidonico_pure as pure
from tests.rules import vidonico_small as small
from tests.rules import vidonico_turns as turns
from tests.rules.vectors import Check
from tests.rules.vidonico_findings import FINDINGS

CHECKS: Mapping[str, Check] = {
    **turns.CHECKS,
    **FINDINGS,
    "ssv": pure.ssv,
    "terrain_table": pure.terrain_table,
    "side_strength": pure.side_strength,
    "ratio": pure.ratio,
    "difficulty_default": pure.difficulty_default,
    "tactics_result": pure.tactics_result,
    "tk_add": pure.tk_add,
    "tactics_dice": pure.tactics_dice,
    "outcome": pure.outcome_of,
    "pursuit": pure.pursuit,
    "flight_row": pure.flight_row,
    "losses": pure.losses_of,
    "allocate": pure.allocate_of,
    "side_losses": pure.side_losses_of,
    "fate_modifier": pure.fate_modifier,
    "fate_row": pure.fate_row,
    "rolls_fate": pure.rolls_fate,
    "best_weapon": pure.best_weapon,
    "character_fate": pure.character_fate,
    "loot_row": pure.loot_row,
    "injury_dice": pure.injury_dice,
    "loot_dice": pure.loot_dice,
    "loot_flag": pure.loot_flag,
    "loot_reroll": pure.loot_reroll,
    "captive_question": pure.captive_question,
    "recover_pool": pure.recover_pool,
    "recover_series": pure.recover_series,
    "recover_army": pure.recover_army,
    "new_id": pure.new_id,
    "prisoner_policy": pure.prisoner_policy,
    "prisoner_custom": pure.prisoner_custom,
    "min_total": odds.min_total,
    "p_at_least": odds.p_at_least,
    "distribution": odds.distribution,
    "odds": odds.odds_of,
    "tie_odds": odds.tie_odds,
    "fate_odds": odds.fate_odds,
    "loot_odds": odds.loot_odds,
    "odds_preview": odds.odds_preview,
    "encounter": small.encounter,
    "move": small.move,
    "commander": small.commander,
    "retreat_target": small.retreat_target,
    "held_prisoners": small.held_prisoners,
    "leader_killed": small.leader_killed,
    "questions": small.questions,
    "prisoner_fate": small.prisoner_fate,
    "dice_override": small.dice_override,
}
