"""Reports as chats and boards show them: nothing that people wrote has any effect, and every part is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.post.fake_chats import BOT, CHAT, HOOK, KEY, FakeBoard, FakeDiscord, FakeTelegram, units
from tests.post.fake_github import REPOSITORY, TOKEN, FakeGitHub
from tests.post.fakes import Answer, served
from turnproc.post.client import ServiceError
from turnproc.post.discord import Discord
from turnproc.post.forum import Forum, posts
from turnproc.post.github import GitHub
from turnproc.post.markdown import blocks, guarded, plain
from turnproc.post.message import Letter, Picture, Receipt, Service
from turnproc.post.release import GitHubRelease, unlinked
from turnproc.post.telegram import Telegram, marked
from turnproc.report.escaping import Bbcode, Markdown

ROOT = Path(__file__).parents[2]
REPORTS = sorted((ROOT / "campaign").glob("*/turns/*/report.*.md"))
POSTS = sorted((ROOT / "campaign").glob("*/turns/*/report.*.bbcode"))
PNG = b"\x89PNG\r\n\x1a\n"
HOSTILE = [
    "@everyone @here <@123456789012345678> <@&1> <#1> <t:0:R> <:smile:1> </cmd:1>",
    "||spoiler|| ~~gone~~ __under__ ***bold*** `code` [x](https://evil.example) https://evil.example",
    "-# small print",
    "# heading",
    "> quoted",
    ">>> all quoted",
    "1. first",
    "- item",
    "```\nfence",
    "/kick@bot please, /start",
    "evil.example and www.evil.example, $BTC, #tag, +46701234567",
    "<b>bold</b> <a href='tg://user?id=1'>x</a> &lt; &amp; <script>",
    "| a | b |",
    "deadbeefcafe0123 anna/war@deadbeef0 #12 GH-12",
    "\\",
    "*",
    "**",
    "\\*\\",
]


def letter(text: str, *pictures: Picture, mentioned: tuple[str, ...] = ()) -> Letter:
    return Letter("Title", text, "turn-001.en", "turn-001", "Part {part} of {parts}", "see {file}", pictures, mentioned)


def sent(service: Service, told: Letter) -> list[Receipt]:
    return [service.send(told, part) for part in service.parts(told)]


@pytest.fixture
def discord() -> Iterator[FakeDiscord]:
    fake = FakeDiscord()
    with served(fake):
        yield fake


@pytest.fixture
def telegram() -> Iterator[FakeTelegram]:
    fake = FakeTelegram()
    with served(fake):
        yield fake


@pytest.mark.parametrize("report", REPORTS, ids=lambda path: "-".join(path.parts[-4:]))
def test_the_campaigns_reports_arrive_as_a_whole(discord: FakeDiscord, telegram: FakeTelegram, report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    assert sent(Discord(discord.url, HOOK), letter(text))[0].id == "9001"
    assert sent(Telegram(telegram.url, BOT, CHAT), letter(text))[0].id == "1"
    words = set(re.findall(r"[^\W_]+", text))
    for fake in (discord, telegram):
        assert len(fake.messages) > 1
        assert words - set(re.findall(r"[^\W_]+", " ".join(each.text for each in fake.messages))) <= {"yaml"}
        assert all(not each.called and not each.links for each in fake.messages)
    # Parts are reasonably full, and headings come with what they head.
    assert sum(units(each.text) for each in discord.messages) / len(discord.messages) > 1000
    assert not any(re.search(r"(^|\n)#{1,3} [^\n]+\Z", each.text) for each in discord.messages)


def report_of(*lines: str) -> str:
    """A report as templates make it: with these lines in a chronicle, a quotation, a list, a table."""
    safe = [str(Markdown.escape(line)) for line in lines]
    rows = ["# Title", "", *[f"{line}\\" for line in safe], "", *[f"> {line}" for line in safe], ""]
    rows += [*[f"- {line}" for line in safe], "", "| A | B |", "|---|--:|", *[f"| {line} | {line} |" for line in safe]]
    return "\n".join([*rows, "", "```yaml", *[line.replace("```", "\u200b```") for line in lines], "```", ""])


def test_hostile_words_on_discord(discord: FakeDiscord) -> None:
    sent(Discord(discord.url, HOOK), letter(report_of(*HOSTILE)))
    for message in discord.messages:
        assert message.called == []
        assert message.links == []
    said = re.sub(r"```.*?```", "", "\n".join(each.text for each in discord.messages), flags=re.DOTALL)
    rows = [re.sub(r"\A(?:> |- )", "", row) for row in said.split("\n")]
    assert not [row for row in rows if re.match(r"-#|#{1,3} (?!Title)|>|1\. ", row)]
    for sign in (r"\|\|", r"~~", r"__", r"`", r"<[@#:/t]", r"\]\("):
        assert not re.search(rf"(?<!\\){sign}", said), sign


def test_only_those_who_are_listed_are_called(discord: FakeDiscord) -> None:
    text = "Missing:\n\n- Huns <@111111111111111111>\n- Goths <@222222222222222222> @everyone\n"
    sent(Discord(discord.url, HOOK), letter(text, mentioned=("111111111111111111",)))
    [message] = discord.messages
    assert message.called == ["111111111111111111"]


def test_hostile_words_on_telegram(telegram: FakeTelegram) -> None:
    sent(Telegram(telegram.url, BOT, CHAT), letter(report_of(*HOSTILE)))
    assert [link for each in telegram.messages for link in each.links] == []
    said = "".join(each.text for each in telegram.messages).replace("\u200b", "")
    for words in ("<script>", "||spoiler||", "***bold***", "-# small print", "/kick@bot"):
        assert words in said


def test_telegram_shows_bold_italic_and_blocks() -> None:
    assert marked(r"**a** *b* \*c\* **d *e** f") == "<b>a</b> <i>b</i> *c* <b>d <i>e</i></b> f"
    assert marked("a < b & c") == "a &lt; b &amp; c"
    assert marked("\x01b\x01") == "b"


@given(st.lists(st.text(alphabet=st.sampled_from("a*\\`_<>&@#/.|-+1 🦎\n"), max_size=300), max_size=8))
def test_any_words_make_messages_that_are_taken(lines: list[str]) -> None:
    told = letter(report_of(*lines))
    discord, telegram = FakeDiscord(), FakeTelegram()
    with served(discord), served(telegram):
        sent(Discord(discord.url, HOOK), told)
        sent(Telegram(telegram.url, BOT, CHAT), told)
    assert not [each for fake in (discord, telegram) for each in fake.messages if each.called or each.links]


@given(st.text(max_size=5000))
def test_any_text_at_all_becomes_parts_within_the_limits(text: str) -> None:
    told = letter(text)
    assert all(units(part.text) <= 2000 for part in Discord("https://discord.com", "/").parts(told))
    assert all(units(part.text) <= 4096 for part in Telegram("https://x", "0:", "0").parts(told))
    assert all(len(part) <= 10_000 for part in posts(told, 10_000))


def test_one_endless_row_is_cut(discord: FakeDiscord, telegram: FakeTelegram) -> None:
    text = "# T\n\n" + "word and word. " * 1000 + "\n\n" + "\\*" * 4000 + "\n"
    sent(Discord(discord.url, HOOK), letter(text))
    sent(Telegram(telegram.url, BOT, CHAT), letter(text))
    assert "".join(each.text for each in telegram.messages).count("*") == 4000


def test_what_is_cut_begins_no_heading(discord: FakeDiscord) -> None:
    sent(Discord(discord.url, HOOK), letter("a. # b - c. -# d " * 500))
    rows = [row for each in discord.messages for row in each.text.split("\n")]
    assert len(rows) > 4
    assert not [row for row in rows if re.match(r"#|-", row)]
    assert guarded("1. a") == "1\\. a"


def test_narrow_tables_are_columns_and_wide_ones_words() -> None:
    table = "| Army | Fit |\n|---|--:|\n| The Guard | 120 |\n| **Riders** | 7 |\n"
    [narrow] = Discord("https://discord.com", "/").parts(letter(table))
    assert narrow.text == "```\nArmy       Fit\n─────────  ───\nThe Guard  120\nRiders       7\n```"
    wide = table.replace("Fit", "W" * 60)
    [words] = Discord("https://discord.com", "/").parts(letter(wide))
    assert words.text == f"*Army:*\n- **The Guard** — {'W' * 60}: 120\n- **Riders** — {'W' * 60}: 7"


def test_a_table_that_goes_on_shows_its_heads_again() -> None:
    table = "| Army | Fit |\n|---|--:|\n" + "".join(f"| Army {n:04d} of many | {n} |\n" for n in range(100))
    made = Discord("https://discord.com", "/").parts(letter(table))
    assert len(made) == 2
    assert all(part.text.startswith("```\nArmy") and part.text.endswith("\n```") for part in made)


def test_cells_with_bars() -> None:
    [block] = blocks("| a \\| b | c \\\\| d |")
    assert block.kind == "table"
    assert plain("a \\| b") == "a | b"


def test_pictures_come_with_the_first_message(discord: FakeDiscord, telegram: FakeTelegram) -> None:
    told = letter("# T\n", Picture("map.png", PNG), Picture("later.png", PNG))
    sent(Discord(discord.url, HOOK, "55"), told)
    assert [(each.text, list(each.files), each.thread) for each in discord.messages] == [
        ("# T", ["map.png", "later.png"], "55")
    ]
    sent(Telegram(telegram.url, BOT, CHAT, "66"), told)
    assert [(each.text, list(each.files)) for each in telegram.messages] == [
        ("T", []),
        ("", ["sendPhoto:map.png"]),
        ("", ["sendPhoto:later.png"]),
    ]
    assert telegram.messages[0].thread == "66"


def test_many_pictures_and_large_ones(discord: FakeDiscord) -> None:
    service = Discord(discord.url, HOOK)
    large = Picture("large.png", PNG + bytes(10 * 1024 * 1024))
    told = letter("# T\n", large, *(Picture(f"{n:02d}.png", PNG) for n in range(12)))
    sent(service, told)
    assert [len(each.files) for each in discord.messages] == [10, 2]
    assert service.too_large(told) == ["large.png"]


def test_a_picture_that_cannot_be_shown_comes_as_a_file(telegram: FakeTelegram) -> None:
    telegram.shows = False
    sent(Telegram(telegram.url, BOT, CHAT), letter("# T\n", Picture("map.png", PNG)))
    assert list(telegram.messages[1].files) == ["sendDocument:map.png"]


@pytest.mark.parametrize("data", [None, [], {"ok": False}, {"ok": True}, {"ok": True, "result": {"message_id": "x"}}])
def test_a_strange_answer_of_telegram_may_mean_that_it_arrived(telegram: FakeTelegram, data: object) -> None:
    telegram.first = [Answer(data=data)]
    with pytest.raises(ServiceError) as strange:
        sent(Telegram(telegram.url, BOT, CHAT), letter("a"))
    assert (strange.value.key, strange.value.may_have_arrived) == ("O139", True)


@pytest.mark.parametrize("data", [None, {"id": 5}, {"id": "../"}, {}])
def test_a_strange_answer_of_discord_may_mean_that_it_arrived(discord: FakeDiscord, data: object) -> None:
    discord.first = [Answer(data=data)]
    with pytest.raises(ServiceError) as strange:
        sent(Discord(discord.url, HOOK), letter("a"))
    assert (strange.value.key, strange.value.may_have_arrived) == ("O139", True)


@pytest.mark.parametrize("report", POSTS, ids=lambda path: "-".join(path.parts[-4:]))
def test_posts_of_a_forum_close_what_they_open(report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    made = posts(letter(text), 4000)
    assert len(made) > 2
    for at, post in enumerate(made, start=1):
        assert post.startswith(f"[i]Part {at} of {len(made)}[/i]\n\n")
        assert len(post) <= 4000
        for tag in ("spoiler", "quote", "code", "b", "i"):
            assert len(re.findall(rf"\[{tag}[\]=]", post)) == post.count(f"[/{tag}]")
    assert set(re.findall(r"\w+", text)) <= set(re.findall(r"\w+", " ".join(made)))


def test_a_forums_blocks_are_those_of_the_template() -> None:
    hostile = "\n".join(str(Bbcode.escape(line)) for line in ("[/spoiler]", "[code]", "[quote]", "/kick"))
    text = f'[spoiler="A"]\n{hostile}\n[code]\n[spoiler]\n# x\n[/code]\n[/spoiler]\n'
    [post] = posts(letter(text), 10_000)
    assert post == text.rstrip("\n")


def test_a_board_takes_posts() -> None:
    fake = FakeBoard()
    with served(fake):
        forum = Forum(f"{fake.url}/community", KEY, "7")
        receipts = sent(forum, letter(POSTS[0].read_text(encoding="utf-8"), Picture("map.png", PNG)))
        assert receipts[0] == Receipt("101", f"{fake.url}/posts/101/")
        assert forum.too_large(letter("", Picture("map.png", PNG))) == ["map.png"]
        with pytest.raises(ServiceError) as refused:
            sent(Forum(f"{fake.url}/community", "wrong-key", "7"), letter("a"))
    assert "API key was not found" in refused.value.text()
    assert len(fake.messages) == 2


def test_a_release_that_is_too_long_is_a_file_as_well() -> None:
    fake = FakeGitHub()
    fake.kept.tags = {"turn-001"}
    with served(fake):
        release = GitHubRelease(GitHub(REPOSITORY, TOKEN, fake.url))
        told = letter("a row of a report\n" * 10_000, Picture("map.png", PNG))
        [receipt] = sent(release, told)
        sent(release, told)
    assert receipt.url.endswith("/releases/tag/turn-001")
    made = fake.kept.releases["turn-001"]
    assert len(made["body"]) <= 125_000
    assert made["body"].endswith("see turn-001.en.md")
    assert sorted(name for _, name in fake.kept.assets) == ["map.png", "turn-001.en.md"]
    assert len(fake.of("POST")) == 3


def test_numbers_in_a_release_are_no_commits() -> None:
    text = "deadbeef1 1234567 abcdefa 0a1b2c3d\n\n```\ndeadbeef1\n```\n"
    assert unlinked(text) == "dea\u200bdbeef1 1234567 abcdefa 0a1\u200bb2c3d\n\n```\ndeadbeef1\n```\n"
