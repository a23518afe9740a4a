"""What of a table becomes a metric, and what would mix what differs."""

import pyarrow as pa
import pytest

from pastimes.tracking.metrics import Metric, metrics


def found(**columns):
    return metrics(pa.table(columns))


def test_one_row_gives_its_numbers():
    assert found(policy=["bold"], points=[302.5], turns=[17], fair=[False]) == [
        Metric("points", 302.5),
        Metric("turns", 17),
        Metric("fair", 0),
    ]


def test_a_column_of_equal_steps_is_the_axis_of_curves():
    assert found(lead=[50, 100, 150], overtaken=[0.9, 0.5, 0.25]) == [
        Metric("overtaken", 0.9, 50),
        Metric("overtaken", 0.5, 100),
        Metric("overtaken", 0.25, 150),
    ]


def test_a_truth_value_along_an_axis_gives_its_share():
    assert found(trial=[1, 2, 3, 4], found=[True, False, None, True]) == [
        Metric("found", pytest.approx(2 / 3))
    ]


def test_a_measurement_that_was_repeated_gives_its_mean():
    assert found(operations=[3, 5, 7]) == [Metric("operations", 5)]
    assert found(cipher=["rsa", "rsa"], operations=[8, 3]) == [Metric("operations", 5.5)]


def test_things_that_are_numbered_give_means():
    assert found(position=[3, 7, 5], examined=[1, 2, 6]) == [Metric("examined", 3)]


@pytest.mark.parametrize(
    "columns",
    [
        {"policy": ["bold", "shy"], "points": [400, 300]},
        {"policy": ["bold", "bold", "shy"], "final": [0, 50, 0], "chance": [0.5, 0.5, 1.0]},
        {"dice": [1, 1, 2, 2], "score": [0, 100, 0, 100], "rolls": [4, 1, 9, 3]},
        {"order": [0.1, 0.5], "bits": [0.2, 0.3]},
        {"letter": ["a", "b"]},
    ],
    ids=["text", "text and number", "numbers", "fraction", "no number"],
)
def test_rows_told_apart_otherwise_give_nothing(columns):
    assert found(**columns) == []


def test_a_table_without_rows_gives_nothing():
    assert metrics(pa.table({"rank": pa.array([], pa.int64())})) == []


def test_gaps_and_infinities_are_left_out():
    assert found(rank=[0, 1, 2], decimal=[0.5, None, float("inf")]) == [Metric("decimal", 0.5, 0)]
    assert found(position=[3, 7, 5], winner=pa.array([None] * 3, pa.int64())) == []
    assert found(points=[None, None]) == []


def test_a_curve_of_more_than_a_thousand_rows_is_left_out():
    def curve(rows):
        return found(rank=list(range(rows)), decimal=[0.5] * rows, agrees=[True] * rows)

    assert len(curve(1000)) == 1001
    assert curve(1001) == [Metric("agrees", 1)]
