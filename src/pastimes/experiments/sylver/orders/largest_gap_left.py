"""Moves that leave the largest largest gap first."""


def key(move, memory):
    return -move.largest
