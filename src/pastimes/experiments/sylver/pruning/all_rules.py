"""Both two_and_three and pairs."""


def skipped(position, replies):
    two, three = position >> 1 & 1, position >> 2 & 1
    return three << 1 | two << 2 | replies
