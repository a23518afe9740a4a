"""Ascending from 4; then 2 and 3."""


def key(move, memory):
    return (move.number - 4) % 64
