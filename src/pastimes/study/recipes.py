"""Recipes: what each product of a study is made from, and the hash of all that.

A product is a gathered table, the verdicts, a figure, an integer sequence or the page. Its files
carry the hash of the recipe that they were made from (`seals`); nothing else says whether it is up
to date, neither times nor what Snakemake remembers. A recipe holds the hash of the code that makes
the product: the command that is given a recipe checks it, before and after its work, so that
nothing made by other code, or for a plan that has changed meanwhile, is ever kept.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pastimes.declare.catalogue import Experiment, experiment
from pastimes.declare.figures import Figure
from pastimes.declare.sequences import IntegerSequence
from pastimes.declare.steps import gathered_columns
from pastimes.errors import UserError
from pastimes.importing import ROOT
from pastimes.store.code import code_hash
from pastimes.store.files import reason_unread

if TYPE_CHECKING:
    from pastimes.study.planning import Plan

__all__ = [
    "PAGE_TEMPLATE",
    "Product",
    "Recipe",
    "code_behind",
    "maker_of",
    "product_files",
    "products",
    "read_recipe",
    "recipe_hash",
]

PAGE_TEMPLATE = ROOT / "report" / "page.html.j2"

Recipe = Mapping[str, Any]


@dataclass(frozen=True)
class Product:
    """Something that a study shows.

    Attributes
    ----------
    name : str
        ``tables/<experiment>.<step>``, ``figures/<experiment>.<name>``,
        ``sequences/<experiment>.<name>``, ``verdicts`` or ``report``.
    recipe : mapping
    """

    name: str
    recipe: Recipe


def product_files(name: str) -> list[str]:
    """All files of a product, below the study's folder."""
    kind, _, rest = name.partition("/")
    if kind == "tables":
        return [f"{name}.parquet"]
    if kind == "figures":
        return [f"{name}.{ending}" for ending in ("svg", "csv", "parquet")]
    if kind == "sequences":
        return [f"sequences/b_{rest}.txt"]
    return {"verdicts": ["verdicts.csv", "verdicts.parquet"], "report": ["report.html"]}[name]


def maker_of(name: str) -> str:
    """The function of `results` that makes a product."""
    makers = {
        "tables": "tabulate",
        "figures": "draw",
        "sequences": "write_sequence",
        "verdicts": "judge",
    }
    return makers.get(name.partition("/")[0], "page")


