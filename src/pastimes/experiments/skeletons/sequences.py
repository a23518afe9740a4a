"""Word skeletons: the integer sequences, each with its b-file."""

from pastimes.declare.sequences import IntegerSequence
from pastimes.declare.tables import Tables
from pastimes.experiments.skeletons.findings import counted, tallied, words

TWO = 2  # the least number of vertices


def free(tables: Tables) -> list[int]:
    return list(counted(tables).free)


def one_sided(tables: Tables) -> list[int]:
    return list(counted(tables).one_sided)


def fixed(tables: Tables) -> list[int]:
    return list(counted(tables).fixed)


def trees(tables: Tables) -> list[int]:
    rows = tallied(tables)
    return list(rows[rows.edges == rows.vertices - 1].groupby("vertices").free.sum() // 12)


def all_words(tables: Tables) -> list[int]:
    return list(words(counted(tables)))


def single_words(tables: Tables) -> list[int]:
    return list(words(counted(tables), "single"))


SEQUENCES = (
    IntegerSequence("free", "skeletons with n vertices, up to all symmetries", TWO, free),
    IntegerSequence("one_sided", "skeletons with n vertices, up to rotations", TWO, one_sided),
    IntegerSequence("fixed", "skeletons with n vertices, up to translations", TWO, fixed),
    IntegerSequence("trees", "skeletons with n vertices without a cycle", TWO, trees),
    IntegerSequence("words", "words on n vertices with one to three connections", TWO, all_words),
    IntegerSequence("single_words", "the same, at most one connection a vertex", TWO, single_words),
)
"""All of them, by number of vertices."""
