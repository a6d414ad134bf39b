"""The pieces of the kernel as CUDA C++, made from the very text that Numba compiles, so that both can only agree.

A piece becomes a device function of the same name: integers are of 64 bits, what is masked or hashed is unsigned, and
lanes, decks and tables are whatever type has an index. What the pieces do not use is not translated: it stops the
translation by its line.
"""

import ast
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import numpy as np

from pokerroom.batch import layout
from pokerroom.ranking.bulk import hashing
from pokerroom.ranking.bulk.gpu import OPERATORS as BITWISE, TranslationError, device_functions

PROLOGUE = """
typedef long long integer;
typedef unsigned long long bits;
struct Pair { integer a, b; };
struct Triple { integer a, b, c; };
__device__ __forceinline__ lane sixteen(lane made) { return made & 0xffffu; }
__device__ __forceinline__ Two sixteen(Two made) { return {made.a & 0xffffu, made.b & 0xffffu}; }
__device__ __forceinline__ integer lesser(integer left, integer right) { return left < right ? left : right; }
__device__ __forceinline__ integer greater(integer left, integer right) { return left > right ? left : right; }
// Python rounds down where C rounds towards zero.
__device__ __forceinline__ integer divided(integer whole, integer by) {
  integer part = whole / by;
  return part * by != whole && (whole < 0) != (by < 0) ? part - 1 : part;
}
__device__ __forceinline__ integer remainder_of(integer whole, integer by) { return whole - divided(whole, by) * by; }
namespace kernel {
"""

INTEGER, BITS, LANE, FLOAT = "integer", "bits", "lane", "double"
CASTS = {"uint64": BITS, "int64": INTEGER, "uint16": LANE, "float64": FLOAT}
TUPLES = {2: "Pair", 3: "Triple"}
OPERATORS: dict[type[Any], str] = {
    **BITWISE,
    ast.Mult: "*",
    ast.Div: "/",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.And: "&&",
    ast.Or: "||",
    ast.Invert: "~",
    ast.USub: "-",
    ast.Not: "!",
}
CALLED = {"min": "lesser", "max": "greater"}
ROUNDED: dict[type[Any], str] = {ast.FloorDiv: "divided", ast.Mod: "remainder_of"}
ANYWHERE = ("piece", "within", "inlined")
"""What decorates a piece; the entries are for Python alone."""


class Ranked(str):
    """The name of a function of the lanes."""

    __slots__ = ()


def cuda_source() -> str:
    """The functions of the lanes and every piece of the kernel, each after those that it calls."""
    known = dict(constants())
    functions = [node for tree in modules() for node in tree.body if isinstance(node, ast.FunctionDef)]
    pieces = {node.name: node for node in functions if is_piece(node)}
    done: dict[str, str] = {}
    texts: list[str] = []
    for name in pieces:
        add(name, pieces, known, done, texts)
    return "\n".join([device_functions(), PROLOGUE, *texts, "}"])


def modules() -> Iterator[ast.Module]:
    folder = files("pokerroom.batch.kernel")
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".py"):
            yield ast.parse(file.read_text(encoding="utf-8"))


def is_piece(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(each) in ANYWHERE for each in node.decorator_list)


def constants() -> Iterator[tuple[str, Any]]:
    """What names stand for: numbers of the layout, of the hashes and of the pieces, and functions of the lanes."""
    known: dict[str, Any] = {**vars(layout), **vars(hashing), "kernel": Ranked, "np": np}
    for tree in modules():
        for node in tree.body:
            if isinstance(node, ast.Assign):
                exec(ast.unparse(node), known)  # noqa: S102  the text is our own
    for name, value in known.items():
        if isinstance(value, int | np.integer | Ranked):
            yield name, value


