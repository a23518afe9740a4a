"""Moves with most neighbours struck first; else from 4 on. What the striking test could tell."""


def key(move, memory):
    struck, at = move.struck * 4, move.number
    neighbours = (struck >> at & 1) + (struck >> (at + 2) & 1)
    return (move.number - 4) % 64 - 64 * neighbours
