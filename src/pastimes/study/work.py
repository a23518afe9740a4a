"""What the Snakefile asks for: a study's plan, what of it is out of date, and what is done around.

When the Snakefile is parsed, the main process plans in memory; only when jobs are about to start,
it takes the study's lock, writes recipes, specs and the plan, and moves damaged runs aside. So
nothing is written, and nothing locked, unless something runs. Jobs on a cluster parse the Snakefile
too: they read the plan as it was frozen.
"""

import csv
import hashlib
import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from pastimes.config.composing import DEFAULT_STUDY, studies, study_name
from pastimes.errors import UserError, did_you_mean
from pastimes.judge.verdicts import HOLDING
from pastimes.project import check_package, check_results
from pastimes.store.files import write_if_changed, write_text
from pastimes.store.locks import hold
from pastimes.store.runs import RESULTS, Store
from pastimes.store.specs import Spec
from pastimes.study.leftovers import notice_of_leftovers
from pastimes.study.plan import Study, configs_behind, is_frozen, plan_path, read_plan, study_of
from pastimes.study.planning import Batch, batches, plan_study
from pastimes.study.progress import Progress, expected_seconds, install
from pastimes.study.recipes import Product, maker_of, product_files, products, recipe_hash
from pastimes.study.seals import fault

__all__ = ["Work", "open_study", "product_fault", "product_faults"]

_LITTLE = 2**24  # bytes
_KEYS = ("name", "overrides", "study")


