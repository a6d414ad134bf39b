"""The lanes as machine code: what Numba needs to call them from a compiled loop.

Left to itself Numba widens whatever it adds or shifts to sixty-four bits, so that a vector register would
hold a quarter of the hands. So the text of `lanes.py` is turned into LLVM's instructions here, sixteen bits
wide from first to last, and put into the very loop that calls it. Nothing is compiled before a loop is
first called. Importing this module imports Numba.
"""

import ast
import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit, types
from numba.extending import intrinsic

from pokerroom.ranking.bulk import lanes, library, primitives

WIDE_REGISTERS = '"prefer-vector-width"="512"'
"""Tells LLVM to use 512-bit registers for a loop where the processor has them.

LLVM avoids them on processors that slow down while they are used; this much bit logic is still half as fast again with
them. llvmlite has no name for the attribute, so it is added to the set of attributes as LLVM writes it.
"""

LANE = ir.IntType(16)
NO_LANE = ir.Constant(LANE, 0)

FUNCTIONS = {node.name: node for node in ast.parse(inspect.getsource(lanes)).body if isinstance(node, ast.FunctionDef)}

OPERATIONS: dict[type[ast.operator], str] = {
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "lshr",
    ast.Add: "add",
    ast.Sub: "sub",
}

PRIMITIVES: dict[str, Callable[..., Any]] = {
    primitives.choose.__name__: lambda build, condition, chosen, otherwise: build.select(
        build.icmp_unsigned("!=", condition, NO_LANE), chosen, otherwise
    ),
    primitives.more.__name__: lambda build, left, right, chosen, otherwise: build.select(
        build.icmp_unsigned(">", left, right), chosen, otherwise
    ),
    primitives.count.__name__: lambda build, ranks: build.ctpop(ranks),
}

tuple_of: Any = types.UniTuple

Known = dict[str, Any]
"""The instructions that gave each name its value."""


def emitted(build: Any, name: str, arguments: tuple[Any, ...]) -> Any:
    """The results of a function of the lanes, whose instructions are added to those built so far."""
    if name in PRIMITIVES:
        return PRIMITIVES[name](build, *arguments)
    function = FUNCTIONS[name]
    known = dict(zip((argument.arg for argument in function.args.args), arguments, strict=True))
    *statements, last = function.body
    for statement in statements:
        if isinstance(statement, ast.Assign):
            known |= _assigned(statement.targets[0], _value(build, statement.value, known))
    if isinstance(last, ast.Return) and last.value:
        return _value(build, last.value, known)
    raise SyntaxError(f"{name} does not end with what it answers")


def _assigned(target: ast.expr, value: Any) -> Known:
    if isinstance(target, ast.Tuple):
        return {ast.unparse(name): part for name, part in zip(target.elts, value, strict=True)}
    return {ast.unparse(target): value}


def _value(build: Any, node: ast.expr, known: Known) -> Any:
    match node:
        case ast.Name(id=name):
            return known[name] if name in known else ir.Constant(LANE, getattr(lanes, name))
        case ast.Constant(value=int(number)):
            return ir.Constant(LANE, number)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return build.not_(_value(build, operand, known))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATIONS:
            operation = getattr(build, OPERATIONS[type(operator)])
            return operation(_value(build, left, known), _value(build, right, known))
        case ast.Tuple(elts=parts):
            return tuple(_value(build, part, known) for part in parts)
        case ast.Call(func=ast.Name(id=function), args=arguments):
            return emitted(build, function, tuple(_value(build, argument, known) for argument in arguments))
    raise SyntaxError(f"lanes.py, line {node.lineno}: {ast.unparse(node)} is not straight-line bit logic")


@cache
def kernel(name: str) -> Any:
    """A function of the lanes, or a primitive, to be called from compiled code on values of type uint16."""
    if name not in FUNCTIONS.keys() | PRIMITIVES.keys():
        raise ValueError(f"the lanes have no function {name}")

    def typed(_context: Any, *arguments: Any) -> Any:
        answers = _answers(name, len(arguments))
        answer = types.uint16 if answers == 1 else tuple_of(types.uint16, answers)
        return answer(*(types.uint16,) * len(arguments)), generated

    def generated(context: Any, build: Any, signature: Any, arguments: tuple[Any, ...]) -> Any:
        _widen(build)
        value = emitted(build, name, arguments)
        return context.make_tuple(build, signature.return_type, value) if isinstance(value, tuple) else value

    # Numba takes the number of arguments from the signature, and does not accept a variable number.
    parameters = inspect.signature(getattr(lanes, name)).parameters
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    vars(typed).update(__name__=name, __signature__=inspect.Signature([context, *parameters.values()]))
    return intrinsic(typed)


def _wide_registers(_context: Any) -> Any:
    def generated(context: Any, build: Any, _signature: Any, _arguments: tuple[Any, ...]) -> Any:
        _widen(build)
        return context.get_dummy_value()

    return types.void(), generated


wide_registers: Any = intrinsic(_wide_registers)
"""For a loop that calls no function of the lanes but needs the same registers."""


def _widen(build: Any) -> None:
    set.add(build.function.attributes, WIDE_REGISTERS)


def _answers(name: str, arguments: int) -> int:
    """How many lanes a function returns."""
    function = ir.Function(ir.Module(), ir.FunctionType(ir.VoidType(), [LANE] * arguments), name)
    value = emitted(ir.IRBuilder(function.append_basic_block()), name, tuple(function.args))
    return len(value) if isinstance(value, tuple) else 1


def loop(function: Callable[..., Any]) -> Any:
    """Compile a loop when it is first called, run it without the interpreter lock, and cache it on disk if possible."""
    with library.kept_on_disk() as kept:
        return njit(function, nogil=True, error_model="numpy", cache=kept)


@cache
def loops(name: str) -> Any:
    """The loops over many hands, for the function of the lanes that makes the strength."""
    text = library.source("loops.py").replace('kernel("high_of_seven_strength")', f'kernel("{name}")')
    return library.module(f"loops_{name}", text)
