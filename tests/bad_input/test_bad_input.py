"""Bad input is refused before anything runs: one line says where, what, and what is allowed.

The catalogues beside this file say what a person writes and what they are told; to add a case is to
add a line there.
"""

import dataclasses
import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from pastimes.commands.cli import main
from pastimes.declare.catalogue import experiment, experiments
from pastimes.store.runs import Store
from pastimes.store.specs import Spec
from pastimes.study.work import open_study

ROOT = Path(__file__).parents[2]
INTERNALS = re.compile(
    r"omegaconf|pydantic|hydra\.cc|argparse|traceback|(dict|list)config|[a-z]+(error|exception)\b"
    r"|__init__\(|nonetype|full_key|multirun|append",
    re.IGNORECASE,
)


def catalogue(name):
    """Pairs of a key and what is under it, down to what is written and what is told."""
    text = Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8")
    return pairs(yaml.compose(text))


def pairs(node):
    if isinstance(node, yaml.ScalarNode):
        return node.value
    return [(key.value, pairs(value)) for key, value in node.value]


def fits(line, told):
    """Whether a line is what should be told; … stands for any text."""
    return re.fullmatch(".*".join(map(re.escape, told.split("…"))), line)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    copy = tmp_path_factory.mktemp("project")
    for study in ("paper", "smoke", "large"):  # a study of one's own tests nothing
        for path in (ROOT / "config").glob(f"*/{study}.yaml"):
            (copy / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy / path.relative_to(ROOT))
    return copy


@pytest.fixture
def project(folder, monkeypatch):
    """A folder with the configs and nothing else, to work in; what is added is removed."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("NUMBA_CACHE_DIR", os.environ["NUMBA_CACHE_DIR"])
    before = set(folder.rglob("*"))
    yield folder
    for path in sorted(set(folder.rglob("*")) - before, reverse=True):
        (path.rmdir if path.is_dir() and not path.is_symlink() else path.unlink)()


@pytest.fixture
def refused(project, capsys):
    """What a person is told of a command, without the program's name."""

    def of(*arguments):
        before = sorted(project.rglob("*"))
        assert main(arguments) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert sorted(project.rglob("*")) == before
        return plain(err)

    return of


def plain(text):
    """The one line of a refusal, which names nothing that only programmers know."""
    (line,) = text.splitlines()
    assert line.startswith("pastimes: ")
    assert len(line) <= 300
    assert not INTERNALS.search(line), line
    return line.removeprefix("pastimes: ")


def by_experiment(name):
    return [
        pytest.param(owner, written, told, id=f"{owner}: {written}")
        for _, owners in catalogue(name)
        for owner, cases in owners
        for written, told in cases
    ]


@pytest.mark.parametrize(("owner", "lines", "told"), by_experiment("configs"))
def test_a_bad_config_is_refused(project, refused, owner, lines, told):
    path = f"config/{owner}/mine.yaml"
    (project / path).write_text(f"defaults: [paper, _self_]\n{lines}\n", encoding="utf-8")
    line = refused("show", "mine")
    assert fits(line, f"{path}: {told}"), line


@pytest.mark.parametrize(("owner", "word", "told"), by_experiment("overrides"))
def test_a_bad_override_is_refused(refused, owner, word, told):
    step = next(iter(experiment(owner).steps))
    line = refused("run", "--study=smoke", f"{owner}.{step}", word)
    assert fits(line, f"command line: {told}"), line


@pytest.mark.parametrize(
    ("words", "told"),
    [case for _, cases in catalogue("commands") for case in cases],
)
def test_a_bad_command_is_refused(refused, words, told):
    line = refused(*shlex.split(words))
    assert fits(line, told), line


@pytest.mark.parametrize("name", ["configs", "overrides"])
def test_the_catalogue_names_experiments(name):
    assert {owner for _, owners in catalogue(name) for owner, _ in owners} <= set(experiments())


