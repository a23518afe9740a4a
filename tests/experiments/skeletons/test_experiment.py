"""The experiment: what its config refuses, its points, and the tables of its steps."""

from functools import partial
from pathlib import Path

import pytest

from pastimes.config.composing import compose_config
from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import arrow_schema
from pastimes.experiments.skeletons.external import PUBLISHED
from pastimes.experiments.skeletons.groups import GROUPS
from pastimes.experiments.skeletons.readings import PRIMARY, SWITCHES, parse
from pastimes.experiments.skeletons.search import TALLIES, count
from pastimes.store.runs import Store
from pastimes.study.execution import execute, gather_runs
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[3]
SKELETONS = experiment("skeletons")
TINY = ("vertices=6", "readings=['diamond=none','trapezoid=yes induced=rhombus','angles=free']")
TINY += ("reading_vertices=5", "shards=2", "plain_vertices=4", "gallery_vertices=4")
TINY += ("published_terms=3",)
READINGS = ["diamond=none", "trapezoid=yes induced=rhombus", "angles=free"]


def planned(*overrides):
    return plan_experiment(ROOT, SKELETONS, "smoke", (*TINY, *overrides))


def points(step, *overrides):
    return [spec.parameters for spec in planned(*overrides).specs[step]]


@pytest.fixture
def message(config_refusal):
    return partial(config_refusal, "skeletons")


@pytest.fixture(scope="module")
def tables(gather_study):
    """The gathered table of each step."""
    return gather_study("skeletons", *TINY)


KNOWN = ", ".join(sorted(["primary", *SWITCHES]))


@pytest.mark.parametrize(
    ("reading", "told"),
    [
        ("dimond=none", f"no switch 'dimond'; did you mean diamond? Allowed: {KNOWN}"),
        ("diamond=maybe", "diamond: 'maybe'; one of rhombus, none"),
        ("diamond=none diamond=none", "diamond: given twice"),
        ("primary diamond=none", f"no switch 'primary'; known: {', '.join(SWITCHES)}"),
    ],
)
def test_readings_are_refused(message, reading, told):
    said = message(f"readings=['{reading}']")
    assert said == f"command line: readings: {reading!r}: {told}"


def test_the_primary_reading_is_not_listed_with_the_others(message):
    told = "command line: readings: primary: counted anyway; list the others"
    assert message("readings=[primary]") == told
    assert message("readings=['diamond=none',primary]") == told


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("readings=[]", "readings: []: List should have at least 1 item"),
        ("vertices=1", "vertices: 1: Input should be greater than or equal to 2"),
        ("vertices=29", "vertices: 29: Input should be less than or equal to 28"),
        ("vertices=6.5", "vertices: 6.5: Input should be a valid integer"),
        ("vertices=true", "vertices: true: Input should be a valid integer"),
        ("reading_vertices=1", "reading_vertices: 1: Input should be greater than or equal to 2"),
        ("reading_vertices=29", "reading_vertices: 29: Input should be less than or equal to 28"),
        ("shards=0", "shards: 0: Input should be greater than or equal to 1"),
        ("shards=4097", "shards: 4097: Input should be less than or equal to 4096"),
        ("plain_vertices=1", "plain_vertices: 1: Input should be greater than or equal to 2"),
        ("plain_vertices=10", "plain_vertices: 10: Input should be less than or equal to 9"),
        ("gallery_vertices=1", "gallery_vertices: 1: Input should be greater than or equal to 2"),
        ("gallery_vertices=9", "gallery_vertices: 9: Input should be less than or equal to 8"),
        ("published_terms=0", "published_terms: 0: Input should be greater than or equal to 1"),
        ("colour=red", "colour: no such key; allowed: gallery_vertices, plain_vertices"),
    ],
)
def test_settings_are_refused(message, override, told):
    assert message(override).startswith(f"command line: {told}")


@pytest.mark.parametrize(
    "override",
    ["vertices=2", "vertices=28", "shards=4096", "plain_vertices=9", "gallery_vertices=8"],
)
def test_settings_at_the_limits_are_allowed(override):
    name, _, value = override.partition("=")
    config = compose_config(ROOT, "skeletons", SKELETONS.config, "smoke", [override])[0]
    assert getattr(config, name) == int(value)


@pytest.mark.parametrize("shards", [1, 3])
def test_each_shard_of_each_reading_is_a_point(shards):
    found = points("count", f"shards={shards}")
    assert [(p["reading"], p["most_vertices"]) for p in found] == [
        (reading, most)
        for reading, most in [("primary", 6), *((reading, 5) for reading in READINGS)]
        for _ in range(shards)
    ]
    assert [p["shard"] for p in found] == list(range(shards)) * 4
    assert {p["shards"] for p in found} == {shards}


def test_published_sequences_are_points_of_as_many_terms_as_there_are():
    found = points("check_published", "published_terms=9")
    assert [(p["sequence"], p["terms"]) for p in found] == [
        ("A159867", 8),
        ("A197459", 9),
        ("A000942", 9),
    ]


