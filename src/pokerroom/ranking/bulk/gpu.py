"""The same rankings on a GPU: CUDA made from the text of `lanes.py`, so that both can only agree.

`cuda_source` translates the straight-line functions; `rank_on_gpu` compiles them with CuPy, an optional
extra, and ranks hands that lie on the card as 64-bit masks, four lanes of sixteen bits.
"""

import ast
import inspect
from functools import cache
from importlib import import_module
from typing import Any

from pokerroom.ranking.bulk import lanes
from pokerroom.ranking.bulk.many import SCORES
from pokerroom.ranking.strength import Ranking

PROLOGUE = """
typedef unsigned int lane;
struct Two { lane a, b; };
struct Three { lane a, b, c; };
struct Five { lane a, b, c, d, e; };
__device__ __forceinline__ lane choose(lane condition, lane chosen, lane otherwise) {
  return condition ? chosen : otherwise;
}
__device__ __forceinline__ lane more(lane left, lane right, lane chosen, lane otherwise) {
  return left > right ? chosen : otherwise;
}
__device__ __forceinline__ lane count(lane ranks) { return __popc(ranks); }
"""

KERNEL = """
__device__ __forceinline__ unsigned int of_hand_{name}(unsigned long long hand) {{
  lane low = (lane)hand, high = (lane)(hand >> 32);
  Two made = {name}(low & 0xffff, low >> 16, high & 0xffff, high >> 16);
  return made.a << 16 | made.b & 0xffff;
}}
extern "C" __global__ void rank_{name}(
    const ulonglong2* __restrict__ hands, uint2* __restrict__ strengths, long long pairs) {{
  long long step = (long long)gridDim.x * blockDim.x;
  for (long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x; at < pairs; at += step) {{
    ulonglong2 two = hands[at];
    strengths[at] = make_uint2(of_hand_{name}(two.x), of_hand_{name}(two.y));
  }}
}}
"""
"""Two hands per thread and step: sixteen bytes in, eight out."""

OPERATORS: dict[type[ast.operator], str] = {
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Add: "+",
    ast.Sub: "-",
}


class TranslationError(SyntaxError):
    """The lanes use something that straight-line code cannot express."""


def cuda_source() -> str:
    """Every function of the lanes, and a kernel for each that is a ranking."""
    kernels = {name: KERNEL.format(name=name) for name in SCORES.values()}
    return "\n".join([device_functions(), *kernels.values()])


def device_functions() -> str:
    """Every function of the lanes, for kernels that call them."""
    tree = ast.parse(inspect.getsource(lanes))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    constants = [f"#define {name} {value}u" for name, value in vars(lanes).items() if isinstance(value, int)]
    return "\n".join([PROLOGUE, *constants, *map(_function, functions)])


def _function(node: ast.FunctionDef) -> str:
    body = [statement for statement in node.body if not _is_docstring(statement)]
    known = {argument.arg for argument in node.args.args}
    lines = [line for statement in body for line in _statement(statement, known)]
    arguments = ", ".join(f"lane {argument.arg}" for argument in node.args.args)
    return (
        f"__device__ __forceinline__ {_returns(body[-1])} {node.name}({arguments}) {{\n  " + "\n  ".join(lines) + "\n}"
    )


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _returns(last: ast.stmt) -> str:
    value = last.value if isinstance(last, ast.Return) else None
    if isinstance(value, ast.Tuple):
        return {2: "Two", 3: "Three", 5: "Five"}[len(value.elts)]
    return "auto"


def _statement(node: ast.stmt, known: set[str]) -> list[str]:
    match node:
        case ast.Return(value=ast.Tuple(elts=parts)):
            return [f"return {{{', '.join(map(_expression, parts))}}};"]
        case ast.Return(value=ast.expr() as value):
            return [f"return {_expression(value)};"]
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return [_assigned(name, _expression(value), known)]
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            return [
                _assigned(_name(name), _expression(value), known) for name, value in zip(names, values, strict=True)
            ]
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
            known.update(map(_name, names))
            return [f"auto [{', '.join(map(_name, names))}] = {_expression(value)};"]
    raise TranslationError(f"line {node.lineno}: {ast.unparse(node)}")


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    raise TranslationError(f"line {node.lineno}: {ast.unparse(node)} is not a name")


def _assigned(name: str, value: str, known: set[str]) -> str:
    declared = "" if name in known else "lane "
    known.add(name)
    return f"{declared}{name} = {value};"


def _expression(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Constant(value=int(number)):
            return f"{number}u"
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return f"(~{_expression(operand)})"
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
            return f"({_expression(left)} {OPERATORS[type(operator)]} {_expression(right)})"
        case ast.Call(func=ast.Name(id=function), args=arguments):
            return f"{function}({', '.join(map(_expression, arguments))})"
    raise TranslationError(f"line {node.lineno}: {ast.unparse(node)}")


@cache
def _module() -> Any:
    return import_module("cupy").RawModule(code=cuda_source(), options=("-std=c++17",))


def rank_on_gpu(ranking: Ranking, masks: Any, *, size: int) -> Any:
    """The strengths of hands of `size` cards, as a CuPy array; `masks` is a CuPy array of uint64."""
    cupy = import_module("cupy")
    if (ranking, size) not in SCORES:
        raise ValueError(f"the {ranking.value} ranking does not take {size} cards on the GPU")
    name = SCORES[ranking, size]
    padded = masks if len(masks) % 2 == 0 else cupy.concatenate([masks, cupy.zeros(1, cupy.uint64)])
    strengths = cupy.empty(len(padded), cupy.uint32)
    blocks = 132 * 16
    _module().get_function(f"rank_{name}")((blocks,), (256,), (padded, strengths, len(padded) // 2))
    return strengths[: len(masks)]