@pytest.mark.parametrize("name", experiments())
def test_every_field_of_every_experiment_is_checked(project, refused, name):
    for field in dataclasses.fields(experiment(name).config):
        path = project / "config" / name / "mine.yaml"
        path.write_text(f"defaults: [paper, _self_]\n{field.name}: null\n", encoding="utf-8")
        line = refused("show", "mine")
        assert fits(line, f"config/{name}/mine.yaml: {field.name}: null: …"), line


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "algorithms: missing; it needs a value"),
        (b"---\n", "not a mapping; write one key: value a line"),
        (b"\xef\xbb\xbfgames: 5\n", "algorithms: missing; it needs a value"),
        (b"games: 5\x00\n", r"line 1: character '\x00' is not allowed"),
        (b"PK\x03\x04", r"line 1: character '\x03' is not allowed"),
        ("games: fünf".encode("latin-1"), "not UTF-8 text"),
        (b"games\n", "not a mapping; write one key: value a line"),
        (b"# @package a b\ngames: 5\n", "Too many components in '@package a b'"),
        (b"[" * 1000, "nested too deeply"),
        (b"defaults:\ngames: 5\n", "defaults: '': write configs beside this one, then _self_, …"),
        (b"3\n", "not a mapping; write one key: value a line"),
        (b"defaults: paper\n", "defaults: paper: write configs beside this one, then _self_, …"),
        (b"defaults: {paper: _self_}\n", "defaults: {paper: _self_}: write configs …"),
        (
            b"defaults: [paper]\n",
            "defaults: [paper]: write configs beside this one, then _self_, …",
        ),
        (b"defaults: [../paper, _self_]\n", "defaults: [../paper, _self_]: write configs …"),
        (b"defaults: [mine, _self_]\n", "defaults: the config includes itself"),
        (b"defaults: []\n", "defaults: []: write configs beside this one, then _self_, …"),
        (b"defaults: [_self_, paper]\n", "defaults: [_self_, paper]: write configs …"),
        (b"defaults: [paper.yaml, _self_]\n", "defaults: [paper.yaml, _self_]: write configs …"),
        (b"defaults: [optional pape, _self_]\n", "defaults: [optional pape, _self_]: write …"),
        (b"defaults: [{paper: x}, _self_]\n", "defaults: [{paper: x}, _self_]: write configs …"),
        (b"defaults: [smoke, pape, _self_]\n", "defaults: pape: no such config; did you mean …"),
    ],
)
def test_a_file_that_is_no_config_is_refused(project, refused, content, told):
    path = "config/balanced_dice/mine.yaml"
    (project / path).write_bytes(content)
    line = refused("show", "mine")
    assert fits(line, f"{path}: {told}"), line


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.mkdir(), "Is a directory"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
        (lambda path: path.symlink_to("nothing"), "no such study; allowed: …"),
    ],
    ids=["a folder", "a link to itself", "a link to nothing"],
)
def test_what_is_no_file_is_refused(project, refused, make, told):
    path = "config/gf2/mine.yaml"
    make(project / path)
    line = refused("show", "mine")
    assert fits(line, f"{path}: {told}"), line


def test_a_value_is_refused_where_it_stands_among_several_files(project, refused):
    for name, base, lines in (("mine", "middle", "games: 5"), ("middle", "paper", "rolls: 0")):
        path = project / "config" / "balanced_dice" / f"{name}.yaml"
        path.write_text(f"defaults: [{base}, _self_]\n{lines}\n", encoding="utf-8")
    line = refused("show", "mine")
    assert fits(line, "config/balanced_dice/middle.yaml: rolls: 0: … greater than or equal to 1")


def test_configs_that_build_on_each_other_are_refused(project, refused):
    for name, base in (("mine", "other"), ("other", "mine")):
        path = project / "config" / "balanced_dice" / f"{name}.yaml"
        path.write_text(f"defaults: [{base}, _self_]\n", encoding="utf-8")
    line = refused("show", "mine")
    assert line == "config/balanced_dice/mine.yaml: defaults: the config includes itself"


def test_a_study_of_no_experiment_is_refused(project, refused):
    (project / "config" / "gf3").mkdir()
    (project / "config" / "gf3" / "mine.yaml").touch()
    line = refused("show", "mine")
    assert fits(line, "config/gf3/mine.yaml: no experiment is called gf3; did you mean gf2? …")


RECIPE = "results/mine/plan/verdicts.json"


@pytest.mark.parametrize(
    ("command", "content", "told"),
    [
        ("judge", "", f"{RECIPE}: not a recipe for judge (line 1: …"),
        ("judge", "{", f"{RECIPE}: not a recipe for judge (line 1: …"),
        ("judge", "[]", f"{RECIPE}: not a recipe for judge (unexpected fields); …"),
        (
            "judge",
            '{"of": ["gf2"]}',
            f"{RECIPE}: not a recipe for judge (unexpected fields); …",
        ),
        (
            "judge",
            '{"code": "", "of": 3}',
            f"{RECIPE}: not a recipe for judge (unexpected fields)…",
        ),
        ("judge", '{"code": "", "of": ["gf3"]}', f"{RECIPE}: experiment gf3: did you mean gf2? …"),
        ("judge", '{"code": "", "of": ["gf2"]}', f"{RECIPE}: the code has changed since; …"),
        (
            "draw",
            '{"code": "", "of": ["gf2", "a"]}',
            f"{RECIPE}: not a recipe for draw (unexpected …",
        ),
        (
            "write_sequence",
            '{"code": "", "of": ["gf2"]}',
            f"{RECIPE}: not a recipe for write_sequence (unexpected …",
        ),
        (
            "page",
            '{"code": "", "of": [null]}',
            f"{RECIPE}: not a recipe for page (unexpected fields)…",
        ),
        ("execute", "null", f"{RECIPE}: not a spec (unexpected fields); plan the study again"),
        ("execute", '{"experiment": "gf2"}', f"{RECIPE}: not a spec (unexpected fields); …"),
    ],
)
def test_a_file_that_is_no_recipe_and_no_spec_is_refused(project, refused, command, content, told):
    path = project / RECIPE
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    line = refused(command, RECIPE)
    assert fits(line, told), line


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"experiment": "gf3"}, "experiment gf3: did you mean gf2? …"),
        ({"step": "enumerate_laws"}, "step gf2.enumerate_laws: did you mean enumerate_law? …"),
        ({"parameters": {"rows": 2}}, "…: the code has changed since; plan the study again"),
        ({"code": "0"}, "…: the code has changed since; plan the study again"),
    ],
)
def test_a_spec_that_nothing_can_execute_is_refused(project, capsys, change, told):
    fields = {"experiment": "gf2", "step": "enumerate_law", "parameters": {"rows": 2, "columns": 3}}
    spec = Spec(**{"seed": None, "upstream": {}, "code": "", **fields, **change})
    path = Store(Path("results")).write_spec(spec)
    assert main(["execute", str(path)]) == 1
    first, last = capsys.readouterr().err.splitlines()
    assert fits(plain(first), told), first
    assert plain(last) == "1 of 1 runs failed"
    assert not (project / "results" / "runs").exists()