def test_each_size_is_compared_in_all_readings_and_listed_in_the_primary_one():
    assert [(p["size"], p["readings"]) for p in points("compare_plain")] == [
        (n, ["primary", *READINGS]) for n in (2, 3, 4)
    ]
    assert [tuple(p.values()) for p in points("list_skeletons")] == [
        ("primary", n) for n in (2, 3, 4)
    ]


def test_each_other_reading_is_told_apart():
    assert [tuple(p.values()) for p in points("tell_apart")] == [(r, 4) for r in READINGS]


@pytest.mark.parametrize("name", SKELETONS.steps)
def test_tables_have_the_declared_schema(name, tables):
    declared = arrow_schema(SKELETONS.steps[name].columns)
    table = tables[name]
    assert table.schema.names[-len(declared) :] == declared.names
    assert table.select(declared.names).schema.equals(declared)
    # A reading that cannot be told apart has no row.
    assert 0 < len(set(table["run"].to_pylist())) <= len(planned().specs[name])


def test_counts_are_those_of_the_search(tables):
    rows = tables["count"].to_pandas()
    for reading, of_reading in rows.groupby("reading"):
        most = int(of_reading.most_vertices.iloc[0])
        whole = count(PRIMARY if reading == "primary" else parse(reading), most)
        sums = of_reading.groupby(["vertices", "edges", "group"])[list(TALLIES)].sum()
        assert int(sums.drawings.sum()) == int(whole[..., 0].sum())
        names = [group.name for group in GROUPS]
        for (n, e, group), tally in sums.iterrows():
            assert tally.tolist() == whole[n, e, names.index(group)].tolist()


def test_groups_stand_with_their_order(tables):
    rows = tables["count"].to_pandas()[["group", "rotations", "order"]].drop_duplicates()
    kinds = {group.name: (group.rotations, group.order) for group in GROUPS}
    assert len(rows) > 5
    assert all(kinds[row.group] == (row.rotations, row.order) for row in rows.itertuples())


def test_no_row_counts_nothing(tables):
    assert (tables["count"].to_pandas().drawings > 0).all()


def test_a_shard_without_drawings_is_an_empty_table():
    step = SKELETONS.steps["count"]
    found = step.function(reading="primary", most_vertices=4, shards=9, shard=8)
    assert {name: len(column) for name, column in found.items()} == dict.fromkeys(step.columns, 0)


def test_a_run_of_no_drawings_can_be_kept(tmp_path):
    plan = planned("shards=8", "vertices=4", "reading_vertices=4")
    store = Store(tmp_path)
    runs = [execute(store, spec) for spec in plan.specs["count"][:8]]
    table = gather_runs(store, SKELETONS.steps["count"], runs)
    assert set(table["shard"].to_pylist()) == {0}  # four vertices lie before the split
    assert sum(table["drawings"].to_pylist()) == 3 + 8 + 32


def test_published_terms_are_ours(tables):
    rows = tables["check_published"].to_pandas()
    assert (rows.ours == rows.published).all()
    assert rows.groupby("sequence", sort=False)["index"].apply(list).to_dict() == {
        p.number: list(range(p.first, p.first + 3)) for p in PUBLISHED
    }


def test_every_reading_is_compared_and_least_strain_cannot_be(tables):
    rows = tables["compare_plain"].to_pandas()
    strained = rows.reading.str.startswith("least_strain")
    assert rows[~strained].same.all()
    assert rows[~strained].same_words.all()
    assert rows[strained][["same", "same_words"]].isna().all(axis=None)
    assert rows.groupby("size").reading.apply(list).map(len).tolist() == [6, 6, 6]
    assert rows[rows.reading == "primary"].free.tolist() == [1, 2, 6]


def test_listed_skeletons_are_numbered_by_size(tables):
    rows = tables["list_skeletons"].to_pandas()
    assert rows.groupby("vertices").number.apply(list).to_dict() == {
        2: [1],
        3: [1, 2],
        4: [1, 2, 3, 4, 5, 6],
    }
    assert rows.cycle_rank.tolist() == [0, 0, 1, 0, 0, 0, 1, 1, 2]
    assert rows.groupby("vertices")[["words_1", "words_2", "words_3"]].sum().sum(
        axis=1
    ).tolist() == [4, 11, 48]


def test_telling_drawings_are_told_by_reading(tables):
    rows = tables["tell_apart"].to_pandas()
    found = rows[["reading", "vertices", "passes", "drawings"]].values.tolist()
    assert found == [["diamond=none", 4, "primary", 1], ["angles=free", 3, "other", 2]]


def test_a_reading_that_never_differs_is_an_empty_table():
    step = SKELETONS.steps["tell_apart"]
    found = step.function(reading="exterior=free", most_vertices=5)
    assert list(found) == []


def test_executing_again_gives_the_same_bytes(tmp_path):
    for step in ("count", "list_skeletons"):
        spec = planned().specs[step][0]
        first, second = (execute(Store(tmp_path / x), spec).read_bytes() for x in "ab")
        assert first == second
