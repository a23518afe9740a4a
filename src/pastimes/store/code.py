"""Hashes of the code that a result depends on, definition by definition.

Covered is a definition and all that it refers to, on and on: functions, constants, methods of
classes as far as their names are mentioned, and what modules do as they are loaded. Comments,
docstrings, layout, annotations and what stands beside are not, nor what a step declares about
itself. The code is that of the modules as they were loaded, else of the files as they are now.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path

from pastimes.importing import ROOT, loaded_sources
from pastimes.store.definitions import Class, Definition, Module
from pastimes.store.references import FOREIGN, References, Target

__all__ = ["Code", "Slice", "code_hash"]

DECLARING = frozenset({Target("pastimes.declare.steps", "step")})
"""Decorators that say when and how a function is run, not what it returns."""

_PACKAGE = "pastimes"
"""What it does when it is loaded is to say how modules are loaded."""


class Code:
    """The code of a package.

    Parameters
    ----------
    root : Path
        The package's folder.
    edited : mapping from str to bytes
        Sources to take instead of those there are, by module.
    """

    def __init__(self, root: Path = ROOT, edited: Mapping[str, bytes] | None = None) -> None:
        self._root = root
        self._edited = edited or {}

    def path(self, module: str) -> Path | None:
        """The file of a module; None where there is no such module."""
        package, *parts = module.split(".")
        base = self._root.joinpath(*parts)
        candidates = (base.with_suffix(".py"), base / "__init__.py")
        if package != _PACKAGE:
            return None
        return next((path for path in candidates if path.is_file()), None)

    def module(self, name: str) -> Module:
        """A module, parsed once for each content.

        Raises
        ------
        ModuleNotFoundError
            Where there is none.
        """
        return _parsed(self._root, name, self._source(name))

    def _source(self, name: str) -> bytes:
        if name in self._edited:
            return self._edited[name]
        if self._root == ROOT and name in loaded_sources():
            return loaded_sources()[name]
        path = self.path(name)
        if path is None:
            raise ModuleNotFoundError(f"{name}: no such module in this package")
        return path.read_bytes()

    def behind(self, used: Iterable[Target]) -> "Slice":
        """All code behind some definitions; a target without a name is a module as a value."""
        return Slice(self, used)


@cache
def _is_module(root: Path) -> Callable[[str], bool]:
    code = Code(root)
    return cache(lambda name: code.path(name) is not None)


@cache
def _parsed(root: Path, name: str, source: bytes) -> Module:
    return Module(name, source, _is_module(root), DECLARING)


class Slice:
    """The code behind some definitions.

    Attributes
    ----------
    modules : set of str
        Modules that are loaded when it runs.
    """

    def __init__(self, code: Code, used: Iterable[Target]) -> None:
        self._code = code
        self._modules: dict[str, Module] = {}
        self._texts: set[tuple[str, int, str]] = set()
        self._done: set[object] = set()
        self._names: dict[str, set[str]] = {}  # used, by module
        self._attributes: set[str] = set()
        # Members of classes and modules, until their name is mentioned.
        self._waiting: dict[str, list[Callable[[], None]]] = {}
        self._all_members = False
        self._pending: list[Callable[[], None]] = []
        for target in used:
            self._load(target.module)
            if target.name and target.name not in self._modules[target.module].bindings:
                raise AttributeError(f"{target.module} does not define {target.name}")
            self._use(target)
        while self._pending or self._follow_actions():
            while self._pending:
                self._pending.pop()()

    @property
    def modules(self) -> set[str]:
        return set(self._modules)

    @property
    def hash(self) -> str:
        """64 hexadecimal digits."""
        text = "\0".join(f"{module}\n{text}" for module, _, text in sorted(self._texts))
        return hashlib.sha256(text.encode()).hexdigest()

    def _load(self, name: str) -> None:
        """Take in a module that is imported, the packages it is in, and what it imports."""
        if name in self._modules:
            return
        self._modules[name] = self._code.module(name)
        if name == _PACKAGE:
            return
        package = name.rpartition(".")[0]
        for loaded in sorted({package} | self._modules[name].loads):
            if loaded != package or self._code.path(package):  # a folder may have no __init__
                self._load(loaded)

    def _once(self, key: object) -> bool:
        fresh = key not in self._done
        self._done.add(key)
        return fresh

    def _use(self, target: Target) -> None:
        if not self._once(target):
            return
        self._load(target.module)
        module = self._modules[target.module]
        if not target.name:
            self._open(module)
            return
        self._names.setdefault(module.name, set()).add(target.name)
        for definition in module.defining(target.name):
            self._take(definition)
        if target.name in module.imports:
            self._import(module, target.name)

    def _import(self, module: Module, name: str) -> None:
        """Cover what an imported name stands for, and that it stands for it."""
        self._texts.add((module.name, 0, f"{name} = {module.origins[name]}"))
        if module.imports[name] != FOREIGN:
            self._use(module.imports[name])

    def _open(self, module: Module) -> None:
        """Take of a module that is used as a value what is looked up in it."""
        for name in module.bindings:
            self._wait(name, partial(self._use, Target(module.name, name)))

    def _take(self, definition: Definition) -> None:
        """Cover a definition, and follow what it refers to."""
        if not self._once(definition):
            return
        if isinstance(definition, Class):
            self._take(definition.head)
            for name, method in definition.methods():
                self._wait(name, partial(self._take, method), special=_is_special(name))
            return
        self._texts.add((definition.module.name, definition.rank, definition.text))
        self._follow(definition.module, definition.references)

    def _wait(self, name: str, take: Callable[[], None], special: bool = False) -> None:
        """Take a member once its name is mentioned; what Python calls by itself, at once."""
        if special or self._all_members or name in self._attributes:
            self._pending.append(take)
        else:
            self._waiting.setdefault(name, []).append(take)

    def _follow(self, module: Module, found: References) -> None:
        for name in sorted(found.names & module.imports.keys()):
            self._pending.append(partial(self._import, module, name))
        for name in sorted(found.imported):
            self._load(name)
        self._pending += [partial(self._use, target) for target in found.used]
        self._pending += [partial(self._use_members, target) for target in found.typed]
        self._all_members |= found.dynamic
        self._attributes |= found.attributes
        mentioned = set(self._waiting) if self._all_members else found.attributes
        for name in sorted(mentioned & self._waiting.keys()):
            self._pending += self._waiting.pop(name)

    def _use_members(self, target: Target) -> None:
        """Take of a class, of which something is given, what is looked up in it."""
        if not self._once(("given", target)) or target == FOREIGN or not target.name:
            return
        self._load(target.module)
        module = self._modules[target.module]
        for definition in module.defining(target.name):
            if isinstance(definition, Class):
                for name, member in definition.members:
                    special = _is_special(name) and name not in _BIRTH
                    self._wait(name, partial(self._take, member), special)
                for base in definition.head.references.used:
                    self._use_members(base)
            else:
                for named in definition.references.used | definition.references.typed:
                    self._use_members(named)
        if target.name in module.imports:
            self._use_members(module.imports[target.name])

    def _follow_actions(self) -> bool:
        """Cover what loaded modules do, and what changes names that are used."""
        before = len(self._done)
        for name in sorted(self._modules.keys() - {_PACKAGE}):
            used = self._names.get(name, set())
            for definition in self._modules[name].definitions:
                if definition.acts or (definition.changes and definition.references.names & used):
                    self._take(definition)
        return len(self._done) > before


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


_BIRTH = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__"})
"""What runs when an object or a class is made, and not when it is given."""


def code_hash(module: str, names: Iterable[str] = (), also: Iterable[str] = ()) -> str:
    """Hash the code behind some definitions of a module.

    Parameters
    ----------
    module : str
        Dotted name of a module of this package.
    names : iterable of str
        Definitions in it; none means all.
    also : iterable of str
        Modules that are used as values: covered as far as their names are mentioned.

    Returns
    -------
    str
        64 hexadecimal digits.

    Raises
    ------
    ModuleNotFoundError
        Where there is no such module.
    AttributeError
        Where it does not define a name.
    """
    code = Code()
    wanted = tuple(names) or code.module(module).names
    used = [*(Target(module, name) for name in wanted), *map(Target, also)]
    return code.behind(used).hash
