"""A module as its definitions: what each binds, its canonical text, and what it refers to."""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pastimes.store.references import (
    FOREIGN,
    References,
    Target,
    bound_names,
    import_targets,
    references,
)
from pastimes.store.syntax import canonical, parse

__all__ = ["Class", "Definition", "Module"]

Functions = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(eq=False)
class Definition:
    """A statement of a module, or a part of a class.

    Attributes
    ----------
    module : Module
    node : AST
    rank : int
        Place among the statements of the module; 0 for functions and classes, which may stand
        anywhere.
    """

    module: "Module"
    node: ast.AST
    rank: int

    @cached_property
    def text(self) -> str:
        return canonical(self.node)

    @cached_property
    def references(self) -> References:
        return self.module.references(self.node)

    @property
    def is_import(self) -> bool:
        return isinstance(self.node, ast.Import | ast.ImportFrom)

    @cached_property
    def acts(self) -> bool:
        """Whether it may do more than give values to names: a call, or a decorator of ours."""
        if isinstance(self.node, Functions | ast.ClassDef):
            return any(self._is_ours(decorator) for decorator in self.node.decorator_list)
        return isinstance(self.node, ast.Expr)

    def _is_ours(self, decorator: ast.expr) -> bool:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        return bool(self.module.references(called).used)

    @cached_property
    def changes(self) -> bool:
        """Whether it may change the value of a name that it mentions."""
        if self.is_import or isinstance(self.node, Functions | ast.ClassDef | ast.Expr):
            return False
        if isinstance(self.node, ast.Assign | ast.AnnAssign):
            assigned = self.node
            targets = assigned.targets if isinstance(assigned, ast.Assign) else [assigned.target]
            return not all(isinstance(target, ast.Name) for target in targets)
        return True


@dataclass(eq=False)
class Class(Definition):
    """A class: its head (bases, decorators, fields) and each of its methods on its own."""

    @cached_property
    def head(self) -> Definition:
        node = self._node
        rest = [part for part in node.body if not isinstance(part, Functions)]
        fields = dict(ast.iter_fields(node)) | {"body": rest}
        return Definition(self.module, ast.ClassDef(**fields), self.rank)

    @cached_property
    def members(self) -> list[tuple[str, Definition]]:
        """Methods and constants by name; a field's value counts where an object is made."""
        return [
            (name, Definition(self.module, part, self.rank))
            for part in self._node.body
            if not isinstance(part, ast.AnnAssign)
            for name in sorted(bound_names(part))
        ]

    def methods(self) -> Iterator[tuple[str, Definition]]:
        yield from ((n, d) for n, d in self.members if isinstance(d.node, Functions))

    @property
    def _node(self) -> ast.ClassDef:
        assert isinstance(self.node, ast.ClassDef)
        return self.node


@dataclass(eq=False)
class Module:
    """A parsed module.

    Attributes
    ----------
    name : str
    source : bytes
    is_module : callable
        Whether there is a module of a dotted name in this package.
    declaring : frozenset of Target
        Decorators that declare something about a function, and do not change it.
    """

    name: str
    source: bytes
    is_module: Callable[[str], bool]
    declaring: frozenset[Target] = frozenset()
    imports: dict[str, Target] = field(default_factory=dict)
    """What its imports bind, by name, those in branches included."""
    origins: dict[str, str] = field(default_factory=dict)
    """Where each comes from, as text."""
    loads: set[str] = field(default_factory=set)
    """Modules of this package that are loaded with it."""

    def __post_init__(self) -> None:
        try:
            self._statements = parse(self.source.decode())
            for node in self._statements:
                self._read_imports(node, loading=not _is_for_types(node))
        except SyntaxError as error:
            raise SyntaxError(f"{self.name}: {error.msg}") from None

    def _read_imports(self, node: ast.AST, loading: bool) -> None:
        if isinstance(node, Functions | ast.ClassDef | ast.Lambda):
            return
        if isinstance(node, ast.Import | ast.ImportFrom):
            bound = import_targets(node, self.is_module)
            self.imports |= bound
            for alias in node.names:
                name = alias.asname or (
                    alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name
                )
                self.origins[name] = f"{getattr(node, 'module', '')} {alias.name}"
                if loading and isinstance(node, ast.Import) and self.is_module(alias.name):
                    self.loads.add(alias.name)
            if loading:
                self.loads |= {t.module for t in bound.values() if t != FOREIGN}
        for child in ast.iter_child_nodes(node):
            self._read_imports(child, loading)

    @cached_property
    def definitions(self) -> list[Definition]:
        return [self._definition(i, node) for i, node in enumerate(self._statements, start=1)]

    def _definition(self, number: int, node: ast.stmt) -> Definition:
        if isinstance(node, ast.ClassDef):
            return Class(self, node, 0)
        if isinstance(node, Functions):
            return Definition(self, self._undeclared(node), 0)
        return Definition(self, node, number)

    def _undeclared(self, node: Functions) -> Functions:
        kept = [d for d in node.decorator_list if not self._declares(d)]
        if len(kept) == len(node.decorator_list):
            return node
        return type(node)(**dict(ast.iter_fields(node)) | {"decorator_list": kept})

    def _declares(self, decorator: ast.expr) -> bool:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = getattr(called, "id", "")
        return self.imports.get(name) in self.declaring

    @cached_property
    def bindings(self) -> dict[str, Target]:
        """What its names stand for: what is imported, and its own definitions."""
        own = {name for node in self._statements for name in bound_names(node)}
        return {name: Target(self.name, name) for name in own} | self.imports

    def references(self, node: ast.AST) -> References:
        """References of a part of it; a SyntaxError names the module."""
        try:
            return references(node, self.bindings, self.is_module)
        except SyntaxError as error:
            raise SyntaxError(f"{self.name}: {error.msg}") from None

    def defining(self, name: str) -> Iterable[Definition]:
        """The statements that give a name its value, imports left out."""
        return self._by_name.get(name, ())

    @cached_property
    def _by_name(self) -> dict[str, list[Definition]]:
        found: dict[str, list[Definition]] = {}
        for definition in self.definitions:
            if not definition.is_import and isinstance(definition.node, ast.stmt):
                for name in bound_names(definition.node):
                    found.setdefault(name, []).append(definition)
        return found

    @cached_property
    def names(self) -> list[str]:
        """All names that it defines itself."""
        return list(self._by_name)


def _is_for_types(node: ast.AST) -> bool:
    """Whether a statement is ``if TYPE_CHECKING:``."""
    test = node.test if isinstance(node, ast.If) else None
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
