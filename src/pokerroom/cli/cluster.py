"""`pokerroom cluster`: the servers that share a room, what each of them has, and moving it to another."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Annotated

import typer

from pokerroom.cli.cluster_seen import Looking, SeenCluster, looking_at, room_records
from pokerroom.cli.shuffle import mistake
from pokerroom.cli.suggesting import did_you_mean
from pokerroom.live.cluster import is_postgresql
from pokerroom.live.placement import RUNS_TABLES
from pokerroom.live.records import address_of
from pokerroom.live.settings import Settings, SettingsError, read_settings
from pokerroom.room.ports import StoreError
from pokerroom.room.shards import DESK, MOST, shard_of
from pokerroom.room.tables import TABLES
from pokerroom.store.dividing import divide as divide_record, shards_in
from pokerroom.store.reading import Readable, open_to_read
from pokerroom.store.servers import Asked, Doing, Listed

PATIENCE = 60.0
"""Seconds until a move that does not happen is given up."""
LOOKS_EVERY = 0.1
THE_DESK = "desk"
SHOW = "`pokerroom cluster show` says who is there"

cluster = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Say which servers share a room and what each of them has; move it to another, drain a server.",
)

Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", dir_okay=False, help="The TOML file of the servers' settings."),
]


def settings_of(config: Path | None) -> Settings:
    try:
        settings = read_settings(config)
    except SettingsError as error:
        raise mistake(str(error)) from None
    for key in ("database", *(("licensed_database",) if settings.licensed_database else ())):
        if not is_postgresql(getattr(settings, key)):
            raise mistake(f"servers of a cluster share a PostgreSQL: `{key}` must name it")
    return settings


@contextmanager
def cluster_of(settings: Settings) -> Iterator[Looking]:
    try:
        with looking_at(settings) as looking:
            yield looking
    except StoreError as error:
        raise mistake(str(error)) from None


@cluster.command()
def show(config: Config = None) -> None:
    """List the servers: what each does and since when, where it is reached, what it has, and which software it runs.

    Ends with 1 where something of the room is served by nobody.
    """
    settings = settings_of(config)
    with cluster_of(settings) as looking:
        seen = looking.look()
    if not seen.servers:
        typer.echo("No server has joined: `pokerroom serve --cluster` does.")
        raise typer.Exit(1)
    for line in seen.lines():
        typer.echo(line)
    if seen.serving is None:
        typer.echo("No server has the room open.")
    wanted = settings.cluster.shards
    if any(seen.rooms.values()) and wanted not in {1, seen.shards}:
        typer.echo(
            f"The settings ask for {wanted} shards, and the record has {seen.shards}: `pokerroom cluster divide "
            f"{wanted}` changes that, while no server is there."
        )
    if seen.serving is None or seen.of_nobody:
        raise typer.Exit(1)


@cluster.command()
def move(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT", help="The number of a shard, or `desk`; nothing, where the record is not divided."
        ),
    ],
    server: Annotated[str, typer.Argument(metavar="SERVER", help="The server that is to have it.")] = "",
    config: Config = None,
) -> None:
    """Have another server serve the room, or some of its tables: rounds of play go on there within seconds."""
    what, server = (what, server) if server else ("", what)
    with cluster_of(settings_of(config)) as looking:
        seen = looking.look()
        if what and not seen.is_divided:
            raise mistake(f"the record is not divided: `pokerroom cluster move {server}` moves the whole room")
        if not what and seen.is_divided:
            raise mistake(
                f"the record is divided into {seen.shards} shards: say which is to move, "
                f"`pokerroom cluster move SHARD {server}` or `pokerroom cluster move {THE_DESK} {server}`"
            )
        target = named(seen, server)
        if what in {"", THE_DESK}:
            move_desk(looking, seen, target)
        else:
            move_shard(looking, seen, shard_named(seen, what), target)


@cluster.command("move-table")
def move_table(
    table: Annotated[str, typer.Argument(help="The table, by its name in the room.", show_default=False)],
    server: Annotated[str, typer.Argument(help="The server that is to have it.", show_default=False)],
    config: Config = None,
) -> None:
    """Have another server run a table, and with it those of the same shard."""
    settings = settings_of(config)
    with cluster_of(settings) as looking:
        seen = looking.look()
        if not seen.is_divided:
            raise mistake(f"the record is not divided: `pokerroom cluster move {server}` moves the whole room")
        target, tables = named(seen, server), tables_in(settings)
        if table not in tables:
            raise mistake(f"no table is called {table!r}{did_you_mean(table, tables)}")
        shard = shard_of(TABLES.named(table), seen.shards)
        others = sum(shard_of(TABLES.named(each), seen.shards) == shard for each in tables) - 1
        along = f", with {others} more" if others else ""
        typer.echo(f"Table {table} is in shard {shard}{along}.")
        move_shard(looking, seen, shard, target)


@cluster.command()
def drain(
    server: Annotated[str, typer.Argument(help="The server that is to give everything up.", show_default=False)],
    config: Config = None,
) -> None:
    """Have a server give what it has to the others, before it is stopped or upgraded.

    Where the record is divided it gets nothing more until `pokerroom cluster undrain`, whenever it is started again.
    """
    with cluster_of(settings_of(config)) as looking:
        seen = looking.look()
        target = named(seen, server)
        if seen.is_divided:
            drain_of_all(looking, seen, target)
        elif not is_serving(seen, target):
            typer.echo(f"{server} does not serve the room.")
        elif len(seen.there) == 1:
            raise mistake(f"no other server stands by: if {server} gives the room up, nobody serves it")
        else:
            give_up(looking)


@cluster.command()
def undrain(
    server: Annotated[str, typer.Argument(help="The server that is to have tables again.", show_default=False)],
    config: Config = None,
) -> None:
    """Let a server that was drained have its share of the tables again."""
    with cluster_of(settings_of(config)) as looking:
        listed = {each.name: each for each in looking.look().servers}
        if server not in listed:
            raise mistake(f"no server is called {server!r}{did_you_mean(server, listed)}")
        if not listed[server].drained:
            typer.echo(f"{server} is not drained.")
            return
        looking.servers.drain(server, drained=False)
        when = "" if listed[server].is_there else " once it is there"
        typer.echo(f"{server} takes its share of the tables{when}.")


@cluster.command()
def divide(
    shards: Annotated[
        int,
        typer.Argument(min=1, max=MOST, help="How many shards: the desk, and shares of the tables. 1 makes it one."),
    ],
    config: Config = None,
) -> None:
    """Divide the record of each room, so that several servers can share its tables; or make it one again with 1.

    Nothing that is recorded changes: only how it is counted on from now. No server may be there meanwhile.
    """
    settings = settings_of(config)
    with cluster_of(settings) as looking:
        seen = looking.look()
        if seen.there:
            raise mistake(f"nobody may serve a record while it is divided: stop {', '.join(seen.there)} first")
        for name, held in seen.rooms.items():
            if writer := next((each for each in held if not each.is_free), None):
                raise mistake(f"{name} is written by {writer}: stop that process first")
        for name in room_records(settings):
            url = address_of(settings, name)
            if shards_in(url) == shards:
                typer.echo(f"{name}: {divided_into(shards)} already.")
                continue
            layout = divide_record(url, shards, owner="pokerroom cluster divide")
            typer.echo(f"{name}: {divided_into(shards)}, from position {layout.after + 1} on.")
    if shards > 1:
        typer.echo("`pokerroom cluster divide 1` makes it one again.")
    if settings.cluster.shards != shards:
        typer.echo(f"Set `shards = {shards}` under [cluster]: a room that is founded later is then divided alike.")


def divided_into(shards: int) -> str:
    return "undivided" if shards == 1 else f"divided into the desk and {shards - 1} shards of tables"


def named(seen: SeenCluster, name: str) -> Listed:
    found = seen.there.get(name)
    if found is not None:
        return found
    silent = next((each.silent for each in seen.servers if each.name == name), None)
    if silent is not None:
        raise mistake(f"{name} was not heard of for {silent:.0f} s: it is not there")
    raise mistake(f"no server is called {name!r}{did_you_mean(name, seen.there)}")


def shard_named(seen: SeenCluster, what: str) -> int:
    if what.isdecimal() and DESK < int(what) < seen.shards:
        return int(what)
    raise mistake(f"there is no shard {what!r}: there are 1 to {seen.shards - 1}, and the {THE_DESK}")


def tables_in(settings: Settings) -> set[str]:
    """Every table that was ever opened, in any of the rooms."""
    found = set()
    for name in room_records(settings):
        with closing(open_to_read(Readable(address_of(settings, name)))) as store:
            found |= {stream.partition("/")[2] for stream in store.heads() if TABLES.holds(stream)}
    return found


def is_serving(seen: SeenCluster, server: Listed) -> bool:
    return seen.serving is not None and seen.serving.name == server.name


def move_desk(looking: Looking, seen: SeenCluster, target: Listed) -> None:
    if is_serving(seen, target):
        typer.echo(f"{target.name} {'has the desk' if seen.is_divided else 'serves the room'} already.")
        return
    looking.servers.ask(target.name, Asked.TAKE)
    give_up(looking, await_it=target.name)


def move_shard(looking: Looking, seen: SeenCluster, shard: int, target: Listed) -> None:
    refuse_unable(target)
    has_it = seen.has(target, shard)
    looking.servers.hand_over(shard, target.name)
    if has_it:
        typer.echo(f"{target.name} has shard {shard} already, and keeps it.")
        return
    took = waited(looking, lambda now: now.has(target, shard), target)
    typer.echo(f"{target.name} has shard {shard}, after {took:.1f} s, at {target.address}")


def refuse_unable(target: Listed) -> None:
    if target.drained:
        raise mistake(f"{target.name} is drained: `pokerroom cluster undrain {target.name}` first")
    if target.does not in RUNS_TABLES:
        raise mistake(f"{target.name} cannot run tables yet: it is {target.does}")


def drain_of_all(looking: Looking, seen: SeenCluster, target: Listed) -> None:
    name = target.name
    if target.drained and not seen.has_any(target):
        typer.echo(f"{name} is drained already.")
        return
    if not seen.can_have_tables_of(target):
        raise mistake(f"no other server could have what {name} has: {why_nobody_could(seen, target)}")
    looking.servers.drain(name)
    took = waited(looking, lambda now: not now.has_tables(target), target)
    if is_serving(looking.look(), target):
        took += give_up(looking)
    typer.echo(f"{name} has nothing any more, after {took:.1f} s. `pokerroom cluster undrain {name}` undoes it.")


def why_nobody_could(seen: SeenCluster, target: Listed) -> str:
    standing_by = [each.name for each in seen.there.values() if each.does is Doing.STANDING_BY and each != target]
    if not standing_by or target.does not in RUNS_TABLES:
        return "if it gave that up, nobody would serve it"
    who, do = " and ".join(standing_by), "stands" if len(standing_by) == 1 else "stand"
    return (
        f"{who} {do} by. Where that is for their newer version, stop {target.name}: they open the room once none of "
        f"the earlier has any of it"
    )


def waited(looking: Looking, is_so: Callable[[SeenCluster], bool], target: Listed) -> float:
    """Seconds until it was so."""
    began = monotonic()
    while monotonic() - began < PATIENCE:
        seen = looking.look()
        if is_so(seen):
            return monotonic() - began
        if target.name not in seen.there:
            raise mistake(f"{target.name} is gone: {SHOW}")
        sleep(LOOKS_EVERY)
    raise mistake(f"it did not happen within {PATIENCE:.0f} s: {SHOW}")


def give_up(looking: Looking, *, await_it: str = "") -> float:
    """Ask whoever serves to give the room or its desk up, and wait until another has it; seconds that took."""
    before = {each.name for each in [looking.look().serving] if each is not None}
    for name in before:
        looking.servers.ask(name, Asked.GIVE_UP)
    began = monotonic()
    while monotonic() - began < PATIENCE:
        seen = looking.look()
        serving = seen.serving
        if serving is not None and (serving.name == await_it if await_it else serving.name not in before):
            took = monotonic() - began
            what = "has the desk" if seen.is_divided else "serves the room"
            typer.echo(f"{serving.name} {what}, after {took:.1f} s, at {serving.address}")
            return took
        sleep(LOOKS_EVERY)
    raise mistake(f"no other server has opened the room within {PATIENCE:.0f} s: {SHOW}")
