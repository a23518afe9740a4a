"""Configs: composed, checked against their schema, and refused in one line."""

import dataclasses
import math
import shutil
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from omegaconf import OmegaConf

from pastimes.config.composing import RESERVED, compose_config, studies, study_name
from pastimes.errors import UserError
from pastimes.experiments.balanced_dice.experiment import Config

ROOT = Path(__file__).parents[2]
PAPER = ROOT / "config" / "balanced_dice" / "paper.yaml"
SMALL = "config/balanced_dice/small.yaml"
KEYS = sorted(f.name for f in dataclasses.fields(Config))


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "config" / "balanced_dice"
    path.mkdir(parents=True)
    shutil.copy(PAPER, path)
    return path


@pytest.fixture
def read(folder, tmp_path):
    """Compose a study of the lines given, on top of paper.yaml."""

    def of(lines="", *overrides):
        text = f"defaults: [paper, _self_]\n{lines}\n"
        (folder / "small.yaml").write_text(text, encoding="utf-8")
        return compose_config(tmp_path, "balanced_dice", Config, "small", overrides)

    return of


@pytest.fixture
def refused(folder, tmp_path):
    """What a person is told about lines, overrides, or the bytes of a whole file."""

    def of(lines="", *overrides, content=None):
        text = f"defaults: [paper, _self_]\n{lines}\n".encode() if content is None else content
        (folder / "small.yaml").write_bytes(text)
        with pytest.raises(UserError) as caught:
            compose_config(tmp_path, "balanced_dice", Config, "small", overrides)
        message = str(caught.value)
        assert len(message.splitlines()) == 1
        assert "Traceback" not in message
        assert str(tmp_path) not in message
        return message

    return of


def resolved(expression):
    return OmegaConf.to_container(OmegaConf.create({"x": expression}), resolve=True)["x"]


def test_a_study_without_lines_is_the_paper(read, tmp_path):
    config, notices = read()
    assert config == compose_config(tmp_path, "balanced_dice", Config, "paper")[0]
    assert notices == []


def test_a_study_changes_what_it_names_and_nothing_else(read):
    paper, small = read()[0], read("games: 20")[0]
    assert small.games == 20
    assert dataclasses.replace(small, games=paper.games) == paper


def test_the_last_override_wins(read):
    assert read("games: 20", "games=30", "games=40")[0].games == 40


def test_an_algorithm_is_swept_over_the_values_given(read):
    config, _ = read("algorithms: {spring: [1, -0.5], deck: null}")
    assert config.algorithms == {"spring": [1.0, -0.5], "deck": None}
    assert [type(v) for v in config.algorithms["spring"]] == [float, float]


@pytest.mark.parametrize("value", ["inf", "'inf'", ".inf"])
def test_a_spring_may_be_infinite(read, value):
    assert read(f"algorithms: {{spring: [{value}]}}")[0].algorithms["spring"] == [math.inf]


@pytest.mark.parametrize(
    ("line", "key", "values"),
    [
        ("${range:0,1,0.1}", "objective_betas", [i / 10 for i in range(10)]),
        ("${range:1,6,2}", "exact_rolls", [1, 3, 5]),
        ("${range:1,4}", "exact_rolls", [1, 2, 3]),
        ("${linspace:0,1,5}", "objective_betas", [0.0, 0.25, 0.5, 0.75, 1.0]),
        ("${logspace:-1,1,3}", "objective_betas", [0.1, 1.0, 10.0]),
    ],
)
def test_long_sweeps_are_written_short(read, line, key, values):
    found = getattr(read(f"{key}: {line}")[0], key)
    assert found == values
    assert [type(v) for v in found] == [type(v) for v in values]


def test_steps_of_a_tenth_give_exactly_seven_tenths():
    assert resolved("${range:0,1,0.1}")[7] == 0.7


@pytest.mark.parametrize(
    ("lines", "key", "merged", "kept"),
    [
        ("exact_rolls: [6, 12, 6]", "exact_rolls", "6", [6, 12]),
        ("exact_rolls: [2, 1, 1, 2, 3]", "exact_rolls", "2, 1", [2, 1, 3]),
        ("algorithms: {spring: [1, 1.0], deck: [0]}", "algorithms", "1.0", None),
        ("algorithms: {spring: [0, -0.0], deck: [0]}", "algorithms", "0.0", None),
        ("algorithms: {spring: [inf, .inf], deck: [0]}", "algorithms", "inf", None),
    ],
)
def test_duplicates_are_merged_with_a_notice(read, lines, key, merged, kept):
    config, notices = read(lines)
    assert notices == [f"{SMALL}: {key}: merged duplicates of {merged}"]
    if kept:
        assert getattr(config, key) == kept
    else:
        assert len(config.algorithms["spring"]) == 1


