"""One service on the web: requests with a time limit, a few tries and answers of limited size.

The only module that imports urllib3. Addresses may hold secrets (a webhook's is one), and so may headers: no error says
any of them, no redirect carries them elsewhere, and what the service itself says is shown without them.
"""

from __future__ import annotations

import json
import logging
import math
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, NoReturn, TypeAlias
from urllib.parse import urlencode

import urllib3
from urllib3.exceptions import ConnectTimeoutError, HTTPError, MaxRetryError, SSLError
from urllib3.exceptions import TimeoutError as TookTooLong

from turnproc import __version__
from turnproc.diagnostics.catalogue import safe
from turnproc.store.errors import OperatorError

# A page of a hundred pull requests has two million characters.
MOST_BYTES: Final = 16 * 1024 * 1024
LONGEST_WAIT: Final = 60
_CONNECT, _READ, _WHOLE_ANSWER = 10.0, 60.0, 180.0
_TRIES: Final = 5
_CHUNK: Final = 64 * 1024
_LONGEST_WORDS: Final = 300
# Asking twice changes nothing.
_ONLY_ASKS: Final = frozenset({"GET", "HEAD"})

# What goes into a form: a text, or a file's name, content and kind (image/png).
Field: TypeAlias = "str | tuple[str, bytes, str]"

# urllib3 logs the addresses of its requests.
logging.getLogger("urllib3").setLevel(logging.CRITICAL + 1)


class ServiceError(OperatorError):
    """A service was not reached, refused, or gave no answer. `may_have_arrived`: what was asked may have been done."""

    def __init__(self, key: str, *, may_have_arrived: bool = False, **params: str | int) -> None:
        super().__init__(key, **params)
        self.may_have_arrived = may_have_arrived


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. `data` is its JSON, None if it is none; names of `headers` are small letters."""

    status: int
    data: Any
    headers: Mapping[str, str]


class _WaitTooLongError(Exception):
    """The service wants more patience than we have; no HTTPError, or urllib3 would try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class _Patience(urllib3.Retry):
    """How often a request is tried: again where it was surely not taken, after the time that the service names."""

    # Refused before anything was done: GitHub says 403, too, when it was asked too often.
    RETRY_AFTER_STATUS_CODES = frozenset({HTTPStatus.FORBIDDEN.value, HTTPStatus.TOO_MANY_REQUESTS.value})

    def get_retry_after(self, response: urllib3.BaseHTTPResponse) -> float | None:
        """The seconds that the service wants us to wait; None where it says nothing that can be understood.

        Raises:
            _WaitTooLongError: That is longer than `retry_after_max`: to come back sooner would be rude, and refused.
        """
        told = response.headers.get("Retry-After")
        if told is None:
            return None
        try:
            seconds = float(told)
        except ValueError:
            try:
                # A date. Without its own limit urllib3 would shorten it.
                seconds = urllib3.Retry(retry_after_max=10**9).parse_retry_after(told)
            except (HTTPError, ValueError, OverflowError):
                return None
        if math.isnan(seconds):
            return None
        if seconds > self.retry_after_max:
            raise _WaitTooLongError(int(min(seconds, 10**9)))
        return max(seconds, 0.0)


