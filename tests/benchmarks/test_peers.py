"""Other libraries: used where they are, and said where they are not."""

import numpy as np
import pytest

from benchmarks import ciphers, compiled, gf2
from benchmarks.peers import peer


@pytest.fixture(autouse=True)
def forgotten():
    peer.cache_clear()
    yield
    peer.cache_clear()


def test_an_installed_library_is_imported_without_a_word(capsys):
    assert peer("numpy") is np
    assert capsys.readouterr().out == ""


def test_a_library_that_is_not_there_is_left_out_with_one_line(capsys):
    assert peer("no_such_library") is None
    assert peer("no_such_library") is None
    assert capsys.readouterr().out == (
        "no_such_library: not installed, left out; pip install '.[peers]' has it\n"
    )


@pytest.mark.parametrize("module", [ciphers, gf2])
def test_without_peers_ours_is_held_against_plain_ways_alone(module, monkeypatch):
    monkeypatch.setattr(module, "peer", lambda name: None)
    monkeypatch.setattr(gf2, "ranks_by", lambda *asked: None)
    ways = module._key_ways() if module is ciphers else module._ways(4, 4)
    assert next(iter(ways)) == "pastimes"
    assert not [name for name in ways if "sympy" in name or "flint" in name or "galois" in name]
    assert len(ways) > 1


@pytest.fixture
def nothing_installed(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    compiled._compiled.cache_clear()
    compiled._node.cache_clear()
    yield
    compiled._compiled.cache_clear()
    compiled._node.cache_clear()


def test_without_compilers_libraries_are_left_out_with_one_line(nothing_installed, capsys):
    bits = np.ones((2, 3, 4), np.int64)
    for _ in range(2):
        assert compiled.ranks_by("NTL", 4, compiled.rows_as_words(bits)) is None
    assert capsys.readouterr().out == (
        "NTL: not installed, left out; Debian's packages g++ libntl-dev have it\n"
    )


def test_without_node_javascript_is_left_out_with_one_line(nothing_installed, capsys):
    for _ in range(2):
        assert compiled.play_in_javascript("typed", 1, 1, 1.0) is None
    assert capsys.readouterr().out == (
        "JavaScript: not installed, left out; Debian's package nodejs has it\n"
    )