def test_duplicates_on_the_command_line_are_said_to_be_there(read):
    notices = read("", "exact_rolls=[6,6]")[1]
    assert notices == ["command line: exact_rolls: merged duplicates of 6"]


def test_the_same_value_of_two_algorithms_is_no_duplicate(read):
    config, notices = read("algorithms: {spring: [1], deck: [1]}")
    assert config.algorithms == {"spring": [1.0], "deck": [1.0]}
    assert notices == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gmaes: 3", "gmaes: no such key; did you mean games? Allowed: "),
        ("xyz: 3", "xyz: no such key; allowed: "),
        ("3: 4", "3: no such key; allowed: "),
    ],
)
def test_an_unknown_key_is_refused_and_all_are_listed(refused, line, said):
    assert refused(line) == f"{SMALL}: {said}{', '.join(KEYS)}"


@pytest.mark.parametrize("key", KEYS)
def test_every_key_needs_a_value(refused, key):
    assert refused("", f"~{key}") == f"command line: {key}: missing; it needs a value"


def test_a_key_in_neither_file_is_missing_from_the_study(refused, folder):
    text = PAPER.read_text(encoding="utf-8").replace("\nplayers: 4\n", "\n")
    (folder / "paper.yaml").write_text(text, encoding="utf-8")
    assert refused("games: 20") == f"{SMALL}: players: missing; it needs a value"


def test_a_wrong_value_is_said_to_be_where_it_stands(refused, folder):
    text = PAPER.read_text(encoding="utf-8").replace("\nplayers: 4\n", "\nplayers: 0\n")
    (folder / "paper.yaml").write_text(text, encoding="utf-8")
    assert refused().startswith("config/balanced_dice/paper.yaml: players: 0: ")


@pytest.mark.parametrize("key", ["rolls", "burn_in", "game_rolls", "players", "seed"])
def test_every_whole_number_is_strict(refused, key):
    said = refused(f"{key}: 4.0")
    assert said.startswith(f"{SMALL}: {key}: 4.0: Input should be a valid integer")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("many", "'many'"),
        ("'20'", "'20'"),
        ("true", "true"),
        ("20.0", "20.0"),
        ("1e3", "1000.0"),
        (".nan", "nan"),
        ("null", "null"),
        ("[1]", "[1]"),
        ("{a: 1}", "{'a': 1}"),
        ("2020-01-01", "'2020-01-01'"),
    ],
)
def test_a_whole_number_is_nothing_else(refused, value, shown):
    said = refused(f"games: {value}")
    assert said.startswith(f"{SMALL}: games: {shown}: Input should be a valid integer")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("games: 0", "games: 0: Input should be greater than or equal to 1"),
        ("games: -1", "games: -1: Input should be greater than or equal to 1"),
        ("games: 1000001", "games: 1000001: Input should be less than or equal to 1000000"),
        ("rolls: 0", "rolls: 0: Input should be greater than or equal to 1"),
        ("rolls: 10001", "rolls: 10001: Input should be less than or equal to 10000"),
        ("burn_in: -1", "burn_in: -1: Input should be greater than or equal to 0"),
        ("game_rolls: 0", "game_rolls: 0: Input should be greater than or equal to 1"),
        ("players: 13", "players: 13: Input should be less than or equal to 12"),
        ("seed: -1", "seed: -1: Input should be greater than or equal to 0"),
        (f"seed: {2**63}", f"seed: {2**63}: Input should be less than {2**63}"),
        ("grid_step_bits: 0.2", "grid_step_bits: 0.2: Input should be less than or equal to 0.1"),
        ("grid_step_bits: .nan", "grid_step_bits: nan: Input should be less than or equal to 0.1"),
        ("grid_step_bits: 0.0", "grid_step_bits: 0.0: Input should be greater than or equal to"),
        ("exact_rolls: [6, 73]", "exact_rolls: 73: Input should be less than or equal to 72"),
        ("exact_rolls: [6.0]", "exact_rolls: 6.0: Input should be a valid integer"),
        ("exact_rolls: 6", "exact_rolls: 6: Input should be a valid list"),
        ("exact_rolls: []", "exact_rolls: []: List should have at least 1 item"),
        ("overweight_factors: [0.5]", "overweight_factors: 0.5: Input should be greater than"),
        ("objective_betas: [.nan]", "objective_betas: nan: Input should be a finite number"),
        ("objective_betas: [.inf]", "objective_betas: inf: Input should be a finite number"),
        ("objective_betas: [inf]", "objective_betas: 'inf': Input should be a valid number"),
        ("objective_betas: [true]", "objective_betas: true: Input should be a valid number"),
        ("objective_betas: []", "objective_betas: []: List should have at least 1 item"),
    ],
)
def test_a_value_out_of_range_is_refused_with_what_is_allowed(refused, line, said):
    assert refused(line).startswith(f"{SMALL}: {said}")


