"""A small study of the ciphers."""

from functools import cache
from pathlib import Path

import pytest

from pastimes.lab.execution import execute, gather
from pastimes.lab.experiments import experiment
from pastimes.lab.planning import plan_experiment
from pastimes.lab.store import Store
from pastimes.lab.tables import Tables, parquet_bytes

ROOT = Path(__file__).parents[2]
TINY = ("key_bits=[16,32,64]", "attack_bits=[16,24,28,32,36,512]", "trials=8", "primes=[2,3,5,7]")


@pytest.fixture(scope="session")
def planned():
    """Plans the small study, with overrides."""

    @cache
    def plan(*overrides):
        return plan_experiment(ROOT, experiment("ciphers"), "smoke", (*TINY, *overrides))

    return plan


@pytest.fixture(scope="session")
def gathered(tmp_path_factory, planned):
    """The gathered table of each step of the small study, as Arrow tables."""
    store, plan = Store(tmp_path_factory.mktemp("ciphers")), planned()
    return {
        name: gather(store, step, [execute(store, spec) for spec in plan.specs[name]])
        for name, step in experiment("ciphers").steps.items()
    }


@pytest.fixture(scope="session")
def study(tmp_path_factory, gathered):
    """The tables of the small study."""
    folder = tmp_path_factory.mktemp("tables")
    for name, table in gathered.items():
        (folder / f"{name}.parquet").write_bytes(parquet_bytes(table))
    return Tables({name: folder / f"{name}.parquet" for name in gathered})
