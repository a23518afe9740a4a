"""Tables: declared schemas, gaps, equal bytes, and rows asked for."""

import io
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.declare.steps import Column
from pastimes.declare.tables import Missing, Tables, arrow_schema
from pastimes.store.tables import arrow_table, parquet_bytes

TYPES = {
    "int64": pa.int64(),
    "float64": pa.float64(),
    "string": pa.string(),
    "bool": pa.bool_(),
    "strings": pa.list_(pa.string()),
}
COLUMNS = {"n": Column("int64", "a count"), "x": Column("float64", "a measure", "bits")}


def types_of(columns):
    return {name: column.type for name, column in columns.items()}


def table(n=(1, 2), x=(0.5, math.inf)):
    return arrow_table(types_of(COLUMNS), {"n": n, "x": x})


def footer(content):
    return json.loads(pq.read_metadata(io.BytesIO(content)).metadata[b"pastimes"])


@pytest.fixture
def tables(tmp_path):
    path = tmp_path / "draw.parquet"
    path.write_bytes(parquet_bytes(table(n=(1, 2, 2), x=(0.5, 0.25, 0.75))))
    return Tables({"draw": path, "gone": tmp_path / "gone.parquet"})


def test_no_columns_make_an_empty_schema():
    assert arrow_schema({}) == pa.schema([])


@pytest.mark.parametrize("kind", TYPES)
def test_declared_types_are_arrows(kind):
    assert arrow_schema({"c": Column(kind, "")}).field("c").type == TYPES[kind]


def test_meaning_and_unit_stay_out_of_the_schema():
    reworded = {name: Column(c.type, "other words", "nats") for name, c in COLUMNS.items()}
    assert arrow_schema(reworded).equals(arrow_schema(COLUMNS), check_metadata=True)


def test_no_rows_keep_the_schema():
    assert table((), ()).schema == arrow_schema(COLUMNS)
    assert len(table((), ())) == 0


def test_columns_come_in_the_declared_order():
    assert arrow_table(types_of(COLUMNS), {"x": [0.5], "n": [1]}).column_names == ["n", "x"]


@pytest.mark.parametrize("given_as", [list, tuple, np.array, pd.Series])
def test_nan_becomes_a_gap_and_infinity_stays(given_as):
    found = table(x=given_as([math.nan, math.inf]))["x"]
    assert found.to_pylist() == [None, math.inf]


def test_nan_in_a_column_of_whole_numbers_becomes_a_gap():
    assert table(n=[math.nan, 2.0])["n"].to_pylist() == [None, 2]


def test_lists_of_strings_are_kept():
    columns = {"runs": Column("strings", "ids")}
    assert arrow_table(types_of(columns), {"runs": [["a", "b"], []]})["runs"].to_pylist() == [
        ["a", "b"],
        [],
    ]


@pytest.mark.parametrize(
    ("data", "odd"),
    [({"n": [1]}, ["x"]), ({"n": [1], "x": [1.0], "y": [1]}, ["y"]), ({}, ["n", "x"])],
    ids=["one absent", "one too many", "all absent"],
)
def test_other_columns_than_declared_are_refused(data, odd):
    with pytest.raises(ValueError, match="columns") as caught:
        arrow_table(types_of(COLUMNS), data)
    assert str(caught.value) == f"columns {odd} are declared or returned, not both"


def test_an_unknown_type_is_refused():
    with pytest.raises(KeyError, match="int32"):
        arrow_schema({"n": Column("int32", "")})


@pytest.mark.parametrize(
    ("n", "told"),
    [
        (["one", "two"], "^column n: "),
        (np.array([1.5, 2]), "^column n: "),
        ([2**64, 1], "^column n: "),
        ([1], "length"),
    ],
)
def test_data_of_another_type_or_length_is_refused(n, told):
    with pytest.raises(ValueError, match=told):
        table(n, [0, 0])


def test_parquet_holds_table_and_footer():
    content = parquet_bytes(table(), {"seed": 7, "setting": math.inf})
    assert pq.read_table(io.BytesIO(content)).equals(table())
    assert footer(content) == {"seed": 7, "setting": "inf"}