@pytest.mark.parametrize(
    ("sweeps", "said"),
    [
        ("{sprnig: [1]}", "no algorithm sprnig; did you mean spring? Allowed: deck, spring"),
        ("{zzz: null}", "no algorithm zzz; allowed: deck, spring"),
        ("{spring: null, deck: null}", "at least one algorithm needs a value"),
        ("{spring: [1001]}", "spring: 1001: beta takes numbers from -1000 to 1000, or inf"),
        ("{spring: [-.inf]}", "spring: -inf: beta takes numbers from -1000 to 1000, or inf"),
        ("{spring: [.nan]}", "spring: nan: beta takes numbers from -1000 to 1000, or inf"),
        ("{deck: [36]}", "cards left at the reshuffle takes whole numbers from 0 to 35"),
        ("{deck: [-1]}", "cards left at the reshuffle takes whole numbers from 0 to 35"),
        ("{deck: [1.5]}", "cards left at the reshuffle takes whole numbers from 0 to 35"),
        ("{spring: []}", "algorithms.spring: []: List should have at least 1 item"),
        ("{deck: 3}", "algorithms.deck: 3: Input should be a valid list"),
        ("{deck: [[1]]}", "algorithms.deck: [1]: Input should be a valid number"),
        ("{deck: ['x']}", "algorithms.deck: 'x': Input should be a valid number"),
        ("{spring: ['-inf']}", "algorithms.spring: '-inf': Input should be a valid number"),
        ("{1: [1]}", "Input should be a valid string"),
        ("null", "algorithms: null: Input should be a valid mapping"),
    ],
)
def test_an_algorithm_is_refused_with_what_is_allowed(refused, sweeps, said):
    message = refused(f"algorithms: {sweeps}")
    assert message.startswith(f"{SMALL}: algorithms")
    assert said in message


def test_no_algorithm_at_all_is_refused(refused, folder):
    text = PAPER.read_text(encoding="utf-8")
    start, end = text.index("algorithms:"), text.index("# Games a point")
    (folder / "paper.yaml").write_text(text[:start] + text[end:], encoding="utf-8")
    said = refused("algorithms: {}")
    assert said == f"{SMALL}: algorithms: at least one algorithm needs a value"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("game_rolls: 200", "game_rolls: 200: at most rolls, which is 180"),
        ("rolls: 10\nburn_in: 0", "game_rolls: 60: at most rolls, which is 10"),
    ],
)
def test_a_board_game_is_no_longer_than_the_rolls(refused, lines, said):
    assert refused(lines) == f"{SMALL}: {said}"


def test_a_board_game_may_be_as_long_as_the_rolls(read):
    assert read("rolls: 60")[0].game_rolls == 60


def test_a_long_value_is_cut_short(refused):
    said = refused(f"games: {'x' * 500}")
    assert said == f"{SMALL}: games: '{'x' * 56}...: Input should be a valid integer"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"games: [1\n", "expected ',' or ']'"),
        (b"games: : 1\n", "mapping values are not allowed here"),
        (b"\tgames: 1\n", "cannot start any token"),
        (b"games: 1\ngames: 2\n", "line 2: games: given twice"),
        (b"games: 1\n---\ngames: 2\n", "expected a single document"),
        (b"games: *zz\n", "found undefined alias 'zz'"),
    ],
)
def test_a_syntax_error_is_refused_with_its_place(refused, content, said):
    message = refused(content=content)
    assert message.startswith(f"{SMALL}: ")
    assert said in message
    assert "line " in message