class Client:
    """Requests below one address, with the same headers.

    `service` is what errors call it. `secrets` are blotted out of what the service says.
    """

    def __init__(
        self,
        base_url: str,
        headers: Mapping[str, str] | None = None,
        *,
        service: str,
        secrets: Iterable[str] = (),
        longest_wait: int = LONGEST_WAIT,
    ) -> None:
        self.service = service
        self._base = base_url.rstrip("/")
        self._headers = {"User-Agent": f"turnproc/{__version__}", "Accept": "application/json", **(headers or {})}
        self._secrets = tuple(secret for secret in secrets if secret)
        self._longest_wait = longest_wait
        self._pool = urllib3.PoolManager(num_pools=1)

    def send(
        self,
        method: str,
        path: str,
        *,
        json: Any = None,
        fields: Mapping[str, Field] | None = None,
        body: tuple[bytes, str] | None = None,
        query: Mapping[str, str | int] | None = None,
        allowed: Collection[int] = (),
    ) -> Reply:
        """Send a request and give the answer if it is one of success or its status is among `allowed`.

        At most one of `json`, `fields` (sent as a form with files) and `body` (with its kind; see `web_form`).

        Raises:
            ServiceError: Not reached (O130), no answer to go by (O131), refused (O132), too long to wait (O133).
        """
        url = self._base + path + (f"?{urlencode(query)}" if query else "")
        headers = dict(self._headers)
        content: bytes | None = None
        if json is not None:
            content, headers["Content-Type"] = _json_bytes(json), "application/json"
        elif fields is not None:
            content, headers["Content-Type"] = urllib3.encode_multipart_formdata(dict(fields))
        elif body is not None:
            content, headers["Content-Type"] = body
        status, raw, answered = self._asked(method, url, content, headers)
        reply = Reply(status, _parsed(raw), answered)
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES or status in allowed:
            return reply
        raise self._refusal(method, reply)

    def _asked(
        self, method: str, url: str, content: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, bytes, Mapping[str, str]]:
        """Status, body and headers of the answer. `from None`: what urllib3 raises names the address."""
        try:
            response = self._pool.request(
                method,
                url,
                body=content,
                headers=headers,
                redirect=False,
                retries=self._patience(method),
                timeout=urllib3.Timeout(connect=_CONNECT, read=_READ),
                preload_content=False,
                decode_content=False,
            )
        except _WaitTooLongError as wait:
            raise ServiceError("O133", service=self.service, seconds=wait.seconds) from None
        except (HTTPError, OSError, ValueError) as error:
            self._trouble(method, error)
        try:
            raw = _limited(response)
        except (HTTPError, OSError, ValueError) as error:
            if response.status >= HTTPStatus.BAD_REQUEST:
                raw = b""
            else:
                self._trouble(method, error)
        finally:
            response.close()
        return response.status, raw, {name.lower(): value for name, value in response.headers.items()}

    def _patience(self, method: str) -> _Patience:
        asks = method in _ONLY_ASKS
        return _Patience(
            total=_TRIES,
            connect=2,
            # What may have been taken is not sent again.
            read=2 if asks else 0,
            redirect=0,
            other=0,
            allowed_methods=None,
            status_forcelist={429, 502, 503, 504} if asks else {429},
            backoff_factor=0.5,
            raise_on_status=False,
            retry_after_max=self._longest_wait,
        )

    def _trouble(self, method: str, error: Exception) -> NoReturn:
        """Say what came instead of an answer."""
        reason = error.reason if isinstance(error, MaxRetryError) and error.reason is not None else error
        certificate = isinstance(reason, SSLError) and "CERTIFICATE" in str(reason).upper()
        words = _cause(reason, certificate)
        if certificate or isinstance(reason, ConnectTimeoutError) or method in _ONLY_ASKS:
            raise ServiceError("O130", service=self.service, words=words) from None
        raise ServiceError("O131", may_have_arrived=True, service=self.service, words=words) from None

    def _refusal(self, method: str, reply: Reply) -> ServiceError:
        words = f"{reply.status} {self._words(reply)}".strip()
        if reply.status == HTTPStatus.TOO_MANY_REQUESTS:
            return ServiceError("O133", service=self.service, seconds=self._longest_wait)
        broken = reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR or reply.status == HTTPStatus.REQUEST_TIMEOUT
        if broken and method not in _ONLY_ASKS:
            return ServiceError("O131", may_have_arrived=True, service=self.service, words=words)
        if broken:
            return ServiceError("O130", service=self.service, words=words)
        return ServiceError("O132", service=self.service, words=words)

    def _words(self, reply: Reply) -> str:
        """What the service says about it, cut and without secrets."""
        data = reply.data
        errors = data.get("errors") if isinstance(data, dict) else None
        places = [data, *(errors if isinstance(errors, list) else ())]
        found = [
            each[key]
            for each in places
            if isinstance(each, dict)
            for key in ("message", "description", "code")
            if isinstance(each.get(key), str)
        ]
        words = "; ".join(dict.fromkeys(found))
        for secret in self._secrets:
            words = words.replace(secret, "***")
        return safe(words, _LONGEST_WORDS)


def web_form(fields: Mapping[str, str]) -> tuple[bytes, str]:
    """Fields as a web form without files sends them: a `body` for `Client.send`."""
    return urlencode(fields).encode(), "application/x-www-form-urlencoded"


def strange(service: str, what: str) -> ServiceError:
    """An answer in which something is not as the service documents it; `what` is ours, not the service's."""
    return ServiceError("O139", may_have_arrived=True, service=service, what=what)


def _json_bytes(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _limited(response: urllib3.BaseHTTPResponse) -> bytes:
    """The body as it comes, as long as it is neither too large nor too slow."""
    begun, parts, size = time.monotonic(), [], 0
    while chunk := response.read(_CHUNK):
        parts.append(chunk)
        size += len(chunk)
        if size > MOST_BYTES or time.monotonic() - begun > _WHOLE_ANSWER:
            raise ValueError("the answer has no end")
    return b"".join(parts)


def _cause(reason: BaseException, certificate: bool) -> str:
    """A few words of the system's or ours: what urllib3 says has the address in it."""
    if certificate:
        return "its certificate is not valid"
    if isinstance(reason, ConnectTimeoutError) and isinstance(reason.__cause__, OSError):
        return reason.__cause__.strerror or "no connection"
    if isinstance(reason, TookTooLong):
        return "it took too long"
    return "the connection broke off"
