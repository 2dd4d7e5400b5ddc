"""What the rules leave to the game master (docs/rules/vidonico.md, section 5), and how his rulings are read.

A question has an id, English text, answers in the form of a ruling and, but for a few, a default. What he may say
without being asked stands in `unasked`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, TypeVar

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Param
from turnproc.engine.finding import Finding, Read
from turnproc.engine.rulings import NO_DEFAULT, Question
from turnproc.rulesets.vidonico.combination import ONE_DIE, Combination
from turnproc.rulesets.vidonico.world import TERRAINS, WEATHERS, PrisonerFate, Terrain, Weather
from turnproc.source.pointer import join

A = TypeVar("A")
Held: TypeAlias = Literal["keep", "freed", "taken"]

ENCOUNTER = N_("{region:Nom}: {one:nom} and {other:nom} meet. Is there a battle?")
TERRAIN = N_("Battle {battle}: on what kind of ground is it fought?")
WEATHER = N_("Battle {battle}: what is the weather like?")
DIFFICULTY = N_("Battle {battle}: how hard is it to lead an army there? Usual are 12, 16, 24 and 32.")
LEADER = N_("Battle {battle}: no leader of the side {side} is there. Who commands?")
TIE = N_("Battle {battle}: neither strength nor tactics decided between the two sides. Who holds the field?")
PURSUIT_TERRAIN = N_("Battle {battle}: over what kind of ground does the side {side} pursue the enemy?")
WEAPON_SKILL = N_("{character:Nom} has no weapon skill. Which dice are rolled instead?")
DAMAGE_TYPE = N_("Battle {battle}: {character:nom} is hurt. By what?")
CAPTIVE = N_("Battle {battle}: {character:nom} falls into captivity, although the own side holds the field. Is it so?")
DOCUMENT = N_("Battle {battle}: {character:nom} finds a document of the enemy. What does it say?")
RETREAT = N_("Battle {battle}: {army:nom} is beaten and knows no way back. Where does it go?")
HELD = N_("Battle {battle}: {army:nom} is beaten. What becomes of those whom it holds captive?")
KILL_CAPTIVE = N_("{faction:Nom}: the captive {character:nom} is to be killed, who belongs to a player. Is it done?")

QUESTIONS = (
    ENCOUNTER,
    TERRAIN,
    WEATHER,
    DIFFICULTY,
    LEADER,
    TIE,
    PURSUIT_TERRAIN,
    WEAPON_SKILL,
    DAMAGE_TYPE,
    CAPTIVE,
    DOCUMENT,
    RETREAT,
    HELD,
    KILL_CAPTIVE,
)

NOBODY: Final = "nobody"
STAY: Final = "stay"
KEEP: Final[Literal["keep"]] = "keep"
FREED: Final[Literal["freed"]] = "freed"
MUTUAL: Final = "mutual"
# V-1: answers stand beside the ids of these things, whose ids they cannot be. In encounters armies are sides.
RESERVED: Final = {"character": NOBODY, "region": STAY, "side": MUTUAL, "army": MUTUAL}
DIFFICULTIES: Final = (12, 16, 24, 32)
HARDEST: Final = 60
LONGEST_TEXT: Final = 4000
LONGEST_WORD: Final = 200


def choice(
    name: str,
    rule: str,
    text: str,
    params: Mapping[str, Param],
    answers: Mapping[str, A],
    *,
    default: str | None = None,
    stand_in: str | None = None,
) -> Question[A]:
    """A question with a word for every answer."""
    return Question(
        id=name,
        rule=rule,
        text=text,
        params=params,
        options=tuple(answers),
        default=NO_DEFAULT if default is None else answers[default],
        default_shown=default,
        stand_in=NO_DEFAULT if stand_in is None else answers[stand_in],
        read=reads_word(name, answers),
    )


def reads_word(name: str, answers: Mapping[str, A]) -> Callable[[Any], Read[A]]:
    """How a ruling that is one of certain words is read."""

    def read(ruling: Any) -> Read[A]:
        if isinstance(ruling, str) and ruling in answers:
            return Read(answers[ruling])
        return wrong(name, *answers)

    return read


def wrong(name: str, *options: str | int, at: Sequence[str] = ()) -> Read[Any]:
    """A ruling that does not answer its question."""
    return Read(None, (Finding("gm", join(["rulings", name, *at]), "C017", {"id": name, "options": list(options)}),))


def encounter(
    region: str, one: str, other: str, names: Mapping[str, Param], default: Literal["no_battle"] | None
) -> Question[Literal["battle", "no_battle"]]:
    """A-4: two hostile armies in one region; against an army that avoids battle there is none by default."""
    answers: dict[str, Literal["battle", "no_battle"]] = {"battle": "battle", "no_battle": "no_battle"}
    name = f"encounter/{region}/{one}+{other}"
    return choice(name, "A-4", ENCOUNTER, names, answers, default=default, stand_in="no_battle")


def terrain(battle: str) -> Question[Terrain]:
    """Section 5: neither the battle nor its region has a terrain."""
    return choice(
        terrain_id(battle), "M-2", TERRAIN, {"battle": battle}, {each: each for each in TERRAINS}, stand_in="open"
    )


def terrain_id(battle: str) -> str:
    """The id of the question for the terrain, and of the ruling that replaces it."""
    return f"terrain/{battle}"


def reads_terrain(name: str) -> Callable[[Any], Read[Terrain]]:
    """How a terrain is read."""
    return reads_word(name, {each: each for each in TERRAINS})


def weather(battle: str) -> Question[Weather]:
    """Section 5: the battle's event says nothing of it."""
    return choice(
        weather_id(battle), "X-1", WEATHER, {"battle": battle}, {each: each for each in WEATHERS}, default="fair"
    )


