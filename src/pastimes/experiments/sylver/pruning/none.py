"""No rule: every move is examined."""


def skipped(position, replies):
    return 0
