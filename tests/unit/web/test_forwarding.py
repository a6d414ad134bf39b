"""Behind proxies, by which name, and who may read the metrics."""

import asyncio
from typing import Any

import httpx
import pytest

from pokerroom.live.allowance import Rate
from pokerroom.live.settings import Settings, SettingsError, networks, read_settings
from pokerroom.web.forwarding import address_in, client_of, host_in, is_named
from pokerroom.web.security import Guard, Receive, Rules, Send

PROXIES = networks(("10.0.0.0/8", "::1"))
BEHIND = Rules(limited=False, proxies=PROXIES)


async def who(scope: Any, receive: Receive, send: Send) -> None:  # noqa: ARG001
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{scope['client'][0]} {scope['scheme']}".encode()})


def ask(app: Guard, path: str = "/", *, peer: str = "10.0.0.9", method: str = "GET", **headers: str) -> httpx.Response:
    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(peer, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://room.example") as client:
            return await client.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    return asyncio.run(asking())


def guard(rules: Rules = BEHIND) -> Guard:
    return Guard(who, rules)


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("6.6.6.6, 203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, 10.1.1.1", "203.0.113.7"),
        ("10.2.2.2, 10.1.1.1", "10.2.2.2"),
        ("203.0.113.7:4711, [::1]:80", "203.0.113.7"),
        ("203.0.113.7, nonsense, 10.1.1.1", "10.1.1.1"),
        ("", "10.0.0.9"),
        ("[2001:db8::7]:443", "2001:db8::7"),
    ],
)
def test_the_chain_is_read_from_the_right_and_no_further_than_the_first_who_is_not_trusted(
    chain: str, client: str
) -> None:
    assert client_of("10.0.0.9", chain, PROXIES) == client
    assert ask(guard(), x_forwarded_for=chain).text.split()[0] == client


def test_nobody_else_says_where_they_come_from() -> None:
    assert ask(guard(), peer="203.0.113.1", x_forwarded_for="1.2.3.4", x_forwarded_proto="https").text == (
        "203.0.113.1 http"
    )
    assert ask(guard(Rules(limited=False)), x_forwarded_for="1.2.3.4").text.split()[0] == "10.0.0.9"


def test_a_chain_in_several_headers_is_one_chain() -> None:
    async def asking() -> str:
        transport = httpx.ASGITransport(guard(), client=("10.0.0.9", 1))
        headers = [("X-Forwarded-For", "6.6.6.6, 203.0.113.7"), ("X-Forwarded-For", "10.1.1.1")]
        async with httpx.AsyncClient(transport=transport, base_url="http://room.example") as client:
            return (await client.get("/", headers=headers)).text

    assert asyncio.run(asking()).split()[0] == "203.0.113.7"


def test_behind_a_proxy_one_persons_log_ins_use_up_nobody_elses() -> None:
    app = guard(Rules(proxies=PROXIES, signing_in=Rate(2, 0.01)))
    login = "/api/accounts/login"
    mine = [ask(app, login, method="POST", x_forwarded_for="203.0.113.7").status_code for _ in range(3)]
    assert mine == [200, 200, 429]
    assert ask(app, login, method="POST", x_forwarded_for="203.0.113.8").status_code == 200
    lied = ask(app, login, method="POST", x_forwarded_for="1.1.1.1, 203.0.113.7")
    assert lied.status_code == 429, "whoever writes another address before their own is still themselves"


def test_where_the_room_is_entered_over_https_a_proxy_passes_on_nothing_else() -> None:
    app = guard(Rules(limited=False, https=True, proxies=PROXIES))
    assert ask(app, x_forwarded_proto="https").text.endswith(" https")
    assert ask(app, x_forwarded_proto="http").status_code == 403
    same = {"origin": "http://room.example"}
    assert ask(app, method="POST", **same).status_code == 403, "a page that came over plain http may be anybody's"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("room.example", 200),
        ("ROOM.example:8000", 200),
        ("a.cards.example", 200),
        ("cards.example", 421),
        ("evil.example", 421),
        ("room.example.evil.example", 421),
        ("", 421),
    ],
)
def test_the_room_answers_to_its_own_names_only(host: str, status: int) -> None:
    app = guard(Rules(limited=False, hosts=("room.example", "*.cards.example")))
    assert ask(app, host=host).status_code == status
    assert ask(app, host=host, peer="127.0.0.1").status_code == status


def test_this_machine_may_use_its_own_name_for_itself() -> None:
    app = guard(Rules(limited=False, hosts=("room.example",)))
    assert ask(app, host="localhost:8000", peer="127.0.0.1").status_code == 200
    assert ask(app, host="localhost:8000", peer="203.0.113.1").status_code == 421


@pytest.mark.parametrize(
    ("peer", "headers", "status"),
    [
        ("127.0.0.1", {"host": "localhost:8000"}, 200),
        ("::1", {"host": "[::1]:8000"}, 200),
        ("203.0.113.1", {"host": "localhost:8000"}, 404),
        ("127.0.0.1", {"host": "evil.example"}, 404),
        ("127.0.0.1", {"host": "localhost:8000", "x_forwarded_for": "127.0.0.1"}, 404),
        ("127.0.0.1", {"host": "127.0.0.1:8000", "via": "1.1 proxy"}, 404),
        ("10.0.0.9", {"host": "10.0.0.9"}, 404),
    ],
)
def test_the_metrics_are_for_this_machine(peer: str, headers: dict[str, str], status: int) -> None:
    assert ask(guard(Rules(limited=False)), "/metrics", peer=peer, **headers).status_code == status
    assert ask(guard(Rules(limited=False)), "/health", peer=peer, **headers).status_code == 200


def test_a_trusted_proxy_on_this_machine_is_not_this_machine() -> None:
    app = guard(Rules(limited=False, proxies=networks(("127.0.0.1",))))
    assert ask(app, "/metrics", peer="127.0.0.1", host="127.0.0.1:8000").status_code == 404


def test_with_a_token_the_metrics_are_for_whoever_has_it() -> None:
    app = guard(Rules(limited=False, metrics_token="open sesame"))  # noqa: S106  it opens nothing
    assert ask(app, "/metrics", peer="203.0.113.1", authorization="Bearer open sesame").status_code == 200
    assert ask(app, "/metrics", peer="203.0.113.1", authorization="Bearer open").status_code == 404
    assert ask(app, "/metrics", peer="127.0.0.1", host="localhost").status_code == 404


@pytest.mark.parametrize("text", ["", "unknown", "1.2.3", "[::1", "a.b.c.d", "1.2.3.4.5", "_hidden"])
def test_what_is_no_address_is_none(text: str) -> None:
    assert address_in(text) in {None, "::1"}


def test_names_are_compared_without_port_and_case() -> None:
    assert host_in("Cards.Example.:443") == "cards.example"
    assert host_in("[2001:DB8::1]:443") == "2001:db8::1"
    assert is_named("a.b.example", ("*.example",))
    assert not is_named(".example", ("*.example",))


def test_a_proxy_that_is_no_address_is_named_when_the_room_starts() -> None:
    with pytest.raises(SettingsError, match="nginx"):
        read_settings(environment={"POKERROOM_TRUSTED_PROXIES": "nginx"})
    assert Rules.of(Settings(trusted_proxies=("10.0.0.0/8",))).proxies == PROXIES[:1]
