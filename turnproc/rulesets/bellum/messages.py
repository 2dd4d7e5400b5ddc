"""What the checks of bellum say, by rule id and variant: English texts, the msgids of their translations.

`turnproc explain <rule id>` prints these with the rule's own text from docs/rules/bellum.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity


def _illegal(text: str, hint: str = "") -> Message:
    return Message(text, hint, kind=Kind.ILLEGAL)


def _warning(text: str, hint: str = "") -> Message:
    return Message(text, hint, severity=Severity.WARNING, kind=Kind.INCOHERENT)


MESSAGES: Mapping[str, Message] = {
    # Names
    "N001/people": Message(N_("there is no people called “{text}”"), N_("did you mean: {nearest}?")),
    "N001/province": Message(N_("there is no province called “{text}”"), N_("did you mean: {nearest}?")),
    # Map, peoples and state
    "B-2/twice": Message(N_("the id “{id}” stands twice in this file"), N_("give every entry an id of its own")),
    "B-2/link": Message(
        N_("the link between “{first}” and “{second}” stands here twice, or leads from a province to itself"),
        N_("delete this link"),
    ),
    "B-2.1/nameless": Message(
        N_("the people “{id}” has no name, neither in peoples.yaml nor here"),
        N_("add it to peoples.yaml, or write names: {{en: …}} here"),
    ),
    "B-2.1/nobody": Message(
        N_("{people:nom}: listed, but not a single person of this people stands anywhere"),
        N_("put somebody of it into a province, or delete the entry"),
    ),
    "B-2.1/unlisted": Message(
        N_("{people:nom}: this people is not listed under peoples"), N_("add it under peoples, or correct the name")
    ),
    "B-2.2/master": Message(
        N_("{people:nom}: only a tribe can be ruled, and only by a tribe"),
        N_("a state is captured: write captor instead of master"),
    ),
    "B-2.2/circle": Message(
        N_("{people:nom}: the masters form a circle, so nobody is at the top"), N_("take one master out of the circle")
    ),
    "B-2.2/captor": Message(
        N_("{people:nom}: only a state can be captured"), N_("a tribe is ruled: write master instead of captor")
    ),
    "B-2.2/owner": Message(
        N_("{people:nom}: only a free state can own a province"),
        N_("take the owner out, or make that people a state without a captor"),
    ),
    "B-2.3/defeats": Message(
        N_("{people:nom}: this count of defeats cannot be"),
        N_("only free peoples have one, from 1 to one less than the setting freedom_after"),
    ),
    "B-2.3/separated": Message(
        N_("{people:nom}: this count of turns apart cannot be"),
        N_("only tribes have one, from 1 to one less than the setting split_after"),
    ),
    "B-2.4/player": Message(
        N_("“{player}” already plays {people:acc}: one player plays one people"),
        N_("give one of the two peoples another player, or none"),
    ),
    # The file's place
    "B-3.2/ruled": _illegal(
        N_("{people:nom} cannot give orders of their own: the head is {head:nom}"),
        N_("the orders for this people stand in the file of {head:gen}, with “of”"),
    ),
    "B-3.2/heading": _illegal(
        N_("{people:nom} cannot give orders of their own: the head is {head:nom}"),
        N_("write these orders under {head:nom}, each with {people:nom} in brackets"),
    ),
    "B-3.2/of": _illegal(N_("{speaker:nom} cannot give orders to {people:acc}"), N_("this file can order: {own}")),
    # Orders
    "B-3.3/too-many": _illegal(
        N_("{people:nom}, {province:nom}: {ordered} ordered, {available} there"),
        N_("lower the numbers: moves and holds from one province share the people who stand there"),
    ),
    "B-3.3/nobody": _illegal(
        N_("{people:nom}: nobody of them stands {province:in}"), N_("this people stands in: {where}")
    ),
    "B-3.4/link": _illegal(
        N_("{people:nom}: no way from {source:gen} to {target:nom} in one turn"),
        N_("from {source:gen} one can reach: {reachable}"),
    ),
    "B-3.4/lane": _illegal(
        N_("{people:nom}: the sea lane from {source:gen} to {target:nom} is open to states only"),
        N_("from {source:gen} a tribe can reach: {reachable}"),
    ),
    "B-3.4/same": _illegal(
        N_("{people:nom}: {source:nom} is where they are already"), N_("to stay there, write hold instead of move")
    ),
    "B-3.5/self": _illegal(N_("{people:nom} cannot fight against themselves"), N_("take the name out of the list")),
    "B-3.5/friend": _illegal(
        N_("{people:nom} and {enemy:nom} obey the same people and do not fight each other"),
        N_("take the name out of the list"),
    ),
    "B-3.6": _illegal(
        N_("{province:nom} would be left without a person of its owner, {people:nom}"),
        N_("leave one there, send one there, or give the province up with renounce"),
    ),
    "B-3.7/only-state": _illegal(
        N_("{people:nom}: only a state can “{verb}”, and this is a tribe"), N_("delete this order")
    ),
    "B-3.7/only-tribe": _illegal(
        N_("{people:nom}: only a tribe can “{verb}”, and this is a state"),
        N_("delete this order: a state never rules whom it beats"),
    ),
    "B-3.7/captured": _illegal(
        N_("{people:nom}: a captured state cannot “{verb}”"),
        N_("become free first: independence, in a province where you have the majority"),
    ),
    "B-3.7/not-captured": _illegal(
        N_("{people:nom}: not captured, so there is nothing to become independent of"),
        N_("to own a province, write annex"),
    ),
    "B-3.7/not-owner": _illegal(
        N_("{province:nom} does not belong to {people:gen}"), N_("this needs a province that the state owns already")
    ),
    "B-3.7/no-majority": _illegal(
        N_("{people:nom}: no majority {province:in}"),
        N_("a majority is more persons than any other single people has there, at the start of the turn"),
    ),
    "B-3.7/nobody-there": _illegal(
        N_("{other:nom}: nobody of them stands {province:in}"), N_("name a people that stands there now")
    ),
    "B-3.7/assimilate-self": _illegal(
        N_("{people:nom} cannot assimilate their own people"), N_("name another people that stands there")
    ),
    "B-3.7/assimilate-twice": _illegal(
        N_("a state assimilates one person a turn, and this is the second"), N_("delete one of the two orders")
    ),
    "B-3.7/independence-twice": _illegal(
        N_("a state becomes independent in one province, and this is the second"), N_("delete one of the two orders")
    ),
    "B-3.7/claim-twice": _illegal(
        N_("{province:nom} is named in two of annex, renounce and independence"), N_("delete one of the two orders")
    ),
    "B-3.7/crown-no-kingmaker": _illegal(
        N_("on this map no province gives the right to make states"), N_("delete this order")
    ),
    "B-3.7/crown-no-right": _illegal(
        N_("{people:nom}: without the majority {province:in} nobody can make {tribe:acc} a state"),
        N_("if a people that you rule has the majority there, name it with “of”"),
    ),
    "B-3.7/crown-not-a-tribe": _illegal(N_("{tribe:nom}: a state already"), N_("delete this order")),
    "B-3.7/crown-subjugated": _illegal(
        N_("{tribe:nom}: ruled by others, and in this campaign only free tribes become states"), N_("delete this order")
    ),
    "B-3.7/crown-no-majority": _illegal(
        N_("{tribe:nom}: no majority in any province"),
        N_("who is to become a state needs one; delete this order for now"),
    ),
    "B-3.7/crown-pagan": _illegal(
        N_("{tribe:nom}: fewer than half of the provinces where this tribe has the majority are Christian"),
        N_("wait until at least half of them are; delete this order for now"),
    ),
    "B-3.7/not-a-tribe": _illegal(
        N_("{tribe:nom}: this is a state, and a state is never ruled"),
        N_("a state that loses its last province is captured"),
    ),
    "B-3.7/own": _illegal(
        N_("{tribe:nom}: ruled by {people:ins} already"), N_("name a tribe that is not yours; delete this order")
    ),
    "B-3.7/subjugate-spare": _illegal(
        N_("{tribe:nom}: to subjugate and to spare exclude each other"), N_("delete one of the two orders")
    ),
    "B-3.7/retreat-twice": _illegal(
        N_("{people:nom}: two retreat orders for {province:nom}"), N_("write one, with all provinces in its list")
    ),
    "B-3.8/absent": _warning(
        N_("{enemy:nom}: nobody of them is {province:in} now"),
        N_("the attack only comes about if they go there this turn"),
    ),
    "B-3.8/not-linked": _warning(
        N_("no way leads from {province:gen} to {target:nom}, so nobody can withdraw there"),
        N_("linked are: {reachable}"),
    ),
    "B-3.8/repeated": _warning(
        N_("the same order stands in this file already, as number {first}"),
        N_("if you mean both, leave it: the persons add up"),
    ),
    "B-3.8/unfought": _warning(
        N_("{tribe:nom}: none of these orders fights this tribe"), N_("only who is beaten can be subjugated")
    ),
    "B-3.8/owned": _warning(
        N_("{people:nom}: {province:nom} is theirs already, so this order changes nothing"), N_("delete this order")
    ),
    # Rulings
    "B-4.5.3/form": Message(
        N_("a ruling on {tribe:acc} lists the parts: {{id: {{victor: …, persons: …}}}}, names and colour if wanted"),
        N_("copy the block that resolve prints and change it"),
    ),
    "B-4.5.3/victor": Message(N_("this is none of the victors over {tribe:acc}"), N_("the victors are: {victors}")),
    "B-4.5.3/persons": Message(N_("a part of {tribe:gen} has at least one person"), N_("write a whole number from 1")),
    "B-4.5.3/names": Message(
        N_("the names or the colour of this part of {tribe:gen} cannot be read"),
        N_('write names: {{ru: {{nom: …, gen: …, ins: …}}, en: …}} and colour: "#205080"'),
    ),
    "B-4.5.3/id": Message(
        N_("“{id}” cannot be an id"), N_("use small Latin letters, digits and hyphens, like schwarzbards")
    ),
    "B-4.5.3/taken": Message(N_("“{id}” is the id of another people"), N_("choose an id that nobody has")),
    "B-4.5.3/missing": Message(
        N_("some victors over {tribe:acc} get no part: {missing}"), N_("give each of them one part")
    ),
    "B-4.5.3/twice": Message(
        N_("a victor over {tribe:acc} has more than one part"), N_("each of them gets one: {victors}")
    ),
    "B-4.5.3/sum": Message(
        N_("the parts of {tribe:gen} have {persons} persons together, and the tribe has {wanted}"),
        N_("make the numbers add up to {wanted}"),
    ),
    "B-4.5.10/form": Message(
        N_("this ruling names a province: {{to: …}}"), N_("to let them stay, name the province itself")
    ),
    "B-4.5.10/province": Message(N_("there is no province called “{text}”"), N_("did you mean: {nearest}?")),
    "B-4.8.2/form": Message(
        N_("this ruling names new tribes: {{province: {{id: …, names: …, colour: …}}}}"),
        N_("copy the block that resolve prints and change it"),
    ),
    "B-4.8.2/group": Message(N_("no group that splits off begins with this province"), N_("the groups are: {groups}")),
    "B-4.8.2/id": Message(N_("this cannot be an id"), N_("use small Latin letters, digits and hyphens")),
    "B-4.8.2/names": Message(
        N_("the names or the colour of this new tribe cannot be read"),
        N_('write names: {{ru: {{nom: …, gen: …, ins: …}}, en: …}} and colour: "#205080"'),
    ),
    "B-4.8.2/taken": Message(N_("“{id}” is the id of another people"), N_("choose an id that nobody has")),
    # Events
    **{
        f"{rule}/gone": _illegal(
            N_("there is no people called “{text}” when this event is due"), N_("did you mean: {nearest}?")
        )
        for rule in ("B-5.1", "B-5.2", "B-5.3", "B-5.4", "B-5.5", "B-5.6")
    },
    "B-5.1/christian": _illegal(N_("{province:nom} is Christian already"), N_("take it out of the list")),
    "B-5.1/too-few": _illegal(
        N_("{people:nom}: only {available} {province:in}, and the event wants {wanted}"), N_("lower the number")
    ),
    "B-5.2/same": _illegal(N_("{province:nom} has this owner already"), N_("delete the event")),
    "B-5.2/not-a-free-state": _illegal(
        N_("{people:nom}: only a free state can own a province"), N_("name a free state, or nobody")
    ),
    "B-5.3/not-a-tribe": _illegal(
        N_("{people:nom}: this is a state, which is never ruled and never rules"), N_("name a tribe")
    ),
    "B-5.3/circle": _illegal(
        N_("{by:nom}: under {people:ins} already, so the masters would form a circle"), N_("free {by:acc} first")
    ),
    "B-5.3/already": _illegal(N_("{people:nom}: ruled by {by:ins} already"), N_("delete the event")),
    "B-5.3/free": _illegal(N_("{people:nom}: there is neither a master nor a captor"), N_("delete the event")),
    "B-5.4/not-a-tribe": _illegal(N_("{people:nom}: a state already"), N_("delete the event")),
    "B-5.4/not-a-free-state": _illegal(
        N_("{people:nom}: only a free state can be captured"), N_("delete the event, or subjugate a tribe")
    ),
    "B-5.4/itself": _illegal(N_("{people:nom} cannot be captured by themselves"), N_("name another people")),
    "B-5.5/too-few": _illegal(
        N_("{people:nom}: only {available} {province:in}, and the event wants {wanted}"), N_("lower the number")
    ),
    "B-5.5/taken": _illegal(N_("“{id}” is the id of a people that lives"), N_("choose an id that nobody has")),
    "B-5.5/unplayed": _illegal(N_("nobody plays {people:acc}"), N_("delete the event")),
    "B-5.5/already": _illegal(N_("“{player}” plays {people:acc} already"), N_("delete the event")),
    "B-5.6/zero": _illegal(N_("a modifier of 0 changes nothing"), N_("write how much stronger or, below 0, weaker")),
    "B-5.6/turns": _illegal(
        N_("a modifier runs for one turn or more"), N_("write a whole number from 1; without “turns” it runs on")
    ),
    "B-5.6/none": _illegal(N_("{people:nom}: no modifier that could end"), N_("delete the event")),
}
