"""What a piece of work executes and reads of this package, seen while it runs.

Python code is traced line by line; of a compiled kernel, which cannot be, all that its function
names counts. What happens as a module is imported counts for the constant that is made by it.
"""

import ast
import dis
import sys
import types
from collections import defaultdict
from functools import cache
from pathlib import Path

from numba.core.dispatcher import Dispatcher

import pastimes

ROOT = Path(pastimes.__file__).parent

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def module_of(filename):
    """The module in a file of this package; None for any other file."""
    path = Path(filename)
    if not path.is_relative_to(ROOT) or path == ROOT / "importing.py":  # how modules are loaded
        return None
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def source_of(module):
    path = ROOT.parent.joinpath(*module.split("."))
    inner = path / "__init__.py"
    return (inner if inner.exists() else path.with_suffix(".py")).read_text("utf-8")


class Unit:
    """A definition: its name, and the statement that makes it."""

    def __init__(self, module, name, node):
        self.module, self.name, self.node = module, name, node
        start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        self.lines = range(start, node.end_lineno + 1)

    @property
    def key(self):
        return self.module, self.name


def names_bound(node):
    """Names that a statement binds at its own level."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return []
    stored = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return list(dict.fromkeys(n.id for n in stored if isinstance(n.ctx, ast.Store)))


@cache
def units_of(module):
    """All definitions of a module, those in classes as Class.name."""
    units = []
    for node in ast.parse(source_of(module)).body:
        units += [Unit(module, name, node) for name in names_bound(node)]
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                units += [Unit(module, f"{node.name}.{n}", part) for n in names_bound(part)]
    return units


@cache
def by_name(module):
    found = defaultdict(list)
    for unit in units_of(module):
        found[unit.name].append(unit)
    return dict(found)


@cache
def imports_of(module):
    """What the module's own imports bind: name -> (module, name or None for a whole module)."""
    found = {}
    for node in ast.parse(source_of(module)).body:
        for part in ast.walk(node) if isinstance(node, (ast.If, ast.Try)) else [node]:
            if isinstance(part, ast.ImportFrom) and (part.module or "").startswith("pastimes"):
                for alias in part.names:
                    found[alias.asname or alias.name] = imported(part.module, alias.name)
    return found


def imported(module, name):
    below = f"{module}.{name}"
    path = ROOT.parent.joinpath(*below.split("."))
    if path.with_suffix(".py").exists() or (path / "__init__.py").exists():
        return below, None
    return module, name


@cache
def instructions(code):
    """Instructions of a code object by line."""
    found, line = defaultdict(list), code.co_firstlineno
    for instruction in dis.get_instructions(code):
        line = instruction.positions.lineno or line
        found[line].append(instruction)
    return dict(found)


class Trace:
    """Lines executed, until `stop`; import-time ones apart, by the statement they belong to."""

    def __init__(self):
        self.lines = set()  # (code, line)
        self.importing = defaultdict(set)  # (module, line of its statement) -> (code, line)
        self.on = False
        self._modules = []  # frames of modules that are being imported

    def start(self):
        self._compile = Dispatcher.compile
        Dispatcher.compile = lambda *given: self._untraced(*given)  # or it takes minutes
        sys.settrace(self._called)

    def stop(self):
        sys.settrace(None)
        Dispatcher.compile = self._compile

    def _untraced(self, *given):
        sys.settrace(None)
        try:
            return self._compile(*given)
        finally:
            sys.settrace(self._called)

    def _called(self, frame, event, argument):
        if module_of(frame.f_code.co_filename) is None:
            return None
        if frame.f_code.co_name == "<module>":
            self._modules.append(frame)
        return self._inside

    def _inside(self, frame, event, argument):
        if self._modules and frame is self._modules[-1]:
            if event == "return":
                self._modules.pop()
        elif event == "line":
            place = frame.f_code, frame.f_lineno
            if self._modules:
                above = self._modules[-1]
                self.importing[module_of(above.f_code.co_filename), above.f_lineno].add(place)
            elif self.on:
                self.lines.add(place)
        return self._inside


def valued(node):
    """What of a statement gives a value: not an annotation."""
    return node.value or ast.Pass() if isinstance(node, ast.AnnAssign) else node


def kernel_function(value):
    """The Python function behind something that numba compiles; None for anything else."""
    function = getattr(value, "py_func", None) or getattr(value, "_defn", None)
    return function if isinstance(function, types.FunctionType) else None


