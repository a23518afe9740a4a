"""Runs computed again, in memory, and compared with what the store has."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pastimes.lab.caches import from_caches
from pastimes.lab.errors import Refusal
from pastimes.lab.execution import compute, read_run
from pastimes.lab.specs import Spec
from pastimes.lab.store import Store
from pastimes.tracking.comparing import differences

__all__ = ["recomputed"]


def recomputed(
    store: Store, specs: Sequence[Spec], progress: Callable[[int, int, str], None]
) -> Iterator[str]:
    """Lines that say which runs come out differently from what the store has; nothing is written.

    Raises
    ------
    Refusal
        In the end, where some do; before it, where the store has no whole run.
    """
    there = [spec for spec in specs if store.run_path(spec).exists()]
    differing = 0
    for number, spec in enumerate(there):
        progress(number, len(there), f"{spec.step} {spec.label}")
        kept, _ = read_run(store, store.run_path(spec))
        found = differences(kept, from_caches(partial(compute, store, spec))[0])
        if found:
            differing += 1
            yield f"{store.run_path(spec)}: differs"
            yield from found
    if there:
        progress(len(there), len(there), "done\n")
    yield f"{len(there)} runs computed again, {len(there) - differing} are equal"
    if len(there) < len(specs):
        yield f"{len(specs) - len(there)} runs are not in the store: nothing to compare with"
    if differing:
        raise Refusal(f"{differing} of {len(there)} runs differ from what the store has")
