"""The line between a casino and its host over TLS: private, and to this host alone."""

import asyncio
from pathlib import Path

import pytest

from pokerroom.live.ports import LinkLost
from pokerroom.web.links import Internet
from tests.certificates import issue
from tests.faults.linked import a_host, casino_of, happened
from tests.spec_marks import spec


@spec("R-14.20-e-2.2")
def test_a_casino_calls_over_tls_the_host_that_it_trusts_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls, other = (issue(made(tmp_path / each), f"{each}.example", "127.0.0.1") for each in ("host", "other"))
    monkeypatch.setenv("SSL_CERT_FILE", tls.certificate)
    with a_host(made(tmp_path / "system"), tls=tls) as (layout, host):
        address = host.address.replace("https://", "wss://") + "/link"

        async def story() -> None:
            casino = casino_of(layout, "birch", host.port)
            for trusted in (other.certificate, str(layout.agreement)):
                with pytest.raises(LinkLost):
                    await Internet().connect(address, trusts=trusted)
            with pytest.raises(LinkLost):
                await Internet().connect(address.replace("wss://", "ws://"))
            casino.link = await Internet().connect(address, trusts=tls.certificate)
            try:
                answer = await casino.call()
            finally:
                await casino.link.close()
            assert answer.answer.refused == ""

        asyncio.run(story())
        assert happened(host.address, "Member admitted")


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder
