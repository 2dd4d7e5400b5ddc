"""The one client for the web: what it tries again, what it never does, and that it keeps secrets."""

from __future__ import annotations

import logging
import socket
import ssl
import traceback
from collections.abc import Iterator

import pytest

from tests.post.fakes import Answer, Fake, Says, served
from turnproc.post import client as client_module
from turnproc.post.client import Client, ServiceError, web_form

SECRET = "s3cret-of-the-webhook"


@pytest.fixture
def fake() -> Iterator[Fake]:
    with served(Says(lambda request: Answer(data={"path": request.path}))) as running:
        yield running


def client_of(fake: Fake, **settings: int) -> Client:
    return Client(
        f"{fake.url}/{SECRET}", {"Authorization": f"Bearer {SECRET}"}, service="Fake", secrets=[SECRET], **settings
    )


def test_json_goes_out_and_comes_back(fake: Fake) -> None:
    reply = client_of(fake).send("POST", "/message", json={"text": "Ödla 🦎"}, query={"wait": "true", "n": 2})
    assert (reply.status, reply.data) == (200, {"path": f"/{SECRET}/message"})
    assert reply.headers["content-type"] == "application/json"
    [request] = fake.requests
    assert request.json == {"text": "Ödla 🦎"}
    assert request.query == {"wait": "true", "n": "2"}
    assert request.headers["user-agent"].startswith("turnproc/")


def test_forms_and_files(fake: Fake) -> None:
    client = client_of(fake)
    client.send("POST", "/", body=web_form({"message": "å=&\n[b]"}))
    client.send("POST", "/", fields={"content": "text", "file": ("map.png", b"\x89PNG\r\n", "image/png")})
    client.send("POST", "/", body=(b"raw", "text/plain"))
    first, second, third = fake.requests
    assert first.form == {"message": "å=&\n[b]"}
    assert (second.form, second.files) == ({"content": "text"}, {"file": ("map.png", b"\x89PNG\r\n")})
    assert (third.body, third.headers["content-type"]) == (b"raw", "text/plain")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_it_waits_as_long_as_the_header_says(fake: Fake, method: str) -> None:
    fake.first = [Answer(429, {"retry_after": 0.5}, {"Retry-After": "1"}), Answer(429, {}, {"Retry-After": "0.2"})]
    assert client_of(fake).send(method, "/").status == 200
    first, second, third = [request.at for request in fake.requests]
    assert 1 <= second - first < 3
    assert 0.2 <= third - second < 2


def test_a_wait_that_is_too_long_is_told_and_not_shortened(fake: Fake) -> None:
    fake.first = [Answer(429, {}, {"Retry-After": "3600"})]
    with pytest.raises(ServiceError) as refused:
        client_of(fake).send("POST", "/")
    assert (refused.value.key, refused.value.params["seconds"]) == ("O133", 3600)
    assert not refused.value.may_have_arrived
    assert len(fake.requests) == 1


@pytest.mark.parametrize("header", ["soon", "nan", "-5", "Wed, 99 Foo", ""])
def test_a_strange_header_is_no_reason_to_fail(fake: Fake, header: str) -> None:
    fake.first = [Answer(429, {}, {"Retry-After": header})]
    assert client_of(fake).send("POST", "/").status == 200


def test_a_date_as_a_header_counts_too(fake: Fake) -> None:
    fake.first = [Answer(429, {}, {"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"})]
    with pytest.raises(ServiceError) as refused:
        client_of(fake).send("POST", "/")
    assert refused.value.key == "O133"


def test_forever_too_often(fake: Fake) -> None:
    fake.first = [Answer(429, {}, {"Retry-After": "0.01"})] * 50
    with pytest.raises(ServiceError) as refused:
        client_of(fake).send("POST", "/")
    assert refused.value.key == "O133"
    assert len(fake.requests) == 6


def test_a_question_is_asked_again_where_the_service_stumbles(fake: Fake) -> None:
    fake.first = [Answer(503), Answer(breaks=True), Answer(502)]
    assert client_of(fake).send("GET", "/").status == 200
    assert len(fake.requests) == 4


@pytest.mark.parametrize("answer", [Answer(500), Answer(502), Answer(503, headers={"Retry-After": "0"}), Answer(504)])
@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
def test_what_may_have_been_taken_is_not_sent_again(fake: Fake, answer: Answer, method: str) -> None:
    fake.first = [answer]
    with pytest.raises(ServiceError) as lost:
        client_of(fake).send(method, "/")
    assert (lost.value.key, lost.value.may_have_arrived) == ("O131", True)
    assert len(fake.requests) == 1