def weather_id(battle: str) -> str:
    """The id of the question for the weather."""
    return f"weather/{battle}"


def difficulty(battle: str, default: int) -> Question[int]:
    """X-1: any whole number from 1 to 60."""
    name = difficulty_id(battle)

    def read(ruling: Any) -> Read[int]:
        return Read(ruling) if is_number(ruling, 1, HARDEST) else wrong(name, f"1-{HARDEST}", *DIFFICULTIES)

    return Question(
        id=name,
        rule="X-1",
        text=DIFFICULTY,
        params={"battle": battle},
        options=DIFFICULTIES,
        default=default,
        default_shown=default,
        read=read,
    )


def difficulty_id(battle: str) -> str:
    """The id of the question for the difficulty."""
    return f"difficulty/{battle}"


def leader(battle: str, side: str, present: Sequence[str], default: str) -> Question[str]:
    """X-0: who commands where no leader is available; `nobody` is an answer, too."""
    answers = {each: each for each in (*present, NOBODY)}
    return choice(f"leader/{battle}/{side}", "X-0", LEADER, {"battle": battle, "side": side}, answers, default=default)


def strength_tie(battle: str, sides: Sequence[str], *, has_default: bool) -> Question[str]:
    """C-1: equal strength, equal success; by the house rule `gm` there is no default."""
    answers = {each: each for each in (*sides, MUTUAL)}
    name, params = f"strength_tie/{battle}", {"battle": battle}
    return choice(name, "C-1", TIE, params, answers, default=MUTUAL if has_default else None, stand_in=MUTUAL)


def pursuit_terrain(battle: str, side: str, default: Terrain) -> Question[Terrain]:
    """C-3: the terrain of the pursuit, by default the battle's."""
    answers: dict[str, Terrain] = {each: each for each in TERRAINS}
    params = {"battle": battle, "side": side}
    return choice(pursuit_terrain_id(battle), "C-3", PURSUIT_TERRAIN, params, answers, default=default)


def pursuit_terrain_id(battle: str) -> str:
    """The id of the question for the terrain of a pursuit."""
    return f"pursuit_terrain/{battle}"


def weapon_skill(character: str, name: Param) -> Question[Combination]:
    """F-1: somebody without a weapon skill."""
    question = f"weapon_skill/{character}"

    def read(ruling: Any) -> Read[Combination]:
        found = Combination.read(ruling) if isinstance(ruling, str) else None
        return Read(found) if found is not None else wrong(question, "1T", "4T+1")

    return Question(
        id=question,
        rule="F-1",
        text=WEAPON_SKILL,
        params={"character": name},
        options=(ONE_DIE.tk,),
        default=ONE_DIE,
        default_shown=ONE_DIE.tk,
        read=read,
    )


def words(name: str, rule: str, text: str, params: Mapping[str, Param], default: str, longest: int) -> Question[str]:
    """A question that is answered by a text of so many characters at most."""

    def read(ruling: Any) -> Read[str]:
        fits = isinstance(ruling, str) and ruling.strip() != "" and len(ruling) <= longest
        return Read(ruling) if fits else wrong(name, default)

    return Question(
        id=name,
        rule=rule,
        text=text,
        params=params,
        options=(default,),
        default=default,
        default_shown=default,
        read=read,
    )


def damage_type(battle: str, character: str, name: Param) -> Question[str]:
    """F-4: what hurt a character."""
    params: dict[str, Param] = {"battle": battle, "character": name}
    question = f"damage_type/{battle}/{character}"
    return words(question, "F-4", DAMAGE_TYPE, params, "by enemy weapon", LONGEST_WORD)


def document(battle: str, character: str, n: int, name: Param) -> Question[str]:
    """F-6: what an enemy document says."""
    params: dict[str, Param] = {"battle": battle, "character": name}
    question = f"document/{battle}/{character}/{n}"
    return words(question, "F-6", DOCUMENT, params, "to be told by the GM", LONGEST_TEXT)


def captive(battle: str, character: str, name: Param) -> Question[Literal["captured", "rescued"]]:
    """F-5: captured although the own side holds the field."""
    answers: dict[str, Literal["captured", "rescued"]] = {"captured": "captured", "rescued": "rescued"}
    params: dict[str, Param] = {"battle": battle, "character": name}
    return choice(f"captive/{battle}/{character}", "F-5", CAPTIVE, params, answers, default="captured")


def retreat(battle: str, army: str, name: Param, regions: Sequence[str]) -> Question[str]:
    """B-1: where a beaten army goes that knows no way back; by default it stays."""
    answers = {each: each for each in (*regions, STAY)}
    params: dict[str, Param] = {"battle": battle, "army": name}
    return choice(f"retreat/{battle}/{army}", "B-1", RETREAT, params, answers, default=STAY)


def held_prisoners(battle: str, army: str, name: Param, default: Literal["keep", "freed"]) -> Question[Held]:
    """B-2: what becomes of those whom a beaten army held."""
    answers: dict[str, Held] = {"keep": "keep", "freed": "freed", "taken": "taken"}
    params: dict[str, Param] = {"battle": battle, "army": name}
    return choice(f"held_prisoners/{battle}/{army}", "B-2", HELD, params, answers, default=default)


def kill_captive(character: str, name: Param, faction: Param) -> Question[PrisonerFate]:
    """P-4: whether a player's character is killed; who refuses lets the army hold him."""
    answers: dict[str, PrisonerFate] = {"confirm": "kill", "refuse": "hold"}
    params: dict[str, Param] = {"character": name, "faction": faction}
    return choice(f"kill_captive/{character}", "P-4", KILL_CAPTIVE, params, answers, stand_in="refuse")


def is_number(value: Any, least: int, most: int) -> bool:
    """Is it a whole number between two others?"""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