class Reading:
    """Closes what was executed under what it reads; `found` holds keys of definitions."""

    def __init__(self, trace, opened):
        self._trace = trace
        self._done = set()
        self._opened = set(opened)  # modules used as values
        self._attributes = set()
        self._compiled = 0  # how deep in functions that are compiled
        self._classes = {}  # named in such, by unit: their methods cannot be seen at work
        self.found = set()
        for code, line in trace.lines:
            self._line(code, line)
        size = -1
        while size != len(self.found):
            size = len(self.found)
            self._members()

    def _line(self, code, line):
        """A line was executed: the function it is in, and what it names."""
        if (code, line) in self._done:
            return
        self._done.add((code, line))
        module = module_of(code.co_filename)
        for unit in units_of(module):
            if line in unit.lines and isinstance(unit.node, FUNCTIONS):
                self._function(unit)
        self._names(module, instructions(code).get(line, ()))

    def _names(self, module, found):
        source = None
        for instruction in found:
            name, argument = instruction.opname, instruction.argval
            if name in ("LOAD_GLOBAL", "LOAD_NAME"):
                self._global(module, argument)
            elif name == "IMPORT_NAME":
                source = argument
            elif name == "IMPORT_FROM" and source.startswith("pastimes"):
                self._target(*imported(source, argument))
            elif name == "LOAD_CONST" and isinstance(argument, types.CodeType):
                if self._is_decorated(module, argument):
                    self._whole(argument)
            elif name in ("LOAD_ATTR", "LOAD_METHOD"):
                self._attributes.add(argument)
            elif name == "LOAD_CONST" and isinstance(argument, str) and argument.isidentifier():
                self._attributes.add(argument)  # of getattr and hasattr

    def _is_decorated(self, module, code):
        """Whether a function inside another is handed on at once, to be compiled say."""
        nodes = (n for n in ast.walk(ast.parse(source_of(module))) if isinstance(n, FUNCTIONS))
        return any(
            n.name == code.co_name
            and n.decorator_list
            and code.co_firstlineno in range(n.decorator_list[0].lineno, n.lineno + 1)
            for n in nodes
        )

    def _global(self, module, name):
        if name in imports_of(module):
            self._target(*imports_of(module)[name])
        elif name in by_name(module):
            self._target(module, name)

    def _target(self, module, name):
        if name is None:
            self._opened.add(module)
            return
        if name in imports_of(module):
            self._target(*imports_of(module)[name])
            return
        for unit in by_name(module).get(name, ()):
            self._read(unit)

    def _read(self, unit):
        """The value of a name was looked up."""
        if ("read", unit) in self._done:
            return
        self._done.add(("read", unit))
        self.found.add(unit.key)
        value = getattr(sys.modules.get(unit.module), unit.name, None)
        kernel = kernel_function(value)
        if kernel and module_of(kernel.__code__.co_filename) is not None:
            self._whole(kernel.__code__)
        if isinstance(unit.node, FUNCTIONS):
            if kernel:
                self._function(unit)
        elif isinstance(unit.node, ast.ClassDef):
            self._class(unit)
            if self._compiled:
                self._classes[unit.key] = value
        else:
            self._expression(unit.module, valued(unit.node))
            for line in unit.lines:
                for place in self._trace.importing.get((unit.module, line), ()):
                    self._line(*place)

    def _whole(self, code):
        """All that a compiled function names."""
        self._compiled += 1
        for line in instructions(code):
            self._line(code, line)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._whole(constant)
        self._compiled -= 1

    def _function(self, unit):
        """A function was executed: its decorators and defaults are part of it."""
        if ("run", unit) in self._done:
            return
        self._done.add(("run", unit))
        self.found.add(unit.key)
        defaults = [d for d in (*unit.node.args.defaults, *unit.node.args.kw_defaults) if d]
        decorators = [d for d in unit.node.decorator_list if "step" not in ast.dump(d)]
        for part in (*decorators, *defaults):
            self._expression(unit.module, part)

    def _class(self, unit):
        for part in (*unit.node.bases, *unit.node.decorator_list, *unit.node.body):
            if not isinstance(part, FUNCTIONS):
                self._expression(unit.module, valued(part))
                for name in names_bound(part) if isinstance(part, ast.stmt) else ():
                    self.found.add((unit.module, f"{unit.name}.{name}"))

    def _expression(self, module, node):
        """Code that runs as the module is imported."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                self._global(module, part.id)
            elif isinstance(part, ast.Attribute):
                self._attributes.add(part.attr)

    def _members(self):
        """Constants of modules used as values, and of classes that are in use."""
        for module in sorted(self._opened):
            for name in self._attributes & by_name(module).keys():
                self._target(module, name)
        for (module, owner), value in list(self._classes.items()):
            for name in vars(value):
                if name in self._attributes or name.startswith("__"):
                    for unit in by_name(module).get(f"{owner}.{name}", ()):
                        if isinstance(vars(value)[name], types.FunctionType):
                            self._function(unit)
                            self._whole(vars(value)[name].__code__)
        alive = {(m, n.partition(".")[0]) for m, n in self.found if "." in n}
        for module, owner in alive:
            for name in self._attributes:
                for unit in by_name(module).get(f"{owner}.{name}", ()):
                    if isinstance(unit.node, ast.Assign):
                        self.found.add(unit.key)
