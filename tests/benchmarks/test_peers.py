"""Other libraries: used where they are, and said where they are not."""

import numpy as np
import pytest

from benchmarks import ciphers, gf2
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
    ways = module._key_ways() if module is ciphers else module._ways(4, 4)
    assert next(iter(ways)) == "pastimes"
    assert not [name for name in ways if "sympy" in name or "flint" in name or "galois" in name]
    assert len(ways) > 1
