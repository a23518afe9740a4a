"""What a person sees while a study is made: one line of progress, errors, and how it ended.

Snakemake's messages pass through a filter, which shows these instead. It stands aside where its own
switches ask for more or less (``--verbose``, ``--printshellcmds``, ``--quiet``, ``-n``) and where a
logger plugin was chosen; the log file in ``.snakemake/log`` has all messages in any case.
"""

import logging
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from pastimes.store.runs import Store

__all__ = ["Progress", "expected_seconds", "install"]

_SECONDS_BETWEEN_LINES = 30.0  # where no terminal rewrites them
_JOB_SECONDS = 1.0  # what a job takes beside what it computes
_SIGNAL_SECONDS = 0.3
_LONGEST_LOG = 30  # lines of it that are shown


def install(progress: "Progress") -> None:
    """Let Snakemake's messages to the terminal pass through a filter, its own before others."""
    from snakemake.logging import logger

    for handler in logger.handlers:
        if handler.name == "DefaultStreamHandler":
            handler.filters.insert(0, progress.passes)


def expected_seconds(store: Store, runs_by_step: Mapping[str, Iterable[int]]) -> dict[str, float]:
    """How long a job of each step may take, by what is recorded of the step's earlier runs.

    Parameters
    ----------
    store : Store
    runs_by_step : mapping from str to iterable of int
        How many runs each of its jobs will make, by ``<experiment>.<step>``.
    """
    spent: dict[str, list[float]] = {}
    for path, record in store.records():
        seconds = record.get("seconds")
        if isinstance(seconds, int | float):
            spent.setdefault(".".join(path.parts[-3:-1]), []).append(float(seconds))
    expected = {}
    for step, numbers in runs_by_step.items():
        sizes, known = list(numbers), spent.get(step, [])
        if sizes and known:
            expected[step] = sum(sizes) / len(sizes) * sum(known) / len(known)
    return expected


class Progress:
    """Shows how far a study is.

    Attributes
    ----------
    failed, interrupted : bool
        Whether a job failed, whether a person stopped it.
    expected : mapping from str to float
        Seconds that a job of a rule may take, beside what every job takes.
    """

    def __init__(self, when_nothing_to_do: Callable[[], None]) -> None:
        self.failed = self.interrupted = False
        self.expected: Mapping[str, float] = {}
        self._when_nothing_to_do = when_nothing_to_do
        self._started = self._shown = time.monotonic()
        self._at_work = False
        self._total = self._done = 0
        self._weights: dict[int, float] = {}
        self._weight_total = self._weight_done = 0.0
        self._rules: dict[int, str] = {}

    def passes(self, record: logging.LogRecord) -> bool:
        """Whether Snakemake's own message is to be shown."""
        event = str(getattr(record, "event", None) or "")
        if event == "workflow_started":
            self._at_work = True
        if not self._at_work:
            return not str(record.msg).startswith("Assuming unrestricted shared filesystem")
        shown = getattr(self, f"_{event}", None)
        if shown:
            shown(record)
            return False
        return self._other(record)

    def watch_for_interrupt(self) -> None:
        """Note a Ctrl-C at once: the jobs that it ends as well did not fail."""
        before = signal.getsignal(signal.SIGINT)

        def interrupted(number: int, frame: FrameType | None) -> None:
            self.interrupted = True
            if callable(before):
                before(number, frame)

        signal.signal(signal.SIGINT, interrupted)

    def clear(self) -> None:
        """Remove the line of progress."""
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _run_info(self, record: Any) -> None:
        counts = {rule: number for rule, number in record.stats.items() if rule != "total"}
        self._total = sum(counts.values())
        self._weight_total = sum(n * self._weight(rule) for rule, n in counts.items())
        self._started = time.monotonic()

    def _job_info(self, record: Any) -> None:
        self._rules[record.jobid] = record.rule_name
        self._show()

    def _job_finished(self, record: Any) -> None:
        rule = self._rules.pop(record.job_id, "")
        self._weight_done += self._weight(rule)

    def _progress(self, record: Any) -> None:
        self._done, self._total = record.done, record.total
        self._show()

    def _job_error(self, record: Any) -> None:
        time.sleep(_SIGNAL_SECONDS)  # a Ctrl-C may end a job before this process hears of it
        if self.interrupted:
            return
        log = [line for path in record.log for line in _lines(Path(path))]
        self.failed = True
        self.clear()
        reason = next((line for line in log if line.startswith("pastimes: ")), "")
        rest = [line for line in log[-_LONGEST_LOG:] if line != reason]
        place = f"rule {record.rule_name}, log {', '.join(record.log)}"
        aux = [f"{name}: {value}" for name, value in (record.aux or {}).items()]
        first = (
            reason or f"pastimes: {record.rule_name} failed: {rest[-1] if rest else 'no reason'}"
        )
        print(first, *(f"    {line}" for line in (place, *aux, *rest)), sep="\n", file=sys.stderr)

    def _other(self, record: logging.LogRecord) -> bool:
        text = str(record.msg)
        if text.startswith("Nothing to be done"):
            self._when_nothing_to_do()
        told_otherwise = self.failed or self.interrupted or "CalledProcessError" in text
        if record.levelno < logging.WARNING or told_otherwise:
            return False
        self.clear()
        return True

    def _weight(self, rule: str) -> float:
        return _JOB_SECONDS + self.expected.get(rule, 0.0)

    def _show(self) -> None:
        now = time.monotonic()
        running = ", ".join(dict.fromkeys(self._rules.values()))
        line = f"{self._done} of {self._total} jobs done{self._left(now)}"
        line += f"; at work: {running}" if running else ""
        if sys.stderr.isatty():
            print(f"\r\x1b[K{line[: _width()]}", end="", file=sys.stderr, flush=True)
        elif now - self._shown >= _SECONDS_BETWEEN_LINES:
            self._shown = now
            print(line, file=sys.stderr, flush=True)

    def _left(self, now: float) -> str:
        if not self._weight_done:
            return ""
        left = max(self._weight_total - self._weight_done, 0) / self._weight_done
        return f", about {_duration(left * (now - self._started))} left"


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _width() -> int:
    import shutil

    return shutil.get_terminal_size().columns - 1


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
