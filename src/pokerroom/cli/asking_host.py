"""A person's requests to a host over HTTP: log in, read, give orders."""

import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from types import TracebackType
from typing import Any, Self

import msgspec

PATIENCE = 20.0


class HostSaidNoError(Exception):
    """The host refused, or could not be reached; the message says why."""


class AskedHost:
    """A session at a host, which ends with the block."""

    def __init__(self, address: str) -> None:
        if not address.startswith(("http://", "https://")):
            raise HostSaidNoError(f"{address} is no address of a host, as https://host.example")
        self._address, self._cookie = address.rstrip("/"), ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._cookie:
            self.ask("/api/accounts/logout", {})

    def log_in(self, name: str, password: str) -> None:
        self.ask("/api/accounts/login", {"name": name, "password": password})

    def order(self, order: Mapping[str, Any], *, id: str) -> None:  # noqa: A002
        answer = self.ask("/api/host/orders", {"id": id, "order": dict(order)})
        if not answer["done"]:
            raise HostSaidNoError(f"{answer['says']}")

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json", "cookie": self._cookie}
        request = urllib.request.Request(f"{self._address}{path}", data=data, headers=headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                given = answer.headers.get("set-cookie", "")
                self._cookie = given.partition(";")[0] or self._cookie
                return msgspec.json.decode(answer.read())
        except urllib.error.HTTPError as error:
            raise HostSaidNoError(detail_in(error)) from None
        except (OSError, HTTPException, msgspec.DecodeError) as error:
            raise HostSaidNoError(f"{self._address} cannot be reached: {error}") from None


def detail_in(error: urllib.error.HTTPError) -> str:
    try:
        return str(msgspec.json.decode(error.read())["detail"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return f"the host answers {error.code}"
