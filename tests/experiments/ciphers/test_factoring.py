"""From a factor to the private key."""

import math

import pytest

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.factoring import private_key
from pastimes.experiments.ciphers.systems import rsa

SMALL = [(p, q) for p in (3, 5, 7, 11) for q in (3, 5, 7, 11, 13) if p != q]


@pytest.mark.parametrize(("p", "q"), SMALL)
def test_either_factor_gives_the_private_key(p, q):
    for public in range(1, math.lcm(p - 1, q - 1)):
        pair = rsa.pair_of(p, q, public, Counter())
        if pair:
            assert private_key(p * q, public, p, Counter()) == pair.private
            assert private_key(p * q, public, q, Counter()) == pair.private


def test_the_operations_are_those_of_the_inverse():
    counter, alone = Counter(), Counter()
    private_key(55, 3, 5, counter)
    rsa.pair_of(5, 11, 3, alone)
    assert counter.operations == alone.operations > 0


@pytest.mark.parametrize("factor", [1, 2, 3, 4, 54, 55, 110, -5])
def test_numbers_that_are_no_proper_factor_are_refused(factor):
    with pytest.raises(ValueError, match=f"factor: {factor}: no proper factor of 55"):
        private_key(55, 3, factor, Counter())


@pytest.mark.parametrize("public", [2, 5, 10])
def test_exponents_without_an_inverse_are_refused(public):
    with pytest.raises(ValueError, match=f"public: {public}: no inverse"):
        private_key(55, public, 5, Counter())
