"""As counter_move, and if m answers n then n answers m: both lead to the same position."""


def key(move, memory):
    return (move.number - 4) % 64 - 64 * memory[move.last, move.number]


def won(number, last, memory):
    memory[last, number] += 1
    memory[number, last] += 1