@dataclass(frozen=True)
class Work:
    """A study, and in the main process what is to be done for it.

    Attributes
    ----------
    study : Study
    outdated : set of str
        Products that are missing, damaged or of another recipe; ``batches/KEY`` of missing runs.
    products : list of Product
    specs : list of Spec
    notices : list of str
    """

    study: Study
    outdated: set[str] = field(default_factory=set)
    products: Sequence[Product] = ()
    specs: Sequence[Spec] = ()
    notices: list[str] = field(default_factory=list)

    @cached_property
    def progress(self) -> Progress:
        return Progress(when_nothing_to_do=self.succeeded)

    def needs(self, what: str, dag: Any, ancient: Callable[[str], str]) -> list[str]:
        """Files that a product, or ``batches/KEY``, is made from, as Snakemake's input.

        Snakemake decides by times, which say nothing here: what is not made anew is `ancient`, and
        what is out of date is forced by the way. To name it in ``dag_settings.forcerun`` would make
        it a target as well, though a person may have asked for something else.
        """
        if what in self.outdated:
            dag.forcefiles.update(self.study.outputs(what))
        return [
            file if source in self.outdated else ancient(file)
            for source in self.study.sources(what)
            for file in self.study.outputs(source)
        ]

    def heed(self, arguments: Sequence[str]) -> None:
        """Take what a person asked for by name, on Snakemake's command line, as it is meant.

        To force an experiment is to make all its products again. A step is no target and is not
        forced: one line says what to write instead, and ends the process.
        """
        if not self.products:  # a job on a cluster
            return
        from snakemake.cli import get_argument_parser

        parsed, _ = get_argument_parser().parse_known_args(arguments)
        if not (parsed.dryrun or parsed.verbose or parsed.printshellcmds or parsed.quiet):
            install(self.progress)
        self._heed_names(set(parsed.targets), set(parsed.forcerun or ()))

    def _heed_names(self, targets: set[str], forced: set[str]) -> None:
        steps = {step.replace(".", "_"): step for step in self.study.tables}
        for rule in sorted(steps.keys() & targets):
            _end(f"{rule}: a step makes many runs; for its table: snakemake {steps[rule]}")
        known = [*self.study.experiments, *self.study.tables]
        for name in sorted(targets - {"all", "judge", "page", *known}):
            if "/" not in name:
                _end(f"{name}: no such target; {did_you_mean(name, known)}")
        for rule in sorted(steps.keys() & forced):
            again = f"pastimes run --again {steps[rule]} --study {self.study.name}"
            _end(f"--forcerun {rule}: runs never change; to recompute and compare them: {again}")
        for product in self.study.products:
            name = product.partition("/")[2]
            names = {maker_of(product), name, name.partition(".")[0], *self.study.outputs(product)}
            # What reads it must be named too: Snakemake passes over what is forced below it.
            if names & forced or not self.outdated.isdisjoint(self.study.sources(product)):
                self.outdated.add(product)

    def begin(self) -> None:
        """Lock the study, and write what its jobs read; a refusal ends the process."""
        store = Store(RESULTS)
        try:
            hold(RESULTS / "lock", f"a Snakemake at work on study {self.study.name}", shared=True)
            hold(RESULTS / self.study.name / "lock", "a Snakemake at work on it")
            self._freeze(store)
            self._leave_the_future()
            for path in self._put_aside(store):
                _say(f"{path}: damaged; moved to *.damaged and recomputed")
            self.progress.expected = self._expected(store)
            self.progress.watch_for_interrupt()
        except OSError as error:
            _end(f"{error.filename or RESULTS}: {error.strerror}")
        except UserError as refusal:
            _end(str(refusal))

    def succeeded(self) -> None:
        """In the end, say how many claims hold, and where to read it."""
        self.progress.clear()
        page = f"{self.study.folder}/report.html"
        if any(product_fault(self.study.name, product) for product in self.products[-2:]):
            _say(f"made what was asked for; {page} is not up to date")
            return
        with open(f"{self.study.folder}/verdicts.csv", encoding="utf-8", newline="") as file:
            words = [row["verdict"] for row in csv.DictReader(file)]
        holding = sum(word in HOLDING for word in words)
        _say(f"{holding} of {len(words)} claims hold ({' or '.join(HOLDING)}): {page}")

    def failed(self) -> None:
        """After a failure, say what a person can do; on a full disk the jobs' logs are empty."""
        self.progress.clear()
        free = shutil.disk_usage(RESULTS).free
        told = "interrupted;" if self.progress.interrupted else "not everything was made;"
        if free < _LITTLE:
            left = f"{free / 2**20:.1f} MB are left"
            told = f"{RESULTS}: the disk is full, {left}; make room, then"
        _say(f"{told} start the same command again: what was made is kept")

    def _expected(self, store: Store) -> dict[str, float]:
        """Seconds that a job of each rule may take."""
        sizes = {
            step: [len(batch.runs) for batch in found if self._is_new(batch)]
            for step, found in self.study.jobs.items()
        }
        found = expected_seconds(store, sizes)
        return {step.replace(".", "_"): seconds for step, seconds in found.items()}

    def _freeze(self, store: Store) -> None:
        """Write specs, recipes, lists of specs and the plan; remove what earlier plans left."""
        folder = plan_path(self.study.name).parent
        for spec in self.specs:
            store.write_spec(spec)
        for product in self.products:
            write_if_changed(folder / f"{product.name}.json", product.recipe)
        kept = {folder / "plan.json", *(folder / f"{p.name}.json" for p in self.products)}
        for batch in (batch for found in self.study.jobs.values() for batch in found):
            listed = folder / "batches" / f"{batch.key}.txt"
            specs = [f"{store.spec_behind(Path(run))}\n" for run in batch.runs]
            write_text(listed, "".join(specs))
            kept |= {listed, listed.with_suffix(".done")}
        for path in (p for p in folder.rglob("*") if p.is_file() and p not in kept):
            path.unlink()
        self.study.write()

    def _leave_the_future(self) -> None:
        """Date files of the future today: Snakemake refuses what is older than its input."""
        now = time.time()
        batches = [f"batches/{b.key}" for found in self.study.jobs.values() for b in found]
        for what in (*self.study.products, *batches):
            for path in map(Path, self.study.outputs(what)):
                if path.exists() and path.stat().st_mtime > now:
                    os.utime(path)

    def _put_aside(self, store: Store) -> list[Path]:
        # What is damaged is among what is missing: runs that are whole are not looked at again.
        new = [b for found in self.study.jobs.values() for b in found if self._is_new(b)]
        missing = [Path(run) for batch in new for run in batch.runs]
        return [path for path in missing if store.put_aside(path)]

    def _is_new(self, batch: Batch) -> bool:
        return f"batches/{batch.key}" in self.outdated


