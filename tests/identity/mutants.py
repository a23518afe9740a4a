"""Alterations of this package: each definition in turn, and each default of a function."""

import ast
from dataclasses import dataclass

from tests.identity.tracing import FUNCTIONS, source_of, units_of


@dataclass(frozen=True)
class Mutant:
    """A module's source with one definition altered.

    Attributes
    ----------
    module, name : str
        The definition, in a class as Class.name.
    kind : str
        What was altered: a function's body, a default, or a value.
    source : str
    """

    module: str
    name: str
    kind: str
    source: str

    @property
    def key(self):
        return self.module, self.name


def mutants(module):
    """All mutants of a module."""
    source = source_of(module)
    for unit in units_of(module):
        if isinstance(unit.node, FUNCTIONS):
            yield Mutant(module, unit.name, "body", with_statement(source, unit.node))
            for default in (*unit.node.args.defaults, *unit.node.args.kw_defaults):
                if default:
                    yield Mutant(module, unit.name, "default", with_other(source, default))
        elif not isinstance(unit.node, ast.ClassDef) and unit.name.rpartition(".")[2] != "__all__":
            value = getattr(unit.node, "value", None)
            if value is not None:
                yield Mutant(module, unit.name, "value", with_other(source, value))


def with_statement(source, function):
    """A statement more, which does nothing, before the last of a function."""
    lines = source.splitlines(keepends=True)
    last = function.body[-1]
    line = lines[last.lineno - 1]
    if last.lineno == function.lineno:  # def f(): pass
        before = line.encode()[: last.col_offset].decode()
        lines[last.lineno - 1] = (
            f"{before}altered = None; {line.encode()[last.col_offset :].decode()}"
        )
    else:
        number = min([last.lineno, *(d.lineno for d in getattr(last, "decorator_list", ()))]) - 1
        lines.insert(number, f"{' ' * last.col_offset}altered = None\n")
    return "".join(lines)


def with_other(source, expression):
    """Another value for an expression."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    start, end = expression.lineno - 1, expression.end_lineno - 1
    lines[end] = (
        lines[end][: expression.end_col_offset]
        + b", 0)[0]"
        + lines[end][expression.end_col_offset :]
    )
    lines[start] = (
        lines[start][: expression.col_offset] + b"(" + lines[start][expression.col_offset :]
    )
    return b"".join(lines).decode()
