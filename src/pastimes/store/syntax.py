"""A canonical form of Python code: one text for equal programs, whatever the Python that reads it.

Left out is what does not change what a program computes: positions, layout, comments, docstrings,
annotations of functions, and what differs between versions of the syntax tree (3.11 to 3.14).
"""

import ast
from collections.abc import Iterable

__all__ = ["canonical", "parse"]

# Roles of names, prefixes of texts, and comments that state types: no part of the program.
_UNSAID = frozenset({"ctx", "kind", "type_comment", "type_ignores"})


def parse(source: str) -> list[ast.stmt]:
    """The statements of a module, without what does not change what they compute.

    Raises
    ------
    SyntaxError
        Where the source is no Python.
    """
    tree: ast.Module = _Essential().visit(ast.parse(source))
    return tree.body


class _Essential(ast.NodeTransformer):
    """Drops bare texts, docstrings first of all, and annotations but for those of fields."""

    def __init__(self) -> None:
        self._in_class = False

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        bare = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if bare else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._within(node, in_class=False)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._within(node, in_class=False)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._within(node, in_class=True)

    def _within(self, node: ast.AST, in_class: bool) -> ast.AST:
        outside, self._in_class = self._in_class, in_class
        self.generic_visit(node)
        self._in_class = outside
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if self._in_class:
            return node
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)


def canonical(node: object) -> str:
    """The canonical text of a syntax tree as `parse` gives it, or of a part of one.

    Examples
    --------
    >>> canonical(parse("x  =  'a'   # set")[0])
    "Assign(targets=[Name(id='x')],value=Constant(value='a'))"
    """
    if isinstance(node, ast.JoinedStr):
        node = ast.JoinedStr(values=_merged(node.values))
    if isinstance(node, ast.AST):
        hidden = _UNSAID | ({"returns", "annotation"} if _is_annotated(node) else set())
        fields = (
            f"{name}={canonical(value)}"
            for name, value in ast.iter_fields(node)
            if name not in hidden and value is not None and value != []
        )
        return f"{type(node).__name__}({','.join(fields)})"
    if isinstance(node, list):
        return f"[{','.join(map(canonical, node))}]"
    return ascii(node)  # repr() leaves to the Python's version which characters it escapes


def _is_annotated(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.arg)


def _merged(values: Iterable[ast.expr]) -> list[ast.expr]:
    """Parts of a formatted text: neighbouring plain parts as one, as some Pythons split them."""
    parts: list[ast.expr] = []
    for value in values:
        last = parts[-1] if parts else None
        if isinstance(value, ast.Constant) and isinstance(last, ast.Constant):
            parts[-1] = ast.Constant(value=str(last.value) + str(value.value))
        else:
            parts.append(value)
    return [p for p in parts if not (isinstance(p, ast.Constant) and p.value == "")]
