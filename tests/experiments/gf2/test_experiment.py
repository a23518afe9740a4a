"""The experiment: what its config refuses, its points, and the tables of its steps."""

from collections import Counter
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from pastimes.config.composing import compose_config
from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import arrow_schema
from pastimes.errors import UserError
from pastimes.experiments.gf2.experiment import ESSAY, Config
from pastimes.experiments.gf2.letters import alphabet_of_glyphs
from pastimes.store.runs import Store
from pastimes.study.execution import execute, spec_generator
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[3]
GF2 = experiment("gf2")
TINY = ("shapes=[2x3,'0x2',3x0]", "samples=300", "pixels=2", "alphabet_sizes=[3,4]", "games=3")
TINY += ("exhausted_shapes=[1x2]", "bias_shapes=[4x4]", "biases=[0,128]", "bias_samples=200")
TINY += ("bias_trials=3", "counted_sizes=[2,3]")
SHAPE = "rows x columns such as 15x26, each from 0 to 256"
FORMULA = "letters of ABCDEFGHIJKLMNOPQRSTUVWXYZ, each once, such as T+U+V=I"
GLYPH = "a letter, then rows of # and ."
SHARD = 2**20


def planned(*overrides):
    return plan_experiment(ROOT, GF2, "smoke", (*TINY, *overrides))


def points(step, *overrides):
    return [spec.parameters for spec in planned(*overrides).specs[step]]


@pytest.fixture
def message(config_refusal):
    return partial(config_refusal, "gf2")


def drawn(lines):
    """An override that adds an alphabet; its lines are told apart by |."""
    text = lines.replace("|", "\n")
    return f'+alphabets.odd="{text}"'


@pytest.fixture(scope="module")
def tables(gather_study):
    """The gathered table of each step."""
    return gather_study("gf2", *TINY)


@pytest.mark.parametrize("key", ["shapes", "exhausted_shapes", "bias_shapes"])
@pytest.mark.parametrize(
    "shape", ["15", "15x", "x15", "300x1", "1x257", "-1x3", "1.5x2", "15X26", "2x3x4", "15 x 26"]
)
def test_shapes_are_refused(message, key, shape):
    value = f"['{shape}']"
    assert message(f"{key}={value}") == f"command line: {key}: {shape!r}: {SHAPE}"


@pytest.mark.parametrize("shape", ["0x0", "0x5", "256x256", "1x256"])
def test_shapes_are_allowed(shape):
    assert compose_config(ROOT, "gf2", Config, "smoke", [f"shapes=['{shape}']"])[0].shapes == [
        shape
    ]


@pytest.mark.parametrize("shape", ["4x4", "13x1", "1x256"])
def test_shapes_too_large_to_exhaust_are_refused(message, shape):
    told = f"{shape!r}: at most 12 entries: every matrix is played in every way"
    assert message(f"exhausted_shapes=['{shape}']") == f"command line: exhausted_shapes: {told}"


def test_shapes_without_pixels_too_large_to_exhaust_are_refused(message):
    assert "0x256" in message("exhausted_shapes=['0x256']")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("A", f"A: {GLYPH}"),
        ("A #x", f"A #x: {GLYPH}"),
        ("A #.|A .#", "A .#: A is drawn twice"),
        ("A #.|B #", "the pictures of an alphabet have one size"),
        ("", "the pictures of an alphabet have one size"),
        pytest.param("A #.||B .#", f": {GLYPH}"),
    ],
)
def test_drawn_alphabets_are_refused(message, lines, told):
    assert message(drawn(lines)).startswith("command line: alphabets: ")
    assert message(drawn(lines)).endswith(f": odd: {told}")


@pytest.mark.parametrize("value", ["x", "null"])
def test_the_name_of_the_recovered_alphabet_is_kept(message, value):
    told = message(f"+alphabets.{ESSAY}={value}")
    assert told.endswith(": essay: this name is kept for the alphabet of the formulae")


@pytest.mark.parametrize("formula", ["A+A=B", "A+1=B", "a=B", "A+", ""])
def test_formulae_are_refused(message, formula):
    assert message(f"formulae=['{formula}']") == f"command line: formulae: {formula}: {FORMULA}"


def test_letters_that_formulae_lack_are_refused(message):
    told = "M+N+O+U+W=A: letters of ABC, each once, such as T+U+V=I"
    assert message("letters=ABC") == f"command line: formulae: {told}"