def test_a_lost_answer_may_have_arrived(fake: Fake) -> None:
    fake.first = [Answer(breaks=True)]
    with pytest.raises(ServiceError) as lost:
        client_of(fake).send("POST", "/")
    assert (lost.value.key, lost.value.may_have_arrived) == ("O131", True)
    assert len(fake.requests) == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nobody_listens(method: str) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        client = Client(f"http://127.0.0.1:{reserved.getsockname()[1]}/{SECRET}", service="Fake")
        with pytest.raises(ServiceError) as unreached:
            client.send(method, "/")
    assert (unreached.value.key, unreached.value.may_have_arrived) == ("O130", False)
    assert "refused" in unreached.value.text().lower()


def test_a_certificate_that_is_not_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ssl.SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED] self-signed certificate")

    monkeypatch.setattr("urllib3.connection.HTTPSConnection.connect", fails)
    with pytest.raises(ServiceError) as unreached:
        Client("https://127.0.0.1:9", service="Fake").send("POST", "/")
    assert (unreached.value.key, unreached.value.may_have_arrived) == ("O130", False)
    assert "certificate" in unreached.value.text()


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422])
def test_a_refusal_was_surely_not_taken(fake: Fake, status: int) -> None:
    fake.first = [Answer(status, {"message": "no\x1b[31m ##[error]"})]
    with pytest.raises(ServiceError) as refused:
        client_of(fake).send("POST", "/")
    assert (refused.value.key, refused.value.may_have_arrived) == ("O132", False)
    text = refused.value.text()
    assert str(status) in text
    assert "\x1b" not in text
    assert "##[" not in text


def test_an_allowed_status_is_an_answer(fake: Fake) -> None:
    fake.first = [Answer(404, {"message": "Not Found"})]
    assert client_of(fake).send("GET", "/", allowed=(404,)).status == 404


def test_no_redirect_is_followed(fake: Fake) -> None:
    with served(Says(lambda _: Answer())) as other:
        for method in ("GET", "POST"):
            fake.first = [Answer(307, {}, {"Location": f"{other.url}/elsewhere"})]
            with pytest.raises(ServiceError) as refused:
                client_of(fake).send(method, "/")
            assert refused.value.key == "O132"
        assert other.requests == []


def test_an_answer_without_end_is_given_up(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "MOST_BYTES", 100_000)
    fake.first = [Answer(raw=b"[" + b"1," * 200_000 + b"1]")]
    with pytest.raises(ServiceError) as lost:
        client_of(fake).send("POST", "/")
    assert lost.value.may_have_arrived


@pytest.mark.parametrize("raw", [b"", b"<html>", b"\xff\xfe", b"[" * 100_000, b"9" * 10_000, b"{"])
def test_what_is_no_json_is_no_data(fake: Fake, raw: bytes) -> None:
    fake.first = [Answer(raw=raw)]
    assert client_of(fake).send("POST", "/").data is None


@pytest.mark.parametrize(
    "answer",
    [
        Answer(400, {"message": f"{SECRET} is wrong", "errors": [{"message": SECRET}]}),
        Answer(404, {"description": SECRET}),
        Answer(500, {"message": SECRET}),
        Answer(breaks=True),
        Answer(429, {}, {"Retry-After": "7777"}),
        Answer(302, {}, {"Location": f"https://example.invalid/{SECRET}"}),
    ],
)
def test_no_error_tells_a_secret(fake: Fake, answer: Answer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    fake.first = [answer]
    with pytest.raises(ServiceError) as trouble:
        client_of(fake).send("POST", "/")
    told = "".join(traceback.format_exception(trouble.value)) + trouble.value.text() + trouble.value.hint()
    assert SECRET not in told
    assert SECRET not in caplog.text


def test_an_address_that_is_none_tells_no_secret() -> None:
    for address in (f"https://exa mple/{SECRET}", f"https://[::1/{SECRET}", f"gopher://x/{SECRET}"):
        with pytest.raises(ServiceError) as trouble:
            Client(address, service="Fake").send("POST", "/")
        assert SECRET not in "".join(traceback.format_exception(trouble.value))
