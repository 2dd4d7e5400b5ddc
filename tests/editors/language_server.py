"""The YAML language server that VS Code and many other editors use, driven as an editor drives it: LSP over stdio.

A test shows it a text with the cursor as `█` and asks what the editor would show there.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
SERVER: Final = HERE / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"
CURSOR: Final = "█"
# Nothing takes that long; a busy machine may.
PATIENCE: Final = 60


class LanguageServer:
    """One server for one workspace folder, with the settings that VS Code would give it."""

    def __init__(self, node: Path, root: Path, settings: Mapping[str, Any]) -> None:
        """Start it and say what an editor says first."""
        self.root = root
        self._settings = settings
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._number = 0
        self._documents = 0
        self._process = subprocess.Popen(
            [str(node), str(SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root
        )
        threading.Thread(target=self._listen, daemon=True).start()
        folder = {"uri": root.as_uri(), "name": root.name}
        capabilities = {
            "workspace": {"configuration": True, "workspaceFolders": True},
            "textDocument": {
                "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
                "hover": {"contentFormat": ["markdown"]},
            },
        }
        self._ask(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "workspaceFolders": [folder],
                "capabilities": capabilities,
                "initializationOptions": {},
            },
        )
        self._tell("initialized", {})
        while self._next()["method"] != "workspace/configuration":
            pass

    def close(self) -> None:
        """End it as an editor does, and make sure."""
        self._ask("shutdown", None)
        self._tell("exit", None)
        self._process.communicate(timeout=PATIENCE)

    def complaints(self, name: str, text: str) -> list[dict[str, Any]]:
        """What the editor would underline in a file of the campaign; the file need not exist."""
        uri = self._open(name, text)
        while True:
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                self._close(uri)
                found: list[dict[str, Any]] = message["params"]["diagnostics"]
                return found

    def completions(self, name: str, text: str) -> dict[str, dict[str, Any]]:
        """What the editor would offer at the cursor, by label."""
        result = self._at_cursor("textDocument/completion", name, text)
        items = result["items"] if isinstance(result, dict) else result or []
        return {item["label"]: item for item in items}

    def hover(self, name: str, text: str) -> str:
        """What the editor would show with the mouse at the cursor."""
        result = self._at_cursor("textDocument/hover", name, text)
        return "" if result is None else str(result["contents"]["value"])

    def _at_cursor(self, method: str, name: str, text: str) -> Any:
        before, _, after = text.partition(CURSOR)
        uri = self._open(name, before + after)
        last = before.rpartition("\n")[2]
        position = {"line": before.count("\n"), "character": len(last.encode("utf-16-le")) // 2}
        result = self._ask(method, {"textDocument": {"uri": uri}, "position": position})
        self._close(uri)
        return result

    def _open(self, name: str, text: str) -> str:
        self._documents += 1
        uri = (self.root / name).as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": self._documents, "text": text}
        self._tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def _close(self, uri: str) -> None:
        self._tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def _ask(self, method: str, params: Any) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self._number and "method" not in message:
                assert "error" not in message, message
                return message.get("result")

    def _tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _next(self) -> dict[str, Any]:
        """The next message; what the server asks of an editor is answered at once."""
        message = self._messages.get(timeout=PATIENCE)
        assert message is not None, "the language server has ended"
        if "method" in message and "id" in message:
            self._send({"id": message["id"], "result": self._answer(message)})
        return message

    def _answer(self, message: dict[str, Any]) -> Any:
        if message["method"] == "workspace/configuration":
            return [self._settings.get(item.get("section")) for item in message["params"]["items"]]
        return None

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while line := stream.readline():
            length = 0
            while line.strip():
                key, _, value = line.partition(b":")
                length = int(value) if key.lower() == b"content-length" else length
                line = stream.readline()
            self._messages.put(json.loads(stream.read(length)))
        self._messages.put(None)
