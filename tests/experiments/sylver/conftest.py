"""Positions and studies that several modules look at, made once."""

import pytest


@pytest.fixture(scope="session")
def census(run_study):
    """The essay's census and one genus more, with few random orders."""
    return run_study(
        "sylver",
        "last_genera=[14,20,21]",
        "shuffled_genus=20",
        "rules=[none]",
        "shuffles=2",
        "permutations=19",
    )


@pytest.fixture(scope="session")
def small(run_study):
    """A study that ends at ten gaps."""
    return run_study("sylver", "rules=[none]")
