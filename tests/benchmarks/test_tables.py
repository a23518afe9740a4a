"""Tables of results: their schemas, and what stays of earlier ones."""

import pyarrow.parquet as pq
import pytest

from benchmarks.growth import Growth, grow
from benchmarks.measuring import Comparison, compare
from benchmarks.spending import Spending, Spent
from benchmarks.tables import keep, read
from pastimes.declare.tables import arrow_schema


@pytest.fixture
def results(clock):
    """A comparison, a growth and a spending, whose seconds are multiples of one number."""

    def make(seconds=1.0):
        works = {n: clock.work(seconds * n) for n in (1, 2, 4)}
        named = {str(n): work for n, work in works.items()}
        return [
            compare("sums", "sum", named, 1, clock),
            grow("sums", "sum", "terms", "power", works, 1, clock),
            Spending("mine", [Spent("gf2.rank", 2, 1, seconds, seconds, seconds)]),
        ]

    return make


@pytest.mark.parametrize("kind", [Comparison, Growth, Spending])
def test_each_kind_of_result_has_a_table_of_its_schema(results, kind, tmp_path):
    keep(tmp_path, "gf2", results())
    schema = pq.read_schema(tmp_path / f"{kind.TABLE}.parquet")
    assert schema.names == ["benchmark", *kind.COLUMNS]
    assert list(schema)[1:] == list(arrow_schema(kind.COLUMNS))


def test_rows_are_read_as_they_were_kept(results, tmp_path):
    keep(tmp_path, "gf2", results())
    (row,) = read(tmp_path, Spending)
    assert list(row.values()) == ["gf2", "mine", "gf2.rank", 2, 1, 1.0, 1.0, 1.0, 1.0]
    assert [row["alternative"] for row in read(tmp_path, Comparison)] == ["1", "2", "4"]


def test_a_benchmark_replaces_its_own_rows_alone(results, tmp_path):
    for name, seconds in (("gf2", 1.0), ("sylver", 2.0), ("gf2", 5.0), ("ciphers", 3.0)):
        keep(tmp_path, name, results(seconds))
    found = [(row["benchmark"], row["seconds"]) for row in read(tmp_path, Spending)]
    assert found == [("ciphers", 3.0), ("gf2", 5.0), ("sylver", 2.0)]


def test_a_comparison_keeps_its_order(results, tmp_path):
    keep(tmp_path, "sylver", results())
    keep(tmp_path, "gf2", results())
    found = [(row["benchmark"], row["alternative"]) for row in read(tmp_path, Comparison)]
    assert found == [(name, way) for name in ("gf2", "sylver") for way in "124"]


def test_a_table_with_other_columns_is_replaced(results, tmp_path, monkeypatch):
    keep(tmp_path, "gf2", results())
    fewer = dict(list(Spending.COLUMNS.items())[:-1])
    with monkeypatch.context() as patch:
        patch.setattr(Spending, "COLUMNS", fewer)
        assert read(tmp_path, Spending) == []
    assert read(tmp_path, Spending) != []


def test_there_are_no_rows_where_there_is_no_table(tmp_path):
    assert read(tmp_path, Growth) == []
