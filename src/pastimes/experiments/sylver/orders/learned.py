"""Numbers that won most often in training first; those that never did last."""


def key(move, memory):
    return -move.wins