@pytest.mark.parametrize("letters", ["AAB", "A B", "AB\t"])
def test_letters_that_repeat_or_are_blank_are_refused(message, letters):
    assert message(f"letters='{letters}'", "formulae=['A=B']").startswith("command line: letters")


def test_formulae_that_leave_every_letter_blank_are_refused_or_drawn():
    try:
        config = compose_config(ROOT, "gf2", Config, "smoke", ["letters=AB", "formulae=[A,B]"])[0]
    except UserError:
        return
    assert alphabet_of_glyphs(config.glyphs()[ESSAY]) == {"A": 0, "B": 0}


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("biases=[200]", "biases: 200: Input should be less than or equal to 128"),
        ("biases=[-129]", "biases: -129: Input should be greater than or equal to -128"),
        ("samples=-1", "samples: -1: Input should be greater than or equal to 0"),
        ("samples=68719476737", "less than or equal to 68719476736"),
        ("pixels=0", "pixels: 0: Input should be greater than or equal to 1"),
        ("pixels=65", "pixels: 65: Input should be less than or equal to 64"),
        ("alphabet_sizes=[0]", "alphabet_sizes: 0: Input should be greater than or equal to 1"),
        ("alphabet_sizes=[65]", "alphabet_sizes: 65: Input should be less than or equal to 64"),
        ("letters=''", "letters: '': String should have at least 1 character"),
        ("games=0", "games: 0: Input should be greater than or equal to 1"),
        ("bias_samples=0", "bias_samples: 0: Input should be greater than or equal to 1"),
        ("bias_trials=0", "bias_trials: 0: Input should be greater than or equal to 1"),
        ("false_alarms=0", "false_alarms: 0: Input should be greater than 0"),
        ("false_alarms=0.5", "false_alarms: 0.5: Input should be less than 0.5"),
        ("counted_sizes=[1]", "counted_sizes: 1: Input should be greater than or equal to 2"),
        ("counted_sizes=[2049]", "counted_sizes: 2049: Input should be less than or equal to"),
        ("seed=-1", "seed: -1: Input should be greater than or equal to 0"),
        ("shapes=[]", "shapes: []: List should have at least 1 item"),
    ],
)
def test_numbers_out_of_range_are_refused(message, override, told):
    assert message(override).startswith("command line: ")
    assert told in message(override)


@pytest.mark.parametrize(
    ("samples", "shards"),
    [(0, [0]), (1, [1]), (SHARD - 1, [SHARD - 1]), (SHARD, [SHARD]), (SHARD + 1, [SHARD, 1])],
)
def test_shards_cover_the_samples_exactly(samples, shards):
    found = points("sample", "shapes=[2x3]", f"samples={samples}")
    assert [p["samples"] for p in found] == shards
    assert [p["shard"] for p in found] == list(range(len(shards)))


def test_more_samples_are_more_shards():
    few, more = (points("sample", f"samples={n * SHARD}") for n in (2, 3))
    assert all(point in more for point in few)
    assert Counter(p["samples"] for p in more) == {SHARD: 3 * 3}


def test_shards_have_random_streams_of_their_own():
    specs = planned("shapes=[2x3]", f"samples={3 * SHARD}").specs["sample"]
    assert len({spec_generator(spec).integers(2**63) for spec in specs}) == 3


def test_laws_are_those_of_all_shapes_and_of_alphabets_of_the_pixels():
    found = [(p["rows"], p["columns"]) for p in points("enumerate_law")]
    assert found == [(2, 3), (0, 2), (3, 0), (1, 2), (2, 4)]


def test_each_alphabet_is_solved_and_played_both_ways():
    overrides = ("alphabets.segments=null", drawn("A #.|B .#"))
    config = planned(*overrides).config
    assert list(config.glyphs()) == ["essay", "plain", "odd"]
    assert [p["alphabet"] for p in points("solve", *overrides)] == ["essay", "plain", "odd"]
    assert [(p["alphabet"], p["premature"]) for p in points("play", *overrides)] == [
        (name, premature) for name in ("essay", "plain", "odd") for premature in (False, True)
    ]
    assert points("solve", *overrides)[2]["glyphs"] == ["A #.", "B .#"]


def test_the_recovered_alphabet_is_drawn_three_pixels_wide():
    glyphs = planned().config.glyphs()[ESSAY]
    assert [glyph[0] for glyph in glyphs] == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert all([len(row) for row in glyph.split()[1:]] == [3] * 5 for glyph in glyphs)


