"""Events in a Parquet file, in the order of their commits: what a column of the table `event` holds, a column holds.

Any tool that reads Parquet can read them. Nothing here knows what a file means for the record: see `archived`.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from pokerroom.log import Envelope
from pokerroom.log.envelope import moment
from pokerroom.room.ports import Committed, StoreFailed
from pokerroom.store.private import FILE
from pokerroom.store.schema import event

GROUP = 4096
"""Events that are read at once: a reader of one round reads a few of these, and no more."""
COMPRESSION, LEVEL = "zstd", 9
READ = 1 << 20
HALF = ".half"
"""What a file is called while it is being written."""


def needed() -> Any:
    """PyArrow, which is loaded when somebody writes or reads such a file."""
    try:
        import pyarrow as pa  # noqa: PLC0415  in an extra
        import pyarrow.compute  # noqa: PLC0415
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise StoreFailed("the archive needs the extra: pip install 'pokerroom[reports]'") from None
    return pa


class Written(NamedTuple):
    digest: bytes
    size: int


TYPES: Mapping[type, str] = {int: "int64", str: "string", bytes: "binary", bool: "bool_"}


def schema(pa: Any) -> Any:
    """The columns of the table; times are times, for whoever asks by them."""
    return pa.schema(
        [
            pa.field(
                each.name,
                pa.timestamp("us", tz="UTC") if each is event.c.at else getattr(pa, TYPES[each.type.python_type])(),
                nullable=bool(each.nullable),
            )
            for each in event.c
        ]
    )


def write(path: Path, rows: Iterable[Sequence[Any]]) -> Written:
    """All rows of events or no file, durable on return."""
    pa, half = needed(), path.with_name(path.name + HALF)
    half.unlink(missing_ok=True)
    os.close(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    options: dict[str, Any] = {
        "compression": COMPRESSION,
        "compression_level": LEVEL,
        "use_dictionary": ["stream", "by", "tag"],
    }
    form = schema(pa)
    with pa.parquet.ParquetWriter(half, form, **options) as writer:
        unwritten = iter(rows)
        while part := list(islice(unwritten, GROUP)):
            columns = zip(*part, strict=True)
            arrays = [pa.array(values, each.type) for each, values in zip(form, columns, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=form), row_group_size=GROUP)
    with half.open("r+b") as file:
        os.fsync(file.fileno())
    half.replace(path)
    sync(path.parent)
    return Written(digest_of(path), path.stat().st_size)


def sync(folder: Path) -> None:
    """The name of a new file is durable, too."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def digest_of(path: Path) -> bytes:
    digest = sha256()
    with path.open("rb") as file:
        while part := file.read(READ):
            digest.update(part)
    return digest.digest()


class Events:
    """The events of a file, a group at a time."""

    def __init__(self, path: Path) -> None:
        self._pa = needed()
        self._file = self._pa.parquet.ParquetFile(path)
        meta = self._file.metadata
        # By position, which the groups are in the order of.
        self._lasts = [meta.row_group(each).column(0).statistics.max for each in range(meta.num_row_groups)]

    def after(self, position: int, tags: Collection[str] = ()) -> Iterator[Committed]:
        for group, last in enumerate(self._lasts):
            if last > position:
                columns = in_python(self._pa, self._file.read_row_group(group))
                wanted = [
                    at
                    for at, (place, tag) in enumerate(zip(columns["position"], columns["tag"], strict=True))
                    if place > position and (not tags or tag in tags)
                ]
                yield from (committed_at(columns, at) for at in wanted)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """All columns of all events, as the table had them."""
        for group in range(len(self._lasts)):
            yield from zip(*in_python(self._pa, self._file.read_row_group(group)).values(), strict=True)

    def of(self, stream: str, *, after: int, before: int) -> Iterator[Committed]:
        """Those of a stream whose numbers are between these two."""
        compute = self._pa.compute
        for group in range(len(self._lasts)):
            places = self._file.read_row_group(group, columns=["stream", "sequence"])
            numbers = places["sequence"]
            wanted = compute.and_(
                compute.equal(places["stream"], stream),
                compute.and_(compute.greater(numbers, after), compute.less(numbers, before)),
            )
            if compute.any(wanted).as_py():
                columns = in_python(self._pa, self._file.read_row_group(group).filter(wanted))
                yield from (committed_at(columns, at) for at in range(len(columns["position"])))


def in_python(pa: Any, table: Any) -> dict[str, list[Any]]:
    at = table.schema.get_field_index("at")
    # As whole microseconds: a time of Python's own would cost more than all other columns.
    table = table.set_column(at, "at", table["at"].cast(pa.int64()))
    return {name: table[name].to_pylist() for name in table.column_names}


def committed_at(columns: dict[str, list[Any]], at: int) -> Committed:
    envelope = Envelope(
        columns["stream"][at], columns["sequence"][at], moment(columns["at"][at]), columns["by"][at],
        columns["cause"][at], columns["tag"][at], columns["version"][at], columns["body"][at], columns["hash"][at],
    )  # fmt: skip
    return Committed(columns["position"][at], envelope, columns["asked"][at])
