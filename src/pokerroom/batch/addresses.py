"""Addresses: what the pieces of the kernel are given, instead of arrays.

An array is seven words to every piece that is called, and each index into it is looked at twice, since it might count
from the end. The tables of a game are an address too, of integers that never change while the kernel runs, so that the
compiler need not read them again after each write. Importing this module imports Numba.
"""

import operator
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import datamodel, imputils
from numba.core.typing import templates
from numba.extending import intrinsic, register_model

INTEGER = ir.IntType(64)
pointer: Any = types.CPointer
infer: Any = templates.infer_global
lowered: Any = imputils.lower_builtin
signature: Any = templates.signature
primitive: Any = datamodel.models.PrimitiveModel


class Table(types.Type):
    """The address of integers that never change while the kernel runs."""


TABLE = Table("Table")
ADDRESS = pointer(types.int64)


@register_model(Table)
class TableModel(primitive):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, INTEGER.as_pointer())


@infer(operator.getitem)
class EntryOfTable(templates.AbstractTemplate):
    def generic(self, args: Any, _kws: Any) -> Any:
        held, index = args
        known = held == TABLE and isinstance(index, types.Integer)
        return signature(types.int64, held, types.intp) if known else None


def entry_of_table(_context: Any, build: Any, _signature: Any, arguments: Any) -> Any:
    value = build.load(build.gep(arguments[0], [arguments[1]]))
    value.set_metadata("invariant.load", build.module.add_metadata([]))
    return value


lowered(operator.getitem, Table, types.Integer)(entry_of_table)


def _row(_context: Any, array: Any, _number: Any) -> Any:
    def generated(context: Any, build: Any, sig: Any, arguments: Any) -> Any:
        held = context.make_array(sig.args[0])(context, build, arguments[0])
        start = build.ptrtoint(held.data, INTEGER)
        at = build.add(start, build.mul(build.extract_value(held.strides, 0), arguments[1]))
        return build.inttoptr(at, INTEGER.as_pointer())

    return ADDRESS(array, types.int64), generated


def _table(_context: Any, array: Any) -> Any:
    def generated(context: Any, build: Any, sig: Any, arguments: Any) -> Any:
        return context.make_array(sig.args[0])(context, build, arguments[0]).data

    return TABLE(array), generated


row: Any = intrinsic(_row)
"""The address of a row of an array; row 0 is the array itself where it has one dimension."""
table: Any = intrinsic(_table)
"""The address of the tables of a game."""
