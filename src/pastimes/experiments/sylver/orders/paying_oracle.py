"""As oracle, but every move's closure is read for it: the best that an eager order could guess."""


def key(move, memory):
    return -move.lost


def reads(move, memory):
    return True