def open_study(config: Mapping[str, Any], given: Iterable[str] = (), main: bool = True) -> Work:
    """Plan the study that Snakemake's ``--config`` names, or read the frozen plan.

    A refusal ends the process with one line.

    Parameters
    ----------
    config : mapping
        As Snakemake has it: ``study``, ``overrides``, ``name``.
    given : iterable of str
        ``KEY=VALUE`` as a person wrote them: Snakemake takes 010 for the number ten.
    main : bool
        Whether this is the main process; jobs on a cluster parse the Snakefile too.
    """
    try:
        study, overrides, name = _asked(dict(config) | _as_given(given))
        if not main:
            return Work(read_plan(name))
        check_package(Path())
        check_results(RESULTS)
        if name != study and name in studies(Path()):
            raise UserError(
                f"--config name={name}: this is a study in config/; choose another name"
            )
        work = _planned(study, overrides, name)
    except UserError as refusal:
        _end(str(refusal))
    for notice in work.notices:
        _say(notice)
    return work


def _as_given(words: Iterable[str]) -> dict[str, str]:
    pairs = (word.partition("=") for word in words)
    return {key: value for key, _, value in pairs}


def _asked(config: Mapping[str, Any]) -> tuple[str, list[str], str]:
    """Study, overrides, and the name of the result."""
    for key in config:
        if key not in _KEYS:
            raise UserError(f"--config {key}: no such key; {did_you_mean(key, _KEYS)}")
    study = study_name(config.get("study", DEFAULT_STUDY) or "")
    try:
        overrides = shlex.split(str(config.get("overrides") or ""))
    except ValueError as error:
        raise UserError(f"--config overrides: {error}") from None
    digest = hashlib.sha256("\n".join(overrides).encode()).hexdigest()[:8]
    own = f"{study}-{digest}" if overrides else study
    return study, overrides, study_name(config.get("name") or own)


def _planned(study: str, overrides: list[str], name: str) -> Work:
    plans, notices = plan_study(Path(), study, overrides)
    if overrides:
        notices = [f"study {study} with {' '.join(overrides)}: results/{name}", *notices]
    store = Store(RESULTS)
    earlier = _executed(name)
    jobs: dict[str, list[Batch]] = {}
    outdated: set[str] = set()
    for plan in plans:
        found, new = batches(store, plan, earlier)
        jobs |= found
        outdated |= {f"batches/{key}" for key in new}
    if outdated:
        notices += notice_of_leftovers(store, plans)
    config = {"study": study, "overrides": overrides}
    frozen = study_of(name, config, plans, jobs, store)
    made = products(name, config, plans, frozen.tables)
    outdated |= {product.name for product in made if product_fault(name, product)}
    specs = [spec for plan in plans for step in plan.specs for spec in plan.all_specs(step)]
    return Work(frozen, outdated, made, specs, notices)


def product_faults(name: str) -> dict[str, str]:
    """What is wrong with each product of a study as it is configured now, by name."""
    study, overrides = configs_behind(name)
    if study not in studies(Path()):  # its config is gone: nothing says what it should be
        return {}
    work = _planned(study, overrides, name)
    return {product.name: product_fault(name, product) for product in work.products}


def product_fault(study: str, product: Product) -> str:
    """What is wrong with a product of a study; nothing where it is up to date."""
    return fault(RESULTS / study, product_files(product.name), recipe_hash(product.recipe))


def _executed(name: str) -> dict[str, list[Batch]]:
    """Batches of the last plan that were executed; none where it cannot be read."""
    if not is_frozen(name):
        return {}
    try:
        study = read_plan(name)
    except UserError:
        return {}
    return {
        step: [b for b in found if Path(*study.outputs(f"batches/{b.key}")).exists()]
        for step, found in study.jobs.items()
    }


def _say(text: str) -> None:
    print(f"pastimes: {text}", file=sys.stderr)


def _end(text: str) -> NoReturn:
    sys.exit(f"pastimes: {text}")
