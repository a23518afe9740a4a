"""A small study of the ciphers."""

from functools import cache
from pathlib import Path

import pytest

from pastimes.declare.catalogue import experiment
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[3]
TINY = ("key_bits=[16,32,64]", "attack_bits=[16,24,28,32,36,512]", "trials=8", "primes=[2,3,5,7]")


@pytest.fixture(scope="session")
def planned():
    """Plans the small study, with overrides."""

    @cache
    def plan(*overrides):
        return plan_experiment(ROOT, experiment("ciphers"), "smoke", (*TINY, *overrides))

    return plan


@pytest.fixture(scope="session")
def gathered(gather_study):
    """The gathered table of each step of the small study, as Arrow tables."""
    return gather_study("ciphers", *TINY)


@pytest.fixture(scope="session")
def study(as_tables, gathered):
    """The tables of the small study."""
    return as_tables(gathered)
