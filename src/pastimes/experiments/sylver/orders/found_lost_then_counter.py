"""As found_lost, then as counter_move_both_ways."""


def key(move, memory):
    answers = memory[move.last, move.number] % 16384
    return (move.number - 4) % 64 - 64 * answers - 1048576 * move.found


def won(number, last, memory):
    memory[last, number] += 1
    memory[number, last] += 1
