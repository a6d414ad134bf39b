"""What a server loads when it starts: one that is alone knows nothing of several."""

import subprocess
import sys

OPENED = """
import asyncio, sys
from pokerroom.cli.serve import serve
from pokerroom.web import running

def opened(settings, how):
    assert how is None
    async def opened():
        async with running.configured(settings).app.lifespan():
            print(*sys.modules)
    asyncio.run(opened())

running.run = opened
serve(store="memory:", port=0)
"""
OF_SEVERAL = (
    "httpx",
    "httpcore",
    "nats",
    "psycopg",
    "pokerroom.live.between",
    "pokerroom.live.cluster",
    "pokerroom.live.following",
    "pokerroom.live.placement",
    "pokerroom.live.spread",
    "pokerroom.store.buses",
    "pokerroom.store.servers",
    "pokerroom.store.witnessing",
    "pokerroom.web.among_servers",
    "pokerroom.web.between",
    "pokerroom.web.clustered",
    "pokerroom.web.cut_off",
    "pokerroom.web.passing_on",
    "pokerroom.web.spreading",
    "pokerroom.web.standing_by",
)


def test_a_server_that_is_alone_loads_nothing_that_only_several_need() -> None:
    done = subprocess.run([sys.executable, "-c", OPENED], check=True, capture_output=True, text=True)
    loaded = done.stdout.split()
    assert "pokerroom.live.house" in loaded
    assert not [each for each in loaded if each.startswith(OF_SEVERAL)]
