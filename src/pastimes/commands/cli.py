"""The command line: reads it, calls a command, and says what was refused."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import shtab

from pastimes.commands.actions import COMMANDS
from pastimes.errors import UserError, did_you_mean
from pastimes.project import check_package

__all__ = ["main"]

_SWEEP = "a sweep is written as a list, key=[1,2]: each value becomes a run"
_SHOW = "the resolved config is shown by: pastimes show STUDY"
_HINTS = {"-m": _SWEEP, "--multirun": _SWEEP, "-c": _SHOW, "--cfg": _SHOW}
"""What to write instead of Hydra's switches."""

_OF_PROGRAM = ("print_completion", "version")
"""Options that no command is called with."""

_DESCRIPTION = "Runs of experiments, what they say of claims, and answers at once."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns
    -------
    int
        0; 1 where something was refused or a file failed, which one line on the error stream
        explains; 130 where it was interrupted.
    """
    try:
        parsed = _parsed(arguments)
        check_package(Path())
        command: Callable[..., None] = parsed.pop("command")
        command(**parsed)
    except UserError as refusal:
        print(f"pastimes: {refusal}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("pastimes: interrupted; runs that were finished are kept", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has left, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"pastimes: {error.filename or 'failed'}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _parsed(arguments: Sequence[str] | None) -> dict[str, Any]:
    parser = _parser()
    known, rest = parser.parse_known_args(arguments)
    parsed = {name: given for name, given in vars(known).items() if name not in _OF_PROGRAM}
    words = next((given for given in parsed.values() if isinstance(given, list)), None)
    if rest and (words is None or any(word.startswith("-") for word in rest)):
        hint = next((_HINTS[word] for word in rest if word in _HINTS), "")
        parser.error(f"{hint or 'unrecognized arguments: '}{'' if hint else ' '.join(rest)}")
    if words is not None:
        words += rest  # argparse ends a list at the first option, though words may follow it
    return parsed


class _Version(argparse.Action):
    """Shows the version; it is looked up only when asked for."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, nargs=0)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        import importlib.metadata

        print(f"pastimes {importlib.metadata.version('pastimes')}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """Refuses a wrong command line as everything else is refused: in one line."""

    def error(self, message: str) -> NoReturn:
        choice = re.fullmatch(
            r"argument (.*): invalid choice: '(.*)' \(choose from (.*)\)", message
        )
        if choice:
            known = re.findall(r"[\w-]+", choice[3])
            message = f"{choice[1]} {choice[2]}: {did_you_mean(choice[2], known)}"
        raise UserError(f"command line: {message}; see {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="pastimes", description=_DESCRIPTION)
    parser.add_argument("--version", action=_Version, help="show the version, and leave")
    shtab.add_argument_to(parser, "--print-completion", help="print completion for this shell")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for function, arguments in COMMANDS.items():
        name, description = function.__name__, function.__doc__ or ""
        lists = "@" if name == "execute" else None
        added = commands.add_parser(
            name, help=description, description=description, fromfile_prefix_chars=lists
        )
        for flag, options in arguments.items():
            added.add_argument(flag, **options)
        added.set_defaults(command=function)
    return parser
