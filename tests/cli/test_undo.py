"""`turnproc undo`: the last turn is open again, nothing is lost, and the next resolve is a revision of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Turnproc
from tests.cli.helpers import GM, HUNS, JOURNAL, RESULTS, SMALL, STATE, Ran, orders
from tests.git.helpers import committed_names, contents, git, make_repository, write

JSON = ("--format", "json")
TURN = "turns/001/turn.yaml"
UNDONE = "turns/001/undone/1"
OTHER_HUNS = orders("huns", "{move: 2, from: tavrika, to: sarmatia, attack: [alans]}")
WHY = "The Huns were two."


def undo(turnproc: Turnproc, root: Path, *options: str, turn: int = 1, reason: str = WHY) -> Ran:
    return turnproc("undo", "--turn", str(turn), "--reason", reason, *options, root)


def undone(turnproc: Turnproc, root: Path, *options: str, turn: int = 1, reason: str = WHY) -> dict[str, Any]:
    ran = undo(turnproc, root, *JSON, *options, turn=turn, reason=reason)
    assert (ran.code, ran.err) == (0, "")
    data: dict[str, Any] = ran.data
    return data


def resolve(turnproc: Turnproc, root: Path, *options: str) -> dict[str, Any]:
    ran = turnproc("resolve", *JSON, *options, root)
    assert ran.code == 0, ran.err
    data: dict[str, Any] = ran.data
    return data


def mend(root: Path, files: dict[str, str]) -> None:
    write(root, files)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=Mended")


def verified(turnproc: Turnproc, root: Path) -> None:
    for command in (("verify",), ("dice", "check")):
        ran = turnproc(*command, root)
        assert ran.code == 0, ran.out + ran.err


# --- taking back


def test_the_turn_is_open_again_and_its_results_are_kept(turnproc: Turnproc, resolved_repository: Path) -> None:
    root = resolved_repository
    before, commit = contents(root), git(root, "rev-parse", "turn-001")
    data = undone(turnproc, root)
    after = contents(root)
    assert {name: after[name.replace("turns/001", UNDONE)] for name in RESULTS} == {
        name: before[name] for name in RESULTS
    }
    assert not set(RESULTS) & set(after)
    assert {name: after[name] for name in SMALL} == {name: before[name] for name in SMALL}
    assert after[TURN].decode() == f"revision: 2\nreason: {WHY}\n"
    assert sorted(after) == sorted([*SMALL, TURN, *(name.replace("turns/001", UNDONE) for name in RESULTS)])
    assert (data["revision"], data["reason"], sorted(data["kept"])) == (2, WHY, sorted(RESULTS))
    # History is kept: a new commit, and the tag where it was.
    assert git(root, "rev-parse", "turn-001") == commit
    assert git(root, "rev-parse", "HEAD~1") == git(root, "rev-parse", "turn-001^{commit}")
    assert git(root, "rev-parse", "HEAD") == data["commit"]
    message = git(root, "log", "-1", "--format=%B")
    assert message.startswith("Turn 1 of Small war taken back\n")
    assert f"Reason: {WHY}" in message
    assert "at the tag turn-001" in message
    assert git(root, "status", "--porcelain", "--untracked-files=all") == ""
    status = turnproc("status", root)
    assert status.out.startswith(f"Turn 1 is open.\nIt was taken back: revision 2 comes next. Reason: {WHY}\n")
    assert turnproc("status", *JSON, root).data["revision"] == {"number": 2, "reason": WHY}


def test_only_what_changed_is_committed(turnproc: Turnproc, resolved_repository: Path) -> None:
    undone(turnproc, resolved_repository)
    kept = [name.replace("turns/001", UNDONE) for name in RESULTS]
    # git takes what was moved for one file.
    found = git(resolved_repository, "show", "--no-renames", "--name-only", "--format=", "-z", "HEAD").split("\0")
    assert sorted(filter(None, found)) == sorted([*RESULTS, *kept, TURN])


def test_without_git(turnproc: Turnproc, resolved: Path) -> None:
    before = contents(resolved)
    assert undone(turnproc, resolved, "--no-commit")["commit"] is None
    data = resolve(turnproc, resolved, "--no-commit")
    # The same orders: nothing is another but that it is a revision.
    assert data["revision"] == {"number": 2, "reason": WHY, "only_before": [], "only_now": [], "changed": []}
    after = contents(resolved)
    assert after[STATE] == before[STATE]
    journal = yaml.safe_load(after[JOURNAL])
    assert journal.pop("revision") == {"number": 2, "reason": WHY}
    assert journal == yaml.safe_load(before[JOURNAL])
    assert "Nothing: it came out the same." in after["turns/001/report.en.md"].decode()
    verified(turnproc, resolved)


def test_in_a_folder_of_a_larger_repository(turnproc: Turnproc, tmp_path: Path) -> None:
    top, root = tmp_path / "top", tmp_path / "top" / "games" / "east"
    write(root, dict(SMALL))
    make_repository(top)
    resolve(turnproc, root)
    undone(turnproc, root)
    assert resolve(turnproc, root)["tag"] == "games/east/turn-001-r2"
    assert git(top, "tag").split() == ["games/east/turn-001", "games/east/turn-001-r2"]
    verified(turnproc, root)


# --- the next resolve


def test_the_next_resolve_is_a_revision_with_what_differs(turnproc: Turnproc, resolved_repository: Path) -> None:
    root = resolved_repository
    undone(turnproc, root)
    mend(root, {HUNS: OTHER_HUNS})
    # Neither may --turn be needed, nor may turn 2 be played.
    ran = turnproc("resolve", root)
    assert ran.code == 0
    assert "tag turn-001-r2." in ran.out
    assert "  - Huns: 3 persons went from Tavrika to Sarmatia, attacking Alans.\n" in ran.out
    report = (root / "turns/001/report.en.md").read_text(encoding="utf-8")
    for text in (ran.out, report):
        was, now = text.partition("What does not hold any more:")[2].split("What holds instead:")
        assert "Huns: 3 persons went from Tavrika" in was
        assert "Huns: 2 persons went from Tavrika" in now
        assert "Goths: 3 persons" not in was + now.partition("##")[0].partition("Fates")[0]
        assert f"This is revision 2 of the turn; the one before does not count any more. Reason: {WHY}" in text
        assert "something is not as it was with: Sarmatia, Tavrika." in text
    assert report.index("revision 2") < report.index("## Fates of the peoples")
    message = git(root, "log", "-1", "--format=%B")
    assert message.startswith("Turn 1 of Small war resolved, revision 2\n")
    assert f"The revision before was taken back: {WHY}" in message
    verified(turnproc, root)
    assert turnproc("report", root).out == report
    assert turnproc("explain", "1/1", cwd=root).code == 0


def test_the_list_for_programs(turnproc: Turnproc, resolved_repository: Path) -> None:
    undone(turnproc, resolved_repository)
    mend(resolved_repository, {HUNS: OTHER_HUNS})
    for options in (["--dry-run"], []):
        revision = resolve(turnproc, resolved_repository, *options)["revision"]
        assert [next(iter(fact.items())) for fact in revision["only_before"]] == [("moved", 3), ("battle", "sarmatia")]
        assert [next(iter(fact.items())) for fact in revision["only_now"]] == [("moved", 2), ("battle", "sarmatia")]
        assert revision["changed"] == ["sarmatia", "tavrika"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("ru", "Это редакция 2 хода"), ("sv", "Detta är revision 2 av draget")],
)
@pytest.mark.parametrize("target", ["markdown", "bbcode", "html"])
def test_every_report_says_so(turnproc: Turnproc, resolved: Path, language: str, words: str, target: str) -> None:
    undone(turnproc, resolved, "--no-commit", reason="[b]<i>*so*</i> @all")
    write(resolved, {HUNS: OTHER_HUNS})
    resolve(turnproc, resolved, "--no-commit")
    report = turnproc("report", "--language", language, "--target", target, resolved).out
    assert words in report
    # A reason is text, whatever a browser or a board would make of it.
    assert {"html": "[b]&lt;i&gt;*so*", "markdown": r"\[b\]\<i>\*so\*", "bbcode": "[\u200bb]<i>*so*"}[target] in report
    assert target == "html" or "@all" not in report
    assert turnproc("verify", resolved).code == 0


def test_an_order_of_then_is_told_by_its_name_if_it_is_another_now(turnproc: Turnproc, small: Path) -> None:
    """A line on an order that lapsed quotes the order; of orders that were changed since it must not quote another."""
    gone = "turn: 1\nevents:\n  - {remove: 4, of: huns, in: tavrika}\n"
    write(small, {GM: gone})
    ran = turnproc("resolve", "--no-commit", small)
    assert ran.code == 0, ran.err
    assert "order_void: huns/o1" in (small / JOURNAL).read_text(encoding="utf-8")
    undone(turnproc, small, "--no-commit")
    write(small, {HUNS: orders("huns", "{hold: 4, in: tavrika}"), GM: "turn: 1\n"})
    resolve(turnproc, small, "--no-commit")
    report = turnproc("report", small).out
    was = report.partition("What does not hold any more:")[2].partition("\n## ")[0]
    assert "“huns/o1”: lapsed" in was
    assert "attack" not in was
    assert turnproc("verify", small).code == 0


def test_twice(turnproc: Turnproc, resolved_repository: Path) -> None:
    root = resolved_repository
    undone(turnproc, root)
    mend(root, {HUNS: OTHER_HUNS})
    resolve(turnproc, root)
    second = contents(root)
    assert undone(turnproc, root, reason="And again.")["revision"] == 3
    after = contents(root)
    assert after["turns/001/undone/2/journal.yaml"] == second[JOURNAL]
    assert after[f"{UNDONE}/journal.yaml"] == second[f"{UNDONE}/journal.yaml"]
    assert after[TURN].decode() == "revision: 3\nreason: And again.\n"
    mend(root, {HUNS: SMALL[HUNS]})
    data = resolve(turnproc, root)
    assert data["tag"] == "turn-001-r3"
    assert data["revision"]["number"] == 3
    assert git(root, "tag").split() == ["turn-001", "turn-001-r2", "turn-001-r3"]
    verified(turnproc, root)


def test_a_later_turn(turnproc: Turnproc, resolved_repository: Path) -> None:
    root = resolved_repository
    mend(root, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
    resolve(turnproc, root)
    undone(turnproc, root, turn=2)
    # Of the turn before nothing is changed, and the one after cannot be meant.
    assert (root / JOURNAL).exists()
    assert resolve(turnproc, root)["tag"] == "turn-002-r2"
    assert git(root, "tag").split() == ["turn-001", "turn-002", "turn-002-r2"]
    verified(turnproc, root)
    mend(root, {"turns/003/orders/huns.yaml": orders("huns", turn=3)})
    assert resolve(turnproc, root)["tag"] == "turn-003"


def test_orders_for_the_turn_after_stay(turnproc: Turnproc, resolved_repository: Path) -> None:
    name = "turns/002/orders/huns.yaml"
    mend(resolved_repository, {name: orders("huns", turn=2)})
    assert undone(turnproc, resolved_repository)["early"] == [name]
    assert (resolved_repository / name).read_text(encoding="utf-8") == orders("huns", turn=2)
    assert resolve(turnproc, resolved_repository)["turn"] == 1
    assert resolve(turnproc, resolved_repository)["turn"] == 2


def test_nobody_resolves_it_by_the_clock(turnproc: Turnproc, resolved_repository: Path) -> None:
    """All are ready, or the deadline has passed: a workflow must not play it again before it is mended."""
    undone(turnproc, resolved_repository)
    everybody = {f"turns/001/orders/{each}.yaml": orders(each, ready="true") for each in ("goths", "huns", "rome")}
    mend(resolved_repository, {**everybody, TURN: f"deadline: 2026-01-01T00:00:00Z\nrevision: 2\nreason: {WHY}\n"})
    ran = turnproc("resolve", "--if-due", "--now", "2030-01-01T00:00:00Z", resolved_repository)
    assert ran.code == 0
    assert "was taken back" in ran.out
    assert not (resolved_repository / JOURNAL).exists()


def test_facts_of_other_rules_are_told_as_they_stand(turnproc: Turnproc, resolved: Path) -> None:
    undone(turnproc, resolved, "--no-commit")
    kept = resolved / UNDONE / "journal.yaml"
    kept.write_text(
        kept.read_text(encoding="utf-8")
        .replace("version: 1", "version: 9")
        .replace("{moved: 3, rule: B-4.3.1, of: huns", "{marched: 3, rule: B-4.3.1, of: huns"),
        encoding="utf-8",
    )
    resolve(turnproc, resolved, "--no-commit")
    report = turnproc("report", resolved).out
    assert "marched: 3, rule: B-4.3.1, of: huns" in report
    assert "Huns: 3 persons went from Tavrika" in report
    assert turnproc("verify", resolved).code == 0


# --- what is refused


@pytest.mark.parametrize(
    ("turn", "code", "words"),
    [
        (1, "O150", "turn 2 was resolved after it"),
        (3, "O151", "only the last turn that was resolved can be taken back: 2"),
        (7, "O151", "turn 7 is not resolved"),
    ],
)
def test_only_the_last_resolved_turn(turnproc: Turnproc, resolved: Path, turn: int, code: str, words: str) -> None:
    write(resolved, {"turns/002/orders/huns.yaml": orders("huns", turn=2)})
    resolve(turnproc, resolved, "--no-commit")
    before = contents(resolved)
    ran = undo(turnproc, resolved, "--no-commit", turn=turn)
    assert ran.code == 1
    assert words in ran.err, code
    assert contents(resolved) == before


def test_nothing_is_resolved(turnproc: Turnproc, small: Path) -> None:
    ran = undo(turnproc, small, "--no-commit")
    assert (ran.code, contents(small)) == (1, {name: text.encode() for name, text in SMALL.items()})
    assert "turn 1 is not resolved" in ran.err
    assert "no turn of this campaign is resolved yet" in ran.err


def test_it_is_taken_back_already(turnproc: Turnproc, resolved: Path) -> None:
    undone(turnproc, resolved, "--no-commit")
    before = contents(resolved)
    ran = undo(turnproc, resolved, "--no-commit")
    assert ran.code == 1
    assert "turn 1 is taken back already" in ran.err
    assert "revision 2" in ran.err
    assert contents(resolved) == before


@pytest.mark.parametrize("name", [HUNS, GM, STATE, "notes.txt", "turns/002/orders/huns.yaml"])
def test_files_that_are_not_committed(turnproc: Turnproc, resolved_repository: Path, name: str) -> None:
    write(resolved_repository, {name: "turn: 1\n"})
    before = contents(resolved_repository)
    ran = undo(turnproc, resolved_repository)
    assert ran.code == 1
    assert name in ran.err
    assert contents(resolved_repository) == before


def test_in_the_middle_of_a_merge(turnproc: Turnproc, resolved_repository: Path) -> None:
    (resolved_repository / ".git/MERGE_HEAD").write_text(git(resolved_repository, "rev-parse", "HEAD") + "\n")
    ran = undo(turnproc, resolved_repository)
    assert (ran.code, (resolved_repository / JOURNAL).exists()) == (1, True)
    assert "merge" in ran.err


def test_a_journal_that_is_another_one(turnproc: Turnproc, resolved_repository: Path) -> None:
    text = (resolved_repository / JOURNAL).read_text(encoding="utf-8")
    mend(resolved_repository, {JOURNAL: text + "# mine\n"})
    ran = undo(turnproc, resolved_repository)
    assert ran.code == 1
    assert "git checkout turn-001 -- turns/001/journal.yaml" in ran.err
    git(resolved_repository, "checkout", "--quiet", "turn-001", "--", JOURNAL)
    git(resolved_repository, "commit", "--quiet", "--message=Back")
    undone(turnproc, resolved_repository)


def test_a_journal_that_cannot_be_read(turnproc: Turnproc, resolved: Path) -> None:
    write(resolved, {JOURNAL: "format: [\n"})
    before = contents(resolved)
    ran = undo(turnproc, resolved, "--no-commit")
    assert ran.code == 1
    assert "turns/001/journal.yaml" in ran.err
    assert "Nothing was written" in ran.err
    assert contents(resolved) == before


@pytest.mark.parametrize("reason", ["", "  \n\t ", "\u200b\u202e", "x" * 501])
def test_no_reason(turnproc: Turnproc, resolved: Path, reason: str) -> None:
    ran = undo(turnproc, resolved, "--no-commit", reason=reason)
    assert ran.code == 1
    assert "500 characters" in ran.err
    assert (resolved / JOURNAL).exists()


def test_both_options_are_needed(turnproc: Turnproc, resolved: Path) -> None:
    assert turnproc("undo", "--turn", "1", resolved).code == 2
    assert turnproc("undo", "--reason", "x", resolved).code == 2


def test_a_reason_is_one_line_of_visible_text(turnproc: Turnproc, resolved_repository: Path) -> None:
    reason = "a\r\n\nSigned-off-by: x\x1b[31m\u202e : # {turn} \"q\" 'p' \\ ##[error]x"
    undone(turnproc, resolved_repository, reason=reason)
    plain = yaml.safe_load((resolved_repository / TURN).read_text(encoding="utf-8"))["reason"]
    assert plain == "a Signed-off-by: x[31m : # {turn} \"q\" 'p' \\ ##[error]x"
    assert "\nSigned-off-by" not in git(resolved_repository, "log", "-1", "--format=%B")
    data = resolve(turnproc, resolved_repository)
    assert data["revision"]["reason"] == plain
    ran = turnproc("status", resolved_repository)
    assert "\x1b" not in ran.out
    verified(turnproc, resolved_repository)


# --- turn.yaml


@pytest.mark.parametrize(
    ("before", "end"),
    [
        ("# Mine\nopens: 2026-05-01T20:00:00+03:00  # evening\n", "\n"),
        ("opens: 2026-05-01T20:00:00+03:00", "\n"),
        ("opens: 2026-05-01T20:00:00+03:00  # evening\r\n", "\r\n"),
    ],
)
def test_rows_and_remarks_of_turn_yaml_stay(turnproc: Turnproc, small: Path, before: str, end: str) -> None:
    (small / TURN).write_bytes(before.encode())
    stays = before if before.endswith(end) else before + end
    for revision, reason in ((2, WHY), (3, "Again.")):
        resolve(turnproc, small, "--no-commit")
        undone(turnproc, small, "--no-commit", reason=reason)
        assert (small / TURN).read_bytes().decode() == f"{stays}revision: {revision}{end}reason: {reason}{end}"


def test_a_turn_yaml_that_takes_no_rows(turnproc: Turnproc, small: Path) -> None:
    old = "# Mine\n{opens: 2026-05-01T20:00:00+03:00}\n"
    write(small, {TURN: old})
    resolve(turnproc, small, "--no-commit")
    ran = undo(turnproc, small, "--no-commit")
    assert ran.code == 0
    assert "had to be written anew" in ran.out
    assert (small / UNDONE / "turn.yaml").read_text(encoding="utf-8") == old
    data = yaml.load((small / TURN).read_text(encoding="utf-8"), yaml.BaseLoader)
    assert data == {"opens": "2026-05-01T20:00:00+03:00", "revision": "2", "reason": WHY}
    assert turnproc("status", small).code == 0


# --- what does not fit together


def codes(turnproc: Turnproc, root: Path) -> set[tuple[str, str]]:
    problems = turnproc("validate", *JSON, root).data["problems"]
    return {(each["code"], each["file"]) for each in problems}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "C090"),
        ("opens: 2026-05-01T20:00:00+03:00\n", "C090"),
        ("revision: 3\nreason: x\n", "C090"),
        ("revision: 2\n", "C090"),
        ("revision: 2\nreason: x\nspent: [1]\n", "C091"),
        ("revision: 1\nreason: x\n", "S"),
        ("revision: 2\nreason: ''\n", "S"),
    ],
)
def test_a_turn_yaml_that_does_not_fit(turnproc: Turnproc, resolved: Path, text: str | None, code: str) -> None:
    undone(turnproc, resolved, "--no-commit")
    (resolved / TURN).unlink()
    if text is not None:
        write(resolved, {TURN: text})
    assert any(found.startswith(code) and file == TURN for found, file in codes(turnproc, resolved))
    ran = turnproc("resolve", "--no-commit", resolved)
    assert ran.code == 1
    assert not (resolved / JOURNAL).exists()


@pytest.mark.parametrize("text", ["revision: 2\nreason: x\n", "reason: x\n"])
def test_a_turn_that_nobody_took_back(turnproc: Turnproc, small: Path, text: str) -> None:
    write(small, {TURN: text})
    assert ("C090", TURN) in codes(turnproc, small)


@pytest.mark.parametrize("name", ["journal.yaml", "state.yaml"])
def test_what_was_kept_is_missing(turnproc: Turnproc, resolved: Path, name: str) -> None:
    undone(turnproc, resolved, "--no-commit")
    resolve(turnproc, resolved, "--no-commit")
    undone(turnproc, resolved, "--no-commit")
    (resolved / f"turns/001/undone/{1 if name == 'journal.yaml' else 2}" / name).unlink()
    assert turnproc("resolve", "--no-commit", resolved).code == 1
    assert "C092" in {code for code, _ in codes(turnproc, resolved)}


def test_a_kept_journal_that_is_another_one(turnproc: Turnproc, resolved_repository: Path) -> None:
    undone(turnproc, resolved_repository)
    resolve(turnproc, resolved_repository)
    kept = resolved_repository / UNDONE / "journal.yaml"
    kept.write_text(kept.read_text(encoding="utf-8").replace("moved: 3", "moved: 2"), encoding="utf-8")
    for command in (("verify",), ("dice", "check")):
        ran = turnproc(*command, *JSON, resolved_repository)
        assert ran.code == 1
        assert "C093" in {each["code"] for each in ran.data["turns"][0]["problems"]}


def test_a_turn_that_is_open_again_is_looked_at(turnproc: Turnproc, resolved_repository: Path) -> None:
    """What was taken back is held against its tag at once, not only when the next revision is there."""
    undone(turnproc, resolved_repository)
    for command in (("verify",), ("dice", "check")):
        ran = turnproc(*command, *JSON, resolved_repository)
        assert ran.code == 0
        assert [(each["turn"], each["taken_back"], each["problems"]) for each in ran.data["turns"]] == [(1, True, [])]
        assert "turn 1: taken back" in turnproc(*command, resolved_repository).out
    kept = resolved_repository / UNDONE / "journal.yaml"
    right = kept.read_text(encoding="utf-8")
    kept.write_text(right.replace("moved: 3", "moved: 2"), encoding="utf-8")
    for command in (("verify",), ("dice", "check")):
        ran = turnproc(*command, *JSON, resolved_repository)
        assert (ran.code, ran.data["fine"]) == (1, False)
        assert [each["code"] for each in ran.data["turns"][0]["problems"]] == ["C093"]
    kept.write_text("nonsense\n", encoding="utf-8")
    assert turnproc("verify", resolved_repository).code == 1


def test_what_players_do_in_an_open_turn_is_no_fault_of_the_revision_before(
    turnproc: Turnproc, resolved_repository: Path
) -> None:
    undone(turnproc, resolved_repository)
    write(resolved_repository, {HUNS: "turn: 1\nfor: huns\norders: [{fly: 1}]\n"})
    assert turnproc("verify", resolved_repository).code == 0


@pytest.mark.parametrize("reason", ["Another reason."])
def test_a_reason_that_was_changed_afterwards(turnproc: Turnproc, resolved: Path, reason: str) -> None:
    undone(turnproc, resolved, "--no-commit")
    resolve(turnproc, resolved, "--no-commit")
    write(resolved, {TURN: f"revision: 2\nreason: {reason}\n"})
    ran = turnproc("verify", *JSON, resolved)
    assert ran.code == 1
    assert {each["code"] for each in ran.data["turns"][0]["problems"]} == {"C021"}


def test_a_tag_that_is_taken(turnproc: Turnproc, resolved_repository: Path) -> None:
    undone(turnproc, resolved_repository)
    git(resolved_repository, "tag", "turn-001-r2", "HEAD~1")
    ran = turnproc("resolve", resolved_repository)
    assert ran.code == 1
    assert "turn-001-r2 exists already" in ran.err


def test_the_commit_of_a_revision_is_its_results_alone(turnproc: Turnproc, resolved_repository: Path) -> None:
    undone(turnproc, resolved_repository)
    resolve(turnproc, resolved_repository)
    assert committed_names(resolved_repository) == sorted(RESULTS)
