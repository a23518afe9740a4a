"""Moves that leave the smallest largest gap first."""


def key(move, memory):
    return move.largest
