"""Services on 127.0.0.1 that answer as the real ones are documented to, and remember what came."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Request:
    """What came: `query` and `form` have the first value of each name, `files` names and contents by field."""

    method: str
    path: str
    query: dict[str, str]
    headers: Mapping[str, str]
    body: bytes
    at: float
    form: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Answer:
    """What goes back. `breaks` closes the connection without a word, after the request was taken."""

    status: int = 200
    data: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    breaks: bool = False


class Fake:
    """A service. `first` are answers for the next requests, whatever they are; then `answer` decides."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.first: list[Answer] = []
        self.url = ""
        self.lock = threading.Lock()

    def answer(self, request: Request) -> Answer:
        raise NotImplementedError

    def taken(self, request: Request) -> Answer:
        with self.lock:
            self.requests.append(request)
            return self.first.pop(0) if self.first else self.answer(request)

    def of(self, method: str) -> list[Request]:
        return [each for each in self.requests if each.method == method]


class Says(Fake):
    """Whatever it is asked, it answers by a function."""

    def __init__(self, says: Callable[[Request], Answer]) -> None:
        super().__init__()
        self.says = says

    def answer(self, request: Request) -> Answer:
        return self.says(request)


@contextmanager
def served(fake: Fake) -> Iterator[Fake]:
    """Run the fake; its `url` says where."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            request = _read(self.command, self.path, dict(self.headers.items()), self.rfile.read(length))
            answer = fake.taken(request)
            if answer.breaks:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            body = answer.raw if answer.raw is not None else json.dumps(answer.data).encode()
            self.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            if "Content-Length" not in answer.headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = handle_any

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """Whoever asked may have been killed while he waited for the answer; all else is told as ever."""
            if not isinstance(sys.exception(), ConnectionError):
                super().handle_error(request, client_address)

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    fake.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _read(method: str, target: str, headers: dict[str, str], body: bytes) -> Request:
    parts = urlsplit(target)
    query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    lower = {name.lower(): value for name, value in headers.items()}
    request = Request(method, parts.path, query, lower, body, time.monotonic())
    kind = lower.get("content-type", "")
    if kind.startswith("multipart/form-data"):
        for part in message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body, policy=HTTP).iter_parts():
            name = str(part.get_param("name", header="content-disposition"))
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            if part.get_filename() is None:
                request.form[name] = content.decode()
            else:
                request.files[name] = (str(part.get_filename()), content)
    elif kind == "application/x-www-form-urlencoded":
        request.form = {name: values[0] for name, values in parse_qs(body.decode(), keep_blank_values=True).items()}
    return request
