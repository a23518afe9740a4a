"""Runs that earlier code made: neither used nor lost."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from pastimes.errors import UserError
from pastimes.store.runs import Store, run_id
from pastimes.store.specs import Spec, canonical_json
from pastimes.study.planning import Plan

__all__ = ["notice_of_leftovers"]


def notice_of_leftovers(store: Store, plans: Iterable[Plan]) -> list[str]:
    """A line that says how many runs of these studies' points earlier code made; none for none."""
    number = sum(len(_earlier(store, plan)) for plan in plans)
    if not number:
        return []
    told = f"{number} runs by earlier code are in the store and not used"
    return [f"{told}; once the study is made, pastimes clean --yes deletes them"]


def _earlier(store: Store, plan: Plan) -> set[str]:
    """Runs of planned parameters and seed whose code, or that of a run they read, was another."""
    found: set[str] = set()
    for step in plan.specs:
        planned = plan.all_specs(step)
        codes, points = {spec.code for spec in planned}, {_point(spec) for spec in planned}
        for spec in _alike(store, plan.experiment.name, step, planned):
            read = {stem for stems in spec.upstream.values() for stem in stems}
            if _point(spec) in points and (spec.code not in codes or read & found):
                found.add(spec.stem)
    return found


def _alike(store: Store, experiment: str, step: str, planned: Iterable[Spec]) -> Iterator[Spec]:
    """Specs of runs whose names begin as those of planned runs: most are told apart by that."""
    stems, labels = {spec.stem for spec in planned}, {spec.label for spec in planned}
    for path in (store.results / "runs" / experiment / step).glob("*.parquet"):
        stem = path.name.removesuffix(".parquet")
        if stem not in stems and stem.removesuffix(f"-{run_id(path)}") in labels:
            with suppress(UserError):
                yield store.read_spec(store.spec_behind(path))


def _point(spec: Spec) -> str:
    return canonical_json([spec.parameters, spec.seed])
