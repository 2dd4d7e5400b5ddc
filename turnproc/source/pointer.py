"""JSON pointers: the address of a value in a document, as text (`/orders/3/move`).

Every problem carries one, from the ruleset that found it to the line that is printed. "" is the whole document. The
helpers never raise on a pointer that leads nowhere: a diagnostic with a poor place is better than none.
"""

from __future__ import annotations

from collections.abc import Iterable


def escape(token: str) -> str:
    """Write a key so that it can stand between two slashes."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape(token: str) -> str:
    """Undo `escape`."""
    return token.replace("~1", "/").replace("~0", "~")


def join(tokens: Iterable[str | int]) -> str:
    """Make a pointer of keys and indices: `join(["orders", 3])` is `/orders/3`."""
    return "".join(f"/{token}" if isinstance(token, int) else f"/{escape(token)}" for token in tokens)


def split(pointer: str) -> tuple[str, ...]:
    """Take a pointer apart into its keys; indices stay text, for only the document knows which is which."""
    return tuple(unescape(token) for token in pointer.split("/")[1:])


def parent(pointer: str) -> str:
    """Give the pointer of the container in which a value stands; the document's own is itself."""
    return pointer.rpartition("/")[0]


def get(data: object, pointer: str, default: object = None) -> object:
    """Give the value at a pointer, or `default` where there is none."""
    for token in split(pointer):
        if isinstance(data, dict) and token in data:
            data = data[token]
        elif isinstance(data, list) and token.isdecimal() and token.isascii() and int(token) < len(data):
            data = data[int(token)]
        else:
            return default
    return data
