"""Whatever people send who want to play, and however a campaign's files are written that are to be changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.cli.helpers import SMALL
from tests.effort import examples
from tests.fuzz.campaigns import FINE, OPEN, PROBLEMS, Place, data_of
from tests.fuzz.strategies import BYTES, SOUP, TREES, look_alikes, slips, written
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_edit import with_entry, with_item, without_entry

GOOD = b"format: turnproc.signup/1\nwishes: [alans, huns, rome]\nnote: Far from my brother.\n"
FILES = BYTES | SOUP | TREES | slips(GOOD) | look_alikes(data_of(GOOD)).map(written)
CAMPAIGNS = SOUP | TREES | slips(OPEN["campaign.yaml"].encode()) | slips(SMALL["turns/000/state.yaml"].encode())


@examples(20)
@given(raws=st.lists(FILES, min_size=1, max_size=3), form=st.sampled_from([(), ("--format", "json"), ("-l", "ru")]))
def test_any_file_of_somebody_who_signs_up(opened: Place, raws: list[bytes], form: tuple[str, ...]) -> None:
    opened.fill({f"signup/somebody-{at}.yaml": raw for at, raw in enumerate(raws)})
    assert opened.call("signup", "assign", "--dry-run", *form, "ROOT").code in (FINE, PROBLEMS)
    opened.unchanged()


@examples(40)
@given(raw=CAMPAIGNS, path=st.sampled_from([("players",), ("players", "anna"), ("peoples", "huns"), ("turn",)]))
def test_a_change_of_any_file_is_right_or_is_not_made(raw: bytes, path: tuple[str, ...]) -> None:
    # Each of them reads again what it wrote, and gives None where that is not what was meant.
    for changed in (
        with_entry(raw, path, "x", {"y": ["z"]}, CAMPAIGN),
        without_entry(raw, path, "speaks_for", CAMPAIGN),
        with_item(raw, path, {"y": "z"}, CAMPAIGN),
    ):
        assert changed is None or isinstance(changed, bytes)
