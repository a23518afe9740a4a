"""Moves with most neighbours struck first; else from 4 on. What the striking test could tell."""


def key(move, memory):
    above, below = move.struck >> move.number, move.struck >> (move.number - 2)
    neighbours = (above & 1) + (below & 1)
    return (move.number - 4) % 64 - 64 * neighbours