def add(name: str, pieces: dict[str, Any], known: dict[str, Any], done: dict[str, str], texts: list[str]) -> None:
    """Translate a piece, those it calls first; `done` knows what each answers."""
    if name in done:
        return
    done[name] = INTEGER
    for node in ast.walk(pieces[name]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in pieces:
            add(node.func.id, pieces, known, done, texts)
    piece = Piece(pieces[name], known, done)
    done[name] = piece.answers
    texts.append(piece.text)


class Piece:
    """One piece on its way to CUDA."""

    def __init__(self, node: ast.FunctionDef, known: dict[str, Any], done: dict[str, str]) -> None:
        self.known, self.done = known, done
        self.arguments = [argument.arg for argument in node.args.args]
        self.kinds: dict[str, str] = {}
        body = [each for each in node.body if not isinstance(each, ast.Expr) or isinstance(each.value, ast.Call)]
        self.find_kinds(body)
        self.answers = self.find_answer(node)
        lines = [line for statement in body for line in self.statement(statement)]
        declared = [f"{kind} {name}_ = 0;" for name, kind in self.kinds.items()]
        types = ", ".join(f"class T{number}" for number in range(len(self.arguments)))
        given = ", ".join(f"T{number} {name}_" for number, name in enumerate(self.arguments))
        self.text = "\n".join(
            [f"template <{types}> __device__ {self.answers} {node.name}({given}) {{", *declared, *lines, "}"]
        )

    def find_kinds(self, body: list[ast.stmt]) -> None:
        """The type of every variable, by what is first given to it; loops declare their own."""
        for statement in body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Assign):
                    for target in node.targets:
                        self.find_kind(target, node.value)

    def find_kind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            parts = value.elts if isinstance(value, ast.Tuple) else [ast.Constant(0)] * len(target.elts)
            for name, part in zip(target.elts, parts, strict=True):
                self.find_kind(name, part)
        elif isinstance(target, ast.Name) and target.id not in self.arguments:
            self.kinds.setdefault(target.id, self.kind(value))

    def find_answer(self, node: ast.FunctionDef) -> str:
        if ast.unparse(node.returns or ast.Constant(None)) == "None":
            return "void"
        values = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
        kinds = {self.kind(value) for value in values}
        return kinds.pop() if len(kinds) == 1 else INTEGER

    def kind(self, node: ast.expr) -> str:
        """The type of an expression; integers unless something says otherwise."""
        match node:
            case ast.Call(func=ast.Attribute(attr=name)):
                return CASTS[name]
            case ast.Call(func=ast.Name(id=name)):
                return self.done.get(name, INTEGER)
            case ast.Name(id=name):
                unsigned = isinstance(self.known.get(name), np.uint64) and name not in self.kinds
                return BITS if unsigned else self.kinds.get(name, INTEGER)
            case ast.BinOp(left=left, right=right):
                kinds = {self.kind(left), self.kind(right)}
                return next((each for each in (FLOAT, BITS) if each in kinds), INTEGER)
            case ast.IfExp(body=body):
                return self.kind(body)
            case ast.Tuple(elts=parts):
                return TUPLES[len(parts)]
        return INTEGER

    def statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Return(value=None):
                return ["return;"]
            case ast.Return(value=ast.expr() as value):
                return [f"return {self.expression(value)};"]
            case ast.Expr(value=ast.Call() as call):
                return [f"{self.expression(call)};"]
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                return self.unpacked(targets, value)
            case ast.Assign(targets=targets, value=value):
                return [f"{' = '.join(map(self.target, targets))} = {self.expression(value)};"]
            case ast.AugAssign(target=target, op=operator, value=value):
                whole = ast.BinOp(_read(target), operator, value)
                return [f"{self.target(target)} = {self.expression(whole)};"]
            case ast.If(test=test, body=body, orelse=otherwise):
                return [*self.block(f"if ({self.expression(test)})", body), *self.block("else", otherwise)]
            case ast.While(test=test, body=body):
                return self.block(f"while ({self.expression(test)})", body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds), body=body):
                start, end = ["0", *map(self.expression, bounds)][-2:]
                loop = f"for (integer {name}_ = {start}, end_of_{name} = {end}; {name}_ < end_of_{name}; ++{name}_)"
                return self.block(loop, body)
            case ast.Break():
                return ["break;"]
            case ast.Continue():
                return ["continue;"]
        raise TranslationError(f"line {node.lineno}: {ast.unparse(node)}")

    def block(self, head: str, body: list[ast.stmt]) -> list[str]:
        return [f"{head} {{", *(line for each in body for line in self.statement(each)), "}"] if body else []

    def unpacked(self, targets: list[ast.expr], value: ast.expr) -> list[str]:
        """Every part is worked out before the first is given away."""
        if isinstance(value, ast.Tuple):
            made = [f"auto part{number} = {self.expression(part)};" for number, part in enumerate(value.elts)]
            given = [f"{self.target(target)} = part{number};" for number, target in enumerate(targets)]
        else:
            made = [f"auto made = {self.expression(value)};"]
            given = [f"{self.target(target)} = made.{'abc'[number]};" for number, target in enumerate(targets)]
        return ["{", *made, *given, "}"]

    def target(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return f"{name}_"
            case ast.Subscript(value=ast.Name(id=row), slice=index):
                return f"{row}_[{self.expression(index)}]"
        raise TranslationError(f"line {node.lineno}: {ast.unparse(node)} cannot be given a value")

    def expression(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int(number)):
                return f"{int(number)}ll"
            case ast.Name(id=name):
                return self.name(name)
            case ast.Subscript():
                return f"(integer){self.target(node)}"
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return f"({self.expression(test)} ? {self.expression(body)} : {self.expression(otherwise)})"
            case ast.Tuple(elts=parts):
                made = ", ".join(f"(integer)({self.expression(part)})" for part in parts)
                return f"{TUPLES[len(parts)]}{{{made}}}"
            case ast.Call(func=ast.Attribute(attr=name), args=[value]):
                narrow = " & 0xffffu" if name == "uint16" else ""
                return f"(({CASTS[name]})({self.expression(value)}){narrow})"
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self.called(name, ", ".join(map(self.expression, arguments)))
        return self.operation(node)

    def operation(self, node: ast.expr) -> str:
        match node:
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ROUNDED:
                return f"{ROUNDED[type(operator)]}({self.expression(left)}, {self.expression(right)})"
            case ast.BinOp(left=left, op=operator, right=right):
                return f"({self.expression(left)} {OPERATORS[type(operator)]} {self.expression(right)})"
            case ast.UnaryOp(op=operator, operand=operand):
                return f"({OPERATORS[type(operator)]}{self.expression(operand)})"
            case ast.BoolOp(op=operator, values=values):
                return "(" + f" {OPERATORS[type(operator)]} ".join(map(self.expression, values)) + ")"
            case ast.Compare(left=left, ops=operators, comparators=others):
                return self.compared(left, operators, others)
        raise TranslationError(f"line {node.lineno}: {ast.unparse(node)}")

    def name(self, name: str) -> str:
        if name in self.kinds or name in self.arguments or name not in self.known:
            return f"{name}_"
        value = self.known[name]
        return f"{value}ull" if isinstance(value, np.uint64) else f"{value}ll"

    def called(self, name: str, arguments: str) -> str:
        ranked = self.known.get(name)
        if isinstance(ranked, Ranked):
            return f"sixteen(::{ranked}({arguments}))"
        return f"{CALLED.get(name, name)}({arguments})"

    def compared(self, left: ast.expr, operators: list[ast.cmpop], others: list[ast.expr]) -> str:
        if isinstance(operators[0], ast.In) and isinstance(others[0], ast.Tuple):
            return "(" + " || ".join(self.compared(left, [ast.Eq()], [each]) for each in others[0].elts) + ")"
        pairs = zip([left, *others], operators, others, strict=False)
        parts = [f"({self.expression(a)} {OPERATORS[type(how)]} {self.expression(b)})" for a, how, b in pairs]
        return "(" + " && ".join(parts) + ")"


def _read(target: ast.expr) -> ast.expr:
    """The same place, read instead of written."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    if isinstance(target, ast.Subscript):
        return ast.Subscript(target.value, target.slice, ast.Load())
    raise TranslationError(f"{ast.unparse(target)} cannot be changed")
