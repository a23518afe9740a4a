"""Numbers that have won in this search first, then those that leave an odd number of gaps."""


def key(move, memory):
    wins = memory[0, move.number]
    return -wins if wins else 1 - move.genus % 2


def reads(move, memory):
    return memory[0, move.number] == 0


def won(number, last, memory):
    memory[0, number] += 1
