"""Hashes of the code that a result depends on.

The hash covers a definition, what it refers to in its module, and every module of this package
that these import, in full and on to their imports. Comments, docstrings and layout are left out,
and for runs so is the laboratory: it moves results about but does not make them.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pastimes.lab.specs import canonical_json
from pastimes.lab.steps import Step

__all__ = ["code_hash", "spec_code", "tree_hash"]

_ROOT = Path(__file__).parents[1]
_LABORATORY = "pastimes.lab."


def code_hash(
    module: str, names: Iterable[str] = (), also: Iterable[str] = (), laboratory: bool = False
) -> str:
    """Hash the code behind some definitions of a module.

    Parameters
    ----------
    module : str
        Dotted name of a module of this package.
    names : iterable of str
        Definitions in it; none means the whole module. Their decorator ``step`` is left out: it
        says when a function is run, not what it returns.
    also : iterable of str
        Further modules, covered in full.
    laboratory : bool
        Whether to follow imports into the laboratory too: for what is made from runs.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    names = tuple(names)
    text, imported = _part(module, _source(module), names)
    texts = {f"{module}:{','.join(names)}": text}
    pending = [*imported, *also]
    while pending:
        name = pending.pop()
        if name not in texts and (laboratory or not f"{name}.".startswith(_LABORATORY)):
            texts[name], imported = _part(name, _source(name))
            pending += imported
    return hashlib.sha256("\0".join(f"{n}\n{texts[n]}" for n in sorted(texts)).encode()).hexdigest()


def spec_code(experiment: str, step: Step, parameters: Mapping[str, Any]) -> str:
    """Hash of all code behind a run: the step, what it imports, its variants, its schema.

    It is that of the sources as they are now, should they have been edited meanwhile.
    """
    schema = [(name, column.type) for name, column in step.columns.items()]
    source = f"pastimes.{experiment}.experiment"
    text = code_hash(source, [step.name], step.variant_modules(parameters)) + canonical_json(schema)
    return hashlib.sha256(text.encode()).hexdigest()


def tree_hash(folders: Iterable[Path]) -> str:
    """Hash the mathematics below some folders, byte for byte: what may be compiled."""
    digest = hashlib.sha256()
    for path in sorted(p for folder in folders for p in folder.rglob("*.py")):
        if path.name in ("experiment.py", "figures.py", "findings.py"):
            continue
        digest.update(path.relative_to(_ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def _path(module: str) -> Path | None:
    base = _ROOT.joinpath(*module.split(".")[1:])
    candidates = (base.with_suffix(".py"), base / "__init__.py")
    return next((p for p in candidates if p.is_file()), None)


def _source(module: str) -> str:
    # Read each time, for it may have been edited while a process runs; parsed once a content.
    path = _path(module)
    if path is None:
        raise ModuleNotFoundError(f"{module}: no such module in this package")
    return path.read_text(encoding="utf-8")


@cache
def _parsed(source: str) -> tuple[ast.stmt, ...]:
    return tuple(_WithoutStrings().visit(ast.parse(source)).body)


@cache
def _part(module: str, source: str, names: tuple[str, ...] = ()) -> tuple[str, tuple[str, ...]]:
    """The text of some definitions, or of all, and the modules of this package they import."""
    statements = _sliced(module, _parsed(source), names) if names else _parsed(source)
    return _text(statements), tuple(dict.fromkeys(_imports(statements, module)))


class _WithoutStrings(ast.NodeTransformer):
    """Drops docstrings: statements that are nothing but a string."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        bare = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if bare else node


def _text(statements: Iterable[ast.stmt]) -> str:
    return "\n".join(ast.unparse(s) for s in statements)


def _sliced(module: str, whole: Iterable[ast.stmt], names: tuple[str, ...]) -> tuple[ast.stmt, ...]:
    statements = [_undecorated(s) if _bound(s) & set(names) else s for s in whole]
    local = {s.name for s in statements if isinstance(s, ast.FunctionDef)}
    kept: set[int] = set()
    needed = set(names)
    grown = True
    while grown:
        rest = (i for i in range(len(statements)) if i not in kept)
        found = {i for i in rest if _matters(statements[i], needed, local)}
        needed |= {name for i in found for name in _mentioned(statements[i])}
        kept |= found
        grown = bool(found)
    undefined = set(names) - {name for i in kept for name in _bound(statements[i])}
    if undefined:
        raise AttributeError(f"{module} does not define {sorted(undefined)[0]}")
    return tuple(statements[i] for i in sorted(kept))


def _matters(statement: ast.stmt, needed: set[str], local: set[str]) -> bool:
    """Whether a statement gives a needed name its value, or may change that value.

    A bare call may do anything to the module, and so may a decorator defined in it (`local`).
    """
    if _bound(statement) & needed or isinstance(statement, ast.Expr):
        return True
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return False
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return bool({n for d in statement.decorator_list for n in _mentioned(d)} & local)
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if all(isinstance(target, ast.Name) for target in targets):
            return False
    return bool(_mentioned(statement) & needed)


@cache
def _mentioned(node: ast.AST) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name))


def _undecorated(statement: ast.stmt) -> ast.stmt:
    if not isinstance(statement, ast.FunctionDef):
        return statement
    kept = [d for d in statement.decorator_list if "step" not in _mentioned(d)]
    fields = dict(ast.iter_fields(statement)) | {"decorator_list": kept}
    return ast.copy_location(ast.FunctionDef(**fields), statement)


@cache
def _bound(statement: ast.stmt) -> frozenset[str]:
    """Names that a statement of a module binds, in branches too but not inside functions."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return frozenset((a.asname or a.name).partition(".")[0] for a in statement.names)
    inner = (child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.stmt))
    handlers = (
        child
        for handler in getattr(statement, "handlers", ())
        for child in ast.iter_child_nodes(handler)
        if isinstance(child, ast.stmt)
    )
    names = frozenset(name for child in (*inner, *handlers) for name in _bound(child))
    if isinstance(statement, ast.Expr):
        return names
    stored = (n for n in ast.walk(statement) if isinstance(n, ast.Name))
    return names | {n.id for n in stored if isinstance(n.ctx, ast.Store)}


def _imports(statements: Iterable[ast.stmt], module: str) -> Iterator[str]:
    for node in (n for s in statements for n in ast.walk(s)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "pastimes":
                    raise SyntaxError(f"{module}: import pastimes; say which module of it")
                if alias.name.startswith("pastimes."):
                    yield from _with_packages(alias.name)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise SyntaxError(f"{module}: relative import; write it in full, from pastimes")
            source = node.module or ""
            if source == "pastimes" or source.startswith("pastimes."):
                for alias in node.names:
                    if alias.name == "*":
                        raise SyntaxError(f"{module}: import *; name what is imported")
                    submodule = f"{source}.{alias.name}"
                    yield from _with_packages(submodule if _path(submodule) else source)


def _with_packages(module: str) -> Iterator[str]:
    """The module, and the packages below the root that importing it runs."""
    parts = module.split(".")
    packages = (".".join(parts[:end]) for end in range(2, len(parts)))
    yield from (package for package in packages if _path(package))
    yield module