def recipe_hash(recipe: Recipe) -> str:
    """Hash of a recipe, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(recipe, sort_keys=True).encode()).hexdigest()


def products(
    study: str, config: Mapping[str, Any], plans: Sequence["Plan"], tables: Mapping[str, list[str]]
) -> list[Product]:
    """All products of a study, each after what it is made from.

    Parameters
    ----------
    study : str
    config : mapping
        Which configs it was planned from, as the page says it.
    plans : sequence of Plan
    tables : mapping from str to list of str
        Runs of each table, by ``<experiment>.<step>``.
    """
    made: dict[str, Product] = {}
    for name, recipe in _recipes(study, config, plans, tables, made):
        made[name] = Product(name, json.loads(json.dumps(recipe)))  # as it will be read
    return list(made.values())


def _recipes(
    study: str,
    config: Mapping[str, Any],
    plans: Sequence["Plan"],
    tables: Mapping[str, list[str]],
    made: Mapping[str, Product],
) -> Iterator[tuple[str, Recipe]]:
    for plan in plans:
        owner = plan.experiment.name
        for step in plan.experiment.steps:
            yield f"tables/{owner}.{step}", _table(plan, step, tables[f"{owner}.{step}"])
        read = _hashes(made, f"tables/{owner}.")
        for sequence in plan.experiment.sequences.values():
            yield f"sequences/{owner}.{sequence.name}", _sequence(plan, sequence, read)
        for figure in plan.experiment.figures.FIGURES:
            yield f"figures/{owner}.{figure.name}", _figure(plan, figure, read)
    yield "verdicts", _verdicts(plans, _hashes(made, "tables/"))
    shown = _hashes(made, "verdicts") | _hashes(made, "figures/")
    yield "report", _page(study, config, plans, shown)


def _hashes(made: Mapping[str, Product], prefix: str) -> dict[str, str]:
    return {n: recipe_hash(p.recipe) for n, p in made.items() if n.startswith(prefix)}


def _table(plan: "Plan", step: str, runs: list[str]) -> Recipe:
    columns = gathered_columns(plan.experiment.steps[step])
    return {
        "of": [plan.experiment.name, step],
        "runs": runs,
        "columns": [[name, column.type] for name, column in columns.items()],
        "code": code_behind("tabulate"),
    }


def _figure(plan: "Plan", figure: Figure, read: Mapping[str, str]) -> Recipe:
    of = [plan.experiment.name, figure.name]
    return {
        "of": of,
        "kind": figure.kind,
        "options": dict(figure.options),
        "code": code_behind("draw", *of),
        "from": read,
    }


def _sequence(plan: "Plan", sequence: IntegerSequence, read: Mapping[str, str]) -> Recipe:
    of = [plan.experiment.name, sequence.name]
    return {
        "of": of,
        "title": [plan.experiment.title, sequence.title],
        "first": sequence.first,
        "code": code_behind("write_sequence", *of),
        "from": read,
    }


def _verdicts(plans: Sequence["Plan"], read: Mapping[str, str]) -> Recipe:
    of = [plan.experiment.name for plan in plans]
    return {"of": of, "code": code_behind("judge", *of), "from": read}


def _page(
    study: str, config: Mapping[str, Any], plans: Sequence["Plan"], shown: Mapping[str, str]
) -> Recipe:
    of = [plan.experiment.name for plan in plans]
    return {
        "of": of,
        "study": study,
        "config": config,
        "chapters": {plan.experiment.name: _steps(plan) for plan in plans},
        "texts": {plan.experiment.name: _texts(plan.experiment) for plan in plans},
        "code": code_behind("page", *of),
        "from": shown,
    }


def _steps(plan: "Plan") -> list[dict[str, Any]]:
    return [
        {
            "name": step.name,
            "summary": step.summary,
            "runs": [spec.id for spec in plan.specs[step.name]],
            "codes": sorted({spec.code for spec in plan.specs[step.name]}),
        }
        for step in plan.experiment.steps.values()
    ]


def _texts(found: Experiment) -> dict[str, Any]:
    """What the page says of an experiment that stands in its modules but in no code."""
    return {
        "question": [found.title, found.question, *found.method],
        "columns": {
            name: {column: asdict(about) for column, about in gathered_columns(step).items()}
            for name, step in found.steps.items()
        },
        "sequences": [[sequence.name, sequence.title] for sequence in found.sequences.values()],
    }


_RESULTS = "pastimes.study.results"
_MAKING: Mapping[str, list[tuple[str, ...]]] = {
    "tabulate": [("pastimes.store.making", "gather")],
    "judge": [("pastimes.judge.verdicts", "verdict_rows"), (_RESULTS, "verdict_files")],
    "draw": [(_RESULTS, "figure_files")],
    "write_sequence": [(_RESULTS, "sequence_text")],
    "page": [("pastimes.report.page", "chapter", "render")],
}
"""What makes each: from what is declared and tables alone, apart from looking these up."""


def code_behind(what: str, *of: str) -> str:
    """Hash of all code, and of all texts beside it, behind something that is not a run.

    Parameters
    ----------
    what : str
        The function of `results` that makes it: ``tabulate``, ``judge``, ``draw``,
        ``write_sequence`` or ``page``.
    *of : str
        The experiments it shows; for ``draw`` an experiment and one of its figures, for
        ``write_sequence`` an experiment and one of its sequences, for ``tabulate`` an experiment
        and a step, which do not matter to it.
    """
    parts = [code_hash(module, names) for module, *names in _MAKING[what]]
    parts.append(code_hash("pastimes.study.seals", ["sealed"]))
    if what == "judge":
        parts += [part for name in of for part in _claims_code(experiment(name))]
    elif what == "draw":
        parts.append(_figure_code(experiment(of[0]), of[1]))
    elif what == "write_sequence":
        terms = experiment(of[0]).sequences[of[1]].terms.__name__
        parts.append(code_hash(f"pastimes.experiments.{of[0]}.sequences", [terms]))
    elif what == "page":
        parts += [_chapter_code(experiment(name)) for name in of]
        parts.append(_digest(PAGE_TEMPLATE))
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def _claims_code(found: Experiment) -> tuple[str, str]:
    path = found.folder / "claims.csv"
    source = f"{found.package}.findings"
    return code_hash(source, found.judged) if found.judged else "", _digest(path)


def _figure_code(found: Experiment, name: str) -> str:
    figure: Figure = next(f for f in found.figures.FIGURES if f.name == name)
    kind = f"pastimes.report.kinds.{figure.kind}"
    source = f"{found.package}.figures"
    return code_hash(source, [figure.data.__name__]) + code_hash(kind, ["draw"])


def _chapter_code(found: Experiment) -> str:
    return code_hash(f"{found.package}.figures") if found.has("figures") else ""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_recipe(path: Path, what: str) -> dict[str, Any]:
    """Read a recipe, and check that the code it was planned with is the code there is.

    Raises
    ------
    UserError
        Where it is no recipe, or the code has changed since.
    """
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        planned, now = content["code"], code_behind(what, *content["of"])
    except UserError as refusal:
        raise UserError(f"{path}: {refusal}") from None
    except (OSError, ValueError, LookupError, TypeError, StopIteration) as error:
        told = f"not a recipe for {what} ({reason_unread(error)})"
        raise UserError(f"{path}: {told}; run snakemake again") from None
    if planned != now:
        raise UserError(f"{path}: the code has changed since; run snakemake again")
    return content