@pytest.mark.parametrize("content", [b"games: \xff\n", "games: 1".encode("utf-16")])
def test_a_file_that_is_not_utf_8_is_refused(refused, content):
    assert refused(content=content) == f"{SMALL}: not UTF-8 text"


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"{}\n", b"games: 20\n"])
def test_a_file_that_sets_too_little_is_refused(refused, content):
    assert refused(content=content).endswith(": algorithms: missing; it needs a value")


@pytest.mark.parametrize("content", [b"- 1\n- 2\n", b"[games, rolls]\n"])
def test_a_list_instead_of_a_mapping_is_refused(refused, content):
    message = refused(content=content)
    assert message.startswith(f"{SMALL}: ")
    assert "not a mapping; write one key: value a line" in message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"defaults: [papre, _self_]\n", "papre: no such config; did you mean paper? Allowed: "),
        (b"defaults: [zzz, _self_]\n", "zzz: no such config; allowed: "),
    ],
)
def test_an_unknown_default_is_refused_and_all_are_listed(refused, content, said):
    assert refused(content=content) == f"{SMALL}: defaults: {said}paper, small"


@pytest.mark.parametrize("override", ["gmaes=3", "+gmaes=3", "++gmaes=3"])
def test_an_override_of_an_unknown_key_is_refused(refused, override):
    said = f"gmaes: no such key; did you mean games? Allowed: {', '.join(KEYS)}"
    assert refused("", override) == f"command line: {said}"


@pytest.mark.parametrize(
    ("override", "said"),
    [
        ("games=0", "games: 0: Input should be greater than or equal to 1"),
        ("games=x", "games: 'x': Input should be a valid integer"),
        ("games=", "games: '': Input should be a valid integer"),
        ("games=null", "games: null: Input should be a valid integer"),
        ("objective_betas=[nan]", "objective_betas: nan: Input should be a finite number"),
    ],
)
def test_a_wrong_override_is_said_to_be_on_the_command_line(refused, override, said):
    assert refused("games: 30", override) == f"command line: {said}"


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("${linspace:0,1,1}", "a sweep of 1 values; from 2 to 100000"),
        ("${logspace:0,1,0}", "a sweep of 0 values; from 2 to 100000"),
        ("${linspace:0,1,100001}", "a sweep of 100001 values;"),
        ("${range:0,1,0}", "the step is 0; write ${range:first,stop,step}"),
        ("${range:0,1000000,1}", "a sweep of 1000000 values; at most 100000"),
        ("${range:5,1,1}", "[]: List should have at least 1 item"),
        ("${spaced:0,1}", "no function spaced; did you mean logspace? Allowed: linspace"),
        ("${nowhere}", "${nowhere}: no such key; allowed: "),
        ("${objective_betas}", "it refers to itself"),
    ],
)
def test_a_sweep_that_cannot_be_made_is_refused(refused, expression, said):
    message = refused(f"objective_betas: {expression}")
    assert message.startswith(f"{SMALL}: ")
    assert "objective_betas" in message
    assert said in message


@pytest.mark.parametrize("study", ["smal", "nowhere"])
def test_a_study_without_file_is_refused(tmp_path, folder, study):
    with pytest.raises(UserError) as caught:
        compose_config(tmp_path, "balanced_dice", Config, study)
    assert str(caught.value) == f"config/balanced_dice/{study}.yaml: no such study; allowed: paper"


def test_an_experiment_without_config_folder_is_refused(tmp_path):
    with pytest.raises(UserError) as caught:
        compose_config(tmp_path, "unbalanced_dice", Config, "paper")
    assert str(caught.value) == "config/unbalanced_dice/paper.yaml: no such study; allowed: none"


@pytest.mark.parametrize("name", ["paper", "a", "_", "2024-run_B", "x" * 64])
def test_a_study_may_have_this_name(name):
    assert study_name(name) == name


def test_a_study_named_by_a_number_is_text():
    assert study_name(7) == "7"


@pytest.mark.parametrize("name", sorted({"runs", "specs", "benchmarks", "logs", *RESERVED}))
def test_a_study_may_not_have_the_name_of_a_folder_of_results(name):
    with pytest.raises(UserError) as caught:
        study_name(name)
    assert str(caught.value) == f"study {name}: this name is kept for the folder results/{name}"


