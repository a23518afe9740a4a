"""Benchmarks are found by name, chosen by name, and run."""

import pytest

from benchmarks import __main__ as command
from benchmarks.measuring import Comparison, compare
from benchmarks.tables import read
from pastimes.declare.catalogue import experiments
from pastimes.errors import UserError


def fake(clock, name):
    """A benchmark of one comparison, and nothing that takes time."""

    def benchmarks():
        yield compare(name, "sum", {"ours": clock.work(1), "other": clock.work(2)}, 1, clock)

    return benchmarks


@pytest.fixture
def fakes(clock, monkeypatch, tmp_path):
    found = {name: fake(clock, name) for name in ("dice", "gf2", "sylver")}
    monkeypatch.setattr(command, "known", lambda: found)
    monkeypatch.setattr(command, "RESULTS", tmp_path)
    return found


def test_every_experiment_and_the_laboratory_are_measured():
    assert {*experiments(), "laboratory"} <= set(command.known())


def test_what_holds_no_benchmark_is_not_one():
    assert not {"measuring", "growth", "tables", "picture"} & set(command.known())


def test_none_named_means_all(fakes):
    assert command.chosen([], fakes) == fakes


def test_those_named_are_run_in_the_order_given_once_each(fakes):
    assert list(command.chosen(["sylver", "dice", "sylver"], fakes)) == ["sylver", "dice"]


def test_a_wrong_name_is_refused(fakes):
    with pytest.raises(
        UserError, match=r"^benchmark gf3: did you mean gf2\? Allowed: dice, gf2, syl"
    ):
        command.chosen(["dice", "gf3"], fakes)


def test_a_wrong_name_is_told_in_one_line_before_anything_runs(fakes, clock, capsys, tmp_path):
    assert command.main(["dice", "gf3"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("benchmarks: benchmark gf3: ")
    assert said.err.count("\n") == 1
    assert not clock.calls
    assert list(tmp_path.iterdir()) == []


def test_what_is_found_is_printed_kept_and_drawn(fakes, capsys, tmp_path):
    assert command.main(["gf2"]) == 0
    assert capsys.readouterr().out.startswith("gf2: gf2; seconds a sum\n  ours ")
    assert {row["benchmark"] for row in read(tmp_path, Comparison)} == {"gf2"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ratios.parquet", "ratios.svg"]


def test_a_later_benchmark_joins_the_figure(fakes, tmp_path):
    command.main(["gf2"])
    command.main(["dice"])
    assert {row["benchmark"] for row in read(tmp_path, Comparison)} == {"dice", "gf2"}