def test_a_recovered_alphabet_of_two_pixels_is_padded():
    config = planned("letters=ABC", "formulae=['A+B=C']").config
    assert config.glyphs()[ESSAY] == ["A .#.", "B ..#", "C .##"]


def test_each_bias_shape_and_size_is_a_point():
    assert [p["bias"] for p in points("find_bias")] == [0, 128]
    assert [tuple(p.values()) for p in points("exhaust")] == [(1, 2, True), (1, 2, False)]
    assert [p["size"] for p in points("count_operations")] == [2, 3]


@pytest.mark.parametrize("name", GF2.steps)
def test_tables_have_the_declared_schema(name, tables):
    declared = arrow_schema(GF2.steps[name].columns)
    table = tables[name]
    assert table.schema.names[-len(declared) :] == declared.names
    assert table.select(declared.names).schema.equals(declared)
    assert len(set(table["run"].to_pylist())) == len(planned().specs[name])


def test_laws_are_whole_and_every_road_agrees(tables):
    laws = tables["enumerate_law"].to_pandas()
    for _, law in laws.groupby(["rows", "columns"]):
        assert sum(map(Fraction, law.probability)) == 1
        assert law["rank"].tolist() == list(
            range(min(law.rows.iloc[0], law["columns"].iloc[0]) + 1)
        )
    assert laws[["agrees", "counted", "drawable_agrees"]].all(axis=None)
    for exact, decimal in (("probability", "decimal"), ("drawable", "drawable_decimal")):
        assert [float(Fraction(x)) for x in laws[exact]] == laws[decimal].tolist()


def test_laws_too_large_to_count_or_to_cross_check_have_gaps():
    law = GF2.steps["enumerate_law"].function(rows=2, columns=41)
    assert law["counted"] == law["drawable_agrees"] == [None] * 3
    assert law["agrees"] == [True] * 3


def test_sampled_tallies_hold_every_sample(tables):
    tallies = tables["sample"].to_pandas()
    assert (tallies.groupby("run").matrices.sum() == 300).all()
    assert (tallies.drawable <= tallies.matrices).all()


def test_the_check_finds_bits_that_are_all_1_and_not_fair_ones(tables):
    found = tables["find_bias"].to_pandas().groupby("bias").found
    assert found.sum().to_dict() == {0: 0, 128: 3}
    assert tables["find_bias"]["trial"].to_pylist() == [1, 2, 3] * 2


def test_solved_letters_are_created_once_from_letters_still_enabled(tables):
    solved = tables["solve"].to_pandas()
    for _, letters in solved.groupby("alphabet"):
        moves = letters.dropna(subset="move").sort_values("move")
        assert moves.move.tolist() == list(range(1, len(moves) + 1))
        assert not moves.letter.duplicated().any()
    essay = solved[solved.alphabet == ESSAY]
    assert essay.move.notna().sum() == 11
    assert essay.set_index("letter").formula["I"] == "T+U+V"
    assert not essay.coloop.any()
    assert essay[essay.move.isna()].formula.isna().all()


def test_coloops_are_letters_that_are_no_sum_of_others():
    table = GF2.steps["solve"].function(alphabet="odd", glyphs=["A #.", "B .#", "C .#"])
    assert table["coloop"] == [True, False, False]
    assert table["move"] == [None, 1, None]
    assert table["formula"] == [None, "C", None]


def test_played_games_are_all_counted_and_score_letters_less_rank(tables):
    played, solved = (tables[name].to_pandas() for name in ("play", "solve"))
    assert (played.groupby("run").played.sum() == 3).all()
    best = solved.groupby("alphabet").move.max()
    assert (played.score == played.alphabet.map(best)).all()


def test_exhausted_games_are_those_of_every_alphabet(tables):
    exhausted = tables["exhaust"].to_pandas()
    assert exhausted.groupby("run").alphabets.sum().tolist() == [4, 4]


def test_operations_are_whole_rows(tables):
    counts = tables["count_operations"].to_pandas()
    assert (counts.operations % (2 * counts["size"]) == 0).all()


def test_executing_again_gives_the_same_bytes(tmp_path):
    spec = planned().specs["sample"][0]
    first, second = (execute(Store(tmp_path / name), spec).read_bytes() for name in "ab")
    assert first == second
