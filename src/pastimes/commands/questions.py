"""Questions: functions in an experiment's ``questions``, answered at once; nothing is stored.

A question takes the experiment's config and keyword parameters, and yields lines of text.
"""

import importlib
import inspect
import typing
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from pastimes.config.overrides import parse_override
from pastimes.declare.catalogue import Experiment, experiments, find_member
from pastimes.errors import UserError, as_written, did_you_mean

__all__ = ["all_questions", "arguments_of", "find_question"]

Question = Callable[..., Iterator[str]]


def all_questions() -> Iterator[str]:
    """Every question with its keys and what they hold, as lines."""
    for name, found in experiments().items():
        for question, function in _questions(found).items():
            hints = typing.get_type_hints(function)
            keys = [key for key in inspect.signature(function).parameters if key != "config"]
            yield f"{name}.{question} " + " ".join(f"{key}={_kind(hints[key])}" for key in keys)
            yield f"    {(function.__doc__ or '').partition(chr(10))[0]}"


def _kind(hint: Any) -> str:
    return str(hint) if typing.get_args(hint) else str(hint.__name__)


def find_question(dotted: str) -> tuple[Experiment, Question]:
    """The question written ``EXPERIMENT.QUESTION``; a UserError where there is none."""
    return find_member("question", dotted, _questions)


def _questions(found: Experiment) -> dict[str, Question]:
    if not (found.folder / "questions.py").exists():
        return {}
    module: ModuleType = importlib.import_module(f"{found.package}.questions")
    own = inspect.getmembers(module, inspect.isfunction)
    return {n: f for n, f in own if f.__module__ == module.__name__ and n[0] != "_"}


def arguments_of(question: Question, words: Iterable[str]) -> dict[str, Any]:
    """Read ``key=value`` words, in Hydra's grammar, as the question's parameters.

    Raises
    ------
    UserError
        With key, value and what is allowed.
    """
    hints = typing.get_type_hints(question)
    parameters = inspect.signature(question).parameters
    allowed = [name for name in parameters if name != "config"]
    given: dict[str, Any] = {}
    for word in words:
        override = parse_override(word)
        key = override.key_or_group
        if key not in allowed:
            raise UserError(f"{key}: no such key; {did_you_mean(key, allowed)}")
        given[key] = _typed(key, override.value(), hints[key])
    needed = [name for name in allowed if parameters[name].default is inspect.Parameter.empty]
    missing = [name for name in needed if name not in given]
    if missing:
        written = " ".join(f"{name}=VALUE" for name in missing)
        raise UserError(f"{', '.join(missing)}: missing; write {written}")
    return given


def _typed(key: str, value: Any, hint: Any) -> Any:
    try:
        return TypeAdapter(hint, config=ConfigDict(strict=True)).validate_python(value)
    except ValidationError as error:
        shown = as_written(value, quoted=False)
        raise UserError(f"{key}: {shown}: {error.errors()[0]['msg']}") from None
