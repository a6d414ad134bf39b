"""The wire messages for those who do not read Python: page/src/wire.ts and docs/wire.md, made from the declarations.

With them are made the orders of staff (`tools/orders.py`) and what their consoles have a place for (`tools/staff.py`).
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from pokerroom.wire import banked, cluster, common, dice, felt, floor, keno, messages, payouts
from pokerroom.words import saying
from tools import orders, staff

ROOT = Path(__file__).resolve().parent.parent
TYPESCRIPT = ROOT / "page/src/wire.ts"
DOCUMENT = ROOT / "docs/wire.md"
MODULES = (messages, cluster, felt, floor, banked, dice, keno, payouts)
DECLARED = (*MODULES, sys.modules[saying.__module__])
"""Where the messages and their parts are."""

UNIONS = {
    "Move": messages.AnyMove,
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
}
ABSTRACT = (common.Message, messages.Move, dice.DiceRequest)
BY_TYPE = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}


def structs() -> tuple[type[msgspec.Struct], ...]:
    """Every message and part of one, in the order of their declaration."""
    found = [each for module in MODULES for each in vars(module).values() if isinstance(each, type)]
    kinds = dict.fromkeys(each for each in found if issubclass(each, msgspec.Struct))
    return tuple(kind for kind in kinds if kind not in ABSTRACT and kind is not msgspec.Struct)


@cache
def notes() -> dict[tuple[str, str], str]:
    """What the declarations say of each struct (field ``) and of its fields."""
    found = {}
    for node in (node for module in DECLARED for node in parsed(str(module.__file__))):
        if not isinstance(node, ast.ClassDef):
            continue
        found[node.name, ""] = ast.get_docstring(node) or ""
        for field, after in zip(node.body, node.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and is_text(after):
                found[node.name, field.target.id] = " ".join(after.value.value.split())  # type: ignore[attr-defined]
    return found


def parsed(file: str) -> list[ast.stmt]:
    return ast.parse(Path(file).read_text(encoding="utf-8")).body


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def written(kind: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    match kind:
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.UnionType(types=types):
            return union_of(types)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            inner = written(item)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(written, items))}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{written(key)}, {written(value)}>"
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
    return BY_TYPE[type(kind)]


def union_of(types: Iterable[inspect.Type]) -> str:
    names = [written(each) for each in types]
    moves = [kind.__name__ for kind in get_args(messages.AnyMove)]
    return "Move" if names == moves else " | ".join(names)


def typescript() -> str:
    head = (
        "// Made by `python -m tools.wire` from src/pokerroom/wire: change that, not this.\n\n"
        f"export const VERSION = {messages.VERSION};\n"
    )
    unions = [
        f"export type {name} =\n{chr(10).join(f'  | {kind.__name__}' for kind in get_args(union))};\n"
        for name, union in UNIONS.items()
    ]
    return "\n".join([head, *(interface(kind) for kind in structs()), *unions])


def interface(kind: type[msgspec.Struct]) -> str:
    return "\n".join(
        [*remark(notes().get((kind.__name__, ""), "")), f"export interface {kind.__name__} {{", *lines(kind), "}", ""]
    )


def lines(kind: type[msgspec.Struct]) -> Iterator[str]:
    config = kind.__struct_config__
    if config.tag is not None:
        yield f'  {config.tag_field}: "{config.tag}";'
    for name, field, optional in fields(kind):
        yield from remark(notes().get((kind.__name__, name), ""), indent="  ")
        yield f"  {name}{'?' if optional else ''}: {written(field)};"


def fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, inspect.Type, bool]]:
    """Name, type, and whether a sender may leave it out: the room always sends all of it."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    may_omit = kind in get_args(messages.ClientMessage) or kind in get_args(messages.AnyMove)
    for field in info.fields:
        yield field.encode_name, field.type, may_omit and not field.required


def remark(text: str, *, indent: str = "") -> list[str]:
    return [f"{indent}/** {' '.join(text.split())} */"] if text else []


def document() -> str:
    parts = [
        "# The wire",
        "",
        (messages.__doc__ or "").strip(),
        "",
        "Made by `python -m tools.wire` from `src/pokerroom/wire`.",
        "",
    ]
    sections = {
        "From the client": get_args(messages.ClientMessage),
        "Moves": get_args(messages.AnyMove),
        "From the room": get_args(messages.ServerMessage),
    }
    told = {kind for kinds in sections.values() for kind in kinds}
    sections["Parts of messages"] = tuple(kind for kind in structs() if kind not in told)
    for title, kinds in sections.items():
        parts += [f"## {title}", ""]
        for kind in kinds:
            parts += section(kind)
    return "\n".join(parts).rstrip() + "\n"


def section(kind: Any) -> Iterator[str]:
    yield f"### {kind.__name__}"
    yield ""
    about = notes().get((kind.__name__, ""), "")
    if about:
        yield from (about, "")
    told = list(fields(kind))
    if not told:
        return
    yield "| field | type | |"
    yield "|---|---|---|"
    for name, field, optional in told:
        note = notes().get((kind.__name__, name), "")
        said = "; ".join(filter(None, (note, "may be left out" if optional else "")))
        kind_of_field = written(field).replace("|", "\\|")
        yield f"| `{name}` | `{kind_of_field}` | {said} |"
    yield ""


def made() -> dict[Path, str]:
    return {TYPESCRIPT: typescript(), DOCUMENT: document(), **orders.made(), **staff.made()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")
    check = parser.parse_args().check
    stale = [path for path, text in made().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)} {'is out of date' if check else 'written'}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made()[path], encoding="utf-8")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
