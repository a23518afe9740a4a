"""A run's id changes with just the code that its runs execute or read.

Every function, method, constant, field and default of the package is altered in turn. What runs
execute and read is seen by tracing them; nothing is listed by hand. In each run of the tests one
experiment is tried, with one run of each step and variant; with --slow all experiments, at `smoke`.
"""

import os
from collections import defaultdict
from pathlib import Path

import pytest

from pastimes.declare.catalogue import experiments
from pastimes.importing import ROOT as PACKAGE
from pastimes.store.code import Code
from pastimes.store.runs import Store
from tests.identity.groups import groups_of, in_process, run_all, traced
from tests.identity.mutants import mutants
from tests.identity.tracing import module_of

ROOT = Path(__file__).parents[2]
KERNELS = "pastimes.store.kernels"  # which numba loads; it makes no numbers


def modules():
    return sorted(filter(None, map(module_of, map(str, PACKAGE.rglob("*.py")))))


def check(store, names, longest=None, every=1):
    """Alter the package in turn; the number of mutants, and of ids that changed rightly."""
    groups = groups_of(ROOT, names)
    for group in groups:
        group.specs[:] = group.specs[:longest]
    in_process(run_all, store, groups)
    before = {group.name: group.code() for group in groups}
    executed = {}
    for group in groups:
        executed[group.name], loaded = traced(store, group)
        assert loaded - before[group.name].modules <= {KERNELS}, f"{group.name} loads more"
    tried, right, wrong = 0, 0, defaultdict(list)
    for module in modules()[::every]:
        concerned = [group for group in groups if module in before[group.name].modules]
        for mutant in mutants(module):
            tried += 1
            code = Code(edited={module: mutant.source.encode()})
            changed = {g.name for g in concerned if g.code(code).hash != before[g.name].hash}
            truth = {name for name, found in executed.items() if mutant.key in found}
            right += len(changed & truth)
            for kind, odd in (("misses", truth - changed), ("false alarms", changed - truth)):
                if odd:
                    wrong[kind].append((*mutant.key, mutant.kind, sorted(odd)))
    print(f"{len(groups)} steps with variants, {tried} mutants, {right} ids changed rightly")
    assert not wrong, dict(wrong)
    return tried, right


def test_ids_of_ciphers_change_with_the_code_of_their_runs(tmp_path):
    tried, right = check(Store(tmp_path), ["ciphers"], longest=1)
    assert tried > 500
    assert right > 100


# The law of scores is that of forced removal; the solver that it shares with others may do more.
REASON = "spread_scores covers free removal too, and never gets there"
BEYOND = pytest.mark.xfail(strict=True, reason=REASON)
MARKS = {"fivethousand": BEYOND}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=MARKS.get(name, ())) for name in experiments()]
)
def test_ids_change_with_the_code_of_their_runs(tmp_path, name):
    tried, right = check(Store(tmp_path), [name])
    assert tried > 500
    assert right > 50


def test_a_process_of_its_own_leaves_no_trace(tmp_path):
    """What is traced is imported there for the first time, and not here."""
    assert in_process(os.getpid) != os.getpid()
    with pytest.raises(ZeroDivisionError):
        in_process(divmod, 1, 0)
