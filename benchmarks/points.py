"""A sweep of 10,000 cheap points: planned, run and gathered, against a plain loop with joblib.

The unit is one point; seconds are the processor's, of all processes. The loop keeps nothing but
one table: no seeds, no records, nothing to go on from.
"""

import resource
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.laboratory import python
from benchmarks.measuring import Work, compare
from benchmarks.peers import peer
from benchmarks.tables import Result

ROOT = Path(__file__).parents[1]
POINTS = 10_000
STUDY = f"defaults: [paper, _self_]\ncoins: [4]\nshards: {POINTS}\n"
LOOP = f"""
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
from joblib import Parallel, delayed

def throw(shard):
    rng = np.random.default_rng([1, shard])
    return pa.table({{"shard": [shard] * 4, "heads": rng.integers(0, 2, 4)}})

tables = Parallel(n_jobs=2)(delayed(throw)(shard) for shard in range({POINTS}))
pq.write_table(pa.concat_tables(tables), "table.parquet")
"""


def benchmarks() -> Iterator[Result]:
    """The comparison, in a project of its own that has a cheap experiment."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        make_project(folder)
        works: dict[str, Work] = {
            "pastimes, from nothing": (partial(from_nothing, folder), POINTS),
            "pastimes, nothing to do": (partial(snakemake, folder), POINTS),
        }
        if peer("joblib"):
            works["joblib, a plain loop"] = (partial(python, "-c", LOOP, folder=folder), POINTS)
        yield compare(f"{POINTS:,} points", "point", works, rounds=1, clock=processor_seconds)


def make_project(folder: Path) -> None:
    """Copy sources and workflow, and the tests' toy, whose cheap runs share jobs of 500."""
    for part in ("src", "workflow"):
        shutil.copytree(ROOT / part, folder / part)
    shutil.copytree(ROOT / "tests" / "toy", folder, dirs_exist_ok=True)
    experiment = folder / "src/pastimes/toy/experiment.py"
    text = experiment.read_text(encoding="utf-8").replace("batch=3", "batch=500")
    experiment.write_text(text, encoding="utf-8")
    (folder / "config/toy/many.yaml").write_text(STUDY, encoding="utf-8")


def from_nothing(folder: Path) -> None:
    """Make the study anew."""
    for part in ("results", ".snakemake"):
        shutil.rmtree(folder / part, ignore_errors=True)
    snakemake(folder)


def snakemake(folder: Path) -> None:
    """Ask for the study."""
    python("-m", "snakemake", "--cores", "2", "--config", "study=many", folder=folder)


def processor_seconds() -> float:
    """Processor seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
