"""Runs all benchmarks: ``python -m benchmarks``; prints them and keeps them under results/."""

import csv
import importlib
import pkgutil
from pathlib import Path

import benchmarks

RESULTS = Path("results/benchmarks")


def main() -> None:
    """Find modules with a function ``benchmarks`` and write one table of all comparisons."""
    rows = []
    for found in pkgutil.iter_modules(benchmarks.__path__):
        module = (
            importlib.import_module(f"benchmarks.{found.name}") if found.name[0] != "_" else None
        )
        for title, rates in getattr(module, "benchmarks", dict)().items():
            print(f"{found.name}: {title}")
            for rate in rates:
                print(f"  {rate.name:20} {1e9 * rate.median:12,.1f} ns   x {rate.ratio:,.1f}")
                rows.append((found.name, title, *rate))
    RESULTS.mkdir(parents=True, exist_ok=True)
    with open(RESULTS / "kernels.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        names = ("name", "least_seconds", "median_seconds", "most_seconds", "ratio")
        writer.writerow(("experiment", "measured", *names))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