@pytest.mark.parametrize(
    "name", ["a b", "", "../x", "a/b", "a.b", ".", "-a", "a\n", "größe", "x" * 65]
)
def test_a_study_may_not_have_a_name_that_is_no_plain_word(name):
    with pytest.raises(UserError) as caught:
        study_name(name)
    allowed = "allowed: letters, digits, _ and -, at most 64"
    assert str(caught.value) == " ".join(f"study {name!r}: {allowed}".split())


def test_a_project_without_configs_has_no_studies(tmp_path):
    assert studies(tmp_path) == {}


def test_studies_are_found_with_the_experiments_that_have_them(tmp_path):
    for name in ("a/paper.yaml", "b/paper.yaml", "b/small.yaml", "b/notes.txt"):
        path = tmp_path / "config" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "config" / "stray.yaml").touch()
    assert studies(tmp_path) == {"paper": {"a", "b"}, "small": {"b"}}


@pytest.mark.parametrize("study", sorted(p.stem for p in PAPER.parent.glob("*.yaml")))
def test_every_study_of_the_project_is_allowed(study):
    assert compose_config(ROOT, "balanced_dice", Config, study)[1] == []


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [("games", 1, 1_000_000), ("players", 1, 12), ("seed", 0, 2**63 - 1), ("rolls", 60, 10_000)],
)
@settings(deadline=None, max_examples=4)
@given(data=st.data())
def test_whole_numbers_are_allowed_in_their_range_alone(key, low, high, data):
    inside = data.draw(st.integers(low, high))
    outside = data.draw(st.integers(max_value=low - 1) | st.integers(min_value=high + 1))
    config, _ = compose_config(ROOT, "balanced_dice", Config, "paper", [f"{key}={inside}"])
    assert getattr(config, key) == inside
    with pytest.raises(UserError, match=f"{key}: "):
        compose_config(ROOT, "balanced_dice", Config, "paper", [f"{key}={outside}"])


@settings(deadline=None)
@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-5, 5).filter(bool))
def test_a_range_of_whole_numbers_is_pythons(first, stop, by):
    assert resolved(f"${{range:{first},{stop},{by}}}") == list(range(first, stop, by))


@settings(deadline=None)
@given(st.integers(-300, 300), st.integers(0, 100), st.integers(1, 50))
def test_a_range_is_exact_in_decimals(first, number, by):
    low, step = Decimal(first) / 100, Decimal(by) / 100
    found = resolved(f"${{range:{float(low)},{float(low + number * step)},{float(step)}}}")
    assert found == [float(low + i * step) for i in range(number)]


@settings(deadline=None)
@given(st.integers(-300, 300), st.integers(-300, 300), st.integers(2, 40))
def test_even_steps_run_from_the_first_to_the_last(first, last, number):
    found = resolved(f"${{linspace:{first / 100},{last / 100},{number}}}")
    assert (len(found), found[0], found[-1]) == (number, first / 100, last / 100)
    steps = [b - a for a, b in pairwise(found)]
    assert steps == pytest.approx([(last - first) / 100 / (number - 1)] * (number - 1), abs=1e-12)


@settings(deadline=None)
@given(st.integers(-9, 9), st.integers(1, 9))
def test_powers_of_ten_are_exact(first, more):
    found = resolved(f"${{logspace:{first},{first + more},{more + 1}}}")
    assert found == [float(f"1e{first + i}") for i in range(more + 1)]


@pytest.mark.parametrize("number", ["010", "0x10", "1_000", "1:30", "0b11", "1e400"])
def test_a_number_that_yaml_reads_in_its_own_way_is_refused(refused, number):
    message = refused(f"games: {number}")
    assert message.startswith(f"{SMALL}: games: {number}: write the number in plain decimals")


@pytest.mark.parametrize("setting", ["inf", ".inf", ".nan"])
def test_a_deck_takes_no_infinity(refused, setting):
    assert "whole numbers from 0 to 35" in refused(f"algorithms: {{deck: [{setting}]}}")


def test_a_study_that_inherits_nothing_has_its_own_keys(tmp_path):
    folder = tmp_path / "config" / "balanced_dice"
    folder.mkdir(parents=True)
    shutil.copy(PAPER, folder / "small.yaml")
    with pytest.raises(UserError, match=r"command line: gmaes: no such key; did you mean games\?"):
        compose_config(tmp_path, "balanced_dice", Config, "small", ["gmaes=3"])
