"""Runs benchmarks, all or those named; prints what they find and keeps it under results/."""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import benchmarks
from benchmarks.measuring import Comparison
from benchmarks.picture import draw, draw_by_size
from benchmarks.scaling import Scaling
from benchmarks.tables import Result, keep, read
from pastimes.errors import UserError, did_you_mean
from pastimes.store.files import write_bytes

RESULTS = Path("results/benchmarks")

Benchmark = Callable[[], Iterator[Result]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run benchmarks.

    Returns
    -------
    int
        0; 1 where something was refused, which one line on the error stream explains.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which; all by default")
    try:
        run(chosen(parser.parse_args(arguments).names, known()), RESULTS)
    except UserError as refusal:
        print(f"benchmarks: {refusal}", file=sys.stderr)
        return 1
    return 0


def known() -> dict[str, Benchmark]:
    """All benchmarks, by the names of their modules."""
    names = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name[0] != "_"]
    modules = {name: importlib.import_module(f"benchmarks.{name}") for name in names}
    return {n: module.benchmarks for n, module in modules.items() if hasattr(module, "benchmarks")}


def chosen(names: Sequence[str], all_known: Mapping[str, Benchmark]) -> dict[str, Benchmark]:
    """The benchmarks of these names, or all.

    Raises
    ------
    UserError
        Where there is none of a name.
    """
    for name in names:
        if name not in all_known:
            raise UserError(f"benchmark {name}: {did_you_mean(name, all_known)}")
    return {name: all_known[name] for name in names or all_known}


def run(wanted: Mapping[str, Benchmark], folder: Path) -> None:
    """Run benchmarks, print what each finds, and keep tables and figures in a folder."""
    for name, benchmark in wanted.items():
        found = []
        for result in benchmark():
            head, *rest = result.lines()
            print(f"{name}: {head}", *rest, sep="\n", flush=True)
            found.append(result)
        keep(folder, name, found)
    ratios = read(folder, Comparison)
    if ratios:
        write_bytes(folder / "ratios.svg", draw(ratios))
    for name, rows in groupby(read(folder, Scaling), lambda row: row["benchmark"]):
        write_bytes(folder / f"{name}_by_size.svg", draw_by_size(list(rows)))


if __name__ == "__main__":
    sys.exit(main())
