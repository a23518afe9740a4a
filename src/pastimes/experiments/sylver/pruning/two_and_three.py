"""2 loses where 3 is a gap, and 3 loses where 2 is.

Proof: after either the other is still a gap, for 3 is no sum of 2s and members but 1. Whoever
names it leaves 1 alone and wins.
"""


def skipped(position, replies):
    two, three = position >> 1 & 1, position >> 2 & 1
    return three << 1 | two << 2
