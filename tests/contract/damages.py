"""What can happen to a record at rest: bits flipped, pages torn, rows changed, files gone. A seed chooses the place.

A kind of damage is a function of a store and of dice; it returns where it struck, in words.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

import psycopg
from sqlalchemy.engine import make_url

from pokerroom.store.opening import sqlite_module
from pokerroom.store.schema import metadata, tenure
from tests.contract.small_record import Kept

PAGE = 4096
VERSION_TABLE = "alembic_version"
TABLES = [each for each in metadata.sorted_tables if each is not tenure]
"""Until when somebody holds a shard says nothing of what is recorded, and of a record in SQLite nobody says it."""
COLUMNS: Mapping[str, tuple[str, ...]] = {
    **{table.name: tuple(table.c.keys()) for table in TABLES},
    VERSION_TABLE: ("version_num",),
}
KEYS: Mapping[str, tuple[str, ...]] = {
    **{table.name: tuple(table.primary_key.columns.keys()) for table in TABLES},
    VERSION_TABLE: ("version_num",),
}


class NothingToDamage(Exception):
    """There is no such row or page, or the database does not let this happen."""


# Files.


def flip(path: Path, dice: Random) -> str:
    content = bytearray(read(path))
    place, bit = dice.randrange(len(content)), dice.randrange(8)
    content[place] ^= 1 << bit
    path.write_bytes(content)
    return f"bit {bit} of byte {place} of {path.name}"


def cut_short(path: Path, dice: Random) -> str:
    size = dice.randrange(len(read(path)))
    with path.open("r+b") as file:
        file.truncate(size)
    return f"{path.name} cut off after {size} bytes"


def cut_pages(path: Path, dice: Random) -> str:
    size = PAGE * dice.randrange(len(read(path)) // PAGE)
    with path.open("r+b") as file:
        file.truncate(size)
    return f"{path.name} cut off after page {size // PAGE}"


def remove(path: Path, _dice: Random) -> str:
    if not path.exists():
        raise NothingToDamage(path.name)
    path.unlink()
    return f"{path.name} removed"


def read(path: Path) -> bytes:
    content = path.read_bytes() if path.exists() else b""
    if not content:
        raise NothingToDamage(path.name)
    return content


def put_page(path: Path, number: int, page: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(PAGE * number)
        file.write(page)


def page_of(path: Path, number: int) -> bytes:
    return read(path)[PAGE * number : PAGE * (number + 1)]


def any_page(path: Path, dice: Random) -> int:
    return dice.randrange(len(read(path)) // PAGE)


def empty_page(path: Path, dice: Random) -> str:
    number = any_page(path, dice)
    put_page(path, number, bytes(PAGE))
    return f"page {number} of {path.name} emptied"


def torn_page(path: Path, dice: Random) -> str:
    """Only the first part of a write reached the disk: the rest is of another page."""
    number, other = any_page(path, dice), any_page(path, dice)
    whole = dice.randrange(1, PAGE // 512) * 512
    put_page(path, number, page_of(path, number)[:whole] + page_of(path, other)[whole:])
    return f"page {number} of {path.name} is page {other} from byte {whole} on"


def noisy_page(path: Path, dice: Random) -> str:
    number = any_page(path, dice)
    put_page(path, number, dice.randbytes(PAGE))
    return f"page {number} of {path.name} is noise"


def swapped_pages(path: Path, dice: Random) -> str:
    first, second = any_page(path, dice), any_page(path, dice)
    kept = page_of(path, first), page_of(path, second)
    put_page(path, first, kept[1])
    put_page(path, second, kept[0])
    return f"pages {first} and {second} of {path.name} swapped"


def older_page(path: Path, dice: Random) -> str:
    """A write that never reached the disk; the earlier state of the file lies beside the store."""
    older = path.parent.with_name("older")
    pages = min(len(read(path)), len(read(older))) // PAGE
    unlike = [number for number in range(pages) if page_of(path, number) != page_of(older, number)]
    number = dice.choice(unlike)
    put_page(path, number, page_of(older, number))
    return f"page {number} of {path.name} as it was earlier"


# Lines of a text.


def lines_of(path: Path) -> list[bytes]:
    return read(path).splitlines(keepends=True)


def without_last_line(path: Path, _dice: Random) -> str:
    path.write_bytes(b"".join(lines_of(path)[:-1]))
    return f"the last line of {path.name} removed"


def without_a_line(path: Path, dice: Random) -> str:
    lines = lines_of(path)
    number = dice.randrange(len(lines) - 1)
    path.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
    return f"line {number + 1} of {path.name} removed"


def swapped_lines(path: Path, dice: Random) -> str:
    lines = lines_of(path)
    first, second = sorted(dice.sample(range(len(lines)), 2))
    lines[first], lines[second] = lines[second], lines[first]
    path.write_bytes(b"".join(lines))
    return f"lines {first + 1} and {second + 1} of {path.name} swapped"


def repeated_line(path: Path, dice: Random) -> str:
    lines = lines_of(path)
    number = dice.randrange(len(lines))
    path.write_bytes(b"".join([*lines, lines[number]]))
    return f"line {number + 1} of {path.name} repeated at its end"


# Rows.

Row = dict[str, Any]


class Database(Protocol):
    def rows(self, table: str) -> list[Row]: ...

    def run(self, statement: str, *values: object) -> None: ...


class Sqlite:
    def __init__(self, path: Path) -> None:
        self._connection = sqlite_module().connect(path, isolation_level=None)

    def rows(self, table: str) -> list[Row]:
        columns = COLUMNS[table]
        names = ", ".join(f'"{each}"' for each in columns)
        found = self._connection.execute(f'SELECT {names} FROM "{table}"').fetchall()
        return [dict(zip(columns, row, strict=True)) for row in found]

    def run(self, statement: str, *values: object) -> None:
        try:
            self._connection.execute(statement.replace("%s", "?"), values)
        except sqlite_module().DatabaseError as error:
            raise NothingToDamage(str(error)) from None

    def close(self) -> None:
        self._connection.close()


class Postgres:
    def __init__(self, address: str) -> None:
        self._connection = psycopg.connect(address, autocommit=True)

    def rows(self, table: str) -> list[Row]:
        columns = COLUMNS[table]
        names = ", ".join(f'"{each}"' for each in columns)
        found = self._connection.execute(f'SELECT {names} FROM "{table}"'.encode()).fetchall()
        return [dict(zip(columns, row, strict=True)) for row in found]

    def run(self, statement: str, *values: object) -> None:
        try:
            self._connection.execute(statement.encode(), values)
        except psycopg.Error as error:
            raise NothingToDamage(str(error)) from None

    def close(self) -> None:
        self._connection.close()


@contextmanager
def database_of(kept: Kept) -> Iterator[Database]:
    opened = Sqlite(Path(make_url(kept.address).database or "")) if is_sqlite(kept) else Postgres(kept.address)
    with closing(opened):
        yield opened


def is_sqlite(kept: Kept) -> bool:
    return kept.address.startswith("sqlite")


def chosen(database: Database, table: str, dice: Random, count: int = 1) -> list[Row]:
    rows = sorted(database.rows(table), key=repr)
    if len(rows) < count:
        raise NothingToDamage(f"{table} has {len(rows)} rows")
    return dice.sample(rows, count)


def at(table: str, row: Row) -> tuple[str, tuple[object, ...]]:
    """Where this row is, and the values for it."""
    names = [each for each in KEYS[table] or COLUMNS[table] if row[each] is not None]
    return " AND ".join(f'"{each}" = %s' for each in names), tuple(row[each] for each in names)


def put_value(database: Database, table: str, row: Row, column: str, value: object) -> None:
    where, values = at(table, row)
    database.run(f'UPDATE "{table}" SET "{column}" = %s WHERE {where}', value, *values)


def insert(database: Database, table: str, row: Row) -> None:
    names, marks = ", ".join(f'"{each}"' for each in row), ", ".join(["%s"] * len(row))
    database.run(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', *row.values())


def changed_value(kept: Kept, dice: Random, table: str, column: str) -> str:
    """Another value of the same type: a little different, that of another row, or an extreme."""
    with database_of(kept) as database:
        (row,) = chosen(database, table, dice)
        others = [each[column] for each in database.rows(table) if each[column] != row[column]]
        value = dice.choice([*others[:2], *another(row[column], dice)])
        put_value(database, table, row, column, value)
    return told(table, row, f"{column} {row[column]!r} is now {value!r}")


def another(value: Any, dice: Random) -> list[Any]:
    if value is None:
        return [0, ""]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 0, -1, 2**62]
    if isinstance(value, str):
        return [changed_text(value, dice), "", value + " ", value[:-1]]
    return [changed_bytes(bytes(value), dice), b"", bytes(value)[:-1], bytes(value) + b"\0"]


def changed_text(value: str, dice: Random) -> str:
    place = dice.randrange(len(value) + 1)
    return value[:place] + dice.choice("x0\u00e9") + value[place + 1 :]


def changed_bytes(value: bytes, dice: Random) -> bytes:
    if not value:
        return b"\1"
    content = bytearray(value)
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    return bytes(content)


def other_type(kept: Kept, dice: Random, table: str, column: str) -> str:
    """SQLite keeps whatever somebody puts into a column."""
    with database_of(kept) as database:
        (row,) = chosen(database, table, dice)
        of_types: list[object] = [7, 1.5, "seven", b"seven", b"\xff\xfe", None]
        value = dice.choice([each for each in of_types if type(each) is not type(row[column])])
        put_value(database, table, row, column, value)
    return told(table, row, f"{column} {row[column]!r} is now {value!r}")


def broken_text(kept: Kept, dice: Random, table: str, column: str) -> str:
    """Bytes in a column of text that are no text."""
    with database_of(kept) as database:
        (row,) = chosen(database, table, dice)
        where, values = at(table, row)
        database.run(f'UPDATE "{table}" SET "{column}" = CAST(%s AS TEXT) WHERE {where}', b"\xff\xfe\x80", *values)
    return told(table, row, f"{column} is no text")


def removed_row(kept: Kept, dice: Random, table: str) -> str:
    with database_of(kept) as database:
        (row,) = chosen(database, table, dice)
        where, values = at(table, row)
        database.run(f'DELETE FROM "{table}" WHERE {where}', *values)
    return told(table, row, "removed")


def copied_row(kept: Kept, dice: Random, table: str) -> str:
    """Once more, under another key."""
    with database_of(kept) as database:
        (row,) = chosen(database, table, dice)
        column = dice.choice(KEYS[table] or COLUMNS[table])
        rows = database.rows(table)
        numbers = [each[column] for each in rows if isinstance(each[column], int)]
        beyond = max(numbers, default=0) + 1
        copy = row | {column: beyond if isinstance(row[column], int) else f"{row[column]}x"}
        if table == "event":
            last = max(each["sequence"] for each in rows if each["stream"] == row["stream"])
            copy |= {"sequence": last + 1, "cause": f"{row['cause']} again"}
        insert(database, table, copy)
    return told(table, row, f"copied to {column} {copy[column]!r}")


def swapped_rows(kept: Kept, dice: Random, table: str) -> str:
    """The keys of two rows exchanged: all else stays where it was."""
    with database_of(kept) as database:
        first, second = chosen(database, table, dice, 2)
        rest = [each for each in COLUMNS[table] if each not in KEYS[table]]
        if not rest or all(first[each] == second[each] for each in rest):
            raise NothingToDamage(f"the rows of {table} differ in their keys alone")
        for row in (first, second):
            where, values = at(table, row)
            database.run(f'DELETE FROM "{table}" WHERE {where}', *values)
        keys = KEYS[table]
        insert(database, table, second | {each: first[each] for each in keys})
        insert(database, table, first | {each: second[each] for each in keys})
    return told(table, first, f"swapped with {[second[each] for each in KEYS[table]]}")


def told(table: str, row: Row, what: str) -> str:
    key = ", ".join(str(row[each]) for each in KEYS[table] or COLUMNS[table])
    return f"{table} {key}: {what}"[:300]


# Every kind of damage, by name.

Damage = Callable[[Kept, Random], str]


def of_file(damage: Callable[[Path, Random], str], where: Callable[[Kept], Path]) -> Damage:
    return lambda kept, dice: damage(where(kept), dice)


def beside(suffix: str) -> Callable[[Kept], Path]:
    return lambda kept: Path(f"{make_url(kept.address).database}{suffix}")


def public_key(kept: Kept) -> Path:
    return kept.signing_key.with_name("signing-key.pub")


DATABASE, LOG, INDEX = beside(""), beside("-wal"), beside("-shm")


def heads(kept: Kept) -> Path:
    return kept.heads


def deck_keys(kept: Kept) -> Path:
    return kept.deck_keys


def signing_key(kept: Kept) -> Path:
    return kept.signing_key


OF_PAGES: Mapping[str, Damage] = {
    "a bit of the database": of_file(flip, DATABASE),
    "the end of the database": of_file(cut_short, DATABASE),
    "pages at the end of the database": of_file(cut_pages, DATABASE),
    "an empty page": of_file(empty_page, DATABASE),
    "a torn page": of_file(torn_page, DATABASE),
    "a page of noise": of_file(noisy_page, DATABASE),
    "two pages swapped": of_file(swapped_pages, DATABASE),
    "an older page": of_file(older_page, DATABASE),
}


OF_THE_LOG: Mapping[str, Damage] = {
    "a bit of the write-ahead log": of_file(flip, LOG),
    "the end of the write-ahead log": of_file(cut_short, LOG),
    "an empty page of the write-ahead log": of_file(empty_page, LOG),
    "a page of noise in the write-ahead log": of_file(noisy_page, LOG),
    "no write-ahead log": of_file(remove, LOG),
}
OF_THE_INDEX: Mapping[str, Damage] = {
    "a bit of the index of the write-ahead log": of_file(flip, INDEX),
    "no index of the write-ahead log": of_file(remove, INDEX),
}
OF_HEADS: Mapping[str, Damage] = {
    "a bit of the heads": of_file(flip, heads),
    "the end of the heads": of_file(cut_short, heads),
    "the last line of the heads": of_file(without_last_line, heads),
    "a line of the heads": of_file(without_a_line, heads),
    "two lines of the heads swapped": of_file(swapped_lines, heads),
    "a line of the heads repeated": of_file(repeated_line, heads),
    "no heads": of_file(remove, heads),
}
OF_KEYS: Mapping[str, Damage] = {
    "a bit of the deck keys": of_file(flip, deck_keys),
    "the end of the deck keys": of_file(cut_short, deck_keys),
    "no deck keys": of_file(remove, deck_keys),
    "a bit of the signing key": of_file(flip, signing_key),
    "the end of the signing key": of_file(cut_short, signing_key),
    "no signing key": of_file(remove, signing_key),
    "a bit of the public key": of_file(flip, public_key),
    "the end of the public key": of_file(cut_short, public_key),
}


def in_column(damage: Callable[[Kept, Random, str, str], str], table: str, column: str) -> Damage:
    return lambda kept, dice: damage(kept, dice, table, column)


def in_table(damage: Callable[[Kept, Random, str], str], table: str) -> Damage:
    return lambda kept, dice: damage(kept, dice, table)


def kinds_of_columns(
    damage: Callable[[Kept, Random, str, str], str], tables: Iterable[str] = COLUMNS
) -> dict[str, Damage]:
    what = damage.__name__.replace("_", " ")
    return {
        f"{what}: {table}.{column}": in_column(damage, table, column) for table in tables for column in COLUMNS[table]
    }


def kinds_of_rows(tables: Iterable[str] = COLUMNS) -> dict[str, Damage]:
    return {
        f"{damage.__name__.replace('_', ' ')}: {table}": in_table(damage, table)
        for damage in (removed_row, copied_row, swapped_rows)
        for table in tables
    }
