"""Steps with their variants, the runs of each, and what these execute."""

import importlib
import os
import pickle
import sys
from dataclasses import dataclass, field

from pastimes.declare.catalogue import experiment
from pastimes.store.making import columns_of, generator, make_table
from pastimes.study.execution import execute, upstream_runs
from pastimes.study.identity import run_code
from pastimes.study.planning import plan_experiment
from tests.identity.tracing import Reading, Trace


@dataclass
class Group:
    """Runs of a step with the same variants: they share their code.

    Attributes
    ----------
    experiment, step : str
    variants : tuple of str
        Modules of the variants.
    specs : list of Spec
    """

    experiment: str
    step: str
    variants: tuple
    specs: list = field(default_factory=list)

    @property
    def name(self):
        return " ".join(
            (f"{self.experiment}.{self.step}", *(v.rpartition(".")[2] for v in self.variants))
        )

    @property
    def declared(self):
        return experiment(self.experiment).steps[self.step]

    def code(self, code=None):
        """The code behind these runs, as it is or in a given `Code`."""
        return run_code(self.experiment, self.declared, self.specs[0].parameters, code)


def groups_of(root, names, study="smoke"):
    """Groups of some experiments in a study, in the order in which they can run."""
    found = {}
    for name in names:
        plan = plan_experiment(root, experiment(name), study)
        wanted = [spec for step in plan.specs for spec in plan.all_specs(step)]
        for spec in plan.with_upstream(wanted):
            step = plan.experiment.steps[spec.step]
            key = (name, spec.step, step.variant_modules(spec.parameters))
            found.setdefault(key, Group(*key)).specs.append(spec)
    return list(found.values())


def in_process(work, *given):
    """Do work in a process of its own, and give what it returns or raises."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            answer = (work(*given), None)
        except BaseException as error:
            answer = (None, error)
        with open(writing, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        found, error = pickle.load(pipe)
    os.waitpid(child, 0)
    if error:
        raise error
    return found


def traced(store, group):
    """Definitions that the runs of a group execute or read, and the modules that they load.

    In a process of its own, in which nothing of the mathematics is imported yet. Their upstream
    runs must be in the store.
    """
    return in_process(_trace, store, group)


def _trace(store, group):
    # What other tests put there to keep pandas out would be seen at work at each import.
    sys.meta_path[:] = [f for f in sys.meta_path if not type(f).__module__.startswith("pastimes.")]
    trace = Trace()
    trace.start()
    mathematics = ("pastimes.experiments.", "pastimes.statistics.", "pastimes.switches")
    for name in [n for n in sys.modules if n.startswith(mathematics)]:
        del sys.modules[name]  # so that what the mathematics does as it is imported is seen
    module = importlib.import_module(f"pastimes.experiments.{group.experiment}.experiment")
    step, before = vars(module)[group.step], set(sys.modules)
    for spec in group.specs:
        upstream = upstream_runs(store, spec, step)
        sources = {name: (s.parameters, s.types) for name, s in step.upstream.items()}
        told = step.function, step.parameters, step.types
        trace.on = True
        inputs = {name: columns_of(*sources[name], runs) for name, runs in upstream.items()}
        if spec.seed is not None:
            inputs["rng"] = generator(spec.experiment, spec.step, spec.parameters, spec.seed)
        make_table(*told, spec.parameters, inputs)
        trace.on = False
    trace.stop()
    reading = Reading(trace, group.variants)
    loaded = {name for name in set(sys.modules) - before if name.startswith("pastimes.")}
    return reading.found, loaded


def run_all(store, groups):
    """Make the runs of all groups."""
    for group in groups:
        for spec in group.specs:
            execute(store, spec)
