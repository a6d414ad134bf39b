"""`pokerroom serve`: the room in a browser, from its record, until it is stopped."""

import sys
from pathlib import Path
from typing import Annotated

import typer


def serve(
    *,
    host: Annotated[str | None, typer.Option(help="The address to listen at; 127.0.0.1 if none is set.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 8000 if none is set, 0 for any that is free.")] = None,
    store: Annotated[
        str | None, typer.Option(metavar="DIR", help="The folder of the record, or `memory:` to keep nothing.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="A TOML file of settings: docs/running.md.")
    ] = None,
    link: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="A TOML file that links it to a host: docs/linked.md."),
    ] = None,
    cluster: Annotated[
        bool,
        typer.Option("--cluster", help="Share one room with other servers, or stand by for it: docs/cluster.md."),
    ] = False,
) -> None:
    """Open the poker room: a page to play at, against people and bots."""
    # What a server needs is loaded by this command alone.
    from pokerroom.live.link.settings import read_linked  # noqa: PLC0415
    from pokerroom.live.settings import SettingsError, read_settings  # noqa: PLC0415
    from pokerroom.web.running import Serve, run  # noqa: PLC0415

    how: Serve | None = None
    try:
        linked, joins = None if link is None else str(link), {"joins": True} if cluster else None
        settings = read_settings(config, host=host, port=port, store=store, link=linked, cluster=joins)
        if settings.link:
            read_linked(Path(settings.link))
        if settings.cluster.joins:
            # What only servers of a cluster need.
            from pokerroom.live.cluster import refuse_unfit  # noqa: PLC0415
            from pokerroom.web.clustered import serve_in_cluster  # noqa: PLC0415

            refuse_unfit(settings)
            how = serve_in_cluster
    except SettingsError as error:
        raise typer.BadParameter(str(error)) from None
    sys.exit(run(settings, how))
