"""The smallest number first."""


def key(move, memory):
    return move.number
