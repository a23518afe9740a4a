"""What a piece of code refers to: definitions of modules, modules themselves, and attributes.

Names are resolved by Python's rules of scope: a parameter hides a definition of the same name.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

__all__ = [
    "FOREIGN",
    "Bindings",
    "References",
    "Target",
    "bound_names",
    "import_targets",
    "references",
]


@dataclass(frozen=True)
class Target:
    """A module, or a definition in one (`name`)."""

    module: str
    name: str = ""


@dataclass
class References:
    """What a piece of code refers to.

    Attributes
    ----------
    names : set of str
        Names of the module itself that are used.
    used : set of Target
        Definitions used, and modules that are used as values.
    typed : set of Target
        Definitions that annotations of functions name: of what is given and returned.
    imported : set of str
        Modules that imports inside functions load.
    attributes : set of str
        Attributes looked up on anything but a module known by name.
    dynamic : bool
        Whether an attribute is looked up by a name that is computed.
    """

    names: set[str] = field(default_factory=set)
    used: set[Target] = field(default_factory=set)
    typed: set[Target] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    dynamic: bool = False


Bindings = Mapping[str, Target | None]
"""What the names of a scope stand for; None for a value that only running the code can tell."""

FOREIGN = Target("")
"""What stands for anything of another package."""

_LOOKUPS = frozenset({"getattr", "hasattr", "setattr", "delattr", "attrgetter", "methodcaller"})


def references(node: ast.AST, outer: Bindings, is_module: Callable[[str], bool]) -> References:
    """References of a statement of a module.

    Parameters
    ----------
    node : AST
    outer : mapping
        Names of the module; a definition stands there as the `Target` that it is.
    is_module : callable
        Whether there is a module of a dotted name in this package.
    """
    reader = _Reader(outer, is_module)
    reader.visit(node)
    return reader.found


class _Reader(ast.NodeVisitor):
    """Walks a statement, with the names of the functions that it is in."""

    def __init__(self, outer: Bindings, is_module: Callable[[str], bool]) -> None:
        self.found = References()
        self._scopes: list[Bindings] = [outer]
        self._is_module = is_module

    def _resolve(self, name: str) -> Target | None:
        for scope in reversed(self._scopes):
            if name in scope:
                if scope is self._scopes[0]:
                    self.found.names.add(name)
                return scope[name]
        return None

    def visit_Name(self, node: ast.Name) -> None:
        target = self._resolve(node.id) if isinstance(node.ctx, ast.Load) else None
        if target and target != FOREIGN:
            self.found.used.add(target)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        names: list[str] = []
        value: ast.expr = node
        while isinstance(value, ast.Attribute):
            names.insert(0, value.attr)
            value = value.value
        target = self._resolve(value.id) if isinstance(value, ast.Name) else None
        if target and not target.name:
            if target != FOREIGN:
                self._member(target.module, names)
            return
        self.visit(value)
        self.found.attributes.update(names)

    def _member(self, module: str, names: list[str]) -> None:
        """Follow names from a module to a definition in it, or in a module below it."""
        while names and self._is_module(f"{module}.{names[0]}"):
            module = f"{module}.{names.pop(0)}"
        self.found.used.add(Target(module, names[0]) if names else Target(module))
        self.found.attributes.update(names[1:])

    def visit_Call(self, node: ast.Call) -> None:
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if called in _LOOKUPS:
            names = node.args if "er" in called[-2:] else node.args[1:2]
            for name in names:
                if isinstance(name, ast.Constant):
                    self.found.attributes.update(str(name.value).split("."))
                else:
                    self.found.dynamic = True
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self._imports(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._imports(node)

    def _imports(self, node: ast.Import | ast.ImportFrom) -> None:
        for target in import_targets(node, self._is_module).values():
            if target != FOREIGN:
                self.found.imported.add(target.module)
                if target.name:
                    self.found.used.add(target)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.decorator_list, *_defaults(node.args)):
            self.visit(part)
        for annotation in _annotations(node):
            self._annotation(annotation)
        self._inside(_local_names(node, self._is_module), node.body)

    def _annotation(self, node: ast.expr) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.parse(node.value, mode="eval").body
        named = _Reader({}, self._is_module)
        named._scopes = self._scopes
        named.visit(node)
        self.found.typed |= named.found.used

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for default in _defaults(node.args):
            self.visit(default)
        self._inside(dict.fromkeys(_arguments(node.args)), [node.body])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._annotation(node.annotation)
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.bases, *node.keywords, *node.decorator_list, *node.body):
            self.visit(part)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ) -> None:
        names = (name for part in node.generators for name in _stored(part.target))
        self._inside(dict.fromkeys(names), list(ast.iter_child_nodes(node)))

    def _inside(self, names: Bindings, parts: Iterable[ast.AST]) -> None:
        self._scopes.append(names)
        for part in parts:
            self.visit(part)
        self._scopes.pop()


def import_targets(
    node: ast.Import | ast.ImportFrom, is_module: Callable[[str], bool]
) -> dict[str, Target]:
    """What an import binds, by name; things of other packages are all the same.

    Raises
    ------
    SyntaxError
        For a relative import, and for one that hides what is used.
    """
    bound: dict[str, Target] = {}
    for alias in node.names:
        if isinstance(node, ast.Import):
            if is_module(alias.name) and "." not in alias.name:
                raise SyntaxError(f"import {alias.name}; say which module of it")
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            bound[alias.asname or name] = Target(name) if is_module(alias.name) else FOREIGN
            continue
        if node.level:
            raise SyntaxError("relative import; write it in full, from pastimes")
        source = node.module or ""
        inner = is_module(source)
        if inner and alias.name == "*":
            raise SyntaxError("import *; name what is imported")
        submodule = f"{source}.{alias.name}"
        found = Target(submodule) if is_module(submodule) else Target(source, alias.name)
        bound[alias.asname or alias.name] = found if inner else FOREIGN
    return bound


def bound_names(statement: ast.stmt) -> frozenset[str]:
    """Names that a statement of a module binds, in branches too but not inside functions."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return frozenset((a.asname or a.name).partition(".")[0] for a in statement.names)
    return frozenset(_stored(statement))


def _stored(node: ast.AST) -> Iterator[str]:
    """Names that a node binds, but not inside functions and classes."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
        return
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from bound_names(node)
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
    for child in ast.iter_child_nodes(node):
        yield from _stored(child)


def _local_names(
    node: ast.FunctionDef | ast.AsyncFunctionDef, is_module: Callable[[str], bool]
) -> dict[str, Target | None]:
    """Names of a function's scope."""
    names: dict[str, Target | None] = dict.fromkeys(_arguments(node.args))
    names |= dict.fromkeys(name for statement in node.body for name in _stored(statement))
    for inner in _within(node.body):
        if isinstance(inner, ast.Global | ast.Nonlocal):
            for name in inner.names:
                names.pop(name, None)
        elif isinstance(inner, ast.Import | ast.ImportFrom):
            names |= import_targets(inner, is_module)
    return names


def _within(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a function's body, but not of functions and classes in it."""
    for node in body:
        yield node
        inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
        if not isinstance(node, inner):
            yield from _within(ast.iter_child_nodes(node))


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (a.arg for a in (*every, arguments.vararg, arguments.kwarg) if a)


def _defaults(arguments: ast.arguments) -> Iterator[ast.expr]:
    yield from (d for d in (*arguments.defaults, *arguments.kw_defaults) if d)


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    a = node.args
    every = (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg)
    found = (*(argument.annotation for argument in every if argument), node.returns)
    yield from (annotation for annotation in found if annotation)