def test_without_a_footer_there_is_none():
    assert b"pastimes" not in (pq.read_metadata(io.BytesIO(parquet_bytes(table()))).metadata or {})


def test_other_footers_and_values_give_other_bytes():
    contents = [
        parquet_bytes(table()),
        parquet_bytes(table(), {}),
        parquet_bytes(table(), {"seed": 1}),
        parquet_bytes(table(n=(1, 3)), {"seed": 1}),
    ]
    assert len(set(contents)) == 4


def test_a_table_is_read_once(tables):
    assert tables["draw"] is tables["draw"]
    assert tables["draw"].n.tolist() == [1, 2, 2]


def test_rows_have_the_values_asked_for(tables):
    assert tables.rows("draw", n=2).x.tolist() == [0.25, 0.75]
    assert tables.rows("draw", n=2, x=0.75).index.tolist() == [2]
    assert len(tables.rows("draw")) == 3


def test_a_table_that_the_study_lacks_is_missing(tables):
    with pytest.raises(Missing, match=r"^this study has no table of sums$"):
        tables["sums"]


def test_rows_that_the_study_lacks_are_missing(tables):
    with pytest.raises(Missing, match=r"^this study has no rows of draw with n = 2, x = 0.5$"):
        tables.rows("draw", n=2, x=0.5)


def test_rows_of_a_table_that_the_study_lacks_are_missing(tables):
    with pytest.raises(Missing, match="no table of sums"):
        tables.rows("sums", n=1)


def test_tables_say_which_steps_were_read(tables):
    with pytest.raises(Missing):
        tables["sums"]
    assert tables.read == []
    tables.rows("draw", n=1), tables["draw"]
    assert tables.read == ["draw"]
    assert tables.afresh().read == []
    assert tables.afresh()["draw"] is tables["draw"]


def test_a_column_that_no_table_has_is_an_error(tables):
    with pytest.raises(KeyError, match="m"):
        tables.rows("draw", m=1)


def test_a_file_that_should_be_there_is_an_error(tables):
    with pytest.raises(FileNotFoundError, match=r"gone\.parquet"):
        tables["gone"]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False))))
def test_equal_tables_have_equal_bytes_and_are_read_as_written(rows):
    n, x = zip(*rows, strict=True) if rows else ((), ())
    first, second = (parquet_bytes(table(n, x), {"seed": 1}) for _ in range(2))
    assert first == second
    assert pq.read_table(io.BytesIO(first)).to_pydict() == {"n": list(n), "x": list(x)}


def test_several_row_groups_are_read_as_one_table():
    many = np.arange(300_000)
    content = parquet_bytes(table(many, many / 2))
    assert pq.read_metadata(io.BytesIO(content)).num_row_groups == 2
    assert pq.read_table(io.BytesIO(content))["n"].to_numpy().tolist() == many.tolist()


@pytest.mark.parametrize("values", [[1.5], np.array([1.5]), [1, 2.5]])
def test_a_fraction_does_not_become_a_whole_number(values):
    with pytest.raises(ValueError, match="truncated"):
        arrow_table({"n": "int64"}, {"n": values})


def test_a_misspelt_column_is_an_error_that_says_so(tmp_path):
    path = tmp_path / "toss.parquet"
    path.write_bytes(parquet_bytes(arrow_table({"heads": "int64"}, {"heads": [1]})))
    with pytest.raises(KeyError, match="toss has no column haeds; it has heads"):
        Tables({"toss": path}).rows("toss", haeds=1)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
def test_reading_and_writing_start_no_thread_that_could_outlive_the_work():
    program = """
import os
from pastimes.store.tables import arrow_table, parquet_bytes, table_of
threads = len(os.listdir("/proc/self/task"))
content = parquet_bytes(arrow_table({"n": "int64"}, {"n": range(1000)}))
table_of(content).to_pandas(use_threads=False)
raise SystemExit(len(os.listdir("/proc/self/task")) - threads)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