@pytest.mark.parametrize(
    ("config", "main_process", "told"),
    [
        (
            {"stdy": "smoke"},
            True,
            "--config stdy: no such key; did you mean study? Allowed: name, overrides, study",
        ),
        ({"study": "runs"}, True, "study runs: this name is kept for the folder results/runs"),
        ({"study": "a/b"}, True, "study 'a/b': allowed: letters, digits, _ and -, at most 64"),
        ({"study": ["smoke"]}, True, "study \"['smoke']\": allowed: letters, digits, …"),
        ({"study": None}, True, "study '': allowed: letters, digits, _ and -, at most 64"),
        ({"study": 5}, True, "study 5: no config/*/5.yaml; allowed: large, paper, smoke"),
        ({"overrides": "games=5"}, True, "command line: games=5: write EXPERIMENT.KEY=VALUE"),
        ({"overrides": "gf3.seed=5"}, True, "command line: gf3: no experiment of study paper; …"),
        ({"overrides": "gf2.seed=x"}, True, "command line: gf2: seed: 'x': …"),
        ({"overrides": "gf2.seed='5"}, True, "--config overrides: No closing quotation"),
        ({"name": "a/b"}, True, "study 'a/b': allowed: letters, digits, _ and -, at most 64"),
        (
            {"name": "smoke"},
            True,
            "--config name=smoke: this is a study in config/; choose another name",
        ),
        ({"study": "smoke"}, False, "results/smoke/plan/plan.json: not a plan (No such file …"),
    ],
)
def test_snakemake_is_refused_a_bad_study(project, config, main_process, told):
    with pytest.raises(SystemExit) as ended:
        open_study(config, main=main_process)
    line = plain(str(ended.value))
    assert fits(line, told), line
    assert not (project / "results").exists()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"jobs": []}', '{"jobs": {"a": [{}]}}'])
def test_snakemake_is_refused_a_plan_that_is_none(project, content):
    path = project / "results" / "smoke" / "plan" / "plan.json"
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        open_study({"study": "smoke"}, main=False)
    assert fits(plain(str(ended.value)), "results/smoke/plan/plan.json: not a plan (…")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("compare nope paper", "study nope: no config/*/nope.yaml; allowed: large, paper, smoke"),
        ("runs --study papr", "study papr: no config/*/papr.yaml; did you mean paper? …"),
        ("verify a/b", "study 'a/b': allowed: letters, digits, _ and -, at most 64"),
        ("verify mine", "results/mine/plan/plan.json: not a plan (unexpected fields); …"),
        ("report mine", "results/mine/plan/plan.json: not a plan (unexpected fields); …"),
    ],
)
def test_a_study_that_was_never_planned_is_refused(project, refused, words, told):
    path = project / "results" / "mine" / "plan" / "plan.json"
    path.parent.mkdir(parents=True)
    path.write_text("[]", encoding="utf-8")
    line = refused(*words.split())
    assert fits(line, told), line


def test_results_that_cannot_be_written_are_refused(project):
    shutil.copy("config/fivethousand/smoke.yaml", "config/fivethousand/mine.yaml")
    (project / "results").mkdir()
    (project / "results" / "specs").touch()
    work = open_study({"study": "mine"}, main=True)
    with pytest.raises(SystemExit) as ended:
        work.begin()
    assert fits(plain(str(ended.value)), "results/specs…: …")


def test_equal_values_are_merged_with_a_notice(project, capsys):
    path = "config/fivethousand/mine.yaml"
    (project / path).write_text(
        "defaults: [smoke, _self_]\nhouse_rules: [essay, essay]\n", encoding="utf-8"
    )
    assert main(["show", "mine"]) == 0
    notice, *_ = capsys.readouterr().err.splitlines()
    assert notice == f"pastimes: {path}: house_rules: merged duplicates of essay"


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"pastimes \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_learns_the_commands(capsys, shell):
    with pytest.raises(SystemExit) as ended:
        main(["--print-completion", shell])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("compare", "verify", "again"))
