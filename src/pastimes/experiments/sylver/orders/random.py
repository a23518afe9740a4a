"""A fixed random order of each position's moves."""


def key(move, memory):
    return move.chance
